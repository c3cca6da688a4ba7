"""The checker: is it a word, how is it laid, what is it worth, and if not, why.

This is the light path: it opens two tries and the bag, and loads neither polars nor the forms.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import marisa_trie

from slovarica import artefacts
from slovarica.errors import SlovaricaError
from slovarica.reasons import UNKNOWN, VERDICTS
from slovarica.tiles import Alphabet, Tile


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer for one word.

    `word` is the word as asked. An accepted word has its `tilings`, nearly always one, each the
    tiles as printed, and the `points` of the first. A refused one has a `reason`.
    """

    word: str
    tilings: tuple[tuple[str, ...], ...] = ()
    points: int | None = None
    reason: str | None = None

    @property
    def accepted(self) -> bool:
        """Whether it is a word."""
        return self.reason is None

    @property
    def tiles(self) -> tuple[str, ...] | None:
        """The tiles of an accepted word."""
        return self.tilings[0] if self.tilings else None

    def as_dict(self) -> dict[str, Any]:
        """The answer as a JSON object: word, accepted, tiles, points, reason."""
        return {
            "word": self.word,
            "accepted": self.accepted,
            "tiles": self.tiles,
            "points": self.points,
            "reason": self.reason,
        }


class Lexicon:
    """The words of a build, opened for questions."""

    def __init__(
        self, folder: Path, manifest: dict[str, Any], alphabet: Alphabet, trie: Any
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self.alphabet = alphabet
        self._trie = trie
        self._digraphs = alphabet.digraphs
        certain = "".join(code for code in alphabet.by_code if code not in alphabet.splits)
        # Finds what could still be folded into a tile, or laid in another way.
        self._doubtful = re.compile(f"[^{re.escape(certain)}]").search

    @classmethod
    def open(cls, folder: str | Path) -> Lexicon:
        """Open the build in a folder.

        Raises SlovaricaError if there is none, or a file is damaged or of another format.
        """
        folder = Path(folder)
        manifest = artefacts.read_manifest(folder)
        bag = json.loads(artefacts.read_artefact(folder, artefacts.BAG, manifest))
        alphabet = Alphabet(
            tuple(
                Tile(tile["tile"], tile["code"], tile["split"], tile["count"], tile["points"])
                for tile in bag["tiles"]
            )
        )
        trie = marisa_trie.Trie()
        trie.frombytes(artefacts.read_artefact(folder, artefacts.LEXICON, manifest))
        return cls(folder, manifest, alphabet, trie)

    def __len__(self) -> int:
        return len(self._trie)

    def __contains__(self, word: str) -> bool:
        """Whether a spelling is a word; any case and any Unicode normal form."""
        # Most questions are a spelling in small letters with nothing to split: one look is enough.
        canonical = word
        for letters, code in self._digraphs:
            if letters in canonical:
                canonical = canonical.replace(letters, code)
        try:
            if canonical in self._trie:
                return True
            if not self._doubtful(canonical):
                return False
            return bool(self._readings(self.alphabet.fold(word)))
        except UnicodeEncodeError:  # half of a surrogate pair is no letter
            return False

    def check(self, word: str) -> Verdict:
        """Judge one word: any case, any Unicode normal form, digraphs as letters or code points."""
        spelling = self.alphabet.fold(word)
        try:
            readings = self._readings(spelling)
            if not readings:
                # The trie of bytes ends a question at a NUL.
                code = None if "\0" in spelling else self._refused.get(spelling)
                return Verdict(word, reason=VERDICTS[code[0][0]] if code else UNKNOWN)
        except UnicodeEncodeError:
            return Verdict(word, reason=UNKNOWN)
        return Verdict(
            word,
            tuple(self.alphabet.names(reading) for reading in readings),
            self.alphabet.points(readings[0]),
        )

    def _readings(self, spelling: str) -> list[str]:
        """The canonical words that a folded spelling can be."""
        readings = self.alphabet.tilings(spelling, self._begins_word)
        return [reading for reading in readings if reading in self._trie]

    def _begins_word(self, canonical: str) -> bool:
        return next(self._trie.iterkeys(canonical), None) is not None

    @cached_property
    def _refused(self) -> Any:
        """The reasons of the refused forms, by folded spelling; opened when first asked for."""
        trie = marisa_trie.BytesTrie()
        trie.frombytes(artefacts.read_artefact(self.folder, artefacts.REFUSED, self.manifest))
        return trie


__all__ = ["Lexicon", "SlovaricaError", "Verdict"]
