"""The word list as it lies in the repository: front-coded canonical words, compressed by bzip2.

Layout of the text inside: one word a line, in tile order. The first character of a line counts the
tiles that the word shares with the line before it (0-9, then a-z); the other tiles follow, one
code point each. bzip2, because its output has not changed since 1.0 (zlib's and xz's depend on the
version), and front coding makes the file an eighth of the plain list's.
"""

from __future__ import annotations

import bz2
from pathlib import Path

import numpy as np
import polars as pl

from slovarica.errors import SlovaricaError
from slovarica.tile_matrix import TileMatrix

COUNTS = "0123456789abcdefghijklmnopqrstuvwxyz"


def pack(tiles: TileMatrix, canonical: pl.Series) -> bytes:
    """Return the packed list of canonical words.

    `canonical` is sorted in tile order; `tiles` are the same words as `tile_matrix` gives them.
    """
    shared = np.zeros(len(tiles), np.int64)
    if len(tiles):
        same = (tiles[1:] == tiles[:-1]) & (tiles[1:] != 0)
        shared[1:] = np.logical_and.accumulate(same, axis=1).sum(axis=1)
    lines = pl.DataFrame({"shared": shared, "word": canonical}).select(
        pl.lit(pl.Series(list(COUNTS))).gather(pl.col("shared"))
        + pl.col("word").str.slice(pl.col("shared"))
    )
    return bz2.compress(f"{lines.to_series().str.join(chr(10)).item()}\n".encode())


def unpack(path: Path) -> list[str]:
    """Return the canonical words of a packed list, in tile order.

    Raises SlovaricaError for a file that is no such list.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SlovaricaError(f"{path}: is no packed word list ({error}); restore it") from None
    return parse(content, str(path))


def parse(content: bytes, where: str) -> list[str]:
    """Return the canonical words of a packed list, as `unpack`; `where` names it in an error."""
    try:
        lines = bz2.decompress(content).decode("utf-8").split("\n")
    except (OSError, ValueError, EOFError) as error:
        raise SlovaricaError(f"{where}: is no packed word list ({error}); restore it") from None
    words: list[str] = []
    word = ""
    for number, line in enumerate(lines[:-1], 1):
        shared = COUNTS.find(line[:1])
        if not line or not 0 <= shared <= len(word):
            raise SlovaricaError(f"{where}: line {number} is no front-coded word; restore the file")
        word = word[:shared] + line[1:]
        words.append(word)
    return words
