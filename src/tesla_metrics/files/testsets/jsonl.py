"""Read JSON Lines files: one object per segment."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ...errors import InputError
from ..field_names import SENTENCES, find_known_roles, is_fallback_name
from ..input_file import InputFile
from ..item import join_sentences
from .sheet import shorten
from .table_columns import TableOptions

# The values of an object by field name.
JsonFields = dict[str, Any]
# The alternative names of a field in different rows; a row has at most one of them.
FieldNames = tuple[str, ...]


class JsonLinesTable:
    """Reader of a table in the JSON Lines format.

    Fields of the same role may have different names in different rows. References may be lists of
    different lengths.

    `value_kinds_by_field`
        The types of the values of each field, as returned by `describe_value_types`.
    """

    def __init__(self, file: InputFile, options: TableOptions) -> None:
        self.file = file
        self._count = 0
        self._max_list_length: dict[str, int] = {}  # The length of the longest list of each field.
        self.value_kinds_by_field: dict[str, set[str]] = {}
        # The field names of rows, with the number of the first line that has these names.
        first_line_by_names: dict[FieldNames, int] = {}
        for line, row in read_objects(file, STRICT_DECODER):
            self._count += 1
            first_line_by_names.setdefault(tuple(row), line)
            for name, value in row.items():
                self.value_kinds_by_field.setdefault(name, set()).update(
                    describe_value_types(value)
                )
                if isinstance(value, list):
                    self._max_list_length[name] = max(
                        self._max_list_length.get(name, 1), len(value)
                    )
        if not first_line_by_names:
            raise InputError(f"{file.name} is empty: give a file with at least one object")
        self.names = list(dict.fromkeys(name for names in first_line_by_names for name in names))
        self.columns_by_role = (
            self._assign_chosen_roles(options.columns)
            if options.columns
            else self._detect_roles(first_line_by_names)
        )

    def _assign_chosen_roles(
        self, columns: Mapping[str, Sequence[str]]
    ) -> dict[str, list[tuple[str, FieldNames]]]:
        """Return (name, names) of the chosen fields by role; refuse unknown names."""
        for name in chain.from_iterable(columns.values()):
            if name not in self.names:
                raise InputError(
                    f"{self.file.name} has no field {name!r}: it has "
                    f"{shorten(', '.join(self.names))}; give one of these names"
                )
        return {role: [(name, (name,)) for name in names] for role, names in columns.items()}

    def _detect_roles(
        self, first_line_by_names: Mapping[FieldNames, int]
    ) -> dict[str, list[tuple[str, FieldNames]]]:
        """Return (first name, all names) of the fields of each role.

        Two fields of the same role in a row are refused.
        """
        names_by_role: dict[str, dict[str, None]] = {}
        for names, line in first_line_by_names.items():
            row_names: dict[str, str] = {}
            for name, role in find_known_roles(names):
                if role in row_names:
                    raise InputError(
                        f"{self.file.name}, line {line}: {row_names[role]} and {name} could each "
                        f"be the {role}: remove one, or choose one with --columns"
                    )
                row_names[role] = name
                names_by_role.setdefault(role, {})[name] = None
        columns_by_role: dict[str, list[tuple[str, FieldNames]]] = {}
        for role, role_names in names_by_role.items():
            ordered_names = sorted(role_names, key=is_fallback_name)
            columns_by_role[role] = [(ordered_names[0], tuple(ordered_names))]
        return columns_by_role

    def format_column_label(self, name: str) -> str:
        return name

    def count_texts(self, selectors: Sequence[FieldNames]) -> list[int]:
        """Return the maximum number of texts in each of these fields."""
        return [max(self._max_list_length.get(name, 1) for name in names) for names in selectors]

    def count_rows(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, JsonFields]]:
        return read_objects(self.file)

    def read_text(self, row: JsonFields, selector: FieldNames, line: int) -> str:
        """Return the text of a required field."""
        return get_field_text(
            self.file, line, _find_name(row, selector), _find_value(row, selector)
        )

    def read_label(self, row: JsonFields, selector: FieldNames, line: int) -> str:
        value = _find_value(row, selector)
        return str(value) if type(value) is int else self.read_text(row, selector, line)

    def read_texts(self, row: JsonFields, selector: FieldNames, line: int) -> list[str | None]:
        return get_field_texts(
            self.file, line, _find_name(row, selector), _find_value(row, selector)
        )

    def build_record(self, row: JsonFields) -> list[tuple[str, Any]]:
        return list(row.items())


def describe_value_types(value: object) -> Iterator[str]:
    """Yield the type name of a value and, for a list, of its items, such as "list of str".

    An integer that a double cannot represent is a "long", one beyond 64 bits a "number".
    """
    if type(value) is int and not -(1 << 53) <= value <= 1 << 53:
        yield "long" if -(1 << 63) <= value < 1 << 63 else "number"
        return
    yield type(value).__name__
    if isinstance(value, list):
        yield from {f"list of {kind}" for item in value for kind in describe_value_types(item)}


def get_field_text(file: InputFile, line: int, name: str, value: object) -> str:
    """Return the text of a required field; a list in the field "sentences" is joined."""
    if isinstance(value, list) and name.strip().lower() == SENTENCES:
        return _join_sentences(file, line, name, value)
    if not isinstance(value, str):
        raise _not_text_error(file, line, name, value)
    return value


def get_field_texts(file: InputFile, line: int, name: str, value: object) -> list[str | None]:
    """Return the texts of a field: a text, or a list of texts, nulls and lists of sentences."""
    texts: list[str | None] = []
    for item in value if isinstance(value, list) else [value]:
        if item is None or isinstance(item, str):
            texts.append(item)
        elif isinstance(item, list):
            texts.append(_join_sentences(file, line, name, item))
        else:
            raise _not_text_error(file, line, name, item)
    return texts


def _join_sentences(file: InputFile, line: int, name: str, sentences: Sequence[object]) -> str:
    """Join a list of sentences to a text; refuse items that are not texts."""
    texts = []
    for sentence in sentences:
        if not isinstance(sentence, str):
            raise _not_text_error(file, line, name, sentence)
        texts.append(sentence)
    return join_sentences(texts)


def _not_text_error(file: InputFile, line: int, name: str, value: object) -> InputError:
    problem = "is missing" if value is None else f"is {json.dumps(value)[:40]}"
    return InputError(f"{file.name}, line {line}: {name!r} {problem}: give a text")


def read_objects(
    file: InputFile, decoder: json.JSONDecoder | None = None
) -> Iterator[tuple[int, JsonFields]]:
    """Yield (line number, object) of each line; skip blank lines."""
    for line_number, line in enumerate(file.lines(), 1):
        if not line.strip():
            continue
        try:
            row = (decoder or _PLAIN_DECODER).decode(line)
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{file.name}, line {line_number}: not valid JSON ({error}); give "
                f"{suggest_json_lines(file)}"
            ) from error
        if not isinstance(row, dict):
            raise InputError(
                f"{file.name}, line {line_number}: not a JSON object; give "
                f'{suggest_json_lines(file)}, such as {{"candidate": "…", "reference": "…"}}'
            )
        if "\\ud" in line.lower():
            _check_surrogates(file, line_number, row)
        yield line_number, row


def _check_surrogates(file: InputFile, line_number: int, row: JsonFields) -> None:
    """Refuse a lone surrogate: JSON can represent it, but it is not valid text."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"{file.name}, line {line_number}: half a surrogate pair "
            f"(\\u{ord(error.object[error.start]):x}): fix the line"
        ) from error


def suggest_json_lines(file: InputFile) -> str:
    """Return the advice for a JSON file that does not have one object per line."""
    first_line = next((line for line in file.lines() if line.strip()), "")
    is_array = first_line.lstrip().startswith("[")
    return "one object per line" + (" (jq -c '.[]' converts an array)" if is_array else "")


def _find_name(row: JsonFields, names: FieldNames) -> str:
    return next((name for name in names if name in row), names[0])


def _find_value(row: JsonFields, names: FieldNames) -> Any:
    return next((row[name] for name in names if name in row), None)


def _build_object_without_duplicates(pairs: Sequence[tuple[str, Any]]) -> JsonFields:
    """Return an object as a dict; refuse a name that occurs twice.

    Without this check, Python would use the last value.
    """
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        duplicate = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{duplicate!r} occurs twice")
    return fields


_PLAIN_DECODER = json.JSONDecoder()
# Refuses duplicate names. It takes twice as long, and is used for the first pass only.
STRICT_DECODER = json.JSONDecoder(object_pairs_hook=_build_object_without_duplicates)
