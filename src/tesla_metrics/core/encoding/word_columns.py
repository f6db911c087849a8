"""Columns of word properties that the native core reads."""

from collections.abc import Callable, Mapping
from typing import Any

from ...text.analyzer import RuleBasedAnalyzer
from ...text.languages import find_language
from ...text.languages.registry import get_number_format
from ...text.negation import load_negation_detector, remove_negating_affix
from ...text.numbers import (
    NumberWordKind,
    canonicalize,
    classify_form,
    extract_digits,
    find_other_reading,
    get_number_words,
)
from ...text.stemming import stem_word
from ...text.synonyms.table import SynonymTable
from .analysis import Analysis

# A column is a property of words that the native core needs in addition to their analysis. It is
# computed from a lower-cased word and its language, and is a string, empty where it does not apply.
# To add a column, add a line to `WORD_COLUMNS` and read the column of that name in the core.
WordColumn = Callable[[str, str], str]


def compute_digits_column(surface: str, lang: str) -> str:
    """Return the digits of a number or number word; empty for other words."""
    return extract_digits(canonicalize(surface, lang))


def compute_negation_column(surface: str, lang: str) -> str:
    """Return tab-separated markers that say where a word is a negation; empty if it never is.

    not     the word is a negation
    >word   but not before this word
    !word   but not right after this word
    <word   the word is a negation only after this word
    """
    form, language = canonicalize(surface, lang), find_language(lang)
    is_negation = load_negation_detector(lang)(form)
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


def compute_number_column(surface: str, lang: str) -> str:
    """Return the role of a word in numbers as six integers, separated by spaces.

    The digits of the word are another column.
    """
    number_role = classify_form(surface, lang)
    if number_role.kind == NumberWordKind.OTHER:
        return ""
    return " ".join(str(int(value)) for value in number_role[:6])


def compute_base_column(surface: str, lang: str) -> str:
    """Return the part of a word that a negating affix negates; empty without such an affix."""
    return remove_negating_affix(canonicalize(surface, lang), lang)


WORD_COLUMNS: Mapping[str, WordColumn] = {
    "form": canonicalize,  # how forms are compared
    "digits": compute_digits_column,
    "negates": compute_negation_column,
    "number": compute_number_column,
    "base": compute_base_column,
    "reading": find_other_reading,
}


# Columns of PEM, which compares stems and counts punctuation marks as words.
WORD_AND_STEM_COLUMNS: Mapping[str, WordColumn] = {**WORD_COLUMNS, "stem": stem_word}


def get_column_names(with_stems: bool) -> list[str]:
    """Return the names of the columns."""
    return list(WORD_AND_STEM_COLUMNS if with_stems else WORD_COLUMNS)


def compute_columns(surface: str, lang: str, with_stems: bool) -> list[str]:
    """Return the values of all columns for a word, in their order."""
    columns = WORD_AND_STEM_COLUMNS if with_stems else WORD_COLUMNS
    return [compute_column(surface, lang) for compute_column in columns.values()]


def open_plain_words(analysis: Analysis, analyzer: RuleBasedAnalyzer) -> Any:
    """Return the native tables of plain words, or None if they cannot be used.

    Without the tables, the columns of these words are computed in Python; the results are the same.
    """
    synonyms, plain_words = analysis.synonyms, analyzer.plain_words
    synonym_lines = synonyms.lines if isinstance(synonyms, SynonymTable) else None
    exceptions = find_irregular_words(analysis)
    if plain_words is None or synonym_lines is None or exceptions is None:
        return None
    native: Any = analysis.session.native
    try:
        return native.PlainWords(synonyms=synonym_lines, **plain_words, **exceptions)
    except ValueError:  # the lines of the synonym table are not sorted as the core expects
        return None


def find_irregular_words(analysis: Analysis) -> dict[str, list[str] | str] | None:
    """Return words and parts of words with irregular columns, affixes that negate, number format.

    Return None if the columns are not `WORD_COLUMNS`, or if one of the words has a digit.
    """
    language, number_forms = analysis.settings.language, get_number_words(analysis.lang)
    negations_in_pairs = {pair.partition("_")[2] for pair in language.negating_pairs}
    words = {*number_forms, *language.negations, *negations_in_pairs}
    if get_column_names(analysis.settings.with_punctuation) != list(WORD_COLUMNS):
        return None
    if any(map(has_digit, words)):
        return None
    one_word, prefix = language.numbers.one_word, language.negating_prefix
    number_parts = (
        () if one_word is None else (*one_word.links, one_word.hundred, one_word.thousand)
    )
    and_a_half = language.numbers.and_a_half
    return {
        "odd_words": sorted(words),
        "odd_before_hyphens": sorted({word.partition("-")[0] for word in number_forms}),
        "odd_prefixes": [] if prefix is None else [prefix.prefix],
        "odd_parts": [*number_parts, and_a_half] if and_a_half else list(number_parts),
        "negating_prefixes": list(language.negating_affixes.prefixes),
        "negating_suffixes": list(language.negating_affixes.suffixes),
        "number_format": get_number_format(language),
    }


def has_digit(word: str) -> bool:
    """Return whether a word has a decimal digit of any script."""
    return any(map(str.isdecimal, word))
