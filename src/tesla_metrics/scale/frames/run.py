"""Score table files in parts, so that an interrupted run can be resumed."""

import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from ..._version import __version__
from ...errors import InputError, UsageError
from ...files.atomic import check_not_input, write_atomically
from ...files.disk_space import report_full_disk
from ...files.locking import output_lock
from ...files.long_runs import ProgressCallback, WorkFolder, fingerprint, no_progress
from ...files.testsets.sheet import Fields
from ...metrics.base import check_jobs
from ...metrics.score import Score
from ...reporting.segment_rows import check_rows_path, write_fields
from ...text.input_checks import InputChecker, create_input_checker
from .job import FrameJob
from .open_files import make_system_label, open_rows
from .row_files import RowBatch, RowFiles
from .scoring import BatchScorer, check_columns, teach_metrics
from .tables import is_json
from .texts import BadRows, Texts, read_texts
from .totals import Totals

SUFFIX = ".parquet"
_PART_NAME = re.compile(r"part-\d{6,}\.parquet")
# Metadata key in the schema of each part. A folder of such parts may be replaced.
_METADATA_KEY = b"tesla_metrics"
_STATE_FILE = "state.json"


class RunState(NamedTuple):
    """Progress of a run.

    parts   number of parts written
    rows    number of rows in these parts
    progress  totals and bad rows of these rows, as values for JSON
    """

    parts: int = 0
    rows: int = 0
    progress: Mapping[str, Any] = {}


class PartsFolder:
    """Folder of parts with a state file, which is written after each part."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._parts = folder, folder / "parts"
        with report_full_disk(self._parts):
            self._parts.mkdir(exist_ok=True)

    def state(self) -> RunState:
        """Return the state of an interrupted run, or the initial state."""
        path = self._folder / _STATE_FILE
        state = RunState(**json.loads(path.read_bytes())) if path.is_file() else RunState()
        # Parts are missing if the last run was killed after it had moved them to the output.
        complete = all(self._path(index).is_file() for index in range(state.parts))
        return state if complete else RunState()

    def add(self, batches: Sequence[Any], state: RunState) -> None:
        """Write the last part in `state`, then the state; a part counts once it is in the state."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pa.Table.from_batches(batches)
        metadata = {**(table.schema.metadata or {}), _METADATA_KEY: __version__.encode()}
        stream = pa.BufferOutputStream()
        pq.write_table(table.replace_schema_metadata(metadata), stream)
        write_atomically(self._path(state.parts - 1), stream.getvalue())
        write_atomically(self._folder / _STATE_FILE, json.dumps(state._asdict()).encode())

    def finish(self, output: Path, documents: bool) -> None:
        """Write the output: a folder of parts, or one file."""
        count = self.state().parts
        if output.suffix != SUFFIX:
            write_fields(output, lambda: self._rows(count), documents)
            return
        for path in self._parts.iterdir():  # remove files of a run that was killed while writing
            if not _PART_NAME.fullmatch(path.name) or int(path.name[5:-8]) >= count:
                path.unlink()
        if output.exists():
            # Use a random name: a run that was killed here may have left a folder.
            output.rename(self._folder / f"replaced-{secrets.token_hex(4)}")
        self._parts.rename(output)

    def _path(self, index: int) -> Path:
        return self._parts / f"part-{index:06d}{SUFFIX}"

    def _rows(self, count: int) -> Iterator[Fields]:
        return read_parts(map(self._path, range(count)))


def read_parts(paths: Iterable[Path], json_columns: Iterable[str] = ()) -> Iterator[Fields]:
    """Yield rows as (name, value) pairs; JSON columns are marked in the schema or named."""
    import pyarrow.parquet as pq

    for path in paths:
        with pq.ParquetFile(path) as file:
            json_texts = {field.name for field in file.schema_arrow if is_json(field)} | {
                *json_columns
            }
            for batch in file.iter_batches():
                names = batch.schema.names
                columns = [
                    [None if value is None else json.loads(value) for value in column.to_pylist()]
                    if name in json_texts
                    else column.to_pylist()
                    for name, column in zip(names, batch.columns, strict=True)
                ]
                for values in zip(*columns, strict=True):
                    yield list(zip(names, values, strict=True))


def check_output(output: Path) -> None:
    """Check before scoring that the output can be written and replaces only our own parts."""
    if output.suffix != SUFFIX:
        try:
            check_rows_path(output)
        except UsageError as error:
            raise UsageError(f"{error}, or {SUFFIX} for a folder of parts") from error
        return
    if not output.resolve().parent.is_dir():
        raise InputError(f"cannot write {output}: there is no folder {output.parent}")
    if output.is_symlink() or (output.exists() and not _is_parts_folder(output)):
        raise InputError(
            f"{output} exists and is not a folder of scored parts: remove it or choose another name"
        )


def _is_parts_folder(output: Path) -> bool:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not output.is_dir():
        return False
    try:
        return all(
            _PART_NAME.fullmatch(path.name)
            and _METADATA_KEY in (pq.read_schema(path).metadata or {})
            for path in output.iterdir()
        )
    except (OSError, pa.ArrowException):
        return False


# Maximum rows and bytes of a part. They bound the work lost by an interruption and the memory.
PART_ROWS = 50_000
PART_BYTES = 1 << 26
# Minimum number of texts for input checks: a trial run on a few lines should show the warnings.
_MIN_CHECKED_TEXTS = 2


def score_files(job: FrameJob, watch: ProgressCallback = no_progress) -> list[tuple[str, Score]]:
    """Return the system scores and write the scored rows to the output of the job, if any.

    An interrupted run leaves its parts in OUTPUT.work. The next run with the same files and
    settings continues from there.
    """
    check_jobs(job.jobs)
    output = None if job.output is None else Path(job.output)
    if output is not None:
        check_output(output)
    rows = open_rows(job)
    if output is not None:
        check_output_not_input(output, rows.paths)
    check_columns(job.metrics, rows.columns)
    # Lock a file name that is never created, since folders cannot be locked.
    lock = (
        nullcontext() if output is None else output_lock(output.with_name(f"{output.name}.parts"))
    )
    with lock:
        return _Run(job, rows, watch).run(output)


def check_output_not_input(output: Path, paths: Sequence[str]) -> None:
    """Refuse an output that is one of these input files or a folder that contains one."""
    check_not_input(output, paths)
    if any(output.resolve() in Path(path).resolve().parents for path in paths):
        raise InputError(f"{output} is an input and would be replaced: give -o another name")


class _Run:
    """One run: reads rows, writes parts and adds up totals."""

    def __init__(self, job: FrameJob, rows: RowFiles, watch: ProgressCallback) -> None:
        self._job, self._rows, self._watch = job, rows, watch
        metrics = teach_metrics(job.metrics, self._texts_to_learn_from)
        self._scorer = BatchScorer(
            metrics, rows.columns, statistics=job.statistics, skip_empty=job.skip_empty,
            longest=job.max_characters, jobs=job.jobs,
        )  # fmt: skip
        self._input_checks = open_input_checks(job, rows)
        self._totals = Totals(len(metrics))
        self._bad_rows = BadRows(job.keep_bad)

    def run(self, output: Path | None) -> list[tuple[str, Score]]:
        if output is None:
            for _ in self._score_batches(0):
                pass
            return self._system_scores()
        work = WorkFolder(output, self._identity())
        work.open()
        parts = PartsFolder(work.path)
        try:
            self._write(parts)
            scores = self._system_scores()
        except BaseException:
            if not parts.state().parts:
                work.remove()  # there is nothing to resume
            raise
        documents = any(metric.of_documents for metric in self._job.metrics)
        parts.finish(output, documents)
        work.remove()
        return scores

    def _write(self, parts: PartsFolder) -> None:
        state = parts.state()
        if state.parts:
            self._resume(state)
        batches: list[Any] = []
        done, size = state.rows, 0
        for batch in self._score_batches(state.rows):
            batches.append(batch)
            size += batch.nbytes
            done += batch.num_rows
            if done - state.rows >= PART_ROWS or size >= PART_BYTES:
                state = self._write_part(parts, batches, state.parts, done)
                batches, size = [], 0
        if batches:
            self._write_part(parts, batches, state.parts, done)

    def _write_part(
        self, parts: PartsFolder, batches: Sequence[Any], written: int, rows: int
    ) -> RunState:
        facts = {"totals": self._totals.to_dict(), "bad": self._bad_rows.first}
        state = RunState(written + 1, rows, facts)
        parts.add(batches, state)
        return state

    def _resume(self, state: RunState) -> None:
        self._totals = Totals.from_dict(state.progress["totals"])
        self._bad_rows.extend(self._totals.bad_rows, state.progress["bad"])
        # The input checks need the first texts.
        for batch in self._rows.iter_batches():
            self._check_texts(self._read_texts(batch))
            break

    def _score_batches(self, start: int) -> Iterator[Any]:
        progress = self._watch("scoring", self._rows.count)
        progress(start)
        for batch in self._rows.iter_batches(start):

            def report_bad_row(index: int, fault: str, rows: RowBatch = batch) -> None:
                self._bad_rows.add(rows.describe_location(index), fault)

            scored = self._scorer.score(batch.texts, report_bad_row, batch.faults)
            self._totals.add(scored, self._rows.columns.system)
            self._check_texts(scored.texts)
            progress(len(batch.line_numbers))
            yield scored.with_scores(batch.output_rows)

    def _texts_to_learn_from(self) -> Iterator[Texts]:
        progress = self._watch("learning from references", self._rows.count)
        for batch in self._rows.iter_batches():
            yield self._read_texts(batch)
            progress(len(batch.line_numbers))

    def _read_texts(self, batch: RowBatch) -> Texts:
        return read_batch_texts(batch, self._job, self._rows)

    def _check_texts(self, texts: Texts) -> None:
        check_texts(self._input_checks, self._job, texts)

    def _system_scores(self) -> list[tuple[str, Score]]:
        if not self._totals.rows + self._totals.bad_rows:
            raise InputError(
                f"{self._rows.paths[0]} is empty: give a file with at least one segment"
            )
        progress = self._watch("samples drawn:", 0)
        scores = self._totals.scores(self._scorer.scorers, self._job.resampling, progress)
        self._input_checks.warn()
        self._bad_rows.warn()
        return [(name or make_system_label(self._job), score) for name, score in scores]

    def _identity(self) -> dict[str, Any]:
        """Return everything that scored rows depend on."""
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
            "longest": job.max_characters,
        }


def read_batch_texts(batch: RowBatch, job: FrameJob, rows: RowFiles) -> Texts:
    """Read the texts of a batch that the metrics of the job need."""
    return read_texts(
        batch.texts, rows.columns, job.metrics, skip_empty=job.skip_empty,
        max_characters=job.max_characters,
        known_faults=batch.faults,
    )  # fmt: skip


def check_texts(checks: InputChecker, job: FrameJob, texts: Texts) -> None:
    """Pass texts to the input checks."""
    if texts.rows:
        used = texts.counterparts.used_by(job.metrics)
        checks.update(
            make_system_label(job), texts.hypotheses, [*used.references[:1], *used.sources]
        )


def open_input_checks(job: FrameJob, rows: RowFiles) -> InputChecker:
    """Return input checks of outputs and their first references."""
    from ...files.inputs.counterparts import used_counterparts

    columns = rows.columns
    references, sources = used_counterparts(job.metrics, columns.source is not None)
    langs = (getattr(metric, "lang", "") for metric in job.metrics)
    return create_input_checker(
        job.metrics,
        next(filter(None, langs), ""),
        columns.references[:1] if references else (),
        sources=[columns.source] if sources and columns.source else [],
        analysed=False,
        min_segments=_MIN_CHECKED_TEXTS,
    )
