"""What needs a human eye: entries that want a decision, and decisions that do nothing.

Each question looks only at the sources and the curated files, so that it holds for any future
source. An entry is judged by a line of any decision: that it stays is a decision, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import polars as pl

from slovarica.curated import BOUNDARY, ENTRY_FILES, Curated, Decision
from slovarica.edition import Edition
from slovarica.forms import ADDITIONS, Forms
from slovarica.reasons import VERDICTS

# Shorter stems have a neighbour by chance: of the stems of five letters that one source alone has,
# a fifth stands one letter from a stem of both.
NEIGHBOUR_LETTERS = 6
# An abbreviation of more letters has a vowel and no flags, as thousands of adverbs do.
SHORT_LETTERS = 3
UNINFLECTED_LETTERS = 4


@dataclass(frozen=True)
class Question:
    """One thing to decide: what was asked of which entry or line, and why it stands out."""

    check: str
    subject: str
    where: str
    remark: str

    def as_dict(self) -> dict[str, str]:
        """The question as a JSON object."""
        return asdict(self)


def audit(edition: Edition, curated: Curated, forms: Forms, judged: pl.DataFrame) -> list[Question]:
    """Return the open questions, in the order of the checks and the alphabet.

    `forms` are the expanded sources, `judged` what `verdicts.judge` makes of them.
    """
    source = pl.col("source").cast(pl.String)
    entries = (
        forms.entries.with_columns(source)
        .filter(source.is_in(edition.sources))
        .with_columns(
            where=pl.concat_str("source", pl.lit(".dic:"), pl.col("line").cast(pl.String))
        )
    )
    # An entry with any other sign is refused by itself.
    letters = "".join(sorted({*"".join(tile.letters for tile in edition.alphabet.tiles)}))
    small = entries.filter(pl.col("lemma").str.contains(f"^[{letters}]{{2,}}$"))
    undecided = small.join(_decided(edition, curated), on=("source", "lemma"), how="anti")
    return [
        *_boundaries(edition, curated, small),
        *_twins(entries, undecided),
        *_short(edition, undecided),
        *_neighbours(edition, small, undecided),
        *_idle(curated, forms, judged),
    ]


def _decided(edition: Edition, curated: Curated) -> pl.DataFrame:
    """The (source, lemma) that a line decides on."""
    pairs = [
        (source, decision["entry"].partition("/")[0])
        for decision in curated.entry_decisions()
        for source in edition.sources
        if decision["source"] in (source, "*")
    ]
    schema = {"source": pl.String, "lemma": pl.String}
    return pl.DataFrame(pairs, schema=schema, orient="row").unique()


def _boundaries(edition: Edition, curated: Curated, small: pl.DataFrame) -> Iterator[Question]:
    """Lemmas with a digraph's letters on both sides of a likely prefix, and no line for them."""
    pairs = {letters for letters, _ in edition.alphabet.digraphs}
    judged = {
        (len(line["stem"].partition(BOUNDARY)[0]), line["stem"].replace(BOUNDARY, ""))
        for line in curated["splits.tsv"]
    }
    for prefix in edition.prefixes:
        rest = [pair[1:] for pair in pairs if pair[:1] == prefix[-1:]]
        if not rest:
            continue
        looks = [pl.col("lemma").str.starts_with(prefix + after) for after in rest]
        covered = [
            pl.col("lemma").str.starts_with(stem)
            for place, stem in judged
            if place == len(prefix) and stem.startswith(prefix)
        ]
        found = small.filter(pl.any_horizontal(looks), ~pl.any_horizontal(pl.lit(False), *covered))
        for lemma, where in found.select("lemma", "where").unique().sort("lemma", "where").rows():
            stem = f"{prefix}{BOUNDARY}{lemma[len(prefix) :]}"
            yield Question("boundary", lemma, where, f"is {stem} one tile or two? (splits.tsv)")


def _twins(entries: pl.DataFrame, undecided: pl.DataFrame) -> Iterator[Question]:
    """Small-letter lemmas that some source writes with a capital."""
    capitalised = entries.filter(pl.col("lemma").str.contains(r"^\p{Lu}\p{Ll}+$")).select(
        lemma=pl.col("lemma").str.to_lowercase(), twin="lemma", twin_where="where"
    )
    found = undecided.join(
        capitalised.unique("lemma", keep="first", maintain_order=True), on="lemma"
    )
    for lemma, where, twin, twin_where in (
        found.select("lemma", "where", "twin", "twin_where").unique().sort("lemma", "where").rows()
    ):
        yield Question("name", lemma, where, f"is it a name? {twin_where} has {twin} (names.tsv)")


def _short(edition: Edition, undecided: pl.DataFrame) -> Iterator[Question]:
    """Lemmas that are vowelless or very short, or short without inflection."""
    vowels = "".join(tile.code for tile in edition.alphabet.tiles if tile.vowel)
    letters = pl.col("lemma").str.len_chars()
    kinds = (
        ("vowelless", ~pl.col("lemma").str.contains(f"[{vowels}]"), "has no vowel"),
        ("short", letters <= SHORT_LETTERS, "is very short"),
        (
            "abbreviation",
            (letters <= UNINFLECTED_LETTERS) & pl.col("flags").is_null(),
            "is short and has no flags, as an abbreviation",
        ),
    )
    seen: set[str] = set()
    for check, condition, remark in kinds:
        found = undecided.filter(condition).select("lemma", "where").unique().sort("lemma", "where")
        for lemma, where in found.iter_rows():
            if where not in seen:
                seen.add(where)
                yield Question(check, lemma, where, f"{remark}; is it a word? (abbreviations.tsv)")


def _neighbours(
    edition: Edition, small: pl.DataFrame, undecided: pl.DataFrame
) -> Iterator[Question]:
    """Stems of one source alone that are one letter from a stem of all sources.

    One letter: one more, one less, another one, or two neighbours changed about.
    """
    sources = small.group_by("lemma").agg(pl.col("source").n_unique())
    common = sources.filter(pl.col("source") == len(edition.sources)).select("lemma")
    alone = sources.filter(pl.col("source") == 1).join(undecided, on="lemma", how="semi")
    alone = alone.filter(pl.col("lemma").str.len_chars() >= NEIGHBOUR_LETTERS).select("lemma")

    def without_one(stems: pl.DataFrame) -> pl.DataFrame:
        lemma, place = pl.col("lemma"), pl.col("place")
        return (
            stems.with_columns(place=pl.int_ranges(lemma.str.len_chars().cast(pl.Int64)))
            .explode("place")
            .select("lemma", "place", rest=lemma.str.head(place) + lemma.str.slice(place + 1))
        )

    shorter, common_shorter = without_one(alone), without_one(common)
    pairs = [
        shorter.join(
            common.rename({"lemma": "near"}), left_on="rest", right_on="near", coalesce=False
        ).select("lemma", "near"),
        common_shorter.join(
            alone.rename({"lemma": "other"}), left_on="rest", right_on="other", coalesce=False
        )
        .select("other", near="lemma")
        .rename({"other": "lemma"}),
        # The same rest: another letter in one place, or the letters of neighbouring places.
        shorter.join(common_shorter, on="rest", suffix="_near")
        .filter((pl.col("place") - pl.col("place_near")).abs() <= 1)
        .filter(
            (pl.col("place") == pl.col("place_near"))
            | (
                pl.col("lemma").str.slice(pl.min_horizontal("place", "place_near"), 2)
                == pl.col("lemma_near")
                .str.slice(pl.min_horizontal("place", "place_near"), 2)
                .str.reverse()
            )
        )
        .select("lemma", near="lemma_near"),
    ]
    near = (
        pl.concat(pairs)
        .filter(pl.col("lemma") != pl.col("near"))
        .group_by("lemma")
        .agg(pl.col("near").min())
    )
    found = undecided.join(near, on="lemma").select("lemma", "where", "near").unique()
    for lemma, where, neighbour in found.sort("lemma", "where").rows():
        yield Question(
            "spelling",
            lemma,
            where,
            f"is it misspelt? {neighbour} is a letter away (removals.tsv or spelling.tsv)",
        )


def _idle(curated: Curated, forms: Forms, judged: pl.DataFrame) -> Iterator[Question]:
    """Lines that change nothing: refusals of no derivation, additions of no word."""
    by_hand = [VERDICTS.index(reason) for reason in ENTRY_FILES.values()]
    refused = judged.filter(pl.col("reason").is_in(by_hand))
    effective = set(refused["decision"].drop_nulls())
    added = forms.entries.filter(pl.col("source") == ADDITIONS).select("entry", "line")
    rows = judged.select("form", "entry", "reason").filter(pl.col("reason") == 0)
    of_sources = rows.join(
        forms.entries.filter(pl.col("source") != ADDITIONS).select("entry"), on="entry"
    )
    new = rows.join(added, on="entry").join(of_sources, on="form", how="anti")
    effective.update(f"additions.tsv:{line}" for line in new["line"].unique())
    lines: list[Decision] = [
        *(line for line in curated.entry_decisions() if line["decision"] == "refuse"),
        *curated["rules.tsv"],
        *curated["additions.tsv"],
    ]
    for line in lines:
        if line.where not in effective:
            yield Question(
                "idle",
                next(iter(line.fields.values())),
                f"sources/curated/{line.where}",
                "changes nothing; remove the line if nothing else wants it",
            )
