"""What the native core is told of a word, beside its analysis: a column a fact.

A fact is a text of a lower-cased word in its language, empty where there is nothing to say. A new
one is a line here and whoever reads the column of that name in the core.
"""

from collections.abc import Callable, Mapping

from ..analysis.negations import base_of, load_negations
from ..analysis.numbers import Kind, canonical, digits_of, part_of
from ..analysis.stems import stem
from ..languages import find_language

Fact = Callable[[str, str], str]

# Raise it when code here changes what is said of a word, or what facts are made with (numbers,
# negations, stems), or tokenisers, taggers' lexicons or lemmatisers: none of these has a name with
# a hash, and an index of forms that was made by the code before must not be used.
RULES = 5


def digits(surface: str, lang: str) -> str:
    """Those of a number."""
    return digits_of(canonical(surface, lang))


def negates(surface: str, lang: str) -> str:
    """How it does, with tabs between: not, >words before which it does not, !words right after
    which it does not, <words after which it does.
    """
    form, language = canonical(surface, lang), find_language(lang)
    does = load_negations(lang)(form)
    idioms = (idiom for idiom in language.negating_idioms if idiom.startswith(f"{form}_"))
    pairs = (pair for pair in language.negating_pairs if pair.endswith(f"_{form}"))
    idle = (pair for pair in language.unnegating_pairs if pair.endswith(f"_{form}"))
    found = sorted(f"<{pair.removesuffix(f'_{form}')}" for pair in pairs)
    if does:
        found.append("not")
    if found:
        found += sorted(f">{idiom.removeprefix(f'{form}_')}" for idiom in idioms)
        found += sorted(f"!{pair.removesuffix(f'_{form}')}" for pair in idle)
    return "\t".join(found)


def number(surface: str, lang: str) -> str:
    """A word's part in numbers, as six whole numbers; digits are another fact."""
    part = part_of(surface, lang)
    if part.kind == Kind.OTHER:
        return ""
    return " ".join(str(int(fact)) for fact in part[:6])


def base(surface: str, lang: str) -> str:
    """What a part of the word negates."""
    return base_of(canonical(surface, lang), lang)


FACTS: Mapping[str, Fact] = {
    "form": canonical,  # how words are compared that are not lemmas
    "digits": digits,
    "negates": negates,
    "number": number,
    "base": base,
}


# Of words that stand among punctuation, as PEM compares them.
STEMMED: Mapping[str, Fact] = {**FACTS, "stem": stem}


def fact_names(stems: bool) -> list[str]:
    """The columns."""
    return list(STEMMED if stems else FACTS)


def facts_of(surface: str, lang: str, stems: bool) -> list[str]:
    """Every fact, in the order of the columns."""
    return [fact(surface, lang) for fact in (STEMMED if stems else FACTS).values()]
