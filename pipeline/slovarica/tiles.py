"""Spelling ↔ tiles. No other module splits text into tiles.

The canonical word is its sequence of tiles, one code point a tile. A tile of several letters has a
code point of its own (`ǉ` for LJ); a single letter is its own small letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from slovarica.errors import SlovaricaError

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Tile:
    """One piece of the game.

    `name` is what is printed on it (LJ), `code` its code point in canonical words (ǉ), `splittable`
    says whether its letters may also be laid one by one where a split asks for it, `vowel` what
    engines are told that balance a rack.
    """

    name: str
    code: str
    splittable: bool
    count: int
    points: int
    vowel: bool = False

    @property
    def letters(self) -> str:
        """The tile's letters as they stand in a spelling."""
        return self.name.lower()

    def as_dict(self) -> dict[str, Any]:
        """The tile as a JSON object; `Alphabet.of_bag` reads it back."""
        return {
            "tile": self.name,
            "code": self.code,
            "split": self.splittable,
            "vowel": self.vowel,
            "count": self.count,
            "points": self.points,
        }


@dataclass(frozen=True)
class Alphabet:
    """The tiles of an edition in their order."""

    tiles: tuple[Tile, ...]

    @classmethod
    def of_bag(cls, bag: dict[str, Any]) -> Alphabet:
        """The alphabet that stands in the bag.json of a build."""
        return cls(
            tuple(
                Tile(
                    tile["tile"],
                    tile["code"],
                    tile["split"],
                    tile["count"],
                    tile["points"],
                    tile.get("vowel", False),  # the lists of older revisions do not say
                )
                for tile in bag["tiles"]
            )
        )

    @cached_property
    def by_code(self) -> dict[str, Tile]:
        """Tiles by code point, in order."""
        return {tile.code: tile for tile in self.tiles}

    @cached_property
    def digraphs(self) -> tuple[tuple[str, str], ...]:
        """(letters, code) of the tiles of several letters, longest first."""
        several = [(tile.letters, tile.code) for tile in self.tiles if len(tile.letters) > 1]
        return tuple(sorted(several, key=lambda pair: -len(pair[0])))

    @cached_property
    def splits(self) -> dict[str, str]:
        """Code → letters of the tiles that a split may take apart."""
        return {tile.code: tile.letters for tile in self.tiles if tile.splittable}

    @cached_property
    def splittable(self) -> re.Pattern[str]:
        """Finds the tiles of a canonical word that a split may take apart."""
        return re.compile(f"([{re.escape(''.join(self.splits))}])" if self.splits else "((?!))")

    @cached_property
    def order_key(self) -> dict[int, int]:
        """Translation table that makes canonical words sort in tile order."""
        return {ord(tile.code): place for place, tile in enumerate(self.tiles, 1)}

    def fold(self, text: str) -> str:
        """Return a spelling in the form that the word list has.

        1. Canonical composition, so that every Unicode normal form is taken (NFC).
        2. Small letters.
        3. Digraph code points (Ǆ ǅ ǆ …) as the letters that they stand for.
        """
        if not (text.islower() and unicodedata.is_normalized("NFC", text)):
            text = unicodedata.normalize("NFC", text).lower()
        for letters, code in self.digraphs:
            if code in text:
                text = text.replace(code, letters)
        return text

    def join(self, spelling: str) -> str:
        """Return the canonical word of a folded spelling, every digraph taken as one tile."""
        for letters, code in self.digraphs:
            spelling = spelling.replace(letters, code)
        return spelling

    def tilings(self, spelling: str, begins_word: Callable[[str], bool]) -> list[str]:
        """Return the canonical readings of a folded spelling whose every beginning is known.

        `begins_word` says whether a canonical string begins a word; it keeps the number of
        readings small. The reading with every digraph as one tile comes first.
        """
        canonical = self.join(spelling)
        if not self.splittable.search(canonical):
            return [canonical]
        begin, *rest = self.splittable.split(canonical)
        readings = [begin]
        for code, follows in zip(rest[::2], rest[1::2], strict=True):
            longer = (reading + tile for reading in readings for tile in (code, self.splits[code]))
            readings = [reading + follows for reading in longer if begins_word(reading)]
        return readings

    def read(self, text: str, signs: str = "") -> str:
        """Return the canonical form of tiles that a user wrote, in any case and normal form.

        Pieces separated by blanks are one tile each, so that "N J" is N and J; written together,
        every digraph is one tile. The characters of `signs` stand for themselves, anywhere.
        Raises SlovaricaError for anything else.
        """
        pieces = [self.join(piece) for piece in self.fold(text).split()]
        for piece in pieces:
            codes = [char for char in piece if char not in signs]
            for code in codes:
                if code not in self.by_code:
                    tiles = " ".join(tile.name for tile in self.tiles)
                    raise SlovaricaError(f"“{text}”: “{code}” is no tile; the tiles are {tiles}")
            if len(pieces) > 1 and len(codes) > 1:
                raise SlovaricaError(
                    f"“{text}”: “{self.spell(piece)}” is more than one tile; put blanks between "
                    "all tiles or none"
                )
        return "".join(pieces)

    def spell(self, canonical: str) -> str:
        """Return the spelling of a canonical word, in small letters."""
        for letters, code in self.digraphs:
            canonical = canonical.replace(code, letters)
        return canonical

    def names(self, canonical: str) -> tuple[str, ...]:
        """Return the tiles of a canonical word as they are printed: ("K", "LJ", "U", "Č")."""
        return tuple(self.by_code[code].name for code in canonical)

    def points(self, canonical: str) -> int:
        """Return the sum of the tiles' points."""
        return sum(self.by_code[code].points for code in canonical)

    def join_column(self, spelling: pl.Expr) -> pl.Expr:
        """`join` for a column."""
        letters, codes = zip(*self.digraphs, strict=True) if self.digraphs else ((), ())
        return spelling.str.replace_many(list(letters), list(codes))

    def join_split_column(self, spelling: pl.Expr, boundary: pl.Expr) -> pl.Expr:
        """`join` for a column, the two sides of `boundary` (letters before it) apart."""
        head, tail = spelling.str.head(boundary), spelling.str.slice(boundary)
        return self.join_column(head) + self.join_column(tail)

    def spell_column(self, canonical: pl.Expr) -> pl.Expr:
        """`spell` for a column."""
        letters, codes = zip(*self.digraphs, strict=True) if self.digraphs else ((), ())
        return canonical.str.replace_many(list(codes), list(letters))

    def spaced_column(self, canonical: pl.Expr) -> pl.Expr:
        """A column of canonical words as the letters of their tiles, with blanks between."""
        letters = [f"{tile.letters} " for tile in self.tiles]
        return canonical.str.replace_many(list(self.by_code), letters).str.strip_chars_end()

    def order_column(self, canonical: pl.Expr) -> pl.Expr:
        """Sort key of a column of canonical words, in tile order."""
        places = {chr(code): chr(place) for code, place in self.order_key.items()}
        return canonical.str.replace_many(list(places), list(places.values()))
