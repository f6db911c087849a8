"""The base class of encoders, and the encoder of words."""

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
from .vocabulary import CoreVocabulary, vocabulary_for

Code = TypeVar("Code")


class Encoded(NamedTuple):
    """Codes of both sides of pairs.

    `core` is the native encoder that made them, or None. `unencodable` has the pairs that the core
    cannot encode.
    """

    core: Any
    references: Any
    candidates: Any
    unencodable: "UnencodablePairs | None" = None


class UnencodablePairs(NamedTuple):
    """The pairs that the native core cannot encode; their native codes are placeholders."""

    pairs: Pairs
    indices: PairIndices
    codes: Encoded


class Encoder(ABC, Generic[Code]):
    """Base class of objects that convert segments to codes.

    Codes depend only on the arguments of the constructor. A subclass defines `make`, and
    `make_core`, which is called only for comparers that the native core has.

    Parameters
    ----------
    analysis : Analysis
        Turns segments into words.
    """

    with_text = False  # whether codes include the characters of texts

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        # By whether segments are analysed.
        self._cores: dict[bool, tuple[CoreVocabulary, Any]] = {}
        self._cache = TextCache[Code](analysis.session.memory)

    @abstractmethod
    def make(self, segments: Sequence[Segment]) -> list[Code]:
        """Return the codes of segments in plain Python."""

    @abstractmethod
    def make_core(self, native: Any, lexicon: Any) -> Any:
        """Return the native encoder with this lexicon."""

    def encode_native(
        self,
        vocabulary: CoreVocabulary,
        core: Any,
        segments: Sequence[Segment],
        cached: bool,
        threads: int,
    ) -> Any:
        """Return native codes of segments.

        Raises UnicodeEncodeError if a segment cannot be encoded as UTF-8.
        """
        return vocabulary.encode(core, segments, cached, threads, self.with_text)

    def encode(self, pairs: Pairs, threads: int, *, native: bool = True) -> Encoded:
        """Encode both sides with the same vocabulary; the codes of references are cached."""
        if native and self.analysis.session.native is not None:
            return self._encode_natively(pairs, threads)
        return self._encode_in_python(pairs)

    def _encode_natively(self, pairs: Pairs, threads: int) -> Encoded:
        vocabulary = vocabulary_for(self.analysis, pairs.references)
        core = self._core(vocabulary)
        sides: list[Any] = []
        unencodable = np.zeros(len(pairs), dtype=bool)
        for side, positions, cached in (
            (pairs.references, pairs.left, True),
            (pairs.candidates, pairs.right, False),
        ):
            try:
                sides.append(self.encode_native(vocabulary, core, side, cached, threads))
            except UnicodeEncodeError:
                unfit = vocabulary.unencodable(side)
                blank = Sentence("", ()) if vocabulary.analysed else ""
                replaced = [
                    blank if bad else segment for segment, bad in zip(side, unfit, strict=True)
                ]
                sides.append(self.encode_native(vocabulary, core, replaced, cached, threads))
                unencodable |= np.array(unfit)[positions]
        indices = np.flatnonzero(unencodable)
        if not len(indices):
            return Encoded(core, *sides)
        plain_pairs = pairs.select(indices)
        plain = UnencodablePairs(plain_pairs, indices, self._encode_in_python(plain_pairs))
        return Encoded(core, sides[0], sides[1], plain)

    def _encode_in_python(self, pairs: Pairs) -> Encoded:
        return Encoded(None, self.encode_references(pairs.references), self.make(pairs.candidates))

    def encode_references(self, segments: Sequence[Segment]) -> list[Code]:
        """Return the codes of references in plain Python, cached like native ones."""
        if isinstance(segments[0], str):
            return self._cache.get_all(cast(Sequence[str], segments), self.make)
        return self.make(segments)

    def clear_cache(self) -> None:
        """Drop the codes of texts, for example between rounds of a benchmark; words stay known."""
        self._cache = TextCache(self.analysis.session.memory)
        for _, core in self._cores.values():
            core.forget()

    def _core(self, vocabulary: CoreVocabulary) -> Any:
        entry = self._cores.get(vocabulary.analysed)
        if entry is None or entry[0] is not vocabulary:
            core = self.make_core(self.analysis.session.native, vocabulary.lexicon)
            entry = self._cores[vocabulary.analysed] = vocabulary, core
        return entry[1]


class WordEncoder(Encoder[Words]):
    """Encoder whose codes are the analysed words (`Words`); see `word_encoder`.

    Parameters
    ----------
    analysis : Analysis
        Turns segments into words.
    """

    def make(self, segments: Sequence[Segment]) -> list[Words]:
        return self.analysis.words(segments)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.WordEncoder(lexicon, most_bytes=self.analysis.session.memory)


def word_encoder(analysis: Analysis) -> WordEncoder:
    """Return the encoder of words for an analysis, which its session keeps with its cache.

    Parameters
    ----------
    analysis : Analysis
        Turns segments into words.

    Returns
    -------
    WordEncoder
    """
    return analysis.session.once(WordEncoder, analysis)
