"""Scores of segments beside the input they are of: TSV, CSV or JSON lines."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError, UsageError, warn_user
from ..files.atomic import open_atomically
from ..metrics.score import Score
from ..names import CANDIDATE, REFERENCE, SENTENCES, SOURCE, role_of
from ..tasks import Segment, shown_text
from ..testsets.sheet import Fields
from ..testsets.testset import Testset

Scores = Sequence[tuple[str, Score]]
# Gives the rows as often as it is called.
ReadRows = Callable[[], Iterator[Fields]]
# A column: a field's name, which of those of that name it is, and the number in a list.
_Key = tuple[str, int, int]


def check_rows(path: Path) -> None:
    """Before the work, so that it is not in vain."""
    if path.suffix not in _WRITERS:
        raise UsageError(f"-o {path}: give a name in {', '.join(_WRITERS)}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"cannot write {path}: there is no folder {path.parent}")


def write_rows(path: Path, testset: Testset, scores: Scores, sources: bool = False) -> None:
    """A table's own rows with a column a metric; of other files a row a system and segment.

    `sources` stand there too where a metric looked at them.
    """
    own = _beside(testset, scores)
    write_fields(path, own or (lambda: _written_out(testset, scores, sources)), testset.documents)


def write_fields(path: Path, rows: ReadRows, documents: bool = False) -> None:
    """Rows of any number, which are read twice where columns must be known before."""
    seen = _Ends(path.suffix) if documents else None
    with open_atomically(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        _WRITERS[path.suffix](text, (lambda: seen.watch(rows())) if seen else rows)
        text.flush()
        text.detach()
    if seen and seen.lost:
        warn_user(
            f"{path}: where sentences end inside a text is lost in {path.suffix}, so that its rows "
            "may get other scores than these; write .jsonl to score them again"
        )


class _Ends:
    """Whether ends of sentences, which some metrics take from lines, are lost in a format."""

    def __init__(self, suffix: str) -> None:
        self._lists, self._lines = suffix in (".tsv", ".csv"), suffix == ".tsv"
        self.lost = False

    def watch(self, rows: Iterator[Fields]) -> Iterator[Fields]:
        for row in rows:
            self.lost = self.lost or any(
                self._loses(value, name.strip().lower() == SENTENCES)
                for name, value in row
                if role_of(name) in (CANDIDATE, REFERENCE, SOURCE)
            )
            yield row

    def _loses(self, value: Any, sentences: bool) -> bool:
        if isinstance(value, list):
            return (
                self._lists and len(value) > 1
                if sentences
                else any(self._loses(one, isinstance(one, list)) for one in value)
            )
        return self._lines and isinstance(value, str) and len(value.strip().splitlines()) > 1


def _by_system(scores: Scores) -> dict[str, list[Score]]:
    found: dict[str, list[Score]] = {}
    for system, score in scores:
        found.setdefault(system, []).append(score)
    return found


def _beside(testset: Testset, scores: Scores) -> ReadRows | None:
    records = testset.records()
    if records is None:
        return None
    own = _by_system(scores)
    # Of all rows: those of JSON lines may have different fields.
    taken = {name for _, _, fields in records for name, _ in fields}

    def rows() -> Iterator[Fields]:
        for system, place, fields in testset.records() or ():
            chosen = own if system is None else {system: own[system]}
            several = system is None and len(own) > 1
            yield [
                *fields,
                *(
                    (free_name(f"{name} {column}" if several else column, taken), number)
                    for name, values in chosen.items()
                    for value in values
                    for column, number in value.at(place).items()
                ),
            ]

    return rows


def free_name(column: str, taken: Collection[str]) -> str:
    """A name that the rows do not have: what stands there is the user's."""
    number = 2
    name = column
    while name in taken:
        name, number = f"{column} ({number})", number + 1
    return name


def _written_out(testset: Testset, scores: Scores, sources: bool) -> Iterator[Fields]:
    keys = testset.keys
    grouped = any(group for group, _ in keys or ())
    for system, values in _by_system(scores).items():
        place = 0
        for outputs, beside in testset.stretches(system, sources):
            for at, output in enumerate(outputs):
                group, ident = keys[place] if keys else ("", place + 1)
                yield [
                    ("system", system),
                    *([("group", group)] if grouped else []),
                    ("id", ident),
                    *(("source", shown_text(column[at] or "")) for column in beside.sources),
                    ("candidate", shown_text(output)),
                    *_references([column[at] for column in beside.references]),
                    *(one for value in values for one in value.at(place).items()),
                ]
                place += 1


def _references(beside: Sequence[Segment | None]) -> Fields:
    texts = [None if one is None else shown_text(one) for one in beside]
    if len(texts) == 1:
        return [("reference", texts[0])]
    return [("references", texts)] if texts else []


def _write_jsonl(stream: io.TextIOWrapper, rows: ReadRows) -> None:
    for row in rows():
        told_apart: dict[str, Any] = {}
        for name, value in row:
            told_apart[free_name(name, told_apart)] = value
        stream.write(_json(told_apart) + "\n")


def _write_tsv(stream: io.TextIOWrapper, rows: ReadRows) -> None:
    for row in _cells(rows):
        line = "\t".join(row)
        if line.count("\t") >= len(row) or "\n" in line or "\r" in line:
            line = "\t".join(" ".join(cell.split("\t")) for cell in map(_flat, row))
        stream.write(line + "\n")


def _write_csv(stream: io.TextIOWrapper, rows: ReadRows) -> None:
    usual, quoted = (
        csv.writer(stream, lineterminator="\n", quoting=quoting)
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL)
    )
    for row in _cells(rows):
        # Not every Python quotes a carriage return alone.
        (quoted if any("\r" in cell for cell in row) else usual).writerow(row)


def _flat(cell: str) -> str:
    return cell.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def _cells(rows: ReadRows) -> Iterator[list[str]]:
    """A header and cells; lists get a column each, and what some rows alone have gets one too."""
    keys: dict[_Key, None] = {}
    plain: dict[tuple[str, ...], list[int | None]] = {}  # rows of texts and numbers, by their names
    for row in rows():
        names = _plain_names(row)
        if names is None or names not in plain:
            keys |= dict.fromkeys(key for key, _ in _spread(row))
            plain |= {names: []} if names is not None else {}
    columns = _columns(keys)
    several = {key[:2] for key in columns if key[2] > 1}
    yield [f"{key[0]} {key[2]}" if key[:2] in several else key[0] for key in columns]
    for row in rows():
        names = _plain_names(row)
        if names is None:
            own = dict(_spread(row))
            yield [_cell(_at(own, key)) for key in columns]
            continue
        if not (places := plain[names]):
            numbered: dict[_Key, Any] = {key: place for place, (key, _) in enumerate(_spread(row))}
            places += [_at(numbered, key) for key in columns]
        yield ["" if place is None else _cell(row[place][1]) for place in places]


def _plain_names(row: Fields) -> tuple[str, ...] | None:
    """Of a row without lists."""
    if any(isinstance(value, list) for _, value in row):
        return None
    return tuple([name for name, _ in row])


def _columns(keys: Collection[_Key]) -> list[_Key]:
    order = {field: place for place, field in enumerate(dict.fromkeys(key[:2] for key in keys))}
    columns = sorted(keys, key=lambda key: (order[key[:2]], key[2]))
    # One text where other rows have a list is the first.
    lists = {key[:2] for key in keys if key[2]}
    return [key for key in columns if key[2] or key[:2] not in lists]


def _at(row: dict[_Key, Any], key: _Key) -> Any:
    return row.get((*key[:2], 0)) if key[2] == 1 and key not in row else row.get(key)


def _spread(row: Fields) -> Iterator[tuple[_Key, Any]]:
    seen: Counter[str] = Counter()
    for name, value in row:
        seen[name] += 1
        if not isinstance(value, list):
            yield (name, seen[name], 0), value
            continue
        # Missing references come last: cells cannot say that one is missing, and the first of a
        # segment always counts.
        there = [one for one in value if one is not None] if role_of(name) == REFERENCE else value
        yield from (((name, seen[name], number), one) for number, one in enumerate(there, 1))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    """What JSON has no kind for, a date say, is text."""
    return json.dumps(value, ensure_ascii=False, default=str)


_WRITERS = {".tsv": _write_tsv, ".csv": _write_csv, ".jsonl": _write_jsonl}
