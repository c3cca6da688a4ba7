"""The command line: it parses, calls and prints.

Each command is a module of this package, loaded when it is asked for; a command loads what it
needs when it runs, so that a plain check stays light.
"""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from pathlib import Path
from typing import IO, Any, NoReturn

import click

from slovarica.errors import SlovaricaError

DEFAULT_EDITION = "slovarica"
COMMANDS = (
    "audit",
    "bag",
    "build",
    "check",
    "completion",
    "diff",
    "expand",
    "export",
    "find",
    "letters",
    "sources",
)


def project() -> Path:
    """The folder of the project: the present one or one above it, else the checkout we run from."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / "sources" / "editions").is_dir():
            return folder
    return Path(__file__).parents[3]


def default_build() -> Path:
    """The folder that the main job writes to."""
    return project() / "build" / DEFAULT_EDITION


class GivenPath(click.Path):
    """A path that must not be empty: to Python that would be the present folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, or tell that it is empty."""
        if value == "":
            self.fail("the path is empty; name a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


GIVEN_PATH = GivenPath(path_type=Path)


class ClosedPipeError(Exception):
    """The reader of standard output has gone."""


class Fault(click.ClickException):
    """Ends a command with one line and the status of a fault."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Say the fault in one line on standard error."""
        line = "".join(char if char.isprintable() else " " for char in self.message)
        click.echo(f"slovarica: {line}", err=True)


class Commands(click.Group):
    """A group that loads its commands when they are asked for."""

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
        """Run a command, and turn what can go wrong for a user into one line."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            help_line = f" (see “{error.ctx.command_path} --help”)" if error.ctx else ""
            raise Fault(f"{error.format_message()}{help_line}") from None
        except SlovaricaError as error:
            raise Fault(str(error)) from None
        except BrokenPipeError:  # click would take it, and end with the status of a refusal
            raise ClosedPipeError from None
        except OSError as error:  # such as a full disk behind standard output
            place = error.filename or "the output"
            raise Fault(f"{place}: {error.strerror}; free space, or write elsewhere") from None
        return result


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="slovarica")
def main() -> None:
    """The dictionary of Slovarica: build it, ask it, audit it."""


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line as a program that behaves: this is the script `slovarica`.

    A fault that the user can mend is one line on standard error, with status 2. Ctrl-C and a closed
    pipe end it without a word, with the statuses that a shell gives to SIGINT and SIGPIPE.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        # Under python -u a short write, as on a full disk, would pass for a whole one.
        raw = sys.stdout.detach()
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), line_buffering=raw.isatty())
    # UTF-8 whatever the locale, and bytes that are none come through as they were.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    # https://no-color.org: colour is off when the variable is there and not empty.
    color = False if os.environ.get("NO_COLOR") else None
    try:
        status = main(arguments, prog_name="slovarica", standalone_mode=False, color=color)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        status = 2
    except click.UsageError as error:
        Fault(f"{error.format_message()} (see “slovarica --help”)").show()
        status = 2
    except Fault as fault:
        fault.show()
        status = 2
    except (KeyboardInterrupt, click.Abort):
        status = 128 + signal.SIGINT
    except ClosedPipeError:
        status = 128 + signal.SIGPIPE
    try:
        sys.stdout.flush()
    except OSError:  # a closed pipe or a full disk: what is still buffered has nowhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status if isinstance(status, int) else 0)
