"""The first pass on Spark: what metrics learn from all references before they score the first row.

Workers count what is in their rows, Spark adds that up by word and n-gram, and the driver has the
same table as one machine would.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ..analysis.frequencies import SentenceCounts
from ..encoding.session import Session
from ..frames.learning import learning
from ..frames.texts import texts_of
from ..intake.references import present
from ..metrics.base import Metric
from .faults import told
from .shipping import Sent
from .work import Batches, Read, Settings

_SCHEMA = "metric int, kind int, key string, count long"
_SENTENCES, _WORDS, _GRAMS = range(3)
# Words and n-grams that a worker counts before it hands them on.
_MOST = 500_000


def taught_on_spark(
    df: Any,
    metrics: Sequence[Metric[Any]],
    settings: Settings,
    read: Read,
    session: Session,
) -> tuple[Metric[Any], ...]:
    """The metrics with what rows that can be scored teach; Spark works if one must learn."""
    ids = {id(metric) for metric in learning(metrics, session)}
    pupils = [number for number, metric in enumerate(metrics) if id(metric) in ids]
    if not pupils:
        return tuple(metrics)
    task = _CountTask(Sent(df.sparkSession, metrics, session), settings, read, pupils)

    def run(batches: Any) -> Any:
        return task(batches)

    with told():
        counted = df.mapInArrow(run, _SCHEMA).groupBy("metric", "kind", "key").sum("count")
        counts = _collected(counted.toArrow(), pupils)
    return tuple(
        metric.taught(counts[number]) if number in counts else metric
        for number, metric in enumerate(metrics)
    )


class _CountTask:
    """Sent to workers: counts, by the number of the metric that learns."""

    def __init__(self, sent: Sent, settings: Settings, read: Read, pupils: Sequence[int]) -> None:
        self._sent, self._settings, self._read, self._pupils = sent, settings, read, pupils

    def __call__(self, batches: Batches) -> Batches:
        metrics, session = self._sent.open()
        own = self._settings
        counts = {number: SentenceCounts() for number in self._pupils}
        for stretch in self._read(batches):
            texts = texts_of(
                stretch.texts, own.columns, metrics, skip_empty=own.skip_empty,
                longest=own.longest, known=stretch.faults,
            )  # fmt: skip
            for number, counted in counts.items() if texts.rows else ():
                beside = partial(present, texts.beside.of(metrics[number].against))
                counted.merge(metrics[number].count_references(session, beside))
            if sum(len(one.words) + len(one.grams) for one in counts.values()) > _MOST:
                yield from _batches(counts)
                counts = {number: SentenceCounts() for number in self._pupils}
        yield from _batches(counts)


def _batches(counts: dict[int, SentenceCounts]) -> Iterator[Any]:
    import pyarrow as pa

    for number, own in counts.items():
        kinds: list[tuple[int, Counter[str]]]
        kinds = [(_WORDS, own.words), (_GRAMS, own.grams)]
        kinds.append((_SENTENCES, Counter({"": own.sentences})))
        for kind, counted in kinds:
            size = len(counted)
            yield pa.RecordBatch.from_arrays(
                [
                    pa.array([number] * size, pa.int32()),
                    pa.array([kind] * size, pa.int32()),
                    pa.array(list(counted), pa.string()),
                    pa.array(list(counted.values()), pa.int64()),
                ],
                names=["metric", "kind", "key", "count"],
            )


def _collected(table: Any, pupils: Sequence[int]) -> dict[int, SentenceCounts]:
    found = {number: SentenceCounts() for number in pupils}
    for batch in table.to_batches():
        for number, kind, key, count in zip(*(x.to_pylist() for x in batch.columns), strict=True):
            own = found[number]
            if kind == _SENTENCES:
                own.sentences += count
            else:
                (own.words if kind == _WORDS else own.grams)[key] += count
    return found
