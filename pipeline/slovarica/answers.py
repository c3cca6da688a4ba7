"""Verdicts in words: the line of an answer, and the lines of its explanation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from slovarica.lexicon import Lexicon, Verdict
from slovarica.messages import say, say_points
from slovarica.reasons import UNKNOWN

if TYPE_CHECKING:
    from slovarica.explain import Derivation

# Terminals obey control characters; an answer must not pass on those of a question (C0, DEL, C1).
CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}


def shown(word: str) -> str:
    """Return a word as it can be shown: control characters as \\x1b, the rest as it is."""
    return word.translate(CONTROLS)


def answer(lexicon: Lexicon, verdict: Verdict, language: str) -> str:
    """Return the answer for a word as one line: accepted, tiles and points, or the reason."""
    word = shown(verdict.word)
    if verdict.accepted and verdict.points is not None:
        points = say_points(language, verdict.points)
        return say(
            language, "accepted", word=word, tiles=_tilings(verdict, language), points=points
        )
    return say(language, "refused", word=word, reason=_reason(lexicon, verdict, language))


def explanation(
    lexicon: Lexicon,
    verdict: Verdict,
    derivations: list[Derivation],
    nearest: list[str],
    language: str,
) -> list[str]:
    """Return what stands behind an answer, as lines.

    For a word: its tiles with their points, every derivation, the lemmas, the sources and the
    curated lines that decided. For a refused form: the derivations, the lines that refused it, and
    what would make it count. For an unknown string: the nearest words, and that hunspell has no
    such form either.
    """
    lines = []
    if verdict.accepted:
        points = {tile.name: tile.points for tile in lexicon.alphabet.tiles}
        for tiling in verdict.tilings:
            worth = " · ".join(f"{name} {points[name]}" for name in tiling)
            lines.append(say(language, "tiles", tiles=worth))
    lines += [derivation.text for derivation in derivations]
    for decision in _unique(
        line for d in derivations for line in (d.decision, d.split_decision) if line
    ):
        lines.append(say(language, "decided", decision=decision))
    sources = _unique(derivation.source for derivation in derivations)
    if derivations:
        lemmas = ", ".join(_unique(derivation.lemma for derivation in derivations))
        lines.append(say(language, "lemmas", lemmas=lemmas))
        lines.append(say(language, "sources", sources=", ".join(sources)))
    if verdict.reason:
        if nearest:
            lines.append(say(language, "nearest", words=", ".join(nearest)))
        if verdict.reason == UNKNOWN:
            dictionaries = ", ".join(
                name for name, record in lexicon.manifest["sources"].items() if "version" in record
            )
            lines.append(say(language, "no-dictionary", sources=dictionaries))
        lines.append(say(language, f"mend-{verdict.reason}"))
    return lines


def _tilings(verdict: Verdict, language: str) -> str:
    between = f" {say(language, 'or')} "
    return between.join(" ".join(tiling) for tiling in verdict.tilings)


def _reason(lexicon: Lexicon, verdict: Verdict, language: str) -> str:
    return say(
        language,
        verdict.reason or UNKNOWN,
        tiles=_tilings(verdict, language),
        min_tiles=lexicon.min_tiles,
        max_tiles=lexicon.max_tiles,
    )


def _unique(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))
