"""The main job: the same bytes every time, the committed list, and counts that add up."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from conftest import COMMITTED, SOURCES
from slovarica import Lexicon
from slovarica.build import Report
from slovarica.edition import read_edition
from slovarica.reasons import REASONS
from slovarica.tile_matrix import tile_matrix
from slovarica.wordlist import pack, unpack

ALPHABET = (
    "a", "b", "c", "č", "ć", "d", "dž", "đ", "e", "f", "g", "h", "i", "j", "k",
    "l", "lj", "m", "n", "nj", "o", "p", "r", "s", "š", "t", "u", "v", "z", "ž",
)  # fmt: skip
KEPT = ("wordlist.front.bz2", "manifest.json", "letters.csv", "bag.json")


@pytest.fixture(scope="module")
def words(folder: Path, report: Report) -> list[str]:
    return (folder / "words.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def tiled(folder: Path, report: Report) -> list[list[str]]:
    lines = (folder / "tiles.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(" ") for line in lines]


def test_builds_elsewhere_with_other_hashes_and_threads_have_the_same_bytes(
    folder: Path, report: Report, tmp_path: Path
) -> None:
    folders = [tmp_path / "a", tmp_path / "čćžšđ and a blank"]
    builds = [
        subprocess.Popen(
            [Path(sys.executable).with_name("slovarica"), "build", "--out", out],
            env={**os.environ, "PYTHONHASHSEED": seed, "POLARS_MAX_THREADS": threads},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for out, seed, threads in zip(folders, ("1", "2"), ("1", "3"), strict=True)
    ]
    assert [build.wait() for build in builds] == [0, 0]
    names = sorted(path.name for path in folder.iterdir())
    for other in folders:
        assert sorted(path.name for path in other.iterdir()) == names
        differing = [n for n in names if (folder / n).read_bytes() != (other / n).read_bytes()]
        assert differing == []


def test_the_committed_list_is_what_the_sources_and_decisions_yield(
    folder: Path, report: Report
) -> None:
    alphabet = read_edition(SOURCES, "slovarica").alphabet
    committed, built = (
        [alphabet.spell(word) for word in unpack(place / KEPT[0])] for place in (COMMITTED, folder)
    )
    came, went = set(built) - set(committed), set(committed) - set(built)
    first_came = list(itertools.islice((word for word in built if word in came), 10))
    first_went = list(itertools.islice((word for word in committed if word in went), 10))
    for name in KEPT:
        assert (COMMITTED / name).read_bytes() == (folder / name).read_bytes(), (
            f"{name} is not what the sources and decisions yield: {len(came)} words came "
            f"({', '.join(first_came)}…), {len(went)} went ({', '.join(first_went)}…); run "
            "“slovarica build” and commit build/slovarica with the change"
        )


def test_the_counts_add_up(folder: Path, report: Report, words: list[str]) -> None:
    counts = report.manifest["counts"]
    assert counts["forms"] == counts["accepted"] + sum(counts["reasons"].values())
    assert tuple(counts["reasons"]) == REASONS
    assert counts["words"] == len(words)
    forms = pl.read_parquet(folder / "forms.parquet", columns=["form", "verdict", "source"])
    verdicts = forms.unique(("form", "verdict"))
    assert len(verdicts) == verdicts["form"].n_unique() == counts["forms"]
    found = {**dict.fromkeys(REASONS, 0), **dict(verdicts["verdict"].value_counts().iter_rows())}
    assert found == {"accepted": counts["accepted"], **counts["reasons"]}
    by_source = dict(forms.unique(("form", "source"))["source"].value_counts().iter_rows())
    by_manifest = {name: source["forms"] for name, source in report.manifest["sources"].items()}
    assert by_source == {name: count for name, count in by_manifest.items() if count}
    assert (by_source["hr_HR"], by_source["bs_BA"]) == (1_048_153, 294_994)


def test_accepted_forms_are_the_words_and_refused_ones_are_none(
    folder: Path, words: list[str], lexicon: Lexicon
) -> None:
    forms = pl.read_parquet(folder / "forms.parquet", columns=["form", "verdict"]).unique()
    accepted = set(forms.filter(verdict="accepted")["form"])
    assert accepted == set(words)
    refused = set(forms.filter(pl.col("verdict") != "accepted")["form"].str.to_lowercase())
    for spelling in sorted(refused - accepted)[::50]:
        assert lexicon.check(spelling).reason in REASONS


def test_words_and_tiles_agree_line_by_line(words: list[str], tiled: list[list[str]]) -> None:
    assert words == ["".join(tiles) for tiles in tiled]


def test_words_stand_in_tile_order_once_and_fit_the_board(tiled: list[list[str]]) -> None:
    place = {tile: number for number, tile in enumerate(ALPHABET)}
    keys = [[place[tile] for tile in tiles] for tiles in tiled]
    assert all(before < after for before, after in itertools.pairwise(keys))
    assert {len(key) for key in keys} == set(range(2, 16))


def test_lj_is_never_two_tiles(tiled: list[list[str]]) -> None:
    assert not any(("l", "j") in itertools.pairwise(tiles) for tiles in tiled if "j" in tiles)


def test_the_packed_list_unpacks_to_the_words(folder: Path, words: list[str]) -> None:
    alphabet = read_edition(SOURCES, "slovarica").alphabet
    canonical = unpack(folder / "wordlist.front.bz2")
    assert [alphabet.spell(word) for word in canonical] == words
    column = pl.Series(canonical)
    packed = pack(tile_matrix(alphabet, column), column)
    assert packed == (folder / "wordlist.front.bz2").read_bytes()


def test_the_manifest_describes_every_file(folder: Path, report: Report) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert manifest == report.manifest
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    del files["manifest.json"]
    assert manifest["artefacts"] == {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in files.items()
    }
    for name, source in manifest["sources"].items():
        for kind in ("aff", "dic"):
            path = SOURCES / "hunspell" / f"{name}.{kind}"
            if path.exists():
                assert source[f"{kind}_sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
