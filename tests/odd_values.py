"""Values that no file should have where another one is due, and files in which they stand."""

import io
import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from tesla_metrics.files.resource import MAGIC, compute_checksum

NESTED: list[Any] = []
for _ in range(50):
    NESTED = [NESTED]

# As JSON text: some have no value in Python.
ODD = (
    "null", "true", "-1", "0", "9", "1.5", "1e308", "1" + "0" * 30, "NaN", "1e999", '""', '"x"',
    '"a\\nb"', '"\\u0000"', '"\\ud800"', f'"{"x" * 5000}"', "[]", "[[]]", "[true]", "{}",
    '{"x": 1}', '{"x": 1, "x": 1}', json.dumps(NESTED),
)  # fmt: skip
_MARK = "\0here\0"


class InMemory:
    """Stands for the path of a file: thousands of real ones take their time."""

    def __init__(self, content: str | bytes) -> None:
        self.content = content.encode() if isinstance(content, str) else content

    def open(self, mode: str) -> io.BytesIO:
        assert mode == "rb"
        return io.BytesIO(self.content)


def odd_texts(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """JSON in which one field after the other is odd, is missing, or has company; and which."""
    for place in _places(facts):
        marked = json.dumps(_with(facts, place, _MARK))
        for odd in ODD:
            yield f"{place} = {odd[:30]}", marked.replace(json.dumps(_MARK), odd)
        if place and isinstance(place[-1], str):
            yield f"{place} gone", json.dumps(_with(facts, place, None, gone=True))
        value = _at(facts, place)
        if isinstance(value, dict):
            yield f"{place} with more", json.dumps(_with(facts, place, {**value, "strange": 1}))


def mended(text: str) -> str:
    """The JSON of a model with a checksum that fits, if there is one for such content."""
    try:
        facts = json.loads(text)
        facts["checksum"] = compute_checksum(facts)
    except (ValueError, TypeError, RecursionError):
        return text
    return f'{text[:-1]}, "checksum": "{facts["checksum"]}"}}'


def container(header: bytes, body: bytes, stated: str = "", magic: bytes = MAGIC) -> bytes:
    """A built file with a checksum that fits, whatever is in it."""
    rest = header + b"\n" + body
    return magic + sha256(rest).hexdigest().encode() + stated.encode() + b"\n" + rest


def _places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _places(value[key], (*place, key))


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def _with(value: Any, place: tuple[Any, ...], new: Any, *, gone: bool = False) -> Any:
    if not place:
        return new
    copy = value.copy()
    if gone and len(place) == 1:
        del copy[place[0]]
    else:
        copy[place[0]] = _with(value[place[0]], place[1:], new, gone=gone)
    return copy
