"""libhunspell, the judge of expansion, and strings to put before it."""

from __future__ import annotations

import codecs
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import hunspell
import polars as pl

# What hunspell grants to a user who types: parts between hyphens, characters for others.
LENIENT = (b"BREAK", b"ICONV")


class Judge:
    """libhunspell with one dictionary; BREAK and ICONV, which say nothing of forms, are off."""

    def __init__(self, aff: Path, dic: Path, scratch: Path) -> None:
        lines = aff.read_bytes().splitlines(keepends=True)
        strict = scratch / "strict.aff"
        strict.write_bytes(
            b"".join(line for line in lines if not line.startswith(LENIENT)) + b"\nBREAK 0\n"
        )
        self.speller = hunspell.HunSpell(str(dic), str(strict))
        encoding = self.speller.get_dic_encoding().removeprefix("microsoft-")
        self.encoding = codecs.lookup(encoding).name

    def accepts(self, text: str) -> bool:
        """Whether libhunspell takes this string for a word."""
        try:
            return bool(self.speller.spell(text.encode(self.encoding)))
        except UnicodeEncodeError:
            return False

    def accepted(self, texts: Iterable[str], forms: set[str], ignored: str = "") -> set[str]:
        """The strings that libhunspell takes for forms of the dictionary as they stand.

        Left out is what it grants to a user who types: other case, blanks before and full stops
        behind a word, numbers, and characters that the dictionary ignores.
        """
        return {
            text
            for text in filter(self.accepts, texts)
            if text in forms
            or (
                text == text.strip(" .")
                and not set(text) <= set("0123456789.,-")
                and not set(text) & set(ignored)
                and text.lower() not in forms
                and text.capitalize() not in forms
            )
        }


def attached(texts: Iterable[str], rules: pl.DataFrame) -> Iterator[str]:
    """Every rule on every string, whatever its flag and condition; also where it cannot strip."""
    affixes = list(
        rules.select("suffix", "strip", "append").unique(maintain_order=True).iter_rows()
    )
    for text, (suffix, strip, append) in itertools.product(texts, affixes):
        if suffix:
            yield text.removesuffix(strip) + append
        else:
            yield append + text.removeprefix(strip)


def misspelt(texts: Iterable[str], letters: Iterable[str]) -> Iterator[str]:
    """Every string with one letter too few, too many, or another."""
    letters = sorted(letters)
    for text in texts:
        for place in range(len(text) + 1):
            before, after = text[:place], text[place:]
            yield before + after[1:]
            for letter in letters:
                yield before + letter + after
                yield before + letter + after[1:]
