"""What encoders share: the native way where there is one, plain Python beside it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar, cast

from ..tasks import Segment
from .analysis import Analysis
from .pairs import Pairs
from .remembered import Remembered
from .vocabulary import CoreVocabulary

Code = TypeVar("Code")


class Encoded(NamedTuple):
    """Codes of both sides of pairs; `core` is the native encoder that made them, if one did."""

    core: Any
    references: Any
    candidates: Any


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

    def encode(self, pairs: Pairs, threads: int, *, native: bool = True) -> Encoded:
        """Codes of both sides, with one vocabulary; those of references are kept."""
        if native and self.analysis.session.native is not None:
            vocabulary = self.analysis.vocabulary(pairs.references)
            core = self._core(vocabulary)
            try:
                both = [
                    vocabulary.encode(core, side, kept, threads, self.with_text)
                    for side, kept in ((pairs.references, True), (pairs.candidates, False))
                ]
                return Encoded(core, *both)
            except UnicodeEncodeError:
                pass  # what has no UTF-8 goes the plain way
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
