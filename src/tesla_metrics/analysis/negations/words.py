"""Whether a text says yes or no: the words that negate, which a translation must not lose."""

from functools import lru_cache

from ...languages import Language, find_language
from ..lemmas import Lemmatizer

_MEMO = 8_192


class Negations:
    """Tells whether a lower-cased word negates; in a language without a list none does."""

    def __init__(self, language: Language) -> None:
        self._listed = language.negations
        self._prefixed = _Prefixed(language) if language.negating_prefix else None

    def __call__(self, form: str) -> bool:
        return form in self._listed or (self._prefixed is not None and self._prefixed(form))


class _Prefixed:
    """Words with a negating prefix, whose lemma is that of the word without it."""

    def __init__(self, language: Language) -> None:
        assert language.negating_prefix is not None
        self._facts = language.negating_prefix
        self._lemmatizer = Lemmatizer(language.code)
        self._known = lru_cache(_MEMO)(self._negates)

    def __call__(self, form: str) -> bool:
        return form.startswith(self._facts.prefix) and self._known(form)

    def _negates(self, form: str) -> bool:
        facts = self._facts
        lemma = self._lemmatizer.base(form)
        if facts.superlative and form.startswith(facts.superlative):
            # Czech nej-, unless a verb or adjective with j- is negated: nejsem, nejde.
            letter = facts.superlative[-1]
            return not form.startswith(facts.superlative + letter) and (
                lemma.startswith(letter) or lemma in facts.suppletive
            )
        return not lemma.startswith(facts.prefix)


def load_negations(lang: str) -> Negations:
    """The negating words of a language."""
    return _load(find_language(lang))


@lru_cache(maxsize=8)
def _load(language: Language) -> Negations:
    return Negations(language)


def knows_negations(lang: str) -> bool:
    """Whether there is a list of negating words."""
    return bool(find_language(lang).negations)
