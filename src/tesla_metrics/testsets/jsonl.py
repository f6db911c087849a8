"""JSON lines: an object a segment."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..analysis.sentences import join_sentences
from ..errors import InputError
from ..files.given import Given
from ..names import SENTENCES, roles_of, stands_back
from .columns import Asked
from .sheet import shorten

Fields = dict[str, Any]
# What a field is called, here and there in the file; a row has at most one of them.
Names = tuple[str, ...]


class JsonLines:
    """Objects by their fields, which rows may call by different names of one role.

    References may be lists of different lengths.

    kinds  of each field's values, as `kinds_of` has them
    """

    def __init__(self, file: Given, asked: Asked) -> None:
        self.file = file
        self._count = 0
        self._longest: dict[str, int] = {}  # of the fields that are lists
        self.kinds: dict[str, set[str]] = {}
        shapes: dict[Names, int] = {}  # the first line of each
        for line, row in read_objects(file, ONCE):
            self._count += 1
            shapes.setdefault(tuple(row), line)
            for name, value in row.items():
                self.kinds.setdefault(name, set()).update(kinds_of(value))
                if isinstance(value, list):
                    self._longest[name] = max(self._longest.get(name, 1), len(value))
        if not shapes:
            raise InputError(f"{file.name} is empty: give a file with at least one object")
        self.names = list(dict.fromkeys(name for shape in shapes for name in shape))
        self.roles = self._wanted(asked.columns) if asked.columns else self._found(shapes)

    def _wanted(self, wanted: Mapping[str, Sequence[str]]) -> dict[str, list[tuple[str, Names]]]:
        for name in (name for names in wanted.values() for name in names):
            if name not in self.names:
                raise InputError(
                    f"{self.file.name} has no field {name!r}: it has "
                    f"{shorten(', '.join(self.names))}; give names of these"
                )
        return {role: [(name, (name,)) for name in names] for role, names in wanted.items()}

    def _found(self, shapes: Mapping[Names, int]) -> dict[str, list[tuple[str, Names]]]:
        """Fields by what they are called; a row with two of one role is refused."""
        found: dict[str, dict[str, None]] = {}
        for shape, line in shapes.items():
            own: dict[str, str] = {}
            for name, role in roles_of(shape):
                if role in own:
                    raise InputError(
                        f"{self.file.name}, line {line}: {own[role]} and {name} could each be the "
                        f"{role}: leave one out, or say by --columns which is what"
                    )
                own[role] = name
                found.setdefault(role, {})[name] = None
        ordered = {role: sorted(names, key=stands_back) for role, names in found.items()}
        return {role: [(names[0], tuple(names))] for role, names in ordered.items()}

    def named(self, name: str) -> str:
        return name

    def widths(self, places: Sequence[Names]) -> list[int]:
        """The most texts that each of these fields has."""
        return [max(self._longest.get(name, 1) for name in names) for names in places]

    def count(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, Fields]]:
        return read_objects(self.file)

    def text(self, row: Fields, place: Names, line: int) -> str:
        """One that must be there."""
        return given_text(self.file, line, _name(row, place), _value(row, place))

    def label(self, row: Fields, place: Names, line: int) -> str:
        value = _value(row, place)
        return str(value) if type(value) is int else self.text(row, place, line)

    def texts(self, row: Fields, place: Names, line: int) -> list[str | None]:
        return given_texts(self.file, line, _name(row, place), _value(row, place))

    def record(self, row: Fields) -> list[tuple[str, Any]]:
        return list(row.items())


def kinds_of(value: object) -> Iterator[str]:
    """What a value is, in Python's words; a list also what is in it, such as `list of str`."""
    if type(value) is int and not -(1 << 63) <= value < 1 << 63:
        yield "number"  # which other programs cannot hold
        return
    yield type(value).__name__
    if isinstance(value, list):
        yield from {f"list of {kind}" for one in value for kind in kinds_of(one)}


def given_text(file: Given, line: int, name: str, value: object) -> str:
    """A field's text, which must be there; `sentences` are a list that makes one."""
    if isinstance(value, list) and name.strip().lower() == SENTENCES:
        return _joined(file, line, name, value)
    if not isinstance(value, str):
        raise _no_text(file, line, name, value)
    return value


def given_texts(file: Given, line: int, name: str, value: object) -> list[str | None]:
    """One or a list of them, which may lack some; a list in the list is of sentences."""
    found: list[str | None] = []
    for one in value if isinstance(value, list) else [value]:
        if one is not None and not isinstance(one, str | list):
            raise _no_text(file, line, name, one)
        found.append(_joined(file, line, name, one) if isinstance(one, list) else one)
    return found


def _joined(file: Given, line: int, name: str, sentences: Sequence[object]) -> str:
    """A text of its sentences."""
    texts = []
    for one in sentences:
        if not isinstance(one, str):
            raise _no_text(file, line, name, one)
        texts.append(one)
    return join_sentences(texts)


def _no_text(file: Given, line: int, name: str, value: object) -> InputError:
    said = "is missing" if value is None else f"is {json.dumps(value)[:40]}"
    return InputError(f"{file.name}, line {line}: {name!r} {said}: give a text")


def read_objects(
    file: Given, decoder: json.JSONDecoder | None = None
) -> Iterator[tuple[int, Fields]]:
    """Objects, each with its line; blank lines are none."""
    for number, line in enumerate(file.lines(), 1):
        if not line.strip():
            continue
        try:
            row = (decoder or _PLAIN).decode(line)
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


def _name(row: Fields, place: Names) -> str:
    return next((name for name in place if name in row), place[0])


def _value(row: Fields, place: Names) -> Any:
    return next((row[name] for name in place if name in row), None)


def _once(pairs: Sequence[tuple[str, Any]]) -> Fields:
    """An object whose names are all different, of which Python would take the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is there twice")
    return found


# The first time names are looked at, which takes twice as long.
_PLAIN, ONCE = json.JSONDecoder(), json.JSONDecoder(object_pairs_hook=_once)
