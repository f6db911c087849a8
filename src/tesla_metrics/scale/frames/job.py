"""Column roles and the settings of a scoring run over tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import UsageError
from ...files.field_names import CANDIDATE, REFERENCE, SOURCE, SYSTEM
from ...files.lines import MAX_LINE_LENGTH
from ...files.testsets.table_columns import parse_columns_option
from ...metrics.base import Metric
from ...resampling import Resampling


@dataclass(frozen=True)
class ColumnRoles:
    """Column names by role.

    references  columns with texts or with lists of texts
    source      column with the source texts; None: the table has none
    system      column with the name of the system of each row; None: all rows have one system
    """

    hypothesis: str
    references: tuple[str, ...] = ()
    source: str | None = None
    system: str | None = None

    @property
    def text_columns(self) -> tuple[str, ...]:
        """Names of all columns with texts."""
        return (self.hypothesis, *self.references, *([self.source] if self.source else ()))

    def check(self, names: Iterable[str], table: str = "the table") -> None:
        """Check that the table has each column exactly once."""
        table_names = list(names)
        for name in (*self.text_columns, *([self.system] if self.system else ())):
            count = table_names.count(name)
            if count != 1:
                shown_count = f"{count} columns" if count else "no column"
                listing = ", ".join(table_names)
                raise UsageError(f"{table} has {shown_count} {name!r}: it has {listing}")


def parse_column_roles(
    columns: "str | Sequence[str] | Mapping[str, str | Sequence[str]] | ColumnRoles",
) -> ColumnRoles:
    """Return `ColumnRoles` from texts such as "hyp=mt,ref=ref", a mapping or `ColumnRoles`."""
    if isinstance(columns, ColumnRoles):
        return columns
    if isinstance(columns, Mapping):
        columns = [
            f"{role}={name}"
            for role, names in columns.items()
            for name in ([names] if isinstance(names, str) else names)
        ]
    if not isinstance(columns, str | Sequence):
        raise UsageError(f"columns {columns!r}: give 'hyp=COLUMN,ref=COLUMN'")
    roles = parse_columns_option([columns] if isinstance(columns, str) else columns)
    if len(roles.get(CANDIDATE, ())) != 1:
        raise UsageError("columns must name one system's output: give hyp=COLUMN once")
    single = {role: roles[role][0] for role in (SOURCE, SYSTEM) if role in roles}
    return ColumnRoles(
        roles[CANDIDATE][0], tuple(roles.get(REFERENCE, ())), single.get(SOURCE), single.get(SYSTEM)
    )


@dataclass(frozen=True)
class FrameJob:
    """Input files, metrics and settings of a scoring run.

    files           tables with the same columns, read as a single table
    kind            tsv, csv, jsonl or parquet; None: detect it from the name and the content
    columns         value of --columns; empty: find columns by their usual names
    header          whether tables have a header, if columns are selected by number; None: unknown
    output          file for the rows with their scores; None: compute system scores only
    statistics      whether to add a column with the statistics of each segment
    keep_bad        whether rows that cannot be scored are kept with null scores
    skip_empty      whether an empty reference is ignored if the row has another reference
    max_characters  maximum number of characters of a text
    resampling      settings of the interval of system scores; None: no interval
    jobs            number of threads
    quiet           whether to report no progress
    """

    files: tuple[str, ...]
    metrics: tuple[Metric[Any], ...]
    kind: str | None = None
    columns: tuple[str, ...] = ()
    header: bool | None = None
    output: str | None = None
    statistics: bool = False
    keep_bad: bool = False
    skip_empty: bool = False
    max_characters: int = MAX_LINE_LENGTH
    resampling: Resampling | None = None
    jobs: int = 1
    quiet: bool = False
