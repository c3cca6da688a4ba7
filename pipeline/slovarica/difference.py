"""Two word lists → what differs: words with their reasons, tilings, letters and the bag."""

from __future__ import annotations

import os.path
from dataclasses import dataclass
from typing import Any

import polars as pl

from slovarica.explain import deciding
from slovarica.listing import Listing
from slovarica.reasons import UNKNOWN

# Words without a lemma are grouped by their first letters. With five, the forms of 500 entries of
# hr_HR and bs_BA taken at random fall into 1.3 groups an entry and 1.02 entries a group; with four
# more strangers meet (1.1), with six the forms of short stems part (2.1).
STEM = 5


@dataclass(frozen=True)
class Group:
    """Words that came or went for one reason.

    `lemma` and `origin` (“file:line”): the entry that yields them, None where neither side has a
    table of forms with them; then they share a beginning. `reason`: why the side without them
    refuses them, None where it has no table. `decision`: the curated line that decided, as
    “file:line: reason”.
    """

    words: tuple[str, ...]
    lemma: str | None
    origin: str | None
    reason: str | None
    decision: str | None

    @property
    def title(self) -> str:
        """What the words have in common: the lemma, or their beginning."""
        if self.lemma is not None:
            return self.lemma
        if len(self.words) == 1:
            return self.words[0]
        return os.path.commonprefix(self.words) + "…"  # noqa: RUF071  letters, not paths


@dataclass(frozen=True)
class Tiling:
    """A word that is laid in another way: its canonical forms on both sides, as printed."""

    word: str
    old: tuple[tuple[str, ...], ...]
    new: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class LetterChange:
    """How many of a tile went with words (or tilings), and came."""

    tile: str
    gone: int
    come: int


@dataclass(frozen=True)
class Setting:
    """A value that changed: `key` of `name`, None on a side that has no such thing."""

    name: str
    key: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Difference:
    """What differs between two listings.

    `gone` and `come`: the largest groups first, then in tile order. `tilings` and `letters` are
    None if a side does not say how words are laid, `bag` is None if a side has no bag. `sources`
    and `decisions` (curated files): what the manifests say of them, nothing if a side has none.
    """

    old: Listing
    new: Listing
    gone: tuple[Group, ...]
    come: tuple[Group, ...]
    tilings: tuple[Tiling, ...] | None
    letters: tuple[LetterChange, ...] | None
    bag: tuple[Setting, ...] | None
    sources: tuple[Setting, ...]
    decisions: tuple[Setting, ...]

    @property
    def same(self) -> bool:
        """Whether words, tilings and bag are the same; a newer source may well change nothing."""
        return not (self.gone or self.come or self.tilings or self.bag)

    def as_dict(self) -> dict[str, Any]:
        """The difference as a JSON object, complete."""
        parts = ("gone", "come", "tilings", "letters", "bag", "sources", "decisions")
        return {
            "same": self.same,
            "old": {"name": self.old.name, "words": self.old.count},
            "new": {"name": self.new.name, "words": self.new.count},
            **{
                part: None if found is None else [vars(item) for item in found]
                for part, found in ((part, getattr(self, part)) for part in parts)
            },
        }


def compare(old: Listing, new: Listing) -> Difference:
    """Compare two listings. Raises SlovaricaError if a table of forms cannot be read.

    A word is a spelling here: one that is on both sides with other tiles is a change of tiling,
    neither gone nor come.
    """
    tiled = old.tiled and new.tiled
    key = "canonical" if tiled else "spelling"
    left = old.words.join(new.words, on=key, how="anti")
    right = new.words.join(old.words, on=key, how="anti")
    gone = _in_order(left.join(new.words, on="spelling", how="anti"), old)
    come = _in_order(right.join(old.words, on="spelling", how="anti"), new)
    return Difference(
        old,
        new,
        gone=_groups(gone, accepting=old, refusing=new),
        come=_groups(come, accepting=new, refusing=old),
        tilings=_tilings(old, new, pl.concat([left, right])) if tiled else None,
        letters=_letters(old, new, left, right) if tiled else None,
        bag=_bag(old.bag, new.bag) if old.bag and new.bag else None,
        sources=_recorded(old, new, "sources"),
        decisions=_recorded(old, new, "decisions"),
    )


def _in_order(words: pl.DataFrame, listing: Listing) -> pl.Series:
    """The spellings of a table of words, in tile order."""
    alphabet = listing.alphabet
    return (
        words.select(word=pl.col("spelling").unique())
        .sort(alphabet.order_column(alphabet.join_column(pl.col("word"))), "word")
        .to_series()
    )


def _groups(words: pl.Series, accepting: Listing, refusing: Listing) -> tuple[Group, ...]:
    """Group words by the entry they come from and by why the other side refuses them."""
    refused, accepted = _deciding(refusing, words), _deciding(accepting, words)
    kept = pl.col("reason").is_null()
    keys = ("lemma", "origin", "reason", "decision")
    rows = (
        words.to_frame()
        .join(refused, on="word", how="left", maintain_order="left")
        .join(accepted, on="word", how="left", maintain_order="left", suffix="_accepted")
        .select(
            "word",
            lemma=pl.coalesce("lemma", "lemma_accepted"),
            origin=pl.coalesce("origin", "origin_accepted"),
            reason=pl.col("reason").fill_null(UNKNOWN) if refusing.forms else "reason",
            decision=pl.when(kept).then("decision_accepted").otherwise("decision"),
        )
        .with_columns(stem=pl.when(pl.col("lemma").is_null()).then(pl.col("word").str.head(STEM)))
    )
    groups = (
        rows.group_by(*keys, "stem", maintain_order=True)
        .agg("word")
        .sort(pl.col("word").list.len(), descending=True, maintain_order=True)
    )
    return tuple(
        Group(tuple(members), *entry)
        for members, *entry in groups.select("word", *keys).iter_rows()
    )


def _deciding(listing: Listing, words: pl.Series) -> pl.DataFrame:
    """The derivations that decided on the words; none where there is no table of forms."""
    if listing.forms is None or words.is_empty():
        columns = ("word", "reason", "lemma", "origin", "decision")
        return pl.DataFrame(schema=dict.fromkeys(columns, pl.String))
    return deciding(listing.forms, words)


def _tilings(old: Listing, new: Listing, changed: pl.DataFrame) -> tuple[Tiling, ...]:
    """The spellings of both sides whose canonical words are not the same."""

    def laid(listing: Listing) -> pl.DataFrame:
        return (
            listing.words.join(changed, on="spelling", how="semi")
            .sort("canonical")
            .group_by("spelling")
            .agg(pl.col("canonical"))
        )

    both = laid(old).join(laid(new), on="spelling", suffix="_new")
    order = _in_order(both, new).to_frame("spelling")
    return tuple(
        Tiling(word, tuple(map(old.alphabet.names, before)), tuple(map(new.alphabet.names, after)))
        for word, before, after in order.join(
            both, on="spelling", maintain_order="left"
        ).iter_rows()
    )


def _letters(
    old: Listing, new: Listing, left: pl.DataFrame, right: pl.DataFrame
) -> tuple[LetterChange, ...]:
    """The tiles that the canonical words of one side alone are laid with, in tile order."""

    def tiles(listing: Listing, words: pl.DataFrame) -> dict[str, int]:
        return {
            tile.name: int(words["canonical"].str.count_matches(tile.code, literal=True).sum())
            for tile in listing.alphabet.tiles
        }

    gone, come = tiles(old, left), tiles(new, right)
    return tuple(
        LetterChange(tile, gone.get(tile, 0), come.get(tile, 0))
        for tile in {**come, **gone}
        if gone.get(tile) or come.get(tile)
    )


def _recorded(old: Listing, new: Listing, part: str) -> tuple[Setting, ...]:
    """What changed in a part of the manifests."""
    if not (old.manifest and new.manifest):
        return ()
    return _settings(old.manifest[part], new.manifest[part])


def _bag(old: dict[str, Any], new: dict[str, Any]) -> tuple[Setting, ...]:
    """What changed in the bag: of a tile, or of the edition as a whole (its name is “bag”)."""

    def named(bag: dict[str, Any]) -> dict[str, dict[str, Any]]:
        whole = {key: bag[key] for key in ("min_tiles", "max_tiles", "blanks")}
        tiles = {
            tile["tile"]: {"count": tile["count"], "points": tile["points"]}
            for tile in bag["tiles"]
        }
        return {"bag": whole, **tiles}

    return _settings(named(old), named(new))


def _settings(
    old: dict[str, dict[str, Any]], new: dict[str, dict[str, Any]]
) -> tuple[Setting, ...]:
    """The values that are not the same in two tables of tables, in the order of the new one."""
    return tuple(
        Setting(name, key, before.get(key), after.get(key))
        for name in {**new, **old}
        for before, after in [(old.get(name, {}), new.get(name, {}))]
        for key in {**after, **before}
        if before.get(key) != after.get(key)
    )
