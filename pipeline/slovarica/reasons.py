"""Why a form is no word: stable identifiers, in their order of precedence."""

from __future__ import annotations

ACCEPTED = "accepted"
# Answers of the checker only, never a form's verdict:
UNKNOWN = "unknown"  # no source yields it
WRONG_TILES = "wrong-tiles"  # a word, but laid with the wrong tiles

# A form with several reasons is refused for the first of these; “capitalised” for want of another.
REASONS = (
    "capitalised",  # only entries with a capital yield it: a name or an acronym
    "foreign-letter",  # a letter outside the edition's alphabet
    "punctuation",  # hyphen, apostrophe, full stop, digit, space
    "unit-symbol",
    "abbreviation",
    "roman-numeral",
    "proper-noun",  # written small in the source, but a name
    "removed",  # taken out by hand: misspelt, an artefact of a rule
    "single-tile",
    "two-tile-not-listed",
    "too-long",  # more tiles than the board is wide
)
# Verdicts by their code in the tables and in the trie of refused forms: 0 is a word.
VERDICTS = (ACCEPTED, *REASONS)
