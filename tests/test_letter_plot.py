"""The picture of the letters."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from conftest import SOURCES
from slovarica import Lexicon
from slovarica.bag import read_bag
from slovarica.build import Report
from slovarica.cli import main
from slovarica.corpus import read_corpus
from slovarica.errors import SlovaricaError
from slovarica.letter_plot import plot_letters
from slovarica.letters import Letters, measure

BAG = read_bag(SOURCES / "editions" / "slovarica.toml")


@pytest.fixture(scope="module")
def letters(lexicon: Lexicon) -> Letters:
    return measure(read_corpus(lexicon, "short"))


@pytest.mark.parametrize("name", ["letters.svg", "letters.png"])
def test_the_same_letters_give_the_same_picture(
    letters: Letters, tmp_path: Path, name: str
) -> None:
    first, second = tmp_path / name, tmp_path / f"again-{name}"
    for path in (first, second):
        plot_letters(letters, BAG, "words", path)
    assert first.read_bytes() == second.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([first.name, second.name])


def test_a_png_is_one(letters: Letters, tmp_path: Path) -> None:
    path = tmp_path / "letters.PNG"
    plot_letters(letters, BAG, "words", path)
    assert path.read_bytes().startswith(b"\x89PNG\r\n")


def test_an_svg_has_every_tile_in_order_of_its_share_and_no_date(
    letters: Letters, tmp_path: Path
) -> None:
    path = tmp_path / "letters.svg"
    plot_letters(letters, BAG, "words of 2 to 8 tiles", path)
    picture = path.read_text(encoding="utf-8")
    assert "share of all letters in words of 2 to 8 tiles" in picture
    assert "dc:date" not in picture
    # Beside the paths of a text stands what it says.
    names = [names for _, names in sorted(zip(-letters.share, letters.names, strict=True))]
    drawn = re.findall("<!-- (.+) -->", picture)
    assert [name for name in drawn if name in names] == names


def test_another_ending_is_refused_and_nothing_is_written(letters: Letters, tmp_path: Path) -> None:
    with pytest.raises(SlovaricaError, match=r"end its name in \.svg or \.png"):
        plot_letters(letters, BAG, "words", tmp_path / "letters.pdf")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_one_error(letters: Letters, tmp_path: Path) -> None:
    with pytest.raises(SlovaricaError, match="cannot be written"):
        plot_letters(letters, BAG, "words", tmp_path / "nowhere" / "letters.svg")


def test_a_bag_of_other_letters_cannot_be_drawn(letters: Letters, tmp_path: Path) -> None:
    slovak = read_bag(SOURCES / "bags" / "slovak_scrabble.toml")
    with pytest.raises(SlovaricaError, match="does not fit the alphabet"):
        plot_letters(letters, slovak, "words", tmp_path / "letters.svg")


def test_the_command_draws_and_shows_the_table(
    folder: Path, report: Report, tmp_path: Path
) -> None:
    path = tmp_path / "letters.svg"
    result = CliRunner().invoke(main, ["letters", "--build", str(folder), "--plot", str(path)])
    assert result.exit_code == 0
    assert result.stdout.startswith("tile")
    assert path.stat().st_size > 10_000


def test_the_plotting_library_is_loaded_for_a_plot_only(folder: Path, report: Report) -> None:
    script = (
        "import sys; from click.testing import CliRunner; from slovarica.cli import main; "
        f"result = CliRunner().invoke(main, ['letters', '--build', {str(folder)!r}]); "
        "sys.exit(result.exit_code or 'matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
