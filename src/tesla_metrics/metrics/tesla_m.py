"""TESLA-M (Liu, Dahlmeier & Ng 2010): bags of n-grams matched by linear programming."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ..core.comparing.bag_comparers import BagComparer, BagSettings
from ..core.comparing.comparer import Comparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.encoder import word_encoder
from .analysed_metric import AnalysedMetric
from .options import option
from .segment_metric import SignatureFields


@dataclass(frozen=True, kw_only=True)
class TeslaM(AnalysedMetric):
    """TESLA-M: mean of six F-measures over bags of n-grams.

    There are F-measures for uni-, bi- and trigrams, each with two similarities of the paper: s_ms
    compares words by lemma and synonyms, s_pos by part of speech.

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
        """Return the comparer of bags of n-grams, with the similarities s_ms and s_pos.

        `alpha` is the weight of recall; None is the option of the metric. `label` is the prefix of
        the names of the columns.
        """
        discount = Fraction(str(self.discount))
        recall_weight = self.alpha if alpha is None else alpha
        settings = BagSettings(self.order, recall_weight, discount, True)
        return BagComparer(word_encoder(analysis), settings, label)

    def extra_fields(self, comparer: Any) -> SignatureFields:
        return [("discount", repr(float(self.discount)))]
