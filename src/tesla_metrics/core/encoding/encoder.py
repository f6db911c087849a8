"""The base class of encoders, which convert segments to codes, and the encoder of words."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar, cast

import numpy as np

from ...files.item import Segment
from ...files.sentence import Sentence
from ..matching.ngram_bags import Words
from .analysis import Analysis
from .pairs import PairIndices, Pairs
from .session import TextCache
from .vocabulary import CoreVocabulary, get_vocabulary

Code = TypeVar("Code")


class EncodedPairs(NamedTuple):
    """Codes of the references and candidates of pairs."""

    native_encoder: (
        Any  # native encoder that made the codes; None if they were made in plain Python
    )
    references: Any
    candidates: Any
    unencodable: "UnencodablePairs | None" = None  # pairs that the native core cannot encode


class UnencodablePairs(NamedTuple):
    """Pairs that the native core cannot encode, with their codes in plain Python.

    Their native codes are placeholders. `indices` are their indices among all pairs.
    """

    pairs: Pairs
    indices: PairIndices
    codes: EncodedPairs


class Encoder(ABC, Generic[Code]):
    """Base class of objects that convert segments to codes.

    A code is the representation of a segment that a comparer works on, for example bags of n-grams.
    It depends only on the arguments of the constructor. A subclass defines `make_codes`, and
    `make_native_encoder`, which is called only for comparers that the native core has.

    Parameters
    ----------
    analysis : Analysis
        Converts segments to words.
    """

    with_text = False  # whether codes include the characters of texts

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        # By whether segments are analysed: the vocabulary and its native encoder.
        self._native_encoders: dict[bool, tuple[CoreVocabulary, Any]] = {}
        self._cache = TextCache[Code](analysis.session.memory)

    @abstractmethod
    def make_codes(self, segments: Sequence[Segment]) -> list[Code]:
        """Return the codes of segments in plain Python."""

    @abstractmethod
    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        """Return the native encoder with this lexicon."""

    def encode_native(
        self,
        vocabulary: CoreVocabulary,
        native_encoder: Any,
        segments: Sequence[Segment],
        use_cache: bool,
        threads: int,
    ) -> Any:
        """Return the codes that the native encoder `native_encoder` makes of segments.

        They are cached in the native core if `use_cache` is true.

        Raises UnicodeEncodeError if a segment cannot be encoded as UTF-8.
        """
        return vocabulary.encode(native_encoder, segments, use_cache, threads, self.with_text)

    def encode(self, pairs: Pairs, threads: int, *, allow_native: bool = True) -> EncodedPairs:
        """Return the codes of references and candidates; the codes of references are cached."""
        if allow_native and self.analysis.session.native is not None:
            return self._encode_natively(pairs, threads)
        return self._encode_in_python(pairs)

    def _encode_natively(self, pairs: Pairs, threads: int) -> EncodedPairs:
        vocabulary = get_vocabulary(self.analysis, pairs.references)
        native_encoder = self._get_native_encoder(vocabulary)
        side_codes: list[Any] = []
        is_pair_unencodable = np.zeros(len(pairs), dtype=bool)
        for segments, segment_indices, use_cache in (
            (pairs.references, pairs.reference_indices, True),
            (pairs.candidates, pairs.candidate_indices, False),
        ):
            try:
                side_codes.append(
                    self.encode_native(vocabulary, native_encoder, segments, use_cache, threads)
                )
            except UnicodeEncodeError:
                unencodable_flags = vocabulary.flag_unencodable(segments)
                empty_segment = Sentence("", ()) if vocabulary.is_analysed else ""
                encodable_segments = [
                    empty_segment if is_unencodable else segment
                    for segment, is_unencodable in zip(segments, unencodable_flags, strict=True)
                ]
                side_codes.append(
                    self.encode_native(
                        vocabulary, native_encoder, encodable_segments, use_cache, threads
                    )
                )
                is_pair_unencodable |= np.array(unencodable_flags)[segment_indices]
        indices = np.flatnonzero(is_pair_unencodable)
        if not len(indices):
            return EncodedPairs(native_encoder, *side_codes)
        plain_pairs = pairs.select(indices)
        unencodable_pairs = UnencodablePairs(
            plain_pairs, indices, self._encode_in_python(plain_pairs)
        )
        return EncodedPairs(native_encoder, side_codes[0], side_codes[1], unencodable_pairs)

    def _encode_in_python(self, pairs: Pairs) -> EncodedPairs:
        return EncodedPairs(
            None, self.encode_references(pairs.references), self.make_codes(pairs.candidates)
        )

    def encode_references(self, segments: Sequence[Segment]) -> list[Code]:
        """Return the codes of references in plain Python; the codes of texts are cached."""
        if isinstance(segments[0], str):
            return self._cache.get_all(cast(Sequence[str], segments), self.make_codes)
        return self.make_codes(segments)

    def clear_cache(self) -> None:
        """Drop cached codes, for example between rounds of a benchmark, but keep the vocabulary."""
        self._cache = TextCache(self.analysis.session.memory)
        for _, core in self._native_encoders.values():
            core.forget()

    def _get_native_encoder(self, vocabulary: CoreVocabulary) -> Any:
        """Return the native encoder of the vocabulary; make one if the vocabulary is new."""
        entry = self._native_encoders.get(vocabulary.is_analysed)
        if entry is None or entry[0] is not vocabulary:
            core = self.make_native_encoder(self.analysis.session.native, vocabulary.lexicon)
            entry = self._native_encoders[vocabulary.is_analysed] = vocabulary, core
        return entry[1]


class WordEncoder(Encoder[Words]):
    """Encoder that converts segments to their analysed words (`Words`); see `word_encoder`.

    Parameters
    ----------
    analysis : Analysis
        Converts segments to words.
    """

    def make_codes(self, segments: Sequence[Segment]) -> list[Words]:
        return self.analysis.get_words(segments)

    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        return native.WordEncoder(lexicon, most_bytes=self.analysis.session.memory)


def word_encoder(analysis: Analysis) -> WordEncoder:
    """Return the encoder of words for an analysis, which the session shares.

    Parameters
    ----------
    analysis : Analysis
        Converts segments to words.

    Returns
    -------
    WordEncoder
    """
    return analysis.session.once(WordEncoder, analysis)
