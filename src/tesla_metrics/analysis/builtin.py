"""The built-in analyser: tokenise, tag, lemmatise; German nouns are split into their parts."""

from collections.abc import Sequence
from pathlib import Path

from .compounds import CompoundSplitter
from .lemmas import Lemmatizer
from .sentence import Sentence, Token
from .tagging import Tagger
from .tokenizers import get_tokenizer

_TAGGERS = Path(__file__).parent.parent / "data" / "taggers"


def shipped_tagger(lang: str) -> Path:
    """Where the tagger of a built-in language lies."""
    return _TAGGERS / f"{lang}.tagger"


class BuiltinAnalyzer:
    """Needs nothing but the installed package."""

    def __init__(self, lang: str, tagger: Path, splitter: CompoundSplitter | None) -> None:
        self._lang = lang
        self._tokenizer = get_tokenizer(lang)
        self._tagger = Tagger.load(tagger)
        self._lemmatizer = Lemmatizer(lang)
        self._splitter = splitter

    @property
    def name(self) -> str:
        tagger = f"{self._tagger.name}@{self._tagger.short_hash}"
        parts = [f"builtin-{self._tokenizer.name}", tagger, self._lemmatizer.name]
        if self._splitter is not None:
            parts.append(self._splitter.name)
        return "+".join(parts)

    @property
    def preferred_tags(self) -> str:
        # Chosen on WMT 2012, see docs/results.md; only the English tagger knows both.
        return "xpos" if self._lang == "en" else "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(text, self._tokens(text)) for text in texts]

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
