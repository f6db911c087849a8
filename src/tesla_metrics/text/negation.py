"""Detect negation and compare the negations of two texts."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .languages import Language, find_language
from .lemmatizer import Lemmatizer

_MIN_BASE_LENGTH = 3  # minimum length of the word without the affix


def remove_negating_affix(form: str, lang: str) -> str:
    """Return a lower-cased word without its negating affix; empty if it has none.

    The result may be wrong: it need not be a word, or the word need not be its negation (inform,
    form). Callers use it only if the other text contains the result and not the word itself.
    """
    affixes = find_language(lang).negating_affixes
    for prefix in affixes.prefixes:
        base = form.removeprefix(prefix).removeprefix("-")
        if base != form and len(base) >= _MIN_BASE_LENGTH and form.startswith(prefix):
            return base
    for suffix in affixes.suffixes:
        base = form.removesuffix(suffix).removesuffix("-")
        if form.endswith(suffix) and len(base) >= _MIN_BASE_LENGTH:
            return base
    return ""


_CACHE_SIZE = 8_192


class NegationDetector:
    """Determines whether a lower-cased word negates.

    In languages without a list of negating words, no word does.
    """

    def __init__(self, language: Language) -> None:
        self._listed = language.negations
        self._prefix_detector = (
            _PrefixNegationDetector(language) if language.negating_prefix else None
        )

    def __call__(self, form: str) -> bool:
        return form in self._listed or (
            self._prefix_detector is not None and self._prefix_detector(form)
        )


class _PrefixNegationDetector:
    """Recognises words with a negating prefix: their lemma does not have the prefix."""

    def __init__(self, language: Language) -> None:
        assert language.negating_prefix is not None
        self._prefix_rule = language.negating_prefix
        self._lemmatizer = Lemmatizer(language.code)
        self._negates_cached = lru_cache(_CACHE_SIZE)(self._negates)

    def __call__(self, form: str) -> bool:
        return form.startswith(self._prefix_rule.prefix) and self._negates_cached(form)

    def _negates(self, form: str) -> bool:
        rule = self._prefix_rule
        lemma = self._lemmatizer.base_lemma(form)
        if rule.superlative and form.startswith(rule.superlative):
            # Czech nej- is the superlative prefix, except in negated words with j-: nejsem, nejde.
            letter = rule.superlative[-1]
            if form.startswith(rule.superlative + letter):
                return False
            return lemma.startswith(letter) or lemma in rule.suppletive
        return not lemma.startswith(rule.prefix)


def load_negation_detector(lang: str) -> NegationDetector:
    """Return the detector of the negating words of a language."""
    return _create_detector(find_language(lang))


@lru_cache(maxsize=8)
def _create_detector(language: Language) -> NegationDetector:
    return NegationDetector(language)


def has_negations(lang: str) -> bool:
    """Return whether a language has a list of negating words."""
    return bool(find_language(lang).negations)


# Comparison of the negations of two texts
#
# A word with a negating affix (unaware) is a negation if the other text does not contain it but
# contains the word without the affix (aware, also in "not aware"). Additional negations of one text
# are penalised only if a word near them is in both texts. Otherwise the text may be a paraphrase
# with the same meaning.

# Maximum distance between the two words of a negating pair (ne_plus), in words.
_MAX_PAIR_DISTANCE = 3
# Number of words on either side of a negating word that it may negate.
_SCOPE_WORDS = 4
# A pair is not counted within this distance after a negating word, because its first word belongs
# to that word: "aucun n'a plus" is a single negation.
_MIN_DISTANCE_AFTER_NEGATION = _MAX_PAIR_DISTANCE + _SCOPE_WORDS


class TextNegations(NamedTuple):
    """The negations of a text."""

    negating_indices: list[int]  # indices of negating words
    affixed_words: list[tuple[int, str]]  # indices of words with a negating affix, and their bases


class NegatedText(NamedTuple):
    """The negations and words of a text, for the comparison with another text."""

    negations: TextNegations
    forms: Sequence[str]  # of all words
    lemmas: Sequence[str]  # of all words
    common_indices: Collection[int]  # indices of content words that are in the other text as well


def find_negations(
    forms: Sequence[str], are_negating: Iterable[bool], bases: Iterable[str], language: Language
) -> TextNegations:
    """Return the negations of a text of lower-cased words, without idioms such as "not only".

    For each word, `are_negating` tells whether it is a negating word, and `affixed_words` has the
    word without its negating affix (empty if it has none).
    """
    positions: list[int] = []
    for index, is_negating in enumerate(are_negating):
        if "_".join(forms[index : index + 2]) in language.negating_idioms:
            continue
        if index and "_".join(forms[index - 1 : index + 1]) in language.non_negating_pairs:
            continue
        is_near_negation = bool(positions) and index - positions[-1] <= _MIN_DISTANCE_AFTER_NEGATION
        if is_negating or (not is_near_negation and _completes_pair(forms, index, language)):
            positions.append(index)
    return TextNegations(positions, [(index, base) for index, base in enumerate(bases) if base])


def _completes_pair(forms: Sequence[str], index: int, language: Language) -> bool:
    """Return whether a word and one of the words before it are a negating pair."""
    preceding = forms[max(0, index - _MAX_PAIR_DISTANCE) : index]
    return any(f"{first}_{forms[index]}" in language.negating_pairs for first in preceding)


def compute_changed_negations(reference: NegatedText, candidate: NegatedText) -> float:
    """Return the share of negations of a text that the other text does not have, from 0 to 1.

    The share is computed for the text with more negations.
    """
    in_reference = locate_negations(reference, candidate)
    in_candidate = locate_negations(candidate, reference)
    if len(in_reference) > len(in_candidate):
        text, indices = reference, in_reference
    else:
        text, indices = candidate, in_candidate
    n_additional = abs(len(in_reference) - len(in_candidate))
    n_relevant = sum(_is_relevant(text, index) for index in indices)
    n_changed = min(n_additional, n_relevant)
    return n_changed / len(indices) if n_changed else 0.0


def locate_negations(text: NegatedText, other_text: NegatedText) -> list[int]:
    """Return the indices of the negations of a text, in ascending order and without duplicates.

    A Czech word may be both a negating word and a word with a negating affix: neznámý.
    """
    other_forms, other_lemmas = set(other_text.forms), set(other_text.lemmas)
    affixed_words = (
        index
        for index, base in text.negations.affixed_words
        if (base in other_forms or base in other_lemmas)
        and text.forms[index] not in other_forms
        and text.lemmas[index] not in other_lemmas
    )
    return sorted({*text.negations.negating_indices, *affixed_words})


def _is_relevant(text: NegatedText, index: int) -> bool:
    """Return whether a negation is an affix, or near a word that both texts have."""
    is_affix = index not in text.negations.negating_indices
    neighbours = range(index - _SCOPE_WORDS, index + _SCOPE_WORDS + 1)
    return is_affix or any(neighbour in text.common_indices for neighbour in neighbours)


__all__ = [
    "NegatedText",
    "NegationDetector",
    "TextNegations",
    "compute_changed_negations",
    "find_negations",
    "has_negations",
    "load_negation_detector",
    "locate_negations",
    "remove_negating_affix",
]
