"""Rated pairs: what people thought of a candidate beside its source, on a scale of theirs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..errors import InputError, UsageError
from ..files.given import Given, give
from ..judging.faults import Faults
from ..names import CANDIDATE, NAMES, SOURCE, role_of
from ..testsets.columns import Asked, parse_columns, split_columns
from ..testsets.delimited import Delimited
from ..testsets.jsonl import JsonLines
from ..testsets.kinds import TABLES
from ..testsets.looks import looks_like
from ..testsets.reader import RowReader
from ..testsets.sheet import one_line, shorten

# What a column or field of ratings is called.
RATING = ("rating", "score")
_MENDS = "--columns src=COLUMN,hyp=COLUMN,rating=COLUMN"


class RatedPair(NamedTuple):
    """A rating in [0,1]."""

    source: str
    candidate: str
    rating: float


@dataclass(frozen=True)
class Scale:
    """What people chose from, mapped linearly to [0,1]."""

    low: float = 1.0
    high: float = 5.0

    def __post_init__(self) -> None:
        numbers = all(
            isinstance(end, int | float) and isfinite(end) for end in (self.low, self.high)
        )
        if not numbers or not self.low < self.high:
            raise UsageError(
                f"a scale from {self.low} to {self.high}: give two numbers, the lower one first"
            )

    def share(self, rating: float) -> float:
        """The rating in [0,1]."""
        return (rating - self.low) / (self.high - self.low)

    def fault(self, rating: Any) -> tuple[str, str, str] | None:
        """What is wrong with a rating: the kind, what it is, and how to mend it."""
        number = _number(rating)
        if number is None:
            return "no rating", f"the rating {shorten(str(rating))!r} is no number", "give one"
        if self.low <= number <= self.high:
            return None
        what = f"the rating {number:g} is not on the scale from {self.low:g} to {self.high:g}"
        return (
            "off the scale",
            what,
            "mend it, or give the scale that people had (--scale LOW HIGH, in Python scale=(LOW, "
            "HIGH))",
        )


def _number(rating: Any) -> float | None:
    try:
        number = float("nan") if isinstance(rating, bool) else float(rating)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _empty(source: str, candidate: str) -> tuple[str, str, str] | None:
    """What is wrong with a pair of which one side has no text, as `Scale.fault` says it."""
    for what, text in ((SOURCE, source), (CANDIDATE, candidate)):
        if not text.strip():
            return "no text", f"the {what} is empty", "give what people rated"
    return None


def rated_pairs(rows: Iterable[Any], scale: Scale) -> list[RatedPair]:
    """Of rows: mappings with source, candidate and rating (or score), or tuples of the three."""
    found = []
    for number, row in enumerate(rows, 1):
        where = f"pair {number}"
        source, candidate, rating = _three(row, where)
        for what, text in ((SOURCE, source), (CANDIDATE, candidate)):
            if not isinstance(text, str):
                raise InputError(f"{where}: the {what} is {text!r}: give a text")
        if fault := scale.fault(rating) or _empty(source, candidate):
            raise InputError(f"{where}: {fault[1]}: {fault[2]}")
        found.append(RatedPair(source, candidate, scale.share(float(rating))))
    if not found:
        raise InputError("there are no rated pairs: give some hundreds")
    return found


def _three(row: Any, where: str) -> tuple[Any, Any, Any]:
    if isinstance(row, Mapping):
        found = {_role(name): value for name, value in row.items()}
        for role in (SOURCE, CANDIDATE, RATING[0]):
            if role not in found:
                names = NAMES.get(role, RATING)
                raise InputError(f"{where} has no {role}: call a field {' or '.join(names)}")
        return found[SOURCE], found[CANDIDATE], found[RATING[0]]
    if not isinstance(row, tuple) or len(row) != 3:
        raise InputError(f"{where} is no pair with a rating: give (source, candidate, rating)")
    return row


def _role(name: object) -> str | None:
    if not isinstance(name, str):
        return None
    return RATING[0] if name.strip().lower() in RATING else role_of(name)


def read_ratings(
    files: Sequence[str],
    scale: Scale | None = None,
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    max_line: int | None = None,
    faults: Faults | None = None,
) -> list[RatedPair]:
    """The pairs of tables (TSV, CSV, JSON lines) with a source, a candidate and a rating.

    `columns` (`src=original,hyp=rewrite,rating=meaning`) says which is what where names do not;
    `faults` may leave out rows whose rating is bad, or that lack a text.
    """
    if kind is not None and kind not in TABLES:
        raise UsageError(f"ratings cannot be {kind}: choose from {', '.join(TABLES)}")
    wanted, rating = _columns([columns] if isinstance(columns, str) else columns)
    if header is not None and not wanted:
        raise UsageError("--header and --no-header say more about --columns: give it too")
    reading = _Reading(kind, Asked(wanted, header, references=True), rating, scale or Scale(),
                       faults or Faults())  # fmt: skip
    found = [pair for file in give(files, max_line) for pair in reading.pairs(file)]
    if not found:
        raise InputError(f"{', '.join(files)}: there is no rated pair: give some hundreds")
    return found


def _columns(texts: Sequence[str]) -> tuple[dict[str, list[str]], str]:
    """Those of texts by role, and that of ratings."""
    parts = split_columns(texts)
    ratings = [part for part in parts if part.partition("=")[0].strip().lower() in RATING]
    wanted = parse_columns([part for part in parts if part not in ratings])
    if not parts:
        return {}, ""
    missing = [role for role in (SOURCE, CANDIDATE) if role not in wanted]
    if missing or len(ratings) != 1 or len(wanted[CANDIDATE]) > 1:
        raise UsageError(f"--columns {','.join(parts)}: name all three once, {_MENDS}")
    return wanted, ratings[0].partition("=")[2].strip()


@dataclass(frozen=True)
class _Reading:
    """How tables are read, all of them alike."""

    kind: str | None
    asked: Asked
    rating: str
    scale: Scale
    faults: Faults

    def pairs(self, file: Given) -> Iterator[RatedPair]:
        """Those of one file."""
        table = self._table(file)
        place = self.rating or _rating(file, table.names)
        ((_, source),), ((_, candidate),) = table.roles[SOURCE], table.roles[CANDIDATE]
        for line, row in table:
            rating = _value(table, row, place, f"{file.name}, line {line}")
            texts = (
                one_line(table.text(row, source, line)),
                one_line(table.text(row, candidate, line)),
            )
            if fault := self.scale.fault(rating) or _empty(*texts):
                kind, what, mend = fault
                self.faults.add(kind, Path(file.name), line, what, mend)
                continue
            yield RatedPair(*texts, self.scale.share(float(rating)))

    def _table(self, file: Given) -> RowReader:
        kind = self.kind or looks_like(file)
        kind = kind if kind in TABLES else "tsv"
        of = JsonLines(file, self.asked) if kind == "jsonl" else Delimited(file, kind, self.asked)
        table = cast(RowReader, of)
        for role in (SOURCE, CANDIDATE):
            if role not in table.roles:
                raise UsageError(
                    f"{file.name}, line 1: no name says what is the {role} "
                    f"({', '.join(NAMES[role])}): give {_MENDS} (it has: "
                    f"{shorten(', '.join(table.names))})"
                )
        return table


def _rating(file: Given, names: Sequence[str]) -> str:
    own = [name for name in names if name.strip().lower() in RATING]
    if len(own) != 1:
        what = "no column is" if not own else f"{' and '.join(own)} could each be"
        raise UsageError(
            f"{file.name}, line 1: {what} the rating: give {_MENDS} (it has: "
            f"{shorten(', '.join(names))})"
        )
    return own[0]


def _value(table: RowReader, row: Any, name: str, where: str) -> Any:
    """By the column's name, or by its number."""
    fields = table.record(row)
    for own, value in fields:
        if own.strip() == name.strip():
            return value
    if name.isdecimal() and 1 <= int(name) <= len(fields):
        return fields[int(name) - 1][1]
    raise InputError(
        f"{where}: there is no {name!r}: it has {shorten(', '.join(own for own, _ in fields))}"
    )
