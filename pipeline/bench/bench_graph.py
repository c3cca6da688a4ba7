"""Measurements of the word graph, for `make bench`."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import polars as pl

from slovarica import artefacts, search, word_graph
from slovarica.kwg import WordGraph
from slovarica.tile_matrix import tile_matrix
from slovarica.wordlist import unpack


def measure(folder: Path) -> list[tuple[str, str]]:
    """Return times and sizes of the word graph of the build in `folder`, as label and value."""
    graph = WordGraph.of_build(folder)
    alphabet = graph.alphabet
    words = unpack(folder / artefacts.WORDLIST)
    tiles = tile_matrix(alphabet, pl.Series(words))
    size = (folder / artefacts.GRAPH).stat().st_size
    rows = [
        ("word graph, bytes a word", f"{size / len(words):.3f}"),
        ("word graph, build", _seconds(lambda: word_graph.build_word_graph(tiles))),
        ("word graph, build with GADDAG", _seconds(lambda: word_graph.build_gaddag(tiles))),
        ("word graph, open and check", _milliseconds([lambda: WordGraph.of_build(folder)] * 20)),
    ]
    dice = random.Random(1)
    bag = [tile.code for tile in alphabet.tiles for _ in range(tile.count)]
    for blanks in (0, 2):
        racks = ["".join(dice.sample(bag, 7 - blanks)) + "?" * blanks for _ in range(200)]
        queries = [search.Query(rack=rack) for rack in racks]
        searches = [partial(search.find, graph, query) for query in queries]
        rows.append((f"rack of seven, {blanks} blanks", _milliseconds(searches)))
    for asked in ({"pattern": "K.*Č"}, {"extends": "ključ"}, {"ends": "ama", "length": "5"}):
        query = search.read_query(graph, **asked)
        name = " ".join(f"--{option} {text}" for option, text in asked.items())
        rows.append((f"find {name}", _milliseconds([partial(search.find, graph, query)] * 5)))
    return rows


def _seconds(work: Callable[[], object]) -> str:
    begin = time.perf_counter()
    work()
    return f"{time.perf_counter() - begin:.2f} s"


def _milliseconds(works: Sequence[Callable[[], object]]) -> str:
    """The median time, and the longest."""
    times = []
    for work in works:
        begin = time.perf_counter()
        work()
        times.append((time.perf_counter() - begin) * 1000)
    return f"{statistics.median(times):.1f} ms (at most {max(times):.1f} ms)"
