"""Both ways: hunspell accepts every form of the real sources, and no string that we do not have."""

from __future__ import annotations

import random
from dataclasses import dataclass

import hunspell
import pytest

from conftest import SOURCES
from judge import Judge, attached, misspelt
from slovarica.affixes import Affixes, read_affixes
from slovarica.entries import read_entries
from slovarica.expansion import expand


@dataclass
class Dictionary:
    """A source with its forms, and libhunspell with the same files."""

    affixes: Affixes
    lemmas: list[str]
    forms: set[str]
    judge: Judge


NAMES = ("hr_HR", "bs_BA")
each_source = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def dictionaries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dictionary]:
    read = {}
    for name in NAMES:
        aff, dic = (SOURCES / "hunspell" / f"{name}.{kind}" for kind in ("aff", "dic"))
        affixes = read_affixes(aff)
        entries = read_entries(dic, affixes)
        read[name] = Dictionary(
            affixes,
            sorted(set(entries["lemma"])),
            set(expand(affixes, entries)["form"]),
            Judge(aff, dic, tmp_path_factory.mktemp(name)),
        )
    return read


def test_the_sources_have_as_many_forms_as_were_counted_before(
    dictionaries: dict[str, Dictionary],
) -> None:
    croatian, bosnian = (dictionaries[name].forms for name in NAMES)
    assert (len(croatian), len(bosnian)) == (1_048_153, 294_994)
    assert len(croatian | bosnian) == 1_111_508


@each_source
def test_hunspell_accepts_every_form(dictionaries: dict[str, Dictionary], name: str) -> None:
    source = dictionaries[name]
    refused = {form for form in source.forms if not source.judge.accepts(form)}
    # hunspell takes blanks away before it looks at a word; one line of bs_BA.dic begins with one.
    assert refused == {form for form in source.forms if form.startswith(" ")}
    assert len(refused) == {"hr_HR": 0, "bs_BA": 14}[name]


def test_iconv_puts_only_the_forms_with_é_out_of_reach(
    dictionaries: dict[str, Dictionary],
) -> None:
    forms = dictionaries["hr_HR"].forms
    path = str(SOURCES / "hunspell" / "hr_HR")
    as_shipped = hunspell.HunSpell(f"{path}.dic", f"{path}.aff")
    refused = {form for form in forms if not as_shipped.spell(form)}
    assert refused == {form for form in forms if "é" in form}
    assert len(refused) == 23


@each_source
def test_hunspell_accepts_no_other_string_of_a_lemma_and_any_rules(
    dictionaries: dict[str, Dictionary], name: str
) -> None:
    source = dictionaries[name]
    chance = random.Random(name)
    once = set(attached(chance.sample(source.lemmas, 400), source.affixes.rules))
    twice = set(attached(chance.sample(sorted(once), 150), source.affixes.rules))
    near = once | twice
    assert len(near) > 300_000
    assert source.judge.accepted(near, source.forms) - source.forms == set()


@each_source
def test_hunspell_accepts_no_other_string_of_a_form_misspelt(
    dictionaries: dict[str, Dictionary], name: str
) -> None:
    source = dictionaries[name]
    chance = random.Random(name)
    near = set(misspelt(chance.sample(sorted(source.forms), 200), set("".join(source.lemmas))))
    assert len(near) > 100_000
    assert source.judge.accepted(near, source.forms) - source.forms == set()
