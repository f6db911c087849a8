"""TESLA-F (Liu, Dahlmeier & Ng 2010): features weighted as people's judgments taught it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..comparing.comparer import Rows, SideBySide
from ..comparing.texts import Wordless
from ..encoding.pairs import Pairs
from ..encoding.session import Session
from ..errors import ResourceError, UsageError
from ..explaining.columns import explain_columns, explained_sides
from ..explaining.explanation import Against
from ..explaining.linear import against, settled_against
from ..languages import parse_language
from ..lm.model import load_language_model
from ..pivot.table import open_phrase_table
from ..tasks import ReferenceSet, Segment
from .base import AllReferences, Progress
from .options import option
from .segments import Fields, Mean, SegmentMetric, SegmentScorer
from .tesla_b import TABLES
from .tesla_f_features import base_metric, make_features, role_names
from .tesla_f_model import Model, Used, compare_analysis, find_used, read_model
from .tesla_x import MODEL

LMS = (
    "language model of tesla-f and pem, made by tesla build lm (tesla-f: again for another); an "
    "ARPA file from elsewhere is taken as one of lower-cased words between white space"
)


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
    model: str = option(
        "",
        "file",
        MODEL,
        metavar="FILE",
        example="a file of 'tesla train tesla-f'",
        model="tesla-f",
    )
    tables: tuple[str, ...] = option((), "files", TABLES, flag="table", metavar="FILE")
    lms: tuple[str, ...] = option((), "files", LMS, flag="lm", metavar="FILE")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.model:
            raise UsageError(
                f"{self.name} needs a model: give --model FILE, made by 'tesla train tesla-f'"
            )
        parse_language(self.lang)

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        path = Path(self.model)
        model = session.of_file(read_model, path)
        lang = parse_language(self.lang)
        if model.settings.lang != lang:
            raise UsageError(
                f"{path} is a model of {model.settings.lang!r}, but the texts are {lang!r}: give "
                f"one that was trained on judgments of {lang!r}"
            )
        tables = {one.label: self._table(one, session)[0] for one in model.tables}
        lms = {one.label: self._language_model(one, session)[1] for one in model.language_models}
        features = make_features(model.feature_set, model.settings, tables, lms, session)
        if features.columns != tuple(model.weights):
            raise ResourceError(
                f"{path} weighs {len(model.weights)} features that are not the "
                f"{len(features.columns)} of this version: train it anew with 'tesla train tesla-f'"
            )
        base = base_metric(model.settings, list(tables.values())).open(session)
        names = tuple(lm.name for lm in lms.values())
        return WeighedScorer(self, base, features, model, names)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> Against:
        assert isinstance(scorer, WeighedScorer)
        return scorer.explain_pair(reference, hypothesis)

    def _table(self, used: Used, session: Session) -> "tuple[str, Any]":
        load = _loading(session, open_phrase_table)
        return find_used(Path(self.model), used, self.tables, load, "phrase table", "--table")

    def _language_model(self, used: Used, session: Session) -> "tuple[str, Any]":
        load = _loading(session, load_language_model)
        return find_used(Path(self.model), used, self.lms, load, "language model", "--lm")


class WeighedScorer(SegmentScorer):
    """A model with the files that it needs; `base` is the TESLA-M or TESLA-B of its features."""

    def __init__(
        self,
        metric: TeslaF,
        base: SegmentScorer,
        features: SideBySide,
        model: Model,
        language_models: tuple[str, ...],
    ) -> None:
        self._features, self._wordless = features, Wordless()
        comparer = SideBySide((features, self._wordless))
        super().__init__(metric, base.session, comparer, self._combine, self._named)
        self._base, self._model, self._lms = base, model, language_models
        self._weights = np.array(list(model.weights.values()))
        self._ends = features.ranges * self._weights

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Mean]:
        if isinstance(hypotheses[0], str):
            self._compare_analysis()
        return super().statistics(hypotheses, references, jobs, progress)

    def explain_pair(self, reference: Segment, hypothesis: Segment) -> Against:
        """One hypothesis against one reference."""
        sides = explained_sides(self._features, reference, hypothesis)
        (row,) = self._wordless.compare(Pairs.of_lines([hypothesis], [reference])).tolist()
        if row[0]:
            return settled_against(float(row[0] > 1), sides)
        columns = explain_columns(self._features, reference, hypothesis, sides)
        low, high = self._ends.min(axis=0).sum(), self._ends.max(axis=0).sum()
        width = high - low or 1.0
        values = np.array([[*(column.value for column in columns), 0.0]])
        (score,) = self._combine(values).tolist()
        return against(columns, (self._weights / width).tolist(), sides, score, -low / width)

    def _combine(self, columns: Rows) -> Rows:
        """w · f of each row, the least that the weights allow taken to 0 and the most to 1."""
        features, wordless = columns[:, :-1], columns[:, -1]
        low, high = self._ends.min(axis=0).sum(), self._ends.max(axis=0).sum()
        scores = np.zeros(len(features))
        if high != low:
            # Sums by row, not a product of matrices, whose last digits change with their number.
            scores = ((features * self._weights).sum(axis=1) - low) / (high - low)
        # As in every metric: 1 where neither side has a word, 0 where one has none.
        settled: Rows = np.where(wordless > 0, wordless > 1, scores.clip(0.0, 1.0))
        return settled

    def _named(self, references: int, analysed: bool) -> Fields:
        *fields, version = self._base.signature(references, analysed).fields
        own = [("model", f"{self._model.feature_set}@{self._model.short_hash}")]
        if self._lms:
            own.append(("lms", "+".join(self._lms)))
        own += self._found.items()
        return [*fields, *own, version]

    def _compare_analysis(self) -> None:
        base = self._base.metric
        here = base.analysis(self.session).names | self._found  # type: ignore[attr-defined]
        compare_analysis(self.metric.model, self._model.analysis, here)  # type: ignore[attr-defined]

    @property
    def _found(self) -> dict[str, str]:
        """What finds roles, if the model looks at them."""
        return role_names(self._features)


def _loading(session: Session, load: Callable[..., Any]) -> Callable[[str], Any]:
    return lambda path: session.of_file(load, path)
