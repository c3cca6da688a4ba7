"""How many of each tile, and what each is worth, from frequency alone: our rule and published ones.

Counts: ours is `damped_counts`, beside it `best_fit_counts`. Points: ours is `halving_points`,
beside it `valett_points` and `code_points`. Each is one rule for all tiles; none is fitted by hand.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

import numpy as np
import polars as pl
from numpy.typing import NDArray

from slovarica.bag import MAX_ALPHA
from slovarica.errors import SlovaricaError
from slovarica.letters import Counts, Letters

Shares = NDArray[np.float64]


def derive(
    letters: Letters, total: int, blanks: int, alpha: float, minimum: int, values: Sequence[int]
) -> pl.DataFrame:
    """Derive a bag of `total` tiles, `blanks` of them blank, from frequency alone.

    Returns one row a tile, in the order of the alphabet: tile, share, expected (tiles by the damped
    share, not rounded), count and points (ours), best_fit (counts), valett and code (points).
    Raises SlovaricaError when the total is too small.
    """
    share, tiles = letters.share, total - blanks
    return pl.DataFrame(
        {
            "tile": letters.names,
            "share": share,
            "expected": damped(share, alpha) * tiles,
            "count": damped_counts(share, tiles, minimum, alpha),
            "points": halving_points(share, tiles, values),
            "best_fit": best_fit_counts(share, tiles, minimum),
            "valett": valett_points(letters),
            "code": code_points(share.tolist()),
        }
    )


def damped_counts(share: Shares, tiles: int, minimum: int, alpha: float) -> list[int]:
    """Apportion `tiles` lettered tiles by share^alpha; none gets fewer than `minimum`.

    Largest remainders: the method of Hamilton in M. L. Balinski and H. P. Young, Fair
    Representation, Yale 1982. A tile whose quota is below the minimum gets the minimum, and the
    others share the rest in proportion. Of equal remainders the first in the alphabet wins.
    Raises SlovaricaError if the minimum asks for more tiles than there are.
    """
    weights = [Fraction(weight) for weight in damped(share, alpha).tolist()]

    def in_proportion(places: Sequence[int], left: int) -> list[Fraction]:
        whole = sum((weights[place] for place in places), Fraction())
        return [weights[place] * left / whole for place in places]

    return _largest_remainders(len(share), tiles, minimum, in_proportion)


def best_fit_counts(share: Shares, tiles: int, minimum: int) -> list[int]:
    """The counts with the least squared distance to the undamped shares.

    “Best Fit Scrabble Letter Distribution”, nikolasco.livejournal.com/347022.html, 15 July 2006,
    which adds the tiles one by one. The same comes of taking from every tile above the minimum the
    same part of a tile, until the total is right, and rounding by largest remainders.
    """
    quotas = [Fraction(part) * tiles for part in share.tolist()]

    def shifted(places: Sequence[int], left: int) -> list[Fraction]:
        shift = (sum((quotas[place] for place in places), Fraction()) - left) / len(places)
        return [quotas[place] - shift for place in places]

    return _largest_remainders(len(share), tiles, minimum, shifted)


def damped(share: Shares, alpha: float) -> Shares:
    """Return the shares, raised to the power `alpha`, as shares again."""
    if not 0 <= alpha <= MAX_ALPHA:
        raise SlovaricaError(f"alpha is {alpha}; give a number from 0 (even) to {MAX_ALPHA}")
    powers = share**alpha
    damped: Shares = powers / powers.sum()
    return damped


def _largest_remainders(
    classes: int,
    tiles: int,
    minimum: int,
    quotas: Callable[[Sequence[int], int], list[Fraction]],
) -> list[int]:
    """Round quotas to whole tiles. `quotas` spreads tiles over the places that it is given."""
    if tiles < classes * minimum or not classes:
        raise SlovaricaError(
            f"{tiles} lettered tiles are too few for {classes} letters with at least {minimum} of "
            "each; ask for a greater total or a smaller minimum"
        )
    counts = [minimum] * classes
    above = list(range(classes))
    while above:
        left = tiles - minimum * (classes - len(above))
        quota = dict(zip(above, quotas(above, left), strict=True))
        low = {place for place in above if quota[place] < minimum}
        if not low:
            break
        above = [place for place in above if place not in low]
    for place in above:
        counts[place] = math.floor(quota[place])
    by_remainder = sorted(above, key=lambda place: counts[place] - quota[place])
    for place in by_remainder[: tiles - sum(counts)]:
        counts[place] += 1
    return counts


def halving_points(share: Shares, tiles: int, values: Sequence[int]) -> list[int]:
    """Points by the number of tiles that the plain share gives: each halving is a step up.

    The middle of the allowed `values` is for the tiles that frequency alone gives half a tile to
    one, so that the lower values are for the tiles that are there several times, the higher for
    those too rare to be there once. No parameter is fitted. Rarer is never worth less.
    """
    ordered = sorted(values)
    middle = len(ordered) // 2
    with np.errstate(divide="ignore"):  # a tile that does not occur is rarer than any
        halvings = np.ceil(-np.log2(share * tiles))
    steps = np.clip(middle - 1 + halvings, 0, len(ordered) - 1)
    return [ordered[step] for step in steps.astype(int)]


# Of the package's example for Scrabble: what a tile is good for in words of 1 to 15 letters.
VALETT_LENGTHS = (0, 50, 25, 5, 2.5, 1.25, 0.625, 25, 12.5, 2.5, 1.25, 0, 0, 0, 0)
VALETT_WEIGHTS = (0.34, 0.33, 0.33)  # frequency, frequency by length, entropy
VALETT_GREATEST = 10


def valett_points(letters: Letters) -> list[int]:
    """Points by frequency, frequency by word length, and entropy of what stands beside.

    Joshua Lewis, “Rethinking the value of Scrabble tiles”, blog.useost.com, 30 December 2012, with
    the weights of his package Valett (github.com/jmlewis/valett, README). Points are inverse to the
    weighted sum and not bound to a set of values; 0 is possible. His program counts the transitions
    inside a word twice and those at its edges once; here each counts once, as the article says.
    """
    longest = min(len(letters.by_length) - 1, len(VALETT_LENGTHS))
    by_length = letters.by_length[1 : longest + 1, 1:]
    occurrences = np.maximum(by_length.sum(axis=1, keepdims=True), 1)
    weights = np.array(VALETT_LENGTHS) / sum(VALETT_LENGTHS)
    parts = (
        letters.share,
        weights[:longest] @ (by_length / occurrences),
        (_entropy(letters.follows.T) + _entropy(letters.follows)) / 2,
    )
    utility = sum(weight * part for weight, part in zip(VALETT_WEIGHTS, parts, strict=True))
    # A tile that no word has is of no use, and worth as much as the least useful of the others.
    least = np.min(utility[utility > 0])
    worth = VALETT_GREATEST * least / np.maximum(utility, least)
    return [math.floor(value + 0.5) for value in worth]


def _entropy(follows: Counts) -> Shares:
    """The entropy of each tile's row of transitions, as shares of the sum of entropies."""
    rows = follows[1:]
    chance = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -np.where(chance > 0, chance * np.log2(chance), 0).sum(axis=1)
    shares: Shares = entropy / max(entropy.sum(), 1e-300)
    return shares


def code_points(share: Iterable[float]) -> list[int]:
    """Points are the length in bits of the tile's code word, in a code that makes texts shortest.

    “escrabble”, github.com/anpere/escrabble, README, with the code of D. A. Huffman, “A Method for
    the Construction of Minimum-Redundancy Codes”, Proceedings of the IRE 40 (1952), 1098-1101.
    """
    heap = [(part, place, [place]) for place, part in enumerate(share)]
    bits = [0] * len(heap)
    heapq.heapify(heap)
    while len(heap) > 1:
        rare, _, few = heapq.heappop(heap)
        next_rare, first, others = heapq.heappop(heap)
        for place in few + others:
            bits[place] += 1
        heapq.heappush(heap, (rare + next_rare, first, few + others))
    return bits
