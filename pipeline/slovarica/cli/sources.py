"""slovarica sources."""

from __future__ import annotations

import click

from slovarica.cli import project


@click.command("sources")
@click.option("--accept", metavar="NAME", help="Record the present files of this source as right.")
@click.option("--version", metavar="VERSION", help="The version of the accepted files.")
def command(accept: str | None, version: str | None) -> None:
    """List the sources, or accept a new file of one.

    \b
    Example:
      slovarica sources
    """
    from slovarica import sources as records

    folder = project() / "sources"
    if accept:
        if not version:
            raise click.UsageError("--accept needs the version of the new files: --version VERSION")
        records.accept(folder, accept, version)
    for source in records.read_sources(folder).values():
        click.echo(f"{source.name}  {source.version}  {source.licence}  {source.origin}")
