"""TESLA-M (Liu, Dahlmeier & Ng 2010)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ..comparing.bags import BagComparer, BagSettings
from ..comparing.comparer import Comparer
from ..encoding.analysis import Analysis
from ..encoding.words import word_encoder
from .analysed import AnalysedMetric
from .options import option
from .segments import Fields


@dataclass(frozen=True, kw_only=True)
class TeslaM(AnalysedMetric):
    """Mean of six F-measures: s_ms and s_pos over uni-, bi- and trigrams.

    discount    what each function word multiplies an n-gram's weight by
    """

    name: ClassVar[str] = "tesla-m"
    discount: float = option(
        0.1, "number", "factor for each function word", above=True, metavar="D"
    )

    def comparer(self, analysis: Analysis) -> Comparer:
        return self.bags(analysis)

    def bags(self, analysis: Analysis, alpha: float | None = None, label: str = "") -> BagComparer:
        """s_ms and s_pos, with another weight of recall if one is given."""
        weight = Fraction(str(self.discount))
        settings = BagSettings(self.order, self.alpha if alpha is None else alpha, weight, True)
        return BagComparer(word_encoder(analysis), settings, label)

    def notes(self, comparer: Any) -> Fields:
        return [("discount", repr(float(self.discount)))]
