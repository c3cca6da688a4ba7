"""One build of the real sources for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from slovarica import Lexicon
from slovarica.build import Report, build

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "sources"
COMMITTED = ROOT / "build" / "slovarica"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the build that `report` tells of."""
    return tmp_path_factory.mktemp("build") / "slovarica"


@pytest.fixture(scope="session")
def report(folder: Path) -> Report:
    """What a build of the committed sources and decisions reports."""
    return build(SOURCES, "slovarica", folder)


@pytest.fixture(scope="session")
def lexicon(folder: Path, report: Report) -> Lexicon:
    """The lexicon of that build."""
    return Lexicon.open(folder)


@pytest.fixture(autouse=True)
def _at_home() -> Iterator[None]:
    """Every test begins in the project's folder."""
    before = Path.cwd()
    os.chdir(ROOT)
    yield
    os.chdir(before)
