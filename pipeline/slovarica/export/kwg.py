"""The word graph with the letter files of the engines. Layout: pipeline/formats/kwg.md."""

from __future__ import annotations

import polars as pl

from slovarica import artefacts
from slovarica.export.game import Game
from slovarica.tile_matrix import tile_matrix
from slovarica.tiles import Tile
from slovarica.word_graph import build_gaddag


def files(game: Game, *, gaddag: bool = False) -> dict[str, bytes]:
    """Return `EDITION.kwg`, `EDITION.csv` (Macondo's letters), `EDITION.alphabet.txt` (wolges').

    With `gaddag` the graph has the reversed prefixes too. Raises SlovaricaError if the build's
    graph is damaged, or if the GADDAG has more nodes than the format can number.
    """
    if gaddag:
        graph = build_gaddag(tile_matrix(game.alphabet, pl.Series(game.words)))
    else:
        graph = artefacts.read_artefact(game.folder, artefacts.GRAPH, game.manifest)
    csv = [f"?,{game.blanks},0,0"]
    alphabet = [f"?\t?\t{game.blanks}\t0\t0\t0\t0"]
    for tile in game.alphabet.tiles:
        label = _label(tile)
        # As a second name, the code point: so wolges reads the words of the format `text`.
        second = f"1 {tile.code.upper()}\t1 {tile.code}" if len(tile.name) > 1 else "0\t0"
        csv.append(f"{label},{tile.count},{tile.points},{tile.vowel:d}")
        alphabet.append(
            f"{label}\t{label.lower()}\t{tile.count}\t{tile.points}\t{tile.vowel:d}\t{second}"
        )
    return {
        f"{game.name}.kwg": graph,
        f"{game.name}.csv": ("\n".join(csv) + "\n").encode(),
        f"{game.name}.alphabet.txt": ("\n".join(alphabet) + "\n").encode(),
    }


def _label(tile: Tile) -> str:
    """A tile in the letter files. Both engines take the longest name that fits: hence [NJ]."""
    return f"[{tile.name}]" if len(tile.name) > 1 else tile.name
