"""Metric, the noun every user meets first; Scorer, a metric with all that it needs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np

from ..analysis.frequencies import SentenceCounts
from ..arrays import Floats
from ..doubts.doubts import doubt
from ..encoding.pairs import Product
from ..encoding.session import Session, default_session
from ..errors import UsageError
from ..intake.beside import Beside, check_compares
from ..intake.references import present, reference_counts
from ..names import REFERENCE
from ..resampling import SAMPLES, SEED, Confidence, Resampling, draws, warn_of_few
from ..tasks import ReferenceSet, Segment
from .inputs import References, Rows, Texts, check_inputs, check_matrix
from .score import Score
from .signature import Signature, one_count

if TYPE_CHECKING:
    from ..explaining.explanation import Explanation

Progress = Callable[[int], None]
Row = TypeVar("Row")
MOST_JOBS = 1024
AllReferences: TypeAlias = Callable[[], Iterable[Segment]]


class Metric(ABC, Generic[Row]):
    """An immutable configuration and a formula; scoring never changes it.

    A row is what a segment contributes: extracted once by a scorer, added up and evaluated as often
    as one likes.

    parts       what a score is made of, by name, where users should see that beside it
    against     what candidates are held against: REFERENCE, SOURCE, which they were made from, or
                NOTHING: then references need not be there, and are not looked at
    """

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    # Whether a segment is a text of several sentences, a summary say: a line break ends one, and a
    # text without any is bad input. To other metrics a line break is a space.
    of_documents: ClassVar[bool] = False
    # A language, one of whose letters each candidate must have, if it has letters.
    written_in: ClassVar[str] = ""
    parts: ClassVar[tuple[str, ...]] = ()
    against: ClassVar[str] = REFERENCE

    @property
    def untagged(self) -> bool:
        """Whether it would compare parts of speech, in a language that has no tagger."""
        return False

    @property
    def cuts_at_spaces(self) -> bool:
        """Whether it is told no language, and what stands between spaces is a word to it."""
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
        samples: int = SAMPLES,
        seed: int = SEED,
    ) -> Score:
        """Score one system.

        `references` is one list as long as `hypotheses`, or a list of such lists, one a reference
        set, with None where a segment has none in that set. With references_by="segment" it has a
        list for each segment instead; "set" says that it has not, where it looks so. Whatever has
        texts in an order is a list here. A metric that is `against` the source takes `sources`, or
        references where there are none; one `against` nothing takes neither. Without both there may
        be rows: `Item`s, or mappings with candidate (or mt, hyp, text), reference, references (or
        ref), source (or src). Segments are texts or analysed sentences. `jobs` threads (with the
        native core) or processes share the work; `progress` hears of segments that are done.
        `session` owns what is loaded and kept (default: one for all). `confidence`, 0.95 say,
        asks for a bootstrap interval, from so many `samples`; the same seed gives `compare`'s.
        """
        asked = None if confidence is None else Resampling(confidence, samples, seed)
        texts, sets = check_inputs(
            hypotheses, references, references_by, sources=sources, against=self.against,
            documents=self.of_documents,
        )  # fmt: skip
        check_jobs(jobs)
        doubt([self], {"hypotheses": texts}, Beside.only(self.against, sets))
        scorer = self.open(session, lambda: present(sets))
        rows = scorer.statistics(texts, sets, jobs, progress)
        total = self.total(rows)
        if asked is not None:
            warn_of_few(len(rows))
        return Score(
            self.name,
            self.system_value(total),
            tuple(map(self.segment_value, rows)),
            scorer.signature(one_count(reference_counts(sets)), not isinstance(texts[0], str)),
            self.higher_is_better,
            None if asked is None else self.interval(rows, asked),
            self.details(total),
            self.parts_by_name(total),
            self.segment_parts(rows),
        )

    def interval(
        self, rows: Sequence[Row], asked: Resampling, told: Progress | None = None
    ) -> Confidence:
        """The bootstrap interval of the score of these segments; `told` hears of samples."""
        kept = np.array(rows, dtype=np.float64)
        drawn = draws(len(rows), asked.samples, asked.seed, told)
        return asked.confidence(np.concatenate([self.resampled(kept, one) for one in drawn]))

    def matrix(
        self,
        hypotheses: Texts,
        references: Texts,
        *,
        jobs: int = 1,
        session: Session | None = None,
    ) -> Floats:
        """Every hypothesis against every reference by itself; a row a hypothesis."""
        check_compares(self, "a matrix has a column a reference")
        texts, others = check_matrix(hypotheses, references, self.of_documents)
        check_jobs(jobs)
        return self.open(session, lambda: others).matrix(texts, others, jobs)

    def explain(
        self,
        hypothesis: Segment,
        references: Segment | Sequence[Segment] = (),
        *,
        session: Session | None = None,
    ) -> "Explanation":
        """What was matched with what, why, and what each word cost, where the metric knows that.

        Several references (sources, for a metric that is `against` these) are a list of them.
        """
        raise unexplained(self)

    def signature(self, references: int, analysed: bool = False) -> Signature:
        """Of scores against that many references (VARYING: segments differ in their number; 0: of a
        metric that looks at none); `analysed`: of given analyses.
        """
        return self.open().signature(references, analysed)

    def open(
        self, session: Session | None = None, references: AllReferences | None = None
    ) -> "Scorer[Row]":
        """The metric with all that it needs at hand, as files are now.

        `references` gives all references there are, for a metric that learns from them what it does
        not know.
        """
        session = default_session() if session is None else session
        if not isinstance(session, Session):
            raise UsageError(f"session {session!r}: give a Session, or none")
        return self.open_in(session, references)

    @abstractmethod
    def open_in(self, session: Session, references: AllReferences | None) -> "Scorer[Row]":
        """What `open` does, which finds the session."""

    def learns(self, session: Session) -> bool:
        """Whether it must hear of all references before it scores the first."""
        del session
        return False

    def count_references(self, session: Session, references: AllReferences) -> SentenceCounts:
        """What it learns from these; counts of parts of them may be added up."""
        raise UsageError(f"{self.name} learns nothing from references")

    def taught(self, counts: SentenceCounts) -> "Metric[Row]":
        """The metric that knows what was counted, and needs no references more."""
        raise UsageError(f"{self.name} learns nothing from references")

    @abstractmethod
    def segment_value(self, row: Row) -> float:
        """The score of one segment."""

    @abstractmethod
    def total(self, rows: Sequence[Row]) -> Row:
        """The rows of many segments as one."""

    @abstractmethod
    def system_value(self, total: Row) -> float:
        """The score of all that was added up."""

    def details(self, total: Row) -> Mapping[str, Any]:
        """What else is to be said of all that was added up, by name, as JSON can have it."""
        return {}

    def part_values(self, row: Row) -> tuple[float, ...]:
        """The value of each part, of a segment's row or of all that was added up."""
        del row
        return ()

    def parts_by_name(self, total: Row) -> dict[str, float]:
        """The parts of all that was added up."""
        return dict(zip(self.parts, self.part_values(total), strict=True))

    def segment_parts(self, rows: Sequence[Row]) -> dict[str, tuple[float, ...]]:
        """The parts of each segment."""
        if not self.parts or not rows:
            return {}
        columns = zip(*map(self.part_values, rows), strict=True)
        return dict(zip(self.parts, columns, strict=True))

    def system_values(self, totals: Floats) -> Floats:
        """The score of each row of `totals`, as `system_value` has it."""
        rows: Any = totals.tolist()
        return np.array([self.system_value(total) for total in rows], dtype=np.float64)

    def resampled(self, rows: Sequence[Row] | Floats, weights: Floats) -> Floats:
        """System scores of samples: a row of `weights` says how often each of `rows` is drawn."""
        return self.system_values(weights @ np.asarray(rows, dtype=np.float64))


class Scorer(ABC, Generic[Row]):
    """A metric that was opened: what it needs was found once, and is used for as long as one likes.

    metric  the metric, with what it learnt from the references
    """

    metric: Metric[Row]

    @property
    def threaded(self) -> bool:
        """Whether several jobs are threads, or none: they cost little then."""
        return True

    @abstractmethod
    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Row]:
        """One row a segment of checked input."""

    @abstractmethod
    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Floats:
        """Every hypothesis against every reference, of checked input."""

    def matrices(
        self, groups: Sequence[Product], jobs: int = 1, progress: Progress | None = None
    ) -> list[Floats]:
        """The matrix of each group; `progress` is told how many more hypotheses are done."""
        found = []
        for group in groups:
            found.append(self.matrix(*group, jobs))
            if progress is not None:
                progress(len(group.candidates))
        return found

    @abstractmethod
    def signature(self, references: int, analysed: bool = False) -> Signature:
        """Of scores against that many references; `analysed`: of given analyses."""


def unexplained(metric: Metric[Any]) -> UsageError:
    """What to say where a metric does not know why."""
    return UsageError(
        f"{metric.name} does not explain its scores: choose tesla-x, tesla-m or another of ours"
    )


def check_jobs(jobs: int) -> None:
    """A number of threads or processes."""
    if not isinstance(jobs, int) or not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"{jobs} jobs: give a whole number from 1 to {MOST_JOBS}")


class Running(Generic[Row]):
    """A system's score as its segments come in, in bounded memory unless segments are kept.

    `resampling` asks for an interval, for which rows are kept.
    """

    def __init__(
        self, scorer: Scorer[Row], *, keep_segments: bool, resampling: Resampling | None = None
    ) -> None:
        self._scorer, self._keep, self._asked = scorer, keep_segments, resampling
        self._rows: list[Row] = []
        self.count = 0  # of segments so far
        self._totals: list[Any] = []
        self._segments: list[float] = []
        self._parts: dict[str, list[float]] = {name: [] for name in scorer.metric.parts}
        self._counts: set[int] = set()  # how many references segments have
        self._analysed = False

    def add(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int,
        progress: Progress | None,
    ) -> None:
        """More segments, checked already."""
        check_jobs(jobs)
        metric = self._scorer.metric
        rows = self._scorer.statistics(hypotheses, references, jobs, progress)
        self._totals.append(metric.total(rows))
        self.count += len(rows)
        if self._keep:
            self._segments += [metric.segment_value(row) for row in rows]
            for name, values in metric.segment_parts(rows).items():
                self._parts[name] += values
        if self._asked is not None:
            self._rows += rows
        self._counts |= reference_counts(references)
        self._analysed = not isinstance(hypotheses[0], str)

    def score(self, sampling: Progress | None = None) -> Score:
        """The score so far; `sampling` is told how many more samples are drawn."""
        metric = self._scorer.metric
        total, asked = metric.total(self._totals), self._asked
        return Score(
            metric.name,
            metric.system_value(total),
            tuple(self._segments),
            self._scorer.signature(one_count(self._counts), self._analysed),
            metric.higher_is_better,
            None if asked is None else metric.interval(self._rows, asked, sampling),
            metric.details(total),
            metric.parts_by_name(total),
            {name: tuple(values) for name, values in self._parts.items()},
        )
