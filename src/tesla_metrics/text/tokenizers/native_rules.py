"""Tokenisation rules of a language in the format that the native core reads.

The native core splits plain chunks: common ASCII words, numbers and punctuation
(src/native/core/text/plain_rules.cpp). Other chunks are split by the Python tokeniser.
"""

from typing import Any

from ..languages import TokenizerRules


def plain_rules(rules: TokenizerRules | None) -> dict[str, Any] | None:
    """Return the rules for the native core; None if it must not split any chunk."""
    if rules is None or not all("'" in suffix for suffix in rules.suffixes):
        return None
    return {
        "contractions": [(form, _word_lengths(form, rules)) for form in rules.contractions],
        "uncontracted": list(rules.uncontracted),
        "abbreviations": list(rules.abbreviations),
        "units": list(rules.units),
        "suffixes": list(rules.suffixes),
        "apostrophe_words": list(rules.apostrophe_words),
        "whole_words": list(rules.unsplit_words),
        "hyphen_prefixes": list(rules.hyphen_prefixes),
        "runs": "".join(filter(str.isascii, rules.repeatable_characters)),
        "odd_endings": _verb_clitic_endings(rules),
        "initials": rules.initials,
        "marks_run": rules.join_marks,
        "split_hyphens": rules.split_hyphens,
        "elisions": bool(rules.elisions),
        "hyphen_clitics": bool(rules.hyphen_clitics),
        "ordinal_digits": rules.ordinal_digits,
    }


def _word_lengths(form: str, rules: TokenizerRules) -> list[int]:
    """Return the lengths of the words of a contraction.

    The result is empty if the contraction is not the concatenation of its words (im -> in dem).
    """
    words = rules.contractions[form]
    is_concatenation = "".join(words) == form
    return list(map(len, words)) if is_concatenation and form.isascii() else []


def _verb_clitic_endings(rules: TokenizerRules) -> str:
    """Return the ASCII letters, in both cases, in which verbs with pronouns may end."""
    if rules.verb_clitics is None:
        return ""
    verbs = rules.verb_clitics
    letters = {*verbs.last_letters, *(form[-1] for form in verbs.imperatives)}
    ascii_letters = "".join(sorted(filter(str.isascii, letters)))
    return ascii_letters + ascii_letters.upper()
