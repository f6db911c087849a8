"""Encoders for TESLA-S, of texts that consist of several sentences."""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar, cast

from ...files.item import Segment
from ...text.frequencies import Frequencies
from ...text.related_words import NO_RELATIONS, Paraphrases
from ...text.sentence_splitting import split_analysed, split_sentences
from ..matching.ngram_bags import Words
from ..matching.skip_bigrams import GradedBags, PlainSentence, SkipBags
from .analysis import Analysis
from .encoder import Encoder
from .graded_text import get_graded_encoder
from .session import TextCache
from .vocabulary import CoreVocabulary

_BYTES_PER_CHARACTER = 4  # estimated memory of the sentences of a text
# Maximum weight of a skip bigram in integer units, so that the sum of 8 billion weights fits in
# 64 bits.
_MAX_NATIVE_UNITS = 2**30

Bags = TypeVar("Bags")


class SentenceEncoder(Encoder[Bags]):
    """Encoder that splits texts into sentences and analyses each sentence separately."""

    has_native_support = True  # whether the native core supports the settings of the encoder

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis)
        self._split_cache = self._make_split_cache()

    @abstractmethod
    def make_bags(self, sentences: Sequence[Words]) -> Bags:
        """Return the bags of a text, in plain Python, from the words of its sentences."""

    def split_segments(self, segments: Sequence[Segment]) -> Sequence[Sequence[Segment]]:
        """Return the sentences of each segment."""
        if not isinstance(segments[0], str):
            return [split_analysed(cast(Any, segment)) for segment in segments]
        lang = self.analysis.lang
        return self._split_cache.get_all(
            cast(Sequence[str], segments),
            lambda texts: [split_sentences(text, lang) for text in texts],
        )

    def make_codes(self, segments: Sequence[Segment]) -> list[Bags]:
        return list(map(self.make_bags, self.get_words(segments)))

    def get_words(self, segments: Sequence[Segment]) -> list[list[Words]]:
        """Return the words of each sentence of each segment."""
        documents = self.split_segments(segments)
        all_sentences = list(chain.from_iterable(documents))
        sentence_words = iter(self.analysis.get_words(all_sentences) if all_sentences else ())
        return [[next(sentence_words) for _ in document] for document in documents]

    def encode_native(
        self,
        vocabulary: CoreVocabulary,
        native_encoder: Any,
        segments: Sequence[Segment],
        use_cache: bool,
        threads: int,
    ) -> Any:
        return vocabulary.encode_documents(
            native_encoder, self.split_segments(segments), use_cache, threads
        )

    def clear_cache(self) -> None:
        super().clear_cache()
        self._split_cache = self._make_split_cache()

    def _make_split_cache(self) -> TextCache[list[str]]:
        return TextCache(self.analysis.session.memory, _BYTES_PER_CHARACTER)


class DocumentEncoder(SentenceEncoder[SkipBags]):
    """Encoder of unigrams and skip bigrams of word forms.

    A skip bigram has at most `max_gap` words between its words. `discount` is the weight of a
    function word.
    """

    def __init__(self, analysis: Analysis, max_gap: int, discount: Fraction) -> None:
        super().__init__(analysis)
        self.max_gap, self.discount = max_gap, discount
        self.has_native_support = discount.denominator**2 <= _MAX_NATIVE_UNITS

    def make_bags(self, sentences: Sequence[Words]) -> SkipBags:
        plain_sentences = [
            PlainSentence([form.lower() for form in sentence.forms], sentence.function_flags)
            for sentence in sentences
        ]
        return SkipBags(plain_sentences, self.max_gap, self.discount)

    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        return native.DocumentEncoder(
            lexicon,
            gap=self.max_gap,
            p=self.discount.numerator,
            q=self.discount.denominator,
            most_bytes=self.analysis.session.memory,
        )


class GradedDocumentEncoder(SentenceEncoder[GradedBags]):
    """Encoder of unigrams and skip bigrams for graded similarities of words.

    A skip bigram has at most `max_gap` words between its words.
    """

    def __init__(
        self, analysis: Analysis, frequencies: Frequencies, paraphrases: Paraphrases, max_gap: int
    ) -> None:
        super().__init__(analysis)
        self.frequencies, self.paraphrases, self.max_gap = frequencies, paraphrases, max_gap
        # Only the words of this encoder are used, not its character n-grams.
        self.graded_encoder = get_graded_encoder(
            analysis, frequencies, paraphrases, NO_RELATIONS, 1
        )

    def make_bags(self, sentences: Sequence[Words]) -> GradedBags:
        return GradedBags(list(map(self.graded_encoder.weight_words, sentences)), self.max_gap)

    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        return native.GradedDocumentEncoder(
            lexicon,
            sentences=self.frequencies.sentences,
            frequencies=self.frequencies.body,
            paraphrases=self.paraphrases.body,
            gap=self.max_gap,
            most_bytes=self.analysis.session.memory,
        )


def get_document_encoder(analysis: Analysis, max_gap: int, discount: Fraction) -> DocumentEncoder:
    """Return the encoder for this analysis, gap and discount, which the session shares."""
    return analysis.session.once(DocumentEncoder, analysis, max_gap, discount)


def get_graded_document_encoder(
    analysis: Analysis, frequencies: Frequencies, paraphrases: Paraphrases, max_gap: int
) -> GradedDocumentEncoder:
    """Return the encoder for this analysis, these tables and this gap, which the session shares."""
    return analysis.session.once(GradedDocumentEncoder, analysis, frequencies, paraphrases, max_gap)
