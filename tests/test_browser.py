"""The browser's reader gives the answers of the Python checker. Node runs it."""

from __future__ import annotations

import json
import random
import struct
import subprocess
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from slovarica import Lexicon
from slovarica.export import export

DRIVER = Path(__file__).with_name("browser.mjs")
NON_WORDS = 1_000_000


@pytest.fixture(scope="session")
def game(folder: Path, report: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The alphabet, as the browser gets it."""
    (path,) = export(folder, "json", tmp_path_factory.mktemp("browser"))
    return path


def ask(graph: Path, game: Path, lines: Iterable[str]) -> list[str]:
    run = subprocess.run(
        ["node", DRIVER, graph, game],
        input="\n".join(lines),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.split("\n")


def test_it_lays_every_word_as_the_list_does(folder: Path, game: Path) -> None:
    words = (folder / "words.txt").read_text(encoding="utf-8").splitlines()
    tiles = (folder / "tiles.txt").read_text(encoding="utf-8").upper().splitlines()
    tilings: dict[str, set[str]] = {}
    for word, laid in zip(words, tiles, strict=True):
        tilings.setdefault(word, set()).add(laid)
    answers = ask(folder / "lexicon.kwg", game, tilings)
    for (word, expected), answer in zip(tilings.items(), answers, strict=True):
        assert set(answer.split(" or ")) == expected, word


def test_it_refuses_a_million_near_misses_as_the_checker_does(
    folder: Path, game: Path, lexicon: Lexicon
) -> None:
    asked, accepted = [], []
    refused = 0
    for word in _near_misses(folder):
        asked.append(word)
        accepted.append(word in lexicon)
        refused += not accepted[-1]
        if refused == NON_WORDS:
            break
    answers = ask(folder / "lexicon.kwg", game, asked)
    differing = [
        word
        for word, ours, theirs in zip(asked, accepted, answers, strict=True)
        if ours != (theirs != "")
    ]
    assert differing == []
    assert sum(accepted) > 10_000  # near misses that hit another word


def _near_misses(folder: Path) -> Iterable[str]:
    """Words with one fault, each in one of the ways that a player's device may write it."""
    words = (folder / "words.txt").read_text(encoding="utf-8").splitlines()
    chance = random.Random(7)
    digraphs = (("dž", "ǆ"), ("lj", "ǉ"), ("nj", "ǌ"))
    while True:
        word = words[int(chance.random() * len(words))]
        place = int(chance.random() * len(word))
        letter = "abcčćdđefghijklmnoprsštuvzžqw"[int(chance.random() * 29)]
        fault = int(chance.random() * 4)
        if fault == 0:
            word = word[:place] + word[place + 1 :]
        elif fault == 1:
            word = word[:place] + letter + word[place:]
        elif fault == 2:
            word = word[:place] + letter + word[place + 1 :]
        else:
            word = word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
        written = int(chance.random() * 5)
        if written == 1:
            word = word.upper()
        elif written == 2:
            word = unicodedata.normalize("NFD", word)
        elif written == 3:
            for letters, code in digraphs:
                word = word.replace(letters, code)
        elif written == 4:
            word = word.title()
        yield word


def test_it_reads_any_way_of_writing(folder: Path, game: Path) -> None:
    written = {
        "KLJUČ": "K LJ U Č",
        "ključ": "K LJ U Č",
        "Ključ": "K LJ U Č",
        "kǉuč": "K LJ U Č",
        "KǈUČ": "K LJ U Č",
        unicodedata.normalize("NFD", "ključ"): "K LJ U Č",
        "injekcija": "I N J E K C I J A",
        "iǌekcija": "I N J E K C I J A",
        "INJEKTIRANJE": "I N J E K T I R A NJ E",
        "NADŽIVJETI": "N A D Ž I V J E T I",
        "odžak": "O DŽ A K",
        "": "",
        "ključ ".strip(): "K LJ U Č",
        "kljuc": "",
        "k": "",
        "🙂": "",
    }
    assert ask(folder / "lexicon.kwg", game, written) == list(written.values())


def test_it_knows_words_and_beginnings_by_their_tiles(folder: Path, game: Path) -> None:
    tiles = (folder / "tiles.txt").read_text(encoding="utf-8").upper().splitlines()
    words = [*sorted(tiles), ""]
    chance = random.Random(8)
    asked = ["I N J E", "I NJ E K", "K L J U Č", "K LJ U Č", "k lj u č", "KLJ U Č", "K  LJ"]
    for word in chance.sample(tiles, 20_000):
        laid = word.split(" ")
        end = chance.randrange(2, len(laid) + 1)
        asked.append(" ".join(laid[:end]))
        asked.append(" ".join([*laid[: end - 1], chance.choice(("NJ", "J", "Ž", "A", "DŽ"))]))

    def expected(line: str) -> str:
        # What goes on stands right behind: a blank sorts before any letter.
        following = words[bisect_left(words, line.upper(), hi=len(tiles))]
        if following == line.upper():
            return "word"
        return "prefix" if following.startswith(f"{line.upper()} ") else ""

    answers = ask(folder / "lexicon.kwg", game, asked)
    assert answers[:7] == ["prefix", "", "", "word", "word", "", ""]
    assert answers == [expected(line) for line in asked]


def test_it_reads_the_graph_with_the_gaddag_too(folder: Path, game: Path, tmp_path: Path) -> None:
    content = (folder / "lexicon.kwg").read_bytes()
    nodes = len(content) // 4
    # A second graph behind the first, for node 1: the tile 0, as only a GADDAG has it.
    second = struct.pack("<I", 0x400000 | nodes) + content[8:] + struct.pack("<I", 0xC00000)
    graph = tmp_path / "both.kwg"
    graph.write_bytes(content[:4] + second)
    assert ask(graph, game, ["ključ", "injekcija", "x"]) == [
        "K LJ U Č",
        "I N J E K C I J A",
        "",
    ]


def _change(content: bytes, node: int, value: int) -> bytes:
    return content[: 4 * node] + struct.pack("<I", value) + content[4 * node + 4 :]


def _damages(content: bytes) -> dict[str, bytes]:
    nodes = struct.unpack(f"<{len(content) // 4}I", content)
    root = nodes[0] & 0x3FFFFF
    words = sum(node >> 23 & 1 for node in nodes)
    assert words > 1000
    accepting = next(place for place, node in enumerate(nodes) if node & 0x800000)
    return {
        "empty": b"",
        "half a node": content[:-2],
        "half": content[: len(content) // 8 * 4],
        "a node short": content[:-4],
        "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4,
        "a page": b"<!doctype html><title>404</title>" + b" " * 3,
        "random": random.Random(9).randbytes(len(content)),
        "zeroes": bytes(len(content)),
        "ones": b"\xff" * len(content),
        "most significant byte first": struct.pack(f">{len(nodes)}I", *nodes),
        "a loop": _change(content, root, nodes[root] & ~0x3FFFFF | root),
        "a child behind the end": _change(content, root, nodes[root] | 0x3FFFFF),
        "a word less": _change(content, accepting, nodes[accepting] & ~0x800000),
        "a list without an end": _change(content, len(nodes) - 1, nodes[-1] & ~0x400000),
        "no first list": _change(content, 0, 0x400000),
    }


def test_damaged_and_foreign_files_are_told_at_once(
    folder: Path, game: Path, tmp_path: Path
) -> None:
    content = (folder / "lexicon.kwg").read_bytes()
    for name, damaged in _damages(content).items():
        (tmp_path / "graph").write_bytes(damaged)
        _refused(tmp_path / "graph", game, "the word graph is", name)


def test_an_alphabet_of_another_build_is_refused(folder: Path, game: Path, tmp_path: Path) -> None:
    right: dict[str, Any] = json.loads(game.read_bytes())
    others: dict[str, Any] = {
        "fewer words": {**right, "words": right["words"] - 1},
        "fewer tiles": {**right, "tiles": right["tiles"][:-1]},
        "a narrower board": {**right, "board_width": 9},
        "no tiles": {"words": 3},
        "null": None,
    }
    for name, other in others.items():
        path = tmp_path / "other.json"
        path.write_text(json.dumps(other))
        about = "the word graph is" if other and "tiles" in other else "the alphabet is"
        _refused(folder / "lexicon.kwg", path, about, name)


def _refused(graph: Path, game: Path, about: str, case: str) -> None:
    run = subprocess.run(
        ["node", DRIVER, graph, game], input="", capture_output=True, encoding="utf-8", timeout=20
    )
    assert run.returncode == 2, case
    assert run.stderr.startswith(f"Error: {about}"), (case, run.stderr)
    assert len(run.stderr.splitlines()) == 1, case
