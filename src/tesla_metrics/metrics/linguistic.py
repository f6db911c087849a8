"""What the metrics over bags of target-language n-grams share: bags, and how they are matched."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, cast

from .._core.native import load_native
from ..matching.bags import Bags
from .analysed import AnalysedMetric
from .inputs import Segment, all_texts
from .interned import native_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .._core._native import Settings

# Weights and values must fit 64 bits with room for 10,000 words and more, n-grams a mask's word.
_NATIVE_UNITS = 2**40
_NATIVE_ORDER = 32


@dataclass(frozen=True, kw_only=True)
class LinguisticMetric(AnalysedMetric):
    """Bags of n-grams, an n-gram weighing the less the more function words it has."""

    @abstractmethod
    def features(self, reference: Bags, candidate: Bags) -> list[float]:
        """The F-measures that `combine` makes a score of."""

    @property
    @abstractmethod
    def function_weight(self) -> Fraction:
        """What each function word multiplies the weight of an n-gram by."""

    @property
    def tag_features(self) -> bool | None:
        """Whether features are s_ms alone (False) or s_ms and s_pos (True), for the native core.

        None: neither, so that only `features` above knows what to do.
        """
        return None

    @property
    def threaded(self) -> bool:
        # Where another package analyses, that takes longest, and processes help.
        return self._native_settings() is not None and self.analyzer.startswith("builtin")

    def bags(self, segments: Sequence[Segment]) -> list[Bags]:
        """The bags of each segment."""
        weight = self.function_weight
        return [Bags(words, self.order, weight) for words in self.pipeline.words(segments)]

    def pair_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """A row of features for each hypothesis with its reference."""
        settings = self._native_settings()
        if settings is None:
            import numpy as np

            pairs = zip(self.bags(references), self.bags(hypotheses), strict=True)
            return np.array([self.features(x, y) for x, y in pairs], dtype=np.float64)
        texts = all_texts(hypotheses) and all_texts(references)
        engine = self.pipeline.engine if texts else None
        if engine is not None:
            both = cast(Sequence[str], hypotheses), cast(Sequence[str], references)
            return engine.score(*both, settings, threads)
        native = load_native()
        assert native is not None
        words = self.pipeline.words
        xs, ys = native_words(native, words(references), words(hypotheses))
        features: NDArray[np.float64] = native.match_batch(xs, ys, settings, threads)
        return features

    def all_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """A row of features for each hypothesis with each reference, references fastest."""
        settings = self._native_settings()
        if settings is None:
            import numpy as np

            columns = self.bags(references)
            rows = [self.features(x, y) for y in self.bags(hypotheses) for x in columns]
            return np.array(rows, dtype=np.float64)
        texts = all_texts(hypotheses) and all_texts(references)
        engine = self.pipeline.engine if texts else None
        if engine is not None:
            both = cast(Sequence[str], hypotheses), cast(Sequence[str], references)
            return engine.matrix(*both, settings, threads)
        native, words = load_native(), self.pipeline.words
        assert native is not None
        xs, ys = native_words(native, words(references), words(hypotheses))
        pairs = list(product(ys, xs))
        features: NDArray[np.float64] = native.match_batch(
            [x for _, x in pairs], [y for y, _ in pairs], settings, threads
        )
        return features

    def _native_settings(self) -> "Settings | None":
        native = load_native()
        weight = self.function_weight
        if native is None or self.tag_features is None:
            return None
        if self.order > _NATIVE_ORDER:
            return None
        if weight.denominator**self.order * 2 * self.order > _NATIVE_UNITS:
            return None
        settings: Settings = native.Settings(
            self.order, self.alpha, weight.numerator, weight.denominator, self.tag_features
        )
        return settings
