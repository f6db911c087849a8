"""Samples of neural systems: JSON lines with all hypotheses of a source, and perhaps their scores.

{"id": 0, "hypotheses": ["…", "…"], "scores": [-1.5, -2.0], "features": [{"lm": -3.5}, {"lm": -4}]}
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from ..errors import InputError
from ..files.given import Given
from ..names import ID, REFERENCE, SOURCE, role_of
from ..testsets.jsonl import ONCE, read_objects
from ..testsets.sheet import one_line
from .rows import MOST_ID, CandidateRows

# What the list is called.
LISTED = ("hypotheses", "candidates")
_SCORES, _FEATURES = "scores", "features"


@dataclass
class Samples:
    """What the rows of a file hold, a number each of whatever there is.

    labels  what lists are called where rows were counted, as `Nbest` has them
    """

    rows: CandidateRows
    labels: tuple[str, ...] | None


def has_lists(file: Given, only: bool) -> bool:
    """Whether the first row of JSON lines has a list of candidates; `only` that, or beside it what
    they are held against.
    """
    row = next((row for _, row in read_objects(file)), {})
    if only and any(role_of(name) in (SOURCE, REFERENCE) for name in row):
        return False
    return any(isinstance(row.get(name), list) for name in LISTED)


def read_samples(file: Given, *, features: bool = True, scores: bool = True) -> Samples:
    """All hypotheses of a file; `features` and `scores` say whether these are wanted."""
    reader = _SampleReader(file, features, scores)
    for line, row in read_objects(file, ONCE):
        reader.take(line, row)
    if not reader.sizes:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    return reader.samples()


@dataclass
class _SampleReader:
    file: Given
    features: bool
    scores: bool
    idents: list[Any] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    values: dict[str, list[Any]] = field(default_factory=lambda: {_SCORES: [], _FEATURES: []})
    names: tuple[str, ...] | None = None
    first: int = 0

    def take(self, line: int, row: Mapping[str, Any]) -> None:
        """One row."""
        where = f"{self.file.name}, line {line}"
        texts = _texts(row, where)
        self.first = self.first or line
        for name, wanted in ((_SCORES, self.scores), (_FEATURES, self.features)):
            if wanted:
                self._take_values(name, row.get(name), len(texts), where)
        self._take_id(row.get(ID), where)
        self.sizes.append(len(texts))
        self.texts += texts

    def _take_id(self, found: Any, where: str) -> None:
        ident = None if found == "" else found
        if self.idents and (ident is None) != (self.idents[0] is None):
            has, lacks = f"line {self.first} of the file", "this one"
            has, lacks = (has, lacks) if ident is None else (lacks, has)
            raise InputError(f"{where}: an id is in {has}, not in {lacks}: give all or none")
        self.idents.append(ident)

    def _take_values(self, name: str, found: Any, count: int, where: str) -> None:
        known = self.values[name]
        if (found is None) == bool(known) and self.sizes:
            has, lacks = f"line {self.first} of the file", "this one"
            has, lacks = (has, lacks) if found is None else (lacks, has)
            raise InputError(f"{where}: {name} are in {has}, not in {lacks}: give all or none")
        if found is None:
            return
        if not isinstance(found, list) or len(found) != count:
            said = f"{len(found)} {name}" if isinstance(found, list) else f"{name} that are no list"
            raise InputError(f"{where}: {count} hypotheses but {said}: give one for each")
        for place, one in enumerate(found, 1):
            at = f"{where}, hypothesis {place}"
            known.append(_number(one, "the score", at) if name == _SCORES else self._row(one, at))

    def _row(self, found: Any, at: str) -> list[float]:
        if isinstance(found, list):
            found = {str(number): value for number, value in enumerate(found)}
        if not isinstance(found, dict):
            raise InputError(f"{at}: features are {_shown(found)}: give numbers, by name or not")
        if self.names is None:
            self.names = tuple(found)
        if len(found) != len(self.names) or any(name not in found for name in self.names):
            odd = sorted(set(found) ^ set(self.names))[0]
            said = "is missing" if odd in self.names else "is there"
            raise InputError(
                f"{at}: feature {odd} {said}, unlike in line {self.first}: give every hypothesis "
                "the same features"
            )
        return [_number(found[name], f"feature {name}", at) for name in self.names]

    def samples(self) -> Samples:
        """All that was taken."""
        ids, labels = self._ids()
        names = self.names or ()
        scores = self.values[_SCORES]
        return Samples(
            CandidateRows(
                [ident for ident, size in zip(ids, self.sizes, strict=True) for _ in range(size)],
                self.texts,
                names,
                np.array(self.values[_FEATURES], dtype=float).reshape(len(self.texts), len(names)),
                np.array(scores, dtype=float) if scores else None,
            ),
            labels,
        )

    def _ids(self) -> tuple[Sequence[int], tuple[str, ...] | None]:
        """Whole numbers count lines; rows with other ids, or none, are counted themselves."""
        if self.idents[0] is None:
            return range(len(self.idents)), ()
        lines = [line for ident in self.idents if (line := _line(ident)) is not None]
        if len(lines) == len(self.idents):
            return lines, None
        labels = tuple(map(str, self.idents))
        if twice := next(_twice(labels), ""):
            raise InputError(
                f"{self.file.name}: id {twice!r} is there twice: give all hypotheses of a source "
                "in one row, or whole numbers as ids"
            )
        return range(len(labels)), labels


def _line(ident: Any) -> int | None:
    """The line that an id counts, which tools may have made a text or a number with a point."""
    if isinstance(ident, str) and ident.isascii() and ident.isdecimal():
        ident = int(ident) if len(ident) <= len(str(MOST_ID)) else None
    if type(ident) not in (int, float) or not 0 <= ident <= MOST_ID or ident != int(ident):
        return None
    return int(ident)


def _texts(row: Mapping[str, Any], where: str) -> list[str]:
    names = [name for name in LISTED if name in row]
    if len(names) != 1:
        said = " and ".join(names) + " are both there" if names else f"no {LISTED[0]} are there"
        raise InputError(f"{where}: {said}: give one list of texts")
    found = row[names[0]]
    if not isinstance(found, list) or not found:
        raise InputError(f"{where}: {names[0]} are {_shown(found)}: give a list of texts")
    for place, text in enumerate(found, 1):
        if not isinstance(text, str):
            raise InputError(f"{where}, hypothesis {place}: {_shown(text)} is no text: give texts")
    return list(map(one_line, found))


def _number(found: Any, what: str, at: str) -> float:
    if type(found) not in (int, float) or not isfinite(found):
        raise InputError(f"{at}: {what} is {_shown(found)}: give a finite number, such as -100")
    return float(found)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]


def _twice(labels: Sequence[str]) -> Iterator[str]:
    seen: set[str] = set()
    for label in labels:
        if label in seen:
            yield label
        seen.add(label)
