"""Plain text, one code point a tile. Layout: pipeline/formats/text.md."""

from __future__ import annotations

from slovarica.export.game import Game


def files(game: Game) -> dict[str, bytes]:
    """Return the file `EDITION.txt`: one canonical word a line, in tile order."""
    return {f"{game.name}.txt": ("\n".join(game.words) + "\n").encode()}
