"""Stanza pipelines by language: `stanza:en`. Models must be on the machine; none is fetched."""

from typing import Any

from ...errors import ResourceError
from ...optional import needs
from ..sentence import NONE, Token
from .base import Adapter


class StanzaAnalyzer(Adapter):
    """Words (after multiword tokens are split), with lemma, UPOS and XPOS."""

    def __init__(self, lang: str) -> None:
        with needs("Stanza", "stanza"):
            import stanza
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
        super().__init__(f"stanza-{stanza.__version__}:{lang}")

    def tokens(self, text: str) -> tuple[Token, ...]:
        if not text.strip():  # Stanza refuses empty documents
            return ()
        sentences = self._pipeline(text).sentences
        return tuple(
            Token(word.text, word.lemma or word.text, word.upos or NONE, word.xpos or NONE)
            for sentence in sentences
            for word in sentence.words
        )
