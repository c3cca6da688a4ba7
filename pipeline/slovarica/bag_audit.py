"""A published bag against the measurement: what frequency would give, and what stands out."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from slovarica.bag import ALPHA, MINIMUM, POINTS, Bag
from slovarica.bag_methods import damped, damped_counts, halving_points
from slovarica.errors import SlovaricaError
from slovarica.letters import Letters
from slovarica.playability import BLANK

# The dampings that are tried for the nearest one: from the square root to more than proportion.
ALPHAS = tuple(round(0.5 + step / 100, 2) for step in range(71))
TOTALS = (
    "alpha",
    "distance",
    "nearest_alpha",
    "nearest",
    "count_rank",
    "points_rank",
    "agreeing",
    "banded",
)
HARDEST = 5  # tiles that the remarks name as the hardest to lay


@dataclass(frozen=True)
class Audit:
    """What the measurement says of a bag.

    `table` has one row a tile, in the order of the alphabet: tile, share, expected (tiles, by the
    damped share, not rounded), derived_count (whole tiles), count (published), difference
    (published less derived), derived_points and points (published); with a playability also its
    columns. `playability` has the blank, too.
    `distance` is the sum of the differences without their signs, `nearest` the same with the
    damping that makes it smallest, `nearest_alpha`. `count_rank` and `points_rank` are Spearman's
    rank correlation of the share with the count and with the points, None if these are all equal.
    `agreeing` tiles have the derived points; at most `banded` could have the published ones under
    any rule by which a rarer tile is never worth less.
    """

    bag: Bag
    table: pl.DataFrame
    alpha: float
    distance: int
    nearest: int
    nearest_alpha: float
    count_rank: float | None
    points_rank: float | None
    agreeing: int
    banded: int
    playability: pl.DataFrame | None

    @property
    def remarks(self) -> list[str]:
        """Which tiles stand out and which way, a sentence each."""
        played = [] if self.playability is None else _play_remarks(self.playability)
        return [*_count_remarks(self.table), *_points_remarks(self.table), *played]

    def as_dict(self) -> dict[str, Any]:
        """The audit as a JSON object: the bag's head, the totals, the remarks and the tiles."""
        return {
            "title": self.bag.title,
            "source": self.bag.source,
            "total": self.bag.total,
            "blanks": self.bag.blanks,
            "adds_up": self.bag.miscount() is None,
            **{name: getattr(self, name) for name in TOTALS},
            "remarks": self.remarks,
            "tiles": self.table.to_dicts(),
        }


def audit(
    bag: Bag,
    letters: Letters,
    alpha: float = ALPHA,
    minimum: int = MINIMUM,
    values: Sequence[int] = POINTS,
    playability: pl.DataFrame | None = None,
) -> Audit:
    """Compare a bag with what `damped_counts` and `halving_points` make of the letters.

    `playability` is what the function of that name returns, to be shown beside.

    Raises SlovaricaError if the bag's tiles are not those of the alphabet.
    """
    misfit = bag.misfit(letters.alphabet)
    if misfit:
        raise SlovaricaError(f"{bag.title}: {misfit}; choose a bag of the same letters")
    share, tiles = letters.share, bag.lettered
    count = np.array([bag.counts[name] for name in letters.names])
    points = [bag.points[name] for name in letters.names]

    def distance(alpha: float) -> int:
        return int(np.abs(count - damped_counts(share, tiles, minimum, alpha)).sum())

    derived = np.array(damped_counts(share, tiles, minimum, alpha))
    derived_points = halving_points(share, tiles, values)
    table = pl.DataFrame(
        {
            "tile": letters.names,
            "share": share,
            "expected": damped(share, alpha) * tiles,
            "derived_count": derived,
            "count": count,
            "difference": count - derived,
            "derived_points": derived_points,
            "points": points,
        }
    )
    if playability is not None:
        table = table.join(playability, on="tile", how="left", maintain_order="left")
    nearest_alpha = min(ALPHAS, key=distance)
    return Audit(
        bag=bag,
        table=table,
        alpha=alpha,
        distance=distance(alpha),
        nearest=distance(nearest_alpha),
        nearest_alpha=nearest_alpha,
        count_rank=_rank_correlation(table, "count"),
        points_rank=_rank_correlation(table, "points"),
        agreeing=sum(table["points"] == table["derived_points"]),
        banded=_longest_rise(table.sort("share", descending=True)["points"].to_list()),
        playability=playability,
    )


def _rank_correlation(table: pl.DataFrame, column: str) -> float | None:
    correlation: float = table.select(pl.corr("share", column, method="spearman")).item()
    return None if math.isnan(correlation) else correlation


def _longest_rise(points: Sequence[int]) -> int:
    """The length of the longest subsequence that never falls (patience sorting)."""
    least_end: list[int] = []  # of a rise of 1, 2, 3, … tiles
    for value in points:
        place = bisect_right(least_end, value)
        least_end[place : place + 1] = [value]
    return len(least_end)


def _count_remarks(table: pl.DataFrame) -> list[str]:
    """Name the tiles whose count is not the derived one, the greatest difference first."""
    rows = table.sort(pl.col("difference").abs(), descending=True, maintain_order=True)
    return [
        *_apart(rows, "count", "derived_count", "More tiles than frequency gives", 1),
        *_apart(rows, "count", "derived_count", "Fewer tiles than frequency gives", -1),
    ]


def _points_remarks(table: pl.DataFrame) -> list[str]:
    """Name the tiles whose published points are not the derived ones, or against the order."""
    rows = table.sort("share", descending=True, maintain_order=True)
    remarks = [
        *_apart(rows, "points", "derived_points", "Worth more than frequency gives", 1),
        *_apart(rows, "points", "derived_points", "Worth less than frequency gives", -1),
    ]
    for row in rows.to_dicts():
        rarer = rows.filter(pl.col("share") < row["share"], pl.col("points") < row["points"])
        if len(rarer):
            named = ", ".join(f"{other['tile']} ({other['points']})" for other in rarer.to_dicts())
            remarks.append(f"{row['tile']} ({row['points']}) is worth more than the rarer {named}.")
    return remarks


def _apart(rows: pl.DataFrame, column: str, derived: str, words: str, sign: int) -> list[str]:
    apart = rows.filter((pl.col(column) - pl.col(derived)).sign() == sign).to_dicts()
    named = ", ".join(f"{row['tile']} {row[column]} for {row[derived]}" for row in apart)
    return [f"{words}: {named}."] if apart else []


def _play_remarks(playability: pl.DataFrame) -> list[str]:
    hardest = playability.drop_nulls("playable").sort("playable", maintain_order=True)
    named = ", ".join(
        f"{row['tile']} {row['playable']:.1%}" for row in hardest.head(HARDEST).to_dicts()
    )
    remarks = [f"Hardest to lay from a rack that holds it: {named}."]
    for row in playability.filter(pl.col("tile") == BLANK, pl.col("gain").is_not_null()).to_dicts():
        remarks.append(f"One blank more on the rack: {row['gain']:+.2f} points for the best word.")
    return remarks
