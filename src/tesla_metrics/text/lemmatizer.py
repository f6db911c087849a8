"""Lemmatise with simplemma and the corrections of each language."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from .languages import find_language
from .lemma_dictionaries import (
    NativeDictionaries,
    NativeWords,
    lemma_languages,
    load_lemma_dictionary,
    simplemma_version,
)

# The English rules of simplemma 2.0.0; tests compare the two implementations.
#
# simplemma itself imports the rules of all languages, which is slow.

_STRAIGHTEN_APOSTROPHES = str.maketrans("’ʼ", "''")
_CURLY = ("’", "ʼ")
_CLITICS = ("n't", "'re", "'ve", "'ll", "'m", "'s", "'d")
_MAX_CLITICS = 2
_IRREGULAR = frozenset({"can't", "won't", "shan't"})
_HYPHENS = str.maketrans("_", "-")
_PLURALS = ("doms", "isms", "ists", "ments", "nces", "ships", "tions", "ums", "erves")


class EnglishRules:
    """Lemmatise English with a dictionary, and with rules for forms that it does not list."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words

    def lemma(self, form: str) -> str:
        """Return the lemma of any form."""
        form = normalize("NFC", form)
        if form.isnumeric():
            return form
        lemma = self.look_up(form) or self._without_clitics(form) or self._without_hyphens(form)
        return lemma or _english_endings(form) or form

    def look_up(self, form: str) -> str | None:
        """Return the dictionary's lemma of the form, its other case or with other apostrophes."""
        straight = form.translate(_STRAIGHTEN_APOSTROPHES)
        variants = [form]
        if "'" in straight:
            variants += straight, *(straight.replace("'", curly) for curly in _CURLY)
        for variant in variants:
            lemma = self._words.get(variant)
            if lemma is None:
                upper = variant[:1].isupper()
                lemma = self._words.get(variant.lower() if upper else variant.capitalize())
            if lemma is not None:
                return lemma
        return None

    def _without_clitics(self, form: str) -> str | None:
        stem = form.translate(_STRAIGHTEN_APOSTROPHES)
        if "'" not in stem or stem.lower() in _IRREGULAR:
            return None
        for _ in range(_MAX_CLITICS):
            clitic = next((end for end in _CLITICS if stem.endswith(end) and stem != end), None)
            if clitic is None:
                return None
            stem = stem.removesuffix(clitic)
            lemma = self.look_up(stem)
            if lemma is None and (bare := _without_marks(stem)) != stem:
                lemma = self.look_up(bare)
            if lemma is not None:
                return lemma
        return None

    def _without_hyphens(self, form: str) -> str | None:
        head, _, last = form.translate(_HYPHENS).rpartition("-")
        if not last or len(last) == len(form):
            return None
        joined = (head + last).replace("-", "").lower()
        joined_lemma = self.look_up(joined.capitalize() if form[0].isupper() else joined)
        if joined_lemma is not None:
            return joined_lemma
        lemma = self.look_up(last)
        return None if lemma is None else form.removesuffix(last) + lemma


def _english_endings(form: str) -> str | None:
    if len(form) > 7 and form.endswith("cies"):
        return form[:-3] + "y"
    if form.endswith(_PLURALS):
        return form[:-1]
    return form[:-1] if form.endswith("ized") else None


def _without_marks(word: str) -> str:
    bare = "".join(char for char in normalize("NFD", word) if not combining(char))
    return normalize("NFC", bare)


_CACHE_SIZE = 65_536
_SMALL_CACHE_SIZE = 16
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")

_MIN_STEM_LENGTH = 3
# Versions of simplemma that look up a word, as it is or in the other case, before anything else;
# except in the languages below, which process apostrophes or diacritics first.
_KNOWN_VERSIONS = ("2.0.0",)
_PREPROCESSED = frozenset({"ar", "grc", "he", "hy", "tr"})
_APOSTROPHE = re.compile("['’ʼ]")
_UNINFLECTED = frozenset({"PUNCT", "SYM", "X"})
_NO_EXCEPTIONS: Mapping[str, str] = {}


def has_lemmas(lang: str) -> bool:
    """Return whether simplemma has a dictionary for the language."""
    return _simplemma_code(lang) in lemma_languages()


def _simplemma_code(lang: str) -> str:
    """Return simplemma's code for the language."""
    return find_language(lang).lemmas.dictionary or lang


class Lemmatizer:
    """Returns the lower-case lemma of a form with a part of speech."""

    def __init__(self, lang: str) -> None:
        self._facts = find_language(lang).lemmas
        self._code = _simplemma_code(lang)
        self._exceptions = _group_exceptions(self._facts.exceptions)
        self._endings = [pair.split(":") for pair in self._facts.verb_endings.split()]
        self._loaded_rules: _Rules | None = None
        self._has_dictionary = has_lemmas(lang)
        self.name = f"simplemma-{simplemma_version()}" if self._has_dictionary else "lower"
        self._looks_up_directly = (
            simplemma_version() in _KNOWN_VERSIONS and self._code not in _PREPROCESSED
        )
        # Caches are attributes, since a cache on the method would outlive the object.
        self.lemma: Callable[[str, str], str] = lru_cache(_CACHE_SIZE)(
            self.uncached_lemma
        )  # form and UPOS
        # The lemma without regard to the part of speech; looked up once per candidate UPOS.
        self.base: Callable[[str], str] = lru_cache(_SMALL_CACHE_SIZE)(self._uncached_base)

    def uncached_lemma(self, form: str, upos: str) -> str:
        """Return the lemma without caching, for callers that look up each form once."""
        return self.uncached_lemmas(form, (upos,))[upos]

    def uncached_lemmas(self, form: str, tags: Iterable[str]) -> dict[str, str]:
        """Return the lemma for each of several UPOS tags, without caching."""
        plain = form.translate(_APOSTROPHES)
        low = plain.lower()
        exceptions = self._exceptions.get(low, _NO_EXCEPTIONS)
        return {
            upos: exceptions.get(upos) or exceptions.get("") or self._regular(plain, low, upos)
            for upos in tags
        }

    def _regular(self, plain: str, low: str, upos: str) -> str:
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
            if _MIN_STEM_LENGTH <= len(stem) < len(form) and self._is_verb(stem + infinitive):
                return stem + infinitive
        return lemma

    def _is_verb(self, lemma: str) -> bool:
        probe = lemma + self._facts.verb_probe
        return self.knows(probe) and self.base(probe) == lemma

    def _uncached_base(self, form: str) -> str:
        if not self._has_dictionary or not form:
            return form.lower()
        try:
            lemma = self._look_up(form) or self._without_rules(form)
            return str(lemma or self._rules.lemma(form)).lower()
        except UnicodeEncodeError:  # a lone surrogate is in no dictionary
            return form.lower()

    def knows(self, form: str) -> bool:
        """Return whether the dictionary lists the form."""
        if not self._has_dictionary or not form:
            return False
        try:
            if self._look_up(form) is not None:
                return True
            if self._looks_up_directly and not _APOSTROPHE.search(
                form
            ):  # rules try other apostrophes
                return False
            return self._rules.listed(normalize("NFC", form)) is not None
        except UnicodeEncodeError:
            return False

    def native_settings(self) -> dict[str, Any] | None:
        """Return the data with which the core lemmatises ASCII words; None if it cannot."""
        if not self._looks_up_directly or not self._has_dictionary:
            return None
        words, facts = load_lemma_dictionary(self._code), self._facts
        if not isinstance(words, NativeWords):
            return None
        return {
            "dictionary": words.table,
            "exceptions": [
                (form, upos, lemma)
                for form, lemmas in self._exceptions.items()
                for upos, lemma in lemmas.items()
            ],
            "kept_endings": [
                (upos, end) for upos in facts.kept_endings for end in facts.kept_endings[upos]
            ],
            "verb_endings": [(ending, infinitive) for ending, infinitive in self._endings],
            "infinitives": list(facts.infinitives),
            "verb_probe": facts.verb_probe,
            "keeps_names": facts.keeps_names,
            "capital_nouns": facts.capital_nouns,
            "english": self._code == "en",
        }

    def _look_up(self, form: str) -> str | None:
        """Look up a form like simplemma, without importing its rules, which is slow."""
        if not self._looks_up_directly:
            return None
        form, words = normalize("NFC", form), load_lemma_dictionary(self._code)
        lemma = words.get(form)
        if lemma is not None:
            return lemma
        return words.get(form.lower() if form[:1].isupper() else form.capitalize())

    def _without_rules(self, form: str) -> str | None:
        """Return marks and numbers, which are frequent and which no rule changes; else None."""
        is_mark = len(form) == 1 and not form.isalnum()
        is_number = form.isascii() and form.isdigit()
        return (
            normalize("NFC", form) if self._looks_up_directly and (is_mark or is_number) else None
        )

    @property
    def _rules(self) -> "_Rules":
        if self._loaded_rules is None:
            self._loaded_rules = self._load_rules()
        return self._loaded_rules

    def _load_rules(self) -> "_Rules":
        if self._looks_up_directly and self._code == "en":
            english = EnglishRules(load_lemma_dictionary(self._code))
            return _Rules(english.lemma, english.look_up)
        import simplemma
        from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy

        dictionaries: Any = NativeDictionaries()
        strategy = DefaultStrategy(dictionary_factory=dictionaries)
        # A small cache, since lemmas are already cached here or in the core.
        lemmatizer = simplemma.Lemmatizer(_SMALL_CACHE_SIZE, lemmatization_strategy=strategy)
        return _Rules(
            partial(lemmatizer.lemmatize, lang=self._code),
            partial(DictionaryLookupStrategy(dictionaries).get_lemma, lang=self._code),
        )


class _Rules(NamedTuple):
    """simplemma's functions: the lemma of a form, and the dictionary entry of a form."""

    lemma: Callable[[str], Any]
    listed: Callable[[str], Any]


def _group_exceptions(tables: Mapping[str, str]) -> dict[str, dict[str, str]]:
    exceptions: dict[str, dict[str, str]] = {}
    for upos, table in tables.items():
        words = table.split()
        for form, lemma in zip(words[::2], words[1::2], strict=True):
            exceptions.setdefault(form, {})[upos] = lemma
    return exceptions


__all__ = ["Lemmatizer", "has_lemmas"]
