"""A bag: how many there are of each tile, what each is worth, and whether that adds up.

The bag of an edition stands in its file; bags of other games, for comparison, in sources/bags.
Both say title, source, total (with the blanks), blanks, rack (tiles that a player holds) and tiles.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovarica.errors import SlovaricaError
from slovarica.tiles import Alphabet

# How a bag is derived and tried, unless one asks for something else.
# The second A on a rack helps less than the first: a bag in plain proportion has too many of the
# common tiles. From 0.75 to 0.9 the published bag is nearest to share^alpha, over all words, the
# short ones, the lemmas and running text together (distances of 52 in sum, 68 at 0.65 and at 1).
ALPHA = 0.8
MAX_ALPHA = 3  # beyond it the commonest letter has nearly all the tiles
MINIMUM = 1  # every letter of the alphabet can be laid without a blank
POINTS = (1, 2, 3, 4, 5, 8, 10)  # the values of the English Scrabble, and of most since
RACKS = 20_000  # the gain of a tile that is there once is then known to a tenth of a point
SEED = 1


MOST = 1_000_000  # tiles or points: no game has more, and a rack drawn of more fills the memory


@dataclass(frozen=True)
class Bag:
    """A bag as it is published. `counts` and `points` are by tile, as printed."""

    title: str
    source: str
    total: int
    blanks: int
    rack: int
    counts: dict[str, int]
    points: dict[str, int]

    @property
    def lettered(self) -> int:
        """The tiles that are no blanks."""
        return sum(self.counts.values())

    def misfit(self, alphabet: Alphabet) -> str | None:
        """What keeps the bag from being one of this alphabet: missing tiles, or tiles outside."""
        names = [tile.name for tile in alphabet.tiles]
        missing = [name for name in names if not self.counts.get(name)]
        outside = [name for name in self.counts if name not in names]
        found = []
        if outside:
            found.append(f"{' '.join(outside)} outside it")
        if missing:
            found.append(f"no {' '.join(missing)}")
        return f"the bag does not fit the alphabet: {'; '.join(found)}" if found else None

    def miscount(self) -> str | None:
        """What is wrong with the total, if anything is."""
        found = self.lettered + self.blanks
        if found == self.total:
            return None
        return (
            f"the bag does not add up: {self.lettered} lettered tiles and {self.blanks} blanks are "
            f"{found}, not the {self.total} of its total"
        )


def read_bag(path: Path) -> Bag:
    """Read the bag in a file of sources/bags or sources/editions.

    Raises SlovaricaError for a file that is missing or malformed, a tile that stands twice, and a
    negative number. Whether the bag adds up is for `misfit` and `miscount` to say.
    """
    try:
        with path.open("rb") as file:
            settings = tomllib.load(file)
    except (OSError, UnicodeDecodeError) as error:
        raise SlovaricaError(f"{path}: cannot be read ({error}); name a bag’s file") from None
    except tomllib.TOMLDecodeError as error:
        raise SlovaricaError(f"{path}: is no valid TOML: {error}; mend that line") from None

    def number(table: dict[str, Any], key: str, inside: str = "") -> int:
        value = table.get(key)
        if type(value) is not int or not 0 <= value <= MOST:
            raise SlovaricaError(
                f"{path}: {inside}“{key}” must be a number of at least 0, at most {MOST:,}; set it"
            )
        return value

    def text(table: dict[str, Any], key: str, inside: str = "") -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value:
            raise SlovaricaError(f"{path}: {inside}“{key}” must be a text; set it")
        return value

    tables = settings.get("tiles")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise SlovaricaError(
            f'{path}: “tiles” must be a list of tables as {{tile = "A", count = 11, points = 1}}'
        )
    names = [text(table, "tile", f"tile {place}: ") for place, table in enumerate(tables, 1)]
    for name, times in Counter(names).items():
        if times > 1:
            raise SlovaricaError(f"{path}: the tile {name} stands {times} times; keep one")
    return Bag(
        title=text(settings, "title"),
        source=text(settings, "source"),
        total=number(settings, "total"),
        blanks=number(settings, "blanks"),
        rack=number(settings, "rack"),
        counts={n: number(t, "count", f"{n}: ") for n, t in zip(names, tables, strict=True)},
        points={n: number(t, "points", f"{n}: ") for n, t in zip(names, tables, strict=True)},
    )


def bag_toml(bag: Bag) -> str:
    """Return a bag as the text of a file that `read_bag` reads."""
    tiles = [
        f'  {{ tile = "{name}", count = {count}, points = {bag.points[name]} }},'
        for name, count in bag.counts.items()
    ]
    return "\n".join(
        [
            f"title = {json.dumps(bag.title, ensure_ascii=False)}",  # TOML quotes as JSON does
            f"source = {json.dumps(bag.source, ensure_ascii=False)}",
            "",
            f"total = {bag.total}",
            f"blanks = {bag.blanks}",
            f"rack = {bag.rack}",
            "",
            "tiles = [",
            *tiles,
            "]",
        ]
    )
