"""Words as bags of n-grams are made of them."""

from collections.abc import Hashable, Sequence
from typing import Any

from ..matching.bags import Words
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder


class WordEncoder(Encoder[Words]):
    """An analysis, and no more."""

    @property
    def key(self) -> Hashable:
        return self.analysis.choices

    def make(self, segments: Sequence[Segment]) -> list[Words]:
        return self.analysis.words(segments)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.WordEncoder(lexicon, most_bytes=self.analysis.session.memory)


def word_encoder(analysis: Analysis) -> WordEncoder:
    """The session's encoder of this analysis."""
    return analysis.session.once(WordEncoder, analysis)
