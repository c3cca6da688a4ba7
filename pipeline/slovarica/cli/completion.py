"""slovarica completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from slovarica.cli import main


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that lets a shell complete commands and options.

    \b
    Example:
      slovarica completion bash
    """
    completion = get_completion_class(shell)
    if completion is None:
        raise click.UsageError(f"there is no completion for {shell}")
    click.echo(completion(main, {}, "slovarica", "_SLOVARICA_COMPLETE").source())
