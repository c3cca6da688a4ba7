"""Search in the word graph: by rack, by pattern, by what goes before and after a word.

A search walks the graph from its root with the tiles of the rack in hand and all patterns in step,
and turns back where no word can follow that fits the patterns.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

from slovarica.errors import SlovaricaError
from slovarica.kwg import LONGEST_PATH, WordGraph
from slovarica.tiles import Alphabet

BLANK = "?"
ONE, MANY = ".", "*"  # in a pattern: any tile; any number of tiles, also none


@dataclass(frozen=True)
class Query:
    """What words must be like. Tiles are canonical, one code point each.

    `rack`: laid with these tiles, or some of them; BLANK is any tile. None: with any tiles.
    `patterns`: fit every one of these, made of tiles, ONE and MANY.
    `without`: none of these tiles.
    `shortest`, `longest`: number of tiles.
    """

    rack: str | None = None
    patterns: tuple[str, ...] = ()
    without: str = ""
    shortest: int = 1
    longest: int = LONGEST_PATH


@dataclass(frozen=True, slots=True)
class Found:
    """A word that was found.

    `canonical` is the word, `tiles` are its tiles as printed, `points` their sum. `blanks` are the
    places (from 0) of the tiles for which the rack had only a blank, which is worth nothing.
    """

    canonical: str
    spelling: str
    tiles: tuple[str, ...]
    points: int
    blanks: tuple[int, ...]

    @property
    def text(self) -> str:
        """The word as one reads it: ključeva: K LJ U Č (E) V A, 14 points."""
        shown = (
            f"({tile})" if place in self.blanks else tile for place, tile in enumerate(self.tiles)
        )
        return f"{self.spelling}: {' '.join(shown)}, {self.points} points"

    def as_dict(self) -> dict[str, Any]:
        """The word as a JSON object: word, tiles, points, blanks."""
        return {
            "word": self.spelling,
            "tiles": self.tiles,
            "points": self.points,
            "blanks": self.blanks,
        }


@dataclass(frozen=True, slots=True)
class Hooks:
    """The tiles that make a word of `tiles` when one of them is put before, or after.

    All are as printed, and in the order of the alphabet.
    """

    tiles: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def text(self) -> str:
        """The hooks as two lines."""
        lines = (("before", self.before), ("after", self.after))
        word = " ".join(self.tiles)
        return "\n".join(f"{side} {word}: {' '.join(tiles) or 'none'}" for side, tiles in lines)

    def as_dict(self) -> dict[str, Any]:
        """The hooks as a JSON object: tiles, before, after."""
        return {"tiles": self.tiles, "before": self.before, "after": self.after}


def read_query(
    graph: WordGraph,
    *,
    rack: str | None = None,
    pattern: str | None = None,
    extends: str | None = None,
    ends: str | None = None,
    length: str | None = None,
    with_tiles: str = "",
    without: str = "",
) -> Query:
    """Return the query for what a user wrote; how tiles are written, `Alphabet.read` says.

    `rack` has tiles and BLANKs; `pattern` tiles, ONE and MANY ("…" is three ONEs); `extends` a
    word that stands in longer ones; `ends` the last tiles; `length` "5" or "2-8"; `with_tiles`
    tiles that occur, each as often as it is named. Raises SlovaricaError for what is none of this.
    """
    alphabet = graph.alphabet
    for name, written in (
        ("rack", rack),
        ("pattern", pattern),
        ("extends", extends),
        ("ends", ends),
        ("length", length),
    ):
        if written is not None and not written.strip():
            raise SlovaricaError(f"--{name} is empty; write its tiles, or leave it out")
    patterns = []
    shortest, longest = _read_length(length) if length else (1, LONGEST_PATH)
    if pattern is not None:
        patterns.append(alphabet.read(pattern.replace("…", "..."), ONE + MANY))
    if extends is not None:
        word = read_word(graph, extends)
        patterns.append(MANY + word + MANY)
        shortest = max(shortest, len(word) + 1)
    if ends is not None:
        patterns.append(MANY + alphabet.read(ends))
    needed = alphabet.read(with_tiles)
    patterns += [MANY + (code + MANY) * needed.count(code) for code in sorted(set(needed))]
    return Query(
        rack=None if rack is None else alphabet.read(rack, BLANK),
        patterns=tuple(patterns),
        without=alphabet.read(without),
        shortest=shortest,
        longest=longest,
    )


def read_word(graph: WordGraph, text: str) -> str:
    """Return the tiles of a word, or the beginning of one, that a user wrote.

    Written together, it is laid as the word list lays it (INJEKCIJA with N and J); if no word
    begins so, every digraph is one tile. With blanks between the tiles, it is as written. Raises
    SlovaricaError for a letter without a tile.
    """
    if len(text.split()) == 1:
        readings = graph.alphabet.tilings(graph.alphabet.fold(text.strip()), graph.begins_word)
        for known in (graph.__contains__, graph.begins_word):
            for reading in filter(known, readings):
                return reading
    return graph.alphabet.read(text)


def _read_length(text: str) -> tuple[int, int]:
    parts = re.fullmatch(r"(\d+)(?:-(\d+))?", text.strip())
    shortest, longest = (int(parts[1]), int(parts[2] or parts[1])) if parts else (0, 0)
    if not 1 <= shortest <= longest:
        raise SlovaricaError(f"“{text}”: is no length; write a number of tiles or a span, as 2-8")
    return shortest, longest


def hooks(graph: WordGraph, word: str) -> Hooks:
    """Return the tiles that make a word of the canonical `word`, which need not be one itself."""
    tiles = graph.alphabet.tiles
    return Hooks(
        graph.alphabet.names(word),
        tuple(tile.name for tile in tiles if tile.code + word in graph),
        tuple(tile.name for tile in tiles if word + tile.code in graph),
    )


def find(graph: WordGraph, query: Query, limit: int | None = None) -> list[Found]:
    """Return the words that a query asks for, at most `limit`.

    The longest come first, then the dearest, then those earlier in tile order.
    """
    tiles = graph.alphabet.tiles
    patterns = _Patterns(graph.alphabet, query.patterns or (MANY,), query.without)
    # By the number of the tile, which counts from 1. Without a rack no tile runs short.
    points = [0, *(tile.points for tile in tiles)]
    left = [LONGEST_PATH] * (len(tiles) + 1)
    if query.rack is not None:
        left = [0, *(query.rack.count(tile.code) for tile in tiles)]
    found: list[tuple[int, int, tuple[int, ...]]] = []
    laid: list[int] = []  # the tiles so far; one laid with a blank is negative

    @functools.cache
    def leads_on(node: int, state: int) -> bool:
        """Whether a word that fits the patterns goes on with the list of this node."""
        row = patterns.row(state)
        return any(
            row[tile]
            and ((accepts and patterns.fit(row[tile])) or (child and leads_on(child, row[tile])))
            for tile, accepts, child in graph.siblings(node)
        )

    def walk(node: int, state: int, blanks: int, value: int) -> None:
        row = patterns.row(state)
        for tile, accepts, child in graph.siblings(node):
            following = row[tile]
            in_hand = left[tile] > 0
            if not following or not (in_hand or blanks):
                continue
            laid.append(tile if in_hand else -tile)
            left[tile] -= in_hand
            worth = value + points[tile] * in_hand
            if accepts and len(laid) >= query.shortest and patterns.fit(following):
                found.append((-len(laid), -worth, tuple(laid)))
            if child and len(laid) < query.longest and leads_on(child, following):
                walk(child, following, blanks - (not in_hand), worth)
            left[tile] += in_hand
            laid.pop()

    if graph.root:
        walk(graph.root, patterns.start, (query.rack or "").count(BLANK), 0)
    # The walk comes by the words in tile order, and sorting keeps it.
    found.sort(key=lambda word: word[:2])
    return [_found(graph.alphabet, word, -worth) for _, worth, word in found[:limit]]


def _found(alphabet: Alphabet, laid: tuple[int, ...], points: int) -> Found:
    canonical = "".join(alphabet.tiles[abs(tile) - 1].code for tile in laid)
    blanks = tuple(place for place, tile in enumerate(laid) if tile < 0)
    return Found(canonical, alphabet.spell(canonical), alphabet.names(canonical), points, blanks)


class _Patterns:
    """Patterns that a word must fit all at once, as one automaton over tiles.

    Each pattern has a row of bits, one for each of its tiles and ONEs and one for its end; a bit is
    set where a reading of the pattern stands ("shift-and", Baeza-Yates and Gonnet 1992). A state
    is the number that these bits make, or 0 when a pattern has no reading left.
    """

    def __init__(self, alphabet: Alphabet, patterns: tuple[str, ...], without: str) -> None:
        self.start = self._stays = self._ends = 0
        self._takes = [0] * (len(alphabet.tiles) + 1)
        self._of_pattern = []
        self._rows: dict[int, tuple[int, ...]] = {}
        bit = 1
        for pattern in patterns:
            first = bit
            for sign in pattern:
                if sign == MANY:
                    self._stays |= bit
                    continue
                for number, tile in enumerate(alphabet.tiles, 1):
                    if sign in (ONE, tile.code):
                        self._takes[number] |= bit
                bit <<= 1
            self.start |= first
            self._ends |= bit
            bit <<= 1
            self._of_pattern.append(bit - first)
        self._tiles = [tile.code not in without for tile in alphabet.tiles]

    def row(self, state: int) -> tuple[int, ...]:
        """Return the states that follow a state, by the number of the tile."""
        if state not in self._rows:
            following = [
                (state & takes) << 1 | state & self._stays if allowed else 0
                for takes, allowed in zip(self._takes, [False, *self._tiles], strict=True)
            ]
            self._rows[state] = tuple(
                reached if all(reached & bits for bits in self._of_pattern) else 0
                for reached in following
            )
        return self._rows[state]

    def fit(self, state: int) -> bool:
        """Whether a word that ends in this state fits all patterns."""
        return state & self._ends == self._ends
