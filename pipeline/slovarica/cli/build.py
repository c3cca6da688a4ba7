"""slovarica build."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from slovarica.cli import DEFAULT_EDITION, GIVEN_PATH, project


@click.command("build")
@click.option(
    "--edition", default=DEFAULT_EDITION, show_default=True, help="The game to build for."
)
@click.option("--out", type=GIVEN_PATH, help="Folder for the artefacts.")
def command(edition: str, out: Path | None) -> None:
    """Make the word list, the tries, the letters and the bag from the sources.

    \b
    Example:
      slovarica build
    """
    from slovarica import build as job
    from slovarica.report import build_summary

    seconds: dict[str, float] = {}
    folder = out or project() / "build" / edition
    report = job.build(project() / "sources", edition, folder, lambda name: _stage(name, seconds))
    for warning in report.warnings:
        click.echo(f"warning: {warning}", err=True)
    click.echo(build_summary(report.manifest, seconds, folder))


@contextlib.contextmanager
def _stage(name: str, seconds: dict[str, float]) -> Iterator[None]:
    """Show a stage as a progress bar on a terminal, and note how long it took."""
    from tqdm import tqdm

    begin = time.perf_counter()
    layout = "{desc:<8}{bar:30} {elapsed_s:5.1f} s"
    with tqdm(total=1, desc=name, bar_format=layout, disable=None, file=sys.stderr) as bar:
        yield
        bar.update()
    seconds[name] = time.perf_counter() - begin
