"""The word graph is minimal and has all words, nothing else; read here by the format's page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from slovarica import Lexicon, artefacts, kwg, word_graph
from slovarica.build import Report
from slovarica.errors import SlovaricaError
from slovarica.wordlist import unpack

Word = tuple[int, ...]
List = tuple[tuple[int, bool, int], ...]

KEY = [(15, 17, 27, 4), (15, 17, 27, 4, 1), (15, 17, 27, 4, 27), (15, 27, 4)]  # KLJUČ(A, U), KUČ


class Walker:
    """Reads a .kwg byte by byte, as pipeline/formats/kwg.md says."""

    def __init__(self, content: bytes) -> None:
        assert len(content) % 4 == 0
        self.content = content

    def node(self, index: int) -> tuple[int, bool, bool, int]:
        low, middle, high, tile = self.content[4 * index : 4 * index + 4]
        return tile, high & 0x80 > 0, high & 0x40 > 0, (high & 0x3F) << 16 | middle << 8 | low

    def siblings(self, index: int) -> List:
        found = []
        while True:
            tile, accepts, is_end, arc = self.node(index)
            found.append((tile, accepts, arc))
            if is_end:
                return tuple(found)
            index += 1

    def root(self, index: int) -> int:
        tile, accepts, is_end, arc = self.node(index)
        assert (tile, accepts, is_end) == (0, False, True)
        return arc

    def lists(self, *starts: int) -> dict[int, List]:
        """All lists that can be reached from these, by their first node."""
        found: dict[int, List] = {}
        todo = [start for start in starts if start]
        while todo:
            start = todo.pop()
            if start not in found:
                found[start] = self.siblings(start)
                todo += [arc for _, _, arc in found[start] if arc]
        return found

    def paths(self, start: int) -> Iterator[Word]:
        """All paths that end in an accepting node, in the order of the file."""
        lists = self.lists(start)

        def below(begun: Word, siblings: List) -> Iterator[Word]:
            for tile, accepts, arc in siblings:
                if accepts:
                    yield (*begun, tile)
                if arc:
                    yield from below((*begun, tile), lists[arc])

        if start:
            yield from below((), lists[start])


def matrix(words: list[Word]) -> word_graph.Tiles:
    rows = np.zeros((len(words), max(map(len, words), default=0)), np.uint8)
    for row, word in zip(rows, words, strict=True):
        row[: len(word)] = word
    return rows


def gaddag_paths(word: Word) -> set[Word]:
    turned = {(*word[:i][::-1], 0, *word[i:]) for i in range(1, len(word))}
    return {word[::-1], *turned}


@pytest.fixture(scope="session")
def words(folder: Path, lexicon: Lexicon) -> list[Word]:
    """All words as tile numbers, from the list of tiles that the build writes."""
    numbers = {tile.letters: place for place, tile in enumerate(lexicon.alphabet.tiles, 1)}
    lines = (folder / artefacts.TILES).read_text("utf-8").splitlines()
    return [tuple(numbers[tile] for tile in line.split(" ")) for line in lines]


@pytest.fixture(scope="session")
def graph(folder: Path, report: Report) -> Walker:
    return Walker((folder / artefacts.GRAPH).read_bytes())


def test_the_graph_holds_every_word_in_tile_order_and_nothing_else(
    graph: Walker, words: list[Word]
) -> None:
    assert list(graph.paths(graph.root(0))) == words


def test_it_takes_at_most_055_bytes_a_word(graph: Walker, words: list[Word]) -> None:
    assert len(graph.content) <= 0.55 * len(words)


def test_it_has_no_reversed_graph(graph: Walker) -> None:
    assert graph.root(1) == 0


def test_siblings_ascend_and_every_node_leads_to_a_word(graph: Walker) -> None:
    for siblings in graph.lists(graph.root(0)).values():
        tiles = [tile for tile, _, _ in siblings]
        assert tiles == sorted(set(tiles))
        assert 1 <= tiles[0] <= tiles[-1] <= 30
        assert all(accepts or arc for _, accepts, arc in siblings)


def test_no_two_lists_of_the_graph_have_the_same_continuations(graph: Walker) -> None:
    """By Moore's refinement: lists fall apart into classes until none can be told from another."""
    lists = graph.lists(graph.root(0))
    classes = dict.fromkeys(lists, 0) | {0: -1}
    count = 1
    while True:
        seen: dict[List, int] = {}
        refined = {
            start: seen.setdefault(
                tuple((tile, accepts, classes[arc]) for tile, accepts, arc in siblings), len(seen)
            )
            for start, siblings in lists.items()
        }
        classes = refined | {0: -1}
        if len(seen) == count:
            break
        count = len(seen)
    assert count == len(lists)


def test_no_node_lies_in_the_file_for_nothing(graph: Walker) -> None:
    lists = graph.lists(graph.root(0))
    used = {start + place for start, siblings in lists.items() for place in range(len(siblings))}
    assert len(used) + 2 == len(graph.content) // 4


def test_short_words_have_as_many_lists_as_they_have_sets_of_continuations(
    words: list[Word],
) -> None:
    """Counted from the words alone, without a graph."""
    short = [word for word in words if len(word) <= 5]
    continuations: dict[Word, set[Word]] = {}
    for word in short:
        for length in range(len(word)):
            continuations.setdefault(word[:length], set()).add(word[length:])
    walker = Walker(word_graph.build_word_graph(matrix(short)))
    assert list(walker.paths(walker.root(0))) == short
    assert len(walker.lists(walker.root(0))) == len(set(map(frozenset, continuations.values())))


def test_the_graph_is_that_of_the_packed_list(
    graph: Walker, folder: Path, lexicon: Lexicon
) -> None:
    order = lexicon.alphabet.order_key
    words = [
        tuple(order[ord(code)] for code in word) for word in unpack(folder / artefacts.WORDLIST)
    ]
    assert word_graph.build_word_graph(matrix(words)) == graph.content


def test_no_words_make_a_graph_of_two_roots() -> None:
    walker = Walker(word_graph.build_word_graph(matrix([])))
    assert (walker.root(0), walker.root(1), len(walker.content)) == (0, 0, 8)


def test_the_gaddag_of_few_words_holds_their_reversed_prefixes_and_nothing_else() -> None:
    walker = Walker(word_graph.build_gaddag(matrix(KEY)))
    assert list(walker.paths(walker.root(0))) == KEY
    paths = list(walker.paths(walker.root(1)))
    assert paths == sorted(set().union(*map(gaddag_paths, KEY)))
    assert (4, 27, 17, 15) in paths  # Č U LJ K
    assert (17, 15, 0, 27, 4) in paths  # LJ K · U Č


def test_the_gaddag_of_short_words_holds_their_reversed_prefixes_and_nothing_else(
    words: list[Word],
) -> None:
    short = [word for word in words if len(word) <= 4]
    walker = Walker(word_graph.build_gaddag(matrix(short)))
    assert list(walker.paths(walker.root(1))) == sorted(set().union(*map(gaddag_paths, short)))


@pytest.fixture(scope="session")
def gaddag(words: list[Word]) -> Walker:
    return Walker(word_graph.build_gaddag(matrix(words)))


def test_the_gaddag_has_a_path_for_every_tile_of_every_word(
    gaddag: Walker, words: list[Word]
) -> None:
    lists = gaddag.lists(gaddag.root(1))
    counts: dict[int, int] = {0: 0}
    todo = [gaddag.root(1)]
    while todo:
        open_arcs = [arc for _, _, arc in lists[todo[-1]] if arc not in counts]
        if open_arcs:
            todo += open_arcs
            continue
        start = todo.pop()
        counts[start] = sum(accepts + counts[arc] for _, accepts, arc in lists[start])
    assert counts[gaddag.root(1)] == sum(map(len, words))


def test_the_gaddag_holds_the_paths_of_words_picked_at_random(
    gaddag: Walker, words: list[Word]
) -> None:
    for word in words[:: len(words) // 500]:
        for path in gaddag_paths(word):
            arc, accepts = gaddag.root(1), False
            for tile in path:
                (accepts, arc), *_ = [node[1:] for node in gaddag.siblings(arc) if node[0] == tile]
            assert accepts


def test_the_forward_half_beside_a_gaddag_is_the_graph_of_the_build(
    gaddag: Walker, graph: Walker
) -> None:
    assert gaddag.content[:4] == graph.content[:4]
    assert gaddag.content[8 : len(graph.content)] == graph.content[8:]


def test_a_graph_with_too_many_nodes_for_22_bits_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kwg, "MAX_NODES", 10)
    assert word_graph.build_word_graph(matrix(KEY))
    with pytest.raises(SlovaricaError, match=r"has \d+ nodes, but .* at most 10; take fewer words"):
        word_graph.build_gaddag(matrix(KEY))
