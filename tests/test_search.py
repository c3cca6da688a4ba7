"""Searches say what a scan of the whole list says, in their order, and keep N+J apart from NJ."""

from __future__ import annotations

import json
import random
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from slovarica import Lexicon, artefacts, search
from slovarica.build import Report
from slovarica.cli import main
from slovarica.errors import SlovaricaError
from slovarica.kwg import WordGraph
from slovarica.tile_matrix import tile_matrix
from slovarica.word_graph import build_word_graph
from slovarica.wordlist import unpack


class Scan:
    """The word list, looked through word by word."""

    def __init__(self, lexicon: Lexicon, words: list[str]) -> None:
        self.tiles = lexicon.alphabet.tiles
        self.points = {tile.code: tile.points for tile in self.tiles}
        self.words = words
        self.set = set(words)
        self.text = "\n".join(words)
        place = {word: number for number, word in enumerate(words)}
        self.place = place.__getitem__
        width = max(map(len, words))
        filled = "".join(word.ljust(width) for word in words).encode("utf-32-le")
        codes = np.frombuffer(filled, "<u4").reshape(len(words), width)
        counts = [(codes == ord(tile.code)).sum(axis=1, dtype=np.int8) for tile in self.tiles]
        self.counts = np.stack(counts, axis=1)

    def lay(self, rack: str) -> list[str]:
        """The words for which the blanks make good what the rack lacks."""
        has = np.array([rack.count(tile.code) for tile in self.tiles], np.int8)
        lacks = np.maximum(self.counts - has, 0).sum(axis=1)
        return [self.words[place] for place in np.flatnonzero(lacks <= rack.count("?"))]

    def fit(self, pattern: str) -> list[str]:
        return re.findall(f"^{pattern.replace('*', '.*')}$", self.text, re.MULTILINE)

    def worth(self, word: str, rack: str | None = None) -> int:
        tiles = Counter(word) if rack is None else Counter(word) & Counter(rack)
        return sum(self.points[code] * count for code, count in tiles.items())

    def ranked(self, words: list[str], rack: str | None = None) -> list[tuple[str, int]]:
        found = [(word, self.worth(word, rack)) for word in words]
        return sorted(found, key=lambda f: (-len(f[0]), -f[1], self.place(f[0])))


@pytest.fixture(scope="module")
def graph(folder: Path, report: Report) -> WordGraph:
    return WordGraph.of_build(folder)


@pytest.fixture(scope="module")
def scan(folder: Path, lexicon: Lexicon) -> Scan:
    return Scan(lexicon, unpack(folder / artefacts.WORDLIST))


@pytest.fixture(scope="module")
def some(lexicon: Lexicon, scan: Scan) -> Scan:
    """Every fiftieth word, for scans by the dozen."""
    return Scan(lexicon, scan.words[::50])


@pytest.fixture(scope="module")
def some_graph(lexicon: Lexicon, some: Scan, tmp_path_factory: pytest.TempPathFactory) -> WordGraph:
    """The graph of these words."""
    path = tmp_path_factory.mktemp("graph") / "some.kwg"
    path.write_bytes(build_word_graph(tile_matrix(lexicon.alphabet, pl.Series(some.words))))
    return WordGraph.open(path, lexicon.alphabet)


def found(graph: WordGraph, query: search.Query) -> list[tuple[str, int]]:
    return [(word.canonical, word.points) for word in search.find(graph, query)]


def spellings(graph: WordGraph, **asked: str) -> list[str]:
    return [word.spelling for word in search.find(graph, search.read_query(graph, **asked))]


def bag(scan: Scan) -> list[str]:
    return [tile.code for tile in scan.tiles for _ in range(tile.count)] + ["?", "?"]


def test_random_racks_give_what_a_scan_gives(graph: WordGraph, scan: Scan) -> None:
    dice = random.Random(1)
    tiles = bag(scan)
    racks = ["".join(dice.sample(tiles, 7)) for _ in range(25)]
    racks += ["".join(dice.sample(tiles[:-2], 5)) + "??" for _ in range(10)]
    racks += ["".join(dice.sample(tiles, size)) for size in (1, 2, 3, 10, 12)]
    for rack in racks:
        assert found(graph, search.Query(rack=rack)) == scan.ranked(scan.lay(rack), rack), rack


def test_the_blanks_of_a_found_word_are_the_tiles_that_the_rack_lacks(
    graph: WordGraph, scan: Scan
) -> None:
    rack = "kǉuč??"
    for word in search.find(graph, search.Query(rack=rack)):
        blanks = [word.canonical[place] for place in word.blanks]
        assert Counter(blanks) == Counter(word.canonical) - Counter(rack)


def test_patterns_give_what_a_scan_gives(graph: WordGraph, scan: Scan) -> None:
    for pattern in ("k.*č", "iǌe*", "inje*", "...", "*kǉuč*", "*nčić", "ž*.ž", "*ǆ*ǆ*", "rad"):
        expected = scan.ranked(scan.fit(pattern))
        assert found(graph, search.Query(patterns=(pattern,))) == expected, pattern


def test_random_patterns_give_what_a_scan_gives(some_graph: WordGraph, some: Scan) -> None:
    dice = random.Random(2)
    for _ in range(50):
        word = dice.choice(some.words)
        pattern = "".join(dice.choice([code, code, code, ".", "*", "*."]) for code in word)
        expected = some.ranked(some.fit(pattern))
        assert found(some_graph, search.Query(patterns=(pattern,))) == expected, pattern


def test_criteria_together_give_what_a_scan_gives(some_graph: WordGraph, some: Scan) -> None:
    dice = random.Random(3)
    codes = [tile.code for tile in some.tiles]
    asked = 0
    for _ in range(50):
        rack = dice.choice([None, "".join(dice.sample(bag(some), 11))])
        patterns = tuple(
            dice.choice(["*{}*", "{}*", "*{}", "*{}.*", "*{}*a*", "......"]).format(code)
            for code in dice.sample(codes[:25], dice.randint(0, 2))
        )
        without = "".join(dice.sample(codes, dice.randint(0, 3)))
        shortest = dice.randint(1, 8)
        longest = dice.randint(shortest, 12)
        words = some.words if rack is None else some.lay(rack)
        fitting = set(words).intersection(*map(some.fit, patterns))
        words = [
            word
            for word in fitting
            if shortest <= len(word) <= longest and not set(word) & set(without)
        ]
        query = search.Query(rack, patterns, without, shortest, longest)
        assert found(some_graph, query) == some.ranked(words, rack), query
        asked += bool(words)
    assert asked > 25


def test_what_a_user_writes_means_what_a_scan_finds(graph: WordGraph, scan: Scan) -> None:
    def asked(**criteria: str) -> set[str]:
        query = search.read_query(graph, **criteria)
        return {word.canonical for word in search.find(graph, query)}

    words = scan.words
    assert asked(extends="ključ") == {w for w in words if "kǉuč" in w and w != "kǉuč"}
    assert asked(extends="KLJUČ", ends="ama") == {
        w for w in words if "kǉuč" in w and w.endswith("ama")
    }
    assert asked(ends="nj a", length="3-4") == {
        w for w in words if w.endswith("ǌa") and 3 <= len(w) <= 4
    }
    assert asked(with_tiles="LJ LJ NJ") == {w for w in words if w.count("ǉ") > 1 and "ǌ" in w}
    assert asked(without="A E I O", length="5") == {
        w for w in words if len(w) == 5 and not set(w) & set("aeio")
    }
    assert asked(pattern="…", length="2-8") == {w for w in words if len(w) == 3}


def test_hooks_are_the_tiles_that_make_words(graph: WordGraph, scan: Scan) -> None:
    dice = random.Random(4)
    for word in dice.sample(scan.words, 300):
        hooks = search.hooks(graph, word)
        assert hooks.before == tuple(t.name for t in scan.tiles if t.code + word in scan.set)
        assert hooks.after == tuple(t.name for t in scan.tiles if word + t.code in scan.set)


def test_n_and_j_are_not_nj(graph: WordGraph) -> None:
    assert "injekcija" in spellings(graph, pattern="I N J E *")
    assert "injekcija" not in spellings(graph, pattern="injekcija")
    assert "njega" in spellings(graph, pattern="NJ...")
    assert "injekcija" in spellings(graph, rack="I N J E K C I J A")
    assert "injekcija" not in spellings(graph, rack="INJEKCIJA")
    assert "nadživi" in spellings(graph, ends="D Ž I V I")
    assert "nadživi" not in spellings(graph, ends="DŽIVI")


def test_a_word_is_laid_as_the_list_lays_it(graph: WordGraph) -> None:
    assert search.read_word(graph, "INJEKCIJA") == "injekcija"
    assert search.read_word(graph, " Injekcij ") == "injekcij"  # begins words
    assert search.read_word(graph, "KLJUČ") == "kǉuč"
    assert search.read_word(graph, "NJNJ") == "ǌǌ"  # no word begins so
    assert search.read_word(graph, "K L J U Č") == "ključ"


@pytest.mark.parametrize(
    "text", ["KLJUČ", "ključ", "kljuc\u030c", "KǈUČ", "K LJ U Č", "  k lj u č "]
)
def test_tiles_are_read_in_any_case_and_normal_form(graph: WordGraph, text: str) -> None:
    assert graph.alphabet.read(text) == "kǉuč"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"rack": "QU"}, "“QU”: “q” is no tile; the tiles are A B C Č Ć D DŽ"),
        ({"rack": "K."}, "“.” is no tile"),
        ({"pattern": "K?"}, "“?” is no tile"),
        ({"ends": "*A"}, "“*” is no tile"),
        ({"pattern": "IN J E"}, "“in” is more than one tile; put blanks between all tiles"),
        ({"extends": "xyz"}, "“x” is no tile"),
        ({"length": "8-2"}, "“8-2”: is no length; write a number of tiles or a span, as 2-8"),
        ({"length": "0"}, "“0”: is no length"),
        ({"length": "two"}, "“two”: is no length"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(
    graph: WordGraph, asked: dict[str, str], said: str
) -> None:
    with pytest.raises(SlovaricaError) as error:
        search.read_query(graph, **asked)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def run(folder: Path, *options: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(main, ["find", "--build", str(folder), *options])
    return result.exit_code, result.output.splitlines()


def test_find_prints_a_word_a_line_the_longest_and_dearest_first(
    folder: Path, graph: WordGraph
) -> None:
    status, lines = run(folder, "--rack", "K LJ U Č A ? ?", "--limit", "2")
    assert status == 0
    assert lines == [
        "brkljaču: (B) (R) K LJ A Č U, 13 points",
        "čovuljak: Č (O) (V) U LJ A K, 13 points",
    ]


def test_find_prints_json(folder: Path, graph: WordGraph) -> None:
    status, lines = run(folder, "--rack", "LJ U Č K ?", "--pattern", "K...", "--json")
    words = [json.loads(line) for line in lines]
    assert status == 0
    assert words[0] == {
        "word": "ključ",
        "tiles": ["K", "LJ", "U", "Č"],
        "points": 12,
        "blanks": [],
    }
    assert all(word["tiles"][0] == "K" for word in words)


def test_find_prints_the_hooks_of_a_word(folder: Path, graph: WordGraph) -> None:
    assert run(folder, "--hooks", "injekcij") == (
        0,
        ["before I N J E K C I J: none", "after I N J E K C I J: A E I O U"],
    )
    status, lines = run(folder, "--hooks", "rad", "--json")
    hooks = json.loads(lines[0])
    assert status == 0
    assert hooks["tiles"] == ["R", "A", "D"]
    assert "G" in hooks["before"]  # grad
    assert "A" in hooks["after"]  # rada


def test_find_says_with_its_status_whether_it_found_something(
    folder: Path, graph: WordGraph
) -> None:
    assert run(folder, "--rack", "NJ NJ") == (1, [])
    assert run(folder, "--hooks", "NJNJ")[0] == 1
    assert run(folder)[0] == 2
    assert run(folder, "--hooks", "rad", "--length", "4")[0] == 2
    assert run(folder / "nowhere", "--rack", "A")[0] == 2


def test_find_searches_another_graph_with_the_tiles_of_the_build(
    folder: Path, graph: WordGraph, tmp_path: Path
) -> None:
    path = tmp_path / "other.kwg"
    path.write_bytes((folder / artefacts.GRAPH).read_bytes())
    assert run(folder, "--graph", str(path), "--pattern", "ključ") == (
        0,
        ["ključ: K LJ U Č, 12 points"],
    )


def test_the_examples_of_the_help_find_something(folder: Path, graph: WordGraph) -> None:
    text = CliRunner().invoke(main, ["find", "--help"]).output
    examples = re.findall(r"^ +slovarica find (--.*)$", text, re.MULTILINE)
    assert len(examples) == 4
    for example in examples:
        status, lines = run(folder, *shlex.split(example))
        assert status == 0
        assert lines


def test_find_does_not_load_the_tables(folder: Path, graph: WordGraph) -> None:
    code = (
        "import sys; from slovarica.cli import main\n"
        f"try: main(['find', '--build', {str(folder)!r}, '--rack', 'KLJUČ'])\n"
        "finally: print('polars' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines()[-1] == "False"
