"""A small edition, made in a folder of its own: for faults, and for words that do not exist."""

from __future__ import annotations

import hashlib
from pathlib import Path

from slovarica.curated import COLUMNS

AFF = """\
SET UTF-8
SFX A Y 2
SFX A 0 a [^a]
SFX A 0 ugat j
PFX P Y 1
PFX P 0 naj .
"""
DIC = """\
6
konj/A
konjugat
lj
kos/AP
Kos
os
"""
EDITION = """\
title = "Small"
sources = ["xx"]
curated = "curated"
min_tiles = 2
max_tiles = 15
blanks = 0
tiles = [
  { tile = "A", count = 1, points = 1 },
  { tile = "G", count = 1, points = 1 },
  { tile = "J", count = 1, points = 1 },
  { tile = "K", count = 1, points = 1 },
  { tile = "LJ", code = "ǉ", count = 1, points = 3 },
  { tile = "N", count = 1, points = 1 },
  { tile = "NJ", code = "ǌ", split = true, count = 1, points = 5 },
  { tile = "O", count = 1, points = 1 },
  { tile = "S", count = 1, points = 1 },
  { tile = "T", count = 1, points = 1 },
  { tile = "U", count = 1, points = 1 },
]
"""
CURATED = {name: "\t".join(columns) + "\n" for name, columns in COLUMNS.items()}
CURATED["splits.tsv"] += "kon|jug\tsplit\tkon + jug\tmade up\n"


def write_small_edition(folder: Path) -> Path:
    """Write the sources of the small edition, named “slovarica”, and return their folder."""
    sources = folder / "sources"
    for name, text in {
        "hunspell/xx.aff": AFF,
        "hunspell/xx.dic": DIC,
        "editions/slovarica.toml": EDITION,
        **{f"curated/{name}": text for name, text in CURATED.items()},
    }.items():
        path = sources / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    record(sources)
    return sources


def record(sources: Path) -> None:
    """Record the checksums of the present files."""
    sums = {
        f"{kind}_sha256": hashlib.sha256((sources / "hunspell" / f"xx.{kind}").read_bytes())
        for kind in ("aff", "dic")
    }
    lines = ["[xx]", *(f'{key} = "-"' for key in ("version", "origin", "licence", "copyright"))]
    lines += [f'{key} = "{checksum.hexdigest()}"' for key, checksum in sums.items()]
    path = sources / "hunspell" / "sources.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
