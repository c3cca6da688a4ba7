"""Quackle's word graph and alphabet. Layout: pipeline/formats/quackle.md."""

from __future__ import annotations

import hashlib

import numpy as np

from slovarica import artefacts, kwg
from slovarica.export.game import Game
from slovarica.tiles import Tile

VERSION = 1
FIRST_LETTER = 5  # QUACKLE_FIRST_LETTER; smaller numbers are marks
LAST_CHILD = 64
IN_SMALLER = 128  # not only in the larger of two dictionaries: we have one
ROOT = bytes((0, 0, 1, 0xFC, 0, 0, 0))  # as Quackle's own writer has it


def files(game: Game) -> dict[str, bytes]:
    """Return `EDITION.dawg` and `EDITION.quackle_alphabet`.

    Raises SlovaricaError if the build's graph is damaged.
    """
    graph = artefacts.read_artefact(game.folder, artefacts.GRAPH, game.manifest)
    tiles = game.alphabet.tiles
    header = (
        bytes((VERSION,))
        + _hash(game)
        + len(game.words).to_bytes(3, "big")
        + bytes((len(tiles),))
        + "".join(f"{_text(tile)} " for tile in tiles).encode()
    )
    alphabet = [
        f"{_text(tile)}\t{_text(tile).lower()}\t{tile.points}\t{tile.count}\t{tile.vowel:d}"
        for tile in tiles
    ]
    return {
        f"{game.name}.dawg": header + _nodes(graph),
        f"{game.name}.quackle_alphabet": (
            "\n".join([*alphabet, f"blank\t0\t{game.blanks}"]) + "\n"
        ).encode(),
    }


def _text(tile: Tile) -> str:
    """A tile in Quackle's text. It takes the shortest name that fits: hence |LJ|, not LJ."""
    return f"|{tile.name}|" if len(tile.name) > 1 else tile.name


def _hash(game: Game) -> bytes:
    """The MD5 sums of the words as strings of Quackle's letters, combined by exclusive or."""
    letters = {code: FIRST_LETTER - 1 + place for code, place in game.alphabet.order_key.items()}
    sums = b"".join(
        hashlib.md5(word.translate(letters).encode("latin-1"), usedforsecurity=False).digest()
        for word in game.words
    )
    combined: bytes = np.bitwise_xor.reduce(np.frombuffer(sums, np.uint8).reshape(-1, 16)).tobytes()
    return combined


def _nodes(graph: bytes) -> bytes:
    """The nodes of a .kwg file as Quackle has them.

    Both keep siblings together. The .kwg begins with two roots, the second of them unused, and
    then the list of first tiles; Quackle wants one root and that list in node 1.
    """
    nodes = np.frombuffer(graph, kwg.NODE)[kwg.ROOTS :]
    accepts = (nodes & kwg.ACCEPTS) != 0
    child = nodes & kwg.ARC
    fields = np.zeros((len(nodes), 7), np.uint8)
    fields[:, :3] = (
        np.where(child == 0, 0, child - 1).astype(">u4").view(np.uint8).reshape(-1, 4)[:, 1:]
    )
    fields[:, 3] = (nodes >> kwg.TILE_SHIFT) - 1
    fields[(nodes & kwg.IS_END) != 0, 3] |= LAST_CHILD
    fields[accepts, 3] |= IN_SMALLER
    fields[:, 6] = accepts  # its “playability”: a word ends where it is not 0
    return ROOT + fields.tobytes()
