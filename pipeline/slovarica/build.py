"""The main job: sources and decisions in, word list, tries, graph, letters and bag out.

Only this module knows the order of the stages.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import marisa_trie
import polars as pl

from slovarica import __version__, artefacts, wordlist
from slovarica.curated import COLUMNS, Curated, read_curated
from slovarica.edition import Edition, read_edition
from slovarica.errors import SlovaricaError
from slovarica.expansion import RULE_COLUMNS
from slovarica.forms import Forms, expand_sources, read_dictionary
from slovarica.letters import letter_frequencies
from slovarica.reasons import VERDICTS
from slovarica.sources import KEYS, Source, read_sources, sha256
from slovarica.tile_matrix import TileMatrix, tile_matrix, tile_order
from slovarica.verdicts import first_reason, judge
from slovarica.word_graph import build_word_graph

LICENCE = "LGPL-2.1-or-later"  # of the list; the rules of the game name it, both sources allow it

Stage = Callable[[str], AbstractContextManager[object]]


@dataclass(frozen=True)
class Report:
    """What a build made: its manifest, and warnings for the maintainer."""

    manifest: dict[str, Any]
    warnings: tuple[str, ...]


def no_stage(name: str) -> AbstractContextManager[object]:
    """Show nothing of a stage."""
    return nullcontext(name)


def read_and_judge(
    sources: Path, edition_name: str, stage: Stage = no_stage
) -> tuple[Edition, Curated, Forms, pl.DataFrame]:
    """Read an edition with its decisions and sources, expand and judge.

    Returns the edition, its decisions, the forms, and the table of `verdicts.judge`.
    Raises SlovaricaError for any fault in the inputs.
    """
    with stage("read"):
        edition = read_edition(sources, edition_name)
        recorded = read_sources(sources)
        for name in edition.sources:
            if name not in recorded:
                raise SlovaricaError(
                    f"edition “{edition.name}”: sources.toml has no source “{name}”; add it there"
                )
        curated = read_curated(edition)
        dictionaries = {name: read_dictionary(recorded[name]) for name in edition.sources}
    with stage("expand"):
        forms = expand_sources(edition, curated, dictionaries)
    with stage("judge"):
        judged = judge(edition, curated, forms)
    return edition, curated, forms, judged


def build(sources: Path, edition_name: str, out: Path, stage: Stage = no_stage) -> Report:
    """Make all artefacts of an edition and put them into the folder `out`.

    `stage` is entered around each stage, with its name: for progress and times.
    Raises SlovaricaError for any fault in the inputs or the disk; then `out` is unchanged.
    """
    edition, curated, forms, judged = read_and_judge(sources, edition_name, stage)
    with ThreadPoolExecutor(1) as background:
        # Made beside the rest: polars, bzip2 and numpy work outside the interpreter's lock. The
        # stages of these only wait for them.
        table = background.submit(_forms_table, curated, forms, judged)
        with stage("words"):
            words, tiles = _words(edition, judged)
        if words.is_empty():
            raise SlovaricaError(
                f"{sources}: no form is a word in the edition “{edition.name}”; see its sources "
                "and limits"
            )
        packed = background.submit(wordlist.pack, tiles, words["canonical"])
        graph = background.submit(build_word_graph, tiles)
        with stage("letters"):
            letters = letter_frequencies(edition.alphabet, tiles)
        _refuse_missing_tiles(edition, sources, words, letters)
        manifest = _manifest(edition, read_sources(sources), curated, forms, judged, words)
        with artefacts.writing(out) as folder:
            described: dict[str, Any] = {}

            def write(name: str, content: bytes) -> None:
                (folder / name).write_bytes(content)
                described[name] = artefacts.describe(content)

            with stage("tries"):
                write(artefacts.LEXICON, marisa_trie.Trie(iter(words["canonical"])).tobytes())
                write(artefacts.REFUSED, _refused(judged, words["spelling"]).tobytes())
            with stage("list"):
                write(artefacts.WORDS, _lines(words["spelling"]))
                write(artefacts.TILES, _lines(words["tiles"]))
                write(artefacts.WORDLIST, packed.result())
                write(artefacts.LETTERS, letters.write_csv(float_precision=9).encode())
                write(artefacts.BAG, artefacts.json_bytes(_bag(edition)))
            with stage("graph"):
                write(artefacts.GRAPH, graph.result())
            with stage("forms"):
                write(artefacts.FORMS, table.result())
            manifest["artefacts"] = dict(sorted(described.items()))
            (folder / artefacts.MANIFEST).write_bytes(artefacts.json_bytes(manifest))
    return Report(manifest, forms.warnings)


def _words(edition: Edition, judged: pl.DataFrame) -> tuple[pl.DataFrame, TileMatrix]:
    """The words in tile order: canonical, spelling, tiles (with blanks between); their matrix."""
    # In the order of their spellings they are nearly in tile order, which makes the sort cheap.
    canonical = judged.filter(pl.col("reason") == 0)["canonical"].unique(maintain_order=True)
    matrix = tile_matrix(edition.alphabet, canonical)
    order = tile_order(matrix)
    words = canonical[order].to_frame()
    return words.with_columns(
        spelling=edition.alphabet.spell_column(pl.col("canonical")),
        tiles=edition.alphabet.spaced_column(pl.col("canonical")),
    ), matrix[order]


def _refuse_missing_tiles(
    edition: Edition, sources: Path, words: pl.DataFrame, letters: pl.DataFrame
) -> None:
    """Raise SlovaricaError if a word cannot be laid because the bag has none of a tile."""
    for tile in edition.alphabet.tiles:
        used = letters.filter(pl.col("tile") == tile.name)["count"].item()
        if used and not tile.count:
            holds = words["canonical"].str.contains(tile.code, literal=True)
            example = words["spelling"].filter(holds)[0]
            raise SlovaricaError(
                f"{sources / 'editions' / edition.name}.toml: the bag has no {tile.name}, which "
                f"{used} words need (such as {example}); give it a count"
            )


def _manifest(
    edition: Edition,
    recorded: dict[str, Source],
    curated: Curated,
    forms: Forms,
    judged: pl.DataFrame,
    words: pl.DataFrame,
) -> dict[str, Any]:
    """What the build was made from, and what it counts."""
    return {
        "format": artefacts.FORMAT,
        "edition": edition.name,
        "title": edition.title,
        "licence": LICENCE,
        "slovarica": __version__,
        # The bytes of the tries and the table depend on these; the lock file holds them fast.
        "made_with": {name: version(name) for name in ("marisa-trie", "polars")},
        "sources": _sources(edition, recorded, forms, judged),
        "decisions": {
            file: {"lines": len(curated[file]), "sha256": sha256(edition.curated / file)}
            for file in COLUMNS
        },
        "counts": _counts(judged, words),
    }


def _sources(
    edition: Edition, recorded: dict[str, Source], forms: Forms, judged: pl.DataFrame
) -> dict[str, dict[str, Any]]:
    """What the manifest says of each source: its record, and its entries and distinct forms."""
    source = forms.entries["source"][judged["entry"]]
    counts = judged.select("form", source=source).group_by("source").agg(_distinct_forms())
    distinct: dict[str, int] = dict(counts.iter_rows())
    entries: dict[str, int] = dict(forms.entries.group_by("source").len().iter_rows())
    described: dict[str, dict[str, Any]] = {}
    for name in forms.entries.schema["source"].categories:  # type: ignore[attr-defined]
        record = recorded.get(name)
        described[name] = {
            **({key: getattr(record, key) for key in KEYS} if record else {}),
            "entries": entries.get(name, 0),
            "forms": distinct.get(name, 0),
        }
    return described


def _counts(judged: pl.DataFrame, words: pl.DataFrame) -> dict[str, Any]:
    """The count of forms by verdict, and of words.

    forms = accepted + Σ reasons. There are more words than accepted forms where a spelling has two
    tilings.
    """
    found = dict(judged.group_by("verdict").agg(_distinct_forms()).iter_rows())
    accepted, *reasons = (found.get(number, 0) for number in range(len(VERDICTS)))
    return {
        "forms": sum(found.values()),
        "accepted": accepted,
        "words": len(words),
        "reasons": dict(zip(VERDICTS[1:], reasons, strict=True)),
    }


def _distinct_forms() -> pl.Expr:
    """The number of distinct forms of a table in the order of forms."""
    form = pl.col("form")
    return form.ne_missing(form.shift()).sum()


def _lines(column: pl.Series) -> bytes:
    return f"{column.str.join(chr(10)).item()}\n".encode()


def _bag(edition: Edition) -> dict[str, Any]:
    """The bag and all else that the checker must know of the edition."""
    return {
        "edition": edition.name,
        "min_tiles": edition.min_tiles,
        "max_tiles": edition.max_tiles,
        "blanks": edition.blanks,
        "lookalikes": edition.lookalikes,
        "tiles": [tile.as_dict() for tile in edition.alphabet.tiles],
    }


def _refused(judged: pl.DataFrame, accepted: pl.Series) -> marisa_trie.BytesTrie:
    """The reasons of the refused forms: folded spelling → one byte, the code of the reason.

    Forms that differ in case only share a spelling; an accepted one leaves no reason.
    """
    refused = (
        judged.filter(pl.col("verdict") > 0)
        .select(spelling=pl.col("form").str.to_lowercase(), verdict="verdict")
        .join(accepted.to_frame(), on="spelling", how="anti")
        .group_by("spelling")
        .agg(first_reason("verdict"))
        .sort("spelling")
    )
    codes = [bytes((code,)) for code in refused["verdict"].to_list()]
    return marisa_trie.BytesTrie(zip(refused["spelling"].to_list(), codes, strict=True))


def _forms_table(curated: Curated, forms: Forms, judged: pl.DataFrame) -> bytes:
    """The table of forms as Parquet, one row a derivation, sorted by form.

    Columns: form, canonical, verdict (of the form), reason (of the derivation), source, line,
    lemma, flags (as written), prefix, suffix, second_suffix (“file:line rule”), decision
    and split_decision (the curated lines that decided on the derivation and on its tiles, as
    “file:line: reason”).
    """
    labels = curated.labels()
    rules = forms.rules.select(
        pl.concat_str("file", pl.lit(":"), "line", pl.lit(" "), "text")
    ).to_series()
    verdicts = pl.Enum(VERDICTS)
    names = pl.Series(VERDICTS, dtype=verdicts)
    entries = forms.entries.select("source", "line", "lemma", "flags")[judged["entry"]]
    table = judged.select(
        "form",
        "canonical",
        pl.lit(names).gather("verdict").alias("verdict"),
        pl.lit(names).gather("reason").alias("reason"),
        *entries.get_columns(),
        *(pl.lit(rules).gather(column).alias(column) for column in RULE_COLUMNS),
        *(
            pl.col(column).replace(list(labels), list(labels.values())).alias(column)
            for column in ("decision", "split_decision")
        ),
    )
    file = io.BytesIO()
    # Small row groups, so that one form is read without the rest.
    table.write_parquet(file, compression="zstd", row_group_size=65_536)
    return file.getvalue()
