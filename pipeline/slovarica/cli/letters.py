"""slovarica letters."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from slovarica.cli import GIVEN_PATH, default_build, project
from slovarica.lexicon import Lexicon

if TYPE_CHECKING:
    from slovarica.letters import Letters

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def _length(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Read 7 or 2-8 as the least and the most tiles."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", value)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not 1 <= least <= most:
        raise click.BadParameter(f"“{value}” is no length; write 7 or 2-8")
    return least, most


def measuring(function: FunctionT) -> FunctionT:
    """Add the options that say which words are measured."""
    for option in (
        click.option(
            "--weight",
            type=GIVEN_PATH,
            help="Weigh each word by a list: on each line a word and a number.",
        ),
        click.option(
            "--length", callback=_length, help="Only words of so many tiles, as 7 or 2-8."
        ),
        click.option(
            "--over",
            type=click.Choice(("words", "lemmas", "short")),
            default="words",
            show_default=True,
            help="Words, those that are lemmas, or those of 2 to 8 tiles.",
        ),
        click.option("--build", "folder", type=GIVEN_PATH, help="Folder of a build."),
    ):
        function = option(function)
    return function


def measured(
    lexicon: Lexicon, over: str, length: tuple[int, int] | None, weight: Path | None
) -> Letters:
    """Measure the letters of a build as the options say."""
    from slovarica.corpus import coverage, read_corpus, read_weights
    from slovarica.letters import measure

    weights = None if weight is None else read_weights(weight, lexicon.alphabet)
    corpus = read_corpus(lexicon, over, length, weights)
    if weights is not None:
        click.echo(coverage(corpus, weights), err=True)
    return measure(corpus)


def published_bag(lexicon: Lexicon) -> Path:
    """The file with the bag of the edition that a build is of."""
    return project() / "sources" / "editions" / f"{lexicon.manifest['edition']}.toml"


@click.command("letters")
@measuring
@click.option("--csv", "output", flag_value="csv", help="Comma-separated values.")
@click.option("--json", "output", flag_value="json", help="A list of objects, one a tile.")
@click.option("--plot", type=GIVEN_PATH, help="Draw an .svg or .png, the bag beside it.")
def command(
    folder: Path | None,
    over: str,
    length: tuple[int, int] | None,
    weight: Path | None,
    output: str | None,
    plot: Path | None,
) -> None:
    """Count how often each tile occurs, where, and beside which others.

    Columns: count, share (of all letters), words (that have it), start and end (share of the words
    that begin or end with it), its share in words of each length, and its commonest neighbours.

    \b
    Examples:
      slovarica letters
      slovarica letters --over short --json
      slovarica letters --length 2-8 --plot letters.svg
    """
    from slovarica.letter_report import letters_text, table_csv
    from slovarica.letters import letter_table

    lexicon = Lexicon.open(folder or default_build())
    letters = measured(lexicon, over, length, weight)
    if plot is not None:
        from slovarica.bag import read_bag
        from slovarica.corpus import described
        from slovarica.letter_plot import plot_letters

        what = described(over, length, weight is not None)
        plot_letters(letters, read_bag(published_bag(lexicon)), what, plot)
    table = letter_table(letters)
    if output == "json":
        click.echo(json.dumps(table.to_dicts(), ensure_ascii=False))
    elif output == "csv":
        click.echo(table_csv(table), nl=False)
    else:
        click.echo(letters_text(table))
