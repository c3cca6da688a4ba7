"""Racks drawn from a bag, and what can be laid from them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement

import numpy as np
import polars as pl
import pytest

from conftest import SOURCES
from slovarica import Lexicon
from slovarica.bag import Bag, read_bag
from slovarica.corpus import Corpus, read_corpus
from slovarica.errors import SlovaricaError
from slovarica.playability import best_words, draw_racks, playability, word_keys

RACKS = 4_000
Word = tuple[int, ...]


@pytest.fixture(scope="module")
def bag() -> Bag:
    return read_bag(SOURCES / "editions" / "slovarica.toml")


@pytest.fixture(scope="module")
def corpus(lexicon: Lexicon) -> Corpus:
    return read_corpus(lexicon)


@pytest.fixture(scope="module")
def table(corpus: Corpus, bag: Bag) -> pl.DataFrame:
    return playability(corpus, bag, RACKS, 1)


@pytest.fixture(scope="module")
def anagrams(lexicon: Lexicon) -> set[Word]:
    """The tiles of the words of up to seven, sorted, by their place in the alphabet."""
    places = {tile.letters: place for place, tile in enumerate(lexicon.alphabet.tiles, 1)}
    lines = (lexicon.folder / "tiles.txt").read_text().splitlines()
    return {
        tuple(sorted(places[tile] for tile in line.split(" ")))
        for line in lines
        if line.count(" ") < 7
    }


def test_the_same_seed_gives_the_same_racks(lexicon: Lexicon, bag: Bag) -> None:
    racks = draw_racks(bag, lexicon.alphabet, RACKS, 1)
    assert racks.shape == (RACKS, 7)
    assert np.array_equal(racks, draw_racks(bag, lexicon.alphabet, RACKS, 1))
    assert not np.array_equal(racks, draw_racks(bag, lexicon.alphabet, RACKS, 2))


def test_a_rack_holds_no_more_of_a_tile_than_the_bag(lexicon: Lexicon, bag: Bag) -> None:
    counts = [bag.blanks, *(bag.counts[tile.name] for tile in lexicon.alphabet.tiles)]
    for rack in draw_racks(bag, lexicon.alphabet, RACKS, 1):
        assert all(count <= counts[place] for place, count in Counter(rack.tolist()).items())


def test_tiles_are_drawn_as_often_as_they_are_in_the_bag(lexicon: Lexicon, bag: Bag) -> None:
    racks = draw_racks(bag, lexicon.alphabet, RACKS, 1)
    drawn = np.bincount(racks.ravel(), minlength=31)
    counts = np.array([bag.blanks, *(bag.counts[tile.name] for tile in lexicon.alphabet.tiles)])
    expected = 7 * RACKS * counts / 105
    # Drawing without replacement spreads less than this binomial does.
    assert (np.abs(drawn - expected) < 5 * np.sqrt(expected)).all()


def _by_hand(anagrams: set[Word], rack: list[int], points: list[int]) -> tuple[int, set[int]]:
    """The points of the best word and the tiles that words use, by trying everything."""
    tiles = [tile for tile in rack if tile]
    best, used = 0, set()
    for blanks in range(rack.count(0) + 1):
        for letters in combinations_with_replacement(range(1, 31), blanks):
            for size in range(len(tiles) + 1):
                for chosen in set(combinations(sorted(tiles), size)):
                    if tuple(sorted((*chosen, *letters))) in anagrams:
                        best = max(best, sum(points[tile] for tile in chosen))
                        used |= {*chosen, *([0] if blanks else [])}
    return best, used


def test_best_words_are_those_of_trying_everything(
    lexicon: Lexicon, bag: Bag, corpus: Corpus, anagrams: set[Word]
) -> None:
    points = [0, *(bag.points[tile.name] for tile in lexicon.alphabet.tiles)]
    racks = draw_racks(bag, lexicon.alphabet, RACKS, 3)
    blanks = (racks == 0).sum(axis=1)
    chosen = np.concatenate(
        [racks[blanks == number][:some] for number, some in ((0, 200), (1, 30), (2, 5))]
    )
    best, used = best_words(word_keys(corpus, 7), chosen, np.array(points))
    for rack, found, places in zip(chosen.tolist(), best.tolist(), used, strict=True):
        assert (found, set(np.flatnonzero(places).tolist())) == _by_hand(anagrams, rack, points)


def test_nothing_can_be_laid_from_consonants_alone(lexicon: Lexicon, corpus: Corpus) -> None:
    places = {tile.name: place for place, tile in enumerate(lexicon.alphabet.tiles, 1)}
    rack = np.array([[places[tile] for tile in ("DŽ", "DŽ", "Đ", "F", "C", "Ć", "LJ")]], np.uint8)
    best, used = best_words(word_keys(corpus, 7), rack, np.arange(31))
    assert best.tolist() == [0]
    assert not used.any()


def test_kljuc_can_be_laid_from_its_tiles_and_from_a_blank(
    lexicon: Lexicon, corpus: Corpus, bag: Bag
) -> None:
    places = {tile.name: place for place, tile in enumerate(lexicon.alphabet.tiles, 1)}
    points = np.array([0, *(bag.points[tile.name] for tile in lexicon.alphabet.tiles)])
    tiles = [places[tile] for tile in ("K", "LJ", "U", "Č")]
    with_blank = [places["K"], places["LJ"], 0, places["Č"]]
    best, used = best_words(word_keys(corpus, 7), np.array([tiles, with_blank], np.uint8), points)
    assert best.tolist() == [2 + 5 + 1 + 4, 2 + 5 + 0 + 4]
    assert used[0, tiles].all()
    assert used[1, with_blank].all()


def test_the_table_says_of_each_tile_how_often_it_can_be_laid(
    lexicon: Lexicon, bag: Bag, corpus: Corpus, table: pl.DataFrame
) -> None:
    racks = draw_racks(bag, lexicon.alphabet, RACKS, 1)
    points = np.array([0, *(bag.points[tile.name] for tile in lexicon.alphabet.tiles)])
    best, used = best_words(word_keys(corpus, 7), racks, points)
    assert table["tile"].to_list() == [*(tile.name for tile in lexicon.alphabet.tiles), "?"]
    for place, row in zip([*range(1, 31), 0], table.to_dicts(), strict=True):
        held = (racks == place).sum(axis=1)
        assert row["racks"] == np.count_nonzero(held)
        assert row["playable"] == used[held > 0, place].mean()
        slope, _ = np.polyfit(held, best, 1)
        assert row["gain"] == pytest.approx(slope)
        assert row["gain_error"] > 0


def test_rare_tiles_are_harder_to_lay_and_worth_more(table: pl.DataFrame) -> None:
    found = {row["tile"]: row for row in table.to_dicts()}
    assert found["DŽ"]["playable"] < found["LJ"]["playable"] < found["A"]["playable"]
    assert found["?"]["playable"] == 1
    assert found["F"]["gain"] > 1


def test_the_same_seed_gives_the_same_table(corpus: Corpus, bag: Bag, table: pl.DataFrame) -> None:
    assert playability(corpus, bag, RACKS, 1).equals(table)


def test_of_too_few_racks_nothing_is_said(corpus: Corpus, bag: Bag) -> None:
    table = playability(corpus, bag, 1, 1)
    assert table["racks"].sum() <= 7
    assert table["gain"].null_count() == 31
    assert table.filter(pl.col("racks") == 0)["playable"].null_count() >= 24


@pytest.mark.parametrize(
    ("blanks", "rack", "message"),
    [(4, 7, "4 blanks are more than the 3"), (2, 106, "105 tiles do not fill a rack of 106")],
)
def test_a_bag_that_cannot_be_drawn_from_is_an_error(
    corpus: Corpus, bag: Bag, blanks: int, rack: int, message: str
) -> None:
    odd = Bag("Odd", "none", 105, blanks, rack, bag.counts, bag.points)
    with pytest.raises(SlovaricaError, match=message):
        playability(corpus, odd, 10, 1)


def test_a_rack_longer_than_a_number_holds_is_an_error(corpus: Corpus, bag: Bag) -> None:
    long = Bag("Long", "none", 105, 2, 15, bag.counts, bag.points)
    with pytest.raises(SlovaricaError, match="a rack of 15 is too long"):
        playability(corpus, long, 10, 1)
