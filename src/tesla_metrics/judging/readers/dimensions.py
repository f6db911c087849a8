"""What people said of an output in files that have it beside the text, a number a dimension."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from ...errors import UsageError
from ...files.given import Given
from ...testsets.reader import RowReader
from ...testsets.sheet import shorten
from ...testsets.topics import SCORES
from ..faults import Faults
from .collector import as_number

# What a column is called where nobody says which one it is.
_USUAL = ("score", "rating")
_NOTHING = ("", "na", "n/a", "none", "null")


def chosen(file: Given, wanted: Sequence[str], known: Sequence[str]) -> list[str]:
    """The dimensions that are asked for; else all there are."""
    for name in wanted:
        if name not in known:
            raise UsageError(
                f"{file.name} has no human score {name!r}: choose by --human from "
                f"{shorten(', '.join(known)) or 'those that there are'}"
            )
    return list(dict.fromkeys(wanted or known))


def chosen_columns(table: RowReader, wanted: Sequence[str]) -> list[str]:
    """The columns that are asked for; else those that say themselves what they are."""
    own, choices = score_columns(table)
    if wanted:
        there = {*own, *table.names} - _told_by_name(table)
        # One that holds no number may be asked for: its lines say what is wrong.
        return chosen(table.file, wanted, [*choices, *(name for name in wanted if name in there)])
    if not own and not choices:
        raise UsageError(
            f"{table.file.name}: no column has people's scores (there are "
            f"{shorten(', '.join(table.names))}): add one with numbers"
        )
    if not own:
        raise UsageError(
            f"{table.file.name}: which columns have people's scores? Name them by --human, from "
            f"{shorten(', '.join(choices))}"
        )
    return own


def score_columns(table: RowReader) -> tuple[list[str], list[str]]:
    """Those that need not be named, and all that may be.

    The former are what is inside `scores`, else columns called score or rating, else the one column
    of numbers that there is, if there is one only. A column that has mostly numbers is one of them.
    """
    told = _told_by_name(table)
    inside: dict[str, None] = {}
    numbers: Counter[str] = Counter()  # less what is something else
    for _, row in table:
        for name, value in table.record(row):
            if name == SCORES and isinstance(value, dict):
                inside |= dict.fromkeys(value)
            elif name not in told and not _is_nothing(value):
                numbers[name] += 1 if _is_number(value) else -1
    columns = [name for name in table.names if numbers[name] > 0]
    usual = [name for name in table.names if name.strip().lower() in _USUAL]
    alone = columns if len(columns) == 1 else []
    return list(inside) or usual or alone, list(dict.fromkeys([*inside, *columns]))


def _told_by_name(table: RowReader) -> set[str]:
    """Columns that are something else."""
    return {SCORES, *(name for same in table.roles.values() for name, _ in same)}


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING)


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and as_number(str(value).strip()) is not None


def human_score(value: object, file: Given, line: int, what: str, faults: Faults) -> float:
    """NaN where nobody judged (nothing, NA or null); what is no number is a fault."""
    if _is_nothing(value):
        return np.nan
    number = None if isinstance(value, bool) else as_number(str(value).strip())
    if number is None:
        faults.add(
            "no score", Path(file.name), line,
            f"{what} is {shorten(repr(value))}, not a finite number",
            "give a number, or NA for what nobody judged",
        )  # fmt: skip
        return np.nan
    return number


def human_scores(
    fields: Iterable[tuple[str, object]], names: Sequence[str], file: Given, line: int,
    faults: Faults,
) -> list[float]:  # fmt: skip
    """Of a row, a number a dimension."""
    own: Mapping[str, object] = dict(fields)
    scores = own.get(SCORES)
    if isinstance(scores, dict):
        own = {**own, **scores}
    return [human_score(own.get(name), file, line, name, faults) for name in names]
