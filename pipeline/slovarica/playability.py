"""The second opinion: what can be laid with a tile on racks that are drawn from a bag.

After “Re-evaluating the values of the tiles in Scrabble”, thephysicsvirtuosi.com, 20 January 2013:
that a letter is frequent does not say that it goes with what else is on the rack.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np
import polars as pl
from numpy.typing import NDArray

from slovarica.bag import Bag
from slovarica.corpus import Corpus
from slovarica.errors import SlovaricaError
from slovarica.tile_matrix import TileMatrix
from slovarica.tiles import Alphabet

BLANK = "?"
BATCH = 5_000  # racks at a time, to bound the memory

MAX_BLANKS = 3  # every blank multiplies a rack by the tiles that it may stand for

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


def draw_racks(bag: Bag, alphabet: Alphabet, racks: int, seed: int) -> TileMatrix:
    """Draw racks from a full bag, each on its own.

    Returns a row a rack: the places of its tiles in the alphabet, from 1, in the order drawn; 0 is
    a blank. The same seed gives the same racks.
    """
    counts = [bag.blanks, *(bag.counts[tile.name] for tile in alphabet.tiles)]
    pile = np.repeat(np.arange(len(counts), dtype=np.uint8), counts)
    random = np.random.default_rng(seed)
    parts = [
        random.permuted(np.tile(pile, (end - start, 1)), axis=1)[:, : bag.rack]
        for start, end in _batches(racks)
    ]
    return np.concatenate(parts)


def playability(corpus: Corpus, bag: Bag, racks: int, seed: int) -> pl.DataFrame:
    """Measure what a rack is worth with and without each tile. No board and no bonus counts.

    Returns one row a tile, in the order of the alphabet, and one for the blank: tile, racks (that
    hold it), playable (share of these on which a word can be laid that uses it; a blank may stand
    for any other tile), gain (points of the best word that one tile more of it on the rack adds, by
    least squares over all racks) and gain_error (its standard error). null where there are too few
    racks to say.
    Raises SlovaricaError if the bag does not fill a rack, or has more than three blanks.
    """
    alphabet = corpus.alphabet
    if bag.blanks > MAX_BLANKS:
        raise SlovaricaError(
            f"{bag.title}: {bag.blanks} blanks are more than the {MAX_BLANKS} that racks can be "
            "measured with; correct “blanks” or draw no racks"
        )
    if not 0 < bag.rack <= bag.lettered + bag.blanks:
        raise SlovaricaError(
            f"{bag.title}: {bag.lettered + bag.blanks} tiles do not fill a rack of {bag.rack}; "
            "correct “rack” or the counts"
        )
    points = np.array([0, *(bag.points[tile.name] for tile in alphabet.tiles)])
    anagrams = word_keys(corpus, bag.rack)
    drawn = draw_racks(bag, alphabet, racks, seed)
    found = [best_words(anagrams, drawn[start:end], points) for start, end in _batches(racks)]
    best = np.concatenate([best for best, _ in found]).astype(float)
    playable = np.concatenate([used for _, used in found])
    held = np.stack([(drawn == place).sum(axis=1) for place in range(len(points))], axis=1)
    order = [*range(1, len(points)), 0]
    names = [BLANK, *(tile.name for tile in alphabet.tiles)]
    rows = []
    for place in order:
        holding = int((held[:, place] > 0).sum())
        gain, error = _slope(held[:, place].astype(float), best)
        share = int(playable[:, place].sum()) / holding if holding else None
        rows.append((names[place], holding, share, gain, error))
    columns = ("tile", "racks", "playable", "gain", "gain_error")
    return pl.DataFrame(rows, schema=columns, orient="row")


def word_keys(corpus: Corpus, rack: int) -> Numbers:
    """The multisets of tiles of the words that fit a rack, each as one number, sorted.

    The number has the tiles in ascending order as its digits, to the base of the alphabet and one.
    """
    base = len(corpus.alphabet.tiles) + 1
    if base**rack > np.iinfo(np.int64).max:
        raise SlovaricaError(f"a rack of {rack} is too long to be measured; correct “rack”")
    words = corpus.of_length(1, rack).tiles
    if not words.size:
        raise SlovaricaError(f"no word fits a rack of {rack}; correct “rack” or the word list")
    return np.unique(_key(np.sort(words, axis=0), base))


def best_words(
    anagrams: Numbers, racks: TileMatrix, points: Numbers
) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return the points of each rack's best word (0 if there is none) and what words can use.

    `points` are by place, 0 for the blank. The second array has a row a rack and a column a place,
    and says whether a word can be laid that uses that tile of the rack.
    """
    best = np.zeros(len(racks), np.int64)
    used = np.zeros((len(racks), len(points)), bool)
    size = racks.shape[1]
    for rack, tiles, slots in _filled(racks, len(points)):
        worth = points[slots]
        for subset in range(1, 1 << size):
            chosen = [slot for slot in range(size) if subset >> slot & 1]
            key = _key(tiles[:, chosen].T, len(points))
            place = np.minimum(np.searchsorted(anagrams, key), len(anagrams) - 1)
            word = np.flatnonzero(anagrams[place] == key)
            np.maximum.at(best, rack[word], worth[word][:, chosen].sum(axis=1))
            for slot in chosen:
                used[rack[word], slots[word, slot]] = True
    return best, used


def _filled(
    racks: TileMatrix, places: int
) -> Iterator[tuple[NDArray[np.intp], TileMatrix, TileMatrix]]:
    """Yield racks with every choice of tiles for their blanks.

    By number of blanks: the row of each in `racks`, its tiles in ascending order, and beside each
    of these what lies there, the tile itself or 0 for a blank.
    """
    blanks = (racks == 0).sum(axis=1)
    racks = np.sort(racks, axis=1)  # blanks first
    for number in np.unique(blanks).tolist():
        rows = np.flatnonzero(blanks == number)
        choices = np.array(list(combinations_with_replacement(range(1, places), number)), np.uint8)
        slots = np.repeat(racks[rows], len(choices), axis=0)
        tiles = slots.copy()
        tiles[:, :number] = np.tile(choices, (len(rows), 1))
        order = np.argsort(tiles, axis=1, kind="stable")
        yield (
            np.repeat(rows, len(choices)),
            np.take_along_axis(tiles, order, axis=1),
            np.take_along_axis(slots, order, axis=1),
        )


def _key(digits: TileMatrix, base: int) -> Numbers:
    """Read each column of digits as a number."""
    key = np.zeros(digits.shape[1], np.int64)
    for row in digits:
        key = key * base + row
    return key


def _batches(racks: int) -> Iterator[tuple[int, int]]:
    for start in range(0, racks, BATCH):
        yield start, min(start + BATCH, racks)


def _slope(held: Floats, best: Floats) -> tuple[float | None, float | None]:
    """The slope of `best` over `held` by least squares, and its standard error."""
    spread = ((held - held.mean()) ** 2).sum()
    if not spread or len(held) < 3:
        return None, None
    slope = ((held - held.mean()) * best).sum() / spread
    rest = best - best.mean() - slope * (held - held.mean())
    return float(slope), float(np.sqrt((rest**2).sum() / (len(held) - 2) / spread))
