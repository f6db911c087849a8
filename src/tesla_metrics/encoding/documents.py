"""Texts of several sentences: what TESLA-S compares."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, cast

from ..analysis.sentences import given_sentences, split_sentences
from ..matching.skips import PlainSentence, SkipBags
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder
from .remembered import Remembered
from .vocabulary import CoreVocabulary

_SENTENCES = 4  # bytes of cut text for each character
# Of skip bigrams: sums of weights must fit 64 bits with room for eight milliards of them.
_NATIVE_UNITS = 2**30


class DocumentEncoder(Encoder[SkipBags]):
    """Codes depend on the analysis, the widest gap and the discount of function words.

    Each sentence is analysed by itself.
    """

    def __init__(self, analysis: Analysis, gap: int, discount: Fraction) -> None:
        super().__init__(analysis)
        self._gap, self._discount = gap, discount
        self._cut = self._nothing_cut()

    @property
    def native(self) -> bool:
        """Whether the core's integers hold such weights."""
        return self._discount.denominator**2 <= _NATIVE_UNITS

    def sentences(self, segments: Sequence[Segment]) -> Sequence[Sequence[Segment]]:
        """Those of each segment."""
        if not isinstance(segments[0], str):
            return [given_sentences(cast(Any, segment)) for segment in segments]
        lang = self.analysis.lang
        return self._cut.all(
            cast(Sequence[str], segments),
            lambda texts: [split_sentences(text, lang) for text in texts],
        )

    def make(self, segments: Sequence[Segment]) -> list[SkipBags]:
        documents = self.sentences(segments)
        every = list(chain.from_iterable(documents))
        words = iter(self.analysis.words(every) if every else ())
        made = []
        for document in documents:
            own = [next(words) for _ in document]
            plain = [PlainSentence([f.lower() for f in one.forms], one.function) for one in own]
            made.append(SkipBags(plain, self._gap, self._discount))
        return made

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.DocumentEncoder(
            lexicon,
            gap=self._gap,
            p=self._discount.numerator,
            q=self._discount.denominator,
            most_bytes=self.analysis.session.memory,
        )

    def hand_over(
        self,
        vocabulary: CoreVocabulary,
        core: Any,
        segments: Sequence[Segment],
        kept: bool,
        threads: int,
    ) -> Any:
        return vocabulary.encode_documents(core, self.sentences(segments), kept, threads)

    def forget(self) -> None:
        super().forget()
        self._cut = self._nothing_cut()

    def _nothing_cut(self) -> Remembered[list[str]]:
        return Remembered(self.analysis.session.memory, _SENTENCES)


def document_encoder(analysis: Analysis, gap: int, discount: Fraction) -> DocumentEncoder:
    """The session's encoder of this analysis."""
    return analysis.session.once(DocumentEncoder, analysis, gap, discount)
