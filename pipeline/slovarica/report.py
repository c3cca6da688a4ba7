"""The short tables for people: at the end of a build, of a comparison, of the sources."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slovarica.difference import Difference, Group, Setting, Tiling
    from slovarica.sources import Standing

# So that the summary of any difference fits on one screen of about 40 lines.
GROUPS, TILINGS, SETTINGS = 8, 4, 6
WIDTH = 80  # columns of the screen
# Of a source, what a comparison shows; the rest (checksums, origin) is in its JSON.
SHOWN = ("version", "licence", "entries", "forms")


def build_summary(manifest: dict[str, Any], seconds: dict[str, float], folder: Path) -> str:
    """Return forms per source, counts per reason, words, sizes and seconds per stage, as lines."""
    counts = manifest["counts"]
    rows: list[tuple[str, str]] = []
    rows += [
        (f"{name} forms", f"{source['forms']:,}") for name, source in manifest["sources"].items()
    ]
    rows += [("forms together", f"{counts['forms']:,}")]
    rows += [(f"  {reason}", f"−{count:,}") for reason, count in counts["reasons"].items() if count]
    rows += [("accepted", f"{counts['accepted']:,}"), ("words", f"{counts['words']:,}")]
    rows += [
        (f"  {name}", f"{artefact['bytes']:,} bytes")
        for name, artefact in manifest["artefacts"].items()
    ]
    rows += [(f"  {stage}", f"{elapsed:.2f} s") for stage, elapsed in seconds.items()]
    rows += [("in all", f"{sum(seconds.values()):.2f} s")]
    left, right = (max(map(len, column)) for column in zip(*rows, strict=True))
    lines = [f"{label:<{left}}  {value:>{right}}" for label, value in rows]
    return "\n".join([*lines, f"→ {folder}"])


def sources_table(standings: list[Standing]) -> str:
    """Return the sources as an aligned table: a row a file, what is said of both in the second."""
    rows = [("file", "version", "SHA-256", "state", "entries", "forms", "licence")]
    for standing in standings:
        aff, dic = standing.files
        version, licence = standing.source.version, standing.source.licence
        counts = [
            "–" if count is None else f"{count:,}" for count in (standing.entries, standing.forms)
        ]
        for file, (entries, forms) in ((aff, ("", "")), (dic, counts)):
            rows.append(
                (
                    file.file,
                    version,
                    (file.present or "–")[:12],
                    file.state,
                    entries,
                    forms,
                    licence,
                )
            )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            f"{cell:>{width}}" if heading in ("entries", "forms") else f"{cell:<{width}}"
            for cell, width, heading in zip(row, widths, rows[0], strict=True)
        ).rstrip()
        for row in rows
    )


def difference_summary(difference: Difference, full: bool) -> str:
    """Return what differs, as lines: one screen of it, or with `full` every word and tiling."""
    old, new = difference.old, difference.new
    lines = [f"{old.name} → {new.name}"]
    lines += _settings(change for change in difference.sources if change.key in SHOWN)
    decided = dict.fromkeys(change.name for change in difference.decisions)
    if decided:
        lines += textwrap.wrap(f"decisions changed in {', '.join(decided)}", WIDTH)
    lines += [f"words: {old.count:,} → {new.count:,}"]
    lines += _groups(difference.gone, "went", "−", full)
    lines += _groups(difference.come, "came", "+", full)
    if difference.tilings is None:
        lines += ["", "tilings and letters: not compared, for a list of spellings has no tiles"]
    elif difference.tilings:
        lines += ["", f"{_number(len(difference.tilings), 'word')} laid in another way"]
        lines += _shortened([_tiling(tiling) for tiling in difference.tilings], TILINGS, full)
    if difference.letters:
        lines += ["", "letters gone and come"]
        cells = [
            f"{letter.tile:<2} −{letter.gone:,} +{letter.come:,}" for letter in difference.letters
        ]
        wide = max(map(len, cells)) + 3
        row = max(1, WIDTH // wide)
        lines += [
            "  " + "".join(f"{cell:<{wide}}" for cell in cells[begin : begin + row]).rstrip()
            for begin in range(0, len(cells), row)
        ]
    if difference.bag:
        lines += ["", "bag", *_shortened(_settings(difference.bag), SETTINGS, full)]
    if difference.same:
        lines += ["no difference"]
    return "\n".join(lines)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _shortened(lines: list[str], limit: int, full: bool) -> list[str]:
    """The first lines, indented, and how many there are besides."""
    indented = [f"  {line}" for line in lines]
    if full:
        return indented
    shown = [line if len(line) <= WIDTH else line[: WIDTH - 1] + "…" for line in indented[:limit]]
    left = len(lines) - len(shown)
    return shown + ([f"  … and {left:,} more, see --full"] if left else [])


def _groups(groups: tuple[Group, ...], how: str, sign: str, full: bool) -> list[str]:
    if not groups:
        return []
    reasons: dict[str, int] = {}
    for group in groups:
        if group.reason:
            reasons[group.reason] = reasons.get(group.reason, 0) + len(group.words)
    counts = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    were, was = ("were ", "was ") if how == "came" else ("", "")
    told = ", ".join(f"{count:,} {were}{reason}" for reason, count in counts)
    words = _number(sum(len(group.words) for group in groups), "word")
    wide = len(f"{sign}{len(groups[0].words):,}")
    lines = []
    for group in groups:
        line = f"{f'{sign}{len(group.words):,}':>{wide}}  {_group(group, was)}"
        lines.append(f"{line}\n    {' '.join(group.words)}" if full else line)
    heading = f"{words} {how}, in {_number(len(groups), 'group')}{': ' + told if told else ''}"
    return ["", heading, *_shortened(lines, GROUPS, full)]


def _group(group: Group, was: str) -> str:
    """A group in a line: konjukcija (bs_BA.dic:7917): removed, removals.tsv:12: misspelt."""
    decision = group.decision or ""
    # An addition is its own curated line.
    own = group.origin is None or decision.startswith(f"{group.origin}:")
    title = group.title if own else f"{group.title} ({group.origin})"
    told = [text for text in (group.reason and was + group.reason, decision) if text]
    return f"{title}: {', '.join(told)}" if told else title


def _tiling(tiling: Tiling) -> str:
    old, new = (" or ".join(" ".join(tiles) for tiles in side) for side in (tiling.old, tiling.new))
    return f"{tiling.word}: {old} → {new}"


def _settings(changes: Iterable[Setting]) -> list[str]:
    """What changed, a line for each name."""

    def shown(value: Any) -> str:
        return "none" if value is None else f"{value:,}" if type(value) is int else str(value)

    named: dict[str, list[str]] = {}
    for change in changes:
        named.setdefault(change.name, []).append(
            f"{change.key} {shown(change.old)} → {shown(change.new)}"
        )
    return [f"{name}: {', '.join(texts)}" for name, texts in named.items()]
