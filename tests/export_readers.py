"""Readers of the exported files, written from their pages in pipeline/formats/ alone.

Each yields words as their tiles in small letters with blanks between (“k lj u č”), as `tiles.txt`
has them.
"""

from __future__ import annotations

import csv
import struct
from collections.abc import Iterator
from pathlib import Path


def text(folder: Path) -> Iterator[str]:
    letters = {"ǆ": "dž", "ǉ": "lj", "ǌ": "nj"}
    for line in (folder / "slovarica.txt").read_text(encoding="utf-8").splitlines():
        yield " ".join(letters.get(tile, tile) for tile in line)


def tsv(folder: Path) -> Iterator[str]:
    with (folder / "slovarica.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        yield from dict.fromkeys(row["tiles"] for row in rows)


def scrabble3d(folder: Path) -> Iterator[str]:
    sections = scrabble3d_sections(folder / "slovarica.dic")
    letters = dict(line.split("=") for line in sections["Replace"])
    for line in sections["Words"]:
        yield " ".join(letters.get(tile, tile) for tile in line.partition("=")[0]).lower()


def scrabble3d_sections(path: Path) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            sections[line.strip("[]")] = lines = []
        else:
            lines.append(line)
    return sections


def kwg(folder: Path) -> Iterator[str]:
    content = (folder / "slovarica.kwg").read_bytes()
    nodes = struct.unpack(f"<{len(content) // 4}I", content)
    rows = (folder / "slovarica.csv").read_text(encoding="utf-8").splitlines()
    letters = [row.split(",")[0].strip("[]").lower() for row in rows]

    def below(node: int, before: str) -> Iterator[str]:
        while True:
            word = f"{before}{letters[nodes[node] >> 24]}"
            if nodes[node] & 0x800000:
                yield word
            if child := nodes[node] & 0x3FFFFF:
                yield from below(child, f"{word} ")
            if nodes[node] & 0x400000:
                return
            node += 1

    return below(nodes[0] & 0x3FFFFF, "")


def quackle(folder: Path) -> Iterator[str]:
    content = (folder / "slovarica.dawg").read_bytes()
    assert content[0] == 1
    letters = []
    place = 21
    for _ in range(content[20]):
        end = content.index(b" ", place)
        letters.append(content[place:end].decode().strip("|").lower())
        place = end + 1
    nodes = list(struct.iter_unpack(">BHBBH", content[place:]))

    def below(node: int, before: str) -> Iterator[str]:
        while True:
            high, low, flags, most, playability = nodes[node]
            word = f"{before}{letters[flags & 63]}"
            if most or playability:
                yield word
            if child := high << 16 | low:
                yield from below(child, f"{word} ")
            if flags & 64:
                return
            node += 1

    return below(1, "")


READERS = {
    "kwg": kwg,
    "quackle": quackle,
    "scrabble3d": scrabble3d,
    "text": text,
    "tsv": tsv,
}
