"""Fields of JSON as columns of Arrow: by their type, and what has no one type as JSON text."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

# Of a column whose texts are JSON.
_MARK = {b"tesla": b"json"}
_LIST = "list of "


def json_schema(files: Sequence[Mapping[str, set[str]]]) -> Any:
    """The columns of all fields; `files` have the kinds of values by field."""
    import pyarrow as pa

    kinds: dict[str, set[str]] = {}
    for file in files:
        for name, own in file.items():
            kinds.setdefault(name, set()).update(own)
    fields = []
    for name, own in kinds.items():
        kind = _type(own)
        fields.append(
            pa.field(name, pa.string(), metadata=_MARK) if kind is None else pa.field(name, kind)
        )
    return pa.schema(fields)


def json_values(values: Sequence[Any], column: Any) -> Any:
    """An array of such a column."""
    import pyarrow as pa

    if is_json(column):
        values = [None if one is None else json.dumps(one, ensure_ascii=False) for one in values]
    return pa.array(values, column.type)


def is_json(column: Any) -> bool:
    """Whether a column's texts are JSON, as `json_values` makes them."""
    return bool(column.metadata and column.metadata.get(b"tesla") == b"json")


def _type(kinds: set[str]) -> Any:
    """None where values are of several kinds, or objects."""
    import pyarrow as pa

    there = kinds - {"NoneType"}
    if "list" in there:
        inner = {kind.removeprefix(_LIST) for kind in there - {"list"}}
        if not all(kind.startswith(_LIST) for kind in there - {"list"}) or "list" in inner:
            return None
        own = _type(inner)
        return None if own is None else pa.list_(own)
    if not there or there == {"str"}:
        return pa.string()
    if there == {"bool"}:
        return pa.bool_()
    if there == {"int"}:
        return pa.int64()
    return pa.float64() if there <= {"int", "float"} else None
