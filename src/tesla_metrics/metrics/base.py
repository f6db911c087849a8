"""`Metric` and `Scorer`, the base classes of all metrics."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np

from ..arrays import Floats
from ..core.encoding.pairs import Product
from ..core.encoding.session import Session, default_session
from ..errors import UsageError
from ..files.field_names import REFERENCE
from ..files.inputs.counterparts import Counterparts, check_has_counterpart
from ..files.inputs.references import count_references_per_segment, iterate_references
from ..files.item import ReferenceSet, Segment
from ..resampling import (
    DEFAULT_SAMPLES,
    DEFAULT_SEED,
    Confidence,
    Resampling,
    draw_bootstrap_counts,
    warn_few_segments,
)
from ..text.frequencies import SentenceCounts
from ..text.input_checks import check_input
from .inputs import References, Rows, Texts, check_inputs, check_matrix
from .score import Score, Signature, find_common_count

if TYPE_CHECKING:
    from ..explanation.explanation import Explanation

# A function that is called with the number of newly finished units, such as segments.
Progress = Callable[[int], None]
# The statistics of a segment, or the sum of the statistics of several segments.
Row = TypeVar("Row")
MAX_JOBS = 1024
# A function that returns all references, for metrics that learn word frequencies from them.
ReferencesFactory: TypeAlias = Callable[[], Iterable[Segment]]


class Metric(ABC, Generic[Row]):
    """A metric with its options. Metrics are immutable: scoring never changes them.

    A metric maps each segment to a row of statistics. Rows can be added up, and a score can be
    computed from one row (segment score) or from the sum of many (system score). The method `open`
    returns a `Scorer`, which computes the rows.

    Attributes
    ----------
    name : str
        Name of the metric for `make_metric` and on the command line.
    higher_is_better : bool
        False for error rates such as TER.
    of_documents : bool
        Whether a segment is a text of several sentences, such as a summary.
    required_script_language : str
        Language code; candidates must use the script of this language. Empty: any script.
    parts : tuple of str
        Names of the components of a score that users should see next to it.
    against : str
        What candidates are compared with: REFERENCE, SOURCE (the text that they were made from) or
        NOTHING (references are optional and ignored).

    Notes
    -----
    Parameters of `score`, which `tesla_metrics.score` and other functions share:

    hypotheses : iterable of str, Sentence, Item or mapping
        Output of one system, one text per segment. Without `references` and `sources`, also rows:
        `Item` objects, or mappings with the keys candidate (or mt, hyp, text), reference,
        references (or ref) and source (or src).
    references : iterable, optional
        One list with a reference for each hypothesis, or several of these lists (reference sets).
        None means that a segment has no reference in a set.
    sources : iterable of str or Sentence, optional
        Source segments, for metrics with `against` SOURCE. Without sources, these metrics compare
        with `references`.
    references_by : {"set", "segment"}, optional
        What each inner list of `references` contains: a reference set (default), or all references
        of one segment. Required if there are as many lists as segments (two or more).
    jobs : int, default 1
        Number of threads (native core) or processes.
    progress : callable, optional
        Called with the number of newly scored segments.
    session : Session, optional
        Owner of loaded resources and caches. Default: one session for the whole process.
    confidence : float, optional
        Level of the bootstrap confidence interval, such as 0.95. Default: no interval.
    samples, seed : int
        Number of bootstrap samples and random seed. `compare` uses the same samples for the same
        seed.
    """

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    # Whether a segment is a text of several sentences, such as a summary. If so, a line break ends
    # a sentence, and a text without sentences is an error. Other metrics treat a line break as a
    # space.
    of_documents: ClassVar[bool] = False
    # Language code: a candidate that has letters must have a letter of this language.
    required_script_language: ClassVar[str] = ""
    parts: ClassVar[tuple[str, ...]] = ()
    against: ClassVar[str] = REFERENCE

    @property
    def untagged(self) -> bool:
        """Return whether the metric compares parts of speech but the language has no tagger."""
        return False

    @property
    def cuts_at_spaces(self) -> bool:
        """Return whether the metric has no language and therefore splits words at spaces."""
        return False

    def score(
        self,
        hypotheses: Texts | Rows,
        references: References | None = None,
        *,
        sources: Texts | None = None,
        references_by: str | None = None,
        jobs: int = 1,
        progress: Progress | None = None,
        session: Session | None = None,
        confidence: float | None = None,
        samples: int = DEFAULT_SAMPLES,
        seed: int = DEFAULT_SEED,
    ) -> Score:
        """Score the output of one system and return a `Score`.

        The class docstring of `Metric` describes all parameters.

        Raises
        ------
        InputError
            If hypotheses and references do not match, for example if they differ in number.
        UsageError
            If an argument is invalid.
        """
        resampling = None if confidence is None else Resampling(confidence, samples, seed)
        texts, sets = check_inputs(
            hypotheses, references, references_by, sources=sources, counterpart=self.against,
            has_documents=self.of_documents,
        )  # fmt: skip
        check_jobs(jobs)
        check_input([self], {"hypotheses": texts}, Counterparts.from_sets(self.against, sets))
        scorer = self.open(session, lambda: iterate_references(sets))
        rows = scorer.statistics(texts, sets, jobs, progress)
        total = self.total(rows)
        if resampling is not None:
            warn_few_segments(len(rows))
        return Score(
            self.name,
            self.system_value(total),
            tuple(map(self.segment_value, rows)),
            scorer.signature(
                find_common_count(count_references_per_segment(sets)), not isinstance(texts[0], str)
            ),
            self.higher_is_better,
            None if resampling is None else self.interval(rows, resampling),
            self.details(total),
            self.parts_by_name(total),
            self.segment_parts(rows),
        )

    def interval(
        self, rows: Sequence[Row], resampling: Resampling, progress: Progress | None = None
    ) -> Confidence:
        """Return the bootstrap confidence interval of the score of these segments.

        `progress` is called with the number of newly drawn samples.
        """
        matrix = np.array(rows, dtype=np.float64)
        batches = draw_bootstrap_counts(len(rows), resampling.samples, resampling.seed, progress)
        sample_scores = [self.resampled_values(matrix, weights) for weights in batches]
        return resampling.compute_confidence(np.concatenate(sample_scores))

    def matrix(
        self,
        hypotheses: Texts,
        references: Texts,
        *,
        jobs: int = 1,
        session: Session | None = None,
    ) -> Floats:
        """Score every hypothesis against every reference.

        Parameters
        ----------
        hypotheses, references : iterable of str or Sentence
            The two lists may differ in length.
        jobs : int, default 1
            Number of threads or processes.
        session : Session, optional
            Owner of loaded resources.

        Returns
        -------
        ndarray of shape (n_hypotheses, n_references)
        """
        check_has_counterpart(self, "a matrix has one column per reference")
        texts, columns = check_matrix(hypotheses, references, self.of_documents)
        check_jobs(jobs)
        return self.open(session, lambda: columns).matrix(texts, columns, jobs)

    def explain(
        self,
        hypothesis: Segment,
        references: Segment | Sequence[Segment] = (),
        *,
        session: Session | None = None,
    ) -> "Explanation":
        """Explain the score of one segment.

        Parameters
        ----------
        hypothesis : str or Sentence
        references : str, Sentence or list of these
            References, or sources for a metric with `against` SOURCE.
        session : Session, optional
            Owner of loaded resources.

        Returns
        -------
        Explanation
            The matched words with the reasons for their matches, and the cost of each word.

        Raises
        ------
        UsageError
            If the metric cannot explain its scores.
        """
        raise not_explained_error(self)

    def signature(self, references: int, analysed: bool = False) -> Signature:
        """Return the signature of scores with these settings.

        Parameters
        ----------
        references : int
            Number of references; VARYING (-1) if it differs between segments, 0 for a metric that
            uses none.
        analysed : bool, default False
            Whether the input is analysed sentences instead of texts.

        Returns
        -------
        Signature
        """
        return self.open().signature(references, analysed)

    def open(
        self, session: Session | None = None, references: ReferencesFactory | None = None
    ) -> "Scorer[Row]":
        """Load everything the metric needs and return its scorer.

        Parameters
        ----------
        session : Session, optional
            Owner of loaded resources. Files that changed since they were loaded are read again.
        references : callable, optional
            Function that returns all references, for a metric that learns word frequencies from
            them.

        Returns
        -------
        Scorer
        """
        session = default_session() if session is None else session
        if not isinstance(session, Session):
            raise UsageError(f"session {session!r}: give a Session or None")
        return self.open_in(session, references)

    @abstractmethod
    def open_in(self, session: Session, references: ReferencesFactory | None) -> "Scorer[Row]":
        """Open the metric in this session; see `open`."""

    def learns_from_references(self, session: Session) -> bool:
        """Return whether the metric must read all references before it can score."""
        del session
        return False

    def count_references(self, session: Session, references: ReferencesFactory) -> SentenceCounts:
        """Count the words of these references, from which the metric learns frequencies.

        The counts of several sets of references can be added up.
        """
        raise UsageError(f"{self.name} does not learn from references")

    def with_counts(self, counts: SentenceCounts) -> "Metric[Row]":
        """Return the metric with frequencies from these counts; it then needs no references."""
        raise UsageError(f"{self.name} does not learn from references")

    @abstractmethod
    def segment_value(self, row: Row) -> float:
        """Return the score of one segment."""

    @abstractmethod
    def total(self, rows: Sequence[Row]) -> Row:
        """Return the sum of many rows as one row."""

    @abstractmethod
    def system_value(self, total: Row) -> float:
        """Return the system score for a sum of rows."""

    def details(self, total: Row) -> Mapping[str, Any]:
        """Return additional values of the system score by name, in types that JSON supports."""
        return {}

    def part_values(self, row: Row) -> tuple[float, ...]:
        """Return the value of each part for the row of a segment or a sum of rows."""
        del row
        return ()

    def parts_by_name(self, total: Row) -> dict[str, float]:
        """Return the parts of the system score by name."""
        return dict(zip(self.parts, self.part_values(total), strict=True))

    def segment_parts(self, rows: Sequence[Row]) -> dict[str, tuple[float, ...]]:
        """Return the values of each part, one per segment, by name of the part."""
        if not self.parts or not rows:
            return {}
        columns = zip(*map(self.part_values, rows), strict=True)
        return dict(zip(self.parts, columns, strict=True))

    def system_values(self, totals: Floats) -> Floats:
        """Return the system score of each row of `totals`; see `system_value`."""
        rows: Any = totals.tolist()
        return np.array([self.system_value(total) for total in rows], dtype=np.float64)

    def resampled_values(self, rows: Sequence[Row] | Floats, weights: Floats) -> Floats:
        """Return the system scores of bootstrap samples.

        `weights` has one row per sample and one column per segment: how often the segment is drawn.
        """
        return self.system_values(weights @ np.asarray(rows, dtype=np.float64))


class Scorer(ABC, Generic[Row]):
    """A metric with its loaded resources, which can score any number of texts.

    Attributes
    ----------
    metric : Metric
        The metric, including the frequencies that it learnt from the references.
    """

    metric: Metric[Row]

    @property
    def threaded(self) -> bool:
        """Return False if several jobs run as processes, True if as threads or not at all."""
        return True

    @abstractmethod
    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Row]:
        """Return one row per segment. The input must have been checked."""

    @abstractmethod
    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Floats:
        """Score every hypothesis against every reference. The input must have been checked."""

    def matrices(
        self, groups: Sequence[Product], jobs: int = 1, progress: Progress | None = None
    ) -> list[Floats]:
        """Return one matrix of scores per group of hypotheses and references.

        `progress` is called with the number of newly scored hypotheses.
        """
        matrices = []
        for group in groups:
            matrices.append(self.matrix(*group, jobs))
            if progress is not None:
                progress(len(group.candidates))
        return matrices

    @abstractmethod
    def signature(self, references: int, analysed: bool = False) -> Signature:
        """Return the signature; see `Metric.signature`."""


def not_explained_error(metric: Metric[Any]) -> UsageError:
    """Return the error for a metric that cannot explain its scores."""
    return UsageError(
        f"{metric.name} does not explain its scores: choose tesla-x, tesla-m or another metric of "
        "this project"
    )


def check_jobs(jobs: int) -> None:
    """Check that `jobs` is a valid number of threads or processes."""
    if not isinstance(jobs, int) or not 1 <= jobs <= MAX_JOBS:
        raise UsageError(f"{jobs} jobs: give a whole number from 1 to {MAX_JOBS}")


class RunningScore(Generic[Row]):
    """The score of a system that is computed batch by batch.

    Memory is bounded, unless segment scores are kept (`keep_segments`) or the rows of all segments
    are needed for a confidence interval (`resampling`).
    """

    def __init__(
        self, scorer: Scorer[Row], *, keep_segments: bool, resampling: Resampling | None = None
    ) -> None:
        self._scorer, self._keep_segments, self._resampling = scorer, keep_segments, resampling
        self._rows: list[Row] = []
        self.segment_count = 0  # The number of segments so far.
        self._batch_totals: list[Any] = []
        self._segment_scores: list[float] = []
        self._segment_parts: dict[str, list[float]] = {name: [] for name in scorer.metric.parts}
        self._reference_counts: set[int] = set()  # The different numbers of references per segment.
        self._is_analysed = False

    def add(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int,
        progress: Progress | None,
    ) -> None:
        """Add a batch of segments, which must have been checked."""
        check_jobs(jobs)
        metric = self._scorer.metric
        rows = self._scorer.statistics(hypotheses, references, jobs, progress)
        self._batch_totals.append(metric.total(rows))
        self.segment_count += len(rows)
        if self._keep_segments:
            self._segment_scores += [metric.segment_value(row) for row in rows]
            for name, values in metric.segment_parts(rows).items():
                self._segment_parts[name] += values
        if self._resampling is not None:
            self._rows += rows
        self._reference_counts |= count_references_per_segment(references)
        self._is_analysed = not isinstance(hypotheses[0], str)

    def score(self, progress: Progress | None = None) -> Score:
        """Return the score so far. `progress` is called with the number of newly drawn samples."""
        metric = self._scorer.metric
        total, resampling = metric.total(self._batch_totals), self._resampling
        return Score(
            metric.name,
            metric.system_value(total),
            tuple(self._segment_scores),
            self._scorer.signature(find_common_count(self._reference_counts), self._is_analysed),
            metric.higher_is_better,
            None if resampling is None else metric.interval(self._rows, resampling, progress),
            metric.details(total),
            metric.parts_by_name(total),
            {name: tuple(values) for name, values in self._segment_parts.items()},
        )
