"""The words in the formats of game engines and other programs.

Each format is a module of this package with a function `files(game)`, and has a page in
`pipeline/formats/` that states its layout. All start from the canonical words, so none splits a
spelling into tiles.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from slovarica import artefacts

# Name of the format → its module, loaded when it is asked for.
FORMATS = {
    "kwg": "kwg",
    "quackle": "quackle",
    "scrabble3d": "scrabble3d",
    "text": "text",
    "tsv": "tsv",
    "json": "game_json",
}


def export(folder: Path, name: str, out: Path, *, gaddag: bool = False) -> list[Path]:
    """Write the build in `folder` as the format `name` into the folder `out`.

    `gaddag` is for kwg: with the reversed-prefix graph. Returns the paths of the written files.
    Raises SlovaricaError if there is no build, a file of it is damaged, a format cannot hold the
    game, or the disk will not have the files; then nothing is written.
    """
    from slovarica.export.game import Game

    module = importlib.import_module(f"slovarica.export.{FORMATS[name]}")
    game = Game.open(folder)
    made: dict[str, bytes] = module.files(game, gaddag=True) if gaddag else module.files(game)
    with artefacts.writing(out) as scratch:
        for file, content in made.items():
            (scratch / file).write_bytes(content)
    return [out / file for file in made]
