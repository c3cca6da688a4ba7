"""Bags: that they add up, how one is derived, and what an audit says of them."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import correlation

import numpy as np
import pytest
from click.testing import CliRunner, Result

from conftest import SOURCES
from slovarica import Lexicon
from slovarica.bag import POINTS, Bag, bag_toml, read_bag
from slovarica.bag_audit import Audit, audit
from slovarica.bag_methods import (
    VALETT_LENGTHS,
    best_fit_counts,
    code_points,
    damped_counts,
    derive,
    halving_points,
    valett_points,
)
from slovarica.build import Report
from slovarica.cli import main
from slovarica.corpus import read_corpus
from slovarica.errors import SlovaricaError
from slovarica.letters import Letters, measure

OWN = SOURCES / "editions" / "slovarica.toml"
CROATIAN = SOURCES / "bags" / "croatian_scrabble.toml"
SLOVAK = SOURCES / "bags" / "slovak_scrabble.toml"
TOTALS = (32, 33, 60, 103, 105, 200, 1_001, 999_983)


def run(folder: Path, *options: str) -> Result:
    command, *others = options
    return CliRunner().invoke(main, ["bag", command, "--build", str(folder), *others])


@pytest.fixture(scope="module")
def letters(lexicon: Lexicon) -> Letters:
    return measure(read_corpus(lexicon))


@pytest.fixture(scope="module")
def own(letters: Letters) -> Audit:
    """The audit of the edition's own bag, over all words."""
    return audit(read_bag(OWN), letters)


@pytest.mark.parametrize(
    ("path", "total", "tiles"), [(OWN, 105, 30), (CROATIAN, 103, 30), (SLOVAK, 100, 41)]
)
def test_the_bags_add_up(path: Path, total: int, tiles: int) -> None:
    bag = read_bag(path)
    assert bag.miscount() is None
    assert (bag.total, bag.blanks, bag.rack, len(bag.counts)) == (total, 2, 7, tiles)
    assert bag.source


def test_the_editions_bag_is_the_one_of_the_rules() -> None:
    bag = read_bag(OWN)
    assert bag.counts["A"] == 11
    assert [tile for tile, points in bag.points.items() if points >= 8] == ["DŽ", "Đ", "F"]


def test_the_slovak_tiles_have_their_diacritics_back() -> None:
    points = read_bag(SLOVAK).points
    assert [points[tile] for tile in "ÁÄČĽĹÔŔ"] == [4, 10, 5, 7, 10, 8, 10]


# Deriving


@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize("alpha", [0, 0.5, 0.8, 1, 3])
def test_a_derived_bag_has_exactly_the_asked_total(
    letters: Letters, total: int, alpha: float
) -> None:
    table = derive(letters, total, 2, alpha, 1, POINTS)
    for column in ("count", "best_fit"):
        counts = table[column].to_list()
        assert sum(counts) == total - 2
        assert min(counts) >= 1


@pytest.mark.parametrize("minimum", [0, 1, 2, 3])
def test_a_derived_bag_keeps_the_minimum(letters: Letters, minimum: int) -> None:
    table = derive(letters, 105, 2, 0.8, minimum, POINTS)
    for column in ("count", "best_fit"):
        counts = table[column].to_list()
        assert sum(counts) == 103
        assert min(counts) >= minimum


def test_a_rarer_tile_never_has_more_tiles_nor_less_worth(letters: Letters) -> None:
    for total in TOTALS:
        rows = derive(letters, total, 2, 0.8, 1, POINTS).sort("share").to_dicts()
        for rarer, commoner in pairwise(rows):
            assert rarer["count"] <= commoner["count"]
            assert rarer["points"] >= commoner["points"]
            assert rarer["points"] in POINTS


def test_a_total_too_small_for_the_alphabet_is_one_error(folder: Path, report: Report) -> None:
    result = run(folder, "derive", "--total", "31")
    assert result.exit_code == 2
    assert "29 lettered tiles are too few for 30 letters with at least 1" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_largest_remainders_on_an_example_by_hand() -> None:
    # Quotas 4.7, 3.1, 1.6, 0.6: the greatest remainders of 4, 3, 1, 0 are the first and a third.
    share = np.array([0.47, 0.31, 0.16, 0.06])
    assert damped_counts(share, 10, 0, 1) == [5, 3, 2, 0]
    # With at least 1 the last gets it, and the others share 9: quotas 4.5, 2.97, 1.53.
    assert damped_counts(share, 10, 1, 1) == [4, 3, 2, 1]


def test_counts_stay_within_one_of_their_quota(letters: Letters) -> None:
    for total in (103, 500, 12_345):
        quotas = letters.share**0.8 / (letters.share**0.8).sum() * total
        counts = damped_counts(letters.share, total, 0, 0.8)
        assert np.abs(counts - quotas).max() < 1


@pytest.mark.parametrize("total", [40, 103, 198, 1_000])
def test_the_best_fit_is_what_adding_tile_by_tile_gives(letters: Letters, total: int) -> None:
    quotas = letters.share * total
    counts = [1] * len(quotas)
    for _ in range(total - len(quotas)):
        counts[int(np.argmax(quotas - counts))] += 1
    assert best_fit_counts(letters.share, total, 1) == counts


def test_points_go_a_step_up_with_every_halving() -> None:
    expected = np.array([8, 4, 3.9, 2, 1.9, 1, 0.9, 0.5, 0.4, 0.25, 0.2, 0.125, 0.1, 0])
    points = halving_points(expected / 1000, 1000, POINTS)
    assert points == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 8, 8, 10, 10]
    assert halving_points(expected / 1000, 1000, (7,)) == [7] * len(expected)


def test_huffman_codes_are_as_long_as_information_asks(letters: Letters) -> None:
    bits = code_points(letters.share.tolist())
    assert sum(2.0**-length for length in bits) == 1
    entropy = -(letters.share * np.log2(letters.share)).sum()
    assert entropy <= (letters.share * bits).sum() < entropy + 1
    assert code_points([0.5, 0.25, 0.125, 0.125]) == [1, 2, 3, 3]


def test_valett_recounted_in_plain_python(lexicon: Lexicon) -> None:
    letters = measure(read_corpus(lexicon, length=(2, 4)))
    lines = (lexicon.folder / "tiles.txt").read_text().upper().splitlines()
    words = [line.split(" ") for line in lines if line.count(" ") <= 3]
    names = letters.names
    utility = dict.fromkeys(names, 0.0)
    every = Counter(tile for word in words for tile in word)
    for tile in names:
        utility[tile] += 0.34 * every[tile] / every.total()
    for length in (2, 3, 4):
        counted = Counter(tile for word in words if len(word) == length for tile in word)
        for tile in names:
            part = VALETT_LENGTHS[length - 1] / sum(VALETT_LENGTHS)
            utility[tile] += 0.33 * part * counted[tile] / counted.total()
    beside: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for word in words:
        for left, right in pairwise(["", *word, ""]):
            beside["after", left][right] += 1
            beside["before", right][left] += 1
    for side in ("after", "before"):
        entropy = {
            tile: -sum(
                count / beside[side, tile].total() * math.log2(count / beside[side, tile].total())
                for count in beside[side, tile].values()
            )
            for tile in names
        }
        for tile in names:
            utility[tile] += 0.33 / 2 * entropy[tile] / sum(entropy.values())
    least = min(utility.values())
    assert valett_points(letters) == [
        math.floor(10 * least / utility[tile] + 0.5) for tile in names
    ]


def test_derive_shows_the_same_bag_in_every_form(
    folder: Path, report: Report, tmp_path: Path
) -> None:
    found = json.loads(run(folder, "derive", "--json").stdout)
    assert (found["total"], found["blanks"]) == (105, 2)
    assert sum(tile["count"] for tile in found["tiles"]) == 103
    assert "103 lettered tiles and 2 blanks, 105 in all." in run(folder, "derive").stdout
    lines = run(folder, "derive", "--csv").stdout.splitlines()
    assert len(lines) == 31
    file = tmp_path / "derived.toml"
    file.write_text(run(folder, "derive", "--toml").stdout, encoding="utf-8")
    assert read_bag(file).counts == {tile["tile"]: tile["count"] for tile in found["tiles"]}
    audited = json.loads(run(folder, "audit", "--bag", str(file), "--racks", "0", "--json").stdout)
    assert (audited["distance"], audited["agreeing"]) == (0, 30)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--alpha", "nan"), "alpha is nan"),
        (("--alpha", "-1"), "alpha is -1.0"),
        (("--alpha", "9"), "alpha is 9.0"),
        (("--points", "1,zwei"), "is no set of points"),
        (("--points", "-1"), "is no set of points"),
        (("--total", "0"), "0 is not in the range"),
        (("--blanks", "200"), "-95 lettered tiles are too few"),
        (("--minimum", "4"), "103 lettered tiles are too few for 30 letters with at least 4"),
    ],
)
def test_an_option_that_makes_no_bag_is_an_error(
    folder: Path, report: Report, options: tuple[str, ...], message: str
) -> None:
    result = run(folder, "derive", *options)
    assert result.exit_code == 2
    assert message in result.stderr.splitlines()[-1]


# Auditing


def test_the_audit_compares_the_published_with_the_derived(own: Audit, letters: Letters) -> None:
    bag = read_bag(OWN)
    derived = dict(zip(letters.names, damped_counts(letters.share, 103, 1, own.alpha), strict=True))
    for row in own.table.to_dicts():
        tile = row["tile"]
        assert (row["count"], row["points"]) == (bag.counts[tile], bag.points[tile])
        assert row["difference"] == bag.counts[tile] - derived[tile]
    assert own.distance == sum(abs(bag.counts[tile] - derived[tile]) for tile in derived)
    assert own.table["expected"].sum() == pytest.approx(103)
    assert own.table["difference"].sum() == 0


def test_no_damping_comes_nearer_than_the_nearest(own: Audit, letters: Letters) -> None:
    count = own.table["count"].to_numpy()
    distances = [
        int(np.abs(count - damped_counts(letters.share, 103, 1, alpha)).sum())
        for alpha in np.arange(0.5, 1.2, 0.05)
    ]
    assert own.nearest <= min(distances)
    assert own.nearest <= own.distance


def test_rank_correlation_is_that_of_the_ranks(own: Audit) -> None:
    def ranks(values: list[float]) -> list[float]:
        return [
            sum(other < value for other in values) + (values.count(value) + 1) / 2
            for value in values
        ]

    for column, found in (("count", own.count_rank), ("points", own.points_rank)):
        share, other = ranks(own.table["share"].to_list()), ranks(own.table[column].to_list())
        assert found == pytest.approx(correlation(share, other))


def test_the_points_that_bands_can_keep_are_a_longest_rise(own: Audit) -> None:
    points = own.table.sort("share", descending=True)["points"].to_list()
    longest: list[int] = []
    for place, value in enumerate(points):
        before = (longest[other] for other in range(place) if points[other] <= value)
        longest.append(1 + max(before, default=0))
    assert own.banded == max(longest)
    assert own.agreeing <= own.banded < 30


def test_the_audit_says_what_contradicts_the_published_points(own: Audit) -> None:
    """C, H, Č and Š do not follow from frequency: the first two are rarer and worth less."""
    remarks = " ".join(own.remarks)
    for dear in ("Č (4)", "Š (4)"):
        sentence = next(line for line in own.remarks if line.startswith(f"{dear} is worth more"))
        assert "C (3)" in sentence
        assert "H (3)" in sentence
    assert "A 11 for" in remarks


def test_every_contradiction_is_named_and_no_other(own: Audit) -> None:
    rows = own.table.to_dicts()
    expected = {
        row["tile"]
        for row in rows
        for other in rows
        if other["share"] < row["share"] and other["points"] < row["points"]
    }
    named = {line.split(" ")[0] for line in own.remarks if "is worth more than the rarer" in line}
    assert named == expected


def test_an_audit_of_the_own_bag_adds_up(folder: Path, report: Report) -> None:
    result = run(folder, "audit", "--racks", "2000")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Slovarica: 103 lettered tiles and 2 blanks, 105 in all." in result.stdout
    assert "playable" in result.stdout.splitlines()[0]


def test_an_audit_in_json_has_the_tiles_and_the_totals(folder: Path, report: Report) -> None:
    found = json.loads(run(folder, "audit", "--racks", "2000", "--json").stdout)
    assert found["adds_up"] is True
    assert sum(tile["count"] for tile in found["tiles"]) + found["blanks"] == found["total"]
    assert found["distance"] == sum(abs(tile["difference"]) for tile in found["tiles"])
    assert sum(tile["share"] for tile in found["tiles"]) == pytest.approx(1)
    assert all(0 < tile["playable"] <= 1 for tile in found["tiles"])


def test_the_croatian_bag_can_be_audited(folder: Path, report: Report) -> None:
    result = run(folder, "audit", "--bag", str(CROATIAN), "--racks", "0", "--csv")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 31


def test_the_slovak_bag_does_not_fit_and_that_is_one_error(folder: Path, report: Report) -> None:
    result = run(folder, "audit", "--bag", str(SLOVAK))
    assert (result.exit_code, result.stdout) == (1, "")
    assert len(result.stderr.splitlines()) == 1
    assert "does not fit the alphabet: Á Ä" in result.stderr
    assert "no Ć DŽ Đ LJ NJ" in result.stderr


@pytest.mark.parametrize(
    ("line", "other", "status", "message"),
    [
        (
            '"A", vowel = true, count = 11',
            '"A", vowel = true, count = 12',
            1,
            "does not add up: 104 lettered tiles",
        ),
        ("total = 105", "total = 100", 1, "not the 100 of its total"),
        ("blanks = 2 ", "blanks = 3 ", 1, "and 3 blanks are 106, not the 105"),
        ('"F", count = 1,', '"F", count = 0,', 1, "does not fit the alphabet: no F"),
        ('  { tile = "F", count = 1, points = 8 },\n', "", 1, "does not fit the alphabet: no F"),
        ('tile = "F"', 'tile = "W"', 1, "W outside it; no F"),
        (
            '"A", vowel = true, count = 11',
            '"A", count = -11',
            2,
            "A: “count” must be a number of at least 0",
        ),
        (
            '"A", vowel = true, count = 11',
            '"A", count = 1.5',
            2,
            "A: “count” must be a number of at least 0",
        ),
        ("count = 1, points = 8", 'count = 1, points = "x"', 2, "“points” must be a number"),
        ("count = 1, points = 8", "count = 1", 2, "“points” must be a number"),
        ('tile = "B"', 'tile = "A"', 2, "the tile A stands 2 times; keep one"),
        ('tile = "B"', "tile = 2", 2, "tile 2: “tile” must be a text"),
        ("total = 105", "", 2, "“total” must be a number of at least 0"),
        ("rack = 7", "rack = 0", 2, "do not fill a rack of 0"),
        ("tiles = [", "tiles = [ 1,", 2, "“tiles” must be a list of tables"),
        ("title = ", "title ", 2, "is no valid TOML"),
    ],
)
def test_a_faulty_bag_is_one_error(
    folder: Path,
    report: Report,
    tmp_path: Path,
    line: str,
    other: str,
    status: int,
    message: str,
) -> None:
    content = OWN.read_text(encoding="utf-8")
    assert line in content
    file = tmp_path / "bag.toml"
    file.write_text(content.replace(line, other, 1), encoding="utf-8")
    result = run(folder, "audit", "--bag", str(file), "--racks", "1")
    assert result.exit_code == status
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_bag_that_is_not_there_is_one_error(folder: Path, report: Report) -> None:
    result = run(folder, "audit", "--bag", "nowhere.toml")
    assert result.exit_code == 2
    assert result.stderr.startswith("slovarica: nowhere.toml: cannot be read")


def test_an_audit_of_other_letters_is_refused(letters: Letters) -> None:
    with pytest.raises(SlovaricaError, match="Slovak Scrabble: the bag does not fit"):
        audit(read_bag(SLOVAK), letters)


def test_ranks_of_a_bag_with_one_of_each_are_not_told(letters: Letters) -> None:
    even = dict.fromkeys(letters.names, 1)
    found = audit(Bag("Even", "none", 30, 0, 7, even, even), letters)
    assert (found.count_rank, found.points_rank) == (None, None)
    assert json.loads(json.dumps(found.as_dict(), allow_nan=False))["distance"] == 0


def test_a_bag_is_read_as_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "bag.toml"
    bag = Bag('A "bag"', "by \\ hand", 5, 1, 2, {"A": 3, "LJ": 1}, {"A": 1, "LJ": 5})
    file.write_text(bag_toml(bag), encoding="utf-8")
    assert read_bag(file) == bag


def test_a_letter_that_no_word_has_is_no_fault(folder: Path, report: Report) -> None:
    """Of the words of two tiles, none has a DŽ."""
    for command in ("derive", "audit"):
        assert run(folder, command, "--length", "2").exit_code == 0
