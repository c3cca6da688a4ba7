"""The words that letters are measured over, as a matrix of tiles.

Every word weighs one, or as much as a running text says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from slovarica import artefacts
from slovarica.errors import SlovaricaError
from slovarica.explain import own_lemmas
from slovarica.lexicon import Lexicon
from slovarica.tile_matrix import TileMatrix, tile_matrix
from slovarica.tiles import Alphabet

WORDS, LEMMAS, SHORT = "words", "lemmas", "short"
SELECTIONS = (WORDS, LEMMAS, SHORT)
# A rack has seven tiles and one more lies on the board: longer words are seldom laid.
SHORT_LENGTHS = (2, 8)
# Counts are whole numbers in the tables: their sums must fit into 64 bits.
HEAVIEST = 1e15


@dataclass(frozen=True)
class Corpus:
    """Words and their weights.

    `tiles` has a row a position and a column a word: the place of the tile in the alphabet, from 1,
    and 0 after the word's end. `weights` is a number a word, None if each weighs 1.
    """

    alphabet: Alphabet
    tiles: TileMatrix
    weights: NDArray[np.float64] | None = None

    def of_length(self, least: int, most: int) -> Corpus:
        """The words of `least` to `most` tiles."""
        lengths = np.count_nonzero(self.tiles, axis=0)
        kept = (lengths >= least) & (lengths <= most)
        return Corpus(
            self.alphabet,
            np.ascontiguousarray(self.tiles[:most, kept]),
            None if self.weights is None else self.weights[kept],
        )


def by_position(matrix: TileMatrix) -> TileMatrix:
    """Turn a matrix of words into the one that `Corpus` describes."""
    return np.ascontiguousarray(matrix.T)


def read_corpus(
    lexicon: Lexicon,
    over: str = WORDS,
    length: tuple[int, int] | None = None,
    weights: dict[str, float] | None = None,
) -> Corpus:
    """Read the words of a build.

    `over` is “words”, “lemmas” (the words that are the lemma of an entry that yields them) or
    “short” (of 2 to 8 tiles). `length` keeps the words of so many tiles, from and to.
    `weights` is what `read_weights` returns; a word that it does not have weighs nothing. Where a
    spelling has two tilings, its weight goes to the first.

    Raises SlovaricaError for a damaged build, and when no word or no weight is left.
    """
    alphabet = lexicon.alphabet
    if over == LEMMAS:
        words = own_lemmas(lexicon.folder, lexicon.manifest)
    else:
        content = artefacts.read_artefact(lexicon.folder, artefacts.TILES, lexicon.manifest)
        words = pl.Series(alphabet.join(content.decode()).replace(" ", "").splitlines())
    weighed = None
    if weights is not None:
        left = dict(weights)
        weighed = np.array([left.pop(alphabet.spell(word), 0.0) for word in words])
    corpus = Corpus(alphabet, by_position(tile_matrix(alphabet, words)), weighed)
    if over == SHORT:
        corpus = corpus.of_length(*SHORT_LENGTHS)
    if length is not None:
        corpus = corpus.of_length(*length)
    if not corpus.tiles.shape[1]:
        raise SlovaricaError(
            f"{lexicon.folder}: the build has no words to measure over with these options; choose "
            "another length or make the build again with “slovarica build”"
        )
    if corpus.weights is not None and not corpus.weights.any():
        raise SlovaricaError(
            "the weights have none of the words measured over; give a list of words of this game"
        )
    return corpus


def read_weights(path: Path, alphabet: Alphabet) -> dict[str, float]:
    """Read weights of words: on each line a word and a number, with a tab or blanks between.

    Words may have any case and any Unicode normal form; the numbers of words that are the same when
    folded are added. Returns folded spelling → weight.
    Raises SlovaricaError, naming file and line, for a line that is not of this kind.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error}); give a list of words and numbers in UTF-8"
        ) from None
    weights: dict[str, float] = {}
    for number, line in enumerate(lines, 1):
        fields = line.split()
        try:
            word, weight = fields[0], float(fields[1])
        except (IndexError, ValueError):
            weight = math.nan
        if len(fields) != 2 or not 0 <= weight < math.inf:
            raise SlovaricaError(
                f"{path}:{number}: “{line}” is not a word and a number of at least 0; a line reads "
                "“riječ 0.0001”"
            )
        word = alphabet.fold(word)
        weights[word] = weights.get(word, 0.0) + weight
    if not weights:
        raise SlovaricaError(f"{path}: has no line; give on each line a word and a number")
    if sum(weights.values()) > HEAVIEST:
        raise SlovaricaError(
            f"{path}: the weights add up to more than {HEAVIEST:.0e}; divide them all by a number"
        )
    return weights


def coverage(corpus: Corpus, weights: dict[str, float]) -> str:
    """Say how much of a list of weights falls on the words of the corpus."""
    if corpus.weights is None:
        return ""
    found, weight = np.count_nonzero(corpus.weights), corpus.weights.sum()
    return (
        f"{found:,} of the {len(weights):,} words of the list are measured over, with "
        f"{weight / sum(weights.values()):.1%} of its weight"
    )


def described(over: str, length: tuple[int, int] | None, weighed: bool) -> str:
    """Name the words that a corpus is of, for titles: “words of 2 to 8 tiles”."""
    kind = "running text" if weighed else LEMMAS if over == LEMMAS else WORDS
    least, most = SHORT_LENGTHS if over == SHORT else (0, math.inf)
    if length is not None:
        least, most = max(least, length[0]), min(most, length[1])
    return kind if most == math.inf else f"{kind}, {least:g} to {most:g} tiles"
