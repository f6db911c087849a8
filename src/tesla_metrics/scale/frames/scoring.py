"""Add scores to Arrow batches, on one machine and on Spark workers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ...arrays import Indices
from ...core.encoding.session import Session, default_session
from ...errors import InputError, UsageError
from ...files.field_names import NOTHING, REFERENCE
from ...files.inputs.counterparts import check_references_given, find_required_counterpart
from ...files.inputs.references import count_references_per_segment, iterate_references
from ...files.lines import MAX_LINE_LENGTH
from ...metrics.base import Metric, Scorer
from ...reporting.segment_rows import unused_name
from ...text.frequencies import SentenceCounts
from .job import ColumnRoles
from .texts import BatchTexts, read_texts


def select_learning_metrics(
    metrics: Sequence[Metric[Any]], session: Session | None = None
) -> list[Metric[Any]]:
    """Return the metrics that learn from all references before scoring."""
    session = session or default_session()
    return [metric for metric in metrics if metric.learns_from_references(session)]


def teach_metrics(
    metrics: Sequence[Metric[Any]],
    iterate_texts: Callable[[], Iterable[BatchTexts]],
    session: Session | None = None,
) -> tuple[Metric[Any], ...]:
    """Return the metrics after learning from references.

    `iterate_texts` returns the texts of all batches; it is called only if a metric learns.
    """
    session = session or default_session()
    counts = {id(metric): SentenceCounts() for metric in select_learning_metrics(metrics, session)}
    for batch_texts in iterate_texts() if counts else ():
        for metric in metrics:
            if id(metric) in counts and batch_texts.row_indices:
                references = partial(
                    iterate_references, batch_texts.counterparts.select(metric.against)
                )
                counts[id(metric)].merge(metric.count_references(session, references))
    return tuple(
        metric.with_counts(counts[id(metric)]) if id(metric) in counts else metric
        for metric in metrics
    )


STATISTICS = "statistics"  # end of the name of a column of statistics
# Called with the index of a row in its batch and the error message.
BadRowCallback = Callable[[int, str], None]


def raise_bad_row(index: int, fault: str) -> None:
    """Raise InputError for a row that cannot be scored; the default of `BatchScorer.score`."""
    raise InputError(f"row {index + 1}: {fault}: correct it, or keep bad rows with a null score")


class BatchScorer:
    """Scorer of Arrow batches.

    Metrics that learn from references must have learnt already; see `teach_metrics`.

    with_statistics     whether to add a column with the statistics of each segment
    max_characters      maximum number of characters of a text
    """

    def __init__(
        self,
        metrics: Sequence[Metric[Any]],
        columns: ColumnRoles,
        *,
        with_statistics: bool = False,
        skip_empty: bool = False,
        max_characters: int = MAX_LINE_LENGTH,
        session: Session | None = None,
        jobs: int = 1,
    ) -> None:
        check_columns(metrics, columns)
        self.metrics, self.columns, self._statistics = tuple(metrics), columns, with_statistics
        self._skip_empty, self._longest, self._jobs = skip_empty, max_characters, jobs
        self.scorers: list[Scorer[Any]] = [metric.open(session) for metric in metrics]

    def score(
        self,
        batch: Any,
        on_bad_row: BadRowCallback = raise_bad_row,
        known_faults: Mapping[int, str] | None = None,
    ) -> "ScoredBatch":
        """Score the rows of an Arrow batch.

        Rows that cannot be scored are passed to `on_bad_row`; if it does not raise an error, they
        get null scores. `known_faults` has the errors of the reader of the rows, by index.
        """
        texts = read_texts(
            batch, self.columns, self.metrics, skip_empty=self._skip_empty,
            max_characters=self._longest,
            known_faults=known_faults,
        )  # fmt: skip
        for index, fault in texts.faults.items():
            on_bad_row(index, fault)
        statistics = [self._compute_statistics(scorer, texts) for scorer in self.scorers]
        return ScoredBatch(self, batch, texts, statistics)

    def _compute_statistics(self, scorer: Scorer[Any], texts: BatchTexts) -> Sequence[Any]:
        if not texts.row_indices:
            return []
        counterparts = texts.counterparts.select(scorer.metric.against)
        return scorer.statistics(texts.hypotheses, counterparts, self._jobs)

    def make_column_names(self, taken: Iterable[str] = ()) -> list[str]:
        """Return names of the added columns that differ from the names in `taken`."""
        names = list(taken)
        taken_count = len(names)
        for metric in self.metrics:
            for name, _ in list_score_columns(metric, self._statistics):
                names.append(unused_name(name, names))
        return names[taken_count:]

    def compute_columns(self, scored: "ScoredBatch") -> Iterator[tuple[str, Any]]:
        """Yield the added columns of a batch: default name and array."""
        import pyarrow as pa

        for metric, statistics in zip(self.metrics, scored.statistics, strict=True):
            columns: list[list[Any]] = [[metric.segment_value(values) for values in statistics]]
            if metric.parts:
                parts = metric.segment_parts(statistics)
                columns += [list(parts.get(name, ())) for name in metric.parts]
            if self._statistics:
                columns.append([list(map(float, values)) for values in statistics])
            for (name, arrow_type), column in zip(
                list_score_columns(metric, self._statistics), columns, strict=True
            ):
                yield name, pa.array(scored.align_to_rows(column), arrow_type)


def list_score_columns(metric: Metric[Any], with_statistics: bool) -> list[tuple[str, Any]]:
    """Return the names and Arrow types of a metric's columns: score, parts, statistics."""
    import pyarrow as pa

    columns = [(name, pa.float64()) for name in (metric.name, *metric.parts)]
    if with_statistics:
        columns.append((f"{metric.name} {STATISTICS}", pa.list_(pa.float64())))
    return columns


def check_columns(metrics: Sequence[Metric[Any]], columns: ColumnRoles) -> None:
    """Check that the table has the references or sources that the metrics need."""
    kind = find_required_counterpart(metrics)
    if kind != NOTHING and not columns.references and columns.source is None:
        names = " and ".join(metric.name for metric in metrics if metric.against == kind)
        role = "ref" if kind == REFERENCE else "src"
        raise UsageError(f"no column has a {kind} for {names}: name it with {role}=COLUMN")
    check_references_given(metrics, bool(columns.references))


class ScoredBatch:
    """A scored batch.

    batch       the Arrow batch
    texts       texts of the rows that can be scored
    statistics  for each metric, the statistics of these rows
    """

    def __init__(
        self,
        scorer: BatchScorer,
        batch: Any,
        texts: BatchTexts,
        statistics: Sequence[Sequence[Any]],
    ) -> None:
        self._scorer, self.batch, self.texts, self.statistics = scorer, batch, texts, statistics

    def collect_reference_counts(self, metric_index: int, row_indices: Indices) -> set[int]:
        """Return the different numbers of references per row, for a metric and some rows."""
        sets = self.texts.counterparts.select(self._scorer.metrics[metric_index].against)
        if len(row_indices) < len(self.texts.row_indices):
            sets = [[references[index] for index in row_indices] for references in sets]
        return count_references_per_segment(sets)

    def align_to_rows(self, values: Sequence[Any]) -> list[Any]:
        """Return one value per row of the batch: None for rows without a score."""
        if not self.texts.faults:
            return list(values)
        aligned: list[Any] = [None] * self.batch.num_rows
        for row_index, value in zip(self.texts.row_indices, values, strict=True):
            aligned[row_index] = value
        return aligned

    def add_scores(self, batch: Any = None) -> Any:
        """Return a batch with the score columns at the end.

        `batch` is another batch with the same rows to add them to; None: the scored batch.
        """
        import pyarrow as pa

        batch = self.batch if batch is None else batch
        columns = [column for _, column in self._scorer.compute_columns(self)]
        names = self._scorer.make_column_names(batch.schema.names)
        fields = [pa.field(name, column.type) for name, column in zip(names, columns, strict=True)]
        schema = pa.schema([*batch.schema, *fields], batch.schema.metadata)
        return pa.RecordBatch.from_arrays([*batch.columns, *columns], schema=schema)
