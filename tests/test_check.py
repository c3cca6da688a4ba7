"""What `slovarica check` says: to a player, to a program, to a shell."""

from __future__ import annotations

import json
import os
import string
import subprocess
import sys
from pathlib import Path

import pytest

from slovarica import Lexicon
from slovarica.answers import answer
from slovarica.errors import SlovaricaError
from slovarica.messages import LANGUAGES, MESSAGES, locale_language, say_points
from slovarica.nearby import nearest
from slovarica.reasons import REASONS, UNKNOWN, WRONG_TILES


def ask(
    folder: Path, *arguments: str, typed: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `slovarica check` on a build."""
    script = "import sys; from slovarica.cli import run; run(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-c", script, "check", "--build", str(folder), *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", **environment},
        check=False,
    )


def lines(result: subprocess.CompletedProcess[bytes]) -> list[str]:
    return result.stdout.decode().splitlines()


# Tiles as they are laid.


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("K LJ U Č", 12),
        ("k lj u č", 12),
        ("?K LJ U Č", 10),
        ("K ?LJ U Č", 7),
        ("K (LJ) U ?č", 3),
        ("I N J E K C I J A", 14),
        ("N A D Ž I V J E T I", 16),
        ("?NJ E", 1),
        ("?DŽ E P", 3),
    ],
)
def test_a_word_laid_rightly_is_worth_its_tiles_without_the_blanks(
    lexicon: Lexicon, laid: str, points: int
) -> None:
    verdict = lexicon.check_tiles(laid.split())
    assert (verdict.accepted, verdict.points) == (True, points)


@pytest.mark.parametrize(
    ("laid", "right"),
    [
        ("K L J U Č", "K LJ U Č"),
        ("I NJ E K C I J A", "I N J E K C I J A"),
        ("N A DŽ I V J E T I", "N A D Ž I V J E T I"),
        ("I N J E K T I R A N J E", "I N J E K T I R A NJ E"),
        ("K ?L ?J U Č", "K LJ U Č"),
    ],
)
def test_a_word_laid_with_wrong_tiles_is_told_the_right_ones(
    lexicon: Lexicon, laid: str, right: str
) -> None:
    verdict = lexicon.check_tiles(laid.split())
    assert verdict.reason == WRONG_TILES
    assert verdict.tiles == tuple(right.split())
    assert verdict.points is None
    assert right in answer(lexicon, verdict, "en")


@pytest.mark.parametrize("tile", ["X", "?", "()", "?X", "KL", "1", "", "(K", "K)"])
def test_what_is_no_tile_is_a_fault(lexicon: Lexicon, tile: str) -> None:
    with pytest.raises(SlovaricaError, match="is no tile"):
        lexicon.check_tiles(["K", tile])


# What a player may have meant.


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("SECER", "ŠEĆER"),
        ("kljuc", "KLJUČ"),
        ("zvijezda", "ZVIJEZDA"),
        ("medju", "MEĐU"),
        ("djak", "ĐAK"),
        ("dzep", "DŽEP"),
        ("najlepsi", "NAJLEPŠI"),
        ("kućaa", "KUĆA"),
        ("kčua", "KUČA"),
        ("čovjrk", "ČOVJEK"),
        ("nadzivjeti", "NADŽIVJETI"),
        ("injekciaj", "INJEKCIJA"),
    ],
)
def test_the_nearest_words_have_the_one_that_was_meant(
    lexicon: Lexicon, typed: str, meant: str
) -> None:
    if typed in lexicon:
        assert typed.upper() == meant
        return
    found = nearest(lexicon, typed)
    assert meant in found or meant.lower() not in lexicon
    assert len(found) <= 5
    assert all(word in lexicon for word in found)


def test_missing_marks_come_before_other_letters(lexicon: Lexicon) -> None:
    assert nearest(lexicon, "secer")[0] == "ŠEĆER"
    assert nearest(lexicon, "medju")[0] == "MEĐU"


def test_nothing_is_near_to_what_no_word_begins_like(lexicon: Lexicon) -> None:
    assert nearest(lexicon, "qqqqqqqq") == []


def test_the_nearest_words_are_all_one_step_away(lexicon: Lexicon, folder: Path) -> None:
    """Against a scan of the whole list: every word one letter off is found, and nothing else."""
    words = set((folder / "words.txt").read_text(encoding="utf-8").split())
    letters = "abcčćdđefghijklmnoprsštuvzž"
    for typed in ("kućx", "krvw", "ljubafv", "injekcja", "nadživjetix"):
        near = set()
        for i in range(len(typed) + 1):
            head, tail = typed[:i], typed[i:]
            near |= {head + x + tail for x in letters} | {head + x + tail[1:] for x in letters}
            near |= {head + tail[1:], head + tail[1:2] + tail[:1] + tail[2:]}
        found = {word.lower() for word in nearest(lexicon, typed, most=1000)}
        assert found == near & words


# Languages.


def test_every_message_is_there_in_every_language() -> None:
    columns = set(LANGUAGES.values())
    for key, texts in MESSAGES.items():
        assert set(texts) == columns, key
        fields = [
            {field for _, field, _, _ in string.Formatter().parse(t) if field}
            for t in texts.values()
        ]
        assert all(names == fields[0] for names in fields), key
    for reason in (*REASONS, UNKNOWN, WRONG_TILES):
        assert reason in MESSAGES
        assert f"mend-{reason}" in MESSAGES


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "1 bod"),
        (2, "2 boda"),
        (4, "4 boda"),
        (5, "5 bodova"),
        (11, "11 bodova"),
        (12, "12 bodova"),
        (14, "14 bodova"),
        (21, "21 bod"),
        (22, "22 boda"),
        (0, "0 bodova"),
    ],
)
def test_points_are_counted_in_the_right_case(count: int, text: str) -> None:
    assert say_points("hr", count) == text


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "hr_HR.UTF-8"}, "hr"),
        ({"LC_ALL": "", "LC_MESSAGES": "bs_BA", "LANG": "en_GB"}, "hr"),
        ({"LC_ALL": "C", "LANG": "hr_HR"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert locale_language() == language


# Explanations.


def explained(folder: Path, word: str) -> list[str]:
    return lines(ask(folder, "--explain", word))


def test_an_explanation_shows_every_derivation(folder: Path, lexicon: Lexicon) -> None:
    text = explained(folder, "ključevima")
    assert (
        "  ključevima = ključ + evima, SFX VG (hr_HR.aff:2720), from ključ/287 (hr_HR.dic:15986)"
        in text
    )
    assert any("(bs_BA.dic:" in line for line in text)
    assert "  lemmas: ključ" in text
    assert "  sources: hr_HR, bs_BA" in text


def test_an_explanation_quotes_the_curated_line(folder: Path, lexicon: Lexicon) -> None:
    def deciding(word: str) -> str:
        return "\n".join(line for line in explained(folder, word) if "decided by" in line)

    for word, file in {
        "konjukcija": "removals.tsv",
        "gundulićeva": "names.tsv",
        "cm": "units.tsv",
        "injekcija": "splits.tsv",
        "uf": "two_tile.tsv",
        "zamrzavam": "additions.tsv",
        "boljo": "rules.tsv",
        "ok": "",
    }.items():
        assert file in deciding(word), word
    # The line that is quoted is the line that stands there.
    quoted = deciding("konjukcija").split("decided by ")[1]
    file, number = quoted.split(": ")[0].split(":")
    line = (
        (Path("sources/curated") / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
    )
    assert line.startswith("konjukcija\t")


def test_a_refused_word_is_told_what_would_make_it_count(folder: Path, lexicon: Lexicon) -> None:
    assert any("names.tsv kept it" in line for line in explained(folder, "gundulićev"))
    assert any(
        "no hunspell dictionary has it (hr_HR, bs_BA)" in line
        for line in explained(folder, "secer")
    )


# Programs and shells.


def test_json_has_one_object_a_line_in_order(folder: Path, lexicon: Lexicon) -> None:
    result = ask(folder, "--json", "-", typed="KLJUČ\ncm\n\nqwert\nInjekcija\n".encode())
    answers = [json.loads(line) for line in lines(result)]
    assert result.returncode == 1
    assert answers[0] == {
        "word": "KLJUČ",
        "accepted": True,
        "tiles": ["K", "LJ", "U", "Č"],
        "points": 12,
        "reason": None,
    }
    assert [a["reason"] for a in answers] == [None, "unit-symbol", "unknown", "unknown", None]


HOSTILE = [
    b"\x00", b"klju\xff", b"\xed\xa0\x80", b"\x1b[31mklju\xc4\x8d", b"k\xcc\x8c" * 40,
    "ключ".encode(), "ljubav\u200d".encode(), "🂡".encode(), b"a" * 1_000_000, b"nj" * 1_000_000,
    "dž".encode() * 500_000, b" ", b"\t", "K\u030cLJUC\u030c".encode(),
    b"-", b"--", b"/etc/passwd", b"%s%n", b"'\"", b"\\",
]  # fmt: skip


@pytest.mark.parametrize("options", [["--json"], [], ["--refused"], ["--quiet"]])
def test_hostile_input_is_answered_line_by_line(
    folder: Path, lexicon: Lexicon, options: list[str]
) -> None:
    result = ask(folder, *options, "-", typed=b"\n".join([*HOSTILE, "ključ".encode()]) + b"\n")
    assert (result.returncode, result.stderr) == (1, b"")
    answers = result.stdout.split(b"\n")[:-1]
    if options == ["--quiet"]:
        assert answers == []
    elif options == ["--refused"]:
        assert len(answers) == len(HOSTILE)
    else:
        assert len(answers) == len(HOSTILE) + 1
    if options == []:
        assert b"\x1b" not in result.stdout
        assert b"\x00" not in result.stdout


def test_json_is_unicode_whatever_the_question_is(folder: Path, lexicon: Lexicon) -> None:
    result = ask(folder, "--json", "-", typed=b"klju\xff\n")
    assert json.loads(result.stdout.decode("utf-8"))["word"] == "klju\ufffd"


def test_a_byte_order_mark_is_no_part_of_the_first_word(folder: Path, lexicon: Lexicon) -> None:
    assert ask(folder, "--quiet", "-", typed=b"\xef\xbb\xbfkonj\n").returncode == 0


def test_an_explanation_is_of_the_word_that_was_asked(folder: Path, lexicon: Lexicon) -> None:
    assert not any("konj = " in line for line in explained(folder, "ko nj"))
    laid = lines(ask(folder, "--explain", "--tiles", "K O ?NJ"))
    assert any("konj = konj/" in line for line in laid)


def test_filters_pass_words_on_as_they_came(folder: Path, lexicon: Lexicon) -> None:
    typed = "Ključ\nxx\ninjekcija\nKLJUC\u030c\ncm\n".encode()
    assert lines(ask(folder, "--accepted", "-", typed=typed)) == [
        "Ključ",
        "injekcija",
        "KLJUC\u030c",
    ]
    assert lines(ask(folder, "--refused", "-", typed=typed)) == ["xx", "cm"]
    quiet = ask(folder, "--quiet", "-", typed=typed)
    assert (quiet.stdout, quiet.returncode) == (b"", 1)
    assert ask(folder, "--quiet", "ključ", "injekcija").returncode == 0


def test_a_missing_build_is_one_line_with_the_command_that_makes_it(tmp_path: Path) -> None:
    hostile = tmp_path / "a\nb\x1b[31m"
    result = ask(hostile, "ključ")
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.count(b"\n") == 1
    assert "slovarica build" in result.stderr.decode()
    assert b"\x1b" not in result.stderr


def test_a_closed_pipe_ends_quietly(folder: Path, lexicon: Lexicon) -> None:
    script = "import sys; from slovarica.cli import run; run(sys.argv[1:])"
    command = [sys.executable, "-c", script, "check", "--build", str(folder), "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        try:
            running.stdin.write("ključ\n".encode() * 100_000)
            running.stdin.close()
        except BrokenPipeError:
            pass
        assert running.stderr.read() == b""
        assert running.wait() == 141


def test_output_is_utf8_whatever_the_locale(folder: Path, lexicon: Lexicon) -> None:
    for locale in ("C", "POSIX", "hr_HR.ISO-8859-2"):
        result = ask(folder, "-", typed="ključ\n".encode(), LC_ALL=locale, PYTHONIOENCODING="ascii")
        assert "ključ" in result.stdout.decode()


def test_a_plain_check_loads_no_table(folder: Path, lexicon: Lexicon) -> None:
    script = (
        "import sys\nfrom slovarica.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "print([m for m in ('polars', 'numpy', 'slovarica.explain') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, "check", "--build", str(folder), "ključ"],
        capture_output=True,
        check=True,
    )
    assert result.stdout.decode().splitlines()[-1] == "[]"
