"""The hunspell dictionaries under sources/hunspell, with their recorded checksums."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from slovarica.errors import SlovaricaError

RECORDS = "sources.toml"
KEYS = ("version", "origin", "licence", "copyright", "aff_sha256", "dic_sha256")


@dataclass(frozen=True)
class Source:
    """One dictionary: where its files lie, and what sources.toml records of it."""

    name: str
    aff: Path
    dic: Path
    version: str
    origin: str
    licence: str
    copyright: str
    aff_sha256: str
    dic_sha256: str

    def verify(self) -> None:
        """Raise SlovaricaError if a file is missing or is not the recorded one."""
        for path, recorded in ((self.aff, self.aff_sha256), (self.dic, self.dic_sha256)):
            if sha256(path) != recorded:
                raise SlovaricaError(
                    f"{path}: is not the file that {RECORDS} records for {self.name} (its SHA-256 "
                    "differs: changed or truncated); restore it, or accept it with "
                    f"“slovarica sources --accept {self.name} --version VERSION”"
                )


def sha256(path: Path) -> str:
    """Return a file's SHA-256 in hexadecimal. Raises SlovaricaError if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SlovaricaError(f"{path}: cannot be read ({error.strerror}); restore it") from None


def read_sources(sources: Path) -> dict[str, Source]:
    """Read sources/hunspell/sources.toml. Raises SlovaricaError if it is missing or malformed."""
    folder = sources / "hunspell"
    path = folder / RECORDS
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SlovaricaError(f"{path}: cannot be read ({error}); restore it") from None
    found = {}
    for name, table in tables.items():
        missing = [key for key in KEYS if not isinstance(table.get(key), str)]
        if missing or set(table) - set(KEYS):
            wrong = ", ".join(missing or sorted(set(table) - set(KEYS)))
            raise SlovaricaError(
                f"{path}: [{name}] needs the texts {', '.join(KEYS)} and nothing else; see to "
                f"{wrong}"
            )
        found[name] = Source(name, folder / f"{name}.aff", folder / f"{name}.dic", **table)
    return found


def accept(sources: Path, name: str, version: str) -> Source:
    """Record the present files of the source `name` as the right ones, and return the record.

    Raises SlovaricaError for an unknown source or missing files; then nothing is written.
    """
    known = read_sources(sources)
    if name not in known:
        raise SlovaricaError(
            f"there is no source “{name}”; known: {', '.join(known)} (tables of {RECORDS})"
        )
    path = sources / "hunspell" / RECORDS
    before, header, rest = path.read_text(encoding="utf-8").partition(f"[{name}]\n")
    table, *others = re.split(r"(?m)^(?=\[)", rest, maxsplit=1)
    for key, value in (
        ("version", version),
        ("aff_sha256", sha256(known[name].aff)),
        ("dic_sha256", sha256(known[name].dic)),
    ):
        table = re.sub(rf'(?m)^{key} = ".*"$', lambda _, k=key, v=value: f'{k} = "{v}"', table)
    path.write_text(before + header + table + "".join(others), encoding="utf-8")
    return read_sources(sources)[name]
