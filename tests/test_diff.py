"""What differs between two word lists, and why: “slovarica diff”."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, SOURCES
from shell import slovarica
from slovarica.artefacts import BAG, LETTERS, MANIFEST, TILES, WORDLIST, WORDS
from slovarica.build import Report, build
from slovarica.difference import Difference, Group, compare
from slovarica.listing import Listing, read_listing
from slovarica.report import difference_summary
from slovarica.sources import accept

EDITION = "slovarica"
COMMITTED = (MANIFEST, LETTERS, BAG, WORDLIST)
REASON = "taken out for a trial"


@pytest.fixture(autouse=True)
def _no_other_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook of git that runs the tests names its own repository in the environment."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)


def git(project: Path, *arguments: str) -> None:
    author = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    subprocess.run(["git", "-C", project, *author, *arguments], check=True, capture_output=True)


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{before!r} must stand once in {path}"
    path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.fixture(scope="module")
def project(folder: Path, report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project as the maintainer has it after a build with changed sources and decisions.

    git has the list of the real sources. The new hr_HR has lost FRAKTAL and gained FRAKTALČIĆ,
    TULIPAN is taken out by hand and AD is refused, SLOVARAŠ is added, INJEKC- is one tile NJ, and
    the bag has two Đ.
    """
    project = tmp_path_factory.mktemp("project")
    shutil.copytree(SOURCES, project / "sources")
    made = project / "build" / EDITION
    made.mkdir(parents=True)
    for name in COMMITTED:
        shutil.copy(folder / name, made)
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "The list", "--no-gpg-sign", "--no-verify")

    sources = project / "sources"
    edit(sources / "hunspell" / "hr_HR.dic", "\nfraktal/238\n", "\nfraktalčić/205\n")
    accept(sources, "hr_HR", "2026.1")
    curated = sources / "curated"
    with (curated / "removals.tsv").open("a", encoding="utf-8") as file:
        file.write(f"tulipan\thr_HR\trefuse\t-\t{REASON}\tnone\n")
    with (curated / "additions.tsv").open("a", encoding="utf-8") as file:
        file.write("slovaraš/223\thr_HR\tgusar\tone who plays Slovarica\tnone\n")
    edit(curated / "two_tile.tsv", "\nad\taccept\t", "\nad\trefuse\t")
    edit(curated / "splits.tsv", "\nin|jekc\tsplit\t", "\nin|jekc\tone\t")
    edit(
        sources / "editions" / f"{EDITION}.toml",
        '"Đ", count = 1, points = 8',
        '"Đ", count = 2, points = 6',
    )
    build(sources, EDITION, made)
    return project


@pytest.fixture(scope="module")
def old(folder: Path, report: Report) -> Listing:
    return read_listing(str(folder), ROOT, EDITION)


@pytest.fixture(scope="module")
def new(project: Path) -> Listing:
    return read_listing(str(project / "build" / EDITION), project, EDITION)


@pytest.fixture(scope="module")
def difference(old: Listing, new: Listing) -> Difference:
    return compare(old, new)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def words(groups: Iterable[Group]) -> list[str]:
    return [word for group in groups for word in group.words]


def group_of(groups: Iterable[Group], word: str) -> Group:
    return next(group for group in groups if word in group.words)


def curated_line(project: Path, file: str, begin: str) -> str:
    """File and line, as an explanation names it."""
    found = lines(project / "sources" / "curated" / file)
    return f"{file}:{next(n for n, line in enumerate(found, 1) if line.startswith(begin))}"


def test_the_words_are_the_two_set_differences(
    folder: Path, project: Path, difference: Difference
) -> None:
    before = set(lines(folder / WORDS))
    after = set(lines(project / "build" / EDITION / WORDS))
    assert sorted(words(difference.gone)) == sorted(before - after)
    assert sorted(words(difference.come)) == sorted(after - before)
    assert {"fraktalima", "tulipanom", "ad"} <= before - after
    assert {"fraktalčićima", "slovarašima"} <= after - before


def test_words_taken_out_by_hand_name_the_curated_line_and_what_it_says(
    project: Path, difference: Difference
) -> None:
    group = group_of(difference.gone, "tulipana")
    line = curated_line(project, "removals.tsv", "tulipan\t")
    assert (group.lemma, group.reason) == ("tulipan", "removed")
    assert group.decision == f"{line}: {REASON}"
    assert group.origin is not None
    file, line = group.origin.split(":")
    assert lines(SOURCES / "hunspell" / file)[int(line) - 1].startswith("tulipan/")
    assert all(word.startswith("tulipan") for word in group.words)


def test_words_of_a_lost_entry_are_unknown_and_name_where_it_was(difference: Difference) -> None:
    group = group_of(difference.gone, "fraktalima")
    assert (group.lemma, group.reason, group.decision) == ("fraktal", "unknown", None)
    assert group.origin is not None
    file, line = group.origin.split(":")
    assert lines(SOURCES / "hunspell" / file)[int(line) - 1] == "fraktal/238"


def test_a_word_off_the_two_tile_list_names_its_line(project: Path, difference: Difference) -> None:
    group = group_of(difference.gone, "ad")
    assert group.reason == "two-tile-not-listed"
    assert group.decision is not None
    assert group.decision.startswith(curated_line(project, "two_tile.tsv", "ad\t"))


def test_new_words_name_the_entry_they_come_from(project: Path, difference: Difference) -> None:
    fractal, player = (group_of(difference.come, word) for word in ("fraktalčića", "slovarašu"))
    assert (fractal.lemma, fractal.reason) == ("fraktalčić", "unknown")
    assert fractal.origin is not None
    dic = lines(project / "sources" / "hunspell" / "hr_HR.dic")
    assert dic[int(fractal.origin.removeprefix("hr_HR.dic:")) - 1] == "fraktalčić/205"
    assert player.lemma == "slovaraš"
    assert player.origin == curated_line(project, "additions.tsv", "slovaraš/")


def test_a_decision_taken_back_tells_why_the_word_was_refused(old: Listing, new: Listing) -> None:
    group = group_of(compare(new, old).come, "tulipana")
    assert (group.lemma, group.reason) == ("tulipan", "removed")
    assert group.decision is not None
    assert group.decision.endswith(REASON)


def test_the_other_way_round_what_went_has_come(
    old: Listing, new: Listing, difference: Difference
) -> None:
    back = compare(new, old)
    assert sorted(words(back.gone)) == sorted(words(difference.come))
    assert sorted(words(back.come)) == sorted(words(difference.gone))
    assert back.letters is not None
    assert difference.letters is not None
    assert [(letter.tile, letter.come, letter.gone) for letter in back.letters] == [
        (letter.tile, letter.gone, letter.come) for letter in difference.letters
    ]


def test_groups_stand_by_size_and_nothing_stands_twice(difference: Difference) -> None:
    for groups in (difference.gone, difference.come):
        sizes = [len(group.words) for group in groups]
        assert sizes == sorted(sizes, reverse=True)
        assert max(Counter(words(groups)).values()) == 1


def test_letters_add_up_to_the_difference_of_the_counts(
    folder: Path, project: Path, difference: Difference
) -> None:
    def counts(path: Path) -> dict[str, int]:
        with path.open(encoding="utf-8", newline="") as file:
            return {row["tile"]: int(row["count"]) for row in csv.DictReader(file)}

    before, after = counts(folder / LETTERS), counts(project / "build" / EDITION / LETTERS)
    assert difference.letters is not None
    changed = {letter.tile: letter.come - letter.gone for letter in difference.letters}
    assert {tile: changed.get(tile, 0) for tile in before} == {
        tile: after[tile] - before[tile] for tile in before
    }
    assert changed["NJ"] > 0


def test_injekcija_is_laid_in_another_way(
    folder: Path, project: Path, difference: Difference
) -> None:
    made = project / "build" / EDITION
    moved = set(lines(folder / TILES)) ^ set(lines(made / TILES))
    stay = set(lines(folder / WORDS)) & set(lines(made / WORDS))
    expected = {line.replace(" ", "") for line in moved} & stay
    assert difference.tilings is not None
    assert {tiling.word for tiling in difference.tilings} == expected
    found = {tiling.word: tiling for tiling in difference.tilings}["injekcija"]
    assert found.old == (tuple("INJEKCIJA"),)
    assert found.new == (("I", "NJ", "E", "K", "C", "I", "J", "A"),)


def test_the_bag_has_another_count_and_other_points(difference: Difference) -> None:
    assert difference.bag is not None
    changes = [(change.name, change.key, change.old, change.new) for change in difference.bag]
    assert changes == [("Đ", "count", 1, 2), ("Đ", "points", 8, 6)]


def test_the_sources_and_decisions_behind_it_are_named(difference: Difference) -> None:
    changes = {(change.name, change.key): (change.old, change.new) for change in difference.sources}
    assert changes["hr_HR", "version"] == ("1:7.5.0-1", "2026.1")
    assert ("bs_BA", "version") not in changes
    assert {change.name for change in difference.decisions} == {
        "removals.tsv",
        "additions.tsv",
        "two_tile.tsv",
        "splits.tsv",
    }


def test_by_default_the_last_build_is_compared_with_what_git_has(
    project: Path, difference: Difference, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    result = slovarica("diff", "--json")
    assert result.status == 1
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["same"] is False
    assert found["new"]["name"] == f"build/{EDITION}"
    for part, groups in (("gone", difference.gone), ("come", difference.come)):
        assert sorted(word for group in found[part] for word in group["words"]) == sorted(
            words(groups)
        )
    # git has no table of forms: what went with an entry is grouped by its beginning.
    gone = {group["words"][0]: group for group in found["gone"]}
    assert gone["fraktal"]["lemma"] is None
    assert gone["fraktal"]["reason"] == "unknown"
    assert gone["tulipan"]["reason"] == "removed"
    assert gone["tulipan"]["decision"].endswith(REASON)
    assert found["letters"] == [vars(letter) for letter in difference.letters or ()]


def test_the_summary_names_the_entries_and_full_leaves_nothing_out(
    difference: Difference,
) -> None:
    short = difference_summary(difference, full=False)
    full = difference_summary(difference, full=True)
    group = group_of(difference.gone, "tulipan")
    assert f"−{len(group.words)}  tulipan ({group.origin}): removed, removals.tsv" in short
    assert f"tulipan ({group.origin}): removed, {group.decision}\n" in full
    assert max(map(len, short.splitlines()[3:])) <= 80
    told = set(full.split())
    assert {*words(difference.gone), *words(difference.come)} <= told
    assert {f"{tiling.word}:" for tiling in difference.tilings or ()} <= told


def test_a_large_difference_still_fits_on_one_screen(folder: Path, tmp_path: Path) -> None:
    some = tmp_path / "some.txt"
    some.write_text("\n".join(lines(folder / TILES)[::2]), encoding="utf-8")
    result = slovarica("diff", folder, some)
    assert result.status == 1
    assert len(result.stdout.splitlines()) <= 45
    assert "see --full" in result.stdout


def test_equal_lists_differ_in_nothing(folder: Path, old: Listing, tmp_path: Path) -> None:
    committed = tmp_path / "committed"
    committed.mkdir()
    for name in COMMITTED:
        shutil.copy(folder / name, committed)
    for path in (committed, folder / WORDS, folder / TILES, folder / WORDLIST):
        found = compare(read_listing(str(path), ROOT, EDITION), old)
        assert found.same
        assert difference_summary(found, full=False).endswith("no difference")
        assert found.old.count == found.new.count == len(lines(folder / WORDS))


def test_a_list_of_spellings_is_compared_by_spelling_only(tmp_path: Path, folder: Path) -> None:
    plain, tiled = tmp_path / "plain.txt", tmp_path / "tiled.txt"
    spellings = ["KLJUČ", unicodedata.normalize("NFD", "žaba"), "ǌuška", "injekcija", "Injekcija"]
    plain.write_text("\r\n".join(spellings), encoding="utf-8")
    tiled.write_text("K LJ U Č\ni n j e k c i j a\nnj u š k a\nž a b a\n", encoding="utf-8")
    result = slovarica("diff", plain, tiled)
    assert result.status == 0
    assert "a list of spellings has no tiles" in result.stdout
    found = json.loads(slovarica("diff", plain, tiled, "--json").stdout)
    assert found["tilings"] is found["letters"] is found["bag"] is None
    assert found["old"]["words"] == 4


def test_two_tilings_of_one_spelling_are_one_word(tmp_path: Path) -> None:
    both, one = tmp_path / "both.txt", tmp_path / "one.txt"
    both.write_text("i n j e\ni nj e\n", encoding="utf-8")
    one.write_text("i nj e\n", encoding="utf-8")
    found = json.loads(slovarica("diff", both, one, "--json").stdout)
    assert found["gone"] == found["come"] == []
    assert found["tilings"] == [
        {"word": "inje", "old": [["I", "N", "J", "E"], ["I", "NJ", "E"]], "new": [["I", "NJ", "E"]]}
    ]
    assert found["letters"] == [
        {"tile": tile, "gone": 1, "come": 0} for tile in ("E", "I", "J", "N")
    ]


def test_the_answer_does_not_depend_on_the_order_of_hashes(folder: Path, project: Path) -> None:
    program = Path(sys.executable).with_name("slovarica")
    answers = {
        subprocess.run(
            [program, "diff", folder, project / "build" / EDITION],
            env={**os.environ, "PYTHONHASHSEED": seed, "POLARS_MAX_THREADS": threads},
            capture_output=True,
            check=False,
        ).stdout
        for seed, threads in (("1", "1"), ("2", "4"))
    }
    assert len(answers) == 1
    assert "tulipan" in answers.pop().decode()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "holds no words"),
        (b"rije\xc4\x8d\n\xffaba\n", ":2: is not UTF-8"),
        (b"53661\na-mol/273\n", ":1: '53661' is no word"),
        (b"word\tdecision\n", ":1: 'word\\tdecision' is no word"),
        (b"k lj u \xc4\x8d\nq u i z\n", ":2: 'q u i z' is no word"),
        (b"k lj u \xc4\x8d\nk  o  nj\n", ":2: 'k  o  nj' is no word"),
        (b"aa\n\0\n", ":2: '\\x00' is no word"),
        (b"a" * 10_000_000 + b"1\n", "' is no word"),
        (b"BZh91AY&SY damaged", "is no packed word list"),
    ],
)
def test_what_is_no_word_list_is_refused_in_one_line(
    content: bytes, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "list with a blank ž.txt"
    path.write_bytes(content)
    result = slovarica("diff", path, path)
    assert result.status == 2
    assert result.stdout == ""
    assert told in result.stderr
    assert str(path) in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 1000


def test_a_damaged_or_foreign_build_is_refused(folder: Path, project: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in COMMITTED:
        shutil.copy(folder / name, copy)
    shutil.copy(project / "build" / EDITION / "forms.parquet", copy)
    assert "forms.parquet: is damaged or from another build" in slovarica("diff", copy, copy).stderr
    (copy / "forms.parquet").unlink()
    shutil.copy(project / "build" / EDITION / WORDLIST, copy)
    assert f"{WORDLIST}: is damaged or from another build" in slovarica("diff", copy, copy).stderr
    (copy / MANIFEST).unlink()
    result = slovarica("diff", copy, copy)
    assert result.status == 2
    assert "there is no build; make it with “slovarica build”" in result.stderr


def test_a_revision_without_a_list_or_no_revision_at_all_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sources" / "editions").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert "HEAD: is no build folder, word list or git revision" in slovarica("diff").stderr
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "-m", "No list", "--allow-empty", "--no-gpg-sign", "--no-verify")
    result = slovarica("diff")
    assert result.status == 2
    assert f"HEAD: this revision has no build/{EDITION}/{MANIFEST}" in result.stderr
    for operand in ("nothing", "HEAD^{tree}", "a..b"):
        result = slovarica("diff", operand)
        assert result.status == 2
        assert f"{operand}: is no build folder, word list or git revision" in result.stderr
    assert slovarica("diff", "--", "--all").status == 2
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "install git" in slovarica("diff", "HEAD").stderr
