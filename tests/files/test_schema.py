"""Shapes of what files hold, and JSON that is read strictly."""

from typing import Any

import pytest

from tesla_metrics.files.schema import (
    Schema,
    SchemaError,
    anything,
    boolean,
    either,
    integer,
    list_of,
    mapping_of,
    number,
    one_of,
    optional,
    parse_json,
    record,
    text,
    tuple_of,
)

FITTING: list[tuple[Schema, list[Any], list[Any]]] = [
    (text(), ["a", "č ä", "x" * 4096], ["", "a\nb", "\0", "\ud800", "\u2028", "x" * 4097, 1, None]),
    (text("[a-z]+", "letters"), ["abc"], ["a1", "A", ""]),
    (integer(1, 8), [1, 8], [0, 9, True, 1.0, "1", None, 10**400, float("nan")]),
    (number(0, 1), [0, 1, 0.5], [-0.1, 1.1, True, "0", None, float("nan"), float("inf"), 10**400]),
    (number(0, 1, exclusive_minimum=True, exclusive_maximum=True), [0.5], [0, 1, 0.0, 1.0]),
    (boolean(), [True, False], [0, 1, None, "true"]),
    (one_of("a", "b"), ["a"], ["c", None, ["a"], 1]),
    (optional(integer(0, 1)), [None, 1], [2, "x"]),
    (either(text(), integer(0, 1)), ["x", 0], [2, None, []]),
    (list_of(boolean(), min_items=1), [[True]], [[], [1], {"a": True}, None, "x"]),
    (list_of(boolean(), 1, 2), [[True, False]], [[True] * 3]),
    (tuple_of(text(), boolean()), [["a", True]], [["a"], ["a", 1], "ab", None]),
    (mapping_of(boolean()), [{}, {"a": True}], [{"a": 1}, {"": True}, {"\n": True}, [], None]),
    (mapping_of(boolean(), min_items=1), [{"a": True}], [{}]),
    (record({"a": boolean()}), [{"a": True}], [{}, {"a": 1}, {"a": True, "b": 1}, [], None]),
    (record({}, {"a": boolean()}), [{}, {"a": True}], [{"a": 1}, {"b": 1}]),
    (record({"a": boolean()}, other_fields=anything()), [{"a": True, "b": [None]}], [{"b": 1}]),
]


@pytest.mark.parametrize(("shape", "good", "bad"), FITTING)
def test_what_fits_comes_back_and_what_does_not_is_told_in_a_short_line(
    shape: Schema, good: list[Any], bad: list[Any]
) -> None:
    for value in good:
        assert shape(value, "x") == value
    for value in bad:
        with pytest.raises(SchemaError) as caught:
            shape(value, "x")
        message = str(caught.value)
        assert "\n" not in message
        assert len(message) < 200
        assert message.encode()


def test_the_message_says_where_what_and_what_was_wanted() -> None:
    shape = record({"constants": record({"order": integer(1, 8)}), "names": list_of(text())})
    for value, message in (
        ({"constants": {"order": True}, "names": []},
         "constants.order is true, expected a whole number from 1 to 8"),
        ({"constants": {"order": 1}, "names": ["a", 3]},
         "names[1] is 3, expected text in one line"),
        ({"constants": {}, "names": []}, "constants.order is missing"),
        ({"constants": {"order": 1, "more": 1}, "names": []}, "constants.more is unknown"),
        ({"constants": {"order": 1, "ordre": 1}, "names": []},
         "constants.ordre is unknown: did you mean order?"),
        ([], "the content is a list of 0, expected an object"),
    ):  # fmt: skip
        with pytest.raises(SchemaError) as caught:
            shape(value, "")
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"NaN", "'NaN' is not a finite number"),
        (b"[-Infinity]", "'-Infinity' is not a finite number"),
        (b"[1e999]", "'1e999' is not a finite number"),
        (b"9" * 5000, "not valid JSON"),
        (b'{"a": 1, "a": 2}', "a occurs twice"),
        (b'["\\ud800"]', r"\[0\] is '\\ud800', which is not valid text"),
        (b'{"\\ud800": 1}', "which is not valid text"),
        (b'"\xff"', "byte 2 of the JSON is not UTF-8"),
        ('["a"]'.encode("utf-16"), "not UTF-8"),
        (b"[" * 30 + b"]" * 30, "nested deeper than 20"),
        (b"[" * 100_000 + b"]" * 100_000, "nested deeper than 20"),
    ],
)
def test_json_that_is_refused(content: bytes, fact: str) -> None:
    with pytest.raises(SchemaError, match=fact):
        parse_json(content)


def test_json_that_is_read() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": [1, 2.5, "\\ud83d\\ude00", null]}') == {
        "a": [1, 2.5, "\U0001f600", None]
    }
