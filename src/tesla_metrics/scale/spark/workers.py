"""Scoring tasks of Spark workers, and their results."""

import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from ...errors import TeslaError, TeslaWarning, warn_user
from ...files.lines import MAX_LINE_LENGTH
from ...metrics.base import Progress, Scorer
from ...metrics.score import Score
from ...resampling import Resampling
from ..frames.job import ColumnRoles
from ..frames.row_files import MAX_BATCH_BYTES, MAX_BATCH_ROWS, RowBatch
from ..frames.scoring import BatchScorer, ScoredBatch
from ..frames.texts import BadRows, BatchTexts
from ..frames.totals import Totals
from .shipping import ShippedMetrics, get_cached

# Maximum number of distinct warnings that are reported.
_MAX_WARNINGS = 20
# Bounds of the texts that the driver keeps for input checks.
_MAX_SAMPLED_ROWS = 512  # in a partition
_MAX_SAMPLED_CHARACTERS = 100_000  # of the outputs of a partition
_MAX_SAMPLED_PARTITIONS = 32


class TaskResults:
    """Results of one task, or of all tasks that have finished so far.

    bad_rows    rows that could not be scored
    error       partition and error of the first task that failed
    warnings    messages by their text with all numbers replaced, since tasks of different workers
                repeat the same warning
    sampled_texts   texts of the first rows of some partitions, by partition, for input checks
    """

    def __init__(self, metric_count: int, keep_bad: bool = True, keep_bad_option: str = "") -> None:
        self.metric_count = metric_count
        self.totals = Totals(metric_count)
        self.bad_rows = BadRows(keep_bad, keep_bad_option)
        self.error: tuple[int, TeslaError] | None = None
        self.warnings: dict[str, str] = {}
        self.sampled_texts: dict[int, BatchTexts] = {}
        self._sample_step = 1  # every n-th partition is in the sample
        # For each system, the first partition in which it occurs, and its rank there.
        self._first_positions: dict[str, tuple[int, int]] = {}

    def add(self, scored: ScoredBatch, system: str | None, partition: int) -> None:
        """Add the totals of a scored batch."""
        self.totals.add(scored, system)
        for rank, name in enumerate(self.totals.systems):
            self._first_positions.setdefault(name, (partition, rank))
        if partition not in self.sampled_texts:
            self.sampled_texts[partition] = scored.texts.get_first(
                _MAX_SAMPLED_ROWS, _MAX_SAMPLED_CHARACTERS
            )

    def compute_scores(
        self, scorers: Sequence[Scorer[Any]], resampling: Resampling | None, progress: Progress
    ) -> list[tuple[str, Score]]:
        """Return the scores of all systems, in the order in which they occur in the rows."""
        scores = self.totals.compute_scores(scorers, resampling, progress)
        return sorted(scores, key=lambda name_and_score: self._first_positions[name_and_score[0]])

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
        self.bad_rows.extend(other.bad_rows.count, other.bad_rows.examples)
        for message in other.warnings.values():
            self.warn(message)
        self._merge_samples(other)

    def _merge_samples(self, other: "TaskResults") -> None:
        """Keep every n-th partition, so that the sample does not depend on the order of tasks."""
        self.sampled_texts |= other.sampled_texts
        self._sample_step = max(self._sample_step, other._sample_step)
        while True:
            self.sampled_texts = {
                partition: texts
                for partition, texts in self.sampled_texts.items()
                if partition % self._sample_step == 0
            }
            if len(self.sampled_texts) <= _MAX_SAMPLED_PARTITIONS:
                return
            self._sample_step *= 2

    def print_warnings(self) -> None:
        """Print, on the driver, the warnings of workers and the warning about bad rows."""
        for message in self.warnings.values():
            warn_user(message)
        self.bad_rows.warn()


def make_results_accumulator(spark: Any, metric_count: int) -> Any:
    """Return a Spark accumulator of the results of successful tasks.

    Spark adds each task exactly once, because no shuffle follows: the tasks are in the stage that
    produces the result.
    """
    from pyspark.accumulators import AccumulatorParam

    class MergedResults(AccumulatorParam):  # type: ignore[misc]
        def zero(self, value: TaskResults) -> TaskResults:
            return TaskResults(value.metric_count)

        def addInPlace(self, value1: TaskResults, value2: TaskResults) -> TaskResults:  # noqa: N802
            value1.merge(value2)
            return value1

    return spark.sparkContext.accumulator(TaskResults(metric_count), MergedResults())


Batches = Iterator[Any]  # Arrow batches that Spark passes to a task
BatchReader = Callable[[Batches], Iterator[RowBatch]]


@dataclass(frozen=True)
class ScoreSettings:
    """Settings of scoring; see `FrameJob`.

    statistics          whether to add a column with the statistics of each segment
    keep_bad_option     the option that keeps bad rows, for messages
    report_errors       whether errors are added to the results instead of raised, because Spark
                        would repeat the task; the driver must then check the results before it
                        uses the output
    """

    columns: ColumnRoles
    statistics: bool = False
    keep_bad: bool = False
    skip_empty: bool = False
    max_characters: int = MAX_LINE_LENGTH
    keep_bad_option: str = "keep_bad=True"
    report_errors: bool = False


class ScoreTask:
    """Function for workers that reads rows, scores them and adds the score columns.

    read            function that converts Spark's batches to `RowBatch` objects
    accumulator     accumulator of `TaskResults`; None: results are not collected
    return_rows     whether to return the scored rows, in addition to the results
    """

    def __init__(
        self,
        metrics: ShippedMetrics,
        settings: ScoreSettings,
        read: BatchReader,
        accumulator: Any = None,
        return_rows: bool = True,
    ) -> None:
        self._metrics, self._settings, self._read = metrics, settings, read
        self._accumulator, self._return_rows = accumulator, return_rows

    def __call__(self, batches: Batches) -> Batches:
        scorer = get_cached(f"{self._metrics.token} {self._settings}", self._open_scorer)
        results = TaskResults(
            len(scorer.metrics), self._settings.keep_bad, self._settings.keep_bad_option
        )
        try:
            with _collect_warnings(results, self._accumulator is None):
                for large_batch in self._read(batches):
                    for batch in _split_batch(large_batch):
                        scored = self._score_batch(scorer, batch, results)
                        if self._return_rows:
                            yield scored.add_scores(batch.output_rows)
        except TeslaError as error:
            if not self._settings.report_errors:
                raise
            results.add_error(_get_partition(), error)
        if self._accumulator is not None:
            self._accumulator.add(results)

    def _open_scorer(self) -> BatchScorer:
        metrics, session = self._metrics.open()
        settings = self._settings
        return BatchScorer(
            metrics, settings.columns, with_statistics=settings.statistics,
            skip_empty=settings.skip_empty, max_characters=settings.max_characters, session=session,
        )  # fmt: skip

    def _score_batch(
        self, scorer: BatchScorer, batch: RowBatch, results: TaskResults
    ) -> ScoredBatch:
        def report_bad_row(index: int, fault: str) -> None:
            results.bad_rows.add(batch.describe_location(index), fault)

        scored = scorer.score(batch.texts, report_bad_row, batch.faults)
        if self._accumulator is not None:
            results.add(scored, self._settings.columns.system, _get_partition())
        return scored


class _collect_warnings:  # noqa: N801  a context manager, used as a function
    """Add the warnings of the block to the results, or print them in the log of the worker."""

    def __init__(self, results: TaskResults, print_messages: bool) -> None:
        self._results, self._print_messages = results, print_messages
        self._catch_warnings = warnings.catch_warnings()

    def __enter__(self) -> None:
        self._catch_warnings.__enter__()
        warnings.simplefilter("always", TeslaWarning)
        show_other = warnings.showwarning

        def show(message: Any, category: Any, *arguments: Any, **keywords: Any) -> None:
            if not issubclass(category, TeslaWarning):
                show_other(message, category, *arguments, **keywords)
            elif self._print_messages:
                _print_once(str(message))
            else:
                self._results.warn(str(message))

        warnings.showwarning = show

    def __exit__(self, *error: Any) -> None:
        self._catch_warnings.__exit__(*error)


_MAX_PRINTED = 100  # distinct messages that a worker process prints
_printed_messages: set[str] = set()


def _print_once(message: str) -> None:
    """Print a message once to the log of the worker."""
    if message not in _printed_messages and len(_printed_messages) < _MAX_PRINTED:
        _printed_messages.add(message)
        print(f"tesla: {message}", file=sys.stderr)


def _split_batch(batch: RowBatch) -> Iterator[RowBatch]:
    """Split a batch into batches of at most `MAX_BATCH_ROWS` rows and about `MAX_BATCH_BYTES`."""
    row_count = batch.output_rows.num_rows
    batch_bytes = max(1, batch.output_rows.nbytes, batch.texts.nbytes)
    max_rows = max(1, min(MAX_BATCH_ROWS, row_count * MAX_BATCH_BYTES // batch_bytes))
    if max_rows >= row_count:
        yield batch
        return
    for start in range(0, row_count, max_rows):
        tail = batch.drop_first(start)
        yield replace(
            tail,
            output_rows=tail.output_rows.slice(0, max_rows),
            texts=tail.texts.slice(0, max_rows),
            line_numbers=tail.line_numbers[:max_rows],
            faults={index: fault for index, fault in tail.faults.items() if index < max_rows},
        )


def _get_partition() -> int:
    """Return the index of the partition of the current task."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.partitionId() if context else 0


@dataclass(frozen=True)
class FrameBatch(RowBatch):
    """A batch of rows of a data frame, possibly from several files.

    names   file of each row; empty if the files are not known
    """

    names: Sequence[str | None] = ()

    def describe_location(self, index: int) -> str:
        if not self.names:
            return f"{self.file}, {self.unit} {self.line_numbers[index]}"
        name = unquote(self.names[index] or "?").removeprefix("file://").removeprefix("file:")
        return f"{name}, {self.unit} {self.line_numbers[index]}"

    def drop_first(self, n_rows: int) -> "FrameBatch":
        tail = super().drop_first(n_rows)
        return FrameBatch(**{**vars(tail), "names": self.names[n_rows:]})


class FrameReader:
    """Function for workers that reads the rows of a data frame, in their order.

    location_columns    columns with the file and the row number of each row; None: errors name
                        the partition and the row in it
    is_temporary        whether these columns count rows from 0 and are not part of the output
    """

    def __init__(
        self, location_columns: tuple[str, str] | None, is_temporary: bool = False
    ) -> None:
        self._location_columns, self._is_temporary = location_columns, is_temporary

    def __call__(self, batches: Batches) -> Iterator[RowBatch]:
        offset = 0
        for batch in batches:
            if batch.num_rows:
                yield self._make_batch(batch, offset)
                offset += batch.num_rows

    def _make_batch(self, batch: Any, offset: int) -> RowBatch:
        row_numbers: Sequence[int]
        if self._location_columns is None:
            name = f"partition {_get_partition()}"
            row_numbers = range(offset + 1, offset + batch.num_rows + 1)
            return FrameBatch(name, batch, batch, row_numbers, unit="row")
        files, row_numbers = (batch.column(name).to_pylist() for name in self._location_columns)
        if self._is_temporary:
            batch = batch.drop_columns(list(self._location_columns))
            row_numbers = [index + 1 for index in row_numbers]
        return FrameBatch("", batch, batch, row_numbers, unit="row", names=files)
