"""The rules of a language as the native core takes them, which cuts plain chunks by itself.

Plain are ASCII words, numbers and punctuation as they mostly are (src/native/core/plain_rules.cpp).
Whatever depends on more than is told here is not plain, and is cut by the tokeniser.
"""

from typing import Any

from ...languages import Rules


def plain_rules(rules: Rules | None) -> dict[str, Any] | None:
    """What the core is told; None where no chunk is plain."""
    if rules is None or not all("'" in suffix for suffix in rules.suffixes):
        return None
    return {
        "contractions": [(form, _lengths(form, rules)) for form in rules.contractions],
        "uncontracted": list(rules.uncontracted),
        "abbreviations": list(rules.abbreviations),
        "units": list(rules.units),
        "suffixes": list(rules.suffixes),
        "apostrophe_words": list(rules.apostrophe_words),
        "whole_words": list(rules.whole_words),
        "hyphen_prefixes": list(rules.hyphen_prefixes),
        "runs": "".join(filter(str.isascii, rules.runs)),
        "odd_endings": _odd_endings(rules),
        "initials": rules.initials,
        "marks_run": rules.marks_run,
        "split_hyphens": rules.split_hyphens,
        "elisions": bool(rules.elisions),
        "hyphen_clitics": bool(rules.hyphen_clitics),
        "ordinal_digits": rules.ordinal_digits,
    }


def _lengths(form: str, rules: Rules) -> list[int]:
    """Of the words of a contraction; none where they do not spell it."""
    words = rules.contractions[form]
    return list(map(len, words)) if "".join(words) == form and form.isascii() else []


def _odd_endings(rules: Rules) -> str:
    """Letters at the end of words that may be verbs with pronouns."""
    if rules.verb_clitics is None:
        return ""
    verbs = rules.verb_clitics
    letters = {*verbs.last_letters, *(form[-1] for form in verbs.imperatives)}
    plain = sorted(filter(str.isascii, letters))
    return "".join(plain) + "".join(plain).upper()
