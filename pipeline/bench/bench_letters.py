"""How long the letters and the racks take; `measure` is called by the bench."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from slovarica import Lexicon
from slovarica.bag import SEED, read_bag
from slovarica.bag_audit import audit
from slovarica.corpus import read_corpus
from slovarica.letters import letter_table
from slovarica.letters import measure as measure_letters
from slovarica.playability import playability

RACKS = 20_000
ResultT = TypeVar("ResultT")


SOURCES = Path(__file__).parents[2] / "sources"


def measure(folder: Path) -> list[tuple[str, str]]:
    """Return the rows (label, value) of the build in `folder`."""
    lexicon = Lexicon.open(folder)
    bag = read_bag(SOURCES / "editions" / f"{lexicon.manifest['edition']}.toml")
    loading, corpus = _timed(lambda: read_corpus(lexicon))
    counting, letters = _timed(lambda: measure_letters(corpus))
    auditing, _ = _timed(lambda: (letter_table(letters), audit(bag, letters)))
    drawing, _ = _timed(lambda: playability(corpus, bag, RACKS, SEED))
    return [
        ("letters: loading the words", f"{loading:.2f} s"),
        ("letters: whole audit after loading (aim 1 s)", f"{counting + auditing:.2f} s"),
        (f"letters: {RACKS:,} racks (aim 60 s)", f"{drawing:.2f} s"),
        ("letters: racks a second", f"{RACKS / drawing:,.0f}"),
    ]


def _timed(job: Callable[[], ResultT]) -> tuple[float, ResultT]:
    begin = time.perf_counter()
    result = job()
    return time.perf_counter() - begin, result
