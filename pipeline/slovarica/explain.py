"""How a form comes about: its derivations, read from the table of forms.

This is the only reader of `forms.parquet`.
"""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from slovarica import artefacts
from slovarica.errors import SlovaricaError
from slovarica.expansion import RULE_COLUMNS
from slovarica.reasons import ACCEPTED


@dataclass(frozen=True)
class Derivation:
    """One way to a form: the entry, the rules (“file:line rule”), and what was decided on it."""

    form: str
    reason: str
    source: str
    line: int
    lemma: str
    flags: str | None
    rules: tuple[str, ...]
    decision: str | None

    @property
    def text(self) -> str:
        """The derivation as one reads it: ključevima = ključ + evima, SFX VG (hr_HR.aff:2720)…"""
        steps = []
        named = []
        for rule in self.rules:
            place, kind, flag, strip, append = rule.split(" ")[:5]
            affix = append.partition("/")[0]
            off = f" − {strip}" if strip != "0" else ""
            on = f" + {affix}" if affix != "0" else ""
            steps.append((kind, off, on, affix))
            named.append(f"{kind} {flag} ({place})")
        made = self.lemma
        for kind, off, on, affix in steps:
            made = f"{affix} + {made}" if kind == "PFX" else f"{made}{off}{on}"
        entry = f"{self.lemma}/{self.flags}" if self.flags else self.lemma
        suffix = {"additions": ".tsv", "two_tile": ".tsv"}.get(self.source, ".dic")
        origin = f"{entry} ({self.source}{suffix}:{self.line})"
        if not steps:
            return f"{self.form} = {origin}"
        return f"{self.form} = {made}, {', '.join(named)}, from {origin}"

    def as_dict(self) -> dict[str, Any]:
        """The derivation as a JSON object, with its text."""
        return {**asdict(self), "text": self.text}


def derivations(folder: Path, spelling: str) -> list[Derivation]:
    """Return the derivations of the forms spelt like this, in any case, best verdict first.

    Raises SlovaricaError if the table is missing or unreadable.
    """
    path = folder / artefacts.FORMS
    spellings = sorted({spelling, spelling.capitalize(), spelling.upper()})
    try:
        rows = (
            pl.scan_parquet(path)
            .filter(pl.col("form").is_in(spellings))
            .collect()
            .sort("verdict", "form", "reason", "source", "line", maintain_order=True)
        )
    except (OSError, pl.exceptions.PolarsError) as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error}); make the build again with “slovarica build”"
        ) from None
    return [
        Derivation(
            row["form"],
            row["reason"],
            row["source"],
            row["line"],
            row["lemma"],
            row["flags"],
            tuple(row[column] for column in ("suffix", "second_suffix", "prefix") if row[column]),
            row["decision"],
        )
        for row in rows.iter_rows(named=True)
    ]


def own_lemmas(folder: Path, manifest: dict[str, Any]) -> pl.Series:
    """Return the canonical words that are the lemma of an entry that yields them, sorted.

    Raises SlovaricaError if the table is missing or damaged.
    """
    content = artefacts.read_artefact(folder, artefacts.FORMS, manifest)
    table = pl.read_parquet(io.BytesIO(content), columns=["form", "canonical", "reason", "lemma"])
    own = table.filter(pl.col("form") == pl.col("lemma"), pl.col("reason") == ACCEPTED)
    return own["canonical"].unique().sort()


__all__ = ["RULE_COLUMNS", "Derivation", "derivations", "own_lemmas"]
