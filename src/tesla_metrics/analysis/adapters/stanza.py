"""Stanza pipelines by language: `stanza:en`. Models must be on the machine; none is fetched."""

from collections.abc import Sequence
from typing import Any

from ...errors import ResourceError
from ..sentence import NONE, Sentence, Token


class StanzaAnalyzer:
    """Words (after multiword tokens are split), with lemma, UPOS and XPOS."""

    def __init__(self, lang: str) -> None:
        try:
            import stanza
        except ImportError as error:
            raise ResourceError(
                "Stanza is not installed: pip install 'tesla-metrics[stanza]'"
            ) from error
        try:
            self._pipeline: Any = stanza.Pipeline(
                lang,
                processors="tokenize,mwt,pos,lemma",
                tokenize_no_ssplit=True,  # a segment is one sentence
                download_method=None,
                verbose=False,
            )
        except Exception as error:  # Stanza raises many kinds for a missing model
            raise ResourceError(
                f"Stanza cannot load its models for {lang!r} ({type(error).__name__}): "
                f"fetch them once with stanza.download({lang!r})"
            ) from error
        self._name = f"stanza-{stanza.__version__}:{lang}"

    @property
    def name(self) -> str:
        return self._name

    @property
    def preferred_tags(self) -> str:
        return "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(text, self._tokens(text)) for text in texts]

    def _tokens(self, text: str) -> tuple[Token, ...]:
        if not text.strip():  # Stanza refuses empty documents
            return ()
        sentences = self._pipeline(text).sentences
        return tuple(
            Token(word.text, word.lemma or word.text, word.upos or NONE, word.xpos or NONE)
            for sentence in sentences
            for word in sentence.words
        )
