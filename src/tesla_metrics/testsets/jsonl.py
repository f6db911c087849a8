"""JSON lines: an object a segment."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import InputError
from ..files.given import Given
from .columns import Asked, find_roles
from .sheet import shorten

Fields = dict[str, Any]


class JsonLines:
    """Objects by their fields; references may be lists of different lengths."""

    def __init__(self, file: Given, asked: Asked) -> None:
        self.file = file
        first = next(iter(self), None)
        if first is None:
            raise InputError(f"{file.name} is empty: give a file with at least one object")
        self._first = first[1]
        roles = asked.columns or find_roles(list(self._first), file.name)
        self.roles = {role: [(name, name) for name in names] for role, names in roles.items()}
        for names in roles.values():
            for name in names:
                if name not in self._first:
                    raise InputError(
                        f"{file.name}, line 1 has no field {name!r}: it has "
                        f"{shorten(', '.join(self._first))}; give names of these"
                    )
        self._count = 0

    @property
    def names(self) -> list[str]:
        """Fields of the first object."""
        return list(self._first)

    def named(self, name: str) -> str:
        return name

    def widths(self, places: Sequence[str]) -> list[int]:
        """The most texts that each of these fields has."""
        most = [1 for _ in places]
        self._count = 0
        for line, row in self:
            self._count += 1
            for number, place in enumerate(places):
                most[number] = max(most[number], len(self.texts(row, place, line)))
        return most

    def count(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, Fields]]:
        return read_objects(self.file)

    def text(self, row: Fields, place: str, line: int) -> str:
        """One that must be there."""
        value = row.get(place)
        if not isinstance(value, str):
            raise self._no_text(place, value, line)
        return value

    def label(self, row: Fields, place: str, line: int) -> str:
        value = row.get(place)
        return str(value) if type(value) is int else self.text(row, place, line)

    def texts(self, row: Fields, place: str, line: int) -> list[str | None]:
        """One or a list of them, which may lack some."""
        value = row.get(place)
        found = value if isinstance(value, list) else [value]
        for one in found:
            if one is not None and not isinstance(one, str):
                raise self._no_text(place, one, line)
        return found

    def record(self, row: Fields) -> dict[str, Any]:
        return row

    def _no_text(self, place: str, value: object, line: int) -> InputError:
        said = "is missing" if value is None else f"is {json.dumps(value)[:40]}"
        return InputError(f"{self.file.name}, line {line}: {place!r} {said}: give a text")


def read_objects(file: Given) -> Iterator[tuple[int, Fields]]:
    """Objects, each with its line; blank lines are none."""
    for number, line in enumerate(file.lines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{file.name}, line {number}: no JSON ({error}); give {one_a_line(file)}"
            ) from error
        if not isinstance(row, dict):
            raise InputError(
                f"{file.name}, line {number}: no JSON object; give "
                f'{one_a_line(file)}, such as {{"candidate": "…", "reference": "…"}}'
            )
        if "\\ud" in line.lower():
            _check_halves(file, number, row)
        yield number, row


def _check_halves(file: Given, number: int, row: Fields) -> None:
    """Half of a character beyond 16 bits, which JSON can write, is no text."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"{file.name}, line {number}: half a character "
            f"(\\u{ord(error.object[error.start]):x}): mend the line"
        ) from error


def one_a_line(file: Given) -> str:
    """What to give instead of JSON that is not lines."""
    start = next((line for line in file.lines() if line.strip()), "")
    array = start.lstrip().startswith("[")
    return "one object a line" + (", which jq -c '.[]' makes of an array" if array else "")
