"""The .dic file: entries, each a lemma with its flags.

Format: hunspell(5); the splitting of a line follows libhunspell 1.7 (`HashMgr::load_tables`).
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from slovarica.affixes import COMPOUNDING, UTF8_BOM, Affixes
from slovarica.errors import SlovaricaError

# Stands for an escaped slash while a line is split; a .dic file is text and cannot hold it.
ESCAPED_SLASH = "\0"


def read_entries(path: Path, affixes: Affixes) -> pl.DataFrame:
    """Read a .dic file whose flags mean what `affixes` says.

    Returns one row an entry, in the order of the file: entry (row number), line, lemma, flags
    (as written), flag_set (number in `affixes.flag_sets`).
    Raises SlovaricaError, naming file and line, for a file that cannot be read, a missing word
    count, a lemma outside the encoding, flags that cannot be read, and an entry that carries a
    compound flag, for compounding is not supported.
    """
    try:
        content = path.read_bytes().removeprefix(UTF8_BOM)
    except OSError as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error.strerror}); name an existing .dic file"
        ) from None
    if b"\0" in content:
        line = content[: content.index(b"\0")].count(b"\n") + 1
        raise SlovaricaError(f"{path.name}:{line}: holds a NUL byte; this is no .dic file")
    count, _, body = content.partition(b"\n")
    if not count.split()[:1] or not count.split()[0].isdigit() or int(count.split()[0]) < 1:
        raise SlovaricaError(f"{path.name}:1: the first line must be the number of entries; add it")
    # One Latin-1 character a byte: the separators are ASCII, and only lemmas have an encoding.
    lines = body.decode("latin-1").removesuffix("\n").split("\n")
    table = (
        pl.DataFrame({"raw": lines})
        .with_columns(line=pl.int_range(2, len(lines) + 2, dtype=pl.UInt32))
        .with_columns(
            pl.col("raw")
            .str.strip_chars_end("\r")
            # Morphological fields: from the blanks before the first “xx:”, or from the first tab.
            .str.replace(r"^(.+?)[ \t]+..:.*$", "$1")
            .str.replace(r"\t.*$", "")
            .str.replace_all(r"\/", ESCAPED_SLASH, literal=True)
        )
        .with_columns(
            # libhunspell makes a lemma of a slash at the beginning, and of that alone.
            pl.when(pl.col("raw").str.starts_with("/"))
            .then(pl.concat_str(pl.lit(ESCAPED_SLASH + "/"), pl.col("raw").str.slice(2)))
            .otherwise("raw")
            .alias("raw")
        )
        .select(
            "line",
            pl.col("raw")
            .str.extract(r"^([^/]*)")
            .str.replace_all(ESCAPED_SLASH, "/", literal=True)
            .alias("lemma"),
            pl.col("raw")
            .str.extract(r"^[^/]*/(.*)$")
            .str.replace_all(ESCAPED_SLASH, r"\/", literal=True)
            .alias("flags"),
        )
    )
    lemmas = _decode("\n".join(table["lemma"]), path, affixes)
    if affixes.ignore:
        lemmas = lemmas.translate(dict.fromkeys(map(ord, affixes.ignore)))
    table = (
        table.with_columns(pl.Series("lemma", lemmas.split("\n")))
        .filter(pl.col("lemma") != "")
        .with_row_index("entry")
    )
    fields = (
        table.filter(pl.col("flags").is_not_null())
        .group_by("flags", maintain_order=True)
        .agg(pl.col("line").first())
    )
    sets = [
        affixes.flag_set(flags.encode("latin-1"), f"{path.name}:{line}")
        for flags, line in fields.iter_rows()
    ]
    table = table.join(
        fields.select("flags", flag_set=pl.Series(sets, dtype=pl.UInt32)),
        on="flags",
        how="left",
        maintain_order="left",
    ).with_columns(pl.col("flag_set").fill_null(0))
    _refuse_compounding(path, affixes, table)
    return table.select("entry", "line", "lemma", "flags", "flag_set")


def unknown_flags(affixes: Affixes, entries: pl.DataFrame) -> list[tuple[str, int, int]]:
    """Return the flags that no rule and no switch defines: (flag as written, entries, first line).

    They are without effect; real dictionaries have them. Sorted by flag.
    """
    known = set(affixes.rules["flag"])
    known.update(flag for declared in affixes.switches.values() for flag, _ in declared)
    carried = (
        entries.join(affixes.flag_sets.members(), on="flag_set")
        .filter(~pl.col("flag").is_in(pl.Series(sorted(known), dtype=pl.UInt32).implode()))
        .group_by("flag")
        .agg(pl.len(), pl.col("line").min())
        .sort("flag")
    )
    return [(affixes.flag_text(flag), count, line) for flag, count, line in carried.iter_rows()]


def _decode(text: str, path: Path, affixes: Affixes) -> str:
    raw = text.encode("latin-1")
    try:
        lemmas = raw.decode(affixes.encoding)
    except UnicodeDecodeError as error:
        # The lemmas lie one a line behind the count, so that lines can be counted.
        line = raw[: error.start].count(b"\n") + 2
        raise SlovaricaError(
            f"{path.name}:{line}: byte 0x{raw[error.start]:02X} is not {affixes.encoding}, which "
            f"SET in {affixes.path.name} names; correct SET or convert the file"
        ) from None
    return lemmas


def _refuse_compounding(path: Path, affixes: Affixes, entries: pl.DataFrame) -> None:
    """Raise SlovaricaError if an entry can take part in a compound.

    A dictionary that only declares the flags has no compounds, and is read like any other.
    """
    for switch in COMPOUNDING:
        for flag, declared in affixes.switches.get(switch, ()):
            sets = affixes.flag_sets.having(flag).implode()
            carriers = entries.filter(pl.col("flag_set").is_in(sets)).head(1)
            if carriers.is_empty():
                # A rule can hand the flag on to the forms it makes.
                carriers = affixes.rules.filter(pl.col("continuation").is_in(sets)).head(1)
                path = affixes.path
            if not carriers.is_empty():
                line = carriers["line"].item()
                raise SlovaricaError(
                    f"{path.name}:{line}: carries {affixes.flag_text(flag)}, declared as {switch} "
                    f"in {affixes.path.name}:{declared}; compounding is not supported, so this "
                    "dictionary cannot be expanded"
                )
