"""The groups that TESLA-F is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import log
from typing import TYPE_CHECKING, ClassVar

from ..analysis.sentence import Sentence, has_alphanumeric
from ..analysis.tokenizers import get_tokenizer
from ..lm.model import LanguageModel
from .features import FeatureGroup
from .inputs import Segment
from .linguistic import LinguisticMetric
from .peers import Chrf

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMPTY_CANDIDATE = -15.0


@dataclass(frozen=True)
class Matching(FeatureGroup):
    """F-measures of bags of n-grams, as TESLA-M and TESLA-B have them.

    `similarities` are the kinds of features in their order, each of them for n = 1 .. order.
    """

    metric: LinguisticMetric
    similarities: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        lengths = range(1, self.metric.order + 1)
        return tuple(f"{kind}-{n}" for kind, n in product(self.similarities, lengths))

    def pairs(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        return self.metric.pair_features(hypotheses, references, threads)

    def products(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        return self.metric.all_features(hypotheses, references, threads)


@dataclass(frozen=True)
class Fluency(FeatureGroup):
    """(1/n) ln P(candidate), n its number of words and P with </s>."""

    low: ClassVar[float] = EMPTY_CANDIDATE
    high: ClassVar[float] = 0.0
    label: str
    model: LanguageModel

    @property
    def names(self) -> tuple[str, ...]:
        return (f"lm:{self.label}",)

    def pairs(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        import numpy as np

        words = [self.model.text.words(text_of(segment)) for segment in hypotheses]
        sums = self.model.log10_all([sentence for sentence in words if sentence])
        values = iter(sums)
        return np.array(
            [[next(values) * log(10) / len(w) if w else EMPTY_CANDIDATE] for w in words]
        )

    def products(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        return self.pairs(hypotheses, references, threads).repeat(len(references), axis=0)


@dataclass(frozen=True)
class Characters(FeatureGroup):
    """chrF, in [0,1]."""

    names: ClassVar[tuple[str, ...]] = ("chrf",)

    def pairs(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        import numpy as np

        peer = Chrf()
        rows = peer.statistics(hypotheses, [references], threads, None)
        return np.array([[peer.segment_value(row) / 100] for row in rows])


@dataclass(frozen=True)
class Lengths(FeatureGroup):
    """Numbers of words, the smaller by the greater; 1 where neither side has any."""

    names: ClassVar[tuple[str, ...]] = ("length",)
    lang: str

    def pairs(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        import numpy as np

        ours, theirs = (
            np.array([self._words(s) for s in side]) for side in (hypotheses, references)
        )
        longer = np.maximum(ours, theirs)
        return np.where(longer, np.minimum(ours, theirs) / np.maximum(longer, 1), 1.0)[:, None]

    def _words(self, segment: Segment) -> int:
        if isinstance(segment, Sentence):
            forms = [token.form for token in segment.tokens]
        else:
            forms = get_tokenizer(self.lang).tokenize(segment)
        return sum(map(has_alphanumeric, forms))


def text_of(segment: Segment) -> str:
    """Whatever else is known of it."""
    return segment.text if isinstance(segment, Sentence) else segment
