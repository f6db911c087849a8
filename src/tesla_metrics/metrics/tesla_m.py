"""TESLA-M (Liu, Dahlmeier & Ng 2010)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ..core.comparing.bag_comparers import BagComparer, BagSettings
from ..core.comparing.comparer import Comparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.encoder import word_encoder
from .analysed_metric import AnalysedMetric
from .options import option
from .segment_metric import Fields


@dataclass(frozen=True, kw_only=True)
class TeslaM(AnalysedMetric):
    """TESLA-M: mean of six F-measures, s_ms and s_pos over uni-, bi- and trigrams.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    analyzer : str or Analyzer
        "builtin", "builtin:FILE.tagger", "spacy:PIPELINE", "stanza:LANG", "jieba", "fugashi", or an
        object that implements `Analyzer`.
    tags : {"auto", "upos", "xpos"}
        Which parts of speech are compared.
    synonyms : str
        "auto" or "wordnet" (the included dictionary), "none", "cilin", "mythes", "wn:LEXICON", or a
        file.
    compounds : str
        "auto" (German compounds are split), "none", or a file of counts.
    script : {"as-is", "simplified", "traditional"}
        Script to which Chinese is converted.
    order : int
        Longest n-grams.
    alpha : float
        Weight of recall in F = P R / (alpha P + (1 - alpha) R).
    discount : float
        Factor on the weight of an n-gram for each function word in it.
    multi : {"mean", "max"}
        How the scores against several references are combined.
    lowercase : bool
        Whether both sides are lower-cased first.
    """

    name: ClassVar[str] = "tesla-m"
    discount: float = option(
        0.1, "number", "factor for each function word", exclusive_minimum=True, metavar="D"
    )

    def comparer(self, analysis: Analysis) -> Comparer:
        return self.bags(analysis)

    def bags(self, analysis: Analysis, alpha: float | None = None, label: str = "") -> BagComparer:
        """Return the comparer of s_ms and s_pos; `alpha` replaces the metric's weight of recall."""
        weight = Fraction(str(self.discount))
        settings = BagSettings(self.order, self.alpha if alpha is None else alpha, weight, True)
        return BagComparer(word_encoder(analysis), settings, label)

    def extra_fields(self, comparer: Any) -> Fields:
        return [("discount", repr(float(self.discount)))]
