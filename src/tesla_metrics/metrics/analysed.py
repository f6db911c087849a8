"""What the metrics over analysed words share: settings of the analysis, references, signatures."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, cast

from .._core.native import core_name
from .._version import __version__
from ..errors import UsageError
from ..languages import parse_language
from .base import SegmentMetric
from .inputs import Segment
from .pipeline import Pipeline, Resources, find_resources, load_pipeline
from .signature import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MULTI_REFERENCE = ("mean", "max")
MOST_ORDER = 100


@dataclass(frozen=True, kw_only=True)
class AnalysedMetric(SegmentMetric):
    """N-grams of analysed words, matched by an F-measure that leans to recall.

    lang        language of the texts (ISO 639)
    analyzer    builtin, builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba or fugashi
    synonyms    auto, none, wordnet, cilin, mythes, wn:LEXICON, or a file
    tags        auto, upos or xpos: what equality of parts of speech compares
    compounds   auto (German is split), none, or a file of counts
    script      as-is, or what Chinese is converted to: simplified or traditional
    order       longest n-grams
    alpha       weight of recall in F = P R / (alpha P + (1 - alpha) R)
    multi       several references: mean or max of the scores against each
    """

    lang: str
    analyzer: str = "builtin"
    synonyms: str = "auto"
    tags: str = "auto"
    compounds: str = "auto"
    script: str = "as-is"
    order: int = 3
    alpha: float = 0.8
    multi: str = "mean"

    def __post_init__(self) -> None:
        if not isinstance(self.order, int) or not 1 <= self.order <= MOST_ORDER:
            raise UsageError(
                f"order {self.order!r}: give a whole number of words from 1 to {MOST_ORDER}"
            )
        if not isinstance(self.alpha, int | float) or not 0 <= self.alpha <= 1:
            raise UsageError(f"alpha {self.alpha!r}: give a number from 0 to 1")
        for option in ("analyzer", "synonyms", "compounds", "tags", "script"):
            if not isinstance(getattr(self, option), str):
                raise UsageError(f"{option} {getattr(self, option)!r}: give a text such as 'none'")
        if self.multi not in MULTI_REFERENCE:
            raise UsageError(f"multi {self.multi!r}: choose mean or max")
        parse_language(self.lang)

    @property
    def resources(self) -> Resources:
        """What these settings name, as the files are now."""
        lang = parse_language(self.lang)
        return find_resources(
            lang, self.analyzer, self.synonyms, self.tags, self.compounds, self.script
        )

    @property
    def pipeline(self) -> Pipeline:
        """The analysis that these settings name."""
        return load_pipeline(self.resources)

    @abstractmethod
    def pair_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """A row of features for each hypothesis with its reference."""

    @abstractmethod
    def all_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """A row of features for each hypothesis with each reference, references fastest."""

    def combine(self, features: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """The score of each row of features."""
        means: NDArray[np.float64] = features.mean(axis=1)
        return means

    def segment_scores(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        threads: int = 1,
    ) -> list[float]:
        scores = [self._against(hypotheses, column, threads) for column in references]
        combine = fmean if self.multi == "mean" else max
        return scores[0] if len(scores) == 1 else [combine(s) for s in zip(*scores, strict=True)]

    def _matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int
    ) -> "NDArray[np.float64]":
        rows = self.all_features(hypotheses, references, jobs)
        return self.combine(rows).reshape(len(hypotheses), len(references))

    def _against(
        self, hypotheses: Sequence[Segment], column: Sequence[Segment], threads: int
    ) -> list[float]:
        rows = self.pair_features(hypotheses, column, threads)
        return cast(list[float], self.combine(rows).tolist())

    def signature(self, references: int, analysed: bool = False) -> Signature:
        pipeline = self.pipeline
        fields = [
            ("lang", parse_language(self.lang)),
            ("analyzer", pipeline.analysis_name(analysed)),
            ("tags", pipeline.tags(analysed)),
            ("synonyms", pipeline.synonyms.name),
            ("refs", str(references)),
        ]
        if references > 1:
            fields.append(("multi", self.multi))
        fields += [("n", str(self.order)), ("alpha", repr(float(self.alpha)))]
        fields += [*self._notes(), ("version", __version__)]
        return Signature(self.name, tuple(fields), core_name())

    def _notes(self) -> list[tuple[str, str]]:
        return []
