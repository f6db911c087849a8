"""MaxSim (Chan & Ng 2008), in the framework of TESLA."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..core.comparing.bag_comparers import BagComparer, BagSettings
from ..core.comparing.comparer import Comparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.encoder import word_encoder
from .analysed_metric import AnalysedMetric


@dataclass(frozen=True, kw_only=True)
class MaxSim(AnalysedMetric):
    """MaxSim: mean of F-measures over uni-, bi- and trigrams, with the similarity s_ms of TESLA-M.

    All n-grams have weight 1, so that the linear program of TESLA-M is a weighted bipartite
    matching.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    analyzer, tags, synonyms, compounds, script, order, alpha, multi, lowercase
        See `TeslaM`.
    """

    name: ClassVar[str] = "maxsim"

    def comparer(self, analysis: Analysis) -> Comparer:
        settings = BagSettings(self.order, self.alpha, Fraction(1), with_tags=False)
        return BagComparer(word_encoder(analysis), settings)
