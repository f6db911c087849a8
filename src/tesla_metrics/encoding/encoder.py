"""What encoders share: the native way where there is one, plain Python beside it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar, cast

import numpy as np

from ..analysis.sentence import Sentence
from ..tasks import Segment
from .analysis import Analysis
from .pairs import Pairs, Places
from .remembered import Remembered
from .vocabulary import CoreVocabulary

Code = TypeVar("Code")


class Encoded(NamedTuple):
    """Codes of both sides of pairs; `core` is the native encoder that made them, if one did."""

    core: Any
    references: Any
    candidates: Any
    plain: "PlainPart | None" = None


class PlainPart(NamedTuple):
    """Those of the pairs that the core cannot take, which have stand-ins among its codes."""

    pairs: Pairs
    at: Places
    codes: Encoded


class Encoder(ABC, Generic[Code]):
    """Makes codes of segments, which depend on what it is made with and on nothing else."""

    with_text = False  # whether codes need the characters of texts

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        # Of texts, and of given analyses.
        self._cores: dict[bool, tuple[CoreVocabulary, Any]] = {}
        self._kept = Remembered[Code](analysis.session.memory)

    @abstractmethod
    def make(self, segments: Sequence[Segment]) -> list[Code]:
        """Codes in plain Python."""

    @abstractmethod
    def make_core(self, native: Any, lexicon: Any) -> Any:
        """The native encoder with this lexicon."""

    def hand_over(
        self,
        vocabulary: CoreVocabulary,
        core: Any,
        segments: Sequence[Segment],
        kept: bool,
        threads: int,
    ) -> Any:
        """Native codes of segments; a UnicodeEncodeError where one has no UTF-8."""
        return vocabulary.encode(core, segments, kept, threads, self.with_text)

    def encode(self, pairs: Pairs, threads: int, *, native: bool = True) -> Encoded:
        """Codes of both sides, with one vocabulary; those of references are kept."""
        if native and self.analysis.session.native is not None:
            return self._encode_natively(pairs, threads)
        return self._encode_plainly(pairs)

    def _encode_natively(self, pairs: Pairs, threads: int) -> Encoded:
        vocabulary = self.analysis.vocabulary(pairs.references)
        core = self._core(vocabulary)
        sides: list[Any] = []
        odd = np.zeros(len(pairs), dtype=bool)
        for side, places, kept in (
            (pairs.references, pairs.left, True),
            (pairs.candidates, pairs.right, False),
        ):
            try:
                sides.append(self.hand_over(vocabulary, core, side, kept, threads))
            except UnicodeEncodeError:
                unfit = vocabulary.unfit(side)
                blank = Sentence("", ()) if vocabulary.analysed else ""
                rest = [blank if bad else one for one, bad in zip(side, unfit, strict=True)]
                sides.append(self.hand_over(vocabulary, core, rest, kept, threads))
                odd |= np.array(unfit)[places]
        at = np.flatnonzero(odd)
        if not len(at):
            return Encoded(core, *sides)
        own = pairs.only(at)
        plain = PlainPart(own, at, self._encode_plainly(own))
        return Encoded(core, sides[0], sides[1], plain)

    def _encode_plainly(self, pairs: Pairs) -> Encoded:
        return Encoded(None, self.plain(pairs.references), self.make(pairs.candidates))

    def plain(self, segments: Sequence[Segment]) -> list[Code]:
        """Codes of references in plain Python, which are kept as the native ones are."""
        if isinstance(segments[0], str):
            return self._kept.all(cast(Sequence[str], segments), self.make)
        return self.make(segments)

    def forget(self) -> None:
        """Drop the codes of texts, as benchmarks must between rounds; words stay known."""
        self._kept = Remembered(self.analysis.session.memory)
        for _, core in self._cores.values():
            core.forget()

    def _core(self, vocabulary: CoreVocabulary) -> Any:
        known = self._cores.get(vocabulary.analysed)
        if known is None or known[0] is not vocabulary:
            core = self.make_core(self.analysis.session.native, vocabulary.lexicon)
            known = self._cores[vocabulary.analysed] = vocabulary, core
        return known[1]
