"""One bag of n-grams of all lengths a text: of its stems, and of their pivots."""

from collections.abc import Sequence
from typing import Any

from ..analysis.stems import stem
from ..matching.one_bag import OneBag
from ..pivot.bags import Pivot
from ..pivot.together import Together
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder
from .pivots import phrase_arrays, whole_table


class StemBagEncoder(Encoder[OneBag]):
    """The stems of an analysis."""

    def __init__(self, analysis: Analysis, together: Together) -> None:
        super().__init__(analysis)
        self.together = together

    def make(self, segments: Sequence[Segment]) -> list[OneBag]:
        return [self.bag(self.stems(words.forms)) for words in self.analysis.words(segments)]

    def stems(self, forms: Sequence[str]) -> list[str]:
        """What the n-grams are made of."""
        return [stem(form, self.analysis.lang) for form in forms]

    def bag(self, stems: Sequence[str]) -> OneBag:
        """That of one text."""
        return self.together.of_words(stems)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return self._core_with(native, lexicon, None, 0.0)

    def _core_with(self, native: Any, lexicon: Any, arrays: Any, least: float) -> Any:
        return native.TogetherEncoder(
            lexicon,
            arrays,
            order=self.together.order,
            least=least,
            least_gram=self.together.least,
            most_bytes=self.analysis.session.memory,
        )


class StemPivotEncoder(StemBagEncoder):
    """Stems taken through a phrase table, which was built with `--key stem`."""

    def __init__(self, analysis: Analysis, together: Together, pivot: Pivot) -> None:
        super().__init__(analysis, together)
        self.pivot = pivot

    def bag(self, stems: Sequence[str]) -> OneBag:
        return self.together.of_pivots(self.pivot, stems)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        with whole_table(self.pivot.table):
            arrays = phrase_arrays(native, self.pivot.table)
            return self._core_with(native, lexicon, arrays, self.pivot.below)
