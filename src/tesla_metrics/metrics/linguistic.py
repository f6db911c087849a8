"""What the metrics over bags of target-language n-grams share: analysis, bags, references."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING, cast

from .._core.native import core_name, load_native
from .._version import __version__
from ..analysis.languages import parse_language
from ..errors import UsageError
from ..matching.bags import Bags
from .base import SegmentMetric
from .inputs import Segment, all_texts
from .interned import native_words
from .pipeline import Pipeline, Resources, find_resources, load_pipeline
from .signature import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .._core._native import Settings

MULTI_REFERENCE = ("mean", "max")
MOST_ORDER = 100
# Weights and values must fit 64 bits with room for 10,000 words and more, n-grams a mask's word.
_NATIVE_UNITS = 2**40
_NATIVE_ORDER = 32


@dataclass(frozen=True, kw_only=True)
class LinguisticMetric(SegmentMetric):
    """Bags of n-grams of analysed words, matched by an F-measure that leans to recall.

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

    @property
    def threaded(self) -> bool:
        # Where another package analyses, that takes longest, and processes help.
        return self._native_settings() is not None and self.analyzer.startswith("builtin")

    def bags(self, segments: Sequence[Segment]) -> list[Bags]:
        """The bags of each segment."""
        weight = self.function_weight
        return [Bags(words, self.order, weight) for words in self.pipeline.words(segments)]

    def segment_scores(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        threads: int = 1,
    ) -> list[float]:
        scores = [self._against(hypotheses, column, threads) for column in references]
        combine = fmean if self.multi == "mean" else max
        return scores[0] if len(scores) == 1 else [combine(s) for s in zip(*scores, strict=True)]

    def combine(self, features: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """The score of each row of features."""
        means: NDArray[np.float64] = features.mean(axis=1)
        return means

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
