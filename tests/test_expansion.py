"""Small dictionaries, each for one rule of the format, yield what hunspell accepts of them.

A case is a folder with a .aff and a .dic file, expected.txt with the forms that hunspell accepts,
one a line in code-point order, and the rule in words in README.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge import Judge, attached, misspelt
from slovarica.affixes import read_affixes
from slovarica.cli import main
from slovarica.entries import read_entries

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.parent.name for path in CASES.glob("*/x.aff"))

# libhunspell 1.7.1 loses a letter of two bytes before a dot of a condition, and refuses these
# forms, which its documentation promises.
REFUSED_BY_MISTAKE = {"utf8-dot-before-letter": {"máix"}}


def expected(name: str) -> list[str]:
    return (CASES / name / "expected.txt").read_text(encoding="utf-8").split("\n")[:-1]


def rule(name: str) -> str:
    return (CASES / name / "README").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_dictionary_yields_the_forms_of_its_rules(name: str) -> None:
    result = CliRunner().invoke(
        main, ["expand", str(CASES / name / "x.aff"), str(CASES / name / "x.dic")]
    )
    assert result.exit_code == 0, result.stderr
    assert result.stdout_bytes.decode("utf-8").split("\n") == [*expected(name), ""], rule(name)


@pytest.mark.parametrize("name", NAMES)
def test_hunspell_accepts_these_forms_and_none_near_them(name: str, tmp_path: Path) -> None:
    forms = set(expected(name))
    affixes = read_affixes(CASES / name / "x.aff")
    lemmas = set(read_entries(CASES / name / "x.dic", affixes)["lemma"])
    near = forms | lemmas
    for _ in range(3):
        near |= set(attached(near, affixes.rules))
    near |= set(misspelt(forms | lemmas, set("".join(near))))
    judge = Judge(CASES / name / "x.aff", CASES / name / "x.dic", tmp_path)
    accepted = judge.accepted(near, forms, affixes.ignore)
    assert accepted == forms - REFUSED_BY_MISTAKE.get(name, set()), rule(name)
