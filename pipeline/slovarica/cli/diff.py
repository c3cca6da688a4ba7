"""slovarica diff."""

from __future__ import annotations

import json
import os.path

import click

from slovarica.cli import DEFAULT_EDITION, project


@click.command("diff")
@click.argument("old", default="HEAD")
@click.argument("new", required=False)
@click.option("--edition", default=DEFAULT_EDITION, show_default=True, help="The game it is about.")
@click.option("--full", is_flag=True, help="Show every word, not one screen.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, complete.")
@click.pass_context
def command(
    ctx: click.Context, old: str, new: str | None, edition: str, full: bool, as_json: bool
) -> None:
    """Say what differs between two word lists: what git has (OLD) and the last build (NEW).

    Each may be the folder of a build, a word list (words.txt, tiles.txt, wordlist.front.bz2), or a
    git revision, for the list committed there.

    Exit status: 0 no difference in words, tiles or bag, 1 some, 2 a fault.

    \b
    Example:
      slovarica diff HEAD build/slovarica
    """
    from slovarica.difference import compare
    from slovarica.listing import read_listing
    from slovarica.report import difference_summary

    new = new or os.path.relpath(project() / "build" / edition)
    difference = compare(*(read_listing(side, project(), edition) for side in (old, new)))
    if as_json:
        click.echo(json.dumps(difference.as_dict(), ensure_ascii=False, indent=2))
    else:
        click.echo(difference_summary(difference, full))
    ctx.exit(0 if difference.same else 1)
