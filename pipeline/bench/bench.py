"""Measures everything on this machine: `make bench`.

The times of a machine that others use, too, are noisy; processor time beside the wall clock, and a
floor measured in the same run, say what they are worth.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import marisa_trie
import polars as pl

from slovarica import Lexicon, artefacts

Rows = list[tuple[str, str]]
COMMAND = Path(sys.executable).with_name("slovarica")
SOURCES = Path(__file__).parents[2] / "sources"
LOOKED_UP = 200_000  # words a round: a tenth of a second


def main() -> None:
    """Print all measurements, a section each."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "build"
        _print("machine", _machine())
        seconds = _print_build(folder)
        _print("floor", _floor(folder, Path(scratch), seconds))
        _print("bytes a word", _sizes(folder))
        _print("words checked a second", _lookups(folder))
        _print("cold start, median of 15", _cold_start(folder))
        for path in sorted(Path(__file__).parent.glob("bench_*.py")):
            measure = importlib.import_module(path.stem).measure
            _print(path.stem.removeprefix("bench_"), measure(folder))


def _print(title: str, rows: Rows) -> None:
    print(f"\n{title}")
    for label, value in rows:
        print(f"  {label:<50} {value}", flush=True)


def _machine() -> Rows:
    return [
        ("cores", f"{os.cpu_count()}, load {os.getloadavg()[0]:.1f}"),
        ("Python", platform.python_version()),
        ("polars", pl.__version__),
    ]


def _print_build(folder: Path) -> float:
    """Build in a process of its own, as the command does, and return its seconds."""
    begin = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        stages, processor, memory = pool.apply(_build, (folder,))
        seconds = time.perf_counter() - begin
    rows = [(stage, f"{elapsed:.2f} s") for stage, elapsed in stages.items()]
    rows.append(("whole build, with the start of Python", f"{seconds:.2f} s (aim 4 s)"))
    rows.append(("processor time of all threads", f"{processor:.2f} s"))
    rows.append(("peak memory", f"{memory / 1024:,.0f} MiB (aim 1 GB)"))
    _print("build", rows)
    return seconds


def _build(folder: Path) -> tuple[dict[str, float], float, int]:
    """Build, and return the seconds of each stage, the processor time and the peak in KiB."""
    from slovarica.build import build

    stages: dict[str, float] = {}

    @contextlib.contextmanager
    def stage(name: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        stages[name] = time.perf_counter() - begin

    build(SOURCES, "slovarica", folder, stage)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return stages, used.ru_utime + used.ru_stime, used.ru_maxrss


def _floor(folder: Path, scratch: Path, build_seconds: float) -> Rows:
    """What the standard tools take for less: one dictionary unmunched, all forms sorted."""
    aff, dic = SOURCES / "hunspell" / "bs_BA.aff", SOURCES / "hunspell" / "bs_BA.dic"
    forms = pl.read_parquet(folder / artefacts.FORMS, columns=["form"])["form"].to_list()
    random.Random(1).shuffle(forms)
    unsorted = scratch / "forms"
    unsorted.write_text("\n".join(forms) + "\n", encoding="utf-8")
    unmunch = _shell(f"unmunch '{dic}' '{aff}' 2>/dev/null | sort -u")
    expand = _shell(f"'{COMMAND}' expand '{aff}' '{dic}' 2>/dev/null")
    sort = _shell(f"sort -u '{unsorted}'")
    return [
        ("unmunch bs_BA | sort -u", f"{unmunch:.2f} s"),
        ("slovarica expand bs_BA", f"{expand:.2f} s, {expand / unmunch:.2f} times that"),
        (f"sort -u of all {len(forms):,} forms", f"{sort:.2f} s"),
        ("the whole build", f"{build_seconds / sort:.1f} times that"),
        ("the whole build", f"{build_seconds / unmunch:.1f} times unmunch bs_BA | sort -u"),
    ]


def _shell(command: str) -> float:
    """The seconds that a shell command takes, the best of three."""
    environment = {**os.environ, "LC_ALL": "C"}
    seconds = []
    for _ in range(3):
        begin = time.perf_counter()
        subprocess.run(f"{command} >/dev/null", shell=True, env=environment, check=True)
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def _sizes(folder: Path) -> Rows:
    lexicon = Lexicon.open(folder)
    return [
        (name, f"{artefact['bytes'] / len(lexicon):7.3f} ({artefact['bytes']:,} bytes)")
        for name, artefact in lexicon.manifest["artefacts"].items()
    ]


def _lookups(folder: Path) -> Rows:
    """Words and strings near them, asked of the checker and of the trie that lies behind it."""
    lexicon = Lexicon.open(folder)
    trie = marisa_trie.Trie()
    trie.load(str(folder / artefacts.LEXICON))
    chance = random.Random(1)
    words = (folder / artefacts.WORDS).read_text(encoding="utf-8").splitlines()
    some = chance.sample(words, LOOKED_UP)
    letters = "abcčćdđefghijklmnoprsštuvzž"
    kinds = {
        "words": some,
        "others": [word[:-1] + chance.choice(letters) + word[-1] for word in some],
        "words in capitals": [word.upper() for word in some],
    }
    rows = []
    for kind, asked in kinds.items():
        canonical = [lexicon.alphabet.join(lexicon.alphabet.fold(word)) for word in asked]
        bare = _rate(lambda words: [word in trie for word in words], canonical)
        inside = _rate(lambda words: [word in lexicon for word in words], asked)
        checked = _rate(lambda words: [lexicon.check(word) for word in words], asked)
        rows.append((f"{kind}: the bare trie", f"{bare:,.0f}"))
        rows.append((f"{kind}: in", f"{inside:,.0f}, {inside / bare:.0%} of the trie"))
        rows.append((f"{kind}: check()", f"{checked:,.0f}"))
    return rows


def _rate(ask: Callable[[Sequence[str]], object], questions: Sequence[str]) -> float:
    """Questions a second of processor time, the best of five rounds."""
    seconds = []
    for _ in range(5):
        begin = time.process_time()
        ask(questions)
        seconds.append(time.process_time() - begin)
    return len(questions) / min(seconds)


def _cold_start(folder: Path) -> Rows:
    """`slovarica check` of one word beside the start of Python with click."""
    commands: dict[str, list[str | Path]] = {
        "python -c 'import click'": [sys.executable, "-c", "import click"],
        "slovarica check ključ": [COMMAND, "check", "--build", folder, "ključ"],
        "slovarica check cm, a refused form": [COMMAND, "check", "--build", folder, "cm"],
    }
    times: dict[str, list[float]] = {label: [] for label in commands}
    for _ in range(15):
        for label, command in commands.items():
            begin = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
            times[label].append(time.perf_counter() - begin)
    medians = {label: statistics.median(seconds) for label, seconds in times.items()}
    first = next(iter(medians.values()))
    return [
        (label, f"{seconds * 1000:.0f} ms, {seconds / first:.2f} times the first (aim 2)")
        for label, seconds in medians.items()
    ]


if __name__ == "__main__":
    main()
