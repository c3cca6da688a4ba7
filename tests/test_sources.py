"""The dictionaries under sources/hunspell, and how a new one is taken in: “slovarica sources”."""

from __future__ import annotations

import hashlib
import json
import shutil
import tomllib
from pathlib import Path

import pytest

from conftest import SOURCES
from shell import slovarica
from slovarica.build import Report
from slovarica.errors import SlovaricaError
from slovarica.forms import read_dictionary
from slovarica.sources import RECORDS, Standing, accept, read_sources, survey


@pytest.fixture
def hunspell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the dictionaries in a project of its own, without a build."""
    shutil.copytree(SOURCES / "hunspell", tmp_path / "sources" / "hunspell")
    (tmp_path / "sources" / "editions").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "sources" / "hunspell"


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A small new dictionary, lying elsewhere."""
    aff, dic = tmp_path / "new.aff", tmp_path / "new.dic"
    aff.write_text("SET UTF-8\nSFX A Y 1\nSFX A 0 a .\n", encoding="utf-8")
    dic.write_text("2\nključ/A\nžaba\n", encoding="utf-8")
    return aff, dic


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def by_name(standings: list[Standing]) -> dict[str, Standing]:
    return {standing.source.name: standing for standing in standings}


def test_the_committed_dictionaries_are_the_recorded_ones(report: Report) -> None:
    standings = by_name(survey(SOURCES, report.manifest))
    assert list(standings) == ["hr_HR", "bs_BA"]
    assert {file.state for found in standings.values() for file in found.files} == {"as recorded"}
    assert (standings["hr_HR"].entries, standings["hr_HR"].forms) == (53_661, 1_048_153)
    assert (standings["bs_BA"].entries, standings["bs_BA"].forms) == (30_542, 294_994)


def test_without_a_build_the_entries_are_counted_and_the_forms_unknown() -> None:
    for standing in survey(SOURCES, {}):
        with standing.source.dic.open("rb") as file:
            assert standing.entries == int(file.readline())
        assert standing.forms is None


def test_a_changed_file_is_told_and_the_counts_of_another_build_are_not(
    hunspell: Path, report: Report
) -> None:
    with (hunspell / "bs_BA.dic").open("ab") as file:
        file.write(b"\nzumba/T\n")
    (hunspell / "hr_HR.aff").unlink()
    standings = by_name(survey(hunspell.parent, report.manifest))
    assert [file.state for file in standings["bs_BA"].files] == ["as recorded", "changed"]
    assert (standings["bs_BA"].entries, standings["bs_BA"].forms) == (30_543, None)
    assert [file.state for file in standings["hr_HR"].files] == ["missing", "as recorded"]


def test_the_table_is_aligned_and_the_json_says_the_same(hunspell: Path) -> None:
    (hunspell / "hr_HR.dic").unlink()
    table = slovarica("sources").stdout.splitlines()
    assert [line.split()[0] for line in table] == [
        "file",
        "hr_HR.aff",
        "hr_HR.dic",
        "bs_BA.aff",
        "bs_BA.dic",
    ]
    assert {line.index("1:7.5.0-1") for line in table[1:]} == {table[0].index("version")}
    assert "30,542" in table[4]
    assert "missing" in table[2]
    hr, bs = json.loads(slovarica("sources", "--json").stdout)
    assert bs["licence"] == "GPL-2.0-or-later OR LGPL-2.1-or-later OR MPL-1.1"
    assert (bs["entries"], bs["forms"]) == (30_542, None)
    assert bs["files"][1] == {
        "file": "bs_BA.dic",
        "recorded": sha256(hunspell / "bs_BA.dic"),
        "present": sha256(hunspell / "bs_BA.dic"),
        "state": "as recorded",
    }
    assert (hr["entries"], hr["files"][1]["present"]) == (None, None)


def test_accepting_changes_three_values_of_the_records_and_nothing_else(hunspell: Path) -> None:
    before = contents(hunspell)
    with (hunspell / "bs_BA.dic").open("ab") as file:
        file.write(b"zumba/T\n")
    record = accept(hunspell.parent, "bs_BA", "2026.1")
    assert (record.version, record.dic_sha256) == ("2026.1", sha256(hunspell / "bs_BA.dic"))
    after = contents(hunspell)
    assert set(after) == set(before)
    pairs = zip(before[RECORDS].splitlines(), after[RECORDS].splitlines(), strict=True)
    assert [new.split()[0] for old, new in pairs if old != new] == [b"version", b"dic_sha256"]
    assert "zumba" in read_dictionary(record)[1]["lemma"]  # it verifies the sums


def test_new_files_are_copied_in_and_recorded(hunspell: Path, pair: tuple[Path, Path]) -> None:
    result = slovarica("sources", "--accept", "hr_HR", "--version", "2026.1", *pair)
    assert result.status == 0
    assert (hunspell / "hr_HR.aff").read_bytes() == pair[0].read_bytes()
    assert (hunspell / "hr_HR.dic").read_bytes() == pair[1].read_bytes()
    record = tomllib.loads((hunspell / RECORDS).read_text(encoding="utf-8"))["hr_HR"]
    assert record["version"] == "2026.1"
    assert (record["aff_sha256"], record["dic_sha256"]) == (sha256(pair[0]), sha256(pair[1]))
    assert "2026.1" in result.stdout


def test_the_layout_of_the_records_is_the_maintainers(
    hunspell: Path, pair: tuple[Path, Path]
) -> None:
    text = (hunspell / RECORDS).read_text(encoding="utf-8")
    text = text.replace("[bs_BA]", "[ bs_BA ]  # Bosnian").replace("\n", "\r\n")
    text = text.replace('version = "1:7.5.0-1"', "version='1:7.5.0-1' # Debian's")
    (hunspell / RECORDS).write_bytes(text.encode())
    accept(hunspell.parent, "bs_BA", 'the "new" \\ one', pair)
    after = (hunspell / RECORDS).read_bytes().decode()
    assert "[ bs_BA ]  # Bosnian\r\n" in after
    assert after.count("# Debian's\r\n") == 2
    assert after.count("\n") == after.count("\r\n") == text.count("\n")
    assert read_sources(hunspell.parent)["bs_BA"].version == 'the "new" \\ one'
    assert read_sources(hunspell.parent)["hr_HR"].version == "1:7.5.0-1"


@pytest.mark.parametrize(
    ("aff", "dic", "told"),
    [
        (b"SET UTF-8\n", "2\nključ\nžaba\n".encode("iso8859-2"), "new.dic:2: byte"),
        (b"SET UTF-8\nSFX A Y 2\nSFX A 0 a .\n", b"1\nklju/A\n", "new.aff:"),
        (b"SET UTF-8\nCOMPOUNDFLAG A\n", b"1\nklju/A\n", "compounding is not supported"),
        (b"SET UTF-8\nNEEDAFFIX A\n", b"1\nklju/A\n", "no entry yields a form"),
        (b"SET UTF-8\n", b"klju\n", "new.dic:1: the first line must be the number"),
        (None, b"1\nklju\n", "new.aff: cannot be read"),
        (b"SET UTF-8\n", None, "new.dic: cannot be read"),
    ],
)
def test_files_that_do_not_expand_change_nothing(
    aff: bytes | None, dic: bytes | None, told: str, hunspell: Path, pair: tuple[Path, Path]
) -> None:
    for path, content in zip(pair, (aff, dic), strict=True):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
    before = contents(hunspell)
    result = slovarica("sources", "--accept", "bs_BA", "--version", "2026.1", *pair)
    assert result.status == 2
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert contents(hunspell) == before


def test_a_disk_that_fails_changes_nothing(
    hunspell: Path, pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = contents(hunspell)
    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(SlovaricaError, match=r"No space left on device.* is unchanged"):
        accept(hunspell.parent, "bs_BA", "2026.1", pair)
    assert contents(hunspell) == before


def test_what_is_wrong_with_the_command_is_told(hunspell: Path, pair: tuple[Path, Path]) -> None:
    before = contents(hunspell)
    for arguments, told in (
        (("--accept", "hr_HR"), "--version VERSION"),
        (("--accept", "sr_RS", "--version", "1"), "known: hr_HR, bs_BA"),
        (("--accept", "hr_HR", "--version", " "), "is no version"),
        (("--accept", "hr_HR", "--version", "1\n2"), "'1\\n2' is no version"),
        (("--accept", "hr_HR", "--version", "1", pair[0]), "give both new files"),
        (("--accept", "hr_HR", "--version", "1", *pair, pair[0]), "give both new files"),
        (pair, "--accept NAME"),
        (("--version", "1"), "--accept NAME"),
    ):
        result = slovarica("sources", *arguments)
        assert result.status == 2
        assert told in result.stderr
    assert contents(hunspell) == before
