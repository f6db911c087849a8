"""What Spark's workers do: rows in, rows with scores out, in bounded memory."""

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from ..errors import TeslaError, TeslaWarning
from ..files.limits import MAX_LINE
from ..frames.columns import Columns
from ..frames.files import STRETCH, STRETCH_BYTES, Stretch
from ..frames.scoring import BatchScorer, ScoredBatch
from .heard import Hearsay
from .shipping import Sent, once

Batches = Iterator[Any]
Read = Callable[[Batches], Iterator[Stretch]]


@dataclass(frozen=True)
class Settings:
    """How rows are scored; see `FrameJob`.

    how     what keeps bad rows, as messages say it
    gently  whether what cannot be done is told the driver and not raised: Spark would try the task
            again and again. Who asks for it must look before anything counts as done.
    """

    columns: Columns
    statistics: bool = False
    keep_bad: bool = False
    skip_empty: bool = False
    longest: int = MAX_LINE
    how: str = "keep_bad=True"
    gently: bool = False


class ScoreTask:
    """Sent to workers: reads rows, scores them, puts scores beside.

    read    stretches out of the batches that Spark hands over
    heard   an accumulator that hears of sums, bad rows and warnings; None: nobody listens
    rows    whether rows are wanted beside what is heard
    """

    def __init__(
        self, sent: Sent, settings: Settings, read: Read, heard: Any = None, rows: bool = True
    ) -> None:
        self._sent, self._settings, self._read, self._heard = sent, settings, read, heard
        self._rows = rows

    def __call__(self, batches: Batches) -> Batches:
        scorer = once(f"{self._sent.token} {self._settings}", self._open)
        told = Hearsay(len(scorer.metrics), self._settings.keep_bad, self._settings.how)
        try:
            with _heeded(told, self._heard is None):
                for stretch in self._read(batches):
                    for piece in _pieces(stretch):
                        scored = self._score(scorer, piece, told)
                        if self._rows:
                            yield scored.with_scores(piece.kept)
        except TeslaError as error:
            if not self._settings.gently:
                raise
            told.refuse(_partition(), error)
        if self._heard is not None:
            self._heard.add(told)

    def _open(self) -> BatchScorer:
        metrics, session = self._sent.open()
        own = self._settings
        return BatchScorer(
            metrics, own.columns, statistics=own.statistics, skip_empty=own.skip_empty,
            longest=own.longest, session=session,
        )  # fmt: skip

    def _score(self, scorer: BatchScorer, stretch: Stretch, told: Hearsay) -> ScoredBatch:
        def bad(place: int, fault: str) -> None:
            told.bad.hear(stretch.where(place), fault)

        scored = scorer.score(stretch.texts, bad, stretch.faults)
        if self._heard is not None:
            told.add(scored, self._settings.columns.system, _partition())
        return scored


class _heeded:  # noqa: N801  a context manager, used as a function
    """Warnings meanwhile go to the driver; where nobody listens there they are printed, once."""

    def __init__(self, told: Hearsay, printed: bool) -> None:
        self._told, self._printed = told, printed
        self._caught = warnings.catch_warnings()

    def __enter__(self) -> None:
        self._caught.__enter__()
        warnings.simplefilter("always", TeslaWarning)
        before = warnings.showwarning

        def show(message: Any, category: Any, *more: Any, **rest: Any) -> None:
            if not issubclass(category, TeslaWarning):
                before(message, category, *more, **rest)
            elif self._printed:
                _print_once(str(message))
            else:
                self._told.warn(str(message))

        warnings.showwarning = show

    def __exit__(self, *error: Any) -> None:
        self._caught.__exit__(*error)


_printed: set[str] = set()


def _print_once(message: str) -> None:
    """In the log of the worker."""
    if message not in _printed and len(_printed) < 100:
        _printed.add(message)
        print(f"tesla: {message}", file=sys.stderr)


def _pieces(stretch: Stretch) -> Iterator[Stretch]:
    """The same rows, no more at a time than elsewhere."""
    rows = stretch.kept.num_rows
    size = max(1, stretch.kept.nbytes, stretch.texts.nbytes)
    step = max(1, min(STRETCH, rows * STRETCH_BYTES // size))
    if step >= rows:
        yield stretch
        return
    for start in range(0, rows, step):
        rest = stretch.after(start)
        faults = {place: one for place, one in rest.faults.items() if place < step}
        kept, texts = rest.kept.slice(0, step), rest.texts.slice(0, step)
        yield replace(rest, kept=kept, texts=texts, places=rest.places[:step], faults=faults)


def _partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.partitionId() if context else 0


@dataclass(frozen=True)
class FrameStretch(Stretch):
    """Rows of a data frame, which may be of several files.

    names   of their files, if these are known
    """

    names: Sequence[str | None] = ()

    def where(self, place: int) -> str:
        if not self.names:
            return f"{self.file}, {self.unit} {self.places[place]}"
        name = unquote(self.names[place] or "?").removeprefix("file://").removeprefix("file:")
        return f"{name}, {self.unit} {self.places[place]}"

    def after(self, skipped: int) -> "FrameStretch":
        rest = super().after(skipped)
        return FrameStretch(**{**vars(rest), "names": self.names[skipped:]})


class FrameReader:
    """The rows of a data frame as they come.

    where   two columns, with the file and the number of each row in it
    hidden  whether these are ours, do not go into the result, and count from 0
    """

    def __init__(self, where: tuple[str, str] | None, hidden: bool = False) -> None:
        self._where, self._hidden = where, hidden

    def __call__(self, batches: Batches) -> Iterator[Stretch]:
        seen = 0
        for batch in batches:
            if batch.num_rows:
                yield self._stretch(batch, seen)
                seen += batch.num_rows

    def _stretch(self, batch: Any, seen: int) -> Stretch:
        places: Sequence[int]
        if self._where is None:
            name = f"partition {_partition()}"
            places = range(seen + 1, seen + batch.num_rows + 1)
            return FrameStretch(name, batch, batch, places, unit="row")
        files, rows = (batch.column(name).to_pylist() for name in self._where)
        kept = batch.drop_columns(list(self._where)) if self._hidden else batch
        places = [row + self._hidden for row in rows]
        return FrameStretch("", kept, kept, places, unit="row", names=files)
