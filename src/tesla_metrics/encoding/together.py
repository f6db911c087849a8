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


class StemBagEncoder(Encoder[OneBag]):
    """The stems of an analysis."""

    def __init__(self, analysis: Analysis, together: Together) -> None:
        super().__init__(analysis)
        self.together = together

    def make(self, segments: Sequence[Segment]) -> list[OneBag]:
        lang = self.analysis.lang
        return [
            self.bag([stem(form, lang) for form in words.forms])
            for words in self.analysis.words(segments)
        ]

    def bag(self, stems: Sequence[str]) -> OneBag:
        """That of one text."""
        return self.together.of_words(stems)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        raise NotImplementedError


class StemPivotEncoder(StemBagEncoder):
    """Stems taken through a phrase table, which was built with `--key stem`."""

    def __init__(self, analysis: Analysis, together: Together, pivot: Pivot) -> None:
        super().__init__(analysis, together)
        self.pivot = pivot

    def bag(self, stems: Sequence[str]) -> OneBag:
        return self.together.of_pivots(self.pivot, stems)
