"""Any other language: script-aware tokens, coarse parts of speech by character class."""

from collections.abc import Sequence

from .analyzer import WordFacts
from .lemmas import Lemmatizer
from .sentence import Sentence, Token, has_alphanumeric
from .tokenizers import get_tokenizer


class FallbackAnalyzer:
    """Words (X), numbers (NUM), punctuation (PUNCT); no word is a function word."""

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

    def word(self, form: str) -> WordFacts:
        upos = coarse_upos(form)
        return WordFacts((self.labels.index(upos),), (self._lemma(form, upos),))

    def _tokens(self, text: str) -> tuple[Token, ...]:
        tokens = []
        for form in self._tokenizer.tokenize(text):
            upos = coarse_upos(form)
            tokens.append(Token(form, self._lemma(form, upos), upos))
        return tuple(tokens)

    def _lemma(self, form: str, upos: str) -> str:
        # X here is no foreign word, as it is in UD, but any word.
        return self._lemmatizer.lemma(form, "" if upos == "X" else upos)


def coarse_upos(form: str) -> str:
    """By character class: a number starts with a digit, a word has a letter or digit."""
    if form[0].isdigit():
        return "NUM"
    return "X" if has_alphanumeric(form) else "PUNCT"
