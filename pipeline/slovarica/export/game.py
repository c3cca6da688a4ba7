"""What exports are made of: a build's alphabet, bag and words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovarica import artefacts, wordlist
from slovarica.tiles import Alphabet


@dataclass(frozen=True)
class Game:
    """A build, opened for export. `words` are canonical, in tile order."""

    folder: Path
    manifest: dict[str, Any]
    alphabet: Alphabet
    min_tiles: int
    max_tiles: int
    blanks: int
    words: list[str]

    @property
    def name(self) -> str:
        """The name of the edition; the exported files bear it."""
        return str(self.manifest["edition"])

    @classmethod
    def open(cls, folder: Path) -> Game:
        """Open the build in a folder.

        Raises SlovaricaError if there is none, or a file is damaged or of another format.
        """
        manifest = artefacts.read_manifest(folder)
        bag = artefacts.read_bag(folder, manifest)
        artefacts.read_artefact(folder, artefacts.WORDLIST, manifest)  # checks its sum
        return cls(
            folder,
            manifest,
            Alphabet.of_bag(bag),
            bag["min_tiles"],
            bag["max_tiles"],
            bag["blanks"],
            wordlist.unpack(folder / artefacts.WORDLIST),
        )
