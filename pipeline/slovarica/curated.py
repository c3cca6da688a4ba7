"""The decisions made by hand: sources/curated/*.tsv, one a line.

Each file is a table with a header, its columns separated by tabs; lines that begin with # are
comments. Every line carries its reason and its evidence. The build applies the decisions, the
audit asks which ones are missing or no longer do anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from slovarica.edition import Edition
from slovarica.errors import SlovaricaError
from slovarica.reasons import VERDICTS

# Files of decisions on entries, with the reason that a "refuse" gives.
ENTRY_FILES = {
    "units.tsv": "unit-symbol",
    "abbreviations.tsv": "abbreviation",
    "numerals.tsv": "roman-numeral",
    "names.tsv": "proper-noun",
    "removals.tsv": "removed",
    "spelling.tsv": "removed",
}
ENTRY_COLUMNS = ("entry", "source", "decision", "reason", "evidence")
COLUMNS = {
    **dict.fromkeys(ENTRY_FILES, ENTRY_COLUMNS),
    "removals.tsv": ("entry", "source", "decision", "instead", "reason", "evidence"),
    "two_tile.tsv": ("word", "decision", "part", "gloss", "reason", "evidence"),
    "rules.tsv": ("rule", "source", "endings", "reason", "evidence"),
    "splits.tsv": ("stem", "decision", "reason", "evidence"),
    "additions.tsv": ("entry", "source", "paradigm", "reason", "evidence"),
}
DECISIONS = {
    **dict.fromkeys(ENTRY_FILES, ("keep", "refuse")),
    "spelling.tsv": ("keep",),  # a refused stem stands in removals.tsv, with the right spelling
    "two_tile.tsv": ("accept", "refuse"),
    "splits.tsv": ("split", "one"),
}
ANY_SOURCE = "*"
BOUNDARY = "|"


@dataclass(frozen=True)
class Decision:
    """One line of a curated file, its fields by column name."""

    file: str
    line: int
    fields: dict[str, str]

    @property
    def where(self) -> str:
        """File and line, as an error or an explanation names them."""
        return f"{self.file}:{self.line}"

    def __getitem__(self, column: str) -> str:
        return self.fields[column]

    @property
    def label(self) -> str:
        """File, line, reason and the right spelling, as an explanation quotes the line."""
        instead = self.fields.get("instead", "-")
        return f"{self.where}: {self['reason']}" + (f" ({instead})" if instead != "-" else "")

    def fault(self, text: str) -> SlovaricaError:
        """An error at this line."""
        return SlovaricaError(f"sources/curated/{self.where}: {text}")


@dataclass(frozen=True)
class Curated:
    """All decisions of an edition, by file."""

    decisions: dict[str, tuple[Decision, ...]]

    def __getitem__(self, file: str) -> tuple[Decision, ...]:
        return self.decisions[file]

    def labels(self) -> dict[str, str]:
        """The labels of all lines, by file and line."""
        return {line.where: line.label for lines in self.decisions.values() for line in lines}

    def entry_decisions(self) -> list[Decision]:
        """The decisions on entries, of all files."""
        return [decision for file in ENTRY_FILES for decision in self[file]]


def read_curated(edition: Edition) -> Curated:
    """Read the curated files of an edition.

    Raises SlovaricaError, naming file and line, for a file that is missing, an unknown column or
    decision, an empty field, a duplicate, two lines that contradict each other, and a word of the
    two-tile list that has more tiles, or others.
    """
    curated = Curated({file: _read(edition.curated / file) for file in COLUMNS})
    _refuse_contradictions(edition, curated)
    for line in curated["two_tile.tsv"]:
        tiles = edition.alphabet.join(line["word"])
        fits = len(tiles) == 2 and edition.alphabet.by_code.keys() >= set(tiles)
        if line["decision"] == "accept" and not fits:
            raise line.fault(
                f"“{line['word']}” is not two tiles of the edition in small letters; correct or "
                "remove the line"
            )
    return curated


def _read(path: Path) -> tuple[Decision, ...]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error.strerror}); restore it, with the header "
            f"{' '.join(COLUMNS[path.name])}"
        ) from None
    except UnicodeDecodeError as error:
        bad = error.object[: error.start].count(b"\n") + 1
        raise SlovaricaError(f"{path}:{bad}: is not UTF-8; convert the file") from None
    columns: tuple[str, ...] = ()
    decisions: list[Decision] = []
    seen: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        fields = tuple(line.removesuffix("\r").split("\t"))
        if not columns:
            columns = fields
            if columns != COLUMNS[path.name]:
                unknown = sorted(set(columns) - set(COLUMNS[path.name]))
                raise SlovaricaError(
                    f"{path}:{number}: the columns must be {', '.join(COLUMNS[path.name])}"
                    f"{'; unknown: ' + ', '.join(unknown) if unknown else ''}; correct the header"
                )
            continue
        if len(fields) != len(columns) or not all(field.strip() == field != "" for field in fields):
            raise SlovaricaError(
                f"{path}:{number}: must have {len(columns)} fields separated by one tab each, none "
                f"of them empty ({', '.join(columns)}); “-” stands for nothing"
            )
        decision = Decision(path.name, number, dict(zip(columns, fields, strict=True)))
        allowed = DECISIONS.get(path.name)
        if allowed and decision["decision"] not in allowed:
            raise decision.fault(
                f"the decision “{decision['decision']}” is unknown; write {' or '.join(allowed)}"
            )
        key: tuple[str, ...] = (
            fields[0].replace(BOUNDARY, "") if path.name == "splits.tsv" else fields[0],
        )
        if "source" in columns:
            key += (decision["source"],)
        if key in seen:
            raise decision.fault(
                f"“{fields[0]}” stands in line {seen[key]} already; keep one of the two lines"
            )
        seen[key] = number
        decisions.append(decision)
    if not columns:
        raise SlovaricaError(
            f"{path}: has no header; begin it with {', '.join(COLUMNS[path.name])}, separated by "
            "tabs"
        )
    return tuple(decisions)


def _refuse_contradictions(edition: Edition, curated: Curated) -> None:
    """Raise SlovaricaError if two lines decide on the same entry in different ways."""
    decided: dict[tuple[str, str], Decision] = {}
    for decision in curated.entry_decisions():
        if decision["source"] not in (*edition.sources, ANY_SOURCE):
            raise decision.fault(
                f"“{decision['source']}” is no source of the edition; write "
                f"{', '.join(edition.sources)}, or {ANY_SOURCE} for all"
            )
        for source in _sources(edition, decision):
            other = decided.setdefault((decision["entry"], source), decision)
            if other is decision or (other["decision"] == decision["decision"] == "keep"):
                continue
            raise decision.fault(
                f"“{decision['entry']}” is decided on in {other.where} too "
                f"({other['decision']}); keep one of the two lines"
            )
    for line in (*curated["additions.tsv"], *curated["rules.tsv"]):
        if line["source"] not in edition.sources:
            raise line.fault(
                f"“{line['source']}” is no source of the edition; name the one whose rules are "
                f"meant: {', '.join(edition.sources)}"
            )


def _sources(edition: Edition, decision: Decision) -> tuple[str, ...]:
    return edition.sources if decision["source"] == ANY_SOURCE else (decision["source"],)


def judge_entries(edition: Edition, curated: Curated, entries: pl.DataFrame) -> pl.DataFrame:
    """Find the decision on every entry.

    `entries` has source, entry, lemma, flags (as written). Returns the decided ones: source,
    entry, reason (u8, 0 for "keep"), decision (file:line). A line with flags decides before one
    without. Raises SlovaricaError for a line that names no entry of its source.
    """
    lines = [
        (
            *_lemma_and_flags(decision["entry"]),
            source,
            number,
            0 if decision["decision"] == "keep" else VERDICTS.index(ENTRY_FILES[decision.file]),
            decision.where,
        )
        for number, decision in enumerate(curated.entry_decisions())
        for source in _sources(edition, decision)
    ]
    schema = {
        "lemma": pl.String,
        "wanted": pl.String,
        "source": pl.String,
        "number": pl.UInt32,
        "reason": pl.UInt8,
        "decision": pl.String,
    }
    matched = (
        entries.with_columns(pl.col("source").cast(pl.String))
        .join(pl.DataFrame(lines, schema=schema, orient="row"), on=("lemma", "source"))
        .filter(
            pl.col("wanted").is_null() | pl.col("wanted").eq_missing(pl.col("flags").fill_null(""))
        )
    )
    used = set(matched["number"])
    for number, decision in enumerate(curated.entry_decisions()):
        if number not in used:
            where = "any source" if decision["source"] == ANY_SOURCE else decision["source"]
            raise decision.fault(
                f"“{decision['entry']}” is no entry of {where}; correct or remove the line"
            )
    return (
        matched.sort(
            "source",
            "entry",
            "wanted",
            "reason",
            descending=[False, False, True, True],
            nulls_last=True,
        )
        .unique(("source", "entry"), keep="first", maintain_order=True)
        .select(pl.col("source").cast(entries.schema["source"]), "entry", "reason", "decision")
    )


def refused_rules(curated: Curated, rules: pl.DataFrame) -> pl.DataFrame:
    """Find the affix rules that are refused after certain endings.

    `rules` has rule, source, text (“SFX UM i o .”). Returns suffix (the rule's number), ending (of
    the lemma), decision (file:line). Raises SlovaricaError for a line that names no rule.
    """
    found: list[tuple[int, str, str]] = []
    for line in curated["rules.tsv"]:
        same = (pl.col("source") == line["source"]) & pl.col("text").str.starts_with(
            f"{line['rule']} "
        )
        numbers = rules.filter(same, pl.col("text").str.starts_with("SFX "))["rule"]
        if numbers.is_empty():
            raise line.fault(
                f"{line['source']} has no suffix rule “{line['rule']}”; write flag, strip and "
                "append as in the .aff file, or remove the line"
            )
        found += [
            (number, ending, line.where) for number in numbers for ending in line["endings"].split()
        ]
    schema = {"suffix": pl.UInt32, "ending": pl.String, "decision": pl.String}
    return pl.DataFrame(found, schema=schema, orient="row")


def _lemma_and_flags(entry: str) -> tuple[str, str | None]:
    lemma, slash, flags = entry.partition("/")
    return lemma, flags if slash else None


def split_stems(edition: Edition, curated: Curated, lemmas: pl.Series) -> pl.DataFrame:
    """Find the splits that hold for each lemma.

    A line of splits.tsv holds for every lemma that begins with its stem; where several do, the
    longest stem decides. Returns lemma, boundary (letters of the lemma before it), decision
    (file:line), for the lemmas with a split; lemmas judged as one tile are left out.
    Raises SlovaricaError for a boundary that is not inside a splittable tile, and for a stem that
    no lemma begins with.
    """
    pairs = set(edition.alphabet.splits.values())
    found: dict[str, tuple[int, str, Decision]] = {}
    ordered = lemmas.unique().sort()
    for decision in curated["splits.tsv"]:
        left, bar, right = decision["stem"].partition(BOUNDARY)
        may_split = left[-1:] + right[:1] in pairs
        if not bar or BOUNDARY in right or not (may_split or decision["decision"] == "one"):
            raise decision.fault(
                f"the boundary of “{decision['stem']}” must be one “{BOUNDARY}” inside "
                f"{' or '.join(sorted(pair.upper() for pair in pairs))}, as in in{BOUNDARY}jekc"
            )
        begin = ordered.search_sorted(left + right)
        end = ordered.search_sorted(left + right + "\U0010ffff")
        if begin == end:
            raise decision.fault(
                f"no entry begins with “{left + right}”; correct or remove the line"
            )
        for lemma in ordered[begin:end]:
            stem = left + right
            if lemma not in found or len(found[lemma][1]) < len(stem):
                found[lemma] = (len(left), stem, decision)
    return pl.DataFrame(
        [
            (lemma, boundary, decision.where)
            for lemma, (boundary, _, decision) in found.items()
            if decision["decision"] == "split"
        ],
        schema={"lemma": pl.String, "boundary": pl.UInt32, "decision": pl.String},
        orient="row",
    )
