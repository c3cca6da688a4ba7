"""How forms come about: their derivations, read from the table of forms.

This is the only reader of `forms.parquet`.
"""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import polars as pl

from slovarica import artefacts
from slovarica.errors import SlovaricaError
from slovarica.forms import HAND_MADE
from slovarica.reasons import ACCEPTED


@dataclass(frozen=True)
class Derivation:
    """One way to a form: the entry, the rules (“file:line rule”), and what was decided on it.

    `reason` is the derivation's own verdict, `decision` and `split_decision` are the curated lines
    (“file:line: reason”) that refused or added it and that split its tiles, if any did.
    """

    form: str
    canonical: str
    reason: str
    source: str
    line: int
    lemma: str
    flags: str | None
    rules: tuple[str, ...]
    decision: str | None
    split_decision: str | None

    @property
    def text(self) -> str:
        """The derivation as one reads it: ključevima = ključ + evima, SFX VG (hr_HR.aff:2720)…"""
        made = self.lemma
        named = []
        for rule in self.rules:
            place, kind, flag, strip, append = rule.split(" ")[:5]
            affix = append.partition("/")[0]
            off = "" if strip == "0" else f" − {strip}"
            if kind == "PFX":
                made = f"{affix} + {made}{off}"
            else:
                made += off + ("" if affix == "0" else f" + {affix}")
            named.append(f"{kind} {flag} ({place})")
        entry = f"{self.lemma}/{self.flags}" if self.flags else self.lemma
        extension = "tsv" if self.source in HAND_MADE else "dic"
        origin = f"{entry} ({self.source}.{extension}:{self.line})"
        if not named:
            return f"{self.form} = {origin}"
        return f"{self.form} = {made}, {', '.join(named)}, from {origin}"

    def as_dict(self) -> dict[str, Any]:
        """The derivation as a JSON object, with its text."""
        return {**asdict(self), "text": self.text}


def derivations(folder: Path, spelling: str) -> list[Derivation]:
    """Return the derivations of the forms spelt like this, in any case.

    Those of the form in small letters come first, then by form, reason, source and line.
    Raises SlovaricaError if the table is missing or unreadable.
    """
    path = folder / artefacts.FORMS
    spellings = sorted({spelling, spelling.capitalize(), spelling.upper()})
    try:
        rows = pl.scan_parquet(path).filter(pl.col("form").is_in(spellings)).collect()
        rows = rows.sort(
            pl.col("form") != spelling, "form", "reason", "source", "line", maintain_order=True
        )
    except (OSError, pl.exceptions.PolarsError) as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error}); make the build again with “slovarica build”"
        ) from None
    return [
        Derivation(
            rules=tuple(
                row.pop(column) for column in ("suffix", "second_suffix", "prefix") if row[column]
            ),
            **{name: value for name, value in row.items() if name in FIELDS},
        )
        for row in rows.iter_rows(named=True)
    ]


def deciding(path: Path, words: pl.Series) -> pl.DataFrame:
    """Find, in a table of forms, the derivation that decided on each word.

    Of the forms spelt like the word, one in small letters counts before others, and of its
    derivations the first that has the reason of the form. Returns one row a word that has a form:
    word, reason (“accepted” for none), lemma, origin (“file:line” of the entry), decision (the
    curated line, as in `Derivation`). Raises SlovaricaError if the table is unreadable.
    """
    source = pl.col("source").cast(pl.String)
    extension = pl.when(source.is_in(HAND_MADE)).then(pl.lit(".tsv:")).otherwise(pl.lit(".dic:"))
    try:
        rows = (
            pl.scan_parquet(path)
            .select(
                "form",
                "verdict",
                "reason",
                "lemma",
                "decision",
                word=pl.col("form").str.to_lowercase(),
                origin=pl.concat_str(source, extension, "line"),
            )
            .filter(pl.col("word").is_in(words.implode()), pl.col("verdict") == pl.col("reason"))
            .collect()
        )
    except (OSError, pl.exceptions.PolarsError) as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error}); make the build again with “slovarica build”"
        ) from None
    return (
        rows.sort("word", pl.col("form") != pl.col("word"), maintain_order=True)
        .unique("word", keep="first", maintain_order=True)
        .select("word", pl.col("reason").cast(pl.String), "lemma", "origin", "decision")
    )


FIELDS = {field.name for field in fields(Derivation)} - {"rules"}


def origins(folder: Path, manifest: dict[str, Any]) -> pl.DataFrame:
    """Return from which lemmas and sources the words of a build come.

    One row a word, lemma and source, in no order: canonical, lemma, source (an Enum in the order
    of the edition). Raises SlovaricaError if the table is missing or not the manifest's.
    """
    content = artefacts.read_artefact(folder, artefacts.FORMS, manifest)
    return (
        pl.read_parquet(io.BytesIO(content), columns=["canonical", "reason", "lemma", "source"])
        .filter(pl.col("reason") == ACCEPTED)
        .select("canonical", "lemma", "source")
        .unique()
    )


def own_lemmas(folder: Path, manifest: dict[str, Any]) -> pl.Series:
    """Return the canonical words that are the lemma of an entry that yields them, sorted.

    Raises SlovaricaError if the table is missing or damaged.
    """
    content = artefacts.read_artefact(folder, artefacts.FORMS, manifest)
    table = pl.read_parquet(io.BytesIO(content), columns=["form", "canonical", "reason", "lemma"])
    own = table.filter(pl.col("form") == pl.col("lemma"), pl.col("reason") == ACCEPTED)
    return own["canonical"].unique().sort()
