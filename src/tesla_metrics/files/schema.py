"""Parse strict JSON and check the structure of file contents; report a mismatch in one line."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any

# A `Schema` describes the structure that the content of a file must have.
#
# It is called with a value and the location of the value in the file. It returns the value
# unchanged, or raises a SchemaError with the location, the actual and the expected value. All
# content of models, tables and taggers is checked in this way, so that callers need no checks.

Schema = Callable[[Any, str], Any]

# Characters that messages cannot show: line ends, other control characters, lone surrogates.
UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# Maximum characters of a value in a message.
_MAX_SHOWN_CHARACTERS = 40
# Default maximum length of a text in a file, in characters.
_MAX_TEXT_LENGTH = 4096
# Minimum similarity of a name for a "did you mean" hint.
_MIN_SIMILARITY = 0.7


class SchemaError(ValueError):
    """Raised for malformed content: location, actual and expected value in one short line."""


def require(condition: object, message: str) -> None:
    """Raise a SchemaError with this message if the condition is false."""
    if not condition:
        raise SchemaError(message)


def decode_utf8(content: bytes, description: str = "its body") -> str:
    """Decode UTF-8; raise a SchemaError if it is invalid.

    `description` names the content in the message.
    """
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise SchemaError(f"byte {error.start + 1} of {description} is not UTF-8") from error


def format_value(value: object) -> str:
    """Return a value as short text for a message, in one line."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping | list):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    text = ascii(value) if isinstance(value, str) and UNPRINTABLE.search(value) else repr(value)
    return text if len(text) <= _MAX_SHOWN_CHARACTERS else f"{text[:_MAX_SHOWN_CHARACTERS]}..."


def make_schema_error(location: str, value: object, expected: str) -> SchemaError:
    """Return the error for a value at the location `location` that is not as expected."""
    return SchemaError(f"{location or 'the content'} is {format_value(value)}, expected {expected}")


def _build_value_schema(expected: str, is_valid: Callable[[Any], bool]) -> Schema:
    """Return the schema of a single value; `expected` describes valid values in messages."""

    def check(value: Any, location: str = "") -> Any:
        if not is_valid(value):
            raise make_schema_error(location, value, expected)
        return value

    return check


def text(
    pattern: str = ".+", expected: str = "text in one line", max_length: int = _MAX_TEXT_LENGTH
) -> Schema:
    """Return the schema of a printable text that matches `pattern` and is not too long."""
    compiled = re.compile(pattern)
    return _build_value_schema(
        expected,
        lambda value: (
            isinstance(value, str)
            and len(value) <= max_length
            and not UNPRINTABLE.search(value)
            and compiled.fullmatch(value) is not None
        ),
    )


def integer(minimum: int, maximum: int) -> Schema:
    """Return the schema of an integer within bounds; true and false are not integers."""
    return _build_value_schema(
        f"a whole number from {minimum} to {maximum}",
        lambda value: type(value) is int and minimum <= value <= maximum,
    )


def number(
    minimum: float,
    maximum: float,
    *,
    exclusive_minimum: bool = False,
    exclusive_maximum: bool = False,
) -> Schema:
    """Return the schema of a number within bounds.

    With `exclusive_minimum` and `exclusive_maximum`, the bound itself is not allowed.
    """

    def is_valid(value: Any) -> bool:
        if type(value) not in (int, float):
            return False
        above_minimum = value > minimum if exclusive_minimum else value >= minimum
        below_maximum = value < maximum if exclusive_maximum else value <= maximum
        return bool(above_minimum and below_maximum)

    lower = f"above {minimum:g}" if exclusive_minimum else f"from {minimum:g}"
    return _build_value_schema(
        f"a number {lower} to {'below ' if exclusive_maximum else ''}{maximum:g}", is_valid
    )


def boolean() -> Schema:
    """Return the schema of a JSON boolean."""
    return _build_value_schema("true or false", lambda value: isinstance(value, bool))


def one_of(*texts: str) -> Schema:
    """Return the schema of a text that is one of `texts`."""
    return _build_value_schema(
        " or ".join(map(repr, texts)), lambda value: isinstance(value, str) and value in texts
    )


def anything() -> Schema:
    """Return the schema that allows any value, for information that no code uses."""
    return _build_value_schema("anything", lambda value: True)


def optional(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""

    def check(value: Any, location: str = "") -> Any:
        return None if value is None else schema(value, location)

    return check


def either(*schemas: Schema) -> Schema:
    """Return the schema of a value that has at least one of several schemas.

    If it has none of them, the error of the last schema is raised.
    """

    def check(value: Any, location: str = "") -> Any:
        for shape in schemas[:-1]:
            try:
                return shape(value, location)
            except SchemaError:
                continue
        return schemas[-1](value, location)

    return check


def list_of(schema: Schema, min_items: int = 0, max_items: int = 10**9) -> Schema:
    """Return the schema of a list of items that all have the schema `schema`."""
    expected = "a list" if not min_items else f"a list of {min_items} or more"
    if max_items < 10**9:
        expected = f"a list of {min_items} to {max_items}"

    def check(value: Any, location: str = "") -> Any:
        if not isinstance(value, list) or not min_items <= len(value) <= max_items:
            raise make_schema_error(location, value, expected)
        return [schema(item, f"{location}[{index}]") for index, item in enumerate(value)]

    return check


def tuple_of(*schemas: Schema) -> Schema:
    """Return the schema of a list with one item for each of `schemas`, in the same order."""

    def check(value: Any, location: str = "") -> Any:
        if not isinstance(value, list) or len(value) != len(schemas):
            raise make_schema_error(location, value, f"a list of {len(schemas)}")
        pairs = zip(value, schemas, strict=True)
        return [shape(item, f"{location}[{index}]") for index, (item, shape) in enumerate(pairs)]

    return check


def mapping_of(schema: Schema, min_items: int = 0) -> Schema:
    """Return the schema of an object with any field names; all values have the schema `schema`."""
    expected = "an object" if not min_items else f"an object of {min_items} or more"
    name_schema = text(expected="a name in one line")

    def check(value: Any, location: str = "") -> Any:
        if not isinstance(value, dict) or len(value) < min_items:
            raise make_schema_error(location, value, expected)
        return {
            name_schema(key, f"a name in {location}"): schema(
                value[key], format_field_location(location, key)
            )
            for key in value
        }

    return check


def record(
    fields: Mapping[str, Schema],
    optional_fields: Mapping[str, Schema] | None = None,
    other_fields: Schema | None = None,
) -> Schema:
    """Return the schema of an object with named fields.

    `fields` maps the names of required fields to their schemas, `optional_fields` the names of
    fields that may be missing. Fields with other names must have the schema `other_fields`; if it
    is None, they are refused.
    """
    schemas = {**fields, **(optional_fields or {})}

    def check(value: Any, location: str = "") -> Any:
        if not isinstance(value, dict):
            raise make_schema_error(location, value, "an object")
        for name in fields:
            if name not in value:
                unknown_names = [
                    key for key in value if isinstance(key, str) and key not in schemas
                ]
                close_names = _find_close_names(name, unknown_names)
                hint = f": is {close_names[0]} a misspelling of it?" if close_names else ""
                raise SchemaError(f"{format_field_location(location, name)} is missing{hint}")
        for name in value:
            if name not in schemas and other_fields is None:
                close_names = _find_close_names(name, schemas)
                hint = f": did you mean {close_names[0]}?" if close_names else ""
                raise SchemaError(f"{format_field_location(location, name)} is unknown{hint}")
        return {
            name: schemas.get(name, other_fields)(field, format_field_location(location, name))  # type: ignore[misc]
            for name, field in value.items()
        }

    return check


def format_field_location(location: str, name: str) -> str:
    """Return the location of the field `name_schema` of the object at `location`, such as
    `settings.lang`.
    """
    short_name = (
        format_value(name)
        if UNPRINTABLE.search(name) or len(name) > _MAX_SHOWN_CHARACTERS
        else name
    )
    return f"{location}.{short_name}" if location else short_name


# Schemas used for many files.
LANGUAGE = text("[A-Za-z0-9-]{1,35}", "a language code")
SHA256 = text("[0-9a-f]{64}", "a SHA-256 checksum in hexadecimal digits")


def _find_close_names(name: str, known_names: Iterable[str]) -> list[str]:
    """Return a list with the known name that was probably meant; empty if none is similar."""
    from difflib import get_close_matches  # Imported late: needed for errors only.

    return get_close_matches(name, list(known_names), 1, _MIN_SIMILARITY)


# Maximum depth of nested JSON values. The files of this library have three or four levels.
_MAX_DEPTH = 20


def parse_json(content: bytes | str) -> Any:
    """Parse strict JSON; raise a SchemaError for invalid JSON.

    Duplicate names, infinite numbers and NaN, which JSON parsers treat differently, are refused.
    """
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        value = json.loads(
            text,
            object_pairs_hook=_build_object_without_duplicates,
            parse_float=_parse_finite_number,
            parse_constant=_parse_finite_number,
        )
    except SchemaError:
        raise
    except UnicodeDecodeError as error:
        raise SchemaError(f"byte {error.start + 1} of the JSON is not UTF-8") from error
    except RecursionError as error:
        raise SchemaError(f"the JSON is nested deeper than {_MAX_DEPTH}") from error
    except ValueError as error:
        raise SchemaError(f"not valid JSON: {str(error)[:80]}") from error
    _check_encodable_and_depth(value, "", 0)
    return value


def _build_object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names: set[str] = set()
        for name, _ in pairs:
            if name in names:
                raise SchemaError(f"{format_field_location('', name)} occurs twice")
            names.add(name)
    return fields


def _parse_finite_number(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise SchemaError(f"{format_value(digits)} is not a finite number")
    return value


def _check_encodable_and_depth(value: Any, location: str, depth: int) -> None:
    """Refuse text that cannot be encoded and values that are nested too deep."""
    if depth > _MAX_DEPTH:
        raise SchemaError(f"the JSON is nested deeper than {_MAX_DEPTH}")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise SchemaError(
                f"{location or 'the content'} is {format_value(value)}, which is not valid text"
            ) from error
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check_encodable_and_depth(item, f"{location}[{index}]", depth + 1)
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_encodable_and_depth(name, f"a name in {location or 'it'}", depth + 1)
            _check_encodable_and_depth(item, format_field_location(location, name), depth + 1)
