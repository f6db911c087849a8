"""CITATION.cff can be read and has the fields that its format requires."""

import re
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import __version__

CITATION = Path(__file__).parents[1] / "CITATION.cff"
Lines = list[tuple[int, str]]


def parse(text: str) -> Any:
    """Read the part of YAML that the file uses; anything else raises ValueError."""
    if "\t" in text:
        raise ValueError("tab")
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#"]
    value, rest = parse_block([(len(line) - len(line.lstrip()), line.strip()) for line in lines])
    if rest:
        raise ValueError(f"indentation: {rest[0][1]}")
    return value


def parse_block(lines: Lines) -> tuple[Any, Lines]:
    """Read a mapping or a sequence, up to the first line that is indented less."""
    indent = lines[0][0]
    block: Any = [] if lines[0][1].startswith("- ") else {}
    while lines and lines[0][0] == indent:
        line = lines[0][1]
        if isinstance(block, list):
            if not line.startswith("- "):
                raise ValueError(f"no item: {line}")
            item = line[2:]
            if re.match(r"[\w-]+:( |$)", item):
                value, lines = parse_block([(indent + 2, item), *lines[1:]])
            else:
                value, lines = parse_scalar(item), lines[1:]
            block.append(value)
            continue
        match = re.fullmatch(r"([\w-]+):(?: (.+))?", line)
        if match is None or match[1] in block:
            raise ValueError(f"no new key: {line}")
        lines = lines[1:]
        if match[2] == ">-":
            words = []
            while lines and lines[0][0] > indent:
                words.append(lines.pop(0)[1])
            block[match[1]] = " ".join(words)
        elif match[2]:
            block[match[1]] = parse_scalar(match[2])
        elif not lines or lines[0][0] <= indent:
            raise ValueError(f"no value: {line}")
        else:
            block[match[1]], lines = parse_block(lines)
    if lines and lines[0][0] > indent:
        raise ValueError(f"indentation: {lines[0][1]}")
    return block, lines


def parse_scalar(text: str) -> Any:
    """Read a number, a quoted or plain string, or a mapping in braces."""
    if text.startswith("{"):
        pairs = [pair.split(": ") for pair in text.removeprefix("{").removesuffix("}").split(", ")]
        return {key: parse_scalar(value) for key, value in pairs}
    if text.startswith('"'):
        if not re.fullmatch(r'"[^"\\]*"', text):
            raise ValueError(f"quotes: {text}")
        return text[1:-1]
    if not re.match(r"\w", text) or re.search(r":( |$)| #", text):
        raise ValueError(f"needs quotes: {text}")
    return int(text) if text.isdecimal() else text


def read() -> dict[str, Any]:
    """Return the contents of the file."""
    contents: dict[str, Any] = parse(CITATION.read_text("utf-8"))
    return contents


@pytest.mark.parametrize(
    "text", ["a: b: c", "a: b\n   c: d", "a: b\na: c", "a:\nb: c", 'a: "b', "- a\nb: c", "a:\tb"]
)
def test_the_reader_refuses_what_is_not_yaml(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse(text)


def test_it_describes_this_software() -> None:
    contents = read()
    assert contents["cff-version"] == "1.2.0"
    assert contents["title"] == "tesla-metrics"
    assert contents["type"] == "software"
    assert contents["message"]
    assert contents["version"] == __version__
    assert contents["authors"] == [{"name": "tesla-metrics contributors"}]


def test_references_are_complete() -> None:
    references = read()["references"]
    assert len({reference["title"] for reference in references}) == len(references) == 8
    for reference in references:
        assert reference["type"] == "conference-paper"
        assert 2007 <= reference["year"] <= 2012
        assert reference["collection-title"].startswith("Proceedings of the ")
        assert reference.get("start", 0) <= reference.get("end", 0)
        assert [set(author) for author in reference["authors"]] == [
            {"family-names", "given-names"}
        ] * len(reference["authors"])


def test_there_are_no_addresses_that_nobody_has_published() -> None:
    assert not {"doi", "url", "repository", "repository-code"} & set(read())
