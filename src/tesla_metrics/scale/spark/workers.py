"""Tasks of Spark workers and their results."""

import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from ...errors import TeslaError, TeslaWarning, warn_user
from ...files.lines import MAX_LINE
from ...metrics.base import Progress, Scorer
from ...metrics.score import Score
from ...resampling import Resampling
from ..frames.job import ColumnRoles
from ..frames.row_files import MAX_BATCH_BYTES, MAX_BATCH_ROWS, RowBatch
from ..frames.scoring import BatchScorer, ScoredBatch
from ..frames.texts import BadRows
from ..frames.totals import Totals
from .shipping import ShippedMetrics, process_cached

# Maximum number of distinct warnings that are reported.
_MAX_WARNINGS = 20


class TaskResults:
    """Results of one task, or of all tasks that have finished so far.

    bad         rows that could not be scored
    error     partition and error of the first task that failed
    warnings    messages by their text with digits replaced: workers repeat the same warning
    """

    def __init__(self, metrics: int, keep_bad: bool = True, how: str = "") -> None:
        self.metrics = metrics
        self.totals = Totals(metrics)
        self.bad = BadRows(keep_bad, how)
        self.error: tuple[int, TeslaError] | None = None
        self.warnings: dict[str, str] = {}
        # Partition in which each system first occurs, and its rank there.
        self._first_positions: dict[str, tuple[int, int]] = {}

    def add(self, scored: ScoredBatch, system: str | None, partition: int) -> None:
        """Add the totals of a scored batch."""
        self.totals.add(scored, system)
        for rank, name in enumerate(self.totals.systems):
            self._first_positions.setdefault(name, (partition, rank))

    def scores(
        self, scorers: Sequence[Scorer[Any]], resampling: Resampling | None, progress: Progress
    ) -> list[tuple[str, Score]]:
        """Return the scores of all systems, in the order in which they occur in the rows."""
        scores = self.totals.scores(scorers, resampling, progress)
        return sorted(scores, key=lambda pair: self._first_positions[pair[0]])

    def add_error(self, partition: int, error: TeslaError) -> None:
        """Record the error of a task; keep the error of the first partition."""
        if self.error is None or partition < self.error[0]:
            self.error = partition, error

    def raise_error(self) -> None:
        """Raise the error of a failed task, if any."""
        if self.error is not None:
            raise self.error[1]

    def warn(self, message: str) -> None:
        """Record a warning for the user."""
        if len(self.warnings) < _MAX_WARNINGS:
            self.warnings.setdefault(re.sub(r"\d+", "0", message), message)

    def merge(self, other: "TaskResults") -> None:
        """Add the results of another task."""
        self.totals.merge(other.totals)
        for name, position in other._first_positions.items():
            self._first_positions[name] = min(position, self._first_positions.get(name, position))
        if other.error is not None:
            self.add_error(*other.error)
        self.bad.extend(other.bad.count, other.bad.first)
        for message in other.warnings.values():
            self.warn(message)

    def print_warnings(self) -> None:
        """Print, on the driver, the warnings of workers and the warning about bad rows."""
        for message in self.warnings.values():
            warn_user(message)
        self.bad.warn()


def results_accumulator(spark: Any, metrics: int) -> Any:
    """Return an accumulator of the results of successful tasks.

    Spark adds each task exactly once if the work is in the stage that produces the result, which
    is the case without a later shuffle.
    """
    from pyspark.accumulators import AccumulatorParam

    class Merged(AccumulatorParam):  # type: ignore[misc]
        def zero(self, value: TaskResults) -> TaskResults:
            return TaskResults(value.metrics)

        def addInPlace(self, value1: TaskResults, value2: TaskResults) -> TaskResults:  # noqa: N802
            value1.merge(value2)
            return value1

    return spark.sparkContext.accumulator(TaskResults(metrics), Merged())


Batches = Iterator[Any]
BatchReader = Callable[[Batches], Iterator[RowBatch]]


@dataclass(frozen=True)
class ScoreSettings:
    """Settings of scoring; see `FrameJob`.

    keep_bad_option     the option that keeps bad rows, for messages
    report_errors  whether errors are reported to the driver instead of raised, because Spark would
            repeat the task; the caller must then check the results before it uses the output
    """

    columns: ColumnRoles
    statistics: bool = False
    keep_bad: bool = False
    skip_empty: bool = False
    max_characters: int = MAX_LINE
    keep_bad_option: str = "keep_bad=True"
    report_errors: bool = False


class ScoreTask:
    """Function for workers: reads rows, scores them and adds the score columns.

    read    converts Spark's batches to `RowBatch` objects
    accumulator   accumulator of totals, bad rows and warnings; None: they are not collected
    rows    whether to return rows, in addition to the totals
    """

    def __init__(
        self,
        sent: ShippedMetrics,
        settings: ScoreSettings,
        read: BatchReader,
        accumulator: Any = None,
        rows: bool = True,
    ) -> None:
        self._sent, self._settings, self._read, self._accumulator = (
            sent,
            settings,
            read,
            accumulator,
        )
        self._return_rows = rows

    def __call__(self, batches: Batches) -> Batches:
        scorer = process_cached(f"{self._sent.token} {self._settings}", self._open_scorer)
        results = TaskResults(
            len(scorer.metrics), self._settings.keep_bad, self._settings.keep_bad_option
        )
        try:
            with _collected_warnings(results, self._accumulator is None):
                for batch in self._read(batches):
                    for piece in _split_batch(batch):
                        scored = self._score(scorer, piece, results)
                        if self._return_rows:
                            yield scored.with_scores(piece.output_rows)
        except TeslaError as error:
            if not self._settings.report_errors:
                raise
            results.add_error(_partition(), error)
        if self._accumulator is not None:
            self._accumulator.add(results)

    def _open_scorer(self) -> BatchScorer:
        metrics, session = self._sent.open()
        settings = self._settings
        return BatchScorer(
            metrics, settings.columns, statistics=settings.statistics,
            skip_empty=settings.skip_empty, longest=settings.max_characters, session=session,
        )  # fmt: skip

    def _score(self, scorer: BatchScorer, batch: RowBatch, results: TaskResults) -> ScoredBatch:
        def bad(index: int, fault: str) -> None:
            results.bad.add(batch.describe_location(index), fault)

        scored = scorer.score(batch.texts, bad, batch.faults)
        if self._accumulator is not None:
            results.add(scored, self._settings.columns.system, _partition())
        return scored


class _collected_warnings:  # noqa: N801  a context manager, used as a function
    """Send the warnings of the block to the driver, or print each once if none collects them."""

    def __init__(self, results: TaskResults, print_messages: bool) -> None:
        self._results, self._print = results, print_messages
        self._caught = warnings.catch_warnings()

    def __enter__(self) -> None:
        self._caught.__enter__()
        warnings.simplefilter("always", TeslaWarning)
        show_other = warnings.showwarning

        def show(message: Any, category: Any, *arguments: Any, **keywords: Any) -> None:
            if not issubclass(category, TeslaWarning):
                show_other(message, category, *arguments, **keywords)
            elif self._print:
                _print_once(str(message))
            else:
                self._results.warn(str(message))

        warnings.showwarning = show

    def __exit__(self, *error: Any) -> None:
        self._caught.__exit__(*error)


_printed_messages: set[str] = set()


def _print_once(message: str) -> None:
    """Print a message once to the log of the worker."""
    if message not in _printed_messages and len(_printed_messages) < 100:
        _printed_messages.add(message)
        print(f"tesla: {message}", file=sys.stderr)


def _split_batch(batch: RowBatch) -> Iterator[RowBatch]:
    """Split a batch so that no piece exceeds `MAX_BATCH_ROWS` rows and `MAX_BATCH_BYTES` bytes."""
    rows = batch.output_rows.num_rows
    size = max(1, batch.output_rows.nbytes, batch.texts.nbytes)
    step = max(1, min(MAX_BATCH_ROWS, rows * MAX_BATCH_BYTES // size))
    if step >= rows:
        yield batch
        return
    for start in range(0, rows, step):
        rest = batch.drop_first(start)
        faults = {index: message for index, message in rest.faults.items() if index < step}
        output_rows, texts = rest.output_rows.slice(0, step), rest.texts.slice(0, step)
        yield replace(
            rest,
            output_rows=output_rows,
            texts=texts,
            line_numbers=rest.line_numbers[:step],
            faults=faults,
        )


def _partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.partitionId() if context else 0


@dataclass(frozen=True)
class FrameBatch(RowBatch):
    """A batch of rows of a data frame, possibly from several files.

    names   file of each row; empty if unknown
    """

    names: Sequence[str | None] = ()

    def describe_location(self, index: int) -> str:
        if not self.names:
            return f"{self.file}, {self.unit} {self.line_numbers[index]}"
        name = unquote(self.names[index] or "?").removeprefix("file://").removeprefix("file:")
        return f"{name}, {self.unit} {self.line_numbers[index]}"

    def drop_first(self, n_rows: int) -> "FrameBatch":
        rest = super().drop_first(n_rows)
        return FrameBatch(**{**vars(rest), "names": self.names[n_rows:]})


class FrameReader:
    """Reader of the rows of a data frame, in their order.

    where   names of two columns with the file and the row number of each row
    hidden  whether these columns are temporary: they count from 0 and are dropped
    """

    def __init__(self, where: tuple[str, str] | None, hidden: bool = False) -> None:
        self._where, self._hidden = where, hidden

    def __call__(self, batches: Batches) -> Iterator[RowBatch]:
        done = 0
        for batch in batches:
            if batch.num_rows:
                yield self._make_batch(batch, done)
                done += batch.num_rows

    def _make_batch(self, batch: Any, done: int) -> RowBatch:
        numbers: Sequence[int]
        if self._where is None:
            name = f"partition {_partition()}"
            numbers = range(done + 1, done + batch.num_rows + 1)
            return FrameBatch(name, batch, batch, numbers, unit="row")
        files, rows = (batch.column(name).to_pylist() for name in self._where)
        output_batch = batch.drop_columns(list(self._where)) if self._hidden else batch
        numbers = [row + self._hidden for row in rows]
        return FrameBatch("", output_batch, output_batch, numbers, unit="row", names=files)
