"""The dictionary of Scrabble3D. Layout: pipeline/formats/scrabble3d.md."""

from __future__ import annotations

import polars as pl

from slovarica.explain import origins
from slovarica.export.game import Game
from slovarica.forms import ADDITIONS, TWO_TILE
from slovarica.tiles import Alphabet

AND = " + "  # no comma: Scrabble3D separates the names of categories by commas


def files(game: Game) -> dict[str, bytes]:
    """Return the file `EDITION.dic`."""
    sources = [name for name in game.manifest["sources"] if name not in (ADDITIONS, TWO_TILE)]
    standard = AND.join(sources)
    words = _words(game, sources, standard)
    others = sorted(
        set(words["category"]) - {standard},
        key=lambda category: [sources.index(name) for name in category.split(AND)],
    )
    marks = {category: f"=;{number}" for number, category in enumerate(others, 1)}
    lines = words.select(
        pl.col("word") + pl.col("category").replace_strict({standard: "", **marks})
    ).to_series()
    versions = [f"{name} {game.manifest['sources'][name]['version']}" for name in sources]
    text = [
        "[Header]",
        f"Version={_version(game.manifest['slovarica'])}",
        f"Author={game.manifest['title']}",
        f"StandardCategory={standard}",
        f"Licence={game.manifest['licence']}",
        f"Comment=slovarica {game.manifest['slovarica']} from {' and '.join(versions)}",
        *_letters(game.alphabet),
        # Before [Replace], whose lines Scrabble3D 3.1 takes for categories too.
        "[Categories]",
        *(f"{number}={category}" for number, category in enumerate(others, 1)),
        "[Replace]",
        *(f"{code.upper()}={letters.upper()}" for letters, code in game.alphabet.digraphs),
        "[Words]",
        *lines,
    ]
    return {f"{game.name}.dic": ("\n".join(text) + "\n").encode()}


def _words(game: Game, sources: list[str], standard: str) -> pl.DataFrame:
    """The words as Scrabble3D has them, in the order of code points: word, category.

    A word has one category. That is the standard one, which is always in play, if all sources
    have the word or none (then it was added by hand); else it is named for those that have it.
    """
    categories = (
        origins(game.folder, game.manifest)
        .filter(pl.col("source").cast(pl.String).is_in(sources))
        .group_by("canonical")
        .agg(category=pl.col("source").unique().sort().cast(pl.String).str.join(AND))
    )
    return (
        pl.DataFrame({"canonical": game.words})
        .join(categories, on="canonical", how="left")
        .select(
            word=pl.col("canonical").str.to_uppercase(),
            category=pl.col("category").fill_null(standard),
        )
        .sort("word")
    )


def _letters(alphabet: Alphabet) -> list[str]:
    """The header's lines with the letter set: letters, points and counts, without the blanks."""
    return [
        "Letters=" + ",".join(tile.code.upper() for tile in alphabet.tiles),
        "Values=" + ",".join(str(tile.points) for tile in alphabet.tiles),
        "Counts=" + ",".join(str(tile.count) for tile in alphabet.tiles),
    ]


def _version(version: str) -> int:
    """A version as Scrabble3D writes it: 1.2.3 is 102003."""
    major, minor, patch = map(int, version.split("."))
    return major * 100_000 + minor * 1_000 + patch
