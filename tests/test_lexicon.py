"""What the checker says of words: how they are laid, what they are worth, why they are refused."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from slovarica import Lexicon
from slovarica.build import build
from slovarica.errors import SlovaricaError
from small_edition import write_small_edition

WORTH = [
    ("KLJUČ", "K LJ U Č", 12),
    ("INJEKCIJA", "I N J E K C I J A", 14),
    ("NADŽIVJETI", "N A D Ž I V J E T I", 16),
    ("INJEKTIRANJE", "I N J E K T I R A NJ E", 17),
    ("NADŽIVLJAVATI", "N A D Ž I V LJ A V A T I", 22),
    ("IZVANJSKI", "I Z V A NJ S K I", 17),
    ("ODŽAK", "O DŽ A K", 14),
    ("KONJUGACIJA", "K O N J U G A C I J A", 18),
    ("KONJANIK", "K O NJ A N I K", 13),
    ("DŽEP", "DŽ E P", 13),
    ("LJUBLJENJE", "LJ U B LJ E NJ E", 21),
    ("AD", "A D", 3),
]


@pytest.mark.parametrize(("word", "tiles", "points"), WORTH)
def test_a_word_is_laid_and_worth(lexicon: Lexicon, word: str, tiles: str, points: int) -> None:
    verdict = lexicon.check(word)
    assert verdict.accepted
    assert verdict.tilings == (tuple(tiles.split()),)
    assert (verdict.points, verdict.reason) == (points, None)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("Zagreb", "capitalised"),
        ("café-bar", "foreign-letter"),
        ("remek-djelo", "punctuation"),
        ("cm", "unit-symbol"),
        ("ii", "roman-numeral"),
        ("a", "single-tile"),
        ("lj", "single-tile"),
        ("najneprobavljivijima", "too-long"),
        ("kljuć", "unknown"),
    ],
)
def test_a_refused_form_has_a_reason(lexicon: Lexicon, word: str, reason: str) -> None:
    verdict = lexicon.check(word)
    assert not verdict.accepted
    assert (verdict.reason, verdict.tilings, verdict.tiles, verdict.points) == (
        reason,
        (),
        None,
        None,
    )
    assert word not in lexicon


def test_case_and_normal_form_and_digraph_code_points_do_not_matter(lexicon: Lexicon) -> None:
    for word, tiles, _ in WORTH:
        small = word.lower()
        written = {word, small, word.capitalize(), small[0] + word[1:]}
        for letters, codes in {"lj": "ǇǈǉǇ", "nj": "ǊǋǌǊ", "dž": "ǄǅǆǄ"}.items():
            # Also where the tiles are two, one code point stands for two letters.
            written |= {small.replace(letters, code) for code in codes}
        written |= {
            unicodedata.normalize(form, text)
            for form in ("NFC", "NFD", "NFKC", "NFKD")
            for text in written
        }
        for text in written:
            assert lexicon.check(text).tiles == tuple(tiles.split()), text
            assert text in lexicon


@pytest.mark.parametrize(
    "word",
    ["", " ", "\0", "ključ\0", "\0ključ", "ključ ", "\ud83d", "klju\udcc4", "\U0001f600", "ǉ", "n"],
)
def test_a_string_that_is_no_word_is_refused_without_a_fault(lexicon: Lexicon, word: str) -> None:
    assert word not in lexicon
    assert not lexicon.check(word).accepted


@pytest.mark.parametrize("unit", ["a", "nj", "ǆ", "ključ", "inj", "\u0301"])
def test_a_huge_string_is_refused_without_a_fault(lexicon: Lexicon, unit: str) -> None:
    word = unit * 200_000
    assert word not in lexicon
    assert lexicon.check(word).reason == "unknown"


def test_the_words_of_the_list_are_accepted_as_they_are_spelt_and_tiled(
    lexicon: Lexicon, folder: Path
) -> None:
    words = (folder / "words.txt").read_text(encoding="utf-8").splitlines()
    tiled = (folder / "tiles.txt").read_text(encoding="utf-8").splitlines()
    assert len(lexicon) == len(words)
    for word, tiles in list(zip(words, tiled, strict=True))[::97]:
        assert word in lexicon
        assert tuple(tiles.upper().split()) in lexicon.check(word).tilings


def test_one_spelling_can_have_two_tilings(tmp_path: Path) -> None:
    # konj + ugat has the tile NJ; in konjugat, a lemma of its own, N and J are two.
    report = build(write_small_edition(tmp_path), "slovarica", tmp_path / "build")
    lexicon = Lexicon.open(tmp_path / "build")
    verdict = lexicon.check("Konjugat")
    assert [" ".join(tiles) for tiles in verdict.tilings] == ["K O NJ U G A T", "K O N J U G A T"]
    assert (verdict.tiles, verdict.points) == (verdict.tilings[0], 11)
    assert lexicon.check("konj").tilings == (("K", "O", "NJ"),)
    assert (tmp_path / "build" / "tiles.txt").read_text(encoding="utf-8").splitlines()[:4] == [
        "k o n j u g a t",
        "k o nj",
        "k o nj a",
        "k o nj u g a t",
    ]
    counts = report.manifest["counts"]
    assert (counts["accepted"], counts["words"]) == (7, 8)


def test_a_word_of_two_tiles_must_be_listed(tmp_path: Path) -> None:
    sources = write_small_edition(tmp_path)
    build(sources, "slovarica", tmp_path / "build")
    assert Lexicon.open(tmp_path / "build").check("os").reason == "two-tile-not-listed"
    with (sources / "curated" / "two_tile.tsv").open("a", encoding="utf-8") as listed:
        listed.write("os\taccept\timenica\taxis\tmade up\tmade up\n")
    build(sources, "slovarica", tmp_path / "build")
    assert Lexicon.open(tmp_path / "build").check("os").tiles == ("O", "S")


def test_the_lexicon_opens_by_a_path_or_its_text(folder: Path, lexicon: Lexicon) -> None:
    assert len(Lexicon.open(str(folder))) == len(Lexicon.open(folder)) == len(lexicon)


def test_without_a_build_the_message_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(SlovaricaError, match="slovarica build"):
        Lexicon.open(tmp_path)
