"""slovarica check."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from slovarica.cli import default_build
from slovarica.lexicon import Lexicon, Verdict


@click.command("check")
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@click.option("--build", "folder", type=click.Path(path_type=Path), help="Folder of the build.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--explain", is_flag=True, help="Add the derivations of the forms.")
@click.pass_context
def command(
    ctx: click.Context, words: tuple[str, ...], folder: Path | None, as_json: bool, explain: bool
) -> None:
    """Say of each word whether it counts; “-” reads words from standard input, one a line.

    Exit status: 0 all are words, 1 some are not, 2 a fault.

    \b
    Example:
      slovarica check KLJUČ injekcija cm
    """
    folder = folder or default_build()
    lexicon = Lexicon.open(folder)
    accepted = True
    for word in _asked(words):
        verdict = lexicon.check(word)
        accepted &= verdict.accepted
        if as_json:
            answer = verdict.as_dict()
            if explain:
                answer["derivations"] = _derivations(lexicon, folder, word)
            click.echo(json.dumps(answer, ensure_ascii=False))
        else:
            click.echo(_line(lexicon, verdict))
            if explain:
                for derivation in _derivations(lexicon, folder, word):
                    click.echo(f"  {derivation['text']}")
    ctx.exit(0 if accepted else 1)


def _asked(words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        if word == "-":
            yield from (line.strip() for line in sys.stdin)
        else:
            yield word


def _line(lexicon: Lexicon, verdict: Verdict) -> str:
    if not verdict.accepted:
        return f"{verdict.word}: refused, {verdict.reason}"
    tilings = " or ".join(" ".join(tiles) for tiles in verdict.tilings)
    return f"{verdict.word}: accepted, {tilings}, {verdict.points} points"


def _derivations(lexicon: Lexicon, folder: Path, word: str) -> list[dict[str, Any]]:
    from slovarica.explain import derivations

    return [derivation.as_dict() for derivation in derivations(folder, lexicon.alphabet.fold(word))]
