"""Detect negation and compare the negations of two texts."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .languages import Language, find_language
from .lemmatizer import Lemmatizer

_MIN_BASE_LENGTH = 3  # of the word without the affix


def negated_base(form: str, lang: str) -> str:
    """Return a lower-cased word without its negating affix; empty if it has none.

    The rest may not be a word, or not be negated (inform, form): it is used only if the other
    text contains the rest and not the word itself.
    """
    facts = find_language(lang).negating_affixes
    for prefix in facts.prefixes:
        rest = form.removeprefix(prefix).removeprefix("-")
        if rest != form and len(rest) >= _MIN_BASE_LENGTH and form.startswith(prefix):
            return rest
    for suffix in facts.suffixes:
        rest = form.removesuffix(suffix).removesuffix("-")
        if form.endswith(suffix) and len(rest) >= _MIN_BASE_LENGTH:
            return rest
    return ""


_CACHE_SIZE = 8_192


class Negations:
    """Determines whether a lower-cased word negates; never in a language without a list."""

    def __init__(self, language: Language) -> None:
        self._listed = language.negations
        self._prefixed = _PrefixNegation(language) if language.negating_prefix else None

    def __call__(self, form: str) -> bool:
        return form in self._listed or (self._prefixed is not None and self._prefixed(form))


class _PrefixNegation:
    """Recognises words with a negating prefix, whose lemma does not have the prefix."""

    def __init__(self, language: Language) -> None:
        assert language.negating_prefix is not None
        self._facts = language.negating_prefix
        self._lemmatizer = Lemmatizer(language.code)
        self._known = lru_cache(_CACHE_SIZE)(self._negates)

    def __call__(self, form: str) -> bool:
        return form.startswith(self._facts.prefix) and self._known(form)

    def _negates(self, form: str) -> bool:
        facts = self._facts
        lemma = self._lemmatizer.base(form)
        if facts.superlative and form.startswith(facts.superlative):
            # Czech nej- is a superlative, except in negated words with j-: nejsem, nejde.
            letter = facts.superlative[-1]
            return not form.startswith(facts.superlative + letter) and (
                lemma.startswith(letter) or lemma in facts.suppletive
            )
        return not lemma.startswith(facts.prefix)


def load_negations(lang: str) -> Negations:
    """Return the object that recognises the negating words of a language."""
    return _load_for(find_language(lang))


@lru_cache(maxsize=8)
def _load_for(language: Language) -> Negations:
    return Negations(language)


def has_negations(lang: str) -> bool:
    """Return whether a language has a list of negating words."""
    return bool(find_language(lang).negations)


# Comparison of the negations of two texts.
#
# A word with a negating affix (unaware) counts if the other text does not contain it but contains
# its base (aware), whether or not the base is negated there by a word (not aware). Additional
# negations of one text are penalised only if a word near them is in both texts: a paraphrase is
# not a reversed meaning.

# Maximum distance of the two words of a negating pair.
_PAIR_WINDOW = 3
# Number of words on either side of a negating word that it may negate.
_SCOPE = 4
# A pair does not count within this distance after a negating word, to which its first word
# belongs: "aucun n'a plus".
_PAIR_EXCLUSION = _PAIR_WINDOW + _SCOPE


class TextNegations(NamedTuple):
    """The negations of a text.

    positions  positions of negating words
    bases   positions of words with a negating affix, and the words without the affix
    """

    positions: list[int]
    bases: list[tuple[int, str]]


class NegatingSide(NamedTuple):
    """The negations and words of a text that are compared with those of another text.

    negated         the negations of the text
    forms, lemmas   forms and lemmas of all words
    common          positions of content words that the other text contains as well
    """

    negated: TextNegations
    forms: Sequence[str]
    lemmas: Sequence[str]
    common: Collection[int]


def find_negations(
    forms: Sequence[str], negates: Iterable[bool], bases: Iterable[str], language: Language
) -> TextNegations:
    """Return the negations of lower-cased words, without idioms such as "not only"."""
    positions: list[int] = []
    for index, is_negating in enumerate(negates):
        if "_".join(forms[index : index + 2]) in language.negating_idioms:
            continue
        if index and "_".join(forms[index - 1 : index + 1]) in language.non_negating_pairs:
            continue
        partner_is_used = bool(positions) and index - positions[-1] <= _PAIR_EXCLUSION
        if is_negating or (not partner_is_used and _is_paired(forms, index, language)):
            positions.append(index)
    return TextNegations(positions, [(index, base) for index, base in enumerate(bases) if base])


def _is_paired(forms: Sequence[str], index: int, language: Language) -> bool:
    preceding = forms[max(0, index - _PAIR_WINDOW) : index]
    return any(f"{other}_{forms[index]}" in language.negating_pairs for other in preceding)


def changed_negations(reference: NegatingSide, candidate: NegatingSide) -> float:
    """Return the share of negations that one text has and the other lacks."""
    in_reference, in_candidate = (
        negation_positions(reference, candidate),
        negation_positions(candidate, reference),
    )
    side, positions = (
        (reference, in_reference)
        if len(in_reference) > len(in_candidate)
        else (candidate, in_candidate)
    )
    missing = min(
        abs(len(in_reference) - len(in_candidate)),
        sum(_is_relevant(side, index) for index in positions),
    )
    return missing / len(positions) if missing else 0.0


def negation_positions(side: NegatingSide, other: NegatingSide) -> list[int]:
    """Return the positions of negations in a text, each once.

    A Czech word may be a negating word and have a negating affix: neznámý.
    """
    forms, lemmas = set(other.forms), set(other.lemmas)
    affixed = (
        index
        for index, base in side.negated.bases
        if (base in forms or base in lemmas)
        and side.forms[index] not in forms
        and side.lemmas[index] not in lemmas
    )
    return sorted({*side.negated.positions, *affixed})


def _is_relevant(side: NegatingSide, index: int) -> bool:
    """Return whether a negation is an affix, or near a word that both texts have."""
    window = range(index - _SCOPE, index + _SCOPE + 1)
    return index not in side.negated.positions or any(
        neighbour in side.common for neighbour in window
    )


__all__ = [
    "NegatingSide",
    "Negations",
    "TextNegations",
    "changed_negations",
    "find_negations",
    "has_negations",
    "load_negations",
    "negated_base",
    "negation_positions",
]
