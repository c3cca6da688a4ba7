"""The command line, called as a shell calls it."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

import pytest

from slovarica.cli import run


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit status."""

    status: int
    stdout: str
    stderr: str


def slovarica(*arguments: str | Path) -> Answer:
    """Run `slovarica` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        run([str(argument) for argument in arguments])
    assert isinstance(end.value.code, int)
    return Answer(end.value.code, out.getvalue(), err.getvalue())
