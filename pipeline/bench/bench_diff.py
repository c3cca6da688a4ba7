"""How long it takes to compare two lists of a million words."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from slovarica.artefacts import TILES
from slovarica.difference import compare
from slovarica.listing import read_listing
from slovarica.report import difference_summary

PROJECT = Path(__file__).parents[2]


def measure(folder: Path) -> list[tuple[str, str]]:
    """Time “slovarica diff”, without the start of Python, for a few differences and for many.

    `folder` is a build. Returns rows of label and value.
    """
    tiles = (folder / TILES).read_text(encoding="utf-8").splitlines()
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        # A thousandth of the words is missing; half of them is.
        for label, kept in (
            ("a thousandth", [line for n, line in enumerate(tiles) if n % 1000]),
            ("half", tiles[::2]),
        ):
            other = Path(scratch) / "other.txt"
            other.write_text("\n".join(kept), encoding="utf-8")
            begin = time.perf_counter()
            sides = (
                read_listing(str(side), Path(__file__).parents[2], "slovarica")
                for side in (other, folder)
            )
            difference_summary(compare(*sides), full=False)
            seconds = time.perf_counter() - begin
            rows.append((f"diff of {len(tiles):,} words, {label} missing", f"{seconds:.2f} s"))
    return rows
