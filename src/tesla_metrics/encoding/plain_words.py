"""What the native core is told to describe ASCII words by itself that are in no index of forms."""

from typing import TYPE_CHECKING, Any

from ..analysis.analyzer import RuleBased
from ..analysis.numbers import number_words
from ..analysis.synonyms.table import SynonymTable
from .facts import FACTS, fact_names

if TYPE_CHECKING:
    from .analysis import Analysis


def open_plain_words(analysis: "Analysis", analyzer: RuleBased) -> Any:
    """None where it cannot: nothing is lost but time, Python describes them then."""
    synonyms, facts = analysis.synonyms, analyzer.plain_words
    lines = synonyms.lines if isinstance(synonyms, SynonymTable) else None
    odd = odd_words(analysis)
    if facts is None or lines is None or odd is None:
        return None
    native: Any = analysis.session.native
    try:
        return native.PlainWords(synonyms=lines, **facts, **odd)
    except ValueError:  # lines in another order than those that we write
        return None


def odd_words(analysis: "Analysis") -> dict[str, list[str]] | None:
    """Words that have facts of their own, what such words are made of, and what negates others."""
    language, numbers = analysis.choices.language, number_words(analysis.lang)
    paired = {pair.partition("_")[2] for pair in language.negating_pairs}
    words = {*numbers, *language.negations, *paired}
    if fact_names(analysis.choices.punctuation) != list(FACTS) or any(map(has_digit, words)):
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
    """Whether it has one, of whatever script."""
    return any(map(str.isdecimal, word))
