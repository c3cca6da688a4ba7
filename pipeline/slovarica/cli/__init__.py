"""The command line: it parses, calls and prints.

Each command is a module of this package, loaded when it is asked for; a command loads what it
needs when it runs, so that a plain check stays light.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import click

from slovarica.errors import SlovaricaError

DEFAULT_EDITION = "slovarica"
COMMANDS = ("bag", "build", "check", "expand", "letters", "sources")


def project() -> Path:
    """The folder of the project: the present one or one above it, else the checkout we run from."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / "sources" / "editions").is_dir():
            return folder
    return Path(__file__).parents[3]


def default_build() -> Path:
    """The folder that the main job writes to."""
    return project() / "build" / DEFAULT_EDITION


class Commands(click.Group):
    """A group that loads its commands late, and tells faults in one line with status 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name: the function `command` of its module."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"slovarica.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and turn a SlovaricaError into a message."""
        try:
            return super().invoke(ctx)
        except SlovaricaError as error:
            raise click.UsageError(str(error)) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="slovarica")
def main() -> None:
    """The dictionary of Slovarica: build it, ask it, audit it."""
