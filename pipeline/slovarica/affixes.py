"""The .aff file: affix rules, flags and switches of a hunspell dictionary.

Format: hunspell(5). Where that page is silent, the behaviour of libhunspell 1.7 is the rule,
for it is the judge of every form we make.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from slovarica.errors import SlovaricaError

UTF8_BOM = b"\xef\xbb\xbf"
ASCII = bytes(range(0x20, 0x7F))
# hunspell(5): "FLAG": one byte is the default.
FLAG_TYPES = {"long": "long", "num": "num", "UTF-8": "UTF-8"}
# Switches that name a flag, with the spellings that libhunspell takes for the same one.
FLAG_SWITCHES = {
    "NEEDAFFIX": "NEEDAFFIX",
    "PSEUDOROOT": "NEEDAFFIX",
    "FORBIDDENWORD": "FORBIDDENWORD",
    "ONLYINCOMPOUND": "ONLYINCOMPOUND",
    "CIRCUMFIX": "CIRCUMFIX",
    "KEEPCASE": "KEEPCASE",
    "NOSUGGEST": "NOSUGGEST",
    "SUBSTANDARD": "SUBSTANDARD",
    "WARN": "WARN",
    "LEMMA_PRESENT": "LEMMA_PRESENT",
    "FORCEUCASE": "FORCEUCASE",
    "NONGRAMSUGGEST": "NONGRAMSUGGEST",
    "COMPOUNDROOT": "COMPOUNDROOT",
    "COMPOUNDPERMITFLAG": "COMPOUNDPERMITFLAG",
    "COMPOUNDFORBIDFLAG": "COMPOUNDFORBIDFLAG",
    "COMPOUNDFLAG": "COMPOUNDFLAG",
    "COMPOUNDBEGIN": "COMPOUNDBEGIN",
    "COMPOUNDMIDDLE": "COMPOUNDMIDDLE",
    "COMPOUNDEND": "COMPOUNDEND",
}
# The flags that let an entry take part in a compound; the other COMPOUND… switches only limit it.
COMPOUNDING = ("COMPOUNDFLAG", "COMPOUNDBEGIN", "COMPOUNDMIDDLE", "COMPOUNDEND", "COMPOUNDRULE")

LONGEST_CONDITION = 1_000  # the longest in Debian’s dictionaries has 207 bytes

RULE_SCHEMA = {
    "rule": pl.UInt32,
    "suffix": pl.Boolean,
    "flag": pl.UInt32,
    "cross": pl.Boolean,
    "strip": pl.String,
    "append": pl.String,
    "continuation": pl.UInt32,
    "condition": pl.String,
    "line": pl.UInt32,
    "text": pl.String,
}


@dataclass
class FlagSets:
    """Interns sets of flags, so that the join carries one number in place of a list.

    Set 0 is the empty set.
    """

    sets: list[tuple[int, ...]] = field(default_factory=lambda: [()])
    numbers: dict[tuple[int, ...], int] = field(default_factory=lambda: {(): 0})

    def intern(self, flags: list[int]) -> int:
        """Return the number of this set of flags."""
        key = tuple(sorted(set(flags)))
        if key not in self.numbers:
            self.numbers[key] = len(self.sets)
            self.sets.append(key)
        return self.numbers[key]

    def members(self) -> pl.DataFrame:
        """Return the relation (flag_set u32, flag u32), one row a member."""
        pairs = [(number, flag) for number, flags in enumerate(self.sets) for flag in flags]
        return pl.DataFrame(pairs, schema={"flag_set": pl.UInt32, "flag": pl.UInt32}, orient="row")

    def having(self, flag: int | None) -> pl.Series:
        """Return the numbers of the sets that contain `flag` (none if there is no such flag)."""
        return pl.Series(
            "flag_set",
            [number for number, flags in enumerate(self.sets) if flag in flags],
            dtype=pl.UInt32,
        )


@dataclass
class Affixes:
    """A parsed .aff file.

    `rules` has one row a PFX or SFX line, in the order of the file: rule (row number), suffix
    (else prefix), flag, cross (may combine with the other side), strip, append, continuation
    (number of a flag set, null if the rule has none), condition ("" when there is none), line,
    text (the line as written, blanks folded).
    `switches` maps NEEDAFFIX, CIRCUMFIX, … to (flag, line); `options` holds FULLSTRIP and the like.
    """

    path: Path
    encoding: str = "iso8859-1"  # hunspell(5), SET
    flag_type: str = "char"
    ignore: str = ""
    aliases: list[int] = field(default_factory=list)
    switches: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    options: set[str] = field(default_factory=set)
    flag_sets: FlagSets = field(default_factory=FlagSets)
    rules: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=RULE_SCHEMA))

    def switch(self, name: str) -> int | None:
        """Return the flag that the switch `name` gives its meaning to, None if undeclared."""
        declared = self.switches.get(name)
        return declared[-1][0] if declared else None

    def decode_flags(self, raw: bytes, where: str) -> list[int]:
        """Return the flags of a flag field, as numbers.

        Without FLAG a flag is one byte, with FLAG long two: also where the file is UTF-8.
        `where` names file and line for the error.
        """
        if not raw:
            return []
        if self.flag_type == "num":
            # What is no number is flag 0 to libhunspell, which no rule has.
            digits = [re.match(rb"\s*(\d+)", number) for number in raw.split(b",")]
            return [int(found[1]) if found else 0 for found in digits]
        if self.flag_type == "long":
            if len(raw) % 2:
                shown = raw.decode("latin-1")
                raise SlovaricaError(
                    f"{where}: the flags “{shown}” have an odd length, but FLAG long asks for two "
                    "characters a flag; complete or remove the last one"
                )
            return [raw[i] << 8 | raw[i + 1] for i in range(0, len(raw), 2)]
        if self.flag_type == "UTF-8":
            try:
                return [ord(flag) for flag in raw.decode("utf-8")]
            except UnicodeDecodeError:
                raise SlovaricaError(f"{where}: the flags are not UTF-8, as FLAG asks") from None
        return list(raw)

    def flag_text(self, flag: int) -> str:
        """Return a flag as it is written in the file."""
        if self.flag_type == "num":
            return str(flag)
        if self.flag_type == "long":
            return bytes((flag >> 8, flag & 0xFF)).decode("latin-1")
        return chr(flag)

    def flag_set(self, raw: bytes, where: str) -> int:
        """Return the number of the flag set that a flag field of an entry or a rule means.

        With an AF table the field is a row of it; SlovaricaError for a row that is not there.
        An empty field ("word/") means no flags.
        """
        if not self.aliases or not raw:
            return self.flag_sets.intern(self.decode_flags(raw, where))
        digits = re.match(rb"\s*(\d+)", raw)
        row = int(digits[1]) if digits else 0
        if not 1 <= row <= len(self.aliases):
            shown = raw.decode("latin-1")
            raise SlovaricaError(
                f"{where}: “{shown}” is no row of the AF table (1 to {len(self.aliases)}); "
                "correct the number or the table"
            )
        return self.aliases[row - 1]


def read_affixes(path: Path) -> Affixes:
    """Read an .aff file.

    Raises SlovaricaError, naming file and line, for a file that cannot be read, an unknown
    encoding, a table or a rule that is malformed, and COMPLEXPREFIXES, which is not supported.
    """
    lines = _lines(path)
    affixes = Affixes(path)
    # The encoding, the kind of flags and the characters to ignore hold for the whole file,
    # wherever they stand in it; so does the AF table, which the rules refer to.
    for number, fields in _directives(lines):
        where = f"{path.name}:{number}"
        match fields:
            case [b"SET", name, *_]:
                affixes.encoding = _codec(name.decode("latin-1"), where)
            case [b"FLAG", kind, *_]:
                text = kind.decode("latin-1")
                if text not in FLAG_TYPES:
                    raise SlovaricaError(
                        f"{where}: FLAG {text} is unknown; write long, num or UTF-8"
                    )
                affixes.flag_type = FLAG_TYPES[text]
            case [b"COMPLEXPREFIXES", *_]:
                raise SlovaricaError(
                    f"{where}: COMPLEXPREFIXES (two prefixes, one suffix) is not supported; "
                    "this dictionary cannot be expanded"
                )
            case [(b"SET" | b"FLAG" | b"IGNORE"), *_] if len(fields) < 2:
                word = fields[0].decode("latin-1")
                raise SlovaricaError(f"{where}: {word} stands without its value; add it")
    for number, fields in _directives(lines):
        if fields[0] == b"IGNORE":
            affixes.ignore = _decode(fields[1], affixes, f"{path.name}:{number}")
        elif fields[0] == b"AF" and not affixes.aliases:
            affixes.aliases = _alias_table(affixes, lines, number)
    rules = []
    skip_to = 0
    for number, fields in _directives(lines):
        keyword = fields[0].decode("latin-1")
        where = f"{path.name}:{number}"
        if number < skip_to:
            continue
        if keyword in FLAG_SWITCHES:
            if len(fields) < 2:
                raise SlovaricaError(f"{where}: {keyword} names no flag; add the flag")
            flag = affixes.decode_flags(fields[1], where)[0]
            affixes.switches.setdefault(FLAG_SWITCHES[keyword], []).append((flag, number))
        elif keyword == "COMPOUNDRULE" and len(fields) > 1 and not fields[1].isdigit():
            for flag in _compound_rule_flags(affixes, fields[1], where):
                affixes.switches.setdefault("COMPOUNDRULE", []).append((flag, number))
        elif keyword in ("FULLSTRIP", "FORBIDWARN"):
            affixes.options.add(keyword)
        elif keyword in ("PFX", "SFX"):
            block = list(_rule_block(affixes, lines, number))
            rules.extend(block)
            skip_to = number + len(block) + 1
    affixes.rules = pl.DataFrame(
        [(number, *rule) for number, rule in enumerate(rules)], schema=RULE_SCHEMA, orient="row"
    )
    return affixes


def _lines(path: Path) -> list[bytes]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SlovaricaError(
            f"{path}: cannot be read ({error.strerror}); name an existing .aff file"
        ) from None
    lines = content.removeprefix(UTF8_BOM).split(b"\n")
    for number, line in enumerate(lines, 1):
        if b"\0" in line:
            raise SlovaricaError(f"{path.name}:{number}: holds a NUL byte; this is no .aff file")
    return [line.rstrip(b"\r") for line in lines]


def _directives(lines: list[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """Yield line number and fields of every line that begins with a keyword."""
    for number, line in enumerate(lines, 1):
        if line and line[:1].isupper():
            yield number, line.split()


def _codec(name: str, where: str) -> str:
    # LibreOffice's dictionaries write the Windows code pages as "microsoft-cp1251".
    try:
        codec = codecs.lookup(name.removeprefix("microsoft-")).name
        # The separators of both files are ASCII, which UTF-16 or "hex" does not leave in its place.
        holds_ascii = ASCII.decode(codec).encode("ascii") == ASCII
    except (LookupError, ValueError):
        holds_ascii = False
    if not holds_ascii:
        raise SlovaricaError(
            f"{where}: SET {name} is no encoding that Python knows and that keeps ASCII; correct "
            "the name"
        )
    return codec


def _decode(raw: bytes, affixes: Affixes, where: str) -> str:
    try:
        return raw.decode(affixes.encoding)
    except UnicodeDecodeError as error:
        raise SlovaricaError(
            f"{where}: byte 0x{raw[error.start]:02X} is not {affixes.encoding}, which SET names; "
            "correct the SET line or convert the file"
        ) from None


def _number(raw: bytes) -> int:
    return int(raw) if raw.isdigit() else 0


def _alias_table(affixes: Affixes, lines: list[bytes], header: int) -> list[int]:
    """Return the flag-set numbers of an AF table, in its order. Comments after a row are free."""
    fields = lines[header - 1].split()
    count = _number(fields[1]) if len(fields) > 1 else 0
    if count < 1:
        raise SlovaricaError(
            f"{affixes.path.name}:{header}: AF must give the number of its rows; write “AF 416”"
        )
    table: list[int] = []
    for number in range(header + 1, header + 1 + count):
        row = lines[number - 1].split() if number <= len(lines) else []
        if len(row) < 2 or row[0] != b"AF":
            raise SlovaricaError(
                f"{affixes.path.name}:{number}: the AF table ends after {len(table)} of {count} "
                f"rows; add the missing rows or correct the count in line {header}"
            )
        where = f"{affixes.path.name}:{number}"
        table.append(affixes.flag_sets.intern(affixes.decode_flags(row[1], where)))
    return table


def _compound_rule_flags(affixes: Affixes, pattern: bytes, where: str) -> list[int]:
    """Return the flags in a COMPOUNDRULE pattern such as (aa)(bb)* or AB*C?."""
    if b"(" in pattern:
        groups = re.findall(rb"\(([^)]*)\)", pattern)
        if not groups:
            raise SlovaricaError(f"{where}: COMPOUNDRULE has a “(” without its “)”; close it")
        return [flag for group in groups for flag in affixes.decode_flags(group, where)]
    return affixes.decode_flags(re.sub(rb"[*?]", b"", pattern), where)


def _rule_block(
    affixes: Affixes, lines: list[bytes], header: int
) -> Iterator[tuple[bool, int, bool, str, str, int | None, str, int, str]]:
    """Yield the rules under a PFX or SFX header, as rows of RULE_SCHEMA without the number."""
    name = affixes.path.name
    fields = lines[header - 1].split()
    if len(fields) < 4 or fields[2] not in (b"Y", b"N") or _number(fields[3]) < 1:
        shown = lines[header - 1].decode(affixes.encoding, "replace")
        raise SlovaricaError(
            f"{name}:{header}: “{shown}” is no affix header; it reads “SFX flag Y 3”: flag, Y or N "
            "for the cross product, number of rules (or an earlier header counts too few)"
        )
    kind, raw_flag, cross, count = fields[0], fields[1], fields[2] == b"Y", int(fields[3])
    flag = affixes.decode_flags(raw_flag, f"{name}:{header}")[0]
    if flag == 0:
        shown = raw_flag.decode("latin-1")
        raise SlovaricaError(
            f"{name}:{header}: the flags “{shown}” are not numbers from 1, as FLAG num asks; give "
            "the class a number"
        )
    for number in range(header + 1, header + 1 + count):
        where = f"{name}:{number}"
        rule = lines[number - 1].split() if number <= len(lines) else []
        if len(rule) < 4 or rule[0] != kind or affixes.decode_flags(rule[1], where)[0] != flag:
            heading = b" ".join(fields[:4]).decode(affixes.encoding, "replace")
            raise SlovaricaError(
                f"{where}: rule {number - header} of {count} of “{heading}” (line {header}) is "
                "missing or malformed; a rule reads “SFX flag strip append condition”"
            )
        strip, (append, slash, continuation) = rule[2], rule[3].partition(b"/")
        condition = rule[4] if len(rule) > 4 else b"."
        affix = _decode(append, affixes, where)
        yield (
            kind == b"SFX",
            flag,
            cross,
            "" if strip == b"0" else _decode(strip, affixes, where),
            # "0" is the empty affix; characters that IGNORE names never stand in a form.
            "" if affix == "0" else affix.translate(dict.fromkeys(map(ord, affixes.ignore))),
            affixes.flag_set(continuation, where) if slash else None,
            _condition(_decode(condition, affixes, where), where),
            number,
            b" ".join(rule[:5]).decode(affixes.encoding, "replace"),  # a flag is any byte
        )


def _condition(text: str, where: str) -> str:
    """Return a condition, "" if it asks for nothing. Raises SlovaricaError for an unclosed set."""
    if text == ".":
        return ""
    if len(text) > LONGEST_CONDITION:
        raise SlovaricaError(
            f"{where}: the condition has {len(text):,} characters; no stem needs more than "
            f"{LONGEST_CONDITION:,}"
        )
    if re.search(r"[\[\]]", re.sub(r"\[(?!\^\])[^\[\]]+\]", "", text)):
        raise SlovaricaError(
            f"{where}: the condition “{text}” has a set that is empty or not closed; "
            "write [abc] or [^abc]"
        )
    return text
