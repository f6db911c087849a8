"""Tokenisation rules of a language in the form that the native core reads.

Plain chunks are common ASCII words, numbers and punctuation (src/native/core/plain_rules.cpp).
Chunks that depend on other rules are not plain and are split by the Python tokeniser.
"""

from typing import Any

from ..languages import TokenizerRules


def plain_rules(rules: TokenizerRules | None) -> dict[str, Any] | None:
    """Return the rules for the native core; None if no chunk is plain."""
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
    """Return the lengths of a contraction's words; empty if the words do not spell it."""
    words = rules.contractions[form]
    return list(map(len, words)) if "".join(words) == form and form.isascii() else []


def _verb_clitic_endings(rules: TokenizerRules) -> str:
    """Return the last letters of words that may be verbs with pronouns."""
    if rules.verb_clitics is None:
        return ""
    verbs = rules.verb_clitics
    letters = {*verbs.last_letters, *(form[-1] for form in verbs.imperatives)}
    plain = sorted(filter(str.isascii, letters))
    return "".join(plain) + "".join(plain).upper()
