"""What the checker says to people, in every language it speaks: the one table of messages.

Bosnian and Croatian share a column: no message has a word that only one of them uses.
"""

from __future__ import annotations

import os

ENGLISH, OURS = "en", "hr"
# The names by which --lang takes a language, and how a locale begins that means it.
LANGUAGES = {"en": ENGLISH, "hr": OURS, "bs": OURS}

MESSAGES: dict[str, dict[str, str]] = {
    "accepted": {
        "en": "{word}: accepted, {tiles}, {points}",
        "hr": "{word}: vrijedi, {tiles}, {points}",
    },
    "refused": {
        "en": "{word}: refused, {reason}",
        "hr": "{word}: ne vrijedi, {reason}",
    },
    "or": {"en": "or", "hr": "ili"},
    "point-one": {"en": "{count} point", "hr": "{count} bod"},
    "point-few": {"en": "{count} points", "hr": "{count} boda"},
    "point-many": {"en": "{count} points", "hr": "{count} bodova"},
    # The reasons, as the end of a sentence.
    "capitalised": {
        "en": "it is only written with a capital (a name or an acronym)",
        "hr": "piše se samo velikim slovom (ime ili kratica)",
    },
    "foreign-letter": {
        "en": "it has a letter that no tile has",
        "hr": "ima slovo kojeg nema ni na jednoj pločici",
    },
    "punctuation": {
        "en": "it has a sign that is no letter",
        "hr": "ima znak koji nije slovo",
    },
    "unit-symbol": {"en": "it is the symbol of a unit", "hr": "to je oznaka mjerne jedinice"},
    "abbreviation": {"en": "it is an abbreviation", "hr": "to je skraćenica"},
    "roman-numeral": {"en": "it is a Roman numeral", "hr": "to je rimski broj"},
    "proper-noun": {"en": "it is a proper name", "hr": "to je vlastito ime"},
    "removed": {
        "en": "it is taken out of the list by hand",
        "hr": "ručno je izbačeno iz rječnika",
    },
    "single-tile": {
        "en": "it has fewer than {min_tiles} tiles",
        "hr": "ima manje od {min_tiles} pločice",
    },
    "two-tile-not-listed": {
        "en": "it is not on the list of words of two tiles",
        "hr": "nije na popisu riječi od dvije pločice",
    },
    "too-long": {
        "en": "it has more than {max_tiles} tiles",
        "hr": "ima više od {max_tiles} pločica",
    },
    "unknown": {"en": "no source has it", "hr": "nema je ni u jednom izvoru"},
    "wrong-tiles": {"en": "it is laid {tiles}", "hr": "slaže se {tiles}"},
    # What would make a refused word count.
    "mend-capitalised": {
        "en": "it would count if a source, or additions.tsv, had it in small letters",
        "hr": "vrijedilo bi kad bi ga neki izvor, ili additions.tsv, imao malim slovom",
    },
    "mend-foreign-letter": {
        "en": "it cannot count: it cannot be laid",
        "hr": "ne može vrijediti: ne može se složiti",
    },
    "mend-punctuation": {
        "en": "it cannot count: only letters can be laid",
        "hr": "ne može vrijediti: slažu se samo slova",
    },
    "mend-unit-symbol": {
        "en": "it would count if units.tsv kept it",
        "hr": "vrijedilo bi kad bi ga units.tsv zadržao",
    },
    "mend-abbreviation": {
        "en": "it would count if abbreviations.tsv kept it",
        "hr": "vrijedilo bi kad bi ga abbreviations.tsv zadržao",
    },
    "mend-roman-numeral": {
        "en": "it would count if numerals.tsv kept it",
        "hr": "vrijedilo bi kad bi ga numerals.tsv zadržao",
    },
    "mend-proper-noun": {
        "en": "it would count if names.tsv kept it",
        "hr": "vrijedilo bi kad bi ga names.tsv zadržao",
    },
    "mend-removed": {
        "en": "it would count without the line that takes it out",
        "hr": "vrijedilo bi bez retka koji ga izbacuje",
    },
    "mend-single-tile": {
        "en": "it cannot count: it is too short",
        "hr": "ne može vrijediti: prekratko je",
    },
    "mend-two-tile-not-listed": {
        "en": "it would count if two_tile.tsv accepted it",
        "hr": "vrijedilo bi kad bi ga two_tile.tsv primio",
    },
    "mend-too-long": {
        "en": "it cannot count: it does not fit on the board",
        "hr": "ne može vrijediti: ne stane na tablu",
    },
    "mend-unknown": {
        "en": "it would count if a source, or additions.tsv, had it",
        "hr": "vrijedilo bi kad bi ga imao neki izvor, ili additions.tsv",
    },
    "mend-wrong-tiles": {
        "en": "it counts when it is laid so",
        "hr": "vrijedi kad se tako složi",
    },
    # The parts of an explanation.
    "tiles": {"en": "tiles: {tiles}", "hr": "pločice: {tiles}"},
    "lemmas": {"en": "lemmas: {lemmas}", "hr": "osnovni oblici: {lemmas}"},
    "sources": {"en": "sources: {sources}", "hr": "izvori: {sources}"},
    "decided": {"en": "decided by {decision}", "hr": "odluka: {decision}"},
    "nearest": {"en": "nearest words: {words}", "hr": "najbliže riječi: {words}"},
    "no-dictionary": {
        "en": "no hunspell dictionary has it ({sources})",
        "hr": "nema je ni u jednom hunspellovu rječniku ({sources})",
    },
}


def locale_language() -> str:
    """Return the language that the locale asks for; English where it asks for none of ours."""
    # The order of precedence of POSIX, "Environment Variables".
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return LANGUAGES.get(value[:2].lower(), ENGLISH)
    return ENGLISH


def say(language: str, key: str, **values: object) -> str:
    """Return the message `key` in a language (a column of the table), its places filled in."""
    return MESSAGES[key][language].format(**values)


def say_points(language: str, count: int) -> str:
    """Return a count of points, in the right number: 1 bod, 2 boda, 12 bodova."""
    if count % 10 == 1 and count % 100 != 11:
        key = "point-one" if language == OURS or count == 1 else "point-many"
    elif count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14):
        key = "point-few"
    else:
        key = "point-many"
    return say(language, key, count=count)
