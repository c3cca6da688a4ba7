"""Every example of the README and of the helps does what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from conftest import ROOT
from slovarica.cli import COMMANDS, main

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project(folder: Path, report: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a build, where examples may write."""
    copy = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "sources", copy / "sources")
    shutil.copytree(ROOT / "pipeline" / "javascript", copy / "pipeline" / "javascript")
    shutil.copytree(ROOT / "tests" / "cases", copy / "tests" / "cases")
    shutil.copytree(folder, copy / "build" / "slovarica")
    for command in ("init -q", "add sources build", "commit -q -m before"):
        name = ("-c", "user.name=test", "-c", "user.email=test@localhost")
        subprocess.run(["git", *name, *command.split()], cwd=copy, check=True)
    return copy


def shell(command: str, project: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line in the copy, with the program on the path, as in the README."""
    program = Path(sys.executable).parent
    return subprocess.run(
        ["bash", "-c", f"exec 2>&1; {command}"],
        cwd=project,
        env={**os.environ, "PATH": f"{program}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.S)


def test_the_console_examples_print_what_they_show(project: Path) -> None:
    for block in blocks("console"):
        for example in re.split(r"(?m)^\$ ", block)[1:]:
            command, shown = re.fullmatch(r"(.*\n(?:> .*\n)*)((?:.*\n)*)", example).groups()  # type: ignore[union-attr]
            command = command.replace("\n> ", "\n")
            result = shell(command, project)
            assert result.returncode in (0, 1), (command, result.stdout)
            # “…” stands for what is left out: lines, or a part of one.
            parts = [re.escape(part).replace("…", ".*") for part in shown.split("…\n")]
            pattern = "(?:.*\n)*".join(parts)
            assert re.fullmatch(pattern, result.stdout), (command, result.stdout)


def test_the_python_examples_hold(project: Path) -> None:
    for block in blocks("python"):
        subprocess.run([sys.executable, "-c", block], cwd=project, check=True)


def commands(group: click.Group, names: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All commands below a group, as the words that call them."""
    context = click.Context(group)
    found: list[tuple[str, ...]] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found.append((*names, name))
        if isinstance(command, click.Group):
            found += commands(command, (*names, name))
    return found


@pytest.mark.parametrize("names", commands(main), ids=" ".join)
def test_a_help_has_an_example_that_runs(names: tuple[str, ...], project: Path) -> None:
    text = shell(f"slovarica {' '.join(names)} --help", project).stdout
    examples = re.findall(r"(?m)^ +(slovarica .*)$", text)
    assert examples
    for example in examples:
        result = shell(example, project)
        assert result.returncode in (0, 1), (example, result.stdout)
        assert "Traceback" not in result.stdout


def test_every_command_is_in_the_readme() -> None:
    for name in COMMANDS:
        assert f"slovarica {name}" in README
