"""How often each tile occurs, recounted from the artefacts by other means."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner, Result

from slovarica import Lexicon, artefacts
from slovarica.build import Report
from slovarica.cli import main
from slovarica.corpus import Corpus, described, read_corpus
from slovarica.errors import SlovaricaError
from slovarica.letters import letter_frequencies, letter_table, measure
from slovarica.tile_matrix import tile_matrix

Words = list[list[str]]
Rows = dict[str, dict[str, object]]


def run(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["letters", "--build", str(folder), *options])


def rows(folder: Path, *options: str) -> Rows:
    return {row["tile"]: row for row in json.loads(run(folder, *options, "--json").stdout)}


@pytest.fixture(scope="module")
def words(folder: Path, report: Report) -> Words:
    """All words as their tiles in capitals."""
    return [line.upper().split(" ") for line in (folder / "tiles.txt").read_text().splitlines()]


@pytest.fixture(scope="module")
def found(folder: Path, report: Report) -> Rows:
    """What `slovarica letters --json` says of all words, by tile."""
    return rows(folder)


def small_build(folder: Path, tmp_path: Path, tiles: bytes) -> Path:
    """A build with other words in its tiles.txt."""
    small = tmp_path / "small"
    small.mkdir()
    for name in ("bag.json", "lexicon.marisa"):
        shutil.copy(folder / name, small)
    manifest = artefacts.read_manifest(folder)
    manifest["artefacts"]["tiles.txt"] = artefacts.describe(tiles)
    (small / "tiles.txt").write_bytes(tiles)
    (small / "manifest.json").write_bytes(artefacts.json_bytes(manifest))
    return small


def recount(words: Words) -> Counter[str]:
    return Counter(tile for word in words for tile in word)


def test_counts_are_those_of_tiles_txt(found: Rows, words: Words) -> None:
    counted = recount(words)
    assert {tile: row["count"] for tile, row in found.items()} == counted
    every = sum(counted.values())
    assert {tile: row["share"] for tile, row in found.items()} == {
        tile: count / every for tile, count in counted.items()
    }
    assert sum(float(str(row["share"])) for row in found.values()) == pytest.approx(1, abs=1e-12)


def test_words_with_a_tile_and_at_the_edges_are_those_of_tiles_txt(
    found: Rows, words: Words
) -> None:
    assert {tile: row["words"] for tile, row in found.items()} == Counter(
        tile for word in words for tile in set(word)
    )
    for column, place in (("start", 0), ("end", -1)):
        at_edge = Counter(word[place] for word in words)
        assert {tile: row[column] for tile, row in found.items()} == {
            tile: at_edge[tile] / len(words) for tile in found
        }


def test_share_by_length_is_that_of_words_of_the_length(found: Rows, words: Words) -> None:
    for length in range(2, 16):
        counted = recount([word for word in words if len(word) == length])
        every = sum(counted.values())
        assert {tile: row[f"in_{length}"] for tile, row in found.items()} == {
            tile: counted[tile] / every for tile in found
        }


def test_neighbours_are_the_commonest_of_each_side(found: Rows, words: Words) -> None:
    after: Counter[tuple[str, str]] = Counter()
    for word in words:
        after.update(pairwise(word))
    for tile, row in found.items():
        following = Counter({b: count for (a, b), count in after.items() if a == tile})
        before = Counter({a: count for (a, b), count in after.items() if b == tile})
        for column, counted in (("after", following), ("before", before)):
            shown = row[column]
            assert isinstance(shown, list)
            assert [counted[other] for other in shown] == sorted(counted.values())[:-4:-1]


def test_short_words_are_those_of_two_to_eight_tiles(folder: Path, words: Words) -> None:
    counted = recount([word for word in words if len(word) <= 8])
    for options in (("--over", "short"), ("--length", "2-8")):
        assert {tile: row["count"] for tile, row in rows(folder, *options).items()} == counted


def test_a_length_alone_is_that_length(folder: Path, words: Words) -> None:
    counted = recount([word for word in words if len(word) == 7])
    assert {tile: row["count"] for tile, row in rows(folder, "--length", "7").items()} == counted


def test_lemmas_are_the_words_that_are_their_own_lemma(folder: Path, report: Report) -> None:
    table = pl.read_parquet(folder / "forms.parquet")
    columns = (table[name].to_list() for name in ("form", "lemma", "reason", "canonical"))
    own = {
        canonical
        for form, lemma, reason, canonical in zip(*columns, strict=True)
        if form == lemma and reason == "accepted"
    }
    assert "ǉubav" in own
    assert "ǉubavi" not in own
    counted = Counter(code for word in own for code in word)
    names = {tile.name: tile.code for tile in Lexicon.open(folder).alphabet.tiles}
    found = rows(folder, "--over", "lemmas")
    assert {names[tile]: row["count"] for tile, row in found.items()} == counted


def test_the_artefact_has_the_same_numbers(folder: Path, words: Words) -> None:
    counted = recount(words)
    with (folder / "letters.csv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert list(table[0])[:4] == ["tile", "count", "share", "words"]
    assert {row["tile"]: int(row["count"]) for row in table} == counted
    assert sum(float(row["share"]) for row in table) == pytest.approx(1, abs=1e-6)


def test_csv_and_the_terminal_show_the_same_counts(folder: Path, words: Words) -> None:
    counted = recount(words)
    table = csv.DictReader(io.StringIO(run(folder, "--csv").stdout))
    assert {row["tile"]: int(row["count"]) for row in table} == counted
    first = run(folder).stdout.splitlines()[1].split()
    commonest, count = counted.most_common(1)[0]
    assert first[:2] == [commonest, f"{count:,}"]


def test_weights_count_a_word_as_often_as_the_list_says(
    folder: Path, report: Report, tmp_path: Path
) -> None:
    weights = tmp_path / "weights.txt"
    weights.write_text("ključ\t3\nKLJUČ 2\nsunce 1.0\nQWERTY 50\n", encoding="utf-8")
    small = small_build(folder, tmp_path, "k lj u č\ns u n c e\na b a c i\n".encode())
    result = run(small, "--weight", str(weights), "--json")
    found = {row["tile"]: row["count"] for row in json.loads(result.stdout) if row["count"]}
    assert found == {"K": 5, "LJ": 5, "U": 6, "Č": 5, "S": 1, "N": 1, "C": 1, "E": 1}
    assert result.stderr == (
        "2 of the 3 words of the list are measured over, with 10.7% of its weight\n"
    )


def test_weights_need_not_be_whole(folder: Path, report: Report, tmp_path: Path) -> None:
    weights = tmp_path / "weights.txt"
    weights.write_text("riječ 0.25\nrijeka 0.5\n", encoding="utf-8")
    small = small_build(folder, tmp_path, "r i j e č\nr i j e k a\n".encode())
    found = rows(small, "--weight", str(weights))
    assert found["R"]["count"] == 0.75
    assert found["Č"]["count"] == 0.25
    assert found["R"]["start"] == 1
    assert sum(float(str(row["share"])) for row in found.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("ključ", ":1: “ključ” is not a word and a number"),
        ("sunce 1\nključ mnogo\n", ":2: “ključ mnogo” is not a word and a number"),
        ("ključ -1", "is not a word and a number of at least 0"),
        ("ključ nan", "is not a word and a number of at least 0"),
        ("ključ inf", "is not a word and a number of at least 0"),
        ("ključ 1 2", "is not a word and a number of at least 0"),
        ("", "has no line"),
        ("qwerty 1", "the weights have none of the words measured over"),
    ],
)
def test_a_faulty_list_of_weights_is_one_error(
    folder: Path, report: Report, tmp_path: Path, content: str, message: str
) -> None:
    weights = tmp_path / "weights.txt"
    weights.write_text(content, encoding="utf-8")
    result = run(folder, "--weight", str(weights))
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_list_of_weights_that_is_not_there_is_one_error(folder: Path, report: Report) -> None:
    result = run(folder, "--weight", "nowhere.txt")
    assert result.exit_code == 2
    assert result.stderr.startswith("slovarica: nowhere.txt: cannot be read")


@pytest.mark.parametrize("length", ["8-2", "0", "x", "2-", "-3", "2.5"])
def test_a_length_that_is_none_is_an_error(folder: Path, report: Report, length: str) -> None:
    result = run(folder, "--length", length)
    assert result.exit_code == 2
    assert "is no length; write 7 or 2-8" in result.stderr


def test_a_length_that_no_word_has_is_one_error(folder: Path, report: Report) -> None:
    result = run(folder, "--length", "16-20")
    assert result.exit_code == 2
    assert "no words to measure over" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_empty_word_list_is_one_error(folder: Path, report: Report, tmp_path: Path) -> None:
    result = run(small_build(folder, tmp_path, b""))
    assert result.exit_code == 2
    assert "no words to measure over" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_no_word_has_no_letters_to_count(lexicon: Lexicon) -> None:
    with pytest.raises(SlovaricaError, match="no word to count letters in"):
        measure(Corpus(lexicon.alphabet, np.zeros((0, 0), np.uint8)))
    with pytest.raises(SlovaricaError, match="no word to count letters in"):
        letter_frequencies(lexicon.alphabet, np.zeros((0, 0), np.uint8))


def test_a_damaged_list_of_tiles_is_told(folder: Path, report: Report, tmp_path: Path) -> None:
    damaged = small_build(folder, tmp_path, b"a j\n")
    (damaged / "tiles.txt").write_bytes(b"a j")
    result = run(damaged)
    assert result.exit_code == 2
    assert "is damaged or from another build" in result.stderr


def test_a_spelling_with_two_tilings_weighs_once(
    folder: Path, report: Report, tmp_path: Path
) -> None:
    small = small_build(folder, tmp_path, b"a n j a\na nj a\n")
    weights = tmp_path / "weights.txt"
    weights.write_text("anja 2", encoding="utf-8")
    found = rows(small, "--weight", str(weights))
    assert {tile: row["count"] for tile, row in found.items() if row["count"]} == {
        "A": 4,
        "J": 2,
        "N": 2,
    }


def test_the_shares_of_a_few_words_are_those_one_counts(lexicon: Lexicon) -> None:
    table = letter_frequencies(
        lexicon.alphabet, tile_matrix(lexicon.alphabet, pl.Series(["ǉuǉa", "ǉu"]))
    )
    found = {row["tile"]: row for row in table.to_dicts() if row["count"]}
    assert {tile: row["count"] for tile, row in found.items()} == {"LJ": 3, "U": 2, "A": 1}
    assert found["LJ"]["share"] == 0.5
    assert found["LJ"]["words"] == 2
    assert (found["LJ"]["start"], found["U"]["end"]) == (1, 0.5)


def test_a_table_has_no_length_without_words(lexicon: Lexicon) -> None:
    table = letter_table(measure(read_corpus(lexicon, length=(3, 4))))
    assert [name for name in table.columns if name.startswith("in_")] == ["in_3", "in_4"]


def test_a_corpus_says_what_it_is() -> None:
    assert described("words", None, False) == "words"
    assert described("short", None, False) == "words, 2 to 8 tiles"
    assert described("lemmas", (3, 5), False) == "lemmas, 3 to 5 tiles"
    assert described("words", None, True) == "running text"
