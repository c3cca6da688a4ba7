"""Small random dictionaries: our forms and the strings that hunspell accepts are the same."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from judge import Judge
from slovarica.affixes import read_affixes
from slovarica.entries import read_entries
from slovarica.expansion import expand

SWITCHES = {"NEEDAFFIX": "n", "FORBIDDENWORD": "f", "ONLYINCOMPOUND": "o", "CIRCUMFIX": "c"}
SWITCHES |= {"WARN": "w", "KEEPCASE": "k"}
CLASSES = {"P": "PFX", "Q": "PFX", "R": "SFX", "S": "SFX", "T": "SFX", "U": "SFX", "V": "PFX"}
LONGEST = 6  # letters of the strings that are tried

# libhunspell 1.7.1 loses letters where letters of one byte and of two meet in the condition of a
# UTF-8 dictionary; of one length only, they are told apart.
ALPHABETS = [("UTF-8", "abc"), ("UTF-8", "čšž"), ("ISO8859-2", "ašž")]


def random_dictionary(chance: random.Random, encoding: str, letters: str) -> tuple[str, str]:
    """The text of a .aff and of a .dic file in which everything is likely."""
    switches = {name: flag for name, flag in SWITCHES.items() if chance.random() < 0.4}
    options = [option for option in ("FULLSTRIP", "FORBIDWARN") if chance.random() < 0.4]
    classes = dict(list(CLASSES.items())[: chance.randint(2, len(CLASSES))])

    def text(shortest: int, longest: int) -> str:
        return "".join(chance.choices(letters, k=chance.randint(shortest, longest)))

    def flags(likely: float) -> str:
        carried = [flag for flag in classes if chance.random() < likely]
        carried += [flag for flag in switches.values() if chance.random() < 0.2]
        return "/" + "".join(carried) if carried else ""

    def condition(longest: int) -> str:
        a, b, c = tuple(letters)
        parts = (".", a, b, c, f"[{a}{b}]", f"[^{a}]", f"[^{b}{c}]", f"[{c}]")
        return "".join(chance.choices(parts, k=max(0, chance.randint(-1, longest)))) or "."

    aff = [f"SET {encoding}", *(f"{name} {flag}" for name, flag in switches.items()), *options]
    for flag, kind in classes.items():
        count = chance.randint(1, 3)
        aff.append(f"{kind} {flag} {chance.choice('YYN')} {count}")
        for _ in range(count):
            strip = chance.choice(("0", "0", text(1, 2)))
            append = chance.choice(("0", text(1, 2), text(1, 2), text(1, 2)))
            append += chance.choice(("", flags(0.3)))
            # Beyond two letters libhunspell reads over the end of a stem in a prefix's condition.
            aff.append(f"{kind} {flag} {strip} {append} {condition(3 if kind == 'SFX' else 2)}")
    dic = [text(1, 4) + flags(0.4) for _ in range(chance.randint(1, 6))]
    dic += [chance.choice(dic).partition("/")[0] + flags(0.4) for _ in range(chance.randint(0, 2))]
    return "\n".join(aff) + "\n", "\n".join([str(len(dic)), *dic]) + "\n"


@pytest.mark.parametrize(("encoding", "letters"), ALPHABETS)
def test_random_dictionaries_yield_what_hunspell_accepts(
    encoding: str, letters: str, tmp_path: Path
) -> None:
    strings = {
        "".join(string)
        for length in range(1, LONGEST + 1)
        for string in itertools.product(letters, repeat=length)
    }
    aff, dic = tmp_path / "x.aff", tmp_path / "x.dic"
    for seed in range(120):
        rules, entries = random_dictionary(random.Random(seed), encoding, letters)
        aff.write_text(rules, encoding=encoding)
        dic.write_text(entries, encoding=encoding)
        affixes = read_affixes(aff)
        forms = set(expand(affixes, read_entries(dic, affixes))["form"])
        judge = Judge(aff, dic, tmp_path)
        accepted = set(filter(judge.accepts, strings | forms))
        assert accepted ^ forms == set(), f"dictionary {seed}:\n{rules}\n{entries}"
