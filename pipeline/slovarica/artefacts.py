"""The files of a build: their names, how they are written whole or not at all, and checked.

`manifest.json` is written last and holds the SHA-256 of every other file: a reader that finds
another sum has met a build in the making, or a damaged one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slovarica.errors import SlovaricaError

FORMAT = 1  # of the artefacts as a whole; a reader refuses any other

MANIFEST = "manifest.json"
BAG = "bag.json"
LEXICON = "lexicon.marisa"  # canonical words
GRAPH = "lexicon.kwg"  # the same words as a graph
REFUSED = "refused.marisa"  # folded spelling → code of the reason
FORMS = "forms.parquet"
WORDS = "words.txt"
TILES = "tiles.txt"
WORDLIST = "wordlist.front.bz2"
LETTERS = "letters.csv"


@contextlib.contextmanager
def writing(
    folder: Path, last: str = MANIFEST, advice: str = "choose another folder with --out"
) -> Iterator[Path]:
    """Give a folder to write files into, and move them into `folder` if all went well.

    `last` is moved last: the file that vouches for the others, so that nothing half-written passes
    for whole. After an error nothing in `folder` has changed. Raises SlovaricaError, with the
    advice, when the disk will not have it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        scratch = folder / f".building-{os.getpid()}"
        scratch.mkdir()
        _remove_abandoned(folder)
    except OSError as error:
        raise SlovaricaError(f"{folder}: cannot be written ({error.strerror}); {advice}") from None
    try:
        yield scratch
        names = sorted(path.name for path in scratch.iterdir())
        for name in sorted(names, key=lambda name: name == last):
            (scratch / name).replace(folder / name)
    except OSError as error:
        raise SlovaricaError(
            f"{folder}: cannot be written ({error.strerror}); free space or {advice}; what was "
            "there is unchanged"
        ) from None
    finally:
        import shutil  # not for those who only read

        shutil.rmtree(scratch, ignore_errors=True)


def _remove_abandoned(folder: Path) -> None:
    """Remove what builds left behind that were killed: their process is no more."""
    import shutil

    for scratch in folder.glob(".building-*"):
        with contextlib.suppress(ValueError, PermissionError):
            try:
                os.kill(int(scratch.name.rpartition("-")[2]), 0)
            except ProcessLookupError:
                shutil.rmtree(scratch, ignore_errors=True)


def describe(content: bytes) -> dict[str, Any]:
    """What the manifest says of a file: its size in bytes and its SHA-256."""
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def json_bytes(value: object) -> bytes:
    """A JSON document as it stands in an artefact."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a build.

    Raises SlovaricaError if there is none, or if it is of another format.
    """
    path = folder / MANIFEST
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise SlovaricaError(
            f"{folder}: there is no build; make it with “slovarica build”"
        ) from None
    except OSError as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error}); make the build again with “slovarica build”"
        ) from None
    return parse_manifest(content, str(path))


def parse_manifest(content: bytes, where: str) -> dict[str, Any]:
    """Return what a manifest says. Raises SlovaricaError, naming `where`, for another format."""
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise SlovaricaError(
            f"{where}: cannot be read ({error}); make the build again with “slovarica build”"
        ) from None
    if (
        not isinstance(manifest, dict)
        or manifest.get("format") != FORMAT
        or not isinstance(manifest.get("artefacts"), dict)
    ):
        raise SlovaricaError(
            f"{where}: is not a manifest of format {FORMAT}; make the build again with "
            "“slovarica build”"
        )
    return manifest


def read_artefact(folder: Path, name: str, manifest: dict[str, Any]) -> bytes:
    """Read a file of a build. Raises SlovaricaError if it is not the one of the manifest."""
    path = folder / name
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error.strerror}); make the build again with "
            "“slovarica build”"
        ) from None
    return verified(content, name, manifest, str(path))


def verified(content: bytes, name: str, manifest: dict[str, Any], where: str) -> bytes:
    """Return the content of a file of a build; SlovaricaError if it is not the manifest's."""
    recorded = manifest["artefacts"].get(name)
    checksum = recorded.get("sha256") if isinstance(recorded, dict) else None
    if hashlib.sha256(content).hexdigest() != checksum:
        raise SlovaricaError(
            f"{where}: is damaged or from another build (its SHA-256 is not the manifest's); make "
            "the build again with “slovarica build”"
        )
    return content


def read_bag(folder: Path, manifest: dict[str, Any]) -> dict[str, Any]:
    """Read the bag of a build, with its alphabet; SlovaricaError if it is not the manifest's."""
    bag: dict[str, Any] = json.loads(read_artefact(folder, BAG, manifest))
    return bag
