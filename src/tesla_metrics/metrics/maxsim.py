"""MaxSim (Chan & Ng 2008), in the framework of TESLA."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..comparing.bags import BagComparer, BagSettings
from ..comparing.comparer import Comparer
from ..encoding.analysis import Analysis
from ..encoding.words import word_encoder
from .analysed import AnalysedMetric


@dataclass(frozen=True, kw_only=True)
class MaxSim(AnalysedMetric):
    """Mean of the F-measures of s_ms over uni-, bi- and trigrams, every n-gram of weight 1.

    With unit weights the linear program is weighted bipartite matching.
    """

    name: ClassVar[str] = "maxsim"

    def comparer(self, analysis: Analysis) -> Comparer:
        settings = BagSettings(self.order, self.alpha, Fraction(1), tags=False)
        return BagComparer(word_encoder(analysis), settings)
