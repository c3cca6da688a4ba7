"""slovarica export."""

from __future__ import annotations

from pathlib import Path

import click

from slovarica.cli import GIVEN_PATH, default_build, project
from slovarica.export import FORMATS, export


@click.command("export")
@click.argument("name", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.option("--build", "folder", type=GIVEN_PATH, help="Folder of the build.")
@click.option("--out", type=GIVEN_PATH, help="Folder for the files [build/export].")
@click.option("--gaddag", is_flag=True, help="kwg: add the reversed prefixes, for move generators.")
def command(name: str, folder: Path | None, out: Path | None, gaddag: bool) -> None:
    """Write the words for other programs: kwg, quackle, scrabble3d, text, tsv or json.

    What each format is and who reads it: pipeline/formats/FORMAT.md.

    \b
    Example:
      slovarica export tsv --out build/export
    """
    if gaddag and name != "kwg":
        raise click.UsageError(f"--gaddag goes with kwg, not with {name}; leave it out")
    out = out or project() / "build" / "export"
    for path in export(folder or default_build(), name, out, gaddag=gaddag):
        click.echo(path)
