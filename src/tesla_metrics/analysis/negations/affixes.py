"""Words that a part of them negates: impossible, hopeless, beschwerdefrei."""

from ...languages import find_language

_LEAST = 3  # letters of what is negated


def base_of(form: str, lang: str) -> str:
    """A lower-cased word without its negating part; empty if it has none.

    Nobody looks whether what is left is a word, nor whether it is negated (inform, form): it counts
    only where the other text has what is left and lacks the whole.
    """
    facts = find_language(lang).negating_affixes
    for prefix in facts.prefixes:
        rest = form.removeprefix(prefix).removeprefix("-")
        if rest != form and len(rest) >= _LEAST and form.startswith(prefix):
            return rest
    for suffix in facts.suffixes:
        rest = form.removesuffix(suffix).removesuffix("-")
        if form.endswith(suffix) and len(rest) >= _LEAST:
            return rest
    return ""
