"""What tuners ask, and how they want to be answered."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ...errors import InputError
from ...metrics.base import Metric
from ...nbest.rows import BARS
from ...tasks import ReferenceSet, Segment
from ..whole import WholeStatistics

_DIGITS = 18  # of sums of statistics: tuners have 64 bits at the most
_NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{0,18})?(?:[eE]\+?\d{1,2})?", re.ASCII)
_SHOWN = 60  # characters of a line in a message


@dataclass(frozen=True)
class Question:
    """A candidate, and what it is held against."""

    candidate: Segment
    references: tuple[Segment, ...]


class Dialect(ABC):
    """One tuner's way."""

    @abstractmethod
    def read(self, line: str) -> Question | str:
        """What a line asks, or the answer where nothing is to be compared; InputError: neither."""

    @abstractmethod
    def answer(self, row: Any) -> str:
        """To a question, by the metric's row of it."""


class _Numbered(Dialect):
    """`i ||| candidate`: references are known, and i counts them from 0."""

    def __init__(self, metric: Metric[Any], sets: Sequence[ReferenceSet]) -> None:
        self.metric, self._sets = metric, sets

    def read(self, line: str) -> Question:
        ident, bars, rest = line.partition(BARS)
        number = ident.strip()
        if not bars or not (number.isascii() and number.isdecimal()):
            raise InputError(f"{_shown(line)} is not ID {BARS} CANDIDATE: mend the line")
        count, place = len(self._sets[0]), number.lstrip("0") or "0"
        # Python refuses to read numbers of thousands of digits.
        if len(place) > len(str(count)) or int(place) >= count:
            raise InputError(
                f"id {number[:_SHOWN]} is none: there are {count} references, of ids from 0"
            )
        own = (references[int(place)] for references in self._sets)
        # As in n-best lists, features and scores may follow.
        text = rest.partition(BARS)[0].strip()
        return Question(text, tuple(one for one in own if one is not None))


class Plain(_Numbered):
    """A score a line, with all its digits."""

    def answer(self, row: Any) -> str:
        return repr(float(self.metric.segment_value(row)))


class Zmert(_Numbered):
    """A whole number a line: Z-MERT adds up integers."""

    def __init__(self, metric: Metric[Any], sets: Sequence[ReferenceSet], scale: int) -> None:
        super().__init__(metric, sets)
        self._whole = WholeStatistics(metric, scale)

    def answer(self, row: Any) -> str:
        return str(self._whole.scaled(self.metric.segment_value(row)))


class Meteor(Dialect):
    """`SCORE ||| reference ||| … ||| candidate` gets statistics, `EVAL ||| statistics` their score.

    So METEOR speaks with Moses, which wants as many statistics as METEOR has, and always seeks the
    highest score.
    """

    _COUNT = 23

    def __init__(self, metric: Metric[Any], width: int, scale: int) -> None:
        self._whole = WholeStatistics(metric, scale)
        self._width = 2 if self._whole.mean else width
        self._sign = 1 if metric.higher_is_better else -1

    def read(self, line: str) -> Question | str:
        word, *fields = line.split(BARS)
        if word.strip() == "SCORE" and len(fields) > 1:
            *references, candidate = map(str.strip, fields)
            return Question(candidate, tuple(references))
        if word.strip() == "EVAL" and len(fields) == 1:
            return self._value(self._totals(fields[0]))
        raise InputError(
            f"{_shown(line)} is neither SCORE {BARS} REFERENCE {BARS} CANDIDATE nor EVAL {BARS} "
            "STATISTICS: mend the line"
        )

    def _value(self, totals: Sequence[int]) -> str:
        try:
            return repr(self._sign * self._whole.value(totals))
        except (ArithmeticError, ValueError) as error:
            raise InputError(f"no segments have such statistics: {error}; mend the line") from error

    def _totals(self, field: str) -> list[int]:
        words = field.split()
        totals = []
        for place, word in enumerate(words):
            total = _whole_number(word)
            # Scores may be below 0, counts may not.
            if total is None or (total < 0 and (place or not self._whole.mean)):
                raise InputError(
                    f"{_shown(word)} is no whole number that SCORE adds up to: mend it"
                )
            totals.append(total)
        if len(words) not in (self._width, max(self._width, self._COUNT)):
            raise InputError(
                f"{len(words)} statistics: give {self._width}, as SCORE does, added up"
            )
        return totals[: self._width]

    def answer(self, row: Any) -> str:
        own = self._whole.of(row)
        return " ".join(map(str, [*own, *[0] * (self._COUNT - len(own))]))


def _whole_number(word: str) -> int | None:
    """Also as tuners write it that keep floats: 463585.0, or 4.63585E5."""
    if not _NUMBER.fullmatch(word):
        return None
    value = Decimal(word)
    return int(value) if abs(value) < 10**_DIGITS and value == int(value) else None


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
