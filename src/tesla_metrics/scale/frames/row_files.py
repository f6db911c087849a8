"""The interface of table files: batches of rows and their position in the file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .job import ColumnRoles

# Maximum rows and bytes of a batch. The rows match the batches of other scorers, so that threads
# have enough work.
MAX_BATCH_ROWS = 5_000
MAX_BATCH_BYTES = 1 << 24


@dataclass(frozen=True)
class RowBatch:
    """A batch of rows of one file.

    output_rows  Arrow batch of all columns, which go into the output
    texts   Arrow batch of the scored columns, under the names in `RowFiles.columns`
    line_numbers  line or row number of each row in the file, from 1
    faults  error messages of the reader by index in the batch
    """

    file: str
    output_rows: Any
    texts: Any
    line_numbers: Sequence[int]
    faults: Mapping[int, str] = field(default_factory=dict)
    unit: str = "line"

    def where(self, index: int) -> str:
        """Return the file and the line of the row with index `index`, for messages."""
        return f"{self.file}, {self.unit} {self.line_numbers[index]}"

    def drop_first(self, skipped: int) -> "RowBatch":
        """Return the batch without its first `skipped` rows."""
        return RowBatch(
            self.file,
            self.output_rows.slice(skipped),
            self.texts.slice(skipped),
            self.line_numbers[skipped:],
            {
                index - skipped: message
                for index, message in self.faults.items()
                if index >= skipped
            },
            self.unit,
        )


class RowFiles(Protocol):
    """Files of one format with the same columns, which can be read repeatedly.

    columns  names and roles of the columns in `Stretch.texts`
    paths    the files as named on the command line
    count    number of rows in all files; 0 if unknown before reading
    """

    columns: ColumnRoles
    paths: list[str]
    count: int

    def iter_batches(self, start: int = 0) -> Iterator[RowBatch]:
        """Yield batches of the rows from index `start` on, in order."""
