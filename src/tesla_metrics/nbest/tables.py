"""Candidates in tables: a row each, or a list of them in a row of JSON lines."""

from typing import Any, cast

from ..errors import InputError, UsageError
from ..files.given import Given
from ..names import CANDIDATE, ID, NAMES, REFERENCE, SENTENCES, SOURCE
from ..testsets.columns import Asked
from ..testsets.delimited import Delimited
from ..testsets.jsonl import JsonLines
from ..testsets.reader import RowReader
from ..testsets.sheet import one_line, shorten
from .lists import CandidateList
from .samples import LISTED


def read_table(file: Given, kind: str, asked: Asked, alone: bool) -> list[CandidateList]:
    """The lists of a table; `alone`: they need neither source nor references."""
    of = JsonLines(file, asked) if kind == "jsonl" else Delimited(file, kind, asked)
    table = cast(RowReader, of)
    place = _candidate_place(table, kind == "jsonl" and not asked.columns)
    if not any(role in table.roles for role in (SOURCE, REFERENCE, *([ID] if alone else []))):
        raise _nameless(table, SOURCE)
    found: dict[str, _Rows] = {}
    for line, row in table:
        own = _Rows(table, row, line, place)
        first = found.setdefault(own.key, own)
        if first is not own:
            first.add(own)
    if not found:
        raise InputError(f"{file.name} is empty: give a file with at least one row")
    return [own.list(number) for number, own in enumerate(found.values(), 1)]


def _candidate_place(table: RowReader, lists: bool) -> Any:
    """Where candidates are in a row, which may have them in a list."""
    named = table.roles.get(CANDIDATE, ())
    whole = [name for name in LISTED if lists and name in table.names]
    both = [*(name for name, _ in named), *whole]
    if whole and len(both) > 1:
        raise UsageError(
            f"{table.file.name}: {both[0]} and {both[1]} could each be the candidates: say by "
            "--columns src=COLUMN,hyp=COLUMN which is what"
        )
    if whole:
        return (whole[0],)
    if not named:
        raise _nameless(table, CANDIDATE)
    if len(named) > 1:
        raise UsageError(
            f"{table.file.name}: candidates are rows here, not columns: name one by hyp="
        )
    return named[0][1]


def _nameless(table: RowReader, role: str) -> UsageError:
    return UsageError(
        f"{table.file.name}, line 1: no name says what is the {role} ({', '.join(NAMES[role])}): "
        f"give --columns src=COLUMN,hyp=COLUMN (it has: {shorten(', '.join(table.names))})"
    )


def _candidates(table: RowReader, row: Any, place: Any, line: int) -> list[str]:
    """The one of a row, or all of its list; `sentences` are a list that makes one."""
    lists = isinstance(row, dict) and any(
        isinstance(row.get(name), list) for name in place if name.strip().lower() != SENTENCES
    )
    if not lists:
        return [one_line(table.text(row, place, line))]
    found = [one_line(text) for text in table.texts(row, place, line) if text is not None]
    if not found or len(found) < len(table.texts(row, place, line)):
        what = "one is missing" if found else "there is none"
        raise InputError(f"{table.file.name}, line {line}: of the candidates {what}: give texts")
    return found


class _Rows:
    """The rows of one source."""

    def __init__(self, table: RowReader, row: Any, line: int, place: Any) -> None:
        self._file, self._line = table.file.name, line
        self.source = None
        if SOURCE in table.roles:
            self.source = one_line(table.text(row, table.roles[SOURCE][0][1], line))
        self.references = tuple(
            one_line(text)
            for _, place in table.roles.get(REFERENCE, ())
            for text in table.texts(row, place, line)
            if text is not None
        )
        self.ident = ""
        if ID in table.roles:
            self.ident = table.label(row, table.roles[ID][0][1], line).strip()
            if not self.ident:
                raise InputError(f"{self._file}, line {line}: the id is empty: give one")
        self.candidates = _candidates(table, row, place, line)

    @property
    def key(self) -> str:
        """What rows of one source share."""
        return self.ident or self.source or "\n".join(self.references)

    def add(self, other: "_Rows") -> None:
        """Another candidate of the same."""
        if (self.source, self.references) != (other.source, other.references):
            what = "another source" if self.source != other.source else "other references"
            raise InputError(
                f"{self._file}, line {other._line}: {shorten(other.key)!r} has {what} than on line "
                f"{self._line}: give rows of one {ID if self.ident else SOURCE} the same"
            )
        self.candidates += other.candidates

    def list(self, number: int) -> CandidateList:
        """All of them, by their id or number."""
        return CandidateList(
            self.ident or str(number),
            tuple(self.candidates),
            self.source,
            self.references,
            named=bool(self.ident),
        )
