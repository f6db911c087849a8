"""Tables: TSV, CSV and JSON lines."""

from collections.abc import Mapping, Sequence
from typing import cast

from ..errors import UsageError
from ..files.given import Given
from ..names import CANDIDATE, ID, NAMES, SYSTEM
from .delimited import Delimited
from .jsonl import JsonLines
from .long import read_long
from .reader import RowReader
from .sheet import Sheet, shorten
from .wide import Wide, find_columns


def read_table(
    file: Given,
    kind: str,
    wanted: Mapping[str, Sequence[str]],
    header: bool | None = None,
    by_id: bool = False,
) -> Sheet:
    """`by_id`: segments are found by their ids, as other files have them too."""
    table = cast(
        RowReader,
        JsonLines(file, wanted) if kind == "jsonl" else Delimited(file, kind, wanted, header),
    )
    if CANDIDATE not in table.roles:
        raise UsageError(
            f"{file.name}, line 1: none of {shorten(', '.join(table.names))} says that it is a "
            f"system's output ({', '.join(NAMES[CANDIDATE])}): give --columns, such as hyp=1,ref=2"
        )
    if SYSTEM in table.roles:
        return read_long(file, table)
    wide = Wide(file, *find_columns(table), table=table)
    return wide.kept() if by_id and ID in table.roles else wide
