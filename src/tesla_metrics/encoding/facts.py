"""What the native core is told of a word, beside its analysis: a column a fact.

A fact is a text of a lower-cased word in its language, empty where there is nothing to say. A new
one is a line here and whoever reads the column of that name in the core.
"""

from collections.abc import Callable, Mapping

from ..analysis.negations import load_negations
from ..analysis.numbers import canonical, digits_of, number_word
from ..analysis.stems import stem

Fact = Callable[[str, str], str]

# Raise it when code here changes what is said of a word, or what facts are made with (numbers,
# negations, stems), or tokenisers, taggers' lexicons or lemmatisers: none of these has a name with
# a hash, and an index of forms that was made by the code before must not be used.
RULES = 1


def digits(surface: str, lang: str) -> str:
    """Those of a number."""
    return digits_of(canonical(surface, lang))


def negates(surface: str, lang: str) -> str:
    """Not empty if it does."""
    return "not" if load_negations(lang)(canonical(surface, lang)) else ""


def number(surface: str, lang: str) -> str:
    """A number word's part in numbers of several words, as six whole numbers."""
    part = number_word(surface, lang)
    if part is None:
        return ""
    return " ".join(str(int(fact)) for fact in part[:6])


FACTS: Mapping[str, Fact] = {
    "form": canonical,  # how words are compared that are not lemmas
    "digits": digits,
    "negates": negates,
    "number": number,
}


# Of words that stand among punctuation, as PEM compares them.
STEMMED: Mapping[str, Fact] = {**FACTS, "stem": stem}


def fact_names(stems: bool) -> list[str]:
    """The columns."""
    return list(STEMMED if stems else FACTS)


def facts_of(surface: str, lang: str, stems: bool) -> list[str]:
    """Every fact, in the order of the columns."""
    return [fact(surface, lang) for fact in (STEMMED if stems else FACTS).values()]
