"""Columns of word properties that the native core reads."""

from collections.abc import Callable, Mapping
from typing import Any

from ...text.analyzer import RuleBasedAnalyzer
from ...text.languages import find_language
from ...text.negation import load_negations, negated_base
from ...text.numbers import NumberWordKind, canonical, digits_of, number_words, part_of
from ...text.stemming import stem
from ...text.synonyms.table import SynonymTable
from .analysis import Analysis

# Properties of words that the native core needs in addition to their analysis, one column each.
#
# A property is computed from a lower-cased word and its language; it is a string, empty where it
# does not apply. To add one, add a line here and read the column of that name in the core.

WordColumn = Callable[[str, str], str]

# Increase this number when a change of the code affects these properties, what they are computed
# from (numbers, negations, stems), tokenisers, lexicons of taggers or lemmatisers. None of these
# has a hash in its name, and an index of forms that was made by older code must not be used.
RULES = 5


def digits(surface: str, lang: str) -> str:
    """Return the digits of a number word."""
    return digits_of(canonical(surface, lang))


def negates(surface: str, lang: str) -> str:
    """Return how a word negates, as tab-separated markers.

    not     the word negates
    >word   it does not negate before this word
    !word   it does not negate right after this word
    <word   it negates after this word
    """
    form, language = canonical(surface, lang), find_language(lang)
    is_negation = load_negations(lang)(form)
    idioms = (idiom for idiom in language.negating_idioms if idiom.startswith(f"{form}_"))
    pairs = (pair for pair in language.negating_pairs if pair.endswith(f"_{form}"))
    exceptions = (pair for pair in language.non_negating_pairs if pair.endswith(f"_{form}"))
    markers = sorted(f"<{pair.removesuffix(f'_{form}')}" for pair in pairs)
    if is_negation:
        markers.append("not")
    if markers:
        markers += sorted(f">{idiom.removeprefix(f'{form}_')}" for idiom in idioms)
        markers += sorted(f"!{pair.removesuffix(f'_{form}')}" for pair in exceptions)
    return "\t".join(markers)


def number(surface: str, lang: str) -> str:
    """Return the role of a word in numbers as six integers; its digits are another column."""
    part = part_of(surface, lang)
    if part.kind == NumberWordKind.OTHER:
        return ""
    return " ".join(str(int(fact)) for fact in part[:6])


def base(surface: str, lang: str) -> str:
    """Return the part of a word that an affix negates."""
    return negated_base(canonical(surface, lang), lang)


WORD_COLUMNS: Mapping[str, WordColumn] = {
    "form": canonical,  # how forms are compared
    "digits": digits,
    "negates": negates,
    "number": number,
    "base": base,
}


# With punctuation among the words, as PEM compares them.
WORD_AND_STEM_COLUMNS: Mapping[str, WordColumn] = {**WORD_COLUMNS, "stem": stem}


def column_names(stems: bool) -> list[str]:
    """Return the names of the columns."""
    return list(WORD_AND_STEM_COLUMNS if stems else WORD_COLUMNS)


def column_values(surface: str, lang: str, stems: bool) -> list[str]:
    """Return the values of all columns for a word, in their order."""
    return [
        fact(surface, lang) for fact in (WORD_AND_STEM_COLUMNS if stems else WORD_COLUMNS).values()
    ]


def open_plain_words(analysis: Analysis, analyzer: RuleBasedAnalyzer) -> Any:
    """Return the core's tables of plain words, or None if they cannot be used.

    Without them results are the same; Python then describes these words.
    """
    synonyms, facts = analysis.synonyms, analyzer.plain_words
    lines = synonyms.lines if isinstance(synonyms, SynonymTable) else None
    exceptions = irregular_words(analysis)
    if facts is None or lines is None or exceptions is None:
        return None
    native: Any = analysis.session.native
    try:
        return native.PlainWords(synonyms=lines, **facts, **exceptions)
    except ValueError:  # lines that are not in the order that we write
        return None


def irregular_words(analysis: Analysis) -> dict[str, list[str]] | None:
    """Return words and parts of words with irregular columns, and affixes that negate."""
    language, numbers = analysis.choices.language, number_words(analysis.lang)
    paired = {pair.partition("_")[2] for pair in language.negating_pairs}
    words = {*numbers, *language.negations, *paired}
    if column_names(analysis.choices.punctuation) != list(WORD_COLUMNS) or any(
        map(has_digit, words)
    ):
        return None
    one_word, prefix = language.numbers.one_word, language.negating_prefix
    marks = () if one_word is None else (*one_word.links, one_word.hundred, one_word.thousand)
    half = language.numbers.and_a_half
    return {
        "odd_words": sorted(words),
        "odd_before_hyphens": sorted({word.partition("-")[0] for word in numbers}),
        "odd_prefixes": [] if prefix is None else [prefix.prefix],
        "odd_parts": [*marks, half] if half else list(marks),
        "negating_prefixes": list(language.negating_affixes.prefixes),
        "negating_suffixes": list(language.negating_affixes.suffixes),
    }


def has_digit(word: str) -> bool:
    """Return whether a word has a decimal digit of any script."""
    return any(map(str.isdecimal, word))
