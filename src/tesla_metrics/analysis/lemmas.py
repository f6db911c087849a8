"""Lemmas by simplemma, which knows no parts of speech; each language mends what that costs."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from ..languages import find_language
from .dictionaries import CoreDictionaries

_MEMO = 65_536
_RECENT = 16
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")

_SHORTEST_STEM = 3
_UNINFLECTED = frozenset({"PUNCT", "SYM", "X"})


def lemma_languages() -> frozenset[str]:
    """The codes that simplemma has a dictionary for."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return frozenset(SUPPORTED_LANGUAGES)


def has_lemmas(lang: str) -> bool:
    """Whether simplemma has a dictionary for the language."""
    return _code(lang) in lemma_languages()


def _code(lang: str) -> str:
    """The code under which simplemma has the language."""
    return find_language(lang).lemmas.dictionary or lang


class Lemmatizer:
    """Form and part of speech to lemma, always in lower case."""

    def __init__(self, lang: str) -> None:
        self._facts = find_language(lang).lemmas
        self._code = _code(lang)
        self._exceptions = _by_form_and_class(self._facts.exceptions)
        self._endings = [pair.split(":") for pair in self._facts.verb_endings.split()]
        self._simplemma: Any = None
        self.name = "lower"
        if has_lemmas(lang):
            import simplemma
            from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy

            dictionaries: Any = CoreDictionaries()
            # What it keeps of its own would be there twice: we remember lemmas, or the core does.
            self._simplemma = simplemma.Lemmatizer(
                cache_max_size=_RECENT,
                lemmatization_strategy=DefaultStrategy(dictionary_factory=dictionaries),
            )
            self._listed = DictionaryLookupStrategy(dictionaries).get_lemma
            self.name = f"simplemma-{simplemma.__version__}"
        # Caches are attributes, since one on the method would outlive the object.
        self.lemma: Callable[[str, str], str] = lru_cache(_MEMO)(self.fresh_lemma)  # form and UPOS
        # The lemma as far as it can be told without the part of speech; asked for by each UPOS.
        self.base: Callable[[str], str] = lru_cache(_RECENT)(self._base)

    def fresh_lemma(self, form: str, upos: str) -> str:
        """The same as `lemma` for who asks once and keeps it."""
        plain = form.translate(_APOSTROPHES)
        low = plain.lower()
        exception = self._exceptions.get((low, upos)) or self._exceptions.get((low, ""))
        if exception:
            return exception
        if upos in _UNINFLECTED or (upos == "PROPN" and self._facts.keeps_names):
            return low
        if low.endswith(self._facts.kept_endings.get(upos, ())):
            return low
        capital = self._facts.capital_nouns and upos in ("NOUN", "PROPN")
        lemma = self.base(plain if capital else low)
        return self._verb(low, lemma) if upos == "VERB" else lemma

    def _verb(self, form: str, lemma: str) -> str:
        if lemma.endswith(self._facts.infinitives) or (lemma != form and self._is_verb(lemma)):
            return lemma
        for ending, infinitive in self._endings:
            stem = form.removesuffix(ending)
            if _SHORTEST_STEM <= len(stem) < len(form) and self._is_verb(stem + infinitive):
                return stem + infinitive
        return lemma

    def _is_verb(self, lemma: str) -> bool:
        probe = lemma + self._facts.verb_probe
        return self.knows(probe) and self.base(probe) == lemma

    def _base(self, form: str) -> str:
        if self._simplemma is None or not form:
            return form.lower()
        try:
            return str(self._simplemma.lemmatize(form, lang=self._code)).lower()
        except UnicodeEncodeError:  # a lone surrogate: no dictionary has it
            return form.lower()

    def knows(self, form: str) -> bool:
        """Whether the dictionary lists the form."""
        if self._simplemma is None or not form:
            return False
        try:
            return self._listed(normalize("NFC", form), self._code) is not None
        except UnicodeEncodeError:
            return False


def _by_form_and_class(tables: Mapping[str, str]) -> dict[tuple[str, str], str]:
    exceptions = {}
    for upos, table in tables.items():
        words = table.split()
        for form, lemma in zip(words[::2], words[1::2], strict=True):
            exceptions[form, upos] = lemma
    return exceptions
