"""How often each tile occurs in the words."""

from __future__ import annotations

import polars as pl

from slovarica.tiles import Alphabet


def letter_frequencies(alphabet: Alphabet, canonical: pl.Series) -> pl.DataFrame:
    """Count the tiles of words.

    `canonical` are words, one code point a tile. Returns one row a tile, in the order of the
    alphabet: tile (as printed), count (occurrences), share (of all occurrences, 0 to 1), words
    (that contain it).
    """
    counts = pl.DataFrame(
        {
            "tile": [tile.name for tile in alphabet.tiles],
            "count": [
                int(canonical.str.count_matches(tile.code, literal=True).sum())
                for tile in alphabet.tiles
            ],
            "words": [
                int(canonical.str.contains(tile.code, literal=True).sum())
                for tile in alphabet.tiles
            ],
        }
    )
    return counts.select(
        "tile", "count", (pl.col("count") / pl.col("count").sum()).alias("share"), "words"
    )
