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
    """Tags words as X, numbers as NUM and punctuation as PUNCT; there are no function words."""

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
        upos = coarse_upos(form)
        return WordAnalysis((self.labels.index(upos),), (self._lemma(form, upos),))

    def _tokens(self, text: str) -> tuple[Token, ...]:
        tokens = []
        for form in self._tokenizer.tokenize(text):
            upos = coarse_upos(form)
            tokens.append(Token(form, self._lemma(form, upos), upos))
        return tuple(tokens)

    def _lemma(self, form: str, upos: str) -> str:
        # Here X is any word, not a foreign word as in UD.
        return self._lemmatizer.lemma(form, "" if upos == "X" else upos)


def coarse_upos(form: str) -> str:
    """Return NUM for forms that start with a digit, X for other words and PUNCT for the rest."""
    if form[0].isdigit():
        return "NUM"
    return "X" if has_alphanumeric(form) else "PUNCT"


_TAGGERS = DATA_FOLDER / "taggers"


def shipped_tagger(lang: str) -> Path:
    """Return the path of the tagger of a built-in language."""
    return _TAGGERS / f"{lang}.tagger"


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
        names = f"{self._tagger.name}@{self._tagger.short_hash}", self._lemmatizer.name
        parts = [f"builtin-{self._tokenizer.name}", *names]
        self.name = "+".join([*parts, splitter.name] if splitter is not None else parts)

    @property
    def plain_rules(self) -> TokenizerRules | None:
        """The rules of the language; None for subclasses, which may analyse words differently."""
        return self._rules if type(self) is BuiltinAnalyzer else None

    @property
    def plain_words(self) -> dict[str, Any] | None:
        # A tagger for another language ("und") uses the lemmas of that language.
        is_supported = self._tagger.language == self._lang and type(self) is BuiltinAnalyzer
        facts = self._lemmatizer.native_settings() if is_supported else None
        if facts is None:
            return None
        splits = self._splitter is not None
        return {"tagged": self._tagger.words, "upos": self._upos, "splits": splits, **facts}

    @property
    def preferred_tags(self) -> str:
        return "xpos" if find_language(self._lang).penn and self.has_xpos else "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(text, self._tokens(text)) for text in texts]

    def chunk(self, chunk: str) -> tuple[str, ...]:
        return tuple(self._tokenizer.tokenize(chunk))

    def word(self, form: str) -> WordAnalysis:
        candidates, kind, base, listed = self._tagger.lexicon.describe(form)
        upos = [self._upos[label] for label in candidates]
        parts: tuple[str, ...] = ()
        if self._splitter is not None and "NOUN" in upos:
            parts = self._splitter.split(form)
        # The core calls this once per word. Lemmas depend on the UPOS, which labels share.
        lemma_of = self._lemmatizer.uncached_lemmas(form, set(upos))
        lemmas = tuple(map(lemma_of.__getitem__, upos))
        return WordAnalysis(candidates, lemmas, kind, base, listed, parts if len(parts) > 1 else ())

    def _tokens(self, text: str) -> tuple[Token, ...]:
        forms = self._tokenizer.tokenize(text)
        tags = self._tagger.tag(forms)
        if self._splitter is not None:
            parts = _split_nouns(forms, tags, self._splitter)
            if len(parts) > len(forms):
                forms, tags = parts, self._tagger.tag(parts)
        lemma = self._lemmatizer.lemma
        return tuple(
            Token(form, lemma(form, upos), upos, xpos)
            for form, (upos, xpos) in zip(forms, tags, strict=True)
        )


def _split_nouns(
    forms: Sequence[str], tags: Sequence[tuple[str, str]], splitter: CompoundSplitter
) -> list[str]:
    parts: list[str] = []
    for form, (upos, _) in zip(forms, tags, strict=True):
        parts.extend(splitter.split(form) if upos == "NOUN" else (form,))
    return parts
