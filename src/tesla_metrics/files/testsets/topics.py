"""Read JSON Lines files with one object per topic, which has the texts of all systems.

{"doc": "…", "source": "…", "references": ["…"], "systems": {NAME: {"summary": "…"}}}

The value of a system is its text, or an object with the text and optional human ratings in a field
named "scores".
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import InputError
from ..field_names import CANDIDATE, GROUP, ID, REFERENCE, SOURCE, roles_of
from ..input_file import InputFile
from ..inputs.references import find_key_mismatch
from .jsonl import STRICT_DECODER, Fields, field_text, field_texts, read_objects
from .sheet import InMemorySheet, TextColumn, one_line, sentence_lines, shorten

SYSTEMS, SCORES = "systems", "scores"


class Topic(NamedTuple):
    """A topic with the texts of all systems.

    line
        The number of its line in the file.
    name
        The name of the topic.
    source
        The source; None if there is none.
    references
        The references; None is a missing reference.
    outputs
        The texts by system.
    scores
        The unchanged human ratings by system; None if a system has none.
    """

    line: int
    name: str
    source: str | None
    references: Sequence[str | None]
    outputs: Mapping[str, str]
    scores: Mapping[str, object]


def has_topics(file: InputFile) -> bool:
    """Return whether the first object of the file is a topic."""
    first = next((row for _, row in read_objects(file)), {})
    return isinstance(first.get(SYSTEMS), dict)


def read_topics(file: InputFile) -> list[Topic]:
    """Read all topics; refuse duplicates and topics with different systems."""
    topics: dict[str, Topic] = {}
    for line, row in read_objects(file, STRICT_DECODER):
        topic = _topic(file, line, row)
        first = next(iter(topics.values()), topic)
        if topic.name in topics:
            raise InputError(
                f"{file.name}, line {line}: topic {topic.name} occurs again (first on line "
                f"{topics[topic.name].line}): give each topic once"
            )
        lack = find_key_mismatch(f"line {line}", topic.outputs, f"line {first.line}", first.outputs)
        if lack:
            raise InputError(
                f"{file.name}, {lack.lacks}: there is no system {shorten(lack.missing[0])}, which "
                f"{lack.has} has: give all systems for every topic"
            )
        topics[topic.name] = topic
    if not topics:
        raise InputError(f"{file.name} is empty: give a file with at least one topic")
    _check_sources(file, list(topics.values()))
    return list(topics.values())


def _check_sources(file: InputFile, topics: Sequence[Topic]) -> None:
    """Check that all topics have a source, or none."""
    missing = [topic for topic in topics if topic.source is None]
    if 0 < len(missing) < len(topics):
        raise InputError(
            f"{file.name}, line {missing[0].line}: topic {missing[0].name} has no source, but "
            "other topics have: give all topics a source, or none"
        )


def topics_sheet(file: InputFile, topics: Sequence[Topic], documents: bool) -> InMemorySheet:
    """Return the systems, references and sources of the topics as columns."""
    lines = sentence_lines if documents else one_line
    systems = [TextColumn(name, (SYSTEMS, name)) for name in topics[0].outputs]
    width = max(len(topic.references) for topic in topics)
    references = [
        TextColumn(f"{REFERENCE} {index + 1}" if width > 1 else REFERENCE, (REFERENCE, index))
        for index in range(width)
    ]
    texts: dict[TextColumn, Sequence[str | None]] = {
        column: [lines(topic.outputs[column.name]) for topic in topics] for column in systems
    }
    for index, column in enumerate(references):
        set_texts = (
            topic.references[index] if index < len(topic.references) else None for topic in topics
        )
        texts[column] = [None if text is None else lines(text) for text in set_texts]
    source = None
    sources = [lines(topic.source) for topic in topics if topic.source is not None]
    if sources:
        source = TextColumn(SOURCE, SOURCE)
        texts[source] = sources
    keys = [("", topic.name) for topic in topics]
    return InMemorySheet(
        file, systems, references, source, None, keys, texts,
        lines=[topic.line for topic in topics],
    )  # fmt: skip


def _topic(file: InputFile, line: int, row: Fields) -> Topic:
    by_role = dict(_roles(file, line, row))
    systems = row.get(SYSTEMS)
    if not isinstance(systems, dict) or not systems:
        raise InputError(
            f"{file.name}, line {line}: no systems: give a text for each named system, "
            f'"{SYSTEMS}": {{"NAME": {{"summary": "…"}}}}'
        )
    systems = {" ".join(name.split()): entry for name, entry in systems.items()}
    named = by_role.get(ID) or by_role.get(GROUP)
    if named is None or not str(named[1]).strip():
        raise InputError(f"{file.name}, line {line}: the topic has no name: add a doc or an id")
    outputs = {name: _output(file, line, name, entry) for name, entry in systems.items()}
    source_name, source = by_role.get(SOURCE, ("", None))
    references_name, references = by_role.get(REFERENCE, ("", None))
    return Topic(
        line,
        " ".join(str(named[1]).split()),
        None if source is None else field_text(file, line, source_name, source),
        [] if references is None else field_texts(file, line, references_name, references),
        outputs,
        {name: entry.get(SCORES) for name, entry in systems.items() if isinstance(entry, dict)},
    )


def _output(file: InputFile, line: int, system: str, entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    fields = entry if isinstance(entry, dict) else {}
    field = dict(_roles(file, line, fields)).get(CANDIDATE)
    if field is None:
        raise InputError(
            f"{file.name}, line {line}: system {shorten(system)} has no text: add it as summary"
        )
    return field_text(file, line, *field)


def _roles(file: InputFile, line: int, fields: Fields) -> Iterator[tuple[str, tuple[str, Any]]]:
    """Yield (role, (name, value)) of the fields with a role; refuse two fields of the same role."""
    names: dict[str, str] = {}
    for name, role in roles_of(fields):
        if role in names:
            raise InputError(
                f"{file.name}, line {line}: {names[role]} and {name} could each be the {role}: "
                "remove one of them"
            )
        names[role] = name
        yield role, (name, fields[name])
