"""A table of words with their lemmas and sources. Layout: pipeline/formats/tsv.md."""

from __future__ import annotations

import polars as pl

from slovarica.explain import origins
from slovarica.export.game import Game


def files(game: Game) -> dict[str, bytes]:
    """Return the file `EDITION.tsv`: one row a word, lemma and source.

    Columns: word, tiles, lemma, source. Order: words in tile order, then sources in the order of
    the edition, then lemmas by code point.
    """
    canonical = pl.col("canonical")
    rows = (
        origins(game.folder, game.manifest)
        .sort(game.alphabet.order_column(canonical), "source", "lemma")
        .select(
            game.alphabet.spell_column(canonical).alias("word"),
            game.alphabet.spaced_column(canonical).alias("tiles"),
            "lemma",
            "source",
        )
    )
    content = rows.write_csv(separator="\t", quote_style="never")
    return {f"{game.name}.tsv": content.encode()}
