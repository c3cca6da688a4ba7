"""The accepted words nearest to a string that is none: what the player may have meant."""

from __future__ import annotations

from collections.abc import Iterator

from slovarica.lexicon import Lexicon

MOST = 5  # as many as one reads at a glance


def nearest(lexicon: Lexicon, word: str, most: int = MOST) -> list[str]:
    """Return up to `most` accepted spellings near `word`, in capitals, nearest first.

    First those that differ only in how a letter is typed without its mark (SECER for ŠEĆER, dj for
    đ; the edition's `lookalikes`), then those one letter off: another letter, one more, one less,
    two neighbours changed about. Within each kind in tile order.
    """
    spelling = lexicon.alphabet.fold(word)
    found: list[str] = []
    for candidates in (_marked(lexicon, spelling), _one_letter_off(lexicon, spelling)):
        fresh = {c for c in candidates if c != spelling and c not in found and c in lexicon}
        found += sorted(fresh, key=lambda c: _place(lexicon, c))
        if len(found) >= most:
            break
    return [candidate.upper() for candidate in found[:most]]


def _place(lexicon: Lexicon, spelling: str) -> str:
    alphabet = lexicon.alphabet
    return alphabet.join(spelling).translate(alphabet.order_key)


def _marked(lexicon: Lexicon, spelling: str) -> Iterator[str]:
    """Yield the spellings that are typed like this one, of those that begin a word."""
    partial = [("", 0)]
    while partial:
        begun, place = partial.pop()
        if place == len(spelling):
            yield begun
            continue
        choices = [(spelling[place], 1)]
        for typed, letters in lexicon.lookalikes.items():
            if spelling.startswith(typed, place):
                choices += [(letter, len(typed)) for letter in letters]
        for written, length in choices:
            longer = begun + written
            if lexicon.begins_word(longer):
                partial.append((longer, place + length))


def _one_letter_off(lexicon: Lexicon, spelling: str) -> Iterator[str]:
    letters = sorted({*"".join(tile.letters for tile in lexicon.alphabet.tiles)})
    for place in range(len(spelling) + 1):
        head, tail = spelling[:place], spelling[place:]
        # Nothing begins as no word does: the rest of the string would be in vain.
        if not lexicon.begins_word(head):
            return
        for letter in letters:
            yield head + letter + tail
            yield head + letter + tail[1:]
        yield head + tail[1:]
        yield head + tail[1:2] + tail[:1] + tail[2:]
