"""Lemmas by simplemma, which knows no parts of speech; each language mends what that costs."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple
from unicodedata import normalize

from ...languages import find_language
from .core_words import CoreWords
from .dictionaries import CoreDictionaries, dictionary, lemma_languages, simplemma_version
from .english import EnglishRules

_MEMO = 65_536
_RECENT = 16
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")

_SHORTEST_STEM = 3
# Versions that look words up as they are or in the other case before they do anything else, but in
# languages in which apostrophes or marks come first.
_KNOWN = ("2.0.0",)
_PREPARED = frozenset({"ar", "grc", "he", "hy", "tr"})
_APOSTROPHE = re.compile("['’ʼ]")
_UNINFLECTED = frozenset({"PUNCT", "SYM", "X"})
_NONE: Mapping[str, str] = {}


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
        self._own_rules: _Rules | None = None
        self._has_dictionary = has_lemmas(lang)
        self.name = f"simplemma-{simplemma_version()}" if self._has_dictionary else "lower"
        self._plain = simplemma_version() in _KNOWN and self._code not in _PREPARED
        # Caches are attributes, since one on the method would outlive the object.
        self.lemma: Callable[[str, str], str] = lru_cache(_MEMO)(self.fresh_lemma)  # form and UPOS
        # The lemma as far as it can be told without the part of speech; asked for by each UPOS.
        self.base: Callable[[str], str] = lru_cache(_RECENT)(self._base)

    def fresh_lemma(self, form: str, upos: str) -> str:
        """The same as `lemma` for who asks once and keeps it."""
        return self.fresh_lemmas(form, (upos,))[upos]

    def fresh_lemmas(self, form: str, tags: Iterable[str]) -> dict[str, str]:
        """The same for each of several UPOS."""
        plain = form.translate(_APOSTROPHES)
        low = plain.lower()
        own = self._exceptions.get(low, _NONE)
        return {
            upos: own.get(upos) or own.get("") or self._regular(plain, low, upos) for upos in tags
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
            if _SHORTEST_STEM <= len(stem) < len(form) and self._is_verb(stem + infinitive):
                return stem + infinitive
        return lemma

    def _is_verb(self, lemma: str) -> bool:
        probe = lemma + self._facts.verb_probe
        return self.knows(probe) and self.base(probe) == lemma

    def _base(self, form: str) -> str:
        if not self._has_dictionary or not form:
            return form.lower()
        try:
            found = self._look_up(form) or self._without_rules(form)
            return str(found or self._rules.lemma(form)).lower()
        except UnicodeEncodeError:  # a lone surrogate: no dictionary has it
            return form.lower()

    def knows(self, form: str) -> bool:
        """Whether the dictionary lists the form."""
        if not self._has_dictionary or not form:
            return False
        try:
            if self._look_up(form) is not None:
                return True
            if self._plain and not _APOSTROPHE.search(form):  # which may be written otherwise
                return False
            return self._rules.listed(normalize("NFC", form)) is not None
        except UnicodeEncodeError:
            return False

    def plain_facts(self) -> dict[str, Any] | None:
        """What the core is told to make lemmas of ASCII words; None where it cannot."""
        if not self._plain or not self._has_dictionary:
            return None
        words, facts = dictionary(self._code), self._facts
        if not isinstance(words, CoreWords):
            return None
        return {
            "dictionary": words.table,
            "exceptions": [
                (form, upos, lemma)
                for form, own in self._exceptions.items()
                for upos, lemma in own.items()
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
        """What simplemma does first, and without it: its rules take long to import."""
        if not self._plain:
            return None
        form, words = normalize("NFC", form), dictionary(self._code)
        found = words.get(form)
        if found is not None:
            return found
        return words.get(form.lower() if form[:1].isupper() else form.capitalize())

    def _without_rules(self, form: str) -> str | None:
        """What no rule changes, in every line: marks and numbers."""
        mark = len(form) == 1 and not form.isalnum()
        number = form.isascii() and form.isdigit()
        return normalize("NFC", form) if self._plain and (mark or number) else None

    @property
    def _rules(self) -> "_Rules":
        if self._own_rules is None:
            self._own_rules = self._load_rules()
        return self._own_rules

    def _load_rules(self) -> "_Rules":
        if self._plain and self._code == "en":
            english = EnglishRules(dictionary(self._code))
            return _Rules(english.lemma, english.listed)
        import simplemma
        from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy

        own: Any = CoreDictionaries()
        strategy = DefaultStrategy(dictionary_factory=own)
        # What it keeps of its own would be there twice: we remember lemmas, or the core does.
        lemmatizer = simplemma.Lemmatizer(_RECENT, lemmatization_strategy=strategy)
        return _Rules(
            partial(lemmatizer.lemmatize, lang=self._code),
            partial(DictionaryLookupStrategy(own).get_lemma, lang=self._code),
        )


class _Rules(NamedTuple):
    """simplemma's: the lemma of a form, and what its dictionary has for it."""

    lemma: Callable[[str], Any]
    listed: Callable[[str], Any]


def _by_form_and_class(tables: Mapping[str, str]) -> dict[str, dict[str, str]]:
    exceptions: dict[str, dict[str, str]] = {}
    for upos, table in tables.items():
        words = table.split()
        for form, lemma in zip(words[::2], words[1::2], strict=True):
            exceptions.setdefault(form, {})[upos] = lemma
    return exceptions
