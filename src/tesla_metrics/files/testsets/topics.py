"""Read JSON Lines files with one object per topic, which has the texts of all systems.

{"doc": "…", "source": "…", "references": ["…"], "systems": {NAME: {"summary": "…"}}}

The value of a system is its text, or an object with the text and optional human ratings in a field
named "scores".
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import InputError
from ..field_names import CANDIDATE, GROUP, ID, REFERENCE, SOURCE, find_known_roles
from ..input_file import InputFile
from ..inputs.references import find_key_mismatch
from .jsonl import STRICT_DECODER, JsonFields, get_field_text, get_field_texts, read_objects
from .sheet import InMemorySheet, TextColumn, join_lines, normalize_sentence_lines, shorten

SYSTEMS_FIELD, SCORES_FIELD = "systems", "scores"


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
    first_object = next((row for _, row in read_objects(file)), {})
    return isinstance(first_object.get(SYSTEMS_FIELD), dict)


def read_topics(file: InputFile) -> list[Topic]:
    """Read all topics; refuse duplicates and topics with different systems."""
    topics: dict[str, Topic] = {}
    for line, row in read_objects(file, STRICT_DECODER):
        topic = _parse_topic(file, line, row)
        first_topic = next(iter(topics.values()), topic)
        if topic.name in topics:
            raise InputError(
                f"{file.name}, line {line}: topic {topic.name} occurs again (first on line "
                f"{topics[topic.name].line}): give each topic once"
            )
        mismatch = find_key_mismatch(
            f"line {line}", topic.outputs, f"line {first_topic.line}", first_topic.outputs
        )
        if mismatch:
            raise InputError(
                f"{file.name}, {mismatch.incomplete_name}: there is no system "
                f"{shorten(mismatch.missing_keys[0])}, which "
                f"{mismatch.complete_name} has: give all systems for every topic"
            )
        topics[topic.name] = topic
    if not topics:
        raise InputError(f"{file.name} is empty: give a file with at least one topic")
    _check_sources(file, list(topics.values()))
    return list(topics.values())


def _check_sources(file: InputFile, topics: Sequence[Topic]) -> None:
    """Check that all topics have a source, or none."""
    topics_without_source = [topic for topic in topics if topic.source is None]
    if 0 < len(topics_without_source) < len(topics):
        raise InputError(
            f"{file.name}, line {topics_without_source[0].line}: topic "
            f"{topics_without_source[0].name} has no source, but "
            "other topics have: give all topics a source, or none"
        )


def build_topics_sheet(
    file: InputFile, topics: Sequence[Topic], has_documents: bool
) -> InMemorySheet:
    """Return the systems, references and sources of the topics as columns."""
    normalize_lines = normalize_sentence_lines if has_documents else join_lines
    systems = [TextColumn(name, (SYSTEMS_FIELD, name)) for name in topics[0].outputs]
    n_reference_sets = max(len(topic.references) for topic in topics)
    references = [
        TextColumn(
            f"{REFERENCE} {index + 1}" if n_reference_sets > 1 else REFERENCE, (REFERENCE, index)
        )
        for index in range(n_reference_sets)
    ]
    texts_by_column: dict[TextColumn, Sequence[str | None]] = {
        column: [normalize_lines(topic.outputs[column.name]) for topic in topics]
        for column in systems
    }
    for index, column in enumerate(references):
        set_texts = (
            topic.references[index] if index < len(topic.references) else None for topic in topics
        )
        texts_by_column[column] = [
            None if text is None else normalize_lines(text) for text in set_texts
        ]
    source = None
    sources = [normalize_lines(topic.source) for topic in topics if topic.source is not None]
    if sources:
        source = TextColumn(SOURCE, SOURCE)
        texts_by_column[source] = sources
    keys = [("", topic.name) for topic in topics]
    return InMemorySheet(
        file, systems, references, source, None, keys, texts_by_column,
        line_numbers=[topic.line for topic in topics],
    )  # fmt: skip


def _parse_topic(file: InputFile, line: int, row: JsonFields) -> Topic:
    fields_by_role = dict(_iterate_roles(file, line, row))
    systems = row.get(SYSTEMS_FIELD)
    if not isinstance(systems, dict) or not systems:
        raise InputError(
            f"{file.name}, line {line}: no systems: give a text for each named system, "
            f'"{SYSTEMS_FIELD}": {{"NAME": {{"summary": "…"}}}}'
        )
    systems = {" ".join(name.split()): entry for name, entry in systems.items()}
    name_field = fields_by_role.get(ID) or fields_by_role.get(GROUP)
    if name_field is None or not str(name_field[1]).strip():
        raise InputError(f"{file.name}, line {line}: the topic has no name: add a doc or an id")
    outputs = {name: _get_output(file, line, name, entry) for name, entry in systems.items()}
    source_name, source = fields_by_role.get(SOURCE, ("", None))
    references_name, references = fields_by_role.get(REFERENCE, ("", None))
    return Topic(
        line,
        " ".join(str(name_field[1]).split()),
        None if source is None else get_field_text(file, line, source_name, source),
        [] if references is None else get_field_texts(file, line, references_name, references),
        outputs,
        {
            name: entry.get(SCORES_FIELD)
            for name, entry in systems.items()
            if isinstance(entry, dict)
        },
    )


def _get_output(file: InputFile, line: int, system: str, entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    fields = entry if isinstance(entry, dict) else {}
    candidate_field = dict(_iterate_roles(file, line, fields)).get(CANDIDATE)
    if candidate_field is None:
        raise InputError(
            f"{file.name}, line {line}: system {shorten(system)} has no text: add it as summary"
        )
    return get_field_text(file, line, *candidate_field)


def _iterate_roles(
    file: InputFile, line: int, fields: JsonFields
) -> Iterator[tuple[str, tuple[str, Any]]]:
    """Yield (role, (name, value)) of the fields with a role; refuse two fields of the same role."""
    name_by_role: dict[str, str] = {}
    for name, role in find_known_roles(fields):
        if role in name_by_role:
            raise InputError(
                f"{file.name}, line {line}: {name_by_role[role]} and {name} could each be the "
                f"{role}: "
                "remove one of them"
            )
        name_by_role[role] = name
        yield role, (name, fields[name])
