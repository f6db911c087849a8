"""`score_batches`: scores beside batches of Arrow, wherever these come from."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..encoding.session import Session
from ..errors import InputError, UsageError
from ..files.limits import MAX_LINE
from ..metrics.base import Metric, check_jobs
from ..metrics.registry import has_option, make_metric
from ..optional import needs
from .bad import BadRows
from .columns import Columns, columns_of
from .files import STRETCH, STRETCH_BYTES
from .learning import learning, taught
from .scoring import BatchScorer, check_columns
from .texts import texts_of


def score_batches(
    reader: Any,
    metric: "str | Metric[Any] | Sequence[str | Metric[Any]]",
    columns: "str | Sequence[str] | Mapping[str, str | Sequence[str]] | Columns",
    *,
    statistics: bool = False,
    keep_bad: bool = False,
    skip_empty: bool = False,
    longest: int = MAX_LINE,
    jobs: int = 1,
    session: Session | None = None,
    **options: Any,
) -> Iterator[Any]:
    """Batches of the same rows, in order, with a column for each metric behind their own.

    `reader` is a `pyarrow` RecordBatchReader, Table, Dataset or ParquetFile, an iterable of
    batches, a data frame of another package, or a function that gives one of these anew at each
    call: a metric that learns from all references (of a language without a table of frequencies)
    reads twice.
    `metric` is one or several, by name (with `options`, such as lang="en") or made already.
    `columns` say what is where: "hyp=mt,ref=reference". Rows that cannot be scored are refused, or
    with `keep_bad` kept with null scores and warned of. With `statistics` there is also a column
    of what each row contributes to a system's score. Memory does not depend on the number of rows.
    """
    with needs("pyarrow", "frames"):
        import pyarrow  # noqa: F401
    check_jobs(jobs)
    found = metrics_of(metric, options)
    named = columns_of(columns)
    check_columns(found, named)
    read = _reading(reader, learning(found, session))

    def texts() -> Iterator[Any]:
        for batch in read():
            named.check(batch.schema.names)
            yield texts_of(batch, named, found, skip_empty=skip_empty, longest=longest)

    scorer = BatchScorer(
        taught(found, texts, session), named, statistics=statistics, skip_empty=skip_empty,
        longest=longest, session=session, jobs=jobs,
    )  # fmt: skip
    return _scored(read(), scorer, keep_bad)


def _scored(batches: Iterator[Any], scorer: BatchScorer, keep: bool) -> Iterator[Any]:
    bad, done = BadRows(keep, "keep_bad=True"), 0
    for batch in batches:

        def hear(place: int, fault: str, before: int = done) -> None:
            bad.hear(f"row {before + place + 1}", fault)

        scorer.columns.check(batch.schema.names)
        yield scorer.score(batch, hear).with_scores()
        done += batch.num_rows
    bad.warn()


def metrics_of(
    given: "str | Metric[Any] | Sequence[str | Metric[Any]]", options: Mapping[str, Any]
) -> list[Metric[Any]]:
    """One or several, by name or made already; options are those of names."""
    if not isinstance(given, str | Metric | Sequence):
        raise UsageError(f"metric {given!r}: give a name such as 'tesla-x', or several")
    several = [given] if isinstance(given, str | Metric) else list(given)
    if not several:
        raise UsageError("there is no metric: name one, such as 'tesla-x'")
    if options and not any(isinstance(one, str) for one in several):
        raise UsageError(f"{min(options)} is an option of metrics, and these are made already")
    names = [one for one in several if isinstance(one, str)]
    for option in options:
        if not any(has_option(name, option) for name in names):
            make_metric(names[0], **{option: None})  # says what is wrong
    return [one if isinstance(one, Metric) else _made(one, options) for one in several]


def _made(name: str, options: Mapping[str, Any]) -> Metric[Any]:
    """With those of the options that it has."""
    return make_metric(name, **{key: one for key, one in options.items() if has_option(name, key)})


def _reading(reader: Any, learning: Sequence[Metric[Any]]) -> Callable[[], Iterator[Any]]:
    """The batches as often as they are wanted."""
    if callable(reader):
        given: list[Any] = []
        return lambda: _cut(_batches(_new(reader(), given)))
    if learning and not _lasts(reader):
        raise UsageError(
            f"{learning[0].name} learns from all references first, and this reader can be read "
            "once only: give a function that returns a new one"
        )
    return lambda: _cut(_batches(reader))


def _new(reader: Any, given: list[Any]) -> Any:
    """What a function gave, unless that is what it gave before and was read."""
    if any(reader is one for one in given) and not _lasts(reader):
        raise UsageError("the function gave the same reader twice: let it open a new one each time")
    given.append(reader)
    return reader


def _lasts(reader: Any) -> bool:
    """Whether it can be read again."""
    import pyarrow as pa

    once = isinstance(reader, Iterator | pa.RecordBatchReader)
    again = ("to_batches", "iter_batches", "__arrow_c_stream__")
    return not once and (isinstance(reader, Sequence) or any(hasattr(reader, x) for x in again))


def _batches(reader: Any) -> Iterator[Any]:
    import pyarrow as pa

    if isinstance(reader, pa.RecordBatch):
        yield reader
    elif callable(getattr(reader, "to_batches", None)):  # a Table or a Dataset
        yield from reader.to_batches()
    elif callable(getattr(reader, "iter_batches", None)):  # a ParquetFile
        yield from reader.iter_batches(STRETCH)
    elif hasattr(reader, "__arrow_c_stream__"):
        yield from pa.RecordBatchReader.from_stream(reader)
    elif isinstance(reader, Iterable) and not isinstance(reader, str | bytes | Mapping):
        for one in reader:
            if not isinstance(one, pa.RecordBatch | pa.Table):
                raise _no_batches(one)
            yield from [one] if isinstance(one, pa.RecordBatch) else one.to_batches()
    else:
        raise _no_batches(reader)


def _no_batches(value: object) -> InputError:
    return InputError(
        f"a {type(value).__name__} has no batches of Arrow: give a pyarrow Table, Dataset or "
        "RecordBatchReader, or an iterable of batches"
    )


def _cut(batches: Iterable[Any]) -> Iterator[Any]:
    """Large ones in pieces, so that texts of a few thousand rows are in memory at a time."""
    for batch in batches:
        rows = max(1, min(STRETCH, STRETCH_BYTES * batch.num_rows // max(1, batch.nbytes)))
        for start in range(0, batch.num_rows, rows):
            yield batch.slice(start, rows)
