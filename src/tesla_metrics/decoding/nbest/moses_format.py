"""N-best lists with fields separated by |||, as Moses, Z-MERT and Joshua write them."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ...arrays import Floats
from ...errors import InputError
from ...files.input_file import InputFile
from .nbest import FIELD_SEPARATOR, MAX_ID, CandidateRows

_LABEL_ENDS = ("=", ":")


@dataclass(frozen=True)
class FeatureField:
    """The features of one line.

    `labels`         pairs of a label and the count of numbers that follow it; the label of numbers
                     without a label is ""
    `values`         all numbers of the line
    `inline_labels`  labels without a space before their number, as Joshua writes lm=-3.5
    """

    labels: tuple[tuple[str, int], ...]
    values: Sequence[float]
    inline_labels: frozenset[str] = frozenset()

    def get_names(self, inline_labels: Collection[str]) -> list[str]:
        """Return one name per value as in Moses: lm_0, tm_0, tm_1; or 0, 1, … without labels.

        A label among `inline_labels` that has only one number is itself the name, without _0.
        """
        counts: Counter[str] = Counter()
        for label, count in self.labels:
            counts[label] += count
        used_counts: Counter[str] = Counter()
        names = []
        for label, count in self.labels:
            for _ in range(count):
                index = used_counts[label]
                used_counts[label] += 1
                if label in inline_labels and counts[label] == 1:
                    names.append(label)
                else:
                    names.append(f"{label}_{index}" if label else str(index))
        return names


def parse_feature_field(text: str) -> FeatureField:
    """Parse features such as `lm= -3 tm= -1 -2`, `lm: -3`, `lm=-3` or `-3 -1 -2`.

    Raise ValueError for text in another format.
    """
    labels: list[tuple[str, int]] = []
    values: list[float] = []
    inline_labels = set()
    for word in text.split():
        label, value = _split_label(word)
        if label:
            if labels and not labels[-1][1]:
                raise ValueError(f"feature {labels[-1][0]} has no value")
            labels.append((label, 0))
            if not value:
                continue
            inline_labels.add(label)
        if not labels:
            labels.append(("", 0))
        values.append(_parse_number(value))
        labels[-1] = (labels[-1][0], labels[-1][1] + 1)
    if labels and not labels[-1][1]:
        raise ValueError(f"feature {labels[-1][0]} has no value")
    return FeatureField(tuple(labels), values, frozenset(inline_labels))


def _split_label(word: str) -> tuple[str, str]:
    """Split a word into label and number, either of which may be empty."""
    for label_end in _LABEL_ENDS:
        label, separator, value = word.rpartition(label_end)
        if separator and label:
            return label, value
    return "", word


def _parse_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is not a number") from None


def parse_same_layout(texts: Sequence[str], first_field: FeatureField) -> list[float] | None:
    """Parse many feature fields at once if all have the labels of `first_field`, in the same order.

    Return the values of all fields one after another, or None if a field has another layout.
    """
    # A separator after each field detects a field with a number too few before one with a number
    # too many.
    joined_text = f" {FIELD_SEPARATOR} ".join([*texts, ""])
    words = (joined_text.replace("=", "= ") if first_field.inline_labels else joined_text).split()
    words_per_field = len(first_field.values) + sum(label != "" for label, _ in first_field.labels)
    separators = words[words_per_field :: words_per_field + 1]
    if len(words) != (words_per_field + 1) * len(texts) or separators.count(FIELD_SEPARATOR) != len(
        texts
    ):
        return None
    del words[words_per_field :: words_per_field + 1]
    for index, label in _get_label_positions(first_field):
        column = words[index::words_per_field]
        if not any(column.count(label + label_end) == len(texts) for label_end in _LABEL_ENDS):
            return None
        del words[index::words_per_field]
        words_per_field -= 1
    try:
        return list(map(float, words))
    except ValueError:
        return None


def _get_label_positions(field: FeatureField) -> list[tuple[int, str]]:
    """Return (index, label) pairs, where the index is the count of numbers before the label."""
    positions, index = [], 0
    for label, count in field.labels:
        if label:
            positions.append((index, label))
        index += count
    return positions


# Reading files. Lines are `id ||| text ||| features ||| score`, where decoders may omit features or
# scores. Fields after the score are ignored.

# Number of lines that are parsed at once.
_CHUNK_SIZE = 4096


@dataclass(frozen=True)
class _Layout:
    """The layout of the first line, which all lines of a file must have.

    `first_field`  features of the first line, or None if there are none or they are not read
    `get_names`    names of these features
    `score_index`  index of the field with the score, or None if there is none or it is not read
    `n_fields`     number of fields
    """

    first_field: FeatureField | None
    names: tuple[str, ...]
    score_index: int | None
    n_fields: int


def read_moses_nbest(
    file: InputFile, *, with_features: bool = True, with_scores: bool = True
) -> CandidateRows:
    """Read all candidates of a file.

    `with_features` and `with_scores` say whether to read the features and the scores.
    """
    lines = file.lines()
    chunk = list(islice(lines, _CHUNK_SIZE))
    if not chunk:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    parser = _CandidateParser(file, _detect_layout(file, chunk[0], with_features, with_scores))
    line_number = 1
    while chunk:
        parser.parse(chunk, line_number)
        line_number += len(chunk)
        chunk = list(islice(lines, _CHUNK_SIZE))
    return parser.get_rows()


def _detect_layout(file: InputFile, line: str, with_features: bool, with_scores: bool) -> _Layout:
    _, _, *optional_fields = _split_fields(file, 1, line)
    # A third field with a single number is the score, not a feature.
    is_score_only = len(optional_fields) == 1 and _is_number(optional_fields[0])
    score_index = None
    if is_score_only:
        score_index = 2
    elif len(optional_fields) > 1 and _is_number(optional_fields[1]):
        score_index = 3
    first_field = None
    if with_features and optional_fields and not is_score_only and optional_fields[0].strip():
        first_field = _parse_features(file, 1, optional_fields[0])
    names = tuple(first_field.get_names(first_field.inline_labels)) if first_field else ()
    if len(set(names)) < len(names):
        duplicate = next(name for name in names if names.count(name) > 1)
        raise InputError(
            f"{file.name}, line 1: feature {duplicate} occurs twice: give each name once"
        )
    return _Layout(
        first_field, names, score_index if with_scores else None, 2 + len(optional_fields)
    )


class _CandidateParser:
    """Parse lines in chunks if they have the layout of the first line, otherwise one by one.

    Parsing one by one is slower, and raises an error that names the first invalid line.
    """

    def __init__(self, file: InputFile, layout: _Layout) -> None:
        self._file, self._layout = file, layout
        self._list_ids: list[int] = []
        self._texts: list[str] = []
        self._features: list[Floats] = []
        self._scores: list[Floats] = []

    def parse(self, lines: Sequence[str], first_line_number: int) -> None:
        """Parse lines and store their candidates; `first_line_number` is the number of the first
        line.
        """
        columns = self._parse_chunk(lines)
        if columns is None or not all(np.isfinite(numbers).all() for numbers in columns[2:]):
            columns = self._parse_lines(lines, first_line_number)
        list_ids, texts, features, scores = columns
        self._list_ids += list_ids
        self._texts += texts
        self._features.append(features)
        self._scores.append(scores)

    def get_rows(self) -> CandidateRows:
        """Return all candidates that were parsed so far."""
        return CandidateRows(
            self._list_ids,
            self._texts,
            self._layout.names,
            np.concatenate(self._features),
            None if self._layout.score_index is None else np.concatenate(self._scores),
        )

    def _parse_chunk(
        self, lines: Sequence[str]
    ) -> tuple[list[int], list[str], Floats, Floats] | None:
        """Return ids, texts, features and scores, or None if a line has another layout."""
        layout = self._layout
        n_separators = layout.n_fields - 1
        if any(line.count(FIELD_SEPARATOR) != n_separators for line in lines):
            return None
        fields = FIELD_SEPARATOR.join(lines).split(FIELD_SEPARATOR)
        columns = [fields[index :: layout.n_fields] for index in range(layout.n_fields)]
        if not "".join(map(str.strip, columns[0])).isdecimal():
            return None
        values = parse_same_layout(columns[2], layout.first_field) if layout.first_field else []
        if values is None:
            return None
        try:
            scores = (
                [] if layout.score_index is None else list(map(float, columns[layout.score_index]))
            )
            list_ids = list(map(int, columns[0]))
        except ValueError:
            return None
        if max(list_ids) > MAX_ID:
            return None
        features = np.array(values, dtype=float).reshape(len(lines), len(layout.names))
        return list_ids, list(map(str.strip, columns[1])), features, np.array(scores, dtype=float)

    def _parse_lines(
        self, lines: Sequence[str], first_line_number: int
    ) -> tuple[list[int], list[str], Floats, Floats]:
        """Return ids, texts, features and scores; raise an error for an invalid line."""
        rows = [
            self._parse_line(line, line_number)
            for line_number, line in enumerate(lines, first_line_number)
        ]
        list_ids, texts, features, scores = zip(*rows, strict=True)
        shape = len(lines), len(self._layout.names)
        values: Floats = np.array(features, dtype=float).reshape(shape)
        kept_scores = [] if self._layout.score_index is None else scores
        return list(list_ids), list(texts), values, np.array(kept_scores, dtype=float)

    def _parse_line(self, line: str, line_number: int) -> tuple[int, str, Sequence[float], float]:
        """Return id, text, features and score of a line; the score is 0 if none is read."""
        list_id, text, *optional_fields = _split_fields(self._file, line_number, line)
        layout = self._layout
        values: Sequence[float] = ()
        if layout.first_field:
            values = self._order_values(
                _parse_features(
                    self._file, line_number, optional_fields[0] if optional_fields else ""
                ),
                line_number,
            )
        score = 0.0
        if layout.score_index is not None:
            score = self._parse_score(
                optional_fields[layout.score_index - 2 : layout.score_index - 1], line_number
            )
        return int(list_id), text.strip(), values, score

    def _order_values(self, field: FeatureField, line_number: int) -> Sequence[float]:
        """Return the values in the order of the features of the first line."""
        assert self._layout.first_field is not None
        expected, names = (
            self._layout.names,
            tuple(field.get_names(self._layout.first_field.inline_labels)),
        )
        location = f"{self._file.name}, line {line_number}"
        if names != expected:
            for name in expected:
                if name not in names:
                    raise InputError(
                        f"{location}: feature {name} is missing, but line 1 has it: give every "
                        "line the same features"
                    )
            if extra := [name for name in names if name not in expected or names.count(name) > 1]:
                raise InputError(
                    f"{location}: feature {extra[0]} occurs twice or does not occur in line 1: "
                    "give every line the same features"
                )
        by_name = dict(zip(names, field.values, strict=True))
        for name, value in by_name.items():
            if not np.isfinite(value):
                raise InputError(
                    f"{location}: feature {name} is {value}: give finite numbers, such as -100"
                )
        return [by_name[name] for name in expected]

    def _parse_score(self, fields: Sequence[str], line_number: int) -> float:
        location = f"{self._file.name}, line {line_number}"
        if not fields or not _is_number(fields[0]):
            problem = (
                f"{fields[0].strip()[:40]!r} is not a score" if fields else "there is no score"
            )
            raise InputError(
                f"{location}: {problem}, but line 1 has one: give every line a score, or none"
            )
        score = float(fields[0])
        if not np.isfinite(score):
            raise InputError(f"{location}: the score is {score}: give finite numbers, such as -100")
        return score


def _split_fields(file: InputFile, line_number: int, line: str) -> list[str]:
    fields = line.split(FIELD_SEPARATOR)
    list_id = fields[0].strip()
    if len(fields) < 2 or not list_id.isdecimal() or len(list_id) > len(str(MAX_ID)):
        shown_line = line if len(line) <= 100 else f"{line[:100]}…"
        raise InputError(
            f"{file.name}, line {line_number}: {shown_line!r} is not ID {FIELD_SEPARATOR} TEXT: "
            "fix the line"
        )
    return fields


def _parse_features(file: InputFile, line_number: int, text: str) -> FeatureField:
    try:
        return parse_feature_field(text)
    except ValueError as error:
        raise InputError(
            f"{file.name}, line {line_number}: {error}: give features as name= 1.5 2, or only "
            "numbers"
        ) from error


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def format_moses_lines(
    list_ids: Sequence[int],
    texts: Sequence[str],
    feature_texts: Iterator[str] | None,
    scores: Floats | None,
) -> Iterator[str]:
    """Yield one line per candidate; `feature_texts` has the features of each as text.

    Features or scores that are None are omitted.
    """
    for index, text in enumerate(texts):
        line_fields = [str(list_ids[index]), text]
        if feature_texts is not None or scores is not None:
            line_fields.append("" if feature_texts is None else next(feature_texts))
        if scores is not None:
            line_fields.append(repr(float(scores[index])))
        yield f" {FIELD_SEPARATOR} ".join(line_fields)
