"""One game: its alphabet, sources, limits, bag and decisions, from sources/editions/NAME.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovarica.errors import SlovaricaError
from slovarica.tiles import Alphabet, Tile

# What an edition and each of its tiles may say, and of which kind it is.
SETTINGS: dict[str, type] = {
    "title": str,
    "sources": list,
    "curated": str,
    "prefixes": list,
    "min_tiles": int,
    "max_tiles": int,
    "blanks": int,
    "lookalikes": dict,
    "tiles": list,
    **{"source": str, "total": int, "rack": int},  # of the bag, for bag.py
}
TILE_SETTINGS: dict[str, type] = {
    "tile": str,
    "code": str,
    "split": bool,
    "vowel": bool,
    "count": int,
    "points": int,
}
OPTIONAL: dict[str, Any] = {
    **{"prefixes": [], "lookalikes": {}, "source": "", "total": 0, "rack": 0},
    **{"code": "", "split": False, "vowel": False},
}
KINDS = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    bool: "true or false",
    dict: "a table",
}
# The packed list counts the tiles that two words share by one character of 36.
LONGEST = 36


@dataclass(frozen=True)
class Edition:
    """A game's settings.

    `curated` is the folder of its decisions; `prefixes` end where the audit suspects that the
    letters of a digraph belong to two parts of a word. `lookalikes` maps what people type without
    a letter's mark to the letters that may be meant (c: č, ć).
    """

    name: str
    title: str
    sources: tuple[str, ...]
    curated: Path
    prefixes: tuple[str, ...]
    min_tiles: int
    max_tiles: int
    blanks: int
    lookalikes: dict[str, list[str]]
    alphabet: Alphabet


def read_edition(sources: Path, name: str) -> Edition:
    """Read sources/editions/NAME.toml.

    Raises SlovaricaError for a file that is missing or malformed, naming the key that is wrong.
    """
    folder = sources / "editions"
    known = sorted(path.stem for path in folder.glob("*.toml"))
    if name not in known:
        raise SlovaricaError(
            f"{folder}: there is no edition “{name}”; known editions: {', '.join(known) or 'none'}"
        )
    path = folder / f"{name}.toml"
    try:
        with path.open("rb") as file:
            table = tomllib.load(file)
    except (OSError, UnicodeDecodeError) as error:
        raise SlovaricaError(f"{path}: cannot be read ({error}); restore the file") from None
    except tomllib.TOMLDecodeError as error:
        raise SlovaricaError(f"{path}: is no valid TOML: {error}; mend that line") from None

    settings = _settings(f"{path}: ", table, SETTINGS)
    edition = Edition(
        name=name,
        title=settings["title"],
        sources=_texts(path, "sources", settings["sources"]),
        curated=sources / settings["curated"],
        prefixes=_texts(path, "prefixes", settings["prefixes"]),
        min_tiles=settings["min_tiles"],
        max_tiles=settings["max_tiles"],
        blanks=settings["blanks"],
        lookalikes={
            typed: list(_texts(path, f"lookalikes.{typed}", meant))
            for typed, meant in settings["lookalikes"].items()
        },
        alphabet=_alphabet(path, settings["tiles"]),
    )
    if not edition.sources or len(set(edition.sources)) < len(edition.sources):
        raise SlovaricaError(f"{path}: “sources” must name at least one source, and none twice")
    if not 1 <= edition.min_tiles <= edition.max_tiles <= LONGEST or edition.blanks < 0:
        raise SlovaricaError(
            f"{path}: must have 1 ≤ min_tiles ≤ max_tiles ≤ {LONGEST} and no negative number of "
            "blanks; correct them"
        )
    return edition


def _settings(where: str, table: dict[str, Any], kinds: dict[str, type]) -> dict[str, Any]:
    """The settings of a table, with those that it may leave out, each of its kind."""
    for key in table:
        if key not in kinds:
            raise SlovaricaError(
                f"{where}“{key}” is no setting; remove it, or write one of {', '.join(kinds)}"
            )
    settings = {**OPTIONAL, **table}
    for key, kind in kinds.items():
        if type(settings.get(key)) is not kind:
            raise SlovaricaError(f"{where}“{key}” must be {KINDS[kind]}; set it")
    return settings


def _texts(path: Path, key: str, values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise SlovaricaError(f"{path}: “{key}” must be a list of texts; correct it")
    return tuple(values)


def _alphabet(path: Path, tables: list[Any]) -> Alphabet:
    tiles = []
    for place, table in enumerate(tables, 1):
        where = f"{path}: tile {place}: "
        if not isinstance(table, dict):
            raise SlovaricaError(f'{where}must be a table, as {{tile = "A", …}}; correct it')
        settings = _settings(where, table, TILE_SETTINGS)
        name = settings["tile"]
        tile = Tile(
            name=name,
            code=settings["code"] or name.lower(),
            splittable=settings["split"],
            count=settings["count"],
            points=settings["points"],
            vowel=settings["vowel"],
        )
        if not name.isalpha() or name != name.upper():
            raise SlovaricaError(f"{where}“{name}” must be capital letters; correct it")
        if len(tile.code) != 1 or not tile.code.isalpha():
            raise SlovaricaError(
                f"{where}“{name}” must have a “code” of one letter, as DŽ has ǆ; give it one"
            )
        if tile.splittable and len(name) != 2:
            raise SlovaricaError(f"{where}“{name}” is not two letters to split; remove “split”")
        if min(tile.count, tile.points) < 0:
            raise SlovaricaError(f"{where}“{name}” has a negative number; correct it")
        tiles.append(tile)
    alphabet = Alphabet(tuple(tiles))
    if not tiles or not len(tiles) == len(alphabet.by_code) == len({tile.name for tile in tiles}):
        raise SlovaricaError(
            f"{path}: the tiles must be some, and no two may have the same name or code; change one"
        )
    return alphabet
