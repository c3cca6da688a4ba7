"""The checker: is it a word, how is it laid, what is it worth, and if not, why.

This is the light path: it opens two tries and the bag, and loads neither polars nor the forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import marisa_trie

from slovarica import artefacts
from slovarica.errors import SlovaricaError
from slovarica.reasons import UNKNOWN, VERDICTS, WRONG_TILES
from slovarica.tiles import Alphabet, Tile

NUL = "\0"  # marisa_trie.BytesTrie.get fails on it; no form holds it


class Verdict(NamedTuple):  # it starts in a tenth of the time of a dataclass
    """The answer for one word.

    `word` is the word as asked. An accepted word has its `tilings`, nearly always one, each the
    tiles as printed, and the `points` of the first (of those laid, if tiles were). A refused one
    has a `reason`; if the word was only laid with the wrong tiles, `tilings` are the right ones.
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
        """The tiles of the first tiling."""
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
        self,
        folder: Path,
        manifest: dict[str, Any],
        bag: dict[str, Any],
        trie: Any,
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self.min_tiles: int = bag["min_tiles"]
        self.max_tiles: int = bag["max_tiles"]
        self.lookalikes: dict[str, list[str]] = bag["lookalikes"]
        self.alphabet = Alphabet.of_bag(bag)
        self._trie = trie
        self._digraphs = self.alphabet.digraphs
        splits = self.alphabet.splits
        # With these alone, nothing can be folded into a tile or laid in another way.
        self._certain = "".join(code for code in self.alphabet.by_code if code not in splits)

    @classmethod
    def open(cls, folder: str | Path) -> Lexicon:
        """Open the build in a folder.

        Raises SlovaricaError if there is none, or a file is damaged or of another format.
        """
        folder = Path(folder)
        manifest = artefacts.read_manifest(folder)
        bag = artefacts.read_bag(folder, manifest)
        trie = _open_trie(marisa_trie.Trie(), folder, artefacts.LEXICON, manifest)
        return cls(folder, manifest, bag, trie)

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
            if not canonical.strip(self._certain):
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
                code = None if NUL in spelling else self._refused.get(spelling)
                return Verdict(word, reason=VERDICTS[code[0][0]] if code else UNKNOWN)
        except UnicodeEncodeError:
            return Verdict(word, reason=UNKNOWN)
        return Verdict(
            word,
            tuple(self.alphabet.names(reading) for reading in readings),
            self.alphabet.points(readings[0]),
        )

    def check_tiles(self, tiles: Sequence[str]) -> Verdict:
        """Judge a word as it is laid, tile by tile.

        `tiles` are named as they are printed, in any case; a blank is `?X` or `(X)`, X being the
        tile that it stands for, and is worth 0. A word laid with the wrong tiles is refused as
        `wrong-tiles`, with the right tilings. Raises SlovaricaError for what is no tile.
        """
        laid = [self._laid(tile) for tile in tiles]
        canonical = "".join(tile.code for tile, _ in laid)
        word = " ".join(tiles)
        if canonical in self._trie:
            points = sum(tile.points for tile, blank in laid if not blank)
            return Verdict(word, (self.alphabet.names(canonical),), points)
        verdict = self.check(self.alphabet.spell(canonical))
        if verdict.accepted:
            return Verdict(word, verdict.tilings, reason=WRONG_TILES)
        return Verdict(word, reason=verdict.reason)

    def begins_word(self, spelling: str) -> bool:
        """Whether some word begins with these letters, folded."""
        return any(map(self._may_begin, self.alphabet.tilings(spelling, self._may_begin)))

    def _may_begin(self, reading: str) -> bool:
        """Whether a word begins so, the last letter perhaps being the first one of a digraph."""
        ends = [code for letters, code in self._digraphs if letters[:1] == reading[-1:]]
        return any(map(self._begins_word, (reading, *(reading[:-1] + code for code in ends))))

    def _laid(self, text: str) -> tuple[Tile, bool]:
        """The tile that a text names, and whether a blank stands for it."""
        name = text.strip().upper()
        blank = name.startswith("?") or (name.startswith("(") and name.endswith(")"))
        letters = self.alphabet.fold(name.strip("?()") if blank else name)
        for tile in self.alphabet.tiles:
            if tile.letters == letters:
                return tile, blank
        known = " ".join(tile.name for tile in self.alphabet.tiles)
        raise SlovaricaError(
            f"“{text[:20]}” is no tile; name one of {known}, a blank with the tile "
            "that it stands for, as ?A or (A)"
        )

    def _readings(self, spelling: str) -> list[str]:
        """The canonical words that a folded spelling can be."""
        if len(self.alphabet.join(spelling)) > self.max_tiles:
            return []
        readings = self.alphabet.tilings(spelling, self._begins_word)
        return [reading for reading in readings if reading in self._trie]

    def _begins_word(self, canonical: str) -> bool:
        return next(self._trie.iterkeys(canonical), None) is not None

    @cached_property
    def _refused(self) -> Any:
        """The reasons of the refused forms, by folded spelling; opened when first asked for."""
        return _open_trie(marisa_trie.BytesTrie(), self.folder, artefacts.REFUSED, self.manifest)


def _open_trie(trie: Any, folder: Path, name: str, manifest: dict[str, Any]) -> Any:
    """Open a trie of a build, its checksum verified, and return it."""
    content = artefacts.read_artefact(folder, name, manifest)
    try:
        try:
            trie.mmap(str(folder / name))  # a hundred times faster than a copy of the content
        except UnicodeEncodeError:  # marisa takes only file names in UTF-8
            trie.frombytes(content)
    except RuntimeError:
        raise SlovaricaError(
            f"{folder / name}: is no trie that this version of marisa-trie reads; make the build "
            "again with “slovarica build”"
        ) from None
    return trie
