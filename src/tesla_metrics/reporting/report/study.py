"""Collect the data of a report: texts, scores and significance tests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ...evaluation.systems.comparison import Comparison
from ...evaluation.systems.evidence import StatisticsTable
from ...evaluation.systems.findings import PairTest, RankedSystem
from ...files.field_names import SOURCE
from ...files.inputs.counterparts import Counterparts
from ...files.inputs.references import get_first_references, iterate_references
from ...files.item import ReferenceSet, Segment
from ...files.sentence import has_alphanumeric
from ...metrics.base import Metric
from ...metrics.score import Score
from ...resampling import Interval
from ...text.tokenizers.base import ScriptTokenizer


class SegmentLabels(NamedTuple):
    """Ids and document names of segments; empty if unknown."""

    ids: Sequence[str] = ()
    documents: Sequence[str] = ()


NO_LABELS = SegmentLabels()


@dataclass(frozen=True, eq=False)
class ReportData:
    """All data of a report.

    systems       outputs by the name of the system
    counterparts  references and sources
    scores        for each metric, an array of shape (n_systems, n_segments)
    standings     rank and system score of each system, sorted by metric and rank
    pairs         tested pairs of systems; empty if there were no tests
    signatures    signatures by the name of the metric
    remark        note about intervals and tests
    level         confidence level of the intervals, such as 0.95
    labels        ids and documents of segments
    """

    systems: Mapping[str, Sequence[Segment]]
    counterparts: Counterparts
    metrics: Sequence[Metric[Any]]
    scores: Sequence[Floats]
    standings: Sequence[RankedSystem]
    pairs: Sequence[PairTest]
    signatures: Mapping[str, str]
    remark: str
    level: float
    labels: SegmentLabels

    @property
    def segment_count(self) -> int:
        """Return the number of segments."""
        return len(next(iter(self.systems.values())))

    @property
    def compared_sets(self) -> Sequence[ReferenceSet]:
        """Return the references, else the sources if a metric compares outputs with them."""
        uses_sources = any(metric.against == SOURCE for metric in self.metrics)
        references, sources = self.counterparts
        return references or (sources if uses_sources else ())

    def get_compared_texts(self, metric: Metric[Any] | None = None) -> list[tuple[Segment, ...]]:
        """Return for each segment the texts that a metric compares outputs with.

        Without a metric, return the texts of `compared_sets`.
        """
        counterpart_sets = (
            self.compared_sets if metric is None else self.counterparts.select(metric.against)
        )
        if not counterpart_sets:
            return [()] * self.segment_count
        return [
            tuple(iterate_references([segment_texts]))
            for segment_texts in zip(*counterpart_sets, strict=True)
        ]

    def get_first_texts(self) -> Sequence[Segment]:
        """Return for each segment the first reference or source that the report shows.

        Without references and sources, return the outputs of the first system.
        """
        return (
            get_first_references(self.counterparts.displayed_sets)
            if self.counterparts.displayed_sets
            else next(iter(self.systems.values()))
        )


def build_comparison_data(
    comparison: Comparison,
    table: StatisticsTable,
    counterparts: Counterparts,
    labels: SegmentLabels = NO_LABELS,
) -> ReportData:
    """Collect the data of a report from the results of `compare`."""
    return ReportData(
        table.systems, counterparts, table.metrics,
        [_get_segment_scores(table, metric) for metric in table.metrics],
        comparison.standings, comparison.pairs, comparison.signatures,
        f"{100 * comparison.level:g} % bootstrap intervals, {comparison.samples} samples, seed "
        f"{comparison.seed}; significant differences by p_holm of {comparison.tests[0]}, corrected "
        "for all pairs",
        comparison.level, labels,
    )  # fmt: skip


def build_score_data(
    systems: Mapping[str, Sequence[Segment]],
    counterparts: Counterparts,
    metrics: Sequence[Metric[Any]],
    scores: Sequence[tuple[str, Score]],
    labels: SegmentLabels = NO_LABELS,
) -> ReportData:
    """Collect the data of a report from (system, score) pairs with intervals, without tests."""
    scores_by_metric = [
        [system_score for system_score in scores if system_score[1].metric == metric.name]
        for metric in metrics
    ]
    confidence = scores[0][1].confidence
    assert confidence is not None
    segment_scores = []
    standings: list[RankedSystem] = []
    for metric_scores in scores_by_metric:
        segment_scores.append(np.array([score.segments for _, score in metric_scores]))
        standings += _rank_systems(metric_scores)
    return ReportData(
        systems,
        counterparts,
        metrics,
        segment_scores,
        standings,
        (),
        {score.metric: str(score.signature) for _, score in scores},
        f"{100 * confidence.level:g} % bootstrap intervals, {confidence.samples} samples, seed "
        f"{confidence.seed}; tesla compare tests differences",
        confidence.level,
        labels,
    )


def _get_segment_scores(table: StatisticsTable, metric: Metric[Any]) -> Floats:
    return np.stack([table.statistics[metric.name, name].segment_scores for name in table.systems])


def _rank_systems(scores: Sequence[tuple[str, Score]]) -> list[RankedSystem]:
    sign = -1 if scores[0][1].higher_is_better else 1
    values = [sign * score.score for _, score in scores]
    sorted_scores = sorted(zip(values, scores, strict=True), key=lambda item: (item[0], item[1][0]))
    standings = []
    for value, (system, score) in sorted_scores:
        assert score.confidence is not None
        interval = Interval(score.confidence.low, score.confidence.high)
        rank = 1 + sum(other_value < value for other_value in values)
        standings.append(RankedSystem(system, score.metric, score.score, interval, rank, None))
    return standings


class NumberedTexts(NamedTuple):
    """Texts as arrays of word numbers.

    words     number of each word of all texts
    texts     index of the text of each word
    segments  index of the segment of each text
    """

    words: Indices
    texts: Indices
    segments: Indices


class ReportVocabulary:
    """A vocabulary that numbers lower-cased words of any language in order of occurrence."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._word_numbers: dict[str, int] = {}
        self._tokenizer = ScriptTokenizer("und")

    def number_texts(self, segments: Iterable[Sequence[Segment]]) -> NumberedTexts:
        """Convert the texts of each segment to word numbers."""
        numbered_texts, segment_indices = [], []
        for index, texts in enumerate(segments):
            for text in texts:
                numbered_texts.append([self._get_number(form) for form in self._get_forms(text)])
                segment_indices.append(index)
        return NumberedTexts(
            np.array(
                [index for numbered_text in numbered_texts for index in numbered_text],
                dtype=np.intp,
            ),
            np.repeat(
                np.arange(len(numbered_texts)),
                [len(numbered_text) for numbered_text in numbered_texts],
            ),
            np.array(segment_indices, dtype=np.intp),
        )

    def _get_forms(self, text: Segment) -> Iterable[str]:
        if isinstance(text, str):
            forms: Iterable[str] = self._tokenizer.tokenize(text)
        else:
            forms = (token.form for token in text.tokens)
        return (form.lower() for form in forms if has_alphanumeric(form))

    def _get_number(self, form: str) -> int:
        index = self._word_numbers.setdefault(form, len(self.words))
        if index == len(self.words):
            self.words.append(form)
        return index
