"""How often each tile occurs in words, where, and beside which others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from slovarica.corpus import Corpus, by_position
from slovarica.errors import SlovaricaError
from slovarica.tile_matrix import TileMatrix
from slovarica.tiles import Alphabet

NEIGHBOURS = 3  # of each side, in the table
ARTEFACT_COLUMNS = ("tile", "count", "share", "words", "start", "end")

Counts = NDArray[Any]  # int64 where every word weighs a whole number, else float64


@dataclass(frozen=True)
class Letters:
    """What was counted over a corpus.

    `words` is the weight of all words together. `by_length[n, t]` counts the tile at place `t` of
    the alphabet in words of `n` tiles. `follows[s, t]` counts how often `t` follows `s`, where
    place 0 is the edge of the word. `holding[t - 1]` counts the words that have the tile.
    """

    alphabet: Alphabet
    words: float
    by_length: Counts
    follows: Counts
    holding: Counts

    @property
    def names(self) -> list[str]:
        """The tiles as printed, in the order of the alphabet."""
        return [tile.name for tile in self.alphabet.tiles]

    @property
    def count(self) -> Counts:
        """Occurrences of each tile, in the order of the alphabet."""
        count: Counts = self.by_length[:, 1:].sum(axis=0)
        return count

    @property
    def share(self) -> NDArray[np.float64]:
        """Each tile's share of all occurrences; together 1."""
        share: NDArray[np.float64] = self.count / self.count.sum()
        return share


def measure(corpus: Corpus) -> Letters:
    """Count the tiles of a corpus. Raises SlovaricaError if it has no word of any weight."""
    size = len(corpus.alphabet.tiles) + 1
    longest, words = corpus.tiles.shape
    weights = corpus.weights
    if not words or (weights is not None and not weights.any()):
        raise SlovaricaError("there is no word to count letters in; give a list that has some")
    length = np.count_nonzero(corpus.tiles, axis=0)
    by_length = np.zeros((longest + 1) * size)
    follows = np.zeros(size * size)
    holds = np.zeros((size, words), bool)
    before = np.zeros(words, np.intp)
    # Position by position: a whole matrix of numbers would be ten times the corpus.
    for row in corpus.tiles:
        tile = row.astype(np.intp)
        by_length += np.bincount(length * size + tile, weights, len(by_length))
        follows += np.bincount(before * size + tile, weights, len(follows))
        holds[tile, np.arange(words)] = True
        before = tile
    follows += np.bincount(before * size, weights, len(follows))
    follows[0] = 0  # the places after a word's end
    holding = np.array(
        [holds[t].sum() if weights is None else weights[holds[t]].sum() for t in range(1, size)]
    )
    whole = weights is None or np.array_equal(weights, np.floor(weights))
    kind = np.int64 if whole else np.float64
    return Letters(
        alphabet=corpus.alphabet,
        words=words if weights is None else float(weights.sum()),
        by_length=by_length.reshape(-1, size).astype(kind),
        follows=follows.reshape(size, size).astype(kind),
        holding=holding.astype(kind),
    )


def letter_table(letters: Letters) -> pl.DataFrame:
    """Return one row a tile, in the order of the alphabet.

    Columns: tile (as printed), count (occurrences), share (of all occurrences), words (that contain
    it), start and end (share of the words that begin or end with it), in_2, in_3, … (share of the
    occurrences in words of so many tiles), before and after (its commonest neighbours, the
    commonest first). Shares are from 0 to 1.
    """
    occurrences = letters.by_length[:, 1:].sum(axis=1)
    return pl.DataFrame(
        {
            "tile": letters.names,
            "count": letters.count,
            "share": letters.share,
            "words": letters.holding,
            "start": letters.follows[0, 1:] / letters.words,
            "end": letters.follows[1:, 0] / letters.words,
            **{
                f"in_{length}": letters.by_length[length, 1:] / occurrences[length]
                for length in np.flatnonzero(occurrences)
            },
            "before": _neighbours(letters, letters.follows[1:, 1:].T),
            "after": _neighbours(letters, letters.follows[1:, 1:]),
        }
    )


def _neighbours(letters: Letters, pairs: Counts) -> list[list[str]]:
    """For each row of `pairs` the tiles of its greatest numbers; ties in tile order."""
    first = np.argsort(-pairs, axis=1, kind="stable")[:, :NEIGHBOURS]
    return [
        [letters.names[place] for place in places if row[place]]
        for places, row in zip(first, pairs, strict=True)
    ]


def letter_frequencies(alphabet: Alphabet, words: TileMatrix) -> pl.DataFrame:
    """Count the tiles of words, for the artefact: `ARTEFACT_COLUMNS` of `letter_table`.

    `words` is what `tile_matrix` makes of them. Raises SlovaricaError if there are none.
    """
    return letter_table(measure(Corpus(alphabet, by_position(words)))).select(ARTEFACT_COLUMNS)
