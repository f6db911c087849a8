"""Rated pairs: a row a source and a candidate, with what people said of the two.

Rows of one source stand together, where rows have a `doc` or `group` those of one source in it:
samples draw sources, with all their candidates.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...errors import InputError, UsageError
from ...files.given import Given
from ...names import CANDIDATE, REFERENCE, SOURCE
from ...testsets.reader import RowReader
from ...testsets.sheet import shorten
from ...testsets.wide import Wide, find_columns
from ..faults import Faults
from ..judgments import PAIRS, Track
from .dimensions import human_scores
from .naming import set_name


class _Rated(NamedTuple):
    """A candidate, with people's scores in the order of the dimensions."""

    candidate: str
    scores: Sequence[float]


class _Source(NamedTuple):
    line: int
    text: str
    references: tuple[str | None, ...]
    rated: list[_Rated]


def pair_tracks(
    file: Given, table: RowReader, names: Sequence[str], faults: Faults, lang: str
) -> Iterator[Track]:
    """A track for each of these dimensions."""
    wide = _columns(file, table)
    found = _read(file, wide, names, faults)
    shape = max(len(source.rated) for source in found), len(found)
    outputs = {f"{CANDIDATE} {number + 1}": [""] * len(found) for number in range(shape[0])}
    values, there = np.full((len(names), *shape), np.nan), np.zeros(shape, dtype=np.bool_)
    for place, source in enumerate(found):
        beside = zip(source.rated, outputs.values(), strict=False)
        for number, (rated, column) in enumerate(beside):
            column[place], there[number, place] = rated.candidate, True
            values[:, number, place] = rated.scores
    sources = [source.text for source in found]
    references: dict[str, list[str | None]] = {
        column.name: [source.references[number] for source in found]
        for number, column in enumerate(wide.references)
    }
    for name, matrix in zip(names, values, strict=True):
        yield Track(
            set_name(file), name, outputs, references or {SOURCE: sources}, None, matrix, None,
            unit=PAIRS, language=lang, sources=sources if wide.source else None, there=there,
        )  # fmt: skip


def _columns(file: Given, table: RowReader) -> Wide:
    wide = Wide(file, *find_columns(table), table=table)
    if len(wide.systems) > 1:
        raise UsageError(
            f"{file.name}: rated pairs have one column of candidates, not {len(wide.systems)}: "
            "name one by hyp= in --columns"
        )
    if wide.source is None and not wide.references:
        raise UsageError(
            f"{file.name}: no column has what candidates were made from: name it by src= in "
            "--columns, such as --columns src=original,hyp=rewrite"
        )
    return wide


def _read(file: Given, wide: Wide, names: Sequence[str], faults: Faults) -> list[_Source]:
    found: dict[tuple[str, str], _Source] = {}
    for line, row in wide.table:
        candidate = str(wide.cell(row, wide.systems[0].place, line))
        source = str(wide.cell(row, wide.source.place, line)) if wide.source else ""
        references = tuple(wide.cell(row, column.place, line) for column in wide.references)
        if not source.strip() and not any(references):
            raise InputError(
                f"{file.name}, line {line}: the {SOURCE if wide.source else REFERENCE} is empty: "
                "give what the candidate was made from"
            )
        group = str(wide.cell(row, wide.group.place, line)) if wide.group else ""
        text = source or str(references[0])
        key = group, text
        first = found.setdefault(key, _Source(line, source, references, []))
        if (first.text, first.references) != (source, references):
            raise InputError(
                f"{file.name}, line {line}: {shorten(text)!r} has another reference than on line "
                f"{first.line}: give rows of one source the same"
            )
        scores = human_scores(wide.table.record(row), names, file, line, faults)
        first.rated.append(_Rated(candidate, scores))
    if not found:
        raise InputError(f"{file.name} is empty: give a file with at least one pair")
    return list(found.values())
