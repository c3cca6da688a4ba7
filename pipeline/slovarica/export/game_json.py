"""The alphabet, the bag and the points as JSON. Layout: pipeline/formats/json.md."""

from __future__ import annotations

from slovarica.artefacts import json_bytes
from slovarica.export.game import Game


def files(game: Game) -> dict[str, bytes]:
    """Return the file `EDITION.json`: all that a game must know besides the words."""
    return {
        f"{game.name}.json": json_bytes(
            {
                "edition": game.name,
                "title": game.manifest["title"],
                "licence": game.manifest["licence"],
                "slovarica": game.manifest["slovarica"],
                "words": len(game.words),
                "board_width": game.max_tiles,  # a word is refused when it is longer than that
                "min_tiles": game.min_tiles,
                "blanks": game.blanks,  # worth 0
                "tiles": [
                    {"number": number, **tile.as_dict()}
                    for number, tile in enumerate(game.alphabet.tiles, 1)
                ],
            }
        )
    }
