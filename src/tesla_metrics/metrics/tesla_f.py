"""TESLA-F (Liu, Dahlmeier & Ng 2010): features weighted by training on human judgments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..core.comparing.comparer import CombinedComparer, Rows
from ..core.comparing.texts import WordlessComparer
from ..core.encoding.pairs import Pairs
from ..core.encoding.session import Session
from ..errors import ResourceError, UsageError
from ..explanation.columns import explain_columns, explain_sum, explain_without_words, split_sides
from ..explanation.explanation import ReferenceComparison
from ..files.item import ReferenceSet, Segment
from ..resources.lm.loading import load_language_model
from ..resources.pivot.phrase_table import open_phrase_table
from ..text.languages import parse_language
from .base import Progress, ReferencesFactory
from .options import option
from .segment_metric import MeanRow, SegmentMetric, SegmentScorer, SignatureFields
from .tesla_b import TABLES_HELP
from .tesla_f_model import (
    TeslaFModel,
    UsedFile,
    build_base_metric,
    build_features,
    find_used_file,
    get_role_reader_names,
    read_tesla_f,
    warn_about_analysis,
)
from .tesla_x import MODEL_HELP

LMS_HELP = (
    "language model for tesla-f and pem, made by tesla build lm (tesla-f: repeat it for several); "
    "an ARPA file made by another program must be of lower-cased words separated by white space"
)


@dataclass(frozen=True, kw_only=True)
class TeslaF(SegmentMetric):
    """TESLA-F: weighted sum of features, scaled to [0,1] by the lowest and highest possible sums.

    The model determines the analysis and the parameters. The score against several references is
    the mean.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639), which must be the language of the model.
    model : str
        File made by `tesla train tesla-f`.
    tables : tuple of str
        Current paths of the phrase tables of the model, if they were moved.
    lms : tuple of str
        Current paths of the language models of the model, if they were moved.
    lowercase : bool
        Whether both sides are lower-cased first.
    """

    name: ClassVar[str] = "tesla-f"
    lang: str
    model: str = option(
        "",
        "file",
        MODEL_HELP,
        metavar="FILE",
        example="a file of 'tesla train tesla-f'",
        model="tesla-f",
    )
    tables: tuple[str, ...] = option((), "files", TABLES_HELP, flag="table", metavar="FILE")
    lms: tuple[str, ...] = option((), "files", LMS_HELP, flag="lm", metavar="FILE")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.model:
            raise UsageError(
                f"{self.name} needs a model: give --model FILE, made by 'tesla train tesla-f'"
            )
        parse_language(self.lang)

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        path = Path(self.model)
        model = session.of_file(read_tesla_f, path)
        lang = parse_language(self.lang)
        if model.settings.lang != lang:
            raise UsageError(
                f"{path} is a model for {model.settings.lang!r}, but the texts are {lang!r}: give "
                f"one that was trained on judgments of {lang!r}"
            )
        tables = {used.label: self._find_table(used, session)[0] for used in model.tables}
        lms = {
            used.label: self._find_language_model(used, session)[1]
            for used in model.language_models
        }
        features = build_features(model.feature_set, model.settings, tables, lms, session)
        if features.columns != tuple(model.weights):
            raise ResourceError(
                f"{path} has weights for {len(model.weights)} features that are not the "
                f"{len(features.columns)} of this version: train again with 'tesla train tesla-f'"
            )
        base = build_base_metric(model.settings, list(tables.values())).open(session)
        lm_names = tuple(lm.name for lm in lms.values())
        return WeightedScorer(self, base, features, model, lm_names)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> ReferenceComparison:
        assert isinstance(scorer, WeightedScorer)
        return scorer.explain_pair(reference, hypothesis)

    def _find_table(self, recorded_file: UsedFile, session: Session) -> "tuple[str, Any]":
        load = _build_session_loader(session, open_phrase_table)
        return find_used_file(
            Path(self.model), recorded_file, self.tables, load, "phrase table", "--table"
        )

    def _find_language_model(self, recorded_file: UsedFile, session: Session) -> "tuple[str, Any]":
        load = _build_session_loader(session, load_language_model)
        return find_used_file(
            Path(self.model), recorded_file, self.lms, load, "language model", "--lm"
        )


class WeightedScorer(SegmentScorer):
    """Scorer of TESLA-F, with its model.

    `base` is the scorer of TESLA-M or TESLA-B with the same analysis, for the signature.
    """

    def __init__(
        self,
        metric: TeslaF,
        base: SegmentScorer,
        features: CombinedComparer,
        model: TeslaFModel,
        lm_names: tuple[str, ...],
    ) -> None:
        self._features, self._wordless = features, WordlessComparer()
        comparer = CombinedComparer((features, self._wordless))
        super().__init__(
            metric, base.session, comparer, self._combine, self._build_signature_fields
        )
        self._base, self._model, self._lm_names = base, model, lm_names
        self._weights = np.array(list(model.weights.values()))
        self._weighted_ranges = features.ranges * self._weights

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[MeanRow]:
        if isinstance(hypotheses[0], str):
            self._warn_about_analysis()
        return super().statistics(hypotheses, references, jobs, progress)

    def explain_pair(self, reference: Segment, hypothesis: Segment) -> ReferenceComparison:
        """Explain one hypothesis against one reference."""
        sides = split_sides(self._features, reference, hypothesis)
        wordless_rows = self._wordless.compare(Pairs.from_lines([hypothesis], [reference]))
        ((n_wordless,),) = wordless_rows.tolist()
        if n_wordless:
            # The score is 1 if neither text has a word, and 0 if only one of them has words.
            return explain_without_words(float(n_wordless > 1), sides)
        columns = explain_columns(self._features, reference, hypothesis, sides)
        low, high = self._weighted_ranges.min(axis=0).sum(), self._weighted_ranges.max(axis=0).sum()
        score_range = high - low or 1.0
        # The last column is the number of texts without words.
        values = np.array([[*(column.value for column in columns), 0.0]])
        (score,) = self._combine(values).tolist()
        return explain_sum(
            columns, (self._weights / score_range).tolist(), sides, score, -low / score_range
        )

    def _combine(self, columns: Rows) -> Rows:
        """Return the weighted sum of the features of each row, scaled to [0,1].

        The lowest possible sum becomes 0, the highest possible sum 1.
        """
        features, n_wordless = columns[:, :-1], columns[:, -1]
        low, high = self._weighted_ranges.min(axis=0).sum(), self._weighted_ranges.max(axis=0).sum()
        scores = np.zeros(len(features))
        if high != low:
            # Not a matrix product, because its last digits depend on the number of rows.
            scores = ((features * self._weights).sum(axis=1) - low) / (high - low)
        # As in every metric, the score is 1 if neither text has a word, 0 if only one has words.
        final_scores: Rows = np.where(n_wordless > 0, n_wordless > 1, scores.clip(0.0, 1.0))
        return final_scores

    def _build_signature_fields(self, references: int, analysed: bool) -> SignatureFields:
        *fields, version = self._base.signature(references, analysed).fields
        new_fields = [("model", f"{self._model.feature_set}@{self._model.short_hash}")]
        if self._lm_names:
            new_fields.append(("lms", "+".join(self._lm_names)))
        new_fields += self._role_reader_names.items()
        return [*fields, *new_fields, version]

    def _warn_about_analysis(self) -> None:
        """Warn if texts are analysed differently than in training."""
        base = self._base.metric
        names = base.analysis(self.session).signature_names | self._role_reader_names  # type: ignore[attr-defined]
        warn_about_analysis(self.metric.model, self._model.analysis, names)  # type: ignore[attr-defined]

    @property
    def _role_reader_names(self) -> dict[str, str]:
        """Return the names of the semantic role labeller; empty without role features."""
        return get_role_reader_names(self._features)


def _build_session_loader(session: Session, load: Callable[..., Any]) -> Callable[[str], Any]:
    return lambda path: session.of_file(load, path)
