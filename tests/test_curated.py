"""A decision on a word is one line of a file, and a wrong line is refused where it stands."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import polars as pl
import pytest

from conftest import SOURCES
from slovarica.audit import audit
from slovarica.build import read_and_judge
from slovarica.curated import COLUMNS, Curated, judge_entries, read_curated, split_stems
from slovarica.edition import Edition, read_edition
from slovarica.errors import SlovaricaError
from slovarica.forms import Forms, expand_sources, read_dictionary
from slovarica.sources import read_sources
from slovarica.verdicts import judge

Judged = tuple[Edition, Curated, Forms, pl.DataFrame]


@pytest.fixture(scope="module")
def judged() -> Judged:
    return read_and_judge(SOURCES, "slovarica")


@pytest.fixture
def edition(tmp_path: Path) -> Edition:
    """The real edition, with a copy of its decisions that a test may change."""
    shutil.copytree(SOURCES / "curated", tmp_path / "curated")
    return dataclasses.replace(read_edition(SOURCES, "slovarica"), curated=tmp_path / "curated")


def append(edition: Edition, file: str, *lines: str) -> int:
    """Add lines to a file of decisions; return the number of the first."""
    path = edition.curated / file
    before = path.read_text(encoding="utf-8")
    path.write_text(before + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    return before.count("\n") + 1


def test_decisions_are_sorted_and_commented() -> None:
    for file in COLUMNS:
        lines = (SOURCES / "curated" / file).read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("# ")
        decisions = [line for line in lines if not line.startswith("#")][1:]
        assert decisions == sorted(decisions, key=lambda line: line.split("\t"))


@pytest.mark.parametrize(
    ("file", "line", "fault"),
    [
        ("names.tsv", "kuća\t*\tdrop\tno decision\tnone", "unknown; write keep or refuse"),
        ("names.tsv", "kuća\tsr_RS\tkeep\tno such source\tnone", "no source of the edition"),
        ("names.tsv", "kuća\t*\tkeep\tno evidence", "must have 5 fields"),
        ("names.tsv", "kuća\t*\tkeep\t\tnone", "none of them empty"),
        ("names.tsv", "kuća\t*\tkeep \tblank\tnone", "none of them empty"),
        ("names.tsv", "mostar\t*\tkeep\ttwice\tnone", "stands in line"),
        ("units.tsv", "konjukcija\thr_HR\tkeep\tremoved elsewhere\tnone", "decided on in"),
        ("units.tsv", "gundulićev\t*\trefuse\tno unit\tnone", "decided on in"),
        ("two_tile.tsv", "bo\taccept\timenica\tništa\tno reason\tnone", "stands in line"),
        ("splits.tsv", "in|jekc\tone\tagainst itself\tnone", "stands in line"),
        ("splits.tsv", "inj|ekc\tone\tanother boundary\tnone", "stands in line"),
        ("additions.tsv", "kuća/1\tsr_RS\tkuća\tno such source\tnone", "no source of the edition"),
    ],
)
def test_a_wrong_line_is_refused_with_file_and_line(
    edition: Edition, file: str, line: str, fault: str
) -> None:
    number = append(edition, file, line)
    with pytest.raises(SlovaricaError) as error:
        read_curated(edition)
    assert fault in str(error.value)
    assert f"{file}:{number}" in str(error.value)
    assert "\n" not in str(error.value)


def test_an_unknown_column_is_refused(edition: Edition) -> None:
    path = edition.curated / "names.tsv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\treason\t", "\twhy\t", 1), encoding="utf-8")
    with pytest.raises(SlovaricaError, match=r"names\.tsv:\d+: the columns must be .*unknown: why"):
        read_curated(edition)


def test_a_file_that_is_not_utf8_is_refused(edition: Edition) -> None:
    path = edition.curated / "names.tsv"
    path.write_bytes(path.read_bytes() + "šuma\t*\tkeep\tlatin\tnone\n".encode("iso8859-2"))
    with pytest.raises(SlovaricaError, match=r"names\.tsv:\d+: is not UTF-8"):
        read_curated(edition)


def test_a_missing_file_is_refused(edition: Edition) -> None:
    (edition.curated / "splits.tsv").unlink()
    with pytest.raises(SlovaricaError, match=r"splits\.tsv: cannot be read"):
        read_curated(edition)


def test_a_stem_that_no_source_has_is_refused(edition: Edition, judged: Judged) -> None:
    number = append(edition, "names.tsv", "žžžž\t*\tkeep\tno entry\tnone")
    with pytest.raises(SlovaricaError, match=rf"names\.tsv:{number}: “žžžž” is no entry"):
        judge_entries(edition, read_curated(edition), judged[2].entries)


@pytest.mark.parametrize(
    ("stem", "fault"),
    [
        ("inj|ektor", "inside"),
        ("injektor", "inside"),
        ("k|ljuč", "inside"),
        ("in|jek|tor", "inside"),
        ("in|jžžž", "no entry begins"),
    ],
)
def test_a_boundary_outside_a_digraph_is_refused(
    edition: Edition, judged: Judged, stem: str, fault: str
) -> None:
    append(edition, "splits.tsv", f"{stem}\tsplit\twrong\tnone")
    with pytest.raises(SlovaricaError, match=fault):
        split_stems(edition, read_curated(edition), judged[2].entries["lemma"])


@pytest.mark.parametrize(
    ("entry", "paradigm", "fault"),
    [
        ("lajkanje/331", "lajkanje", "has no entry “lajkanje/331”"),
        ("lajkanje/99999", "ribarenje", "has no entry “ribarenje/99999”"),
        ("lajkanje/331", "-", "names a lemma of its paradigm"),
    ],
)
def test_an_addition_without_its_paradigm_is_refused(
    edition: Edition, entry: str, paradigm: str, fault: str
) -> None:
    append(edition, "additions.tsv", f"{entry}\thr_HR\t{paradigm}\tverbal noun\tnone")
    sources = read_sources(SOURCES)
    dictionaries = {name: read_dictionary(sources[name]) for name in edition.sources}
    with pytest.raises(SlovaricaError, match=fault):
        expand_sources(edition, read_curated(edition), dictionaries)


def test_one_line_adds_all_forms_and_one_takes_them_away(edition: Edition) -> None:
    """LAJKANJE in its cases, marked as ours; no form of ABAZIJA."""
    append(edition, "additions.tsv", "lajkanje/331\thr_HR\tribarenje\tverbal noun\tnone")
    spelling = edition.curated / "spelling.tsv"
    lines = spelling.read_text(encoding="utf-8").splitlines(keepends=True)
    spelling.write_text("".join(x for x in lines if not x.startswith("abazija\t")), "utf-8")
    names = edition.curated / "names.tsv"
    text = names.read_text(encoding="utf-8").replace("abazija\t*\tkeep", "abazija\t*\trefuse")
    names.write_text(text, encoding="utf-8")
    curated = read_curated(edition)
    sources = read_sources(SOURCES)
    dictionaries = {name: read_dictionary(sources[name]) for name in edition.sources}
    forms = expand_sources(edition, curated, dictionaries)
    table = judge(edition, curated, forms)
    ours = forms.entries.filter(source="additions", lemma="lajkanje")["entry"]
    added = set(table.filter(pl.col("entry").is_in(ours.implode()), reason=0)["form"])
    assert {"lajkanje", "lajkanja", "lajkanju", "lajkanjem", "lajkanjima"} <= added
    abazija = table.filter(pl.col("form").str.contains("^abazij"))
    assert set(abazija["verdict"]) == {7}  # proper-noun


def test_nothing_is_open_on_the_committed_sources(judged: Judged) -> None:
    assert audit(*judged) == []


@pytest.mark.parametrize(
    ("file", "gone", "check", "subject"),
    [
        ("names.tsv", "mostar\t", "name", "mostar"),
        ("splits.tsv", "pod|žup\t", "boundary", "podžupan"),
        ("abbreviations.tsv", "krv\t", "vowelless", "krv"),
        ("spelling.tsv", "ablokacija\t", "spelling", "ablokacija"),
        ("numerals.tsv", "iii\t", "short", "iii"),
    ],
)
def test_the_audit_asks_when_a_decision_is_gone(
    edition: Edition, judged: Judged, file: str, gone: str, check: str, subject: str
) -> None:
    path = edition.curated / file
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(gone)), "utf-8")
    questions = audit(edition, read_curated(edition), judged[2], judged[3])
    asked = [q for q in questions if q.check != "idle"]
    assert subject in {question.subject for question in asked}
    assert {question.check for question in asked} <= {check, "short", "abbreviation"}


def test_the_audit_tells_a_line_without_effect(edition: Edition, judged: Judged) -> None:
    append(edition, "additions.tsv", "kućica/360\thr_HR\tpita\tall sources have it\tnone")
    questions = audit(edition, read_curated(edition), judged[2], judged[3])
    assert [question.subject for question in questions] == ["kućica/360"]
