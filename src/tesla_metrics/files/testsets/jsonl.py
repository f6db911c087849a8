"""Read JSON Lines files: one object per segment."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ...errors import InputError
from ..field_names import SENTENCES, is_fallback_name, roles_of
from ..input_file import InputFile
from ..item import join_sentences
from .sheet import shorten
from .table_columns import TableOptions

# The values of an object by field name.
Fields = dict[str, Any]
# The alternative names of a field in different rows; a row has at most one of them.
Names = tuple[str, ...]


class JsonLines:
    """Reader of a table in the JSON Lines format.

    Fields of the same role may have different names in different rows. References may be lists of
    different lengths.

    `kinds`
        The types of the values of each field, as returned by `value_kinds`.
    """

    def __init__(self, file: InputFile, options: TableOptions) -> None:
        self.file = file
        self._count = 0
        self._longest: dict[str, int] = {}  # The length of the longest list of each field.
        self.kinds: dict[str, set[str]] = {}
        # The field names of rows, with the number of the first line that has these names.
        shapes: dict[Names, int] = {}
        for line, row in read_objects(file, STRICT_DECODER):
            self._count += 1
            shapes.setdefault(tuple(row), line)
            for name, value in row.items():
                self.kinds.setdefault(name, set()).update(value_kinds(value))
                if isinstance(value, list):
                    self._longest[name] = max(self._longest.get(name, 1), len(value))
        if not shapes:
            raise InputError(f"{file.name} is empty: give a file with at least one object")
        self.names = list(dict.fromkeys(name for names in shapes for name in names))
        self.roles = (
            self._chosen_roles(options.columns) if options.columns else self._detected_roles(shapes)
        )

    def _chosen_roles(
        self, columns: Mapping[str, Sequence[str]]
    ) -> dict[str, list[tuple[str, Names]]]:
        """Return (name, names) of the chosen fields by role; refuse unknown names."""
        for name in chain.from_iterable(columns.values()):
            if name not in self.names:
                raise InputError(
                    f"{self.file.name} has no field {name!r}: it has "
                    f"{shorten(', '.join(self.names))}; give one of these names"
                )
        return {role: [(name, (name,)) for name in names] for role, names in columns.items()}

    def _detected_roles(self, shapes: Mapping[Names, int]) -> dict[str, list[tuple[str, Names]]]:
        """Return (first name, all names) of the fields of each role.

        Two fields of the same role in a row are refused.
        """
        names_by_role: dict[str, dict[str, None]] = {}
        for names, line in shapes.items():
            row_names: dict[str, str] = {}
            for name, role in roles_of(names):
                if role in row_names:
                    raise InputError(
                        f"{self.file.name}, line {line}: {row_names[role]} and {name} could each "
                        f"be the {role}: remove one, or choose one with --columns"
                    )
                row_names[role] = name
                names_by_role.setdefault(role, {})[name] = None
        roles: dict[str, list[tuple[str, Names]]] = {}
        for role, role_names in names_by_role.items():
            ordered_names = sorted(role_names, key=is_fallback_name)
            roles[role] = [(ordered_names[0], tuple(ordered_names))]
        return roles

    def column_label(self, name: str) -> str:
        return name

    def widths(self, places: Sequence[Names]) -> list[int]:
        """Return the maximum number of texts in each of these fields."""
        return [max(self._longest.get(name, 1) for name in names) for names in places]

    def count(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, Fields]]:
        return read_objects(self.file)

    def text(self, row: Fields, place: Names, line: int) -> str:
        """Return the text of a required field."""
        return field_text(self.file, line, _name(row, place), _value(row, place))

    def label(self, row: Fields, place: Names, line: int) -> str:
        value = _value(row, place)
        return str(value) if type(value) is int else self.text(row, place, line)

    def texts(self, row: Fields, place: Names, line: int) -> list[str | None]:
        return field_texts(self.file, line, _name(row, place), _value(row, place))

    def record(self, row: Fields) -> list[tuple[str, Any]]:
        return list(row.items())


def value_kinds(value: object) -> Iterator[str]:
    """Yield the type name of a value and, for a list, of its items, such as "list of str".

    An integer that a double cannot represent is a "long", one beyond 64 bits a "number".
    """
    if type(value) is int and not -(1 << 53) <= value <= 1 << 53:
        yield "long" if -(1 << 63) <= value < 1 << 63 else "number"
        return
    yield type(value).__name__
    if isinstance(value, list):
        yield from {f"list of {kind}" for item in value for kind in value_kinds(item)}


def field_text(file: InputFile, line: int, name: str, value: object) -> str:
    """Return the text of a required field; a list in the field "sentences" is joined."""
    if isinstance(value, list) and name.strip().lower() == SENTENCES:
        return _join_sentences(file, line, name, value)
    if not isinstance(value, str):
        raise _not_text(file, line, name, value)
    return value


def field_texts(file: InputFile, line: int, name: str, value: object) -> list[str | None]:
    """Return the texts of a field: a text, or a list of texts, nulls and lists of sentences."""
    texts: list[str | None] = []
    for item in value if isinstance(value, list) else [value]:
        if item is None or isinstance(item, str):
            texts.append(item)
        elif isinstance(item, list):
            texts.append(_join_sentences(file, line, name, item))
        else:
            raise _not_text(file, line, name, item)
    return texts


def _join_sentences(file: InputFile, line: int, name: str, sentences: Sequence[object]) -> str:
    """Join a list of sentences to a text; refuse items that are not texts."""
    texts = []
    for sentence in sentences:
        if not isinstance(sentence, str):
            raise _not_text(file, line, name, sentence)
        texts.append(sentence)
    return join_sentences(texts)


def _not_text(file: InputFile, line: int, name: str, value: object) -> InputError:
    problem = "is missing" if value is None else f"is {json.dumps(value)[:40]}"
    return InputError(f"{file.name}, line {line}: {name!r} {problem}: give a text")


def read_objects(
    file: InputFile, decoder: json.JSONDecoder | None = None
) -> Iterator[tuple[int, Fields]]:
    """Yield (line number, object) of each line; skip blank lines."""
    for line_number, line in enumerate(file.lines(), 1):
        if not line.strip():
            continue
        try:
            row = (decoder or _PLAIN).decode(line)
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{file.name}, line {line_number}: not valid JSON ({error}); give "
                f"{json_lines_hint(file)}"
            ) from error
        if not isinstance(row, dict):
            raise InputError(
                f"{file.name}, line {line_number}: not a JSON object; give "
                f'{json_lines_hint(file)}, such as {{"candidate": "…", "reference": "…"}}'
            )
        if "\\ud" in line.lower():
            _check_surrogates(file, line_number, row)
        yield line_number, row


def _check_surrogates(file: InputFile, line_number: int, row: Fields) -> None:
    """Refuse a lone surrogate: JSON can represent it, but it is not valid text."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"{file.name}, line {line_number}: half a surrogate pair "
            f"(\\u{ord(error.object[error.start]):x}): fix the line"
        ) from error


def json_lines_hint(file: InputFile) -> str:
    """Return the advice for a JSON file that does not have one object per line."""
    start = next((line for line in file.lines() if line.strip()), "")
    array = start.lstrip().startswith("[")
    return "one object per line" + (" (jq -c '.[]' converts an array)" if array else "")


def _name(row: Fields, names: Names) -> str:
    return next((name for name in names if name in row), names[0])


def _value(row: Fields, names: Names) -> Any:
    return next((row[name] for name in names if name in row), None)


def _object_without_duplicates(pairs: Sequence[tuple[str, Any]]) -> Fields:
    """Return an object as a dict; refuse a name that occurs twice.

    Without this check, Python would use the last value.
    """
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        duplicate = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{duplicate!r} occurs twice")
    return fields


_PLAIN = json.JSONDecoder()
# Refuses duplicate names. It takes twice as long, and is used for the first pass only.
STRICT_DECODER = json.JSONDecoder(object_pairs_hook=_object_without_duplicates)
