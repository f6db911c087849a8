"""The interface of table files: batches of rows with their line numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .job import ColumnRoles

# Maximum number of rows and bytes of a batch. With so many rows, all threads of a scorer have
# enough work.
MAX_BATCH_ROWS = 5_000
MAX_BATCH_BYTES = 1 << 24


@dataclass(frozen=True)
class RowBatch:
    """A batch of rows of one file.

    file            name of the file
    output_rows     Arrow batch of all columns, which go into the output
    texts           Arrow batch of the scored columns, with the names in `RowFiles.columns`
    line_numbers    line or row number of each row in the file, from 1
    faults          error messages of the reader, by index of the row in the batch
    unit            meaning of `line_numbers`: "line" or "row"
    """

    file: str
    output_rows: Any
    texts: Any
    line_numbers: Sequence[int]
    faults: Mapping[int, str] = field(default_factory=dict)
    unit: str = "line"

    def describe_location(self, index: int) -> str:
        """Return the file and the line number of a row, for messages."""
        return f"{self.file}, {self.unit} {self.line_numbers[index]}"

    def drop_first(self, n_rows: int) -> "RowBatch":
        """Return the batch without its first `n_rows` rows."""
        faults = {
            index - n_rows: message for index, message in self.faults.items() if index >= n_rows
        }
        return RowBatch(
            self.file,
            self.output_rows.slice(n_rows),
            self.texts.slice(n_rows),
            self.line_numbers[n_rows:],
            faults,
            self.unit,
        )


class RowFiles(Protocol):
    """Files of one format with the same columns, which can be read repeatedly.

    columns     roles of the columns in `RowBatch.texts`
    paths       the files as named on the command line
    count       number of rows of all files; 0 if it is not known before reading
    """

    columns: ColumnRoles
    paths: list[str]
    count: int

    def iter_batches(self, start: int = 0) -> Iterator[RowBatch]:
        """Yield batches of the rows from index `start` on, in order."""
