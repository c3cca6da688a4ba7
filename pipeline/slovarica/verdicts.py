"""Forms → verdicts: every form is a word, or has a reason.

forms = accepted forms + Σ reasons. A form with several derivations is a word if any of them
survives; else its reason is the first, in the order of precedence, that any of them has.
"""

from __future__ import annotations

import polars as pl

from slovarica.curated import Curated, judge_entries, refused_rules, split_stems
from slovarica.edition import Edition
from slovarica.expansion import RULE_COLUMNS
from slovarica.forms import HAND_MADE, Forms
from slovarica.reasons import VERDICTS


def code(reason: str) -> int:
    """The number of a reason in the tables; smaller ones take precedence, 0 is “accepted”."""
    return VERDICTS.index(reason)


def first_reason(column: str) -> pl.Expr:
    """The verdict of a group of them: a word if any is, else the first reason.

    “capitalised” says that only entries with a capital yield the form, so that any other reason
    comes before it.
    """
    verdict = pl.col(column)
    return verdict.filter(verdict != code("capitalised")).min().fill_null(code("capitalised"))


def judge(edition: Edition, curated: Curated, forms: Forms) -> pl.DataFrame:
    """Judge every derivation of every form.

    Returns one row a derivation, sorted by form, entry and rules: form, canonical (one code point
    a tile), entry, prefix, suffix, second_suffix, decision (file:line of the curated line that
    decided on the derivation, null if none), split_decision (of the line that split its tiles),
    reason (of the derivation) and verdict (of the form), both u8 codes of `reasons.VERDICTS`.
    Raises SlovaricaError for a curated line that names no entry, stem or rule.
    """
    entries = _judge_entries(edition, curated, forms)
    derivations = forms.derivations.sort("form", "entry", *RULE_COLUMNS, nulls_last=False)
    derivations = derivations.with_columns(
        entries.select("reason", "decision")[derivations["entry"]]
    ).with_columns(canonical=edition.alphabet.join_column(pl.col("form")))
    derivations = _split(edition, curated, forms, derivations)
    derivations = _refuse_rules(curated, forms, derivations)

    form, canonical = pl.col("form"), pl.col("canonical")
    letters = "".join(tile.code for tile in edition.alphabet.tiles)
    listed = [line["word"] for line in curated["two_tile.tsv"] if line["decision"] == "accept"]
    tiles = canonical.str.len_chars()
    of_form = (
        pl.when(form.str.contains(r"\p{Lu}"))
        .then(code("capitalised"))
        .when(~canonical.str.contains(f"[^{letters}]"))
        .then(
            pl.when(tiles < edition.min_tiles)
            .then(code("single-tile"))
            .when((tiles == 2) & ~form.is_in(pl.Series(listed, dtype=pl.String).implode()))
            .then(code("two-tile-not-listed"))
            .when(tiles > edition.max_tiles)
            .then(code("too-long"))
            .otherwise(0)
        )
        .when(canonical.str.contains(rf"[\p{{L}}\p{{M}}&&[^{letters}]]"))
        .then(code("foreign-letter"))
        .otherwise(code("punctuation"))
        .cast(pl.UInt8)
    )
    derivations = derivations.with_columns(of_form=of_form).with_columns(
        reason=pl.when(pl.col("reason") == 0)
        .then("of_form")
        .when(pl.col("of_form") == 0)
        .then("reason")
        .otherwise(pl.min_horizontal("reason", "of_form"))
    )
    unlisted = [line for line in curated["two_tile.tsv"] if line["decision"] == "refuse"]
    derivations = derivations.with_columns(
        decision=pl.when(pl.col("reason") == code("two-tile-not-listed"))
        .then(
            form.replace_strict(
                [line["word"] for line in unlisted],
                [line.where for line in unlisted],
                default=None,
                return_dtype=pl.String,
            )
        )
        .otherwise("decision")
    )
    run = derivations.select(form.rle_id().alias("run"), "reason")
    verdict = run.group_by("run", maintain_order=True).agg(first_reason("reason"))["reason"]
    return derivations.with_columns(verdict=verdict[run["run"]]).select(
        "form",
        "canonical",
        "entry",
        *RULE_COLUMNS,
        "decision",
        "split_decision",
        "reason",
        "verdict",
    )


def _judge_entries(edition: Edition, curated: Curated, forms: Forms) -> pl.DataFrame:
    """The reason (0 for none) and the deciding line of every entry, in the order of entries."""
    sources = forms.entries.filter(pl.col("source").cast(pl.String).is_in(edition.sources))
    decided = judge_entries(edition, curated, sources)
    capital = pl.col("lemma").str.contains(r"\p{Lu}")
    return (
        forms.entries.join(decided, on=("source", "entry"), how="left", maintain_order="left")
        .with_columns(
            reason=pl.when(capital)
            .then(code("capitalised"))
            .otherwise(pl.col("reason").fill_null(0))
            .cast(pl.UInt8),
            # What is added by hand was decided by the line that adds it.
            decision=pl.coalesce(
                "decision",
                pl.when(pl.col("source").cast(pl.String).is_in(HAND_MADE)).then(
                    pl.concat_str(pl.col("source").cast(pl.String), pl.lit(".tsv:"), "line")
                ),
            ),
        )
        .select("entry", "reason", "decision")
    )


def _refuse_rules(curated: Curated, forms: Forms, derivations: pl.DataFrame) -> pl.DataFrame:
    """Take out the derivations by a rule that is wrong after the ending of the lemma."""
    refused = refused_rules(curated, forms.rules)
    wrong = (
        derivations.with_row_index("row")
        .filter(pl.col("reason") == 0)
        .join(refused.rename({"decision": "rule_decision"}), on="suffix")
        .join(forms.entries.select("entry", "lemma"), on="entry")
        .filter(pl.col("lemma").str.ends_with(pl.col("ending")))
        .unique("row")
        .select("row", "rule_decision")
    )
    return (
        derivations.with_row_index("row")
        .join(wrong, on="row", how="left", maintain_order="left")
        .with_columns(
            reason=pl.when(pl.col("rule_decision").is_not_null())
            .then(code("removed"))
            .otherwise("reason")
            .cast(pl.UInt8),
            decision=pl.coalesce("rule_decision", "decision"),
        )
        .drop("row", "rule_decision")
    )


def _split(
    edition: Edition, curated: Curated, forms: Forms, derivations: pl.DataFrame
) -> pl.DataFrame:
    """Lay the tiles of a split apart, in the derivations whose lemma has one."""
    splits = split_stems(edition, curated, forms.entries["lemma"])
    entries = forms.entries.join(splits, on="lemma").select(
        "entry", "boundary", split_decision="decision"
    )
    shifts = forms.rules.select(
        prefix="rule",
        shift=pl.col("append").str.len_chars().cast(pl.Int64) - pl.col("strip").str.len_chars(),
    )
    pairs = list(edition.alphabet.splits.values())
    place = pl.col("boundary") + pl.col("shift").fill_null(0)
    split = (
        derivations.with_row_index("row")
        .join(entries, on="entry")
        .join(shifts, on="prefix", how="left")
        .with_columns(place=place)
        .filter(pl.col("form").str.slice(pl.col("place") - 1, 2).is_in(pairs))
        .select(
            "row",
            "split_decision",
            split=edition.alphabet.join_split_column(pl.col("form"), pl.col("place")),
        )
    )
    return (
        derivations.with_row_index("row")
        .join(split, on="row", how="left", maintain_order="left")
        .with_columns(canonical=pl.coalesce("split", "canonical"))
        .drop("row", "split")
    )
