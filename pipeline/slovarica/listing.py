"""One side of a comparison: the words of a build, of a word list, or of a git revision."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from slovarica import artefacts, wordlist
from slovarica.affixes import UTF8_BOM
from slovarica.edition import read_edition
from slovarica.errors import SlovaricaError
from slovarica.tiles import Alphabet

PACKED = b"BZh"  # bzip2's magic bytes; a word list in plain text cannot begin with capitals and h
# What a line of a plain list may hold: an entry with flags, a number or a table is no word.
SPELLING = r"^[\p{L}\p{M}'’.-]+$"


@dataclass(frozen=True)
class Listing:
    """Words, and what else is known of them.

    `name`: what the user calls it. `words`: spelling, canonical (one code point a tile; absent in
    a list of spellings, which does not say how words are laid), one row a canonical word. `forms`:
    the table of forms, if there is one. `bag`, `manifest`: empty for a bare list.
    """

    name: str
    alphabet: Alphabet
    words: pl.DataFrame
    forms: Path | None = None
    bag: dict[str, Any] = field(default_factory=dict)
    manifest: dict[str, Any] = field(default_factory=dict)

    @property
    def tiled(self) -> bool:
        """Whether it says how its words are laid."""
        return "canonical" in self.words.columns

    @cached_property
    def count(self) -> int:
        """The number of words; two tilings of a spelling are one word here."""
        return self.words["spelling"].n_unique()


def read_listing(operand: str, project: Path, edition: str) -> Listing:
    """Read what a user names: a folder, a file, or else a git revision, like git itself.

    A folder holds a build, or at least its manifest, bag and packed list. A file is a packed list,
    or plain text with a word a line, as a spelling or as tiles separated by blanks; its tiles are
    the edition's. A git revision means the list of the edition that the project has in it.
    Raises SlovaricaError for anything else, and for what is damaged.
    """
    path = Path(operand)
    try:
        if path.is_dir():
            return _of_folder(path)
        if path.exists():
            alphabet = read_edition(project / "sources", edition).alphabet
            return Listing(operand, alphabet, _of_file(path, path.read_bytes(), alphabet))
    except OSError as error:
        raise SlovaricaError(
            f"{operand}: cannot be read ({error.strerror}); name a build folder, a word list or a "
            "git revision"
        ) from None
    return _of_revision(operand, project, f"build/{edition}")


def _of_folder(folder: Path) -> Listing:
    manifest = artefacts.read_manifest(folder)

    def read(name: str) -> bytes:
        return artefacts.read_artefact(folder, name, manifest)

    forms = folder / artefacts.FORMS
    if forms.exists():
        read(artefacts.FORMS)  # a table of another build would give wrong reasons
    return _of_build(str(folder), manifest, read, forms if forms.exists() else None)


def _of_revision(revision: str, project: Path, folder: str) -> Listing:
    def git(*arguments: str) -> bytes:
        return subprocess.run(
            ["git", "-C", str(project), *arguments], capture_output=True, check=True
        ).stdout

    def read(name: str) -> bytes:
        try:
            return git("cat-file", "blob", f"{commit}:./{folder}/{name}")
        except subprocess.CalledProcessError:
            raise SlovaricaError(
                f"{revision}: this revision has no {folder}/{name}; name one with a committed list"
            ) from None

    try:
        commit = git("rev-parse", "--verify", f"{revision}^{{commit}}").decode().strip()
    except FileNotFoundError:
        raise SlovaricaError(
            f"{revision}: there is no such file, and no git to look for a revision; install git or "
            "name a build folder or a word list"
        ) from None
    except subprocess.CalledProcessError as error:
        told = error.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise SlovaricaError(
            f"{revision}: is no build folder, word list or git revision (git: {told}); name one"
        ) from None
    where = f"{revision}:{folder}"
    manifest = artefacts.parse_manifest(read(artefacts.MANIFEST), f"{where}/{artefacts.MANIFEST}")

    def checked(name: str) -> bytes:
        return artefacts.verified(read(name), name, manifest, f"{where}/{name}")

    name = revision if commit.startswith(revision) else f"{revision} ({commit[:7]})"
    return _of_build(name, manifest, checked)


def _of_build(
    name: str,
    manifest: dict[str, Any],
    read: Callable[[str], bytes],
    forms: Path | None = None,
) -> Listing:
    bag = json.loads(read(artefacts.BAG))
    alphabet = Alphabet.of_bag(bag)
    words = wordlist.parse(read(artefacts.WORDLIST), f"{name}: {artefacts.WORDLIST}")
    return Listing(name, alphabet, _tiled(words, alphabet), forms, bag, manifest)


def _of_file(path: Path, content: bytes, alphabet: Alphabet) -> pl.DataFrame:
    """The words of a file, packed or plain; plain ones in any case and Unicode normal form."""
    if content.startswith(PACKED):
        words = wordlist.parse(content, str(path))
        _refuse_strangers(path, pl.Series(words), f"^[{''.join(alphabet.by_code)}]+$")
        return _tiled(words, alphabet)
    try:
        text = content.removeprefix(UTF8_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SlovaricaError(f"{path}:{line}: is not UTF-8; convert the file") from None
    lines = pl.Series("spelling", text.split("\n"), dtype=pl.String).str.strip_chars()
    folded = lines.str.normalize("NFC").str.to_lowercase()
    given = folded.to_frame().filter(pl.col("spelling") != "")
    if given.is_empty():
        raise SlovaricaError(f"{path}: holds no words; name a word list")
    if " " not in given["spelling"][0]:
        _refuse_strangers(path, folded, SPELLING)
        return given.select(alphabet.spell_column(pl.col("spelling"))).unique(maintain_order=True)
    tiles = [tile.letters for tile in alphabet.tiles] + list(alphabet.by_code)
    _refuse_strangers(path, folded, rf"^(?:(?:{'|'.join(tiles)})(?: |$))+$")
    codes = given.select(
        # Blanks on both sides: no tile then reaches into its neighbour.
        pl.concat_str(pl.lit(" "), pl.col("spelling").str.replace_all(" ", "  "), pl.lit(" "))
        .str.replace_many(
            [f" {letters} " for letters, _ in alphabet.digraphs],
            [f" {code} " for _, code in alphabet.digraphs],
        )
        .str.replace_all(" ", "")
    )
    return _tiled(codes.to_series().unique(maintain_order=True), alphabet)


def _tiled(canonical: list[str] | pl.Series, alphabet: Alphabet) -> pl.DataFrame:
    return pl.DataFrame({"canonical": canonical}, schema={"canonical": pl.String}).with_columns(
        spelling=alphabet.spell_column(pl.col("canonical"))
    )


def _refuse_strangers(path: Path, lines: pl.Series, pattern: str) -> None:
    """Raise SlovaricaError for the first line that holds something and is no word."""
    wrong = (~lines.str.contains(pattern) & (lines != "")).arg_true()
    if len(wrong):
        shown = lines[wrong[0]][:40]
        raise SlovaricaError(
            f"{path}:{wrong[0] + 1}: {shown!r} is no word of a word list, which has a spelling a "
            "line, or its tiles separated by one blank each; correct it or name another file"
        )
