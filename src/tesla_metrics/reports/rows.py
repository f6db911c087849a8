"""Scores of segments beside the input they are of: TSV, CSV or JSON lines."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError, UsageError
from ..files.atomic import open_atomically
from ..metrics.base import Score
from ..tasks import text_of
from ..testsets.testset import Testset

Scores = Sequence[tuple[str, Score]]


def check_rows(path: Path) -> None:
    """Before the work, so that it is not in vain."""
    if path.suffix not in _WRITERS:
        raise UsageError(f"-o {path}: give a name in {', '.join(_WRITERS)}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"cannot write {path}: there is no folder {path.parent}")


def write_rows(path: Path, testset: Testset, scores: Scores) -> None:
    """A table's own rows with a column a metric; of other files a row a system and segment."""
    rows = _beside(testset, scores) or _written_out(testset, scores)
    with open_atomically(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        _WRITERS[path.suffix](text, rows)
        text.flush()
        text.detach()


def _by_system(scores: Scores) -> dict[str, list[Score]]:
    found: dict[str, list[Score]] = {}
    for system, score in scores:
        found.setdefault(system, []).append(score)
    return found


def _beside(testset: Testset, scores: Scores) -> Iterator[dict[str, Any]] | None:
    records = testset.records()
    if records is None:
        return None
    own = _by_system(scores)

    def rows() -> Iterator[dict[str, Any]]:
        for system, place, record in records:
            chosen = own if system is None else {system: own[system]}
            several = system is None and len(own) > 1
            row = dict(record)
            for name, values in chosen.items():
                for value in values:
                    column = f"{name} {value.metric}" if several else value.metric
                    row[_free(column, record)] = value.segments[place]
            yield row

    return rows()


def _free(column: str, record: Mapping[str, Any]) -> str:
    """A name that the row does not have: what stands there is the user's."""
    number = 2
    name = column
    while name in record:
        name, number = f"{column} ({number})", number + 1
    return name


def _written_out(testset: Testset, scores: Scores) -> Iterator[dict[str, Any]]:
    for system, values in _by_system(scores).items():
        place = 0
        for outputs, references in testset.beside(system):
            for output, *beside in zip(outputs, *references, strict=True):
                texts = [None if one is None else text_of(one) for one in beside]
                yield {
                    "system": system,
                    "id": place + 1,
                    "candidate": text_of(output),
                    **({"reference": texts[0]} if len(texts) == 1 else {"references": texts}),
                    **{value.metric: value.segments[place] for value in values},
                }
                place += 1


def _write_jsonl(stream: io.TextIOWrapper, rows: Iterable[Mapping[str, Any]]) -> None:
    for row in rows:
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def _write_tsv(stream: io.TextIOWrapper, rows: Iterable[Mapping[str, Any]]) -> None:
    for row in _cells(rows):
        stream.write("\t".join(" ".join(cell.split("\t")) for cell in map(_flat, row)) + "\n")


def _write_csv(stream: io.TextIOWrapper, rows: Iterable[Mapping[str, Any]]) -> None:
    csv.writer(stream, lineterminator="\n").writerows(_cells(rows))


def _flat(cell: str) -> str:
    return cell.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def _cells(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[str]]:
    """A header and cells; lists get a column each, and what some rows alone have gets one too."""
    spread = [dict(_spread(row)) for row in rows]
    names = list(dict.fromkeys(name for row in spread for name in row))
    yield names
    for row in spread:
        yield [_cell(row.get(name)) for name in names]


def _spread(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, list):
            yield from ((f"{name} {number}", one) for number, one in enumerate(value, 1))
        else:
            yield name, value


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_WRITERS = {".tsv": _write_tsv, ".csv": _write_csv, ".jsonl": _write_jsonl}
