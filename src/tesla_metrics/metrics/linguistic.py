"""What the metrics over bags of target-language n-grams share: analysis, bags, references."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean

from .._version import __version__
from ..analysis.languages import parse_language
from ..errors import UsageError
from ..matching.bags import Bags
from .base import SegmentMetric
from .inputs import Segment
from .pipeline import Pipeline, Resources, load_pipeline
from .signature import Signature

MULTI_REFERENCE = ("mean", "max")


@dataclass(frozen=True, kw_only=True)
class LinguisticMetric(SegmentMetric):
    """Bags of n-grams of analysed words, matched by an F-measure that leans to recall.

    lang        language of the texts (ISO 639)
    analyzer    builtin, builtin:FILE.tagger, spacy:PIPELINE or stanza:LANG
    synonyms    auto, none, wordnet, mythes, or a file
    tags        auto, upos or xpos: what equality of parts of speech compares
    compounds   auto (German is split), none, or a file of counts
    order       longest n-grams
    alpha       weight of recall in F = P R / (alpha P + (1 - alpha) R)
    multi       several references: mean or max of the scores against each
    """

    lang: str
    analyzer: str = "builtin"
    synonyms: str = "auto"
    tags: str = "auto"
    compounds: str = "auto"
    order: int = 3
    alpha: float = 0.8
    multi: str = "mean"

    def __post_init__(self) -> None:
        if self.order < 1:
            raise UsageError(f"order {self.order}: give a length of n-grams from 1 on")
        if not 0 <= self.alpha <= 1:
            raise UsageError(f"alpha {self.alpha}: give a number from 0 to 1")
        if self.multi not in MULTI_REFERENCE:
            raise UsageError(f"multi {self.multi!r}: choose mean or max")
        parse_language(self.lang)

    @abstractmethod
    def features(self, reference: Bags, candidate: Bags) -> list[float]:
        """The F-measures whose mean is the score."""

    @property
    @abstractmethod
    def function_weight(self) -> Fraction:
        """What each function word multiplies the weight of an n-gram by."""

    @property
    def pipeline(self) -> Pipeline:
        """The analysis that these settings name."""
        lang = parse_language(self.lang)
        return load_pipeline(
            Resources(lang, self.analyzer, self.synonyms, self.tags, self.compounds)
        )

    def bags(self, segments: Sequence[Segment]) -> list[Bags]:
        """The bags of each segment."""
        weight = self.function_weight
        return [Bags(words, self.order, weight) for words in self.pipeline.words(segments)]

    def segment_scores(
        self, hypotheses: Sequence[Segment], references: Sequence[Sequence[Segment]]
    ) -> list[float]:
        candidates = self.bags(hypotheses)
        combine = fmean if self.multi == "mean" else max
        scores = []
        for column in references:
            pairs = zip(self.bags(column), candidates, strict=True)
            scores.append([fmean(self.features(x, y)) for x, y in pairs])
        return scores[0] if len(scores) == 1 else [combine(s) for s in zip(*scores, strict=True)]

    def signature(self, references: int, analysed: bool = False) -> Signature:
        pipeline = self.pipeline
        fields = [
            ("lang", parse_language(self.lang)),
            ("analyzer", "given" if analysed else pipeline.analyzer.name),
            ("tags", pipeline.tags(analysed)),
            ("synonyms", pipeline.synonyms.name),
            ("refs", str(references)),
        ]
        if references > 1:
            fields.append(("multi", self.multi))
        fields += [("n", str(self.order)), ("alpha", f"{self.alpha:g}")]
        fields += [*self._notes(), ("version", __version__)]
        return Signature(self.name, tuple(fields))

    def _notes(self) -> list[tuple[str, str]]:
        return []
