"""The built-in analyser: tokenise, tag, lemmatise; split nouns where there are counts of words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..languages import Rules, find_language
from .analyzer import RuleBased, WordFacts
from .compounds import CompoundSplitter
from .lemmas import Lemmatizer
from .sentence import Sentence, Token
from .tagging import Tagger
from .tokenizers import get_tokenizer

_TAGGERS = Path(__file__).parent.parent / "data" / "taggers"


def shipped_tagger(lang: str) -> Path:
    """Where the tagger of a built-in language lies."""
    return _TAGGERS / f"{lang}.tagger"


class BuiltinAnalyzer(RuleBased):
    """Needs nothing but the installed package."""

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
    def plain_rules(self) -> Rules | None:
        """None of one that was derived, too: it may cut or describe words in its own way."""
        return self._rules if type(self) is BuiltinAnalyzer else None

    @property
    def plain_words(self) -> dict[str, Any] | None:
        # A tagger of another language ("und") knows words by that one's lemmas.
        own = self._tagger.language == self._lang and type(self) is BuiltinAnalyzer
        facts = self._lemmatizer.plain_facts() if own else None
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

    def word(self, form: str) -> WordFacts:
        candidates, kind, base, listed = self._tagger.lexicon.describe(form)
        upos = [self._upos[label] for label in candidates]
        parts: tuple[str, ...] = ()
        if self._splitter is not None and "NOUN" in upos:
            parts = self._splitter.split(form)
        # The core asks once a word. Several labels share a UPOS, and the lemma asks for no more.
        lemma_of = self._lemmatizer.fresh_lemmas(form, set(upos))
        lemmas = tuple(map(lemma_of.__getitem__, upos))
        return WordFacts(candidates, lemmas, kind, base, listed, parts if len(parts) > 1 else ())

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
