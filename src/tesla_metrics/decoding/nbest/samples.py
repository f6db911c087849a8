"""Samples of neural systems in JSON lines.

{"id": 0, "hypotheses": ["…", "…"], "scores": [-1.5, -2.0], "features": [{"lm": -3.5}, {"lm": -4}]}
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from ...errors import InputError
from ...files.field_names import ID, REFERENCE, SOURCE, role_of
from ...files.input_file import InputFile
from ...files.testsets.jsonl import STRICT_DECODER, read_objects
from ...files.testsets.sheet import one_line
from .nbest import MAX_ID, CandidateRows

# Possible names of the list of texts.
LIST_KEYS = ("hypotheses", "candidates")
_SCORES, _FEATURES = "scores", "features"


@dataclass
class Samples:
    """The content of a file.

    labels  names of lists whose ids are positions; see `Nbest`
    """

    rows: CandidateRows
    labels: tuple[str, ...] | None


def has_lists(file: InputFile, only: bool) -> bool:
    """Return whether the first row has a list of candidates.

    `only`: and neither a source nor a reference next to it.
    """
    row = next((row for _, row in read_objects(file)), {})
    if only and any(role_of(name) in (SOURCE, REFERENCE) for name in row):
        return False
    return any(isinstance(row.get(name), list) for name in LIST_KEYS)


def read_samples(file: InputFile, *, features: bool = True, scores: bool = True) -> Samples:
    """Read all hypotheses of a file. `features` and `scores` say whether to read these."""
    reader = _SampleReader(file, features, scores)
    for line, row in read_objects(file, STRICT_DECODER):
        reader.take(line, row)
    if not reader.sizes:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    return reader.samples()


@dataclass
class _SampleReader:
    file: InputFile
    features: bool
    scores: bool
    idents: list[Any] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    values: dict[str, list[Any]] = field(default_factory=lambda: {_SCORES: [], _FEATURES: []})
    names: tuple[str, ...] | None = None
    first: int = 0

    def take(self, line: int, row: Mapping[str, Any]) -> None:
        """Read one row."""
        where = f"{self.file.name}, line {line}"
        texts = _texts(row, where)
        self.first = self.first or line
        for name, is_read in ((_SCORES, self.scores), (_FEATURES, self.features)):
            if is_read:
                self._take_values(name, row.get(name), len(texts), where)
        self._take_id(row.get(ID), where)
        self.sizes.append(len(texts))
        self.texts += texts

    def _take_id(self, value: Any, where: str) -> None:
        ident = None if value == "" else value
        if self.idents and (ident is None) != (self.idents[0] is None):
            has, lacks = f"line {self.first} of the file", "this one"
            has, lacks = (has, lacks) if ident is None else (lacks, has)
            raise InputError(f"{where}: {has} has an id, {lacks} has none: give all or none")
        self.idents.append(ident)

    def _take_values(self, name: str, items: Any, count: int, where: str) -> None:
        known = self.values[name]
        if (items is None) == bool(known) and self.sizes:
            has, lacks = f"line {self.first} of the file", "this one"
            has, lacks = (has, lacks) if items is None else (lacks, has)
            raise InputError(f"{where}: {has} has {name}, {lacks} has none: give all or none")
        if items is None:
            return
        if not isinstance(items, list) or len(items) != count:
            problem = (
                f"{len(items)} {name}" if isinstance(items, list) else f"{name} that are not a list"
            )
            raise InputError(f"{where}: {count} hypotheses but {problem}: give one for each")
        for index, item in enumerate(items, 1):
            at = f"{where}, hypothesis {index}"
            known.append(_number(item, "the score", at) if name == _SCORES else self._row(item, at))

    def _row(self, values: Any, at: str) -> list[float]:
        if isinstance(values, list):
            values = {str(index): value for index, value in enumerate(values)}
        if not isinstance(values, dict):
            raise InputError(
                f"{at}: features are {_shown(values)}: give numbers, with or without names"
            )
        if self.names is None:
            self.names = tuple(values)
        if len(values) != len(self.names) or any(name not in values for name in self.names):
            differing = sorted(set(values) ^ set(self.names))[0]
            problem = "is missing" if differing in self.names else "is added"
            raise InputError(
                f"{at}: feature {differing} {problem}, compared with line {self.first}: give every "
                "hypothesis the same features"
            )
        return [_number(values[name], f"feature {name}", at) for name in self.names]

    def samples(self) -> Samples:
        """Return all samples so far."""
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
        """Return ids that are line numbers; else positions and labels."""
        if self.idents[0] is None:
            return range(len(self.idents)), ()
        lines = [line for ident in self.idents if (line := _line(ident)) is not None]
        if len(lines) == len(self.idents):
            return lines, None
        labels = tuple(map(str, self.idents))
        if twice := next(_duplicates(labels), ""):
            raise InputError(
                f"{self.file.name}: id {twice!r} occurs twice: give all hypotheses of a source "
                "in one row, or whole numbers as ids"
            )
        return range(len(labels)), labels


def _line(ident: Any) -> int | None:
    """Return an id as a line number, also if tools made it a text or a float; else None."""
    if isinstance(ident, str) and ident.isascii() and ident.isdecimal():
        ident = int(ident) if len(ident) <= len(str(MAX_ID)) else None
    if type(ident) not in (int, float) or not 0 <= ident <= MAX_ID or ident != int(ident):
        return None
    return int(ident)


def _texts(row: Mapping[str, Any], where: str) -> list[str]:
    names = [name for name in LIST_KEYS if name in row]
    if len(names) != 1:
        problem = " and ".join(names) + " both occur" if names else f"there are no {LIST_KEYS[0]}"
        raise InputError(f"{where}: {problem}: give one list of texts")
    texts = row[names[0]]
    if not isinstance(texts, list) or not texts:
        raise InputError(f"{where}: {names[0]} are {_shown(texts)}: give a list of texts")
    for index, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise InputError(
                f"{where}, hypothesis {index}: {_shown(text)} is not a text: give texts"
            )
    return list(map(one_line, texts))


def _number(value: Any, what: str, at: str) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise InputError(f"{at}: {what} is {_shown(value)}: give a finite number, such as -100")
    return float(value)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]


def _duplicates(labels: Sequence[str]) -> Iterator[str]:
    earlier: set[str] = set()
    for label in labels:
        if label in earlier:
            yield label
        earlier.add(label)
