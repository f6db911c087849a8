"""Texts of several sentences: what TESLA-S compares."""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar, cast

from ..analysis.frequencies import Frequencies
from ..analysis.kin.paraphrases import Paraphrases
from ..analysis.kin.relations import NO_RELATIONS
from ..analysis.sentences import given_sentences, split_sentences
from ..matching.bags import Words
from ..matching.graded_skips import GradedBags
from ..matching.skips import PlainSentence, SkipBags
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder
from .graded import graded_encoder
from .remembered import Remembered
from .vocabulary import CoreVocabulary

_SENTENCES = 4  # bytes of cut text for each character
# Of skip bigrams: sums of weights must fit 64 bits with room for eight milliards of them.
_NATIVE_UNITS = 2**30

Bags = TypeVar("Bags")


class SentenceEncoder(Encoder[Bags]):
    """Cuts texts into sentences, each of which is analysed by itself."""

    native = True  # whether the core can do it

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis)
        self._cut = self._nothing_cut()

    @abstractmethod
    def bags(self, sentences: Sequence[Words]) -> Bags:
        """The code of one text in plain Python."""

    def sentences(self, segments: Sequence[Segment]) -> Sequence[Sequence[Segment]]:
        """Those of each segment."""
        if not isinstance(segments[0], str):
            return [given_sentences(cast(Any, segment)) for segment in segments]
        lang = self.analysis.lang
        return self._cut.all(
            cast(Sequence[str], segments),
            lambda texts: [split_sentences(text, lang) for text in texts],
        )

    def make(self, segments: Sequence[Segment]) -> list[Bags]:
        return list(map(self.bags, self.words(segments)))

    def words(self, segments: Sequence[Segment]) -> list[list[Words]]:
        """Those of each sentence of each segment."""
        documents = self.sentences(segments)
        every = list(chain.from_iterable(documents))
        words = iter(self.analysis.words(every) if every else ())
        return [[next(words) for _ in document] for document in documents]

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


class DocumentEncoder(SentenceEncoder[SkipBags]):
    """Codes depend on the analysis, the widest gap and the discount of function words."""

    def __init__(self, analysis: Analysis, gap: int, discount: Fraction) -> None:
        super().__init__(analysis)
        self.gap, self.discount = gap, discount
        self.native = discount.denominator**2 <= _NATIVE_UNITS

    def bags(self, sentences: Sequence[Words]) -> SkipBags:
        plain = [PlainSentence([f.lower() for f in one.forms], one.function) for one in sentences]
        return SkipBags(plain, self.gap, self.discount)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.DocumentEncoder(
            lexicon,
            gap=self.gap,
            p=self.discount.numerator,
            q=self.discount.denominator,
            most_bytes=self.analysis.session.memory,
        )


class GradedDocumentEncoder(SentenceEncoder[GradedBags]):
    """Codes depend on the analysis, both tables and the widest gap."""

    def __init__(
        self, analysis: Analysis, frequencies: Frequencies, paraphrases: Paraphrases, gap: int
    ) -> None:
        super().__init__(analysis)
        self.frequencies, self.paraphrases, self.gap = frequencies, paraphrases, gap
        # It makes words; characters do not count here.
        self.graded = graded_encoder(analysis, frequencies, paraphrases, NO_RELATIONS, 1)

    def bags(self, sentences: Sequence[Words]) -> GradedBags:
        return GradedBags(list(map(self.graded.words, sentences)), self.gap)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.GradedDocumentEncoder(
            lexicon,
            sentences=self.frequencies.sentences,
            frequencies=self.frequencies.body,
            paraphrases=self.paraphrases.body,
            gap=self.gap,
            most_bytes=self.analysis.session.memory,
        )


def document_encoder(analysis: Analysis, gap: int, discount: Fraction) -> DocumentEncoder:
    """The session's encoder of this analysis."""
    return analysis.session.once(DocumentEncoder, analysis, gap, discount)


def graded_document_encoder(
    analysis: Analysis, frequencies: Frequencies, paraphrases: Paraphrases, gap: int
) -> GradedDocumentEncoder:
    """The session's encoder of this analysis and these tables."""
    return analysis.session.once(GradedDocumentEncoder, analysis, frequencies, paraphrases, gap)
