"""Entries × affix rules → forms: hunspell's affixation as a relational join.

Entries meet the rules of their flags in a join; conditions and stripping are column expressions.
Which derivations count is what libhunspell 1.7 does (`affixmgr.cxx`, `affentry.cxx`): it looks
from the form back to the entry, we go the other way, and both must reach the same forms.
"""

from __future__ import annotations

import re

import polars as pl

from slovarica.affixes import Affixes

RULE_COLUMNS = ("prefix", "suffix", "second_suffix")


def expand(affixes: Affixes, entries: pl.DataFrame) -> pl.DataFrame:
    """Derive every form that hunspell accepts of these entries.

    `entries` is what `read_entries` returns. Returns one row a derivation, in no special order:
    form, entry, prefix, suffix, second_suffix. The last three are rows of `affixes.rules`, null
    where there is none: form = prefix + (lemma + suffix + second suffix), the second suffix being
    one that the continuation flags of the first allow. A form may have several derivations.
    """
    attach = _Attachment(affixes)

    def carries(flag_set: str, switch: str) -> pl.Expr:
        return pl.col(flag_set).is_in(affixes.flag_sets.having(affixes.switch(switch)).implode())

    lemmas = entries.select("entry", own="flag_set", text="lemma", lender=pl.lit(None, pl.UInt32))
    stems = lemmas.filter(~carries("own", "ONLYINCOMPOUND"))
    bare = stems.filter(~carries("own", "NEEDAFFIX"))

    # libhunspell comes upon a prefixed ONLYINCOMPOUND lemma, and refuses it as a forbidden one.
    prefixed = attach.prefixes(lemmas, "own").filter(
        ~carries("prefix_flags", "NEEDAFFIX"), ~carries("prefix_flags", "ONLYINCOMPOUND")
    )

    # A prefix may lend its continuation flags to the entry; the suffixes that only they allow
    # need that prefix, the `lender`.
    once = pl.concat(
        [attach.suffixes(stems, "own"), attach.suffixes(attach.lenders(stems), "lent")],
        how="diagonal",
    ).filter(~carries("suffix_flags", "ONLYINCOMPOUND"))
    own_suffix = pl.col("lender").is_null()
    half_circumfix = carries("suffix_flags", "CIRCUMFIX")
    virtual = carries("suffix_flags", "NEEDAFFIX")
    suffixed = once.filter(own_suffix, ~half_circumfix, ~virtual)

    # Only the continuation flags of the first suffix can make a form virtual.
    twice = attach.suffixes(once, "suffix_flags", "second_suffix")
    twice_suffixed = twice.filter(own_suffix, ~half_circumfix)

    # Prefix and suffix: both classes must be Y; a suffix can allow the prefix as the entry can.
    lender_or_own = own_suffix | (pl.col("lender") == pl.col("prefix"))
    whole_circumfix = carries("prefix_flags", "CIRCUMFIX") == half_circumfix
    crossed = attach.crossed_prefixes(once.filter("suffix_cross"), ("own", "suffix_flags")).filter(
        lender_or_own,
        whole_circumfix,
        ~carries("prefix_flags", "ONLYINCOMPOUND"),
        ~virtual | ~carries("prefix_flags", "NEEDAFFIX"),
    )
    # Before two suffixes, a prefix that the second one allows is taken to be allowed by it alone.
    by_second = attach.crossed_prefixes(
        twice.filter("second_suffix_cross", own_suffix, ~half_circumfix), ("second_suffix_flags",)
    )
    by_first = (
        attach.crossed_prefixes(
            twice.filter("second_suffix_cross", "suffix_cross"), ("own", "suffix_flags")
        )
        .filter(lender_or_own, whole_circumfix)
        .join(
            affixes.flag_sets.members(),
            left_on=("second_suffix_flags", "prefix_flag"),
            right_on=("flag_set", "flag"),
            how="anti",
        )
    )
    derivations = pl.concat(
        [
            table.select("entry", *(c for c in RULE_COLUMNS if c in table.columns), form="text")
            for table in (bare, prefixed, suffixed, crossed, twice_suffixed, by_second, by_first)
        ],
        how="diagonal",
    ).filter(pl.col("form") != "")
    return _without_forbidden(affixes, entries, derivations).select("form", "entry", *RULE_COLUMNS)


class _Attachment:
    """Attaches affixes to stems, by the flags of a set, under the rules' conditions."""

    def __init__(self, affixes: Affixes) -> None:
        self.members = affixes.flag_sets.members()
        self.fullstrip = "FULLSTRIP" in affixes.options
        self.rules = affixes.rules.with_columns(pl.col("continuation").fill_null(0))

    def suffixes(self, stems: pl.DataFrame, by: str, name: str = "suffix") -> pl.DataFrame:
        """Join stems with the suffixes that the flag set in column `by` allows.

        Adds the columns NAME (rule), NAME_flag, NAME_cross, NAME_flags (continuation flags), and
        puts the longer text in place of `text`.
        """
        return self._attach(stems, by, self.rules.filter("suffix"), name)

    def prefixes(self, stems: pl.DataFrame, by: str) -> pl.DataFrame:
        """Join stems with the prefixes that the flag set in column `by` allows, as `suffixes`."""
        return self._attach(stems, by, self.rules.filter(~pl.col("suffix")), "prefix")

    def crossed_prefixes(self, stems: pl.DataFrame, by: tuple[str, ...]) -> pl.DataFrame:
        """Join suffixed stems with the Y prefixes that any of the flag sets allows."""
        rules = self.rules.filter(~pl.col("suffix"), "cross")
        return pl.concat([self._attach(stems, column, rules, "prefix") for column in by]).unique()

    def lenders(self, stems: pl.DataFrame) -> pl.DataFrame:
        """Join stems with the prefixes that can lend them flags (`lent`, set of these flags).

        Such a prefix is allowed by the entry, or by the very suffix that it allows.
        """
        lending = self.rules.filter(~pl.col("suffix"), pl.col("continuation") > 0)
        own = stems.join(self.members, left_on="own", right_on="flag_set").join(lending, on="flag")
        allowing = self.rules.filter("suffix").join(
            self.members.rename({"flag": "allowed"}), left_on="continuation", right_on="flag_set"
        )
        mutual = (
            lending.join(
                self.members.rename({"flag": "lent"}), left_on="continuation", right_on="flag_set"
            )
            .join(allowing, left_on=("lent", "flag"), right_on=("flag", "allowed"), how="semi")
            .select("rule", "continuation")
            .unique()
        )
        return pl.concat(
            [
                pairs.select("entry", "own", "text", lent="continuation", lender="rule")
                for pairs in (own, stems.join(mutual, how="cross"))
            ]
        ).unique()

    def _attach(self, stems: pl.DataFrame, by: str, rules: pl.DataFrame, name: str) -> pl.DataFrame:
        rules = rules.select(
            "condition",
            "strip",
            "append",
            **{
                name: "rule",
                f"{name}_flag": "flag",
                f"{name}_cross": "cross",
                f"{name}_flags": "continuation",
            },
        )
        classes = rules.select(f"{name}_flag", "condition").unique()
        allowed = self.members.join(
            classes, left_on="flag", right_on=f"{name}_flag", coalesce=False
        )
        candidates = stems.join(allowed, left_on=by, right_on="flag_set", coalesce=False)
        met = [
            group.filter(_meets(condition, at_end=name != "prefix"))
            for (condition,), group in candidates.partition_by("condition", as_dict=True).items()
        ]
        pairs = (pl.concat(met) if met else candidates).join(
            rules, on=(f"{name}_flag", "condition")
        )
        text, strip, append = pl.col("text"), pl.col("strip"), pl.col("append")
        rest = text.str.len_bytes() - strip.str.len_bytes()
        if name == "prefix":
            fits = text.str.starts_with(strip)
            longer = append + text.str.slice(strip.str.len_chars())
        else:
            fits = text.str.ends_with(strip)
            longer = text.str.head(text.str.len_chars() - strip.str.len_chars()) + append
        return (
            # Without FULLSTRIP something of the stem must remain.
            pairs.filter(fits, pl.lit(self.fullstrip) | (rest != 0))
            .with_columns(text=longer)
            .select(*stems.columns, name, f"{name}_flag", f"{name}_cross", f"{name}_flags")
        )


def _meets(condition: str, at_end: bool) -> pl.Expr:
    """Whether `text` meets a condition, which describes the end of a stem (a prefix's: the begin).

    In a condition, "." is any one letter, [abc] one of these, [^abc] none of these; nothing else
    has a meaning of its own. "" asks for nothing.
    """
    if not condition:
        return pl.lit(True)
    tests = [
        "." if letter == "." else re.escape(letter) or f"[{negated}{_escaped(letters)}]"
        for negated, letters, letter in re.findall(r"\[(\^?)([^\]]+)\]|(.)", condition)
    ]
    pattern = "".join(tests)
    if at_end:
        return pl.col("text").str.contains(f"(?:{pattern})$")
    # Behind a letter, libhunspell takes the end of the stem, too, for "any" or "none of these".
    *before, last = tests
    if last.startswith(("[^", ".")) and not (before and before[-1].startswith(("[", "."))):
        pattern = f"(?:{pattern}|{''.join(before)}$)"
    return pl.col("text").str.contains(f"^{pattern}")


def _escaped(letters: str) -> str:
    return "".join(f"\\x{{{ord(letter):x}}}" for letter in letters)


def _without_forbidden(
    affixes: Affixes, entries: pl.DataFrame, derivations: pl.DataFrame
) -> pl.DataFrame:
    """Take out the forms that FORBIDDENWORD, ONLYINCOMPOUND and WARN entries stand in the way of.

    libhunspell asks of an entry spelt like the form whether the first such entry is forbidden, and
    of a derived form whether the entry of the derivation that it finds first is refused: prefixes
    before suffixes, one suffix before two, shorter affixes before longer, later rules before
    earlier ones. Under FORBIDWARN it asks of the derivation found first, too, whether its entry
    carries WARN.
    """

    def carriers(switch: str) -> pl.DataFrame:
        sets = affixes.flag_sets.having(affixes.switch(switch))
        return entries.filter(pl.col("flag_set").is_in(sets.implode()))

    forbidden = carriers("FORBIDDENWORD")
    refused = pl.concat([forbidden, carriers("ONLYINCOMPOUND")])["entry"]
    warned = carriers("WARN").filter(pl.lit("FORBIDWARN" in affixes.options))["entry"]
    if refused.is_empty() and warned.is_empty():
        return derivations
    is_refused = pl.col("entry").is_in(refused.implode())
    is_warned = pl.col("entry").is_in(warned.implode())
    first_spelt = entries.group_by("lemma").agg(pl.col("entry").min())
    derivations = derivations.join(
        first_spelt.join(forbidden, on="entry"), left_on="form", right_on="lemma", how="anti"
    )
    bare = pl.all_horizontal(pl.col(RULE_COLUMNS).is_null())
    obstacles = derivations.filter(is_refused | is_warned)
    found = derivations.join(obstacles, on="form", how="semi").with_columns(
        kind=pl.when(bare)
        .then(0)
        .when(pl.col("prefix").is_null())
        .then(pl.when(pl.col("second_suffix").is_null()).then(2).otherwise(3))
        .otherwise(pl.when(pl.col("second_suffix").is_null()).then(1).otherwise(4)),
        outer=pl.coalesce("second_suffix", "suffix"),
        inner=pl.when(pl.col("second_suffix").is_not_null()).then("suffix"),
    )
    order = [pl.col("kind")]
    for affix in ("prefix", "outer", "inner"):
        lengths = affixes.rules.select(
            pl.col("rule").alias(affix), pl.col("append").str.len_bytes().alias(f"{affix}_length")
        )
        found = found.join(lengths, on=affix, how="left")
        order += [pl.col(f"{affix}_length"), -pl.col(affix).cast(pl.Int64)]
    first = found.sort(*order, "entry", nulls_last=False).unique(
        "form", keep="first", maintain_order=True
    )
    lost = first.filter(is_warned | is_refused & (pl.col("kind") > 0))
    return derivations.join(lost, on="form", how="anti").filter(~is_refused | bare)
