"""The short table at the end of a build."""

from __future__ import annotations

from pathlib import Path
from typing import Any


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
