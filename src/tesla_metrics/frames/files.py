"""Files of rows in batches of Arrow, each row with where it stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ..errors import InputError, UsageError
from ..files.given import Given, give
from ..optional import needs
from ..testsets.kinds import CALLED, PARQUET, TABLES, is_parquet
from ..testsets.looks import looks_like
from .columns import Columns
from .job import FrameJob

FRAME_KINDS = (*TABLES, PARQUET)
# Rows and bytes in memory at a time: rows as many as elsewhere, for threads to share.
STRETCH = 5_000
STRETCH_BYTES = 1 << 24


@dataclass(frozen=True)
class Stretch:
    """Some rows of one file.

    kept    all their columns, as they go into the output
    texts   the columns that are scored, under the names that `RowFiles.columns` has
    places  where each of them stands in the file
    faults  what was wrong with some as they were read
    """

    file: str
    kept: Any
    texts: Any
    places: Sequence[int]
    faults: Mapping[int, str] = field(default_factory=dict)
    unit: str = "line"

    def where(self, place: int) -> str:
        """File and row, for messages."""
        return f"{self.file}, {self.unit} {self.places[place]}"

    def after(self, skipped: int) -> "Stretch":
        """Without so many rows at the start."""
        return Stretch(
            self.file,
            self.kept.slice(skipped),
            self.texts.slice(skipped),
            self.places[skipped:],
            {place - skipped: one for place, one in self.faults.items() if place >= skipped},
            self.unit,
        )


class RowFiles(Protocol):
    """Files of one kind with the same columns, which can be read as often as one likes.

    columns  of `Stretch.texts`
    paths    of the files, as they were given
    count    of all rows; 0 where that cannot be told at once
    """

    columns: Columns
    paths: list[str]
    count: int

    def stretches(self, start: int = 0) -> Iterator[Stretch]:
        """The rows from `start` on, in order."""


def open_rows(job: FrameJob) -> RowFiles:
    """The files of a job, once their columns are known to be the same."""
    with needs("pyarrow", "frames"):
        import pyarrow  # noqa: F401
    files = give([path for given in job.files for path in _parts(given)], job.longest)
    kind = job.kind or _kind(files, job)
    if kind not in FRAME_KINDS:
        raise UsageError(f"there is no table {kind!r}: choose from {', '.join(FRAME_KINDS)}")
    if kind == PARQUET:
        from .parquet import ParquetRows

        return ParquetRows([file.given for file in files], job)
    from .tables import TableRows

    return TableRows(files, kind, job)


def _parts(given: str) -> list[str]:
    """A folder of parts, as Spark writes it, is its files; names in _ and . are none."""
    folder = Path(given)
    if not folder.is_dir():
        return [given]
    found = sorted(path for path in folder.iterdir() if path.name[0] not in "_.")
    if inner := next((path for path in found if path.is_dir()), None):
        raise InputError(f"{given} has folders in it, such as {inner.name}: give these instead")
    if not found:
        raise InputError(f"{given} is a folder without files: give a table, or a folder of parts")
    return list(map(str, found))


def _kind(files: Sequence[Given], job: FrameJob) -> str:
    """What all of them are, by their names, and the first by its looks too."""
    first = files[0]
    if any(is_parquet(file.given) for file in files):
        odd = next((file for file in files if not is_parquet(file.given)), None)
        if odd is not None:
            raise InputError(
                f"{odd.name} is no Parquet file by its name, and others are: give files of one "
                "kind, or say by --input which"
            )
        return PARQUET
    looks = looks_like(first)
    if looks not in TABLES and job.columns:
        looks = "tsv"
    if looks not in TABLES:
        said = f"looks like {CALLED[looks]}" if looks in CALLED else "does not look like a table"
        raise InputError(
            f"{first.name} {said}: give a table, and say by --input which kind it is "
            f"({', '.join(FRAME_KINDS)})"
        )
    return looks


def label_of(job: FrameJob) -> str:
    """What tables call the system of rows that name none: by its file."""
    first, more = give(job.files)[0].label, len(job.files) - 1
    return f"{first} and {more} more" if more else first
