"""The built-in analyser, and the fallback analyser for languages without a tagger."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..files.resource import DATA_FOLDER
from ..files.sentence import Sentence, Token, has_alphanumeric
from .analyzer import RuleBasedAnalyzer, WordAnalysis
from .compounds import CompoundSplitter
from .languages import TokenizerRules, find_language
from .lemmatizer import Lemmatizer
from .tagging import Tagger
from .tokenizers import get_tokenizer


class FallbackAnalyzer:
    """The analyser for languages without a tagger.

    It tags words as X, numbers as NUM and punctuation as PUNCT. There are no function words.
    """

    preferred_tags = "upos"
    labels: tuple[str, ...] = ("X", "NUM", "PUNCT")
    has_xpos = False
    weights: bytes | None = None

    def __init__(self, lang: str) -> None:
        self._tokenizer = get_tokenizer(lang)
        self._lemmatizer = Lemmatizer(lang)
        self.name = f"fallback-{self._tokenizer.name}+{self._lemmatizer.name}"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(text, self._tokens(text)) for text in texts]

    def chunk(self, chunk: str) -> tuple[str, ...]:
        return tuple(self._tokenizer.tokenize(chunk))

    def word(self, form: str) -> WordAnalysis:
        upos = guess_coarse_upos(form)
        return WordAnalysis((self.labels.index(upos),), (self._lemma(form, upos),))

    def _tokens(self, text: str) -> tuple[Token, ...]:
        tokens = []
        for form in self._tokenizer.tokenize(text):
            upos = guess_coarse_upos(form)
            tokens.append(Token(form, self._lemma(form, upos), upos))
        return tuple(tokens)

    def _lemma(self, form: str, upos: str) -> str:
        # X stands for any word, while the lemmatiser expects foreign words, as in UD.
        return self._lemmatizer.lemma(form, "" if upos == "X" else upos)


def guess_coarse_upos(form: str) -> str:
    """Return NUM if a form begins with a digit, X for other words, PUNCT for punctuation."""
    if form[0].isdigit():
        return "NUM"
    return "X" if has_alphanumeric(form) else "PUNCT"


_TAGGERS_FOLDER = DATA_FOLDER / "taggers"


def get_shipped_tagger_path(lang: str) -> Path:
    """Return the path of the tagger of a built-in language."""
    return _TAGGERS_FOLDER / f"{lang}.tagger"


class BuiltinAnalyzer(RuleBasedAnalyzer):
    """Tokenises, tags and lemmatises with the data of the installed package."""

    def __init__(self, lang: str, tagger: Path, splitter: CompoundSplitter | None) -> None:
        self._lang = lang
        self._rules = find_language(lang).rules
        self._tokenizer = get_tokenizer(lang)
        self._tagger = Tagger.load(tagger)
        if self._tagger.language not in (lang, "und"):
            raise UsageError(
                f"{tagger} is a tagger for {self._tagger.language!r}, not for {lang!r}: "
                "give the language it was built for"
            )
        self._lemmatizer = Lemmatizer(lang)
        self._splitter = splitter
        self.labels, self.weights = self._tagger.labels, self._tagger.weights
        self._upos = [label.partition(" ")[0] for label in self.labels]
        self.has_xpos = any(" " in label for label in self.labels)
        names = [
            f"builtin-{self._tokenizer.name}",
            f"{self._tagger.name}@{self._tagger.short_hash}",
            self._lemmatizer.name,
        ]
        if splitter is not None:
            names.append(splitter.name)
        self.name = "+".join(names)

    @property
    def plain_rules(self) -> TokenizerRules | None:
        """The tokenisation rules; None for subclasses, which may tokenise in another way."""
        return self._rules if type(self) is BuiltinAnalyzer else None

    @property
    def plain_words(self) -> dict[str, Any] | None:
        # A tagger for an undetermined language uses another lemmatiser than this analyser.
        is_supported = self._tagger.language == self._lang and type(self) is BuiltinAnalyzer
        lemmatizer_data = self._lemmatizer.build_native_settings() if is_supported else None
        if lemmatizer_data is None:
            return None
        return {
            "tagged": self._tagger.words,
            "upos": self._upos,
            "splits": self._splitter is not None,
            **lemmatizer_data,
        }

    @property
    def preferred_tags(self) -> str:
        return "xpos" if find_language(self._lang).penn and self.has_xpos else "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(text, self._tokens(text)) for text in texts]

    def chunk(self, chunk: str) -> tuple[str, ...]:
        return tuple(self._tokenizer.tokenize(chunk))

    def word(self, form: str) -> WordAnalysis:
        candidates, kind, base, in_dictionary = self._tagger.lexicon.describe_form(form)
        upos_tags = [self._upos[label] for label in candidates]
        parts: tuple[str, ...] = ()
        if self._splitter is not None and "NOUN" in upos_tags:
            parts = self._splitter.split(form)
        if len(parts) == 1:
            parts = ()
        # Caching lemmas is useless, because this method is called once per word. Several
        # candidates may have the same UPOS.
        lemma_by_upos = self._lemmatizer.uncached_lemmas(form, set(upos_tags))
        lemmas = tuple(lemma_by_upos[upos] for upos in upos_tags)
        return WordAnalysis(candidates, lemmas, kind, base, in_dictionary, parts)

    def _tokens(self, text: str) -> tuple[Token, ...]:
        forms = self._tokenizer.tokenize(text)
        tags = self._tagger.tag(forms)
        if self._splitter is not None:
            split_forms = _split_compound_nouns(forms, tags, self._splitter)
            if len(split_forms) > len(forms):
                forms, tags = split_forms, self._tagger.tag(split_forms)
        lemma = self._lemmatizer.lemma
        return tuple(
            Token(form, lemma(form, upos), upos, xpos)
            for form, (upos, xpos) in zip(forms, tags, strict=True)
        )


def _split_compound_nouns(
    forms: Sequence[str], tags: Sequence[tuple[str, str]], splitter: CompoundSplitter
) -> list[str]:
    """Replace the forms of nouns by their parts; `tags` are pairs of UPOS and XPOS."""
    split_forms: list[str] = []
    for form, (upos, _) in zip(forms, tags, strict=True):
        split_forms.extend(splitter.split(form) if upos == "NOUN" else (form,))
    return split_forms
