"""slovarica expand."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from slovarica.cli import GIVEN_PATH


@click.command("expand")
@click.argument("aff", type=GIVEN_PATH)
@click.argument("dic", type=GIVEN_PATH)
def command(aff: Path, dic: Path) -> None:
    """Write every form of a hunspell dictionary, one a line, in code-point order.

    \b
    Example:
      slovarica expand sources/hunspell/bs_BA.aff sources/hunspell/bs_BA.dic
    """
    from slovarica.affixes import read_affixes
    from slovarica.entries import read_entries
    from slovarica.expansion import expand as expand_entries
    from slovarica.forms import flag_warnings

    affixes = read_affixes(aff)
    entries = read_entries(dic, affixes)
    for warning in flag_warnings(affixes, entries, dic):
        click.echo(f"warning: {warning}", err=True)
    forms = expand_entries(affixes, entries)["form"].unique().sort()
    if len(forms):
        sys.stdout.buffer.write(("\n".join(forms) + "\n").encode())
