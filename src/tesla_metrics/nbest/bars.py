"""N-best lists between bars, as Moses, Z-MERT and Joshua write them.

`id ||| text ||| features ||| score`, without what a decoder leaves out; fields after the score are
not looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ..arrays import Floats
from ..errors import InputError
from ..files.given import Given
from .fields import FeatureField, parse_alike, parse_field
from .rows import BARS, MOST_ID, CandidateRows

# Lines that are parsed at once.
_STRETCH = 4096


@dataclass(frozen=True)
class _Layout:
    """How lines look, as the first says: where features and scores are, and what features."""

    field: FeatureField | None
    names: tuple[str, ...]
    score_at: int | None
    width: int


def read_bars(file: Given, *, features: bool = True, scores: bool = True) -> CandidateRows:
    """All candidates of a file; `features` and `scores` say whether these are wanted."""
    lines = file.lines()
    stretch = list(islice(lines, _STRETCH))
    if not stretch:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    parser = _Parser(file, _layout(file, stretch[0], features, scores))
    number = 1
    while stretch:
        parser.take(stretch, number)
        number += len(stretch)
        stretch = list(islice(lines, _STRETCH))
    return parser.rows()


def _layout(file: Given, line: str, features: bool, scores: bool) -> _Layout:
    _, _, *rest = _split(file, 1, line)
    # One number alone is the score of the whole.
    alone = len(rest) == 1 and _is_number(rest[0])
    score_at = 2 if alone else 3 if len(rest) > 1 and _is_number(rest[1]) else None
    field = None
    if features and rest and not alone and rest[0].strip():
        field = _field(file, 1, rest[0])
    names = tuple(field.names(field.glued)) if field else ()
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{file.name}, line 1: feature {twice} is there twice: name each once")
    return _Layout(field, names, score_at if scores else None, 2 + len(rest))


class _Parser:
    """Takes lines, a stretch at once where they look like the first, else one by one."""

    def __init__(self, file: Given, layout: _Layout) -> None:
        self._file, self._layout = file, layout
        self._idents: list[int] = []
        self._texts: list[str] = []
        self._features: list[Floats] = []
        self._scores: list[Floats] = []

    def take(self, lines: Sequence[str], first: int) -> None:
        """These lines, of which the first has this number."""
        found = self._alike(lines)
        if found is None or not all(np.isfinite(numbers).all() for numbers in found[2:]):
            found = self._one_by_one(lines, first)
        idents, texts, features, scores = found
        self._idents += idents
        self._texts += texts
        self._features.append(features)
        self._scores.append(scores)

    def rows(self) -> CandidateRows:
        """All that was taken."""
        return CandidateRows(
            self._idents,
            self._texts,
            self._layout.names,
            np.concatenate(self._features),
            None if self._layout.score_at is None else np.concatenate(self._scores),
        )

    def _alike(self, lines: Sequence[str]) -> tuple[list[int], list[str], Floats, Floats] | None:
        layout = self._layout
        bars = layout.width - 1
        if any(line.count(BARS) != bars for line in lines):
            return None
        parts = BARS.join(lines).split(BARS)
        columns = [parts[place :: layout.width] for place in range(layout.width)]
        if not "".join(map(str.strip, columns[0])).isdecimal():
            return None
        values = parse_alike(columns[2], layout.field) if layout.field else []
        if values is None:
            return None
        try:
            scores = [] if layout.score_at is None else list(map(float, columns[layout.score_at]))
            idents = list(map(int, columns[0]))
        except ValueError:
            return None
        if max(idents) > MOST_ID:
            return None
        features = np.array(values, dtype=float).reshape(len(lines), len(layout.names))
        return idents, list(map(str.strip, columns[1])), features, np.array(scores, dtype=float)

    def _one_by_one(
        self, lines: Sequence[str], first: int
    ) -> tuple[list[int], list[str], Floats, Floats]:
        found = [self._line(line, number) for number, line in enumerate(lines, first)]
        idents, texts, features, scores = zip(*found, strict=True)
        shape = len(lines), len(self._layout.names)
        values: Floats = np.array(features, dtype=float).reshape(shape)
        own = [] if self._layout.score_at is None else scores
        return list(idents), list(texts), values, np.array(own, dtype=float)

    def _line(self, line: str, number: int) -> tuple[int, str, Sequence[float], float]:
        ident, text, *rest = _split(self._file, number, line)
        layout = self._layout
        values: Sequence[float] = ()
        if layout.field:
            values = self._values(_field(self._file, number, rest[0] if rest else ""), number)
        score = 0.0
        if layout.score_at is not None:
            score = self._score(rest[layout.score_at - 2 : layout.score_at - 1], number)
        return int(ident), text.strip(), values, score

    def _values(self, field: FeatureField, number: int) -> Sequence[float]:
        """In the order of the first line."""
        assert self._layout.field is not None
        wanted, names = self._layout.names, tuple(field.names(self._layout.field.glued))
        where = f"{self._file.name}, line {number}"
        if names != wanted:
            for name in wanted:
                if name not in names:
                    raise InputError(
                        f"{where}: feature {name} is missing, which line 1 has: give every line "
                        "the same features"
                    )
            if extra := [name for name in names if name not in wanted or names.count(name) > 1]:
                raise InputError(
                    f"{where}: feature {extra[0]} is there, which line 1 has not, or is there "
                    "twice: give every line the same features"
                )
        by_name = dict(zip(names, field.values, strict=True))
        for name, value in by_name.items():
            if not np.isfinite(value):
                raise InputError(
                    f"{where}: feature {name} is {value}: give finite numbers, such as -100"
                )
        return [by_name[name] for name in wanted]

    def _score(self, found: Sequence[str], number: int) -> float:
        where = f"{self._file.name}, line {number}"
        if not found or not _is_number(found[0]):
            said = f"{found[0].strip()[:40]!r} is no score" if found else "no score is there"
            raise InputError(f"{where}: {said}, and line 1 has one: give every line one, or none")
        score = float(found[0])
        if not np.isfinite(score):
            raise InputError(f"{where}: the score is {score}: give finite numbers, such as -100")
        return score


def _split(file: Given, number: int, line: str) -> list[str]:
    parts = line.split(BARS)
    ident = parts[0].strip()
    if len(parts) < 2 or not ident.isdecimal() or len(ident) > len(str(MOST_ID)):
        shown = line if len(line) <= 100 else f"{line[:100]}…"
        raise InputError(
            f"{file.name}, line {number}: {shown!r} is not ID {BARS} TEXT: mend the line"
        )
    return parts


def _field(file: Given, number: int, text: str) -> FeatureField:
    try:
        return parse_field(text)
    except ValueError as error:
        raise InputError(
            f"{file.name}, line {number}: {error}: give features as name= 1.5 2, or numbers alone"
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
    """The lines again, without features or scores where these are None."""
    for place, text in enumerate(texts):
        parts = [str(idents[place]), text]
        if fields is not None or scores is not None:
            parts.append("" if fields is None else next(fields))
        if scores is not None:
            parts.append(repr(float(scores[place])))
        yield f" {BARS} ".join(parts)
