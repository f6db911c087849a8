"""Metrics whose system score is the mean of their segment scores."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import fsum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from ..arrays import Floats, Indices
from ..core.comparing.comparer import Comparer, Rows
from ..core.encoding.pairs import Pairs, Product, compare_in_batches
from ..core.encoding.session import Session
from ..errors import UsageError
from ..files.field_names import NOTHING
from ..files.inputs.references import iterate_references, no_reference_error
from ..files.item import ReferenceSet, Segment, lowercase
from ..files.sentence import Sentence
from ..text.languages import Language, find_language, parse_language, register
from ..text.languages.registry import is_registered
from .base import Metric, Progress, ReferencesFactory, Scorer, not_explained_error
from .inputs import check_inputs
from .options import LOWERCASE_HELP, check_options, option
from .score import Signature

if TYPE_CHECKING:
    from ..explanation.coherence_values import TextCoherence
    from ..explanation.drawings import AlignmentArrays
    from ..explanation.explanation import Explanation, ReferenceComparison

# The sum of segment scores, the sum of each part, and the number of segments.
MeanRow: TypeAlias = tuple[float, ...]
# Names and values of the fields of a signature.
SignatureFields = list[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class SegmentMetric(Metric[MeanRow]):
    """Base class of metrics that compute segment scores from feature columns.

    A comparer computes one row of features per pair of a hypothesis and a reference. The parts of
    the score are columns with the same names. A subclass is a frozen dataclass with a `name`. It
    defines `open_in`, which returns a `SegmentScorer`.

    Parameters
    ----------
    lowercase : bool
        Whether both sides are lower-cased first.
    """

    lowercase: bool = option(False, "flag", LOWERCASE_HELP, short="-lc")

    def __post_init__(self) -> None:
        check_options(self)

    @abstractmethod
    def open_in(
        self, session: Session, references: ReferencesFactory | None
    ) -> "SegmentScorer": ...

    def open(
        self, session: Session | None = None, references: ReferencesFactory | None = None
    ) -> "SegmentScorer":
        scorer = super().open(session, self.prepare_references(references))
        assert isinstance(scorer, SegmentScorer)
        return scorer

    def prepare_references(self, references: ReferencesFactory | None) -> ReferencesFactory | None:
        """Return the references, lower-cased if the option `lowercase` is set."""
        return (
            partial(_iterate_lowercase, references) if self.lowercase and references else references
        )

    def explain(
        self,
        hypothesis: Segment,
        references: Segment | Sequence[Segment] = (),
        *,
        session: Session | None = None,
    ) -> "Explanation":
        reference_list = (
            [references] if isinstance(references, str | Sentence) else list(references)
        )
        for segment in (hypothesis, *reference_list):
            if not isinstance(segment, str | Sentence):
                raise UsageError(
                    f"explain takes one hypothesis and its references, but one of them is a "
                    f"{type(segment).__name__}: call it for each segment"
                )
        texts, sets = check_inputs(
            [hypothesis], [[reference] for reference in reference_list], None,
            counterpart=self.against,
            has_documents=self.of_documents,
        )  # fmt: skip
        scorer = self.open(session, lambda: iterate_references(sets))
        return scorer.explain(texts[0], list(iterate_references(sets)))

    def explain_pair(
        self, scorer: "SegmentScorer", reference: Segment, hypothesis: Segment
    ) -> "ReferenceComparison":
        """Explain one hypothesis against one reference. `scorer` is a result of `open`."""
        raise not_explained_error(self)

    def explain_text(self, scorer: "SegmentScorer", hypothesis: Segment) -> "TextCoherence | None":
        """Explain the coherence of a hypothesis; None for metrics that do not measure it."""
        return None

    def segment_value(self, row: MeanRow) -> float:
        return row[0]

    def total(self, rows: Sequence[MeanRow]) -> MeanRow:
        *sums, counts = zip(*rows, strict=True)
        return (*map(fsum, sums), sum(counts))

    def system_value(self, total: MeanRow) -> float:
        return total[0] / total[-1]

    def part_values(self, row: MeanRow) -> tuple[float, ...]:
        return tuple(part / row[-1] for part in row[1:-1])

    def system_values(self, totals: Floats) -> Floats:
        means: Floats = totals[:, 0] / totals[:, -1]
        return means


class SegmentScorer(Scorer[MeanRow]):
    """A comparer of pairs, and the formula that computes scores from its columns.

    Parameters
    ----------
    metric : SegmentMetric
        The metric that is opened.
    session : Session
        Owner of loaded resources.
    comparer : Comparer
        Computes feature columns of pairs of hypotheses and references.
    combine : callable
        Maps columns of shape (n_pairs, n_columns) to n_pairs scores.
    build_fields : callable
        Returns the fields of the signature, a list of pairs of str. Its arguments are the number of
        references, and whether the input is analysed sentences.
    multi : {"mean", "max"}
        How the scores against several references are combined.

    Attributes
    ----------
    deciding_column : int
        The column that determines the best reference for "max": 0 is the score, 1 its first part.
    """

    deciding_column: ClassVar[int] = 0

    def __init__(
        self,
        metric: SegmentMetric,
        session: Session,
        comparer: Comparer,
        combine: Callable[[Rows], Rows],
        build_fields: Callable[[int, bool], SignatureFields],
        multi: str = "mean",
    ) -> None:
        self.metric: SegmentMetric = metric
        self.session, self.comparer = session, comparer
        self.combine, self._build_fields, self._multi = combine, build_fields, multi
        self._part_indices = [comparer.columns.index(name) for name in metric.parts]

    @property
    def threaded(self) -> bool:
        return self.comparer.threaded

    def pair_rows(self, pairs: Pairs, threads: int = 1) -> Rows:
        """Return an array with one row per pair: the score, then its parts."""
        # Texts are lower-cased here, in batches, so that only one batch is copied at a time.
        if self.metric.lowercase:
            pairs = pairs.to_lowercase()
        columns = self.comparer.compare(pairs, threads)
        return np.column_stack([self.combine(columns), columns[:, self._part_indices]])

    def rows(self, pairs: Pairs, jobs: int = 1, progress: Progress | None = None) -> Rows:
        """Return the rows of `pair_rows`, computed in batches by threads or processes."""
        session = self.session
        score_in_process = partial(
            _score_in_process,
            self.metric,
            session.core,
            session.memory,
            self._find_registered_language(),
        )
        return compare_in_batches(
            self.pair_rows,
            pairs,
            jobs,
            progress,
            use_threads=self.comparer.threaded,
            process_task=score_in_process,
        )

    def scores(self, pairs: Pairs, jobs: int = 1, progress: Progress | None = None) -> Rows:
        """Return the score of each pair without its parts."""
        return self.rows(pairs, jobs, progress)[:, 0]

    def _find_registered_language(self) -> Language | None:
        """Return the language of the metric if the user registered it, otherwise None.

        Worker processes do not have registered languages, and get them with each batch.
        """
        code = getattr(self.metric, "lang", "")
        code = parse_language(code) if code else ""
        return find_language(code) if is_registered(code) else None

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[MeanRow]:
        # A metric without references compares each candidate with itself.
        without_references = self.metric.against == NOTHING
        pairs = Pairs.from_reference_sets(
            hypotheses, [hypotheses] if without_references else references
        )
        rows = self.combine_references(self.rows(pairs, jobs, progress), pairs)
        return [(*row, 1) for row in rows.tolist()]

    def combine_references(self, rows: Rows, pairs: Pairs) -> Rows:
        """Combine the rows of all references of a candidate, and return one row per candidate.

        Pairs must be in the order of their candidates.
        """
        counts = np.bincount(pairs.candidate_indices, minlength=len(pairs.candidates))
        if not counts.all():
            raise no_reference_error(int(np.argmin(counts)) + 1)
        if len(rows) == len(counts):  # Each candidate has one reference.
            return rows
        starts = np.cumsum(counts) - counts
        if self._multi == "max":
            return rows[_find_first_best_rows(rows[:, self.deciding_column], counts, starts)]
        # Columns are added one at a time, since numpy adds several columns in another order.
        sums = np.column_stack([np.add.reduceat(column, starts) for column in rows.T])
        means: Rows = sums / counts[:, None]
        return means

    def explain(self, hypothesis: Segment, references: Sequence[Segment]) -> "Explanation":
        """Explain the score of a segment. The input must have been checked."""
        from ..explanation.explanation import Explanation  # Imported late: not for scoring.

        if self.metric.lowercase:
            hypothesis, references = lowercase(hypothesis), list(map(lowercase, references))
        pairs = [self.metric.explain_pair(self, reference, hypothesis) for reference in references]
        (row,) = self.statistics([hypothesis], [[reference] for reference in references])
        analysed = not isinstance(hypothesis, str)
        return Explanation(
            self.metric.name,
            str(self.signature(len(references), analysed)),
            self.metric.segment_value(row),
            self._multi if len(references) > 1 else "only",
            self.metric.against,
            tuple(map(_set_share, pairs, self._compute_shares(hypothesis, references))),
            self.metric.parts_by_name(row),
            self.metric.explain_text(self, hypothesis),
        )

    def drawings(
        self, pairs: Pairs, jobs: int = 1, progress: Progress | None = None
    ) -> "AlignmentArrays":
        """Return the alignments of many pairs.

        `progress` is called with the number of newly aligned candidates.
        """
        from ..explanation.drawings import make_alignments  # Imported late: not for scoring.

        if not len(pairs):
            return make_alignments(pairs, [])
        return self.draw_pairs(
            pairs.to_lowercase() if self.metric.lowercase else pairs, jobs, progress
        )

    def draw_pairs(self, pairs: Pairs, jobs: int, progress: Progress | None) -> "AlignmentArrays":
        """Align pairs by explaining each of them. Metrics with a faster method override this."""
        from ..explanation.drawings import make_alignments

        comparisons, reported_candidates = [], set[int]()
        for left, right in zip(
            pairs.reference_indices.tolist(), pairs.candidate_indices.tolist(), strict=True
        ):
            reference, candidate = pairs.references[left], pairs.candidates[right]
            comparisons.append(self.metric.explain_pair(self, reference, candidate))
            if progress is not None and right not in reported_candidates:
                reported_candidates.add(right)
                progress(1)
        return make_alignments(pairs, comparisons)

    def _compute_shares(self, hypothesis: Segment, references: Sequence[Segment]) -> list[float]:
        """Return the weight of each reference in the score; the weights sum to 1."""
        if self._multi != "max" or len(references) == 1:
            return [1 / len(references) for _ in references]
        rows = self.pair_rows(Pairs.from_products([Product([hypothesis], references)]))
        scores = rows[:, self.deciding_column].tolist()
        best_index = scores.index(max(scores))
        return [float(index == best_index) for index in range(len(scores))]

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Rows:
        return self.matrices([Product(hypotheses, references)], jobs)[0]

    def matrices(
        self, groups: Sequence[Product], jobs: int = 1, progress: Progress | None = None
    ) -> list[Rows]:
        # Groups are small; scoring all at once makes better use of threads and processes.
        scores = self.scores(Pairs.from_products(groups), jobs, progress)
        sizes = [(len(group.candidates), len(group.references)) for group in groups]
        group_ends = np.cumsum([rows * columns for rows, columns in sizes])
        group_scores = np.split(scores, group_ends[:-1])
        return [part.reshape(size) for part, size in zip(group_scores, sizes, strict=True)]

    def signature(self, references: int, analysed: bool = False) -> Signature:
        fields = list(self._build_fields(references, analysed))
        if self.metric.lowercase:
            fields.insert(1, ("case", "lc"))  # The same field as in signatures of sacreBLEU.
        return Signature(self.metric.name, tuple(fields), self.session.core)


def check_can_explain(metric: Metric[Any]) -> SegmentMetric:
    """Return the metric if it can explain its scores, else raise UsageError."""
    if isinstance(metric, SegmentMetric) and can_explain(type(metric)):
        return metric
    raise not_explained_error(metric)


def can_explain(metric_class: type[Metric[Any]]) -> bool:
    """Return whether metrics of this class can explain their scores."""
    if not issubclass(metric_class, SegmentMetric):
        return False
    default_explain_pair, default_explain_text = (
        SegmentMetric.explain_pair,
        SegmentMetric.explain_text,
    )
    return (
        metric_class.explain_pair is not default_explain_pair
        or metric_class.explain_text is not default_explain_text
    )


def _set_share(pair: "ReferenceComparison", share: float) -> "ReferenceComparison":
    return replace(pair, share=share)


def _find_first_best_rows(scores: Rows, counts: Indices, starts: Indices) -> Indices:
    """Return the index of the first highest score of each group.

    `counts` has the sizes of the groups and `starts` their first indices. A NaN counts as highest.
    """
    highest = np.maximum.reduceat(scores, starts).repeat(counts)
    best_indices = np.flatnonzero((scores == highest) | np.isnan(scores))
    return best_indices[np.searchsorted(best_indices, starts)]


def _iterate_lowercase(references: ReferencesFactory) -> Iterable[Segment]:
    return map(lowercase, references())


@lru_cache(maxsize=2)
def _get_process_session(core: str, memory: int) -> Session:
    return Session(core=core, memory=memory)


def _score_in_process(
    metric: SegmentMetric, core: str, memory: int, language: Language | None, pairs: Pairs
) -> Rows:
    """Score pairs in a worker process, which keeps its session between batches."""
    if language is not None and find_language(language.code).revision != language.revision:
        register(language)
    return metric.open(_get_process_session(core, memory)).pair_rows(pairs)
