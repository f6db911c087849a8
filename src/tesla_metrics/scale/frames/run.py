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
from ...files.atomic import check_not_input_file, write_atomically
from ...files.disk_space import report_full_disk
from ...files.locking import hold_output_lock
from ...files.long_runs import ProgressCallback, WorkFolder, fingerprint_files, no_progress
from ...files.testsets.sheet import Fields
from ...metrics.base import check_jobs
from ...metrics.score import Score
from ...reporting.segment_rows import check_rows_path, write_fields
from ...text.input_checks import InputChecker, create_input_checker
from .job import ColumnRoles, FrameJob
from .open_files import make_system_label, open_rows
from .row_files import RowBatch, RowFiles
from .scoring import BatchScorer, check_columns, teach_metrics
from .tables import is_json
from .texts import BadRows, BatchTexts, read_texts
from .totals import Totals

SUFFIX = ".parquet"  # end of the name of an output that is a folder of parts
_PART_NAME = re.compile(r"part-(?P<index>\d{6,})\.parquet")
# Metadata key in the schema of each part. A folder of such parts may be replaced.
_METADATA_KEY = b"tesla_metrics"
_STATE_FILE = "state.json"


class RunState(NamedTuple):
    """Progress of a run.

    parts       number of parts that have been written
    rows        number of rows in these parts
    progress    totals and bad rows of these rows, as values for JSON
    """

    parts: int = 0
    rows: int = 0
    progress: Mapping[str, Any] = {}


class PartsFolder:
    """Folder of scored parts, with a state file that is written after each part."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._parts_folder = folder, folder / "parts"
        with report_full_disk(self._parts_folder):
            self._parts_folder.mkdir(exist_ok=True)

    def read_state(self) -> RunState:
        """Return the state of an interrupted run, or the initial state."""
        path = self._folder / _STATE_FILE
        state = RunState(**json.loads(path.read_bytes())) if path.is_file() else RunState()
        # Parts are missing if the last run was killed after it had moved them to the output.
        is_complete = all(self._get_path(index).is_file() for index in range(state.parts))
        return state if is_complete else RunState()

    def add(self, batches: Sequence[Any], state: RunState) -> None:
        """Write a part, then the new state, which includes this part as the last one."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pa.Table.from_batches(batches)
        metadata = {**(table.schema.metadata or {}), _METADATA_KEY: __version__.encode()}
        stream = pa.BufferOutputStream()
        pq.write_table(table.replace_schema_metadata(metadata), stream)
        write_atomically(self._get_path(state.parts - 1), stream.getvalue())
        write_atomically(self._folder / _STATE_FILE, json.dumps(state._asdict()).encode())

    def finish(self, output: Path, has_documents: bool) -> None:
        """Write the output: a folder of parts, or a single file.

        `has_documents` says whether texts are documents, with several sentences.
        """
        part_count = self.read_state().parts
        if output.suffix != SUFFIX:
            write_fields(output, lambda: self._read_rows(part_count), has_documents)
            return
        # Remove files of a run that was killed while writing.
        for path in self._parts_folder.iterdir():
            match = _PART_NAME.fullmatch(path.name)
            if match is None or int(match["index"]) >= part_count:
                path.unlink()
        if output.exists():
            # Use a random name: a run that was killed here may have left a folder.
            output.rename(self._folder / f"replaced-{secrets.token_hex(4)}")
        self._parts_folder.rename(output)

    def _get_path(self, index: int) -> Path:
        return self._parts_folder / f"part-{index:06d}{SUFFIX}"

    def _read_rows(self, part_count: int) -> Iterator[Fields]:
        return read_parts(map(self._get_path, range(part_count)))


def read_parts(paths: Iterable[Path], json_columns: Iterable[str] = ()) -> Iterator[Fields]:
    """Yield rows as lists of (name, value) pairs.

    Values of JSON columns are parsed; these are marked in the schema, or named in `json_columns`.
    """
    import pyarrow.parquet as pq

    for path in paths:
        with pq.ParquetFile(path) as file:
            json_names = {field.name for field in file.schema_arrow if is_json(field)}
            json_names.update(json_columns)
            for batch in file.iter_batches():
                names = batch.schema.names
                columns = []
                for name, column in zip(names, batch.columns, strict=True):
                    values = column.to_pylist()
                    if name in json_names:
                        values = [None if text is None else json.loads(text) for text in values]
                    columns.append(values)
                for row in zip(*columns, strict=True):
                    yield list(zip(names, row, strict=True))


def check_output(output: Path) -> None:
    """Check before scoring that the output can be written, and replaces only an earlier output."""
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
    """Return whether the output is a folder that an earlier run wrote."""
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


# Maximum number of rows and bytes of a part. They limit memory, and the work that an interruption
# loses.
PART_ROWS = 50_000
PART_BYTES = 1 << 26
# Minimum number of texts for input checks. It is low, so that a trial run with a few lines shows
# the warnings, too.
_MIN_CHECKED_TEXTS = 2


def score_files(job: FrameJob, watch: ProgressCallback = no_progress) -> list[tuple[str, Score]]:
    """Score the files of a job and return the score of each system.

    If the job has an output, write the scored rows there. An interrupted run leaves its parts in
    OUTPUT.work. The next run with the same files and settings continues from there.
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
        nullcontext()
        if output is None
        else hold_output_lock(output.with_name(f"{output.name}.parts"))
    )
    with lock:
        return _Run(job, rows, watch).run(output)


def check_output_not_input(output: Path, paths: Sequence[str]) -> None:
    """Refuse an output that is one of these input files or a folder that contains one."""
    check_not_input_file(output, paths)
    if any(output.resolve() in Path(path).resolve().parents for path in paths):
        raise InputError(f"{output} is an input and would be replaced: give -o another name")


class _Run:
    """A run that reads and scores rows, writes parts and adds up totals."""

    def __init__(self, job: FrameJob, rows: RowFiles, watch: ProgressCallback) -> None:
        self._job, self._rows, self._watch = job, rows, watch
        metrics = teach_metrics(job.metrics, self._iterate_texts)
        self._scorer = BatchScorer(
            metrics, rows.columns, with_statistics=job.statistics, skip_empty=job.skip_empty,
            max_characters=job.max_characters, jobs=job.jobs,
        )  # fmt: skip
        self._input_checks = open_input_checks(job, rows.columns)
        self._totals = Totals(len(metrics))
        self._bad_rows = BadRows(job.keep_bad)

    def run(self, output: Path | None) -> list[tuple[str, Score]]:
        if output is None:
            for _ in self._score_batches(0):
                pass
            return self._compute_scores()
        work = WorkFolder(output, self._describe_run())
        work.open()
        parts = PartsFolder(work.path)
        try:
            self._write_parts(parts)
            scores = self._compute_scores()
        except BaseException:
            if not parts.read_state().parts:
                work.remove()  # there is nothing to resume
            raise
        has_documents = any(metric.of_documents for metric in self._job.metrics)
        parts.finish(output, has_documents)
        work.remove()
        return scores

    def _write_parts(self, parts: PartsFolder) -> None:
        """Score the rows that are not in a part yet, and write them in parts."""
        state = parts.read_state()
        if state.parts:
            self._resume(state)
        batches: list[Any] = []
        row_count, part_bytes = state.rows, 0
        for batch in self._score_batches(state.rows):
            batches.append(batch)
            part_bytes += batch.nbytes
            row_count += batch.num_rows
            if row_count - state.rows >= PART_ROWS or part_bytes >= PART_BYTES:
                state = self._write_part(parts, batches, state.parts, row_count)
                batches, part_bytes = [], 0
        if batches:
            self._write_part(parts, batches, state.parts, row_count)

    def _write_part(
        self, parts: PartsFolder, batches: Sequence[Any], part_index: int, row_count: int
    ) -> RunState:
        """Write a part; `row_count` is the number of rows up to its end."""
        progress = {"totals": self._totals.to_dict(), "bad": self._bad_rows.examples}
        state = RunState(part_index + 1, row_count, progress)
        parts.add(batches, state)
        return state

    def _resume(self, state: RunState) -> None:
        """Restore the totals, bad rows and input checks of an interrupted run."""
        self._totals = Totals.from_dict(state.progress["totals"])
        self._bad_rows.extend(self._totals.bad_row_count, state.progress["bad"])
        # The input checks need the first texts.
        for batch in self._rows.iter_batches():
            self._check_texts(self._read_texts(batch))
            break

    def _score_batches(self, start: int) -> Iterator[Any]:
        """Yield scored batches of the rows from index `start` on."""
        progress = self._watch("scoring", self._rows.count)
        progress(start)
        for batch in self._rows.iter_batches(start):

            def report_bad_row(index: int, fault: str, rows: RowBatch = batch) -> None:
                self._bad_rows.add(rows.describe_location(index), fault)

            scored = self._scorer.score(batch.texts, report_bad_row, batch.faults)
            self._totals.add(scored, self._rows.columns.system)
            self._check_texts(scored.texts)
            progress(len(batch.line_numbers))
            yield scored.add_scores(batch.output_rows)

    def _iterate_texts(self) -> Iterator[BatchTexts]:
        progress = self._watch("learning from references", self._rows.count)
        for batch in self._rows.iter_batches():
            yield self._read_texts(batch)
            progress(len(batch.line_numbers))

    def _read_texts(self, batch: RowBatch) -> BatchTexts:
        """Read the texts of a batch that the metrics of the job need."""
        job = self._job
        return read_texts(
            batch.texts, self._rows.columns, job.metrics, skip_empty=job.skip_empty,
            max_characters=job.max_characters,
            known_faults=batch.faults,
        )  # fmt: skip

    def _check_texts(self, texts: BatchTexts) -> None:
        check_texts(self._input_checks, self._job, texts)

    def _compute_scores(self) -> list[tuple[str, Score]]:
        if not self._totals.row_count + self._totals.bad_row_count:
            raise InputError(
                f"{self._rows.paths[0]} is empty: give a file with at least one segment"
            )
        progress = self._watch("samples drawn:", 0)
        scores = self._totals.compute_scores(self._scorer.scorers, self._job.resampling, progress)
        self._input_checks.issue_warnings()
        self._bad_rows.warn()
        return [(name or make_system_label(self._job), score) for name, score in scores]

    def _describe_run(self) -> dict[str, Any]:
        """Return everything that the scored rows depend on."""
        job = self._job
        return {
            "version": __version__,
            "files": fingerprint_files(self._rows.paths),
            "kind": job.kind,
            "columns": list(job.columns),
            "header": job.header,
            "metrics": [str(scorer.signature(1)) for scorer in self._scorer.scorers],
            "statistics": job.statistics,
            "skip_empty": job.skip_empty,
            "longest": job.max_characters,
        }


def check_texts(
    checks: InputChecker, job: FrameJob, texts: BatchTexts, label_suffix: str = ""
) -> None:
    """Pass the outputs, first references and sources of a batch to the input checks."""
    if texts.row_indices:
        checked = texts.counterparts.select_used(job.metrics)
        checks.update(
            make_system_label(job) + label_suffix,
            texts.hypotheses,
            [*checked.references[:1], *checked.sources],
        )


def open_input_checks(job: FrameJob, columns: ColumnRoles) -> InputChecker:
    """Return input checks for the outputs, the first references and the sources of a job."""
    from ...files.inputs.counterparts import find_used_counterparts

    needs_references, needs_sources = find_used_counterparts(
        job.metrics, columns.source is not None
    )
    langs = (getattr(metric, "lang", "") for metric in job.metrics)
    return create_input_checker(
        job.metrics,
        next(filter(None, langs), ""),
        columns.references[:1] if needs_references else (),
        source_names=[columns.source] if needs_sources and columns.source else [],
        is_analysed=False,
        min_segments=_MIN_CHECKED_TEXTS,
    )
