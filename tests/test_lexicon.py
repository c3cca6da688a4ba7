"""What the checker says of words: how they are laid, what they are worth, why they are refused."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conftest import SOURCES
from slovarica import Lexicon
from slovarica.build import build
from slovarica.cli import main
from slovarica.errors import SlovaricaError
from slovarica.reasons import REASONS
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
        ("ab", "two-tile-not-listed"),
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


def test_the_lexicon_opens_by_a_path_or_its_text(folder: Path, lexicon: Lexicon) -> None:
    assert len(Lexicon.open(str(folder))) == len(Lexicon.open(folder)) == len(lexicon)


def test_without_a_build_the_message_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(SlovaricaError, match="slovarica build"):
        Lexicon.open(tmp_path)


def check(*arguments: str, folder: Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["check", "--build", str(folder), *arguments], input=typed)


def test_check_exits_with_0_1_or_2(folder: Path, lexicon: Lexicon, tmp_path: Path) -> None:
    assert check("ključ", "ODŽAK", folder=folder).exit_code == 0
    assert check("ključ", "kljuć", folder=folder).exit_code == 1
    assert check("ključ", folder=tmp_path).exit_code == 2
    assert check(folder=folder).exit_code == 2
    assert check("--nonsense", "ključ", folder=folder).exit_code == 2


def test_check_answers_with_json_objects(folder: Path, lexicon: Lexicon) -> None:
    result = check("--json", "KLJUČ", "cm", "kljuć", folder=folder)
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {
            "word": "KLJUČ",
            "accepted": True,
            "tiles": ["K", "LJ", "U", "Č"],
            "points": 12,
            "reason": None,
        },
        {"word": "cm", "accepted": False, "tiles": None, "points": None, "reason": "unit-symbol"},
        {"word": "kljuć", "accepted": False, "tiles": None, "points": None, "reason": "unknown"},
    ]


def test_check_reads_words_from_standard_input(folder: Path, lexicon: Lexicon) -> None:
    result = check("--json", "-", folder=folder, typed="ključ\r\nkuća\nkljuć")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["word"] for answer in answers] == ["ključ", "kuća", "kljuć"]
    assert [answer["accepted"] for answer in answers] == [True, True, False]


def test_explain_names_source_line_lemma_and_rules(folder: Path, lexicon: Lexicon) -> None:
    result = check("--json", "--explain", "ključevima", "cm", folder=folder)
    key, unit = (json.loads(line)["derivations"] for line in result.stdout.splitlines())
    for derivation in key:
        dic = (SOURCES / "hunspell" / f"{derivation['source']}.dic").read_bytes().splitlines()
        line = dic[derivation["line"] - 1].decode(
            "utf-8" if derivation["source"] == "hr_HR" else "iso8859-2"
        )
        assert line.startswith(derivation["lemma"])
        assert derivation["rules"]
    assert {derivation["reason"] for derivation in unit} == {"unit-symbol"}
    assert all(derivation["decision"] for derivation in unit)


def test_a_byte_that_is_no_letter_is_refused_without_a_fault(
    folder: Path, lexicon: Lexicon
) -> None:
    result = subprocess.run(
        [Path(sys.executable).with_name("slovarica"), "check", "--build", folder, "--json", "-"],
        input=b"klju\xff\nklju\xc4\x8d\n",
        capture_output=True,
        env={"PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    assert (result.returncode, result.stderr) == (1, b"")
    assert [json.loads(line)["accepted"] for line in result.stdout.splitlines()] == [False, True]


def test_a_plain_check_loads_neither_polars_nor_numpy_nor_the_forms(
    folder: Path, lexicon: Lexicon
) -> None:
    program = (
        "import sys; from slovarica.cli import main; "
        f"main(['check', '--build', {str(folder)!r}, 'ključ', 'cm'], standalone_mode=False); "
        "print(*sorted(sys.modules))"
    )
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    loaded = {name.partition(".")[0] for name in output.splitlines()[-1].split()}
    assert "marisa_trie" in loaded
    assert loaded.isdisjoint({"polars", "numpy", "tqdm", "hunspell"})
    assert "slovarica.explain" not in output


def test_reasons_are_those_of_the_design() -> None:
    assert REASONS == (
        "capitalised",
        "foreign-letter",
        "punctuation",
        "unit-symbol",
        "abbreviation",
        "roman-numeral",
        "proper-noun",
        "removed",
        "single-tile",
        "two-tile-not-listed",
        "too-long",
    )
