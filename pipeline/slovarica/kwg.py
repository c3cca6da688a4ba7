"""The layout of a .kwg file, the Kurnia Word Graph (pipeline/formats/kwg.md), and its reader."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slovarica import artefacts
from slovarica.errors import SlovaricaError
from slovarica.tiles import Alphabet

# One node: tile (bits 31-24), accepts (23), is-end (22), first node of what follows (21-0).
NODE = np.dtype("<u4")
TILE_SHIFT = 24
ACCEPTS = 1 << 23
IS_END = 1 << 22
ARC = IS_END - 1
MAX_NODES = 1 << 22  # that 22 bits can number
ROOTS = 2  # node 0 leads to the forward graph, node 1 to the reversed prefixes
SEPARATOR = 0  # the tile between the reversed and the forward part of a path
# A path of more tiles is taken for a loop. Boards are 15 or 21 wide; this keeps the check short.
LONGEST_PATH = 64

Nodes = NDArray[np.uint32]


class WordGraph:
    """The words of a .kwg file, by the tiles of an alphabet. Made with `open` or `of_build`."""

    def __init__(self, nodes: memoryview[int], alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.root = nodes[0] & ARC
        self._nodes = nodes
        self._siblings: dict[int, tuple[tuple[int, bool, int], ...]] = {}
        self._codes = ["", *alphabet.by_code]

    @classmethod
    def open(cls, path: Path, alphabet: Alphabet) -> WordGraph:
        """Map a .kwg file into memory. A graph of reversed prefixes in it is checked, not used.

        Raises SlovaricaError for a file that cannot be read, or is no such graph over the tiles
        of the alphabet: no lookup can leave the file or run in a loop.
        """
        try:
            with path.open("rb") as file:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:  # ValueError: the file is empty
            raise SlovaricaError(f"{path}: cannot be read ({error}); name a .kwg file") from None
        if len(mapped) % NODE.itemsize or len(mapped) > MAX_NODES * NODE.itemsize:
            raise SlovaricaError(
                f"{path}: is no .kwg file: {len(mapped)} bytes are not up to {MAX_NODES} nodes of "
                "4; make it again or name another"
            )
        nodes = np.frombuffer(mapped, NODE).astype(np.uint32, copy=False)
        _check(nodes, len(alphabet.tiles), path)
        return cls(nodes.data, alphabet)

    @classmethod
    def of_build(cls, folder: Path) -> WordGraph:
        """Open the word graph of a build. Raises SlovaricaError if a file is not the manifest's."""
        manifest = artefacts.read_manifest(folder)
        artefacts.read_artefact(folder, artefacts.GRAPH, manifest)
        alphabet = Alphabet.of_bag(artefacts.read_bag(folder, manifest))
        return cls.open(folder / artefacts.GRAPH, alphabet)

    def siblings(self, node: int) -> tuple[tuple[int, bool, int], ...]:
        """Return the list that begins with a node: (tile number, accepts, first node after it)."""
        found = self._siblings.get(node)
        if found is None:
            place, last = node, False
            siblings = []
            while not last:
                value = self._nodes[place]
                siblings.append((value >> TILE_SHIFT, bool(value & ACCEPTS), value & ARC))
                place, last = place + 1, bool(value & IS_END)
            found = self._siblings[node] = tuple(siblings)
        return found

    def follow(self, canonical: str) -> tuple[bool, int] | None:
        """Walk along tiles from the root.

        Returns whether they are a word and the first node of what can follow (0: nothing), or
        None if no word begins so.
        """
        reached = (False, self.root)
        for code in canonical:
            tile = self.alphabet.order_key.get(ord(code))
            siblings = self.siblings(reached[1]) if reached[1] else ()
            found = [(accepts, child) for number, accepts, child in siblings if number == tile]
            if not found:
                return None
            reached = found[0]
        return reached

    def __contains__(self, canonical: str) -> bool:
        """Whether a canonical word is in the graph."""
        reached = self.follow(canonical)
        return reached is not None and reached[0]

    def begins_word(self, canonical: str) -> bool:
        """Whether a word begins with these tiles, or is these tiles."""
        return self.follow(canonical) is not None

    def words(self) -> Iterator[str]:
        """Yield the canonical words, in tile order."""

        def below(node: int, begun: str) -> Iterator[str]:
            for tile, accepts, child in self.siblings(node):
                word = begun + self._codes[tile]
                if accepts:
                    yield word
                if child:
                    yield from below(child, word)

        if self.root:
            yield from below(self.root, "")


def _check(nodes: Nodes, tiles: int, path: Path) -> None:
    """Raise SlovaricaError unless the nodes are a graph over so many tiles, or two."""
    if int(nodes[0]) & ~ARC != IS_END:
        raise _fault(path, "node 0 is no root")
    if not nodes[-1] & IS_END:
        raise _fault(path, "the last list of siblings has no end")
    # A file with a forward graph alone may have an ordinary node in place 1, with a tile.
    has_root = len(nodes) > 1 and int(nodes[1]) >> TILE_SHIFT == SEPARATOR
    reversed_part = _reached(nodes, nodes[1 : 1 + has_root] & ARC, path)
    turns = reversed_part[nodes[reversed_part] >> TILE_SHIFT == SEPARATOR]
    forward_part = _reached(nodes, nodes[np.append(turns, 0)] & ARC, path)
    _check_lists(nodes, reversed_part, SEPARATOR, tiles, path)
    _check_lists(nodes, forward_part, SEPARATOR + 1, tiles, path)


def _reached(nodes: Nodes, starts: NDArray[Any], path: Path) -> NDArray[np.intp]:
    """Return the places of the nodes that are reached from lists, short of the separators' arcs.

    Goes from all lists at a time to those that follow, so that a loop shows as an endless path.
    """
    ends = np.flatnonzero(nodes & IS_END)
    reached = np.zeros(len(nodes), bool)
    for _ in range(LONGEST_PATH + 1):
        starts = np.unique(starts[starts != 0])
        if not len(starts):
            return np.flatnonzero(reached)
        if starts[-1] >= len(nodes):
            raise _fault(path, f"an arc leads to node {starts[-1]} of {len(nodes)}")
        steps = np.zeros(len(nodes) + 1, np.int64)
        steps[starts] = 1
        steps -= np.bincount(ends[np.searchsorted(ends, starts)] + 1, minlength=len(steps))
        level = np.cumsum(steps[:-1]) > 0
        reached |= level
        inner = nodes[level]
        starts = inner[inner >> TILE_SHIFT != SEPARATOR] & ARC
    raise _fault(path, f"it has a loop, or a path of more than {LONGEST_PATH} tiles")


def _check_lists(
    nodes: Nodes, part: NDArray[np.intp], lowest: int, highest: int, path: Path
) -> None:
    """Raise SlovaricaError unless tiles are of the alphabet, ascend in lists and lead to words."""
    tile = nodes >> TILE_SHIFT
    foreign = part[(tile[part] < lowest) | (tile[part] > highest)]
    if len(foreign):
        place = foreign[0]
        raise _fault(path, f"node {place} has tile {tile[place]}, outside {lowest} to {highest}")
    inner = part[nodes[part] & IS_END == 0]
    unsorted = inner[tile[inner] >= tile[inner + 1]]
    if len(unsorted):
        raise _fault(path, f"the tiles do not ascend from node {unsorted[0]} to the next")
    dead = part[nodes[part] & (ARC | ACCEPTS) == 0]
    if len(dead):
        raise _fault(path, f"node {dead[0]} neither ends a word nor leads on")


def _fault(path: Path, unsound: str) -> SlovaricaError:
    return SlovaricaError(
        f"{path}: is no sound word graph of this alphabet: {unsound}; make the file again or name "
        "another"
    )
