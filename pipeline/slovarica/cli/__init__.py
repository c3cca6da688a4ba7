"""The command line: it parses, calls and prints.

Each command is a module of this package, loaded when it is asked for; a command loads what it
needs when it runs, so that a plain check stays light.
"""

from __future__ import annotations

import errno
import importlib
import io
import sys
from pathlib import Path
from typing import Any

import click

from slovarica.errors import SlovaricaError

DEFAULT_EDITION = "slovarica"
COMMANDS = ("build", "check", "expand", "sources")


def project() -> Path:
    """The folder of the project: the present one or one above it, else the checkout we run from."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / "sources" / "editions").is_dir():
            return folder
    return Path(__file__).parents[3]


def default_build() -> Path:
    """The folder that the main job writes to."""
    return project() / "build" / DEFAULT_EDITION


class Fault(click.ClickException):
    """Ends a command with one line and the status of a fault."""

    exit_code = 2


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
        """Run a command, and turn a SlovaricaError or an output that is full into a message."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except SlovaricaError as error:
            raise Fault(str(error)) from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever reads has read enough; click ends quietly
                raise
            raise Fault(f"{error.filename or 'the output'}: {error.strerror}") from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="slovarica")
def main() -> None:
    """The dictionary of Slovarica: build it, ask it, audit it."""
    # Words are UTF-8 in every locale. Bytes that are none are no word, and are shown as \\udcff.
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
