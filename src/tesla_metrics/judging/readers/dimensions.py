"""What people said of an output in files that have it beside the text, a number a dimension."""

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
    """The columns that are asked for; else those in `scores`, or one called score or rating."""
    inside = _in_scores(table)
    usual = inside or [name for name in table.names if name.strip().lower() in _USUAL]
    texts = {SCORES, *(name for same in table.roles.values() for name, _ in same)}
    others = [name for name in table.names if name not in texts]
    if not wanted and not usual:
        raise UsageError(
            f"{table.file.name}: which columns have people's scores? Name them by --human, from "
            f"{shorten(', '.join(others)) or 'those that there are'}"
        )
    return chosen(table.file, wanted, [*inside, *others]) if wanted else usual


def _in_scores(table: RowReader) -> list[str]:
    if SCORES not in table.names:
        return []
    found = (dict(table.record(row)).get(SCORES) for _, row in table)
    return list(dict.fromkeys(name for own in found if isinstance(own, dict) for name in own))


def human_score(value: object, file: Given, line: int, what: str, faults: Faults) -> float:
    """NaN where nobody judged (nothing, NA or null); what is no number is a fault."""
    if value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING):
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
