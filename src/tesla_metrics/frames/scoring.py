"""Batches of Arrow to batches with scores beside: what one machine and Spark's workers both do."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..arrays import Indices
from ..encoding.session import Session
from ..errors import InputError, UsageError
from ..files.limits import MAX_LINE
from ..intake.beside import check_against, most_wanted
from ..intake.references import reference_counts
from ..metrics.base import Metric, Scorer
from ..names import NOTHING, REFERENCE
from ..reports.rows import free_name
from .columns import Columns
from .texts import Texts, texts_of

STATISTICS = "statistics"
# The place of a row in its batch, and what is wrong with it.
Fault = Callable[[int, str], None]


def refuse(place: int, fault: str) -> None:
    """The usual answer to a row that cannot be scored."""
    raise InputError(f"row {place + 1}: {fault}: mend it, or keep bad rows with a null score")


class BatchScorer:
    """Metrics that are open, and the columns that they look at; a batch in, a batch out.

    Metrics know all that they learn from references (`Metric.taught`).
    statistics  whether what a segment contributes to the system's score goes beside its score
    """

    def __init__(
        self,
        metrics: Sequence[Metric[Any]],
        columns: Columns,
        *,
        statistics: bool = False,
        skip_empty: bool = False,
        longest: int = MAX_LINE,
        session: Session | None = None,
        jobs: int = 1,
    ) -> None:
        check_columns(metrics, columns)
        self.metrics, self.columns, self._statistics = tuple(metrics), columns, statistics
        self._skip_empty, self._longest, self._jobs = skip_empty, longest, jobs
        self.scorers: list[Scorer[Any]] = [metric.open(session) for metric in metrics]

    def score(
        self, batch: Any, bad: Fault = refuse, known: Mapping[int, str] | None = None
    ) -> "ScoredBatch":
        """The batch's scores; `bad` hears of rows that cannot be scored, whose scores are null.

        `known` are faults that whoever read the rows found.
        """
        texts = texts_of(
            batch, self.columns, self.metrics, skip_empty=self._skip_empty, longest=self._longest,
            known=known,
        )  # fmt: skip
        for place, fault in texts.faults.items():
            bad(place, fault)
        rows = [self._rows(scorer, texts) for scorer in self.scorers]
        return ScoredBatch(self, batch, texts, rows)

    def _rows(self, scorer: Scorer[Any], texts: Texts) -> Sequence[Any]:
        if not texts.rows:
            return []
        beside = texts.beside.of(scorer.metric.against)
        return scorer.statistics(texts.hypotheses, beside, self._jobs)

    def names(self, taken: Iterable[str] = ()) -> list[str]:
        """The columns that are added to a table that has these; what stands there is the user's."""
        found = list(taken)
        own = len(found)
        for metric in self.metrics:
            for name, _ in added(metric, self._statistics):
                found.append(free_name(name, found))
        return found[own:]

    def columns_of(self, scored: "ScoredBatch") -> Iterator[tuple[str, Any]]:
        """What is added to a batch: names, as metrics have them, and arrays."""
        import pyarrow as pa

        for metric, rows in zip(self.metrics, scored.rows, strict=True):
            values: list[list[Any]] = [[metric.segment_value(row) for row in rows]]
            if metric.parts:
                parts = metric.segment_parts(rows)
                values += [list(parts.get(name, ())) for name in metric.parts]
            if self._statistics:
                values.append([list(map(float, row)) for row in rows])
            for (name, kind), own in zip(added(metric, self._statistics), values, strict=True):
                yield name, pa.array(scored.spread(own), kind)


def added(metric: Metric[Any], statistics: bool) -> list[tuple[str, Any]]:
    """The columns of a metric with their types: score, parts, statistics."""
    import pyarrow as pa

    names = [(name, pa.float64()) for name in (metric.name, *metric.parts)]
    if statistics:
        names.append((f"{metric.name} {STATISTICS}", pa.list_(pa.float64())))
    return names


def check_columns(metrics: Sequence[Metric[Any]], columns: Columns) -> None:
    """Whether there is what these metrics hold texts against."""
    wanted = most_wanted(metrics)
    if wanted != NOTHING and not columns.references and columns.source is None:
        names = " and ".join(metric.name for metric in metrics if metric.against == wanted)
        short = "ref" if wanted == REFERENCE else "src"
        raise UsageError(f"no column has a {wanted} for {names}: name it, {short}=COLUMN")
    check_against(metrics, bool(columns.references))


class ScoredBatch:
    """A batch and what its segments contribute, a row each of those that could be scored."""

    def __init__(
        self, scorer: BatchScorer, batch: Any, texts: Texts, rows: Sequence[Sequence[Any]]
    ) -> None:
        self._scorer, self.batch, self.texts, self.rows = scorer, batch, texts, rows

    def counts_of(self, number: int, chosen: Indices) -> set[int]:
        """How many references these have for a metric, by places among rows that were scored."""
        sets = self.texts.beside.of(self._scorer.metrics[number].against)
        if len(chosen) < len(self.texts.rows):
            sets = [[own[place] for place in chosen] for own in sets]
        return reference_counts(sets)

    def spread(self, values: Sequence[Any]) -> list[Any]:
        """Values of the rows that were scored among nulls for the others."""
        if not self.texts.faults:
            return list(values)
        found: list[Any] = [None] * self.batch.num_rows
        for place, value in zip(self.texts.rows, values, strict=True):
            found[place] = value
        return found

    def with_scores(self, kept: Any = None) -> Any:
        """The batch with its new columns behind its own; or another of the same rows, `kept`."""
        import pyarrow as pa

        kept = self.batch if kept is None else kept
        new = [column for _, column in self._scorer.columns_of(self)]
        names = self._scorer.names(kept.schema.names)
        fields = [pa.field(name, x.type) for name, x in zip(names, new, strict=True)]
        schema = pa.schema([*kept.schema, *fields], kept.schema.metadata)
        return pa.RecordBatch.from_arrays([*kept.columns, *new], schema=schema)
