"""N-best lists with fields separated by bars, as Moses, Z-MERT and Joshua write them."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ...arrays import Floats
from ...errors import InputError
from ...files.input_file import InputFile
from .nbest import BARS, MAX_ID, CandidateRows

_LABEL_ENDS = ("=", ":")


@dataclass(frozen=True)
class FeatureField:
    """The features of one line.

    labels  labels before numbers, each with the count of numbers that follow; "" without a label
    glued   labels that are one word with their number, as in lm=-3.5 (written by Joshua)
    """

    labels: tuple[tuple[str, int], ...]
    values: Sequence[float]
    glued: frozenset[str] = frozenset()

    def names(self, glued: Collection[str]) -> list[str]:
        """Return the names of the features as in Moses: lm_0, tm_0, tm_1; or 0, 1, …

        A label among `glued` that has only one number is a complete name. Features without labels
        are numbered.
        """
        counts: Counter[str] = Counter()
        for label, count in self.labels:
            counts[label] += count
        used: Counter[str] = Counter()
        names = []
        for label, count in self.labels:
            for _ in range(count):
                index = used[label]
                used[label] += 1
                is_full_name = label in glued and counts[label] == 1
                names.append(label if is_full_name else f"{label}_{index}" if label else str(index))
        return names


def parse_field(text: str) -> FeatureField:
    """Parse `lm= -3 tm= -1 -2`, `lm: -3`, `lm=-3` or `-3 -1 -2`; raise ValueError otherwise."""
    labels: list[tuple[str, int]] = []
    values: list[float] = []
    glued = set()
    for word in text.split():
        label, value = _split_label(word)
        if label:
            if labels and not labels[-1][1]:
                raise ValueError(f"feature {labels[-1][0]} has no value")
            labels.append((label, 0))
            if not value:
                continue
            glued.add(label)
        if not labels:
            labels.append(("", 0))
        values.append(_number(value))
        labels[-1] = (labels[-1][0], labels[-1][1] + 1)
    if labels and not labels[-1][1]:
        raise ValueError(f"feature {labels[-1][0]} has no value")
    return FeatureField(tuple(labels), values, frozenset(glued))


def _split_label(word: str) -> tuple[str, str]:
    """Return label and number of a word; either may be empty."""
    for end in _LABEL_ENDS:
        label, separator, value = word.rpartition(end)
        if separator and label:
            return label, value
    return "", word


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is not a number") from None


def parse_same_layout(texts: Sequence[str], like: FeatureField) -> list[float] | None:
    """Parse fields that are written like `like` at once; return None if one differs."""
    # A bar after each field: otherwise a number that moved from one field to another would not be
    # noticed.
    joined = f" {BARS} ".join([*texts, ""])
    words = (joined.replace("=", "= ") if like.glued else joined).split()
    width = len(like.values) + sum(label != "" for label, _ in like.labels)
    ends = words[width :: width + 1]
    if len(words) != (width + 1) * len(texts) or ends.count(BARS) != len(texts):
        return None
    del words[width :: width + 1]
    for index, label in _label_positions(like):
        column = words[index::width]
        if not any(column.count(label + end) == len(texts) for end in _LABEL_ENDS):
            return None
        del words[index::width]
        width -= 1
    try:
        return list(map(float, words))
    except ValueError:
        return None


def _label_positions(like: FeatureField) -> list[tuple[int, str]]:
    """Return the position of each label, not counting the labels before it."""
    positions, index = [], 0
    for label, count in like.labels:
        if label:
            positions.append((index, label))
        index += count
    return positions


# A line is `id ||| text ||| features ||| score`, where decoders may omit features and score. Fields
# after the score are ignored.

# Number of lines that are parsed at once.
_CHUNK_SIZE = 4096


@dataclass(frozen=True)
class _Layout:
    """The layout of lines, as the first one has it: position of the score, and the features."""

    field: FeatureField | None
    names: tuple[str, ...]
    score_at: int | None
    width: int


def read_bars(file: InputFile, *, features: bool = True, scores: bool = True) -> CandidateRows:
    """Read all candidates of a file. `features` and `scores` say whether to read these."""
    lines = file.lines()
    chunk = list(islice(lines, _CHUNK_SIZE))
    if not chunk:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    parser = _Parser(file, _layout(file, chunk[0], features, scores))
    line_number = 1
    while chunk:
        parser.take(chunk, line_number)
        line_number += len(chunk)
        chunk = list(islice(lines, _CHUNK_SIZE))
    return parser.rows()


def _layout(file: InputFile, line: str, features: bool, scores: bool) -> _Layout:
    _, _, *rest = _split(file, 1, line)
    # A single number is the score.
    only_score = len(rest) == 1 and _is_number(rest[0])
    score_at = 2 if only_score else 3 if len(rest) > 1 and _is_number(rest[1]) else None
    field = None
    if features and rest and not only_score and rest[0].strip():
        field = _field(file, 1, rest[0])
    names = tuple(field.names(field.glued)) if field else ()
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{file.name}, line 1: feature {twice} occurs twice: give each name once")
    return _Layout(field, names, score_at if scores else None, 2 + len(rest))


class _Parser:
    """Parse lines in chunks if they look like the first line, otherwise one by one."""

    def __init__(self, file: InputFile, layout: _Layout) -> None:
        self._file, self._layout = file, layout
        self._idents: list[int] = []
        self._texts: list[str] = []
        self._features: list[Floats] = []
        self._scores: list[Floats] = []

    def take(self, lines: Sequence[str], first: int) -> None:
        """Parse these lines; `first` is the number of the first."""
        parsed = self._parse_chunk(lines)
        if parsed is None or not all(np.isfinite(numbers).all() for numbers in parsed[2:]):
            parsed = self._parse_lines(lines, first)
        idents, texts, features, scores = parsed
        self._idents += idents
        self._texts += texts
        self._features.append(features)
        self._scores.append(scores)

    def rows(self) -> CandidateRows:
        """Return all candidates so far."""
        return CandidateRows(
            self._idents,
            self._texts,
            self._layout.names,
            np.concatenate(self._features),
            None if self._layout.score_at is None else np.concatenate(self._scores),
        )

    def _parse_chunk(
        self, lines: Sequence[str]
    ) -> tuple[list[int], list[str], Floats, Floats] | None:
        layout = self._layout
        bars = layout.width - 1
        if any(line.count(BARS) != bars for line in lines):
            return None
        parts = BARS.join(lines).split(BARS)
        columns = [parts[index :: layout.width] for index in range(layout.width)]
        if not "".join(map(str.strip, columns[0])).isdecimal():
            return None
        values = parse_same_layout(columns[2], layout.field) if layout.field else []
        if values is None:
            return None
        try:
            scores = [] if layout.score_at is None else list(map(float, columns[layout.score_at]))
            idents = list(map(int, columns[0]))
        except ValueError:
            return None
        if max(idents) > MAX_ID:
            return None
        features = np.array(values, dtype=float).reshape(len(lines), len(layout.names))
        return idents, list(map(str.strip, columns[1])), features, np.array(scores, dtype=float)

    def _parse_lines(
        self, lines: Sequence[str], first: int
    ) -> tuple[list[int], list[str], Floats, Floats]:
        rows = [self._line(line, line_number) for line_number, line in enumerate(lines, first)]
        idents, texts, features, scores = zip(*rows, strict=True)
        shape = len(lines), len(self._layout.names)
        values: Floats = np.array(features, dtype=float).reshape(shape)
        kept_scores = [] if self._layout.score_at is None else scores
        return list(idents), list(texts), values, np.array(kept_scores, dtype=float)

    def _line(self, line: str, line_number: int) -> tuple[int, str, Sequence[float], float]:
        ident, text, *rest = _split(self._file, line_number, line)
        layout = self._layout
        values: Sequence[float] = ()
        if layout.field:
            values = self._values(
                _field(self._file, line_number, rest[0] if rest else ""), line_number
            )
        score = 0.0
        if layout.score_at is not None:
            score = self._score(rest[layout.score_at - 2 : layout.score_at - 1], line_number)
        return int(ident), text.strip(), values, score

    def _values(self, field: FeatureField, line_number: int) -> Sequence[float]:
        """Return the values in the order of the first line."""
        assert self._layout.field is not None
        expected, names = self._layout.names, tuple(field.names(self._layout.field.glued))
        where = f"{self._file.name}, line {line_number}"
        if names != expected:
            for name in expected:
                if name not in names:
                    raise InputError(
                        f"{where}: feature {name} is missing, but line 1 has it: give every line "
                        "the same features"
                    )
            if extra := [name for name in names if name not in expected or names.count(name) > 1]:
                raise InputError(
                    f"{where}: feature {extra[0]} occurs twice or does not occur in line 1: "
                    "give every line the same features"
                )
        by_name = dict(zip(names, field.values, strict=True))
        for name, value in by_name.items():
            if not np.isfinite(value):
                raise InputError(
                    f"{where}: feature {name} is {value}: give finite numbers, such as -100"
                )
        return [by_name[name] for name in expected]

    def _score(self, fields: Sequence[str], line_number: int) -> float:
        where = f"{self._file.name}, line {line_number}"
        if not fields or not _is_number(fields[0]):
            problem = (
                f"{fields[0].strip()[:40]!r} is not a score" if fields else "there is no score"
            )
            raise InputError(
                f"{where}: {problem}, but line 1 has one: give every line a score, or none"
            )
        score = float(fields[0])
        if not np.isfinite(score):
            raise InputError(f"{where}: the score is {score}: give finite numbers, such as -100")
        return score


def _split(file: InputFile, line_number: int, line: str) -> list[str]:
    parts = line.split(BARS)
    ident = parts[0].strip()
    if len(parts) < 2 or not ident.isdecimal() or len(ident) > len(str(MAX_ID)):
        shown = line if len(line) <= 100 else f"{line[:100]}…"
        raise InputError(
            f"{file.name}, line {line_number}: {shown!r} is not ID {BARS} TEXT: fix the line"
        )
    return parts


def _field(file: InputFile, line_number: int, text: str) -> FeatureField:
    try:
        return parse_field(text)
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


def bar_lines(
    idents: Sequence[int],
    texts: Sequence[str],
    fields: Iterator[str] | None,
    scores: Floats | None,
) -> Iterator[str]:
    """Yield the lines of a file; features or scores that are None are omitted."""
    for index, text in enumerate(texts):
        parts = [str(idents[index]), text]
        if fields is not None or scores is not None:
            parts.append("" if fields is None else next(fields))
        if scores is not None:
            parts.append(repr(float(scores[index])))
        yield f" {BARS} ".join(parts)
