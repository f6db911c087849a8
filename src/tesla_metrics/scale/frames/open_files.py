"""Open table files in any supported format."""

from collections.abc import Sequence
from pathlib import Path

from ...errors import InputError, UsageError
from ...files.input_file import InputFile, open_inputs
from ...files.testsets.formats import (
    FORMAT_NAMES,
    PARQUET,
    TABLE_FORMATS,
    detect_format,
    is_parquet,
)
from ...optional import requires_extra
from .job import FrameJob
from .row_files import RowFiles

FRAME_KINDS = (*TABLE_FORMATS, PARQUET)


def open_rows(job: FrameJob) -> RowFiles:
    """Open the files of a job and check that they have the same columns."""
    with requires_extra("pyarrow", "frames"):
        import pyarrow  # noqa: F401
    paths = [path for argument in job.files for path in _expand_folder(argument)]
    files = open_inputs(paths, job.max_characters)
    kind = job.kind or _detect_kind(files, job)
    if kind not in FRAME_KINDS:
        raise UsageError(f"unknown table format {kind!r}: choose from {', '.join(FRAME_KINDS)}")
    if kind == PARQUET:
        from .parquet import ParquetRows

        return ParquetRows([file.path for file in files], job)
    from .tables import TableRows

    return TableRows(files, kind, job)


def _expand_folder(argument: str) -> list[str]:
    """Return the files of a folder, without hidden files; return any other argument unchanged.

    Spark writes a table as a folder of parts.
    """
    folder = Path(argument)
    if not folder.is_dir():
        return [argument]
    files = sorted(path for path in folder.iterdir() if path.name[0] not in "_.")
    subfolder = next((path for path in files if path.is_dir()), None)
    if subfolder is not None:
        raise InputError(
            f"{argument} contains folders, such as {subfolder.name}: give these instead"
        )
    if not files:
        raise InputError(f"{argument} is an empty folder: give a table, or a folder of parts")
    return list(map(str, files))


def _detect_kind(files: Sequence[InputFile], job: FrameJob) -> str:
    """Detect the format of all files by their names and by the content of the first one."""
    first = files[0]
    if any(is_parquet(file.path) for file in files):
        other = next((file for file in files if not is_parquet(file.path)), None)
        if other is not None:
            raise InputError(
                f"{other.name} is not a Parquet file by its name, but other files are: give files "
                "of one format, or name the format with --input"
            )
        return PARQUET
    detected = detect_format(first)
    if detected not in TABLE_FORMATS and job.columns:
        detected = "tsv"
    if detected not in TABLE_FORMATS:
        problem = (
            f"looks like {FORMAT_NAMES[detected]}"
            if detected in FORMAT_NAMES
            else "does not look like a table"
        )
        raise InputError(
            f"{first.name} {problem}: give a table, and name its format with --input "
            f"({', '.join(FRAME_KINDS)})"
        )
    return detected


def make_system_label(job: FrameJob) -> str:
    """Return a name, made from the file names, for a table without a column of system names."""
    first_label, other_count = open_inputs(job.files)[0].label, len(job.files) - 1
    return f"{first_label} and {other_count} more" if other_count else first_label
