"""All forms of an edition: every source, the additions and the two-tile list, expanded.

The hand-made files are sources like the others, so that a word of ours has a derivation too.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from slovarica.affixes import Affixes, read_affixes
from slovarica.curated import Curated
from slovarica.edition import Edition
from slovarica.entries import read_entries, unknown_flags
from slovarica.expansion import RULE_COLUMNS, expand
from slovarica.sources import Source

ADDITIONS = "additions"
TWO_TILE = "two_tile"
HAND_MADE = (ADDITIONS, TWO_TILE)  # sources that are curated files, not dictionaries


@dataclass(frozen=True)
class Forms:
    """Entries, rules and derivations of all sources, with numbers that count through.

    `entries`: entry (row number), source, line, lemma, flags (as written, null if none).
    `rules`: rule (row number), source, file, line, text (as written), append, strip.
    `derivations`: form, entry, prefix, suffix, second_suffix (rows of `rules` or null).
    `warnings`: lines for the maintainer, such as flags without a rule.
    """

    entries: pl.DataFrame
    rules: pl.DataFrame
    derivations: pl.DataFrame
    warnings: tuple[str, ...]


def read_dictionary(source: Source) -> tuple[Affixes, pl.DataFrame]:
    """Read a source, after checking that its files are the recorded ones."""
    source.verify()
    affixes = read_affixes(source.aff)
    return affixes, read_entries(source.dic, affixes)


def flag_warnings(affixes: Affixes, entries: pl.DataFrame, dic: Path) -> list[str]:
    """Return a warning for every flag that no rule defines, with the number of its entries."""
    return [
        f"{dic.name}:{line}: the flag “{flag}” is defined by no rule of {affixes.path.name}; "
        f"it is without effect in {count} {'entry' if count == 1 else 'entries'}"
        for flag, count, line in unknown_flags(affixes, entries)
    ]


def expand_sources(
    edition: Edition, curated: Curated, dictionaries: dict[str, tuple[Affixes, pl.DataFrame]]
) -> Forms:
    """Expand the sources of an edition and its hand-made additions.

    `dictionaries` maps each source to what `read_dictionary` returns.
    Raises SlovaricaError for an addition whose flags or paradigm the source does not have.
    """
    names = [*edition.sources, *HAND_MADE]
    kind = pl.Enum(names)
    entries: list[pl.DataFrame] = []
    rules: list[pl.DataFrame] = []
    derivations: list[pl.DataFrame] = []
    warnings: list[str] = []
    first_rule: dict[str, int] = {}

    def add(source: str, table: pl.DataFrame, forms: pl.DataFrame, rule_offset: int) -> None:
        offset = sum(map(len, entries))
        entries.append(table.select(pl.lit(source, kind).alias("source"), "line", "lemma", "flags"))
        derivations.append(
            forms.with_columns(
                pl.col("entry") + offset, *(pl.col(column) + rule_offset for column in RULE_COLUMNS)
            )
        )

    for name in edition.sources:
        affixes, table = dictionaries[name]
        first_rule[name] = sum(map(len, rules))
        rules.append(
            affixes.rules.select(
                pl.lit(name, kind).alias("source"),
                pl.lit(affixes.path.name).alias("file"),
                "line",
                "text",
                "strip",
                "append",
            )
        )
        add(name, table, expand(affixes, table), first_rule[name])
        warnings += flag_warnings(affixes, table, Path(f"{name}.dic"))
    for name in edition.sources:
        affixes, table = dictionaries[name]
        added = _additions(curated, name, affixes, table)
        add(ADDITIONS, added, expand(affixes, added), first_rule[name])
    listed = [line for line in curated["two_tile.tsv"] if line["decision"] == "accept"]
    table = pl.DataFrame(
        {
            "entry": range(len(listed)),
            "line": [line.line for line in listed],
            "lemma": [line["word"] for line in listed],
        },
        schema={"entry": pl.UInt32, "line": pl.UInt32, "lemma": pl.String},
    ).with_columns(flags=pl.lit(None, pl.String))
    no_rule = pl.lit(None, pl.UInt32)
    add(
        TWO_TILE,
        table,
        table.select("entry", form="lemma", **dict.fromkeys(RULE_COLUMNS, no_rule)).select(
            "form", "entry", *RULE_COLUMNS
        ),
        0,
    )
    return Forms(
        pl.concat(entries).with_row_index("entry"),
        pl.concat(rules).with_row_index("rule"),
        pl.concat(derivations),
        tuple(warnings),
    )


def _additions(
    curated: Curated, source: str, affixes: Affixes, entries: pl.DataFrame
) -> pl.DataFrame:
    """The additions that take the paradigm of a source, as a table of entries."""
    lines = [line for line in curated["additions.tsv"] if line["source"] == source]
    known = set(entries.select("lemma", pl.col("flags").fill_null("")).iter_rows())
    rows = []
    for number, line in enumerate(lines):
        lemma, _, flags = line["entry"].partition("/")
        # Numbers of the AF table can change with the source: the model lemma holds them fast.
        if line["paradigm"] != "-" and (line["paradigm"], flags) not in known:
            raise line.fault(
                f"{source} has no entry “{line['paradigm']}/{flags}”, after which "
                f"“{line['entry']}” is declined; correct the flags or the paradigm"
            )
        if (line["paradigm"] == "-") != (flags == ""):
            raise line.fault(
                "an entry with flags names a lemma of its paradigm, one without flags has “-”"
            )
        flag_set = affixes.flag_set(flags.encode("latin-1"), line.where) if flags else 0
        rows.append((number, line.line, lemma, flags or None, flag_set))
    return pl.DataFrame(rows, schema=entries.schema, orient="row")
