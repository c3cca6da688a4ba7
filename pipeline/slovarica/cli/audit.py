"""slovarica audit."""

from __future__ import annotations

import json

import click

from slovarica.cli import DEFAULT_EDITION, project


@click.command("audit")
@click.option(
    "--edition", default=DEFAULT_EDITION, show_default=True, help="The game whose words to audit."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.pass_context
def command(ctx: click.Context, edition: str, as_json: bool) -> None:
    """Print what needs a human eye: entries without a decision, decisions without effect.

    Exit status: 0 nothing is open, 1 something is, 2 a fault.

    \b
    Example:
      slovarica audit
    """
    from slovarica.audit import audit
    from slovarica.build import read_and_judge

    questions = audit(*read_and_judge(project() / "sources", edition))
    for question in questions:
        if as_json:
            click.echo(json.dumps(question.as_dict(), ensure_ascii=False))
        else:
            click.echo(f"{question.where}: {question.subject}: {question.remark}")
    if not as_json:
        click.echo(f"{len(questions)} open" if questions else "Nothing is open.")
    ctx.exit(1 if questions else 0)
