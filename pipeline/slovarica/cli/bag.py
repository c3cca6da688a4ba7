"""slovarica bag."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click

from slovarica.bag import ALPHA, MINIMUM, POINTS, RACKS, SEED, Bag, bag_toml, read_bag
from slovarica.cli import GIVEN_PATH, Fault, default_build
from slovarica.cli.letters import measured, measuring, published_bag
from slovarica.lexicon import Lexicon


def _values(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, ...]:
    """Read 1,2,3 as points, in ascending order."""
    if not re.fullmatch(r"\d{1,3}(,\d{1,3})*", value):
        raise click.BadParameter(f"“{value}” is no set of points; write 1,2,3,4,5,8,10")
    return tuple(sorted({int(number) for number in value.split(",")}))


def deriving(function: Any) -> Any:
    """Add the options of the rule."""
    for option in (
        click.option(
            "--points",
            "values",
            default=",".join(map(str, POINTS)),
            show_default=True,
            callback=_values,
            help="The points that are allowed.",
        ),
        click.option(
            "--minimum",
            type=click.IntRange(min=0),
            default=MINIMUM,
            show_default=True,
            help="The fewest there may be of a tile.",
        ),
        click.option(
            "--alpha",
            type=float,
            default=ALPHA,
            show_default=True,
            help="Damping: counts follow share^alpha; 1 is plain proportion.",
        ),
    ):
        function = option(function)
    return function


@click.group("bag")
def command() -> None:
    """Derive a bag from the letters, or audit one.

    \b
    Examples:
      slovarica bag derive
      slovarica bag audit
    """


@command.command("derive")
@deriving
@click.option(
    "--total", type=click.IntRange(1, 1_000_000), help="Tiles in all.  [default: the game's]"
)
@click.option(
    "--blanks", type=click.IntRange(0, 1_000_000), help="Of these, blanks.  [default: the game's]"
)
@measuring
@click.option("--csv", "output", flag_value="csv", help="Comma-separated values.")
@click.option("--json", "output", flag_value="json", help="One object: total, blanks, tiles.")
@click.option("--toml", "output", flag_value="toml", help="A bag's file, for “bag audit --bag”.")
def derive(
    alpha: float,
    minimum: int,
    values: tuple[int, ...],
    total: int | None,
    blanks: int | None,
    output: str | None,
    folder: Path | None,
    **measure: Any,
) -> None:
    """Derive counts and points from frequency alone, and compare with other methods.

    Counts are share^alpha, rounded by largest remainders. Points go a step up the allowed ones for
    every halving of the tiles that the plain share gives. Beside them: the counts with the least
    squares (best fit, 2006), Valett's points (2012), and the bits of a Huffman code.

    \b
    Examples:
      slovarica bag derive
      slovarica bag derive --over short --total 120 --toml
    """
    from slovarica import bag_methods
    from slovarica.letter_report import derived_text, table_csv

    lexicon = Lexicon.open(folder or default_build())
    game = read_bag(published_bag(lexicon))
    letters = measured(lexicon, **measure)
    total = game.total if total is None else total
    blanks = game.blanks if blanks is None else blanks
    table = bag_methods.derive(letters, total, blanks, alpha, minimum, values)
    if output == "json":
        found = {"total": total, "blanks": blanks, "tiles": table.to_dicts()}
        click.echo(json.dumps(found, ensure_ascii=False))
    elif output == "csv":
        click.echo(table_csv(table), nl=False)
    elif output == "toml":
        names = table["tile"].to_list()
        bag = Bag(
            title=f"{game.title}, derived",
            source=f"slovarica bag derive, share^{alpha:g} over {measure['over']}",
            total=total,
            blanks=blanks,
            rack=game.rack,
            counts=dict(zip(names, table["count"], strict=True)),
            points=dict(zip(names, table["points"], strict=True)),
        )
        click.echo(bag_toml(bag))
    else:
        click.echo(derived_text(table, blanks))


@command.command("audit")
@click.option(
    "--bag",
    "file",
    type=GIVEN_PATH,
    help="A file of sources/bags.  [default: the game's own bag]",
)
@deriving
@click.option(
    "--racks",
    type=click.IntRange(min=0),
    default=RACKS,
    show_default=True,
    help="Racks to draw for the playability; 0 for none.",
)
@click.option("--seed", type=click.IntRange(min=0), default=SEED, show_default=True)
@measuring
@click.option("--csv", "output", flag_value="csv", help="Comma-separated values.")
@click.option("--json", "output", flag_value="json", help="One object, with tiles and remarks.")
@click.pass_context
def audit(
    ctx: click.Context,
    /,
    file: Path | None,
    alpha: float,
    minimum: int,
    values: tuple[int, ...],
    racks: int,
    seed: int,
    output: str | None,
    folder: Path | None,
    **measure: Any,
) -> None:
    """Hold a bag against the measured letters: which tiles stand out, and which way.

    Expected and derived are the tiles by “bag derive”, before and after rounding. Playable: of the
    racks that hold the tile, those with a word that uses it. Gain: what one more of it on the rack
    adds to the points of the best word.

    Exit status: 0 the bag adds up, 1 it does not (its total, a tile that is missing or not of this
    alphabet), 2 a fault.

    \b
    Examples:
      slovarica bag audit
      slovarica bag audit --bag sources/bags/croatian_scrabble.toml --over short
    """
    from slovarica import bag_audit
    from slovarica.corpus import read_corpus
    from slovarica.letter_report import audit_text, table_csv
    from slovarica.playability import playability

    lexicon = Lexicon.open(folder or default_build())
    file = file or published_bag(lexicon)
    bag = read_bag(file)
    misfit = bag.misfit(lexicon.alphabet)
    if misfit:
        Fault(f"{file}: {misfit}").show()
        ctx.exit(1)
    letters = measured(lexicon, **measure)
    play = playability(read_corpus(lexicon), bag, racks, seed) if racks else None
    found = bag_audit.audit(bag, letters, alpha, minimum, values, play)
    if output == "json":
        click.echo(json.dumps(found.as_dict(), ensure_ascii=False))
    elif output == "csv":
        click.echo(table_csv(found.table), nl=False)
    else:
        click.echo(audit_text(found))
    miscount = bag.miscount()
    if miscount:
        Fault(f"{file}: {miscount}").show()
        ctx.exit(1)
