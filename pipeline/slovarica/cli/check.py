"""slovarica check."""

from __future__ import annotations

import codecs
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slovarica.answers import answer, explanation
from slovarica.cli import GIVEN_PATH, default_build
from slovarica.lexicon import Lexicon, Verdict
from slovarica.messages import LANGUAGES, locale_language

if TYPE_CHECKING:
    from slovarica.explain import Derivation


@click.command("check")
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@click.option("--build", "folder", type=GIVEN_PATH, help="Folder of the build.")
@click.option(
    "--tiles", is_flag=True, help="Each WORD is laid, tile by tile; a blank is ?X or (X)."
)
@click.option("--explain", is_flag=True, help="Add how the form comes about, or what is near.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--quiet", is_flag=True, help="Print nothing: the exit status is the answer.")
@click.option("--accepted", is_flag=True, help="Print only the words that count, as they came.")
@click.option("--refused", is_flag=True, help="Print only the words that do not, as they came.")
@click.option("--lang", type=click.Choice([*LANGUAGES]), help="Language; the locale's by default.")
@click.pass_context
def command(
    ctx: click.Context,
    words: tuple[str, ...],
    folder: Path | None,
    tiles: bool,
    explain: bool,
    as_json: bool,
    quiet: bool,
    accepted: bool,
    refused: bool,
    lang: str | None,
) -> None:
    """Say of each word whether it counts; “-” reads words from standard input, one a line.

    Exit status: 0 all are words, 1 some are not, 2 a fault.

    \b
    Examples:
      slovarica check KLJUČ injekcija cm
      slovarica check --explain ključevima
      slovarica check --tiles "K LJ U ?Č"
    """
    if sum((explain or as_json, quiet, accepted, refused)) > 1:
        raise click.UsageError("--quiet, --accepted and --refused go with no other output")
    folder = folder or default_build()
    lexicon = Lexicon.open(folder)
    questions = _asked(words)
    judge = _judge_tiles(lexicon) if tiles else lexicon.check
    if quiet or accepted or refused:
        counts = (lambda word: judge(word).accepted) if tiles else lexicon.__contains__
        ctx.exit(_sift(counts, questions, accepted, refused))
    language = LANGUAGES[lang] if lang else locale_language()
    status = 0
    with _answers() as out:
        for word in questions:
            verdict = judge(word)
            status |= not verdict.accepted
            spelling = "".join(tile.strip("?()") for tile in word.split()) if tiles else word
            found = _behind(lexicon, folder, spelling) if explain else None
            if as_json:
                out.write(_json_line(verdict, found))
                continue
            out.write(answer(lexicon, verdict, language) + "\n")
            if found:
                lines = explanation(lexicon, verdict, *found, language)
                out.write("".join(f"  {line}\n" for line in lines))
    ctx.exit(status)


def _answers() -> io.TextIOWrapper:
    """Standard output in UTF-8 whatever the locale; on a terminal, line by line.

    Bytes of a question that are not UTF-8 come back as they were.
    """
    return open(
        sys.stdout.fileno(),
        "w",
        encoding="utf-8",
        errors="surrogateescape",
        newline="\n",
        buffering=1 if sys.stdout.isatty() else 1 << 16,
        closefd=False,
    )


def _asked(words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        if word != "-":
            yield word
            continue
        for number, line in enumerate(sys.stdin.buffer):
            text = line if number else line.removeprefix(codecs.BOM_UTF8)
            yield text.decode("utf-8", "surrogateescape").strip()


def _sift(
    counts: Callable[[str], bool], words: Iterator[str], accepted: bool, refused: bool
) -> int:
    """Pass on the words that count, or those that do not, or none; return the exit status."""
    status = 0
    with _answers() as out:
        for word in words:
            is_word = counts(word)
            status |= not is_word
            if (accepted and is_word) or (refused and not is_word):
                out.write(word + "\n")
    return status


def _judge_tiles(lexicon: Lexicon) -> Callable[[str], Verdict]:
    return lambda text: lexicon.check_tiles(text.split())


def _behind(lexicon: Lexicon, folder: Path, word: str) -> tuple[list[Derivation], list[str]]:
    """The derivations of a form, or the words near a string that is none."""
    from slovarica.explain import derivations
    from slovarica.nearby import nearest

    spelling = lexicon.alphabet.fold(word)
    found = derivations(folder, spelling)
    return found, [] if found else nearest(lexicon, spelling)


def _json_line(verdict: Verdict, found: tuple[list[Derivation], list[str]] | None) -> str:
    value = verdict.as_dict()
    if found:
        value["derivations"] = [derivation.as_dict() for derivation in found[0]]
        value["nearest"] = found[1]
    # JSON is Unicode: bytes that are none become U+FFFD.
    line = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogateescape")
    return line.decode("utf-8", "replace") + "\n"
