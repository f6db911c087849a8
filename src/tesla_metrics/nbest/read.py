"""Candidates in files: tables, n-best lists between bars, plain lines of one original."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from ..errors import InputError, UsageError
from ..files.given import Given, give
from ..names import CANDIDATE, ID, NAMES, REFERENCE, SENTENCES, SOURCE
from ..testsets.columns import Asked, parse_columns
from ..testsets.delimited import Delimited
from ..testsets.jsonl import JsonLines
from ..testsets.kinds import CALLED, TABLES
from ..testsets.looks import looks_like
from ..testsets.reader import RowReader
from ..testsets.sheet import one_line, shorten
from .lists import CandidateList

# What --input takes.
NBEST_KINDS = ("nbest", "text", *TABLES)
_BARS = "|||"
# A field of JSON lines with all candidates of the source, in place of rows of one each.
_ALL = "candidates"


def read_candidates(
    file: str,
    source: str | None = None,
    references: Sequence[str] = (),
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    max_line: int | None = None,
) -> list[CandidateList]:
    """The lists of a file: `id ||| text ||| …`, a table with source and candidate, or plain lines.

    The rows of a table belong together by id, else by source; one of JSON lines may have a list of
    candidates. Lists between bars count the lines of
    `source` and `references` from 0; plain lines are all of the one line there.
    """
    if kind is not None and kind not in NBEST_KINDS:
        raise UsageError(f"candidates cannot be {kind}: choose from {', '.join(NBEST_KINDS)}")
    wanted = parse_columns([columns] if isinstance(columns, str) else columns)
    given, *beside = give([file, *([source] if source else []), *references], max_line)
    kind = kind or _kind(given, bool(wanted))
    if kind in TABLES:
        if beside:
            raise UsageError(
                f"{given.name} is a table, whose rows have their source or references: leave -s "
                "and -r out"
            )
        return _of_table(given, kind, Asked(wanted, header, references=True))
    if wanted or header is not None:
        raise UsageError("--columns and --header are for tables: leave them out")
    if not beside:
        raise UsageError(f"{given.name} has candidates only: add -s SRC, or -r REF")
    texts = [(one, list(one.lines())) for one in beside]
    lists = _of_bars(given) if kind == "nbest" else _of_lines(given, texts[0][0], texts[0][1])
    return list(_beside(given, lists, texts, bool(source)))


def _kind(file: Given, columns: bool) -> str:
    looks = looks_like(file)
    if looks == "bars":
        return "nbest"
    if looks in TABLES:
        return looks
    if columns:
        return "tsv"
    if looks != "text":
        raise InputError(
            f"{file.name} looks like {CALLED[looks]}: give a table, lines of id {_BARS} text, or "
            "--input text to take it as it is"
        )
    return "text"


def _of_bars(file: Given) -> dict[int, list[str]]:
    """Moses' lists by their ids."""
    found: dict[int, list[str]] = {}
    for number, line in enumerate(file.lines(), 1):
        ident, bars, rest = line.partition(_BARS)
        if not bars or not ident.strip().isdecimal():
            raise InputError(
                f"{file.name}, line {number}: {shorten(line)!r} is not ID {_BARS} TEXT: mend the "
                "line"
            )
        found.setdefault(int(ident), []).append(rest.partition(_BARS)[0].strip())
    if not found:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    return found


def _of_lines(file: Given, beside: Given, lines: Sequence[str]) -> dict[int, list[str]]:
    candidates = list(file.lines())
    if not candidates:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    if len(lines) != 1:
        raise InputError(
            f"{file.name} has plain lines, which are candidates of one original, but {beside.name} "
            f"has {len(lines)} lines: give lines of id {_BARS} text, or a table"
        )
    return {0: candidates}


def _beside(
    file: Given,
    lists: dict[int, list[str]],
    texts: Sequence[tuple[Given, list[str]]],
    sourced: bool,
) -> Iterator[CandidateList]:
    for given, lines in texts:
        for ident in range(len(lines)):
            if ident not in lists:
                raise InputError(
                    f"{file.name} has no candidate of id {ident}, line {ident + 1} of "
                    f"{given.name}: give one for each line"
                )
        if max(lists) >= len(lines):
            raise InputError(
                f"{file.name} has candidates of id {max(lists)}, but {given.name} has "
                f"{len(lines)} lines, of ids from 0: give files that fit"
            )
    for ident in sorted(lists):
        own = [lines[ident] for _, lines in texts]
        yield CandidateList(
            str(ident),
            tuple(lists[ident]),
            own[0] if sourced else None,
            tuple(own[1:] if sourced else own),
        )


def _of_table(file: Given, kind: str, asked: Asked) -> list[CandidateList]:
    of = JsonLines(file, asked) if kind == "jsonl" else Delimited(file, kind, asked)
    table = cast(RowReader, of)
    place = _candidate_place(table, kind == "jsonl" and not asked.columns)
    if SOURCE not in table.roles and REFERENCE not in table.roles:
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
    if lists and _ALL in table.names:
        if named:
            raise UsageError(
                f"{table.file.name}: {named[0][0]} and {_ALL} could each be the candidates: say by "
                "--columns src=COLUMN,hyp=COLUMN which is what"
            )
        return (_ALL,)
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
            self.ident or str(number), tuple(self.candidates), self.source, self.references
        )
