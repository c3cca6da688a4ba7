"""slovarica sources."""

from __future__ import annotations

import json
from pathlib import Path

import click

from slovarica.cli import GIVEN_PATH, default_build, project


@click.command("sources")
@click.argument("files", nargs=-1, type=GIVEN_PATH, metavar="[NEW.aff NEW.dic]")
@click.option("--accept", metavar="NAME", help="Record these files, or the present ones, as right.")
@click.option("--version", metavar="VERSION", help="The version of the accepted files.")
@click.option("--json", "as_json", is_flag=True, help="A list of JSON objects.")
def command(
    files: tuple[Path, ...], accept: str | None, version: str | None, as_json: bool
) -> None:
    """List the sources, or accept new files of one.

    With --accept and --version, a new .aff and .dic file take the place of the old ones, and their
    checksums are recorded; without the two paths, the files that lie there are recorded. Either
    way they must expand. Then “slovarica build” and “slovarica diff” show what changes.

    \b
    Example:
      slovarica sources
    """
    from slovarica import artefacts
    from slovarica import sources as records
    from slovarica.forms import flag_warnings, read_dictionary
    from slovarica.report import sources_table

    folder, build = project() / "sources", default_build()
    if (files or version) and not accept:
        raise click.UsageError("name the source that the files are of: --accept NAME")
    if accept:
        if not version:
            raise click.UsageError("--accept needs the version of the new files: --version VERSION")
        if len(files) not in (0, 2):
            raise click.UsageError("give both new files: NEW.aff NEW.dic")
        source = records.accept(folder, accept, version, (files[0], files[1]) if files else None)
        for warning in flag_warnings(*read_dictionary(source), source.dic):
            click.echo(f"warning: {warning}", err=True)
    built = (build / artefacts.MANIFEST).exists()
    standings = records.survey(folder, artefacts.read_manifest(build) if built else {})
    if as_json:
        objects = [standing.as_dict() for standing in standings]
        click.echo(json.dumps(objects, ensure_ascii=False, indent=2))
    else:
        click.echo(sources_table(standings))
