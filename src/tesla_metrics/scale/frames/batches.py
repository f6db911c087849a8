"""`score_batches`: add scores to Arrow batches."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...core.encoding.session import Session
from ...errors import InputError, UsageError
from ...files.lines import MAX_LINE_LENGTH
from ...metrics.base import Metric, check_jobs
from ...metrics.registry import has_option, make_metric
from ...optional import requires_extra
from .job import ColumnRoles, parse_column_roles
from .row_files import MAX_BATCH_BYTES, MAX_BATCH_ROWS
from .scoring import BatchScorer, check_columns, select_learning_metrics, teach_metrics
from .texts import BadRows, read_texts


def score_batches(
    reader: Any,
    metric: "str | Metric[Any] | Sequence[str | Metric[Any]]",
    columns: "str | Sequence[str] | Mapping[str, str | Sequence[str]] | ColumnRoles",
    *,
    statistics: bool = False,
    keep_bad: bool = False,
    skip_empty: bool = False,
    longest: int = MAX_LINE_LENGTH,
    jobs: int = 1,
    session: Session | None = None,
    **options: Any,
) -> Iterator[Any]:
    """Score the rows of Arrow batches in constant memory and add one column per metric.

    Parameters
    ----------
    reader : RecordBatchReader, Table, Dataset, ParquetFile, iterable of batches, or function
        The rows, or a function that returns a new reader. Metrics that learn from references read
        the rows twice, so a reader that can be read only once must be returned by a function.
    metric, **options : str, Metric or sequence of these
        Metrics by name or as objects; options, such as lang="en", apply to names.
    columns : str, sequence, mapping or ColumnRoles
        Roles of the columns, for example "hyp=mt,ref=reference".
    statistics, keep_bad, skip_empty, longest, jobs : optional
        Settings of scoring; see `FrameJob`. Bad rows raise an error unless they are kept.
    session : Session, optional
        Session with the analysers and tables; by default the shared one.

    Returns
    -------
    iterator of pyarrow.RecordBatch
    """
    with requires_extra("pyarrow", "frames"):
        import pyarrow  # noqa: F401
    check_jobs(jobs)
    metrics = resolve_metrics(metric, options)
    roles = parse_column_roles(columns)
    check_columns(metrics, roles)
    iterate_batches = _make_batch_source(reader, select_learning_metrics(metrics, session))

    def iterate_texts() -> Iterator[Any]:
        for batch in iterate_batches():
            roles.check(batch.schema.names)
            yield read_texts(batch, roles, metrics, skip_empty=skip_empty, max_characters=longest)

    taught_metrics = teach_metrics(metrics, iterate_texts, session)
    scorer = BatchScorer(
        taught_metrics, roles, with_statistics=statistics, skip_empty=skip_empty,
            max_characters=longest,
        session=session, jobs=jobs,
    )  # fmt: skip
    return _score_all(iterate_batches(), scorer, keep_bad)


def _score_all(batches: Iterator[Any], scorer: BatchScorer, keep_bad: bool) -> Iterator[Any]:
    bad_rows = BadRows(keep_bad, "keep_bad=True")
    n_rows = 0
    for batch in batches:

        def report_bad_row(index: int, fault: str, offset: int = n_rows) -> None:
            bad_rows.add(f"row {offset + index + 1}", fault)

        scorer.columns.check(batch.schema.names)
        yield scorer.score(batch, report_bad_row).add_scores()
        n_rows += batch.num_rows
    bad_rows.warn()


def resolve_metrics(
    metrics: "str | Metric[Any] | Sequence[str | Metric[Any]]", options: Mapping[str, Any]
) -> list[Metric[Any]]:
    """Return metric objects; `options` apply to the metrics in `metrics` that are names."""
    if not isinstance(metrics, str | Metric | Sequence):
        raise UsageError(f"metric {metrics!r}: give a name such as 'tesla-x', or a list of names")
    choices = [metrics] if isinstance(metrics, str | Metric) else list(metrics)
    if not choices:
        raise UsageError("there is no metric: name one, such as 'tesla-x'")
    if options and not any(isinstance(choice, str) for choice in choices):
        raise UsageError(f"{min(options)} is a metric option, but all metrics are given as objects")
    names = [choice for choice in choices if isinstance(choice, str)]
    for option in options:
        if not any(has_option(name, option) for name in names):
            make_metric(names[0], **{option: None})  # raises an error that explains the option
    return [
        choice if isinstance(choice, Metric) else _make_with_options(choice, options)
        for choice in choices
    ]


def _make_with_options(name: str, options: Mapping[str, Any]) -> Metric[Any]:
    """Create a metric; ignore the options that it does not have."""
    known_options = {key: value for key, value in options.items() if has_option(name, key)}
    return make_metric(name, **known_options)


def _make_batch_source(reader: Any, learners: Sequence[Metric[Any]]) -> Callable[[], Iterator[Any]]:
    """Return a function that iterates over the batches.

    If metrics learn, the function is called twice: refuse readers that can be read only once.
    """
    if callable(reader):
        earlier_readers: list[Any] = []
        return lambda: _split_large_batches(
            _iter_batches(_check_new_reader(reader(), earlier_readers))
        )
    if learners and not _is_rereadable(reader):
        raise UsageError(
            f"{learners[0].name} learns from all references first, but this reader can be "
            "read only once: give a function that returns a new reader"
        )
    return lambda: _split_large_batches(_iter_batches(reader))


def _check_new_reader(reader: Any, earlier_readers: list[Any]) -> Any:
    """Return the reader; refuse a reader that was returned before and has been read."""
    if any(reader is earlier for earlier in earlier_readers) and not _is_rereadable(reader):
        raise UsageError(
            "the function returned the same reader twice: return a new one from each call"
        )
    earlier_readers.append(reader)
    return reader


def _is_rereadable(reader: Any) -> bool:
    """Return whether the reader can be read again."""
    import pyarrow as pa

    if isinstance(reader, Iterator | pa.RecordBatchReader):
        return False
    methods = ("to_batches", "iter_batches", "__arrow_c_stream__")
    return isinstance(reader, Sequence) or any(hasattr(reader, method) for method in methods)


def _iter_batches(reader: Any) -> Iterator[Any]:
    import pyarrow as pa

    if isinstance(reader, pa.RecordBatch):
        yield reader
    elif callable(getattr(reader, "to_batches", None)):  # a Table or a Dataset
        yield from reader.to_batches()
    elif callable(getattr(reader, "iter_batches", None)):  # a ParquetFile
        yield from reader.iter_batches(MAX_BATCH_ROWS)
    elif hasattr(reader, "__arrow_c_stream__"):
        yield from pa.RecordBatchReader.from_stream(reader)
    elif isinstance(reader, Iterable) and not isinstance(reader, str | bytes | Mapping):
        for batch in reader:
            if not isinstance(batch, pa.RecordBatch | pa.Table):
                raise _make_no_batches_error(batch)
            yield from [batch] if isinstance(batch, pa.RecordBatch) else batch.to_batches()
    else:
        raise _make_no_batches_error(reader)


def _make_no_batches_error(value: object) -> InputError:
    return InputError(
        f"a {type(value).__name__} has no Arrow batches: give a pyarrow Table, Dataset or "
        "RecordBatchReader, or an iterable of batches"
    )


def _split_large_batches(batches: Iterable[Any]) -> Iterator[Any]:
    """Split large batches, so that the texts of a few thousand rows are in memory at a time."""
    for batch in batches:
        rows_by_size = MAX_BATCH_BYTES * batch.num_rows // max(1, batch.nbytes)
        max_rows = max(1, min(MAX_BATCH_ROWS, rows_by_size))
        for start in range(0, batch.num_rows, max_rows):
            yield batch.slice(start, max_rows)
