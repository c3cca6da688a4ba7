"""Words as a matrix of tiles: what is counted, sorted and folded into the word graph."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from slovarica.tiles import Alphabet

TileMatrix = NDArray[np.uint8]


def tile_matrix(alphabet: Alphabet, canonical: pl.Series) -> TileMatrix:
    """Lay words out as numbers: a row a word, a column a position.

    `canonical` are words, one code point a tile. A cell is the place of the tile in the alphabet,
    from 1, and 0 after the word's end.
    """
    text: str = canonical.str.join("\n").item() or ""
    # UTF-32 has one number a code point, so that a table turns the whole text at once.
    codes = np.frombuffer(f"{text}\n".encode("utf-32-le"), np.uint32)
    places = np.zeros(max(*alphabet.order_key, ord("\n")) + 1, np.uint8)
    places[list(alphabet.order_key)] = list(alphabet.order_key.values())
    ends = codes == ord("\n")
    lengths = np.diff(np.flatnonzero(ends), prepend=-1) - 1
    matrix = np.zeros((len(lengths), lengths.max(initial=0)), np.uint8)
    matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = places[codes[~ends]]
    return matrix[: len(canonical)]


def tile_order(matrix: TileMatrix) -> NDArray[np.intp]:
    """Return the rows of a matrix in tile order: a word before those that it begins."""
    rows, width = matrix.shape
    packed = np.zeros((rows, -(-width // 8) * 8), np.uint8)
    packed[:, :width] = matrix
    # Eight tiles are one number, the first tile the most significant.
    numbers = packed.view(">u8").astype(np.uint64)
    return np.lexsort(numbers.T[::-1]) if width else np.arange(rows)
