"""Words as bags of n-grams are made of them."""

from collections.abc import Sequence
from typing import Any

from ..matching.bags import Words
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder


class WordEncoder(Encoder[Words]):
    """An analysis, and no more."""

    def make(self, segments: Sequence[Segment]) -> list[Words]:
        return self.analysis.words(segments)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.WordEncoder(lexicon, most_bytes=self.analysis.session.memory)


def word_encoder(analysis: Analysis) -> WordEncoder:
    """The session's encoder of this analysis."""
    return analysis.session.once(WordEncoder, analysis)
