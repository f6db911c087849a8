"""Models as text."""

import json
from pathlib import Path

import pytest

from tesla_metrics import ResourceError
from tesla_metrics.files.resource import read_json_model, read_recorded_kind, write_json_model
from tesla_metrics.files.schema import anything

MEND = "'tesla train toy'"


def test_round_trip_whatever_the_layout(tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    content = {"name": "čaj", "weights": {"b": 0.1, "a": -1e-17}}
    write_json_model(path, "toy", 1, content)
    first = path.read_bytes()
    assert read_json_model(path, "toy", 1, MEND, anything()) == content
    write_json_model(path, "toy", 1, content)
    assert path.read_bytes() == first
    path.write_text(json.dumps(json.loads(first), sort_keys=True), "utf-8")
    assert list(read_json_model(path, "toy", 1, MEND, anything())["weights"].values()) == [
        -1e-17,
        0.1,
    ]


def test_no_numbers_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_json_model(tmp_path / "x.model", "toy", 1, {"weight": float("nan")})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("", "is not a toy model"),
        ("[1, 2]", "its kind is null"),
        ("[" * 100_000, "is not a toy model"),
        ('{"kind": "other"}', "its kind is 'other'"),
        ('{"kind": "toy", "version": 2}', "of version 2, expected version 1"),
        ('{"kind": "toy", "version": 1}', "the checksum does not match"),
        (
            '{"kind": "toy", "version": 1, "checksum": 5, "x": "\\ud800"}',
            "x is .*, which is not valid text",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, fact: str) -> None:
    path = tmp_path / "x.model"
    path.write_text(text, "utf-8")
    with pytest.raises(ResourceError, match=fact) as caught:
        read_json_model(path, "toy", 1, MEND, anything())
    assert MEND in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_says_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "a.model"
    assert read_recorded_kind(path) == ""
    for text, kind in [('{"kind": "x"}', "x"), ("[1]", ""), ("{", ""), ('{"kind": 3}', "")]:
        path.write_text(text, "utf-8")
        assert read_recorded_kind(path) == kind
