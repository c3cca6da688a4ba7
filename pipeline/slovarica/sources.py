"""The hunspell dictionaries under sources/hunspell, with their recorded checksums."""

from __future__ import annotations

import hashlib
import shutil
import tomllib
from collections.abc import MutableMapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import tomlkit

from slovarica.affixes import read_affixes
from slovarica.artefacts import writing
from slovarica.entries import read_entries
from slovarica.errors import SlovaricaError
from slovarica.expansion import expand

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
        if not isinstance(table, dict):
            raise SlovaricaError(f"{path}: “{name}” is no table of a source; write [{name}]")
        missing = [key for key in KEYS if not isinstance(table.get(key), str)]
        if missing or set(table) - set(KEYS):
            wrong = ", ".join(missing or sorted(set(table) - set(KEYS)))
            raise SlovaricaError(
                f"{path}: [{name}] needs the texts {', '.join(KEYS)} and nothing else; see to "
                f"{wrong}"
            )
        found[name] = Source(name, folder / f"{name}.aff", folder / f"{name}.dic", **table)
    return found


@dataclass(frozen=True)
class PresentFile:
    """A file of a source as it lies there now; `present` is its SHA-256, None if there is none."""

    file: str
    recorded: str
    present: str | None

    @property
    def state(self) -> str:
        """Whether it is the recorded file: “as recorded”, “changed” or “missing”."""
        if self.present is None:
            return "missing"
        return "as recorded" if self.present == self.recorded else "changed"


@dataclass(frozen=True)
class Standing:
    """A source as it lies there now.

    `entries`: of the .dic file, None if it is missing. `forms`: distinct ones that the last build
    made of these very files, None if there was no such build.
    """

    source: Source
    files: tuple[PresentFile, PresentFile]
    entries: int | None
    forms: int | None

    def as_dict(self) -> dict[str, Any]:
        """The standing as a JSON object."""
        return {
            "name": self.source.name,
            **{key: getattr(self.source, key) for key in KEYS},
            "files": [{**asdict(file), "state": file.state} for file in self.files],
            "entries": self.entries,
            "forms": self.forms,
        }


def survey(sources: Path, manifest: dict[str, Any]) -> list[Standing]:
    """Look at every recorded source, in the order of the records.

    `manifest` is that of a build, empty if there is none. Raises SlovaricaError if the records or
    a file cannot be read.
    """
    found = []
    for source in read_sources(sources).values():
        aff, dic = (
            PresentFile(path.name, recorded, sha256(path) if path.exists() else None)
            for path, recorded in ((source.aff, source.aff_sha256), (source.dic, source.dic_sha256))
        )
        built = manifest.get("sources", {}).get(source.name, {})
        if (built.get("aff_sha256"), built.get("dic_sha256")) != (aff.present, dic.present):
            built = {}
        entries = built.get("entries")
        if entries is None and dic.present:
            # hunspell(5): the first line is a count, each other one that is not empty an entry.
            entries = sum(map(bool, map(bytes.strip, source.dic.read_bytes().split(b"\n")[1:])))
        found.append(Standing(source, (aff, dic), entries, built.get("forms")))
    return found


def accept(
    sources: Path, name: str, version: str, files: tuple[Path, Path] | None = None
) -> Source:
    """Record new files of the source `name` as the right ones, and return the record.

    `files` are an .aff and a .dic file to take in; without them it is the present ones. They must
    expand to forms. Raises SlovaricaError if they do not, for an unknown source, and for a version
    that is no line of text; then nothing has changed.
    """
    known = read_sources(sources)
    if name not in known:
        raise SlovaricaError(
            f"there is no source “{name}”; known: {', '.join(known)} (tables of {RECORDS})"
        )
    if not version.strip() or not version.isprintable():
        raise SlovaricaError(f"{version!r} is no version; give the one that the files came with")
    aff, dic = files or (known[name].aff, known[name].dic)
    affixes = read_affixes(aff)
    if expand(affixes, read_entries(dic, affixes)).is_empty():
        raise SlovaricaError(f"{dic}: no entry yields a form; name another .dic file")
    folder = sources / "hunspell"
    with writing(folder, last=RECORDS, advice="make the folder writable") as scratch:
        for path, own in ((aff, known[name].aff), (dic, known[name].dic)):
            shutil.copyfile(path, scratch / own.name)
        # tomlkit keeps the comments and the layout of the records.
        records = tomlkit.parse((folder / RECORDS).read_bytes().decode())
        cast(MutableMapping[str, Any], records[name]).update(
            version=version,
            aff_sha256=sha256(scratch / known[name].aff.name),
            dic_sha256=sha256(scratch / known[name].dic.name),
        )
        (scratch / RECORDS).write_bytes(tomlkit.dumps(records).encode())
    return read_sources(sources)[name]
