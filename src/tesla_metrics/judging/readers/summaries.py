"""Summaries with human scores: topics by systems, a track a human dimension.

An object a topic with all its summaries (testsets/topics.py), or a row a summary with `id`,
`system`, `text` and `references`.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ...arrays import Floats
from ...errors import InputError
from ...files.given import Given
from ...tasks import text_of
from ...testsets.long import Long
from ...testsets.testset import Testset
from ...testsets.topics import Topic, topics_sheet
from ..faults import Faults
from ..judgments import TOPIC, Track
from .dimensions import chosen, human_score, human_scores
from .naming import set_name

# By dimension, a row a system.
Scores = dict[str, Floats]


def topic_tracks(
    file: Given, topics: Sequence[Topic], human: Sequence[str], faults: Faults, lang: str
) -> Iterator[Track]:
    """Of objects a topic; every dimension that some summary has, or those asked for."""
    known = dict.fromkeys(
        name for t in topics for system in t.outputs for name in _said(t, system, file)
    )
    if not known:
        raise InputError(
            f"{file.name}: no summary has scores of people: give each "
            '"scores": {"DIMENSION": NUMBER} beside its text'
        )
    scores: Scores = {}
    for name in chosen(file, human, list(known)):
        rows = [
            [
                human_score(
                    _said(topic, system, file).get(name), file, topic.line,
                    f"{name} of {system}", faults,
                )
                for topic in topics
            ]
            for system in topics[0].outputs
        ]  # fmt: skip
        scores[name] = np.array(rows)
    sheet = topics_sheet(file, topics, documents=True)
    yield from _tracks(Testset([sheet], documents=True), file, scores, lang)


def row_tracks(
    file: Given, sheet: Long, names: Sequence[str], faults: Faults, lang: str
) -> Iterator[Track]:
    """Of rows a summary; `names` are the dimensions."""
    numbers = {column.name: number for number, column in enumerate(sheet.systems)}
    values = np.full((len(names), len(numbers), sheet.count()), np.nan)
    for (system, place, fields), line in zip(sheet.records(), sheet.row_lines, strict=True):
        assert system is not None
        values[:, numbers[system], place] = human_scores(fields, names, file, line, faults)
    scores = dict(zip(names, values, strict=True))
    yield from _tracks(Testset([sheet], documents=True), file, scores, lang)


def _said(topic: Topic, system: str, file: Given) -> dict[str, object]:
    found = topic.scores.get(system)
    if found is not None and not isinstance(found, dict):
        raise InputError(
            f"{file.name}, line {topic.line}: the scores of {system} are no object: give "
            '{"DIMENSION": NUMBER}'
        )
    return found or {}


def _tracks(testset: Testset, file: Given, scores: Scores, lang: str) -> Iterator[Track]:
    outputs: dict[str, list[str]] = {}
    for system in testset.systems:
        texts, columns = testset.read(system)
        outputs[system] = list(map(text_of, texts))
    references = {
        name: [None if one is None else text_of(one) for one in column]
        for name, column in zip(testset.reference_names, columns, strict=True)
    }
    items = testset.items(testset.systems[0])
    sources = [text_of(item.source) for item in items if item.source is not None]
    for name, matrix in scores.items():
        judged = np.isfinite(matrix)
        with np.errstate(invalid="ignore"):  # a system that nobody judged has no mean
            means = np.where(judged, matrix, 0.0).sum(axis=1) / judged.sum(axis=1)
        yield Track(
            set_name(file), name, outputs, references, None, matrix, means,
            unit=TOPIC, language=lang, sources=sources or None,
        )  # fmt: skip
