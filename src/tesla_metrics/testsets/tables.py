"""Tables: TSV, CSV and JSON lines."""

from typing import cast

from ..errors import UsageError
from ..files.given import Given
from ..names import CANDIDATE, ID, NAMES, SYSTEM, role_of
from .columns import Asked
from .delimited import Delimited
from .jsonl import JsonLines
from .long import read_long
from .reader import RowReader
from .sheet import Sheet, shorten
from .topics import has_topics, read_topics, topics_sheet
from .wide import Wide, find_columns


def read_table(file: Given, kind: str, asked: Asked, by_id: bool = False) -> Sheet:
    """`by_id`: segments are found by their ids, as other files have them too."""
    if kind == "jsonl" and not asked.columns and has_topics(file):
        return topics_sheet(file, read_topics(file), asked.documents)
    table = open_table(file, kind, asked)
    if SYSTEM in table.roles:
        return read_long(file, table, asked.documents)
    wide = Wide(file, *find_columns(table), table=table, documents=asked.documents, once=True)
    return wide.kept() if by_id and ID in table.roles else wide


def open_table(file: Given, kind: str, asked: Asked) -> RowReader:
    """The rows of one that has outputs of systems."""
    table = cast(
        RowReader,
        JsonLines(file, asked) if kind == "jsonl" else Delimited(file, kind, asked),
    )
    if CANDIDATE not in table.roles and asked.columns:
        known = next((name for name in table.names if role_of(name) == CANDIDATE), "COLUMN")
        raise UsageError(
            "--columns must name all that is wanted, and names no system's output: add "
            f"hyp={known} (it has: {shorten(', '.join(table.names))})"
        )
    if CANDIDATE not in table.roles:
        raise UsageError(
            f"{file.name}, line 1: no name says that it is a system's output "
            f"({', '.join(NAMES[CANDIDATE])}): give {asked.mend(table.names, kind != 'jsonl')}"
        )
    return table
