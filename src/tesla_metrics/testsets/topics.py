"""Topics in JSON lines: an object a topic, with the texts of all systems in it.

    {"doc": "…", "source": "…", "references": ["…"], "systems": {NAME: {"summary": "…"}}}

A system may have its text alone; what people said of it stands beside it as `scores`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from ..files.given import Given
from ..intake.lacking import find_lack
from ..names import CANDIDATE, GROUP, ID, REFERENCE, SOURCE, roles_of
from .jsonl import ONCE, Fields, given_text, given_texts, read_objects
from .sheet import Kept, TextColumn, one_line, sentence_lines, shorten

SYSTEMS, SCORES = "systems", "scores"


class Topic(NamedTuple):
    """A line; `outputs` and `scores`, as they stand there, are by system."""

    line: int
    name: str
    source: str | None
    references: Sequence[str | None]
    outputs: Mapping[str, str]
    scores: Mapping[str, object]


def has_topics(file: Given) -> bool:
    """Whether the first object is one."""
    first = next((row for _, row in read_objects(file)), {})
    return isinstance(first.get(SYSTEMS), dict)


def read_topics(file: Given) -> list[Topic]:
    """All of them, each once, with the same systems."""
    topics: dict[str, Topic] = {}
    for line, row in read_objects(file, ONCE):
        topic = _topic(file, line, row)
        first = next(iter(topics.values()), topic)
        if topic.name in topics:
            raise InputError(
                f"{file.name}, line {line}: topic {topic.name} is there again (first on line "
                f"{topics[topic.name].line}): give each once"
            )
        lines = f"line {line}", f"line {first.line}"
        if lack := find_lack(lines[0], topic.outputs, lines[1], first.outputs):
            raise InputError(
                f"{file.name}, {lack.lacks}: there is no system {shorten(lack.missing[0])}, which "
                f"{lack.has} has: give every topic all systems"
            )
        topics[topic.name] = topic
    if not topics:
        raise InputError(f"{file.name} is empty: give a file with at least one topic")
    _check_sources(file, list(topics.values()))
    return list(topics.values())


def _check_sources(file: Given, topics: Sequence[Topic]) -> None:
    """All topics have one, or none has."""
    lacking = [topic for topic in topics if topic.source is None]
    if 0 < len(lacking) < len(topics):
        raise InputError(
            f"{file.name}, line {lacking[0].line}: topic {lacking[0].name} has no source, but "
            "others have: give every topic one, or none"
        )


def topics_sheet(file: Given, topics: Sequence[Topic], documents: bool) -> Kept:
    """Systems beside references, as columns."""
    lines = sentence_lines if documents else one_line
    systems = [TextColumn(name, (SYSTEMS, name)) for name in topics[0].outputs]
    width = max(len(topic.references) for topic in topics)
    references = [
        TextColumn(f"{REFERENCE} {number + 1}" if width > 1 else REFERENCE, (REFERENCE, number))
        for number in range(width)
    ]
    texts: dict[TextColumn, Sequence[str | None]] = {
        column: [lines(topic.outputs[column.name]) for topic in topics] for column in systems
    }
    for number, column in enumerate(references):
        own = (t.references[number] if number < len(t.references) else None for t in topics)
        texts[column] = [None if one is None else lines(one) for one in own]
    source = None
    sources = [lines(topic.source) for topic in topics if topic.source is not None]
    if sources:
        source = TextColumn(SOURCE, SOURCE)
        texts[source] = sources
    keys = [("", topic.name) for topic in topics]
    return Kept(
        file, systems, references, source, None, keys, texts,
        lines=[topic.line for topic in topics],
    )  # fmt: skip


def _topic(file: Given, line: int, row: Fields) -> Topic:
    found = dict(_roles(file, line, row))
    systems = row.get(SYSTEMS)
    if not isinstance(systems, dict) or not systems:
        raise InputError(
            f"{file.name}, line {line}: no systems: give a text for each system by name, "
            f'"{SYSTEMS}": {{"NAME": {{"summary": "…"}}}}'
        )
    systems = {" ".join(name.split()): own for name, own in systems.items()}
    named = found.get(ID) or found.get(GROUP)
    if named is None or not str(named[1]).strip():
        raise InputError(f"{file.name}, line {line}: the topic has no name: give it a doc or an id")
    outputs = {name: _output(file, line, name, own) for name, own in systems.items()}
    source = found.get(SOURCE)
    references = found.get(REFERENCE)
    return Topic(
        line,
        " ".join(str(named[1]).split()),
        None if source is None or source[1] is None else given_text(file, line, *source),
        [] if references is None or references[1] is None else given_texts(file, line, *references),
        outputs,
        {name: own.get(SCORES) for name, own in systems.items() if isinstance(own, dict)},
    )


def _output(file: Given, line: int, system: str, own: Any) -> str:
    if isinstance(own, str):
        return own
    fields = own if isinstance(own, dict) else {}
    field = dict(_roles(file, line, fields)).get(CANDIDATE)
    if field is None:
        raise InputError(
            f"{file.name}, line {line}: there is no text of system {shorten(system)}: call it "
            "summary"
        )
    return given_text(file, line, *field)


def _roles(file: Given, line: int, fields: Fields) -> Iterator[tuple[str, tuple[str, Any]]]:
    """By role the field's name and value; two of one role are refused."""
    seen: dict[str, str] = {}
    for name, role in roles_of(fields):
        if role in seen:
            raise InputError(
                f"{file.name}, line {line}: {seen[role]} and {name} could each be the {role}: "
                "leave one out"
            )
        seen[role] = name
        yield role, (name, fields[name])
