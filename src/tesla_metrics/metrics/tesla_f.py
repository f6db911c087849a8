"""TESLA-F (Liu, Dahlmeier & Ng 2010): features weighted as people's judgments taught it."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from ..analysis.sentence import Sentence, has_alphanumeric
from ..errors import ResourceError, TeslaWarning, UsageError
from ..languages import parse_language
from ..pivot.table import open_phrase_table
from .base import SegmentMetric
from .features import FeatureSet
from .inputs import Segment
from .signature import Signature
from .tesla_f_features import base_metric, make_features
from .tesla_f_model import Model, cached_language_model, find_used, read_model
from .tesla_m import TeslaM

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Loaded(NamedTuple):
    """A model with the files that it needs."""

    model: Model
    base: TeslaM
    features: FeatureSet
    language_models: tuple[str, ...]  # names for signatures


@dataclass(frozen=True, kw_only=True)
class TeslaF(SegmentMetric):
    """w · f, mapped to [0,1]: 0 and 1 are the least and most that the weights allow.

    Analysis and parameters are those that the model was trained with. Several references: mean.

    lang        language of the texts, which must be the model's (ISO 639)
    model       a file that `tesla train tesla-f` made
    tables      where its phrase tables are now; needless if they did not move
    lms         where its language models are now
    """

    name: ClassVar[str] = "tesla-f"
    lang: str
    model: str = ""
    tables: tuple[str, ...] = ()
    lms: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for option in ("tables", "lms"):
            files = getattr(self, option)
            if isinstance(files, list):  # as the command line gives them
                object.__setattr__(self, option, tuple(files))
            if isinstance(files, str) or not all(isinstance(file, str) for file in files):
                raise UsageError(f"{option} {files!r}: give a tuple of files")
        if not isinstance(self.model, str | Path) or not str(self.model):
            raise UsageError(
                f"{self.name} needs a model: give --model FILE, made by 'tesla train tesla-f'"
            )
        parse_language(self.lang)

    @property
    def loaded(self) -> Loaded:
        """The model and its files, as they are now."""
        path = Path(self.model)
        model = read_model(path)
        lang = parse_language(self.lang)
        if model.settings.lang != lang:
            raise UsageError(
                f"{path} is a model of {model.settings.lang!r}, but the texts are {lang!r}: give "
                f"one that was trained on judgments of {lang!r}"
            )
        tables = {
            used.label: find_used(
                path, used, self.tables, open_phrase_table, "phrase table", "--table"
            )[0]
            for used in model.tables
        }
        lms = {
            used.label: find_used(
                path, used, self.lms, cached_language_model, "language model", "--lm"
            )[1]
            for used in model.language_models
        }
        features = make_features(model.feature_set, model.settings, tables, lms)
        if features.names != tuple(model.weights):
            raise ResourceError(
                f"{path} weighs {len(model.weights)} features that are not the "
                f"{len(features.names)} of this version: train it anew with 'tesla train tesla-f'"
            )
        base = base_metric(model.settings, list(tables.values()))
        return Loaded(model, base, features, tuple(lm.name for lm in lms.values()))

    @property
    def threaded(self) -> bool:
        return self.loaded.base.threaded

    def segment_scores(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        threads: int = 1,
    ) -> list[float]:
        import numpy as np

        loaded = self.loaded
        if isinstance(hypotheses[0], str):
            self._compare_analysis(loaded)
        columns = []
        for column in references:
            scores = combine(loaded, loaded.features.pairs(hypotheses, column, threads))
            columns.append(_settle_empty(scores, _empty(hypotheses), _empty(column)))
        return cast(list[float], np.mean(columns, axis=0).tolist())

    def _matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int
    ) -> "NDArray[np.float64]":
        loaded = self.loaded
        scores = combine(loaded, loaded.features.products(hypotheses, references, jobs))
        scores = scores.reshape(len(hypotheses), len(references))
        return _settle_empty(scores, _empty(hypotheses)[:, None], _empty(references)[None])

    def signature(self, references: int, analysed: bool = False) -> Signature:
        loaded = self.loaded
        base = loaded.base.signature(references, analysed)
        *fields, version = base.fields
        own = [("model", f"{loaded.model.feature_set}@{loaded.model.short_hash}")]
        if loaded.language_models:
            own.append(("lms", "+".join(loaded.language_models)))
        return Signature(self.name, (*fields, *own, version), base.core)

    def _compare_analysis(self, loaded: Loaded) -> None:
        here = analysis_names(loaded.base)
        for what, trained in loaded.model.analysis.items():
            if here.get(what) != trained:
                _warn_once(str(self.model), what, trained, str(here.get(what)))


def combine(loaded: Loaded, rows: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """w · f of each row, the least that the weights allow taken to 0 and the most to 1."""
    import numpy as np

    weights = np.array(list(loaded.model.weights.values()))
    ends = loaded.features.ranges * weights
    low, high = ends.min(axis=0).sum(), ends.max(axis=0).sum()
    if high == low:
        return np.zeros(len(rows))
    # Sums by row, not a product of matrices, whose last digits change with their number.
    scores: NDArray[np.float64] = ((rows * weights).sum(axis=1) - low) / (high - low)
    return scores.clip(0.0, 1.0)  # against rounding


def analysis_names(base: TeslaM) -> dict[str, str]:
    """What analyses the texts, as signatures print it."""
    pipeline = base.pipeline
    return {
        "analyzer": pipeline.analysis_name(analysed=False),
        "tags": pipeline.tags(analysed=False),
        "synonyms": pipeline.synonyms.name,
    }


def _empty(segments: Sequence[Segment]) -> "NDArray[np.bool_]":
    import numpy as np

    return np.array([not _has_words(segment) for segment in segments])


def _has_words(segment: Segment) -> bool:
    if isinstance(segment, Sentence):
        return any(has_alphanumeric(token.form) for token in segment.tokens)
    return has_alphanumeric(segment)


def _settle_empty(
    scores: "NDArray[np.float64]", hypothesis: "NDArray[np.bool_]", reference: "NDArray[np.bool_]"
) -> "NDArray[np.float64]":
    """As in every metric: 1 where neither side has a word, 0 where one has none."""
    import numpy as np

    one, both = hypothesis | reference, hypothesis & reference
    return np.where(one, both.astype(np.float64), scores)


@lru_cache(maxsize=64)
def _warn_once(model: str, what: str, trained: str, here: str) -> None:
    warnings.warn(
        f"{model} was trained with {what} {trained}, here it is {here}: weights may not fit, "
        "train again to be sure",
        TeslaWarning,
        stacklevel=2,
    )
