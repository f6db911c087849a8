"""Files of rows to files of rows with scores, in one process, whatever their length."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from .._version import __version__
from ..doubts.doubts import Doubts, open_doubts
from ..errors import InputError
from ..files.distinct import check_not_read
from ..files.locked import locked
from ..files.work import WorkFolder, fingerprint
from ..metrics.base import check_jobs
from ..metrics.score import Score
from ..watching import Watch, unwatched
from .bad import BadRows
from .files import RowFiles, Stretch, label_of, open_rows
from .job import FrameJob
from .learning import taught
from .parts import Parts, State, check_output
from .scoring import BatchScorer, check_columns
from .texts import Texts, texts_of
from .totals import Totals

# Of a part: what is lost where a run is interrupted, and what is in memory until it is written.
PART_ROWS = 50_000
PART_BYTES = 1 << 26
# Whoever runs the command on a few lines should see what it would say of many.
_FEW = 2


def score_files(job: FrameJob, watch: Watch = unwatched) -> list[tuple[str, Score]]:
    """Scores of systems; rows go to the job's output, where there is one.

    An interrupted run leaves what it has done in OUTPUT.work, and the next one with the same files
    and settings goes on there.
    """
    check_jobs(job.jobs)
    output = None if job.output is None else Path(job.output)
    if output is not None:
        check_output(output)
    rows = open_rows(job)
    if output is not None:
        check_kept(output, rows.paths)
    check_columns(job.metrics, rows.columns)
    # A name that is never there: folders have no locks.
    lock = nullcontext() if output is None else locked(output.with_name(f"{output.name}.parts"))
    with lock:
        return _Run(job, rows, watch).run(output)


def check_kept(output: Path, paths: Sequence[str]) -> None:
    """Refuse an output that is one of these files, or a folder that has one of them."""
    check_not_read(output, paths)
    if any(output.resolve() in Path(path).resolve().parents for path in paths):
        raise InputError(f"{output} is read and would be replaced: give -o another name")


class _Run:
    """One run: rows in, parts and totals out."""

    def __init__(self, job: FrameJob, rows: RowFiles, watch: Watch) -> None:
        self._job, self._rows, self._watch = job, rows, watch
        metrics = taught(job.metrics, self._learnt_from)
        self._scorer = BatchScorer(
            metrics, rows.columns, statistics=job.statistics, skip_empty=job.skip_empty,
            longest=job.longest, jobs=job.jobs,
        )  # fmt: skip
        self._doubts = doubts_of(job, rows)
        self._totals = Totals(len(metrics))
        self._bad = BadRows(job.keep_bad)

    def run(self, output: Path | None) -> list[tuple[str, Score]]:
        if output is None:
            for _ in self._scored(0):
                pass
            return self._scores()
        work = WorkFolder(output, self._identity())
        work.open()
        parts = Parts(work.path)
        try:
            self._write(parts)
            scores = self._scores()
        except BaseException:
            if not parts.state().parts:
                work.remove()  # there is nothing to go on with
            raise
        documents = any(metric.of_documents for metric in self._job.metrics)
        parts.finish(output, documents)
        work.remove()
        return scores

    def _write(self, parts: Parts) -> None:
        state = parts.state()
        if state.parts:
            self._go_on(state)
        kept: list[Any] = []
        done, size = state.rows, 0
        for batch in self._scored(state.rows):
            kept.append(batch)
            size += batch.nbytes
            done += batch.num_rows
            if done - state.rows >= PART_ROWS or size >= PART_BYTES:
                state = self._part(parts, kept, state.parts, done)
                kept, size = [], 0
        if kept:
            self._part(parts, kept, state.parts, done)

    def _part(self, parts: Parts, kept: Sequence[Any], before: int, rows: int) -> State:
        facts = {"totals": self._totals.to_dict(), "bad": self._bad.first}
        state = State(before + 1, rows, facts)
        parts.add(kept, state)
        return state

    def _go_on(self, state: State) -> None:
        self._totals = Totals.from_dict(state.facts["totals"])
        self._bad.go_on(self._totals.bad, state.facts["bad"])
        # What is told at the end hangs on how texts begin.
        for stretch in self._rows.stretches():
            self._see(self._texts(stretch))
            break

    def _scored(self, start: int) -> Iterator[Any]:
        told = self._watch("scoring", self._rows.count)
        told(start)
        for stretch in self._rows.stretches(start):

            def hear(place: int, fault: str, rows: Stretch = stretch) -> None:
                self._bad.hear(rows.where(place), fault)

            scored = self._scorer.score(stretch.texts, hear, stretch.faults)
            self._totals.add(scored, self._rows.columns.system)
            self._see(scored.texts)
            told(len(stretch.places))
            yield scored.with_scores(stretch.kept)

    def _learnt_from(self) -> Iterator[Texts]:
        told = self._watch("learning from references", self._rows.count)
        for stretch in self._rows.stretches():
            yield self._texts(stretch)
            told(len(stretch.places))

    def _texts(self, stretch: Stretch) -> Texts:
        return texts_in(stretch, self._job, self._rows)

    def _see(self, texts: Texts) -> None:
        see_texts(self._doubts, self._job, texts)

    def _scores(self) -> list[tuple[str, Score]]:
        if not self._totals.rows + self._totals.bad:
            raise InputError(
                f"{self._rows.paths[0]} is empty: give a file with at least one segment"
            )
        told = self._watch("samples drawn:", 0)
        found = self._totals.scores(self._scorer.scorers, self._job.resampling, told)
        self._doubts.warn()
        self._bad.warn()
        return [(name or label_of(self._job), score) for name, score in found]

    def _identity(self) -> dict[str, Any]:
        """All that rows with scores depend on."""
        job = self._job
        return {
            "version": __version__,
            "files": fingerprint(self._rows.paths),
            "kind": job.kind,
            "columns": list(job.columns),
            "header": job.header,
            "metrics": [str(scorer.signature(1)) for scorer in self._scorer.scorers],
            "statistics": job.statistics,
            "skip_empty": job.skip_empty,
            "longest": job.longest,
        }


def texts_in(stretch: Stretch, job: FrameJob, rows: RowFiles) -> Texts:
    """What the job's metrics look at."""
    return texts_of(
        stretch.texts, rows.columns, job.metrics, skip_empty=job.skip_empty, longest=job.longest,
        known=stretch.faults,
    )  # fmt: skip


def see_texts(doubts: Doubts, job: FrameJob, texts: Texts) -> None:
    """More of what there may be doubts about."""
    if texts.rows:
        used = texts.beside.used(job.metrics)
        doubts.see(label_of(job), texts.hypotheses, [*used.references[:1], *used.sources])


def doubts_of(job: FrameJob, rows: RowFiles) -> Doubts:
    """About outputs, and the first references that they have."""
    from ..intake.beside import looked_at

    columns = rows.columns
    references, sources = looked_at(job.metrics, columns.source is not None)
    langs = (getattr(metric, "lang", "") for metric in job.metrics)
    return open_doubts(
        job.metrics,
        next(filter(None, langs), ""),
        columns.references[:1] if references else (),
        sources=[columns.source] if sources and columns.source else [],
        analysed=False,
        few=_FEW,
    )
