"""One game: its alphabet, sources, limits, bag and decisions, from sources/editions/NAME.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovarica.errors import SlovaricaError
from slovarica.tiles import Alphabet, Tile


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
    path = sources / "editions" / f"{name}.toml"
    try:
        with path.open("rb") as file:
            settings = tomllib.load(file)
    except FileNotFoundError:
        known = ", ".join(sorted(p.stem for p in path.parent.glob("*.toml"))) or "none"
        raise SlovaricaError(
            f"{path}: there is no edition “{name}”; known editions: {known}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SlovaricaError(f"{path}: cannot be read ({error}); restore the file") from None
    except tomllib.TOMLDecodeError as error:
        raise SlovaricaError(f"{path}: is no valid TOML: {error}; mend that line") from None

    def setting(table: dict[str, Any], key: str, kind: type, inside: str = "") -> Any:
        value = table.get(key)
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            asked = {
                str: "a text",
                int: "a whole number",
                list: "a list",
                bool: "true or false",
                dict: "a table",
            }
            raise SlovaricaError(f"{path}: {inside}“{key}” must be {asked[kind]}; set it")
        return value

    tiles = []
    for place, table in enumerate(setting(settings, "tiles", list), 1):
        inside = f"tile {place}: "
        if not isinstance(table, dict):
            raise SlovaricaError(f'{path}: {inside}must be a table, as {{tile = "A", …}}')
        letters = setting(table, "tile", str, inside)
        tile = Tile(
            name=letters,
            code=setting(table, "code", str, inside) if len(letters) > 1 else letters.lower(),
            splittable=setting({"split": False, **table}, "split", bool, inside),
            count=setting(table, "count", int, inside),
            points=setting(table, "points", int, inside),
            vowel=setting({"vowel": False, **table}, "vowel", bool, inside),
        )
        if (
            len(tile.code) != 1
            or tile.name != tile.name.upper()
            or min(tile.count, tile.points) < 0
        ):
            raise SlovaricaError(
                f"{path}: {inside}“{letters}” must be in capitals, with a code of one character "
                "and no negative number"
            )
        tiles.append(tile)
    alphabet = Alphabet(tuple(tiles))
    if len(alphabet.by_code) != len(tiles) or len({tile.name for tile in tiles}) != len(tiles):
        raise SlovaricaError(f"{path}: two tiles have the same name or code; change one")
    edition = Edition(
        name=name,
        title=setting(settings, "title", str),
        sources=tuple(setting(settings, "sources", list)),
        curated=sources / setting(settings, "curated", str),
        prefixes=tuple(setting({"prefixes": [], **settings}, "prefixes", list)),
        min_tiles=setting(settings, "min_tiles", int),
        max_tiles=setting(settings, "max_tiles", int),
        blanks=setting(settings, "blanks", int),
        lookalikes=setting({"lookalikes": {}, **settings}, "lookalikes", dict),
        alphabet=alphabet,
    )
    if not edition.sources or not tiles or not 1 <= edition.min_tiles <= edition.max_tiles:
        raise SlovaricaError(
            f"{path}: an edition has sources, tiles and 1 ≤ min_tiles ≤ max_tiles; complete it"
        )
    return edition
