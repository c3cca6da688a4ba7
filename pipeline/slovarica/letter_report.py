"""Letters, a derived bag and an audit, as a terminal shows them: the commonest tile first."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from slovarica.bag_audit import Audit


def letters_text(table: pl.DataFrame) -> str:
    """Return `letter_table` as two tables: over all lengths, and the shares by length."""
    rows = table.sort("share", descending=True, maintain_order=True).to_dicts()
    lengths = [name for name in table.columns if name.startswith("in_")]
    overall = [
        [
            row["tile"],
            _number(row["count"]),
            _percent(row["share"]),
            _number(row["words"]),
            _percent(row["start"]),
            _percent(row["end"]),
            " ".join(row["before"]),
            " ".join(row["after"]),
        ]
        for row in rows
    ]
    by_length = [[row["tile"], *(f"{100 * row[name]:.2f}" for name in lengths)] for row in rows]
    header = ["tile", "count", "share", "words", "start", "end", "before", "after"]
    return "\n".join(
        [
            *aligned(header, overall),
            "",
            "Share in words of so many tiles, in per cent:",
            *aligned(["tile", *(name.removeprefix("in_") for name in lengths)], by_length),
        ]
    )


def table_csv(table: pl.DataFrame) -> str:
    """Return a table as comma-separated values, lists with blanks between."""
    lists = [name for name, kind in table.schema.items() if isinstance(kind, pl.List)]
    return table.with_columns(pl.col(lists).list.join(" ")).write_csv()


def derived_text(table: pl.DataFrame, blanks: int) -> str:
    """Return `derive` as a table, with the sum of the counts."""
    rows = [
        [
            row["tile"],
            _percent(row["share"]),
            f"{row['expected']:.2f}",
            *(str(row[name]) for name in ("count", "points", "best_fit", "valett", "code")),
        ]
        for row in table.sort("share", descending=True, maintain_order=True).to_dicts()
    ]
    header = ["tile", "share", "expected", "count", "points", "best fit", "Valett", "code"]
    lettered = table["count"].sum()
    return "\n".join(
        [
            *aligned(header, rows),
            "",
            f"{lettered} lettered tiles and {blanks} blanks, {lettered + blanks} in all.",
        ]
    )


def audit_text(audit: Audit) -> str:
    """Return an audit as a table, its totals and its remarks."""
    header = [
        "tile",
        "share",
        "expected",
        "derived",
        "count",
        "difference",
        "derived pts",
        "points",
    ]
    if audit.playability is not None:
        header += ["playable", "gain"]
    rows = []
    for row in audit.table.sort("share", descending=True, maintain_order=True).to_dicts():
        cells = [
            row["tile"],
            _percent(row["share"]),
            f"{row['expected']:.2f}",
            str(row["derived_count"]),
            str(row["count"]),
            f"{row['difference']:+d}" if row["difference"] else "",
            str(row["derived_points"]),
            str(row["points"]),
        ]
        if audit.playability is not None:
            cells += [_percent(row["playable"]), _signed(row["gain"])]
        rows.append(cells)
    bag = audit.bag
    return "\n".join(
        [
            *aligned(header, rows),
            "",
            f"{bag.title}: {bag.lettered} lettered tiles and {bag.blanks} blanks, "
            f"{bag.lettered + bag.blanks} in all. Source: {bag.source}.",
            f"Counts: distance {audit.distance} from share^{audit.alpha:g}; the nearest single "
            f"damping is share^{audit.nearest_alpha:g}, distance {audit.nearest} (a tile moved "
            "counts 2).",
            f"Points: {audit.agreeing} of {len(rows)} as derived; {audit.banded} at most follow "
            "from any bands of frequency.",
            f"Rank correlation of the share: {_signed(audit.count_rank)} with the count, "
            f"{_signed(audit.points_rank)} with the points.",
            *audit.remarks,
        ]
    )


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows under a header, as lines: the first column to the left, the others right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (header, *rows)
    ]


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.2%}"


def _signed(value: float | None) -> str:
    return "none" if value is None else f"{value:+.2f}"
