"""Fields of JSON as columns: nothing is lost on the way to Parquet and back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.files.testsets.jsonl import describe_value_types
from tesla_metrics.scale.frames.tables import is_json, make_json_array, make_json_schema

pa = pytest.importorskip("pyarrow")


def column(*values: Any) -> Any:
    """The array of a field with these values, and its schema's entry."""
    (field,) = make_json_schema(
        [{"x": {kind for value in values for kind in describe_value_types(value)}}]
    )
    return make_json_array(values, field), field


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["a", None], "string"),
        ([1, None], "int64"),
        ([1, 1 << 60], "int64"),
        ([1.5, 2.5], "double"),
        ([1, 2.5], "double"),
        ([True, False], "bool"),
        ([None, None], "string"),
        ([["a"], None, []], "list<item: string>"),
        ([[1], [None]], "list<item: int64>"),
        ([[], []], "list<item: string>"),
    ],
)
def test_one_type_is_kept(values: list[Any], kind: str) -> None:
    array, field = column(*values)
    assert str(array.type).replace("element", "item") == kind
    assert not is_json(field)
    assert array.to_pylist() == values


@pytest.mark.parametrize(
    "values",
    [
        ["a", 1],
        [True, 1],
        [{"a": 1}, None],
        [[["a"]], []],
        [["a", 1]],
        ["a", ["a"]],
        [1 << 70, 2],
        [1 << 60, 0.5],
        [-(1 << 63) - 1],
    ],
)
def test_what_has_several_types_is_json(values: list[Any]) -> None:
    array, field = column(*values)
    assert is_json(field)
    assert [None if one is None else json.loads(one) for one in array.to_pylist()] == values


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(st.lists(JSON, min_size=1, max_size=5))
def test_anything_comes_back(values: list[Any]) -> None:
    array, field = column(*values)
    found = array.to_pylist()
    if is_json(field):
        found = [None if one is None else json.loads(one) for one in found]
    assert found == values
