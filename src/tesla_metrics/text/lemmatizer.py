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
    get_simplemma_version,
    list_lemma_languages,
    load_lemma_dictionary,
)

# The English rules of simplemma 2.0.0
#
# They are implemented here because simplemma imports the rules of all languages, which is slow.
# Tests compare the two implementations.

_STRAIGHTEN_APOSTROPHES = str.maketrans("’ʼ", "''")
_OTHER_APOSTROPHES = ("’", "ʼ")
_CLITICS = ("n't", "'re", "'ve", "'ll", "'m", "'s", "'d")
_MAX_CLITICS = 2
_IRREGULAR_NEGATIONS = frozenset({"can't", "won't", "shan't"})
_UNDERSCORES_TO_HYPHENS = str.maketrans("_", "-")
_PLURAL_ENDINGS = ("doms", "isms", "ists", "ments", "nces", "ships", "tions", "ums", "erves")


class EnglishRules:
    """Lemmatises English with a dictionary, and with rules for forms that it does not list."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words

    def lemmatize(self, form: str) -> str:
        """Return the lemma of a form; the form itself if no rule applies."""
        form = normalize("NFC", form)
        if form.isnumeric():
            return form
        return (
            self.look_up(form)
            or self._look_up_without_clitics(form)
            or self._look_up_without_hyphens(form)
            or _replace_english_ending(form)
            or form
        )

    def look_up(self, form: str) -> str | None:
        """Return the lemma in the dictionary, also with other case or other apostrophes."""
        straightened = form.translate(_STRAIGHTEN_APOSTROPHES)
        variants = [form]
        if "'" in straightened:
            variants.append(straightened)
            variants += (straightened.replace("'", other) for other in _OTHER_APOSTROPHES)
        for variant in variants:
            lemma = self._words.get(variant)
            if lemma is None:
                is_capitalized = variant[:1].isupper()
                other_case = variant.lower() if is_capitalized else variant.capitalize()
                lemma = self._words.get(other_case)
            if lemma is not None:
                return lemma
        return None

    def _look_up_without_clitics(self, form: str) -> str | None:
        stem = form.translate(_STRAIGHTEN_APOSTROPHES)
        if "'" not in stem or stem.lower() in _IRREGULAR_NEGATIONS:
            return None
        for _ in range(_MAX_CLITICS):
            clitic = next((end for end in _CLITICS if stem.endswith(end) and stem != end), None)
            if clitic is None:
                return None
            stem = stem.removesuffix(clitic)
            lemma = self.look_up(stem)
            if lemma is None and (plain_stem := _remove_diacritics(stem)) != stem:
                lemma = self.look_up(plain_stem)
            if lemma is not None:
                return lemma
        return None

    def _look_up_without_hyphens(self, form: str) -> str | None:
        """Look up the form written as one word, else lemmatise the part after the last hyphen."""
        first_parts, _, last_part = form.translate(_UNDERSCORES_TO_HYPHENS).rpartition("-")
        if not last_part or len(last_part) == len(form):
            return None
        one_word = (first_parts + last_part).replace("-", "").lower()
        lemma = self.look_up(one_word.capitalize() if form[0].isupper() else one_word)
        if lemma is not None:
            return lemma
        last_lemma = self.look_up(last_part)
        return None if last_lemma is None else form.removesuffix(last_part) + last_lemma


def _replace_english_ending(form: str) -> str | None:
    if len(form) > 7 and form.endswith("cies"):
        return form[:-3] + "y"
    if form.endswith(_PLURAL_ENDINGS):
        return form[:-1]
    return form[:-1] if form.endswith("ized") else None


def _remove_diacritics(word: str) -> str:
    letters = "".join(char for char in normalize("NFD", word) if not combining(char))
    return normalize("NFC", letters)


# Lemmatising any language with the corrections of its description

_CACHE_SIZE = 65_536
_SMALL_CACHE_SIZE = 16
_STRAIGHTEN_ALL_QUOTES = str.maketrans("’‘ʼ", "'''")

_MIN_STEM_LENGTH = 3
# Versions of simplemma that first look up a word, without changes or in the other case. In some
# languages, simplemma removes apostrophes or diacritics before the lookup.
_SUPPORTED_VERSIONS = ("2.0.0",)
_LANGUAGES_WITH_PREPROCESSING = frozenset({"ar", "grc", "he", "hy", "tr"})
_APOSTROPHE_PATTERN = re.compile("['’ʼ]")
_UNINFLECTED_UPOS = frozenset({"PUNCT", "SYM", "X"})
_NO_EXCEPTIONS: Mapping[str, str] = {}


def has_lemmas(lang: str) -> bool:
    """Return whether simplemma has a dictionary for the language."""
    return _simplemma_code(lang) in list_lemma_languages()


def _simplemma_code(lang: str) -> str:
    """Return simplemma's code for the language."""
    return find_language(lang).lemmas.dictionary or lang


class Lemmatizer:
    """Lemmatises words, depending on their part of speech. Lemmas are lower-case."""

    def __init__(self, lang: str) -> None:
        self._corrections = find_language(lang).lemmas
        self._code = _simplemma_code(lang)
        self._exceptions = _group_exceptions(self._corrections.exceptions)
        # Ending of a verb form, and the ending of its infinitive.
        self._verb_endings = [pair.split(":") for pair in self._corrections.verb_endings.split()]
        self._cached_rules: _SimplemmaFunctions | None = None
        self._has_dictionary = has_lemmas(lang)
        self.name = f"simplemma-{get_simplemma_version()}" if self._has_dictionary else "lower"
        self._looks_up_directly = (
            get_simplemma_version() in _SUPPORTED_VERSIONS
            and self._code not in _LANGUAGES_WITH_PREPROCESSING
        )
        # The caches are attributes of the object, so that they are released together with it.
        # `lemmatize(form, upos)` returns the lemma for a part of speech.
        self.lemma: Callable[[str, str], str] = lru_cache(_CACHE_SIZE)(self.uncached_lemma)
        # `base_lemma(form)` returns the lemma without regard to the part of speech. The cache is
        # small: it is useful only while the lemmas of a form for several UPOS are computed.
        self.base_lemma: Callable[[str], str] = lru_cache(_SMALL_CACHE_SIZE)(self._compute_base)

    def uncached_lemma(self, form: str, upos: str) -> str:
        """Return the lemma without caching, for callers that look up each form once."""
        return self.uncached_lemmas(form, (upos,))[upos]

    def uncached_lemmas(self, form: str, tags: Iterable[str]) -> dict[str, str]:
        """Return the lemma for each of several UPOS tags, without caching."""
        form = form.translate(_STRAIGHTEN_ALL_QUOTES)
        lower = form.lower()
        exceptions = self._exceptions.get(lower, _NO_EXCEPTIONS)
        lemmas = {}
        for upos in tags:
            exception = exceptions.get(upos) or exceptions.get("")
            lemmas[upos] = exception or self._lemmatize_regular(form, lower, upos)
        return lemmas

    def _lemmatize_regular(self, form: str, lower: str, upos: str) -> str:
        """Return the lemma of a form that is not an exception; `lower` is its lower-case form."""
        if upos in _UNINFLECTED_UPOS or (upos == "PROPN" and self._corrections.keeps_names):
            return lower
        if lower.endswith(self._corrections.kept_endings.get(upos, ())):
            return lower
        with_capital = self._corrections.capital_nouns and upos in ("NOUN", "PROPN")
        lemma = self.base_lemma(form if with_capital else lower)
        return self._correct_verb(lower, lemma) if upos == "VERB" else lemma

    def _correct_verb(self, form: str, lemma: str) -> str:
        """Return the infinitive of a verb form if `lemmatize` is not an infinitive, else
        `lemmatize`.
        """
        if lemma.endswith(self._corrections.infinitives) or (
            lemma != form and self._is_verb(lemma)
        ):
            return lemma
        for ending, infinitive in self._verb_endings:
            stem = form.removesuffix(ending)
            if _MIN_STEM_LENGTH <= len(stem) < len(form) and self._is_verb(stem + infinitive):
                return stem + infinitive
        return lemma

    def _is_verb(self, lemma: str) -> bool:
        probe = lemma + self._corrections.verb_probe
        return self.is_listed(probe) and self.base_lemma(probe) == lemma

    def _compute_base(self, form: str) -> str:
        if not self._has_dictionary or not form:
            return form.lower()
        try:
            lemma = self._look_up(form) or self._lemmatize_trivial(form)
            return str(lemma or self._simplemma.lemmatize(form)).lower()
        except UnicodeEncodeError:  # a lone surrogate is in no dictionary
            return form.lower()

    def is_listed(self, form: str) -> bool:
        """Return whether simplemma's dictionary lists the form."""
        if not self._has_dictionary or not form:
            return False
        try:
            if self._look_up(form) is not None:
                return True
            # simplemma also looks up the form with other apostrophes.
            if self._looks_up_directly and not _APOSTROPHE_PATTERN.search(form):
                return False
            return self._simplemma.look_up(normalize("NFC", form)) is not None
        except UnicodeEncodeError:
            return False

    def build_native_settings(self) -> dict[str, Any] | None:
        """Return the data that the native core needs to lemmatise ASCII words.

        The result is None if the native core cannot lemmatise this language.
        """
        if not self._looks_up_directly or not self._has_dictionary:
            return None
        words, corrections = load_lemma_dictionary(self._code), self._corrections
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
                (upos, ending)
                for upos, endings in corrections.kept_endings.items()
                for ending in endings
            ],
            "verb_endings": [(ending, infinitive) for ending, infinitive in self._verb_endings],
            "infinitives": list(corrections.infinitives),
            "verb_probe": corrections.verb_probe,
            "keeps_names": corrections.keeps_names,
            "capital_nouns": corrections.capital_nouns,
            "english": self._code == "en",
        }

    def _look_up(self, form: str) -> str | None:
        """Look up a form like simplemma, but without importing simplemma, which is slow.

        The result is None if the form is not listed or simplemma is needed for the lookup.
        """
        if not self._looks_up_directly:
            return None
        form, words = normalize("NFC", form), load_lemma_dictionary(self._code)
        lemma = words.get(form)
        if lemma is not None:
            return lemma
        return words.get(form.lower() if form[:1].isupper() else form.capitalize())

    def _lemmatize_trivial(self, form: str) -> str | None:
        """Return the form of a mark or number, which simplemma would not change; else None.

        Marks and numbers are frequent, and simplemma is slow.
        """
        is_mark = len(form) == 1 and not form.isalnum()
        is_number = form.isascii() and form.isdigit()
        is_trivial = self._looks_up_directly and (is_mark or is_number)
        return normalize("NFC", form) if is_trivial else None

    @property
    def _simplemma(self) -> "_SimplemmaFunctions":
        if self._cached_rules is None:
            self._cached_rules = self._load_simplemma()
        return self._cached_rules

    def _load_simplemma(self) -> "_SimplemmaFunctions":
        if self._looks_up_directly and self._code == "en":
            english = EnglishRules(load_lemma_dictionary(self._code))
            return _SimplemmaFunctions(english.lemmatize, english.look_up)
        import simplemma
        from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy

        dictionaries: Any = NativeDictionaries()
        strategy = DefaultStrategy(dictionary_factory=dictionaries)
        # A small cache, since lemmas are already cached here or in the core.
        lemmatizer = simplemma.Lemmatizer(_SMALL_CACHE_SIZE, lemmatization_strategy=strategy)
        return _SimplemmaFunctions(
            partial(lemmatizer.lemmatize, lang=self._code),
            partial(DictionaryLookupStrategy(dictionaries).get_lemma, lang=self._code),
        )


class _SimplemmaFunctions(NamedTuple):
    """The functions of simplemma for a language, or their replacement `EnglishRules`."""

    lemmatize: Callable[[str], Any]  # form -> lemma
    look_up: Callable[[str], Any]  # form -> lemma in the dictionary; None if it is not listed


def _group_exceptions(words_by_upos: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Convert `LemmaCorrections.exceptions` to a mapping form -> UPOS -> lemma."""
    exceptions: dict[str, dict[str, str]] = {}
    for upos, forms_and_lemmas in words_by_upos.items():
        words = forms_and_lemmas.split()
        for form, lemma in zip(words[::2], words[1::2], strict=True):
            exceptions.setdefault(form, {})[upos] = lemma
    return exceptions


__all__ = ["Lemmatizer", "has_lemmas"]
