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
from ...files.field_names import ID, REFERENCE, SOURCE, find_role
from ...files.input_file import InputFile
from ...files.testsets.jsonl import STRICT_DECODER, read_objects
from ...files.testsets.sheet import join_lines
from .nbest import MAX_ID, CandidateRows

# Possible names of the list of texts.
LIST_KEYS = ("hypotheses", "candidates")
_SCORES_KEY, _FEATURES_KEY = "scores", "features"


@dataclass
class Samples:
    """The candidates of a file of samples.

    rows    one row per hypothesis
    labels  names of the lists if ids are not line numbers, otherwise None; see `Nbest`
    """

    rows: CandidateRows
    labels: tuple[str, ...] | None


def has_candidate_lists(file: InputFile, exclude_counterparts: bool) -> bool:
    """Return whether the first row has a list of candidates.

    With `exclude_counterparts`, it must also have neither a source nor a reference.
    """
    row = next((row for _, row in read_objects(file)), {})
    if exclude_counterparts and any(find_role(name) in (SOURCE, REFERENCE) for name in row):
        return False
    return any(isinstance(row.get(name), list) for name in LIST_KEYS)


def read_samples(
    file: InputFile, *, with_features: bool = True, with_scores: bool = True
) -> Samples:
    """Read all hypotheses of a file.

    `with_features` and `with_scores` say whether to read the features and the scores.
    """
    reader = _SampleReader(file, with_features, with_scores)
    for line, row in read_objects(file, STRICT_DECODER):
        reader.add_row(line, row)
    if not reader.sizes:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    return reader.build_samples()


@dataclass
class _SampleReader:
    """Collects the rows of a file and checks that they have the same keys.

    `with_features`  whether to read features
    `with_scores`    whether to read scores
    `row_ids`        id of each row as in the file, or None
    `sizes`          number of hypotheses of each row
    `values_by_key`  scores and features of all hypotheses, by key of the row
    `names`          names of features, known after the first row
    `first_line`     line number of the first row
    """

    file: InputFile
    with_features: bool
    with_scores: bool
    row_ids: list[Any] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    values_by_key: dict[str, list[Any]] = field(
        default_factory=lambda: {_SCORES_KEY: [], _FEATURES_KEY: []}
    )
    names: tuple[str, ...] | None = None
    first_line: int = 0

    def add_row(self, line: int, row: Mapping[str, Any]) -> None:
        """Check and add the hypotheses of one row."""
        location = f"{self.file.name}, line {line}"
        texts = _get_texts(row, location)
        self.first_line = self.first_line or line
        for key, is_read in ((_SCORES_KEY, self.with_scores), (_FEATURES_KEY, self.with_features)):
            if is_read:
                self._add_values(key, row.get(key), len(texts), location)
        self._add_id(row.get(ID), location)
        self.sizes.append(len(texts))
        self.texts += texts

    def _add_id(self, value: Any, location: str) -> None:
        row_id = None if value == "" else value
        if self.row_ids and (row_id is None) != (self.row_ids[0] is None):
            row_with, row_without = f"line {self.first_line} of the file", "this one"
            row_with, row_without = (
                (row_with, row_without) if row_id is None else (row_without, row_with)
            )
            raise InputError(
                f"{location}: {row_with} has an id, {row_without} has none: give all or none"
            )
        self.row_ids.append(row_id)

    def _add_values(self, key: str, items: Any, count: int, location: str) -> None:
        stored_values = self.values_by_key[key]
        if (items is None) == bool(stored_values) and self.sizes:
            row_with, row_without = f"line {self.first_line} of the file", "this one"
            row_with, row_without = (
                (row_with, row_without) if items is None else (row_without, row_with)
            )
            raise InputError(
                f"{location}: {row_with} has {key}, {row_without} has none: give all or none"
            )
        if items is None:
            return
        if not isinstance(items, list) or len(items) != count:
            problem = (
                f"{len(items)} {key}" if isinstance(items, list) else f"{key} that are not a list"
            )
            raise InputError(f"{location}: {count} hypotheses but {problem}: give one for each")
        for index, item in enumerate(items, 1):
            item_location = f"{location}, hypothesis {index}"
            stored_values.append(
                _check_number(item, "the score", item_location)
                if key == _SCORES_KEY
                else self._parse_features(item, item_location)
            )

    def _parse_features(self, values: Any, location: str) -> list[float]:
        if isinstance(values, list):
            values = {str(index): value for index, value in enumerate(values)}
        if not isinstance(values, dict):
            raise InputError(
                f"{location}: features are {_format_value(values)}: give numbers, with or without "
                "names"
            )
        if self.names is None:
            self.names = tuple(values)
        if len(values) != len(self.names) or any(name not in values for name in self.names):
            differing_name = sorted(set(values) ^ set(self.names))[0]
            problem = "is missing" if differing_name in self.names else "is added"
            raise InputError(
                f"{location}: feature {differing_name} {problem}, compared with line "
                f"{self.first_line}: "
                "give every hypothesis the same features"
            )
        return [_check_number(values[name], f"feature {name}", location) for name in self.names]

    def build_samples(self) -> Samples:
        """Return all samples that were added."""
        ids, labels = self._build_ids()
        names = self.names or ()
        scores = self.values_by_key[_SCORES_KEY]
        return Samples(
            CandidateRows(
                [row_id for row_id, size in zip(ids, self.sizes, strict=True) for _ in range(size)],
                self.texts,
                names,
                np.array(self.values_by_key[_FEATURES_KEY], dtype=float).reshape(
                    len(self.texts), len(names)
                ),
                np.array(scores, dtype=float) if scores else None,
            ),
            labels,
        )

    def _build_ids(self) -> tuple[Sequence[int], tuple[str, ...] | None]:
        """Return one integer id per row, and the labels as in `Samples`.

        The ids are line numbers, or positions if the ids in the file are not line numbers.
        """
        if self.row_ids[0] is None:
            return range(len(self.row_ids)), ()
        lines = [
            line for row_id in self.row_ids if (line := _parse_line_number(row_id)) is not None
        ]
        if len(lines) == len(self.row_ids):
            return lines, None
        labels = tuple(map(str, self.row_ids))
        if duplicate := next(_find_duplicates(labels), ""):
            raise InputError(
                f"{self.file.name}: id {duplicate!r} occurs twice: give all hypotheses of a source "
                "in one row, or whole numbers as ids"
            )
        return range(len(labels)), labels


def _parse_line_number(row_id: Any) -> int | None:
    """Convert an id to a line number; None if it is not one.

    Some tools write numbers as text or as floats.
    """
    if isinstance(row_id, str) and row_id.isascii() and row_id.isdecimal():
        row_id = int(row_id) if len(row_id) <= len(str(MAX_ID)) else None
    if type(row_id) not in (int, float) or not 0 <= row_id <= MAX_ID or row_id != int(row_id):
        return None
    return int(row_id)


def _get_texts(row: Mapping[str, Any], location: str) -> list[str]:
    keys = [name for name in LIST_KEYS if name in row]
    if len(keys) != 1:
        problem = " and ".join(keys) + " both occur" if keys else f"there are no {LIST_KEYS[0]}"
        raise InputError(f"{location}: {problem}: give one list of texts")
    texts = row[keys[0]]
    if not isinstance(texts, list) or not texts:
        raise InputError(f"{location}: {keys[0]} are {_format_value(texts)}: give a list of texts")
    for index, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise InputError(
                f"{location}, hypothesis {index}: {_format_value(text)} is not a text: give texts"
            )
    return list(map(join_lines, texts))


def _check_number(value: Any, value_name: str, location: str) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise InputError(
            f"{location}: {value_name} is {_format_value(value)}: give a finite number, such as "
            "-100"
        )
    return float(value)


def _format_value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]


def _find_duplicates(labels: Sequence[str]) -> Iterator[str]:
    """Yield each label that occurred before."""
    earlier_labels: set[str] = set()
    for label in labels:
        if label in earlier_labels:
            yield label
        earlier_labels.add(label)
