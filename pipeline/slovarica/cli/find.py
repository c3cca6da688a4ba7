"""slovarica find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from slovarica.cli import GIVEN_PATH, default_build


@click.command("find")
@click.option("--rack", metavar="TILES", help="Laid with these tiles or some; ? is a blank.")
@click.option("--pattern", metavar="PATTERN", help=". is one tile, * any number of tiles.")
@click.option("--extends", metavar="WORD", help="Longer words in which this one stands.")
@click.option("--ends", metavar="TILES", help="Words that end so.")
@click.option("--length", metavar="N[-M]", help="Words of so many tiles.")
@click.option("--with", "with_tiles", metavar="TILES", help="Words that have all these tiles.")
@click.option("--without", metavar="TILES", help="Words that have none of these tiles.")
@click.option("--hooks", metavar="WORD", help="The tiles that can stand before or after this one.")
@click.option("--limit", type=click.IntRange(min=1), help="So many words at most.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--build", "folder", type=GIVEN_PATH, help="Folder of the build.")
@click.option("--graph", type=GIVEN_PATH, help="Another .kwg with the alphabet of the build.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hooks: str | None,
    limit: int | None,
    as_json: bool,
    folder: Path | None,
    graph: Path | None,
    **criteria: str | None,
) -> None:
    """Find words by their tiles: the longest first, then the dearest. All that is asked must hold.

    Tiles are written together, where LJ, NJ and DŽ are one tile each, or with blanks between all
    of them: "N J" is N and J. A tile that is laid with a blank is shown in brackets.

    Exit status: 0 something was found, 1 nothing, 2 a fault.

    \b
    Examples:
      slovarica find --rack "K LJ U Č A ? ?" --limit 10
      slovarica find --pattern "K.*Č" --length 4-6 --without A
      slovarica find --pattern "I N J E *"
      slovarica find --hooks ključ
    """
    from slovarica import search
    from slovarica.kwg import WordGraph

    folder = folder or default_build()
    words = WordGraph.of_build(folder)
    if graph:
        words = WordGraph.open(graph, words.alphabet)
    asked = {name: text for name, text in criteria.items() if text is not None}
    if hooks is not None and (asked or limit):
        raise click.UsageError("--hooks goes with no other criterion; ask the two apart")
    if hooks is not None:
        answer = search.hooks(words, search.read_word(words, hooks))
        click.echo(_json(answer.as_dict()) if as_json else answer.text)
        ctx.exit(0 if answer.before or answer.after else 1)
    if not asked:
        raise click.UsageError("say what to find: --rack, --pattern, --hooks or another criterion")
    found = search.find(words, search.read_query(words, **asked), limit)
    for word in found:
        click.echo(_json(word.as_dict()) if as_json else word.text)
    ctx.exit(0 if found else 1)


def _json(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)
