"""Opening a word graph: what is damaged or foreign gives one clear error, no hang, no crash."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import marisa_trie
import numpy as np
import pytest
from click.testing import CliRunner

from slovarica import artefacts
from slovarica.build import Report
from slovarica.cli import main
from slovarica.errors import SlovaricaError
from slovarica.kwg import WordGraph
from slovarica.tiles import Alphabet, Tile
from slovarica.word_graph import build_gaddag, build_word_graph

ACCEPTS, IS_END = 1 << 23, 1 << 22
# KLJUČ, KLJUČA, KLJUČU and KUČ as tile numbers.
TILES = np.array(
    [[15, 17, 27, 4, 0], [15, 17, 27, 4, 1], [15, 17, 27, 4, 27], [15, 27, 4, 0, 0]], np.uint8
)
WORDS = ["kǉuč", "kǉuča", "kǉuču", "kuč"]


@pytest.fixture(scope="module")
def alphabet() -> Alphabet:
    """The one of KLJUČ: thirty tiles."""
    codes = "abcčćdǆđefghijklǉmnǌoprsštuvzž"
    names = {"ǆ": "DŽ", "ǉ": "LJ", "ǌ": "NJ"}
    return Alphabet(tuple(Tile(names.get(c, c.upper()), c, c in "ǆǌ", 1, 1) for c in codes))


def packed(*nodes: int) -> bytes:
    return struct.pack(f"<{len(nodes)}I", *nodes)


def node(tile: int, arc: int = 0, flags: int = 0) -> int:
    return tile << 24 | flags | arc


# The words K and KU, in order: the roots, K, U.
ROOTS = (node(0, 2, IS_END), node(0, 0, IS_END))
K, U = node(15, 3, ACCEPTS | IS_END), node(27, 0, ACCEPTS | IS_END)

FAULTS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "cannot be read"),
    "cut inside a node": (packed(*ROOTS, K, U)[:-1], "15 bytes are not up to"),
    "cut between nodes": (packed(*ROOTS, K), "an arc leads to node 3 of 3"),
    "cut inside a list": (packed(*ROOTS, K, node(1, 0, ACCEPTS), U)[:-4], "has no end"),
    "too large": (packed(*ROOTS, K, U) + bytes(1 << 24), "are not up to 4194304 nodes"),
    "text": (b"klju\xc4\x8d\nku\xc4\x8d\n", "node 0 is no root"),
    "zeros": (bytes(400), "node 0 is no root"),
    "arc out of the file": (packed(*ROOTS, K, node(27, 4, ACCEPTS | IS_END)), "node 4 of 4"),
    "root out of the file": (packed(node(0, 9, IS_END), ROOTS[1], K, U), "node 9 of 4"),
    "node that follows itself": (packed(*ROOTS, node(15, 2, IS_END)), "loop"),
    "loop of two": (packed(*ROOTS, K, node(27, 2, ACCEPTS | IS_END)), "loop"),
    "root in a loop": (packed(*ROOTS, node(15, 1, IS_END), U), "node 1 has tile 0"),
    "same tile twice": (packed(*ROOTS, node(27, 0, ACCEPTS), U), "do not ascend from node 2"),
    "descending tiles": (packed(*ROOTS, node(30, 0, ACCEPTS), U), "do not ascend from node 2"),
    "tile outside the alphabet": (packed(*ROOTS, node(31, 3, IS_END), U), "node 2 has tile 31"),
    "separator in a word": (packed(*ROOTS, node(0, 3, IS_END), U), "node 2 has tile 0"),
    "dead end": (packed(*ROOTS, K, node(27, 0, IS_END)), "node 3 neither ends a word nor"),
    "loop in the reversed graph": (
        packed(ROOTS[0], node(0, 4, IS_END), K, U, node(27, 4, IS_END)),
        "loop",
    ),
    "reversed root out of the file": (packed(ROOTS[0], node(0, 9, IS_END), K, U), "node 9 of 4"),
    "separator that leads to a separator": (
        packed(ROOTS[0], node(0, 4, IS_END), K, U, node(0, 4, IS_END)),
        "node 4 has tile 0",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_or_foreign_file_gives_one_clear_line(
    fault: str, alphabet: Alphabet, tmp_path: Path
) -> None:
    content, said = FAULTS[fault]
    path = tmp_path / "other.kwg"
    path.write_bytes(content)
    with pytest.raises(SlovaricaError) as error:
        WordGraph.open(path, alphabet)
    assert said in str(error.value)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_folder_give_one_clear_line(
    alphabet: Alphabet, tmp_path: Path
) -> None:
    for path in (tmp_path / "none.kwg", tmp_path):
        with pytest.raises(SlovaricaError, match=r"cannot be read .* name a \.kwg file"):
            WordGraph.open(path, alphabet)


@pytest.mark.parametrize("build", [build_word_graph, build_gaddag])
def test_the_words_come_out_as_they_went_in(
    build: Callable[[np.ndarray], bytes], alphabet: Alphabet, tmp_path: Path
) -> None:
    path = tmp_path / "some.kwg"
    path.write_bytes(build(TILES))
    graph = WordGraph.open(path, alphabet)
    assert list(graph.words()) == WORDS
    assert "kǉuč" in graph
    assert "kǉu" not in graph
    assert "" not in graph
    assert graph.begins_word("kǉu")
    assert not graph.begins_word("u")
    assert not graph.begins_word("q")


def test_a_file_with_an_ordinary_node_in_place_1_is_read(
    alphabet: Alphabet, tmp_path: Path
) -> None:
    """As wolges writes a forward graph; with a gap of zeros, as its layout leaves them."""
    path = tmp_path / "wolges.kwg"
    path.write_bytes(packed(node(0, 4, IS_END), U, 0, 0, node(15, 1, ACCEPTS | IS_END)))
    assert list(WordGraph.open(path, alphabet).words()) == ["k", "ku"]


def test_a_graph_without_words_is_read(alphabet: Alphabet, tmp_path: Path) -> None:
    path = tmp_path / "none.kwg"
    path.write_bytes(packed(node(0, 0, IS_END)))
    graph = WordGraph.open(path, alphabet)
    assert list(graph.words()) == []
    assert "k" not in graph


@pytest.mark.parametrize("build", [build_word_graph, build_gaddag])
def test_whatever_is_damaged_the_file_is_refused_or_its_words_come_to_an_end(
    build: Callable[[np.ndarray], bytes], alphabet: Alphabet, tmp_path: Path
) -> None:
    sound = build(TILES)
    dice = random.Random(20)
    path = tmp_path / "damaged.kwg"
    refused = 0
    for _ in range(2000):
        content = bytearray(sound)
        for _ in range(dice.randint(1, 3)):
            content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        path.write_bytes(
            content[: dice.choice([len(content)] * 3 + [dice.randrange(len(content))])]
        )
        try:
            graph = WordGraph.open(path, alphabet)
        except SlovaricaError:
            refused += 1
        else:
            assert len(list(islice(graph.words(), 1000))) < 1000
    assert 1000 < refused < 2000


def test_the_graph_of_the_build_has_the_words_of_the_trie(folder: Path, report: Report) -> None:
    graph = WordGraph.of_build(folder)
    words = list(graph.words())
    assert len(words) == report.manifest["counts"]["words"]
    assert set(words) == set(marisa_trie.Trie().load(str(folder / artefacts.LEXICON)))
    assert all(word in graph for word in words[::50])


def test_a_damaged_graph_of_a_build_is_told_from_the_manifest(
    folder: Path, report: Report, tmp_path: Path
) -> None:
    for name in (artefacts.MANIFEST, artefacts.BAG, artefacts.GRAPH):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    content = bytearray((tmp_path / artefacts.GRAPH).read_bytes())
    content[4 * 1000 + 2] ^= 0x80  # a word more, or less
    (tmp_path / artefacts.GRAPH).write_bytes(content)
    with pytest.raises(SlovaricaError, match=r"lexicon\.kwg: is damaged or from another build"):
        WordGraph.of_build(tmp_path)


def test_find_tells_of_a_foreign_file_in_one_line_with_status_2(
    folder: Path, report: Report
) -> None:
    foreign = folder / artefacts.LEXICON  # a trie by marisa
    options = ["--build", str(folder), "--graph", str(foreign), "--rack", "KLJUČ"]
    result = CliRunner().invoke(main, ["find", *options])
    assert result.exit_code == 2
    assert f"{foreign}: is no" in result.stderr
    assert "Traceback" not in result.output
