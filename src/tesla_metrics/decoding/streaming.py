"""Scoring of candidates for external tuners, which send lines and read answers."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, BinaryIO

from ..errors import InputError, TeslaError
from ..files.inputs.references import check_sentences
from ..files.item import ReferenceSet, Segment
from ..files.lines import decode_line, max_line, too_long_error
from ..metrics.base import Metric, Scorer
from .nbest.nbest import BARS
from .tuning.candidate_statistics import IntegerStatistics

_DIGITS = 18  # of sums of statistics: tuners have at most 64 bits
_NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{0,18})?(?:[eE]\+?\d{1,2})?", re.ASCII)
_SHOWN_CHARACTERS = 60  # characters of a line in a message


@dataclass(frozen=True)
class StreamRequest:
    """A candidate, and what it is compared with."""

    candidate: Segment
    references: tuple[Segment, ...]


class TunerProtocol(ABC):
    """The line format of one tuner."""

    @abstractmethod
    def read(self, line: str) -> StreamRequest | str:
        """Parse a line into a question, or return the answer if nothing needs to be scored.

        Raises InputError for other lines.
        """

    @abstractmethod
    def answer(self, row: Any) -> str:
        """Return the answer to a question for the metric's row of it."""


class _Numbered(TunerProtocol):
    """Read `i ||| candidate`, where i is the index, from 0, of known references."""

    def __init__(self, metric: Metric[Any], sets: Sequence[ReferenceSet]) -> None:
        self.metric, self._sets = metric, sets

    def read(self, line: str) -> StreamRequest:
        ident, bars, rest = line.partition(BARS)
        ident_text = ident.strip()
        if not bars or not (ident_text.isascii() and ident_text.isdecimal()):
            raise InputError(f"{_shown(line)} is not ID {BARS} CANDIDATE: fix the line")
        count, digits = len(self._sets[0]), ident_text.lstrip("0") or "0"
        # Python refuses to parse numbers of thousands of digits.
        if len(digits) > len(str(count)) or int(digits) >= count:
            raise InputError(
                f"id {ident_text[:_SHOWN_CHARACTERS]} is unknown: there are {count} references, "
                "with ids from 0"
            )
        segment_references = (references[int(digits)] for references in self._sets)
        # As in n-best lists, features and scores may follow.
        text = rest.partition(BARS)[0].strip()
        return StreamRequest(
            text, tuple(reference for reference in segment_references if reference is not None)
        )


class PlainProtocol(_Numbered):
    """Answer with one score per line, with all its digits."""

    def answer(self, row: Any) -> str:
        return repr(float(self.metric.segment_value(row)))


class ZmertProtocol(_Numbered):
    """Answer with one integer per line, because Z-MERT adds up integers."""

    def __init__(self, metric: Metric[Any], sets: Sequence[ReferenceSet], scale: int) -> None:
        super().__init__(metric, sets)
        self._integers = IntegerStatistics(metric, scale)

    def answer(self, row: Any) -> str:
        return str(self._integers.scaled(self.metric.segment_value(row)))


class MeteorProtocol(TunerProtocol):
    """Speak the protocol of METEOR, which Moses uses.

    `SCORE ||| reference ||| … ||| candidate` is answered with statistics, and `EVAL ||| statistics`
    with their score. Moses expects as many statistics as METEOR has, and always maximises the
    score.
    """

    _COUNT = 23

    def __init__(self, metric: Metric[Any], width: int, scale: int) -> None:
        self._integers = IntegerStatistics(metric, scale)
        self._width = 2 if self._integers.mean else width
        self._sign = 1 if metric.higher_is_better else -1

    def read(self, line: str) -> StreamRequest | str:
        word, *fields = line.split(BARS)
        if word.strip() == "SCORE" and len(fields) > 1:
            *references, candidate = map(str.strip, fields)
            return StreamRequest(candidate, tuple(references))
        if word.strip() == "EVAL" and len(fields) == 1:
            return self._value(self._totals(fields[0]))
        raise InputError(
            f"{_shown(line)} is neither SCORE {BARS} REFERENCE {BARS} CANDIDATE nor EVAL {BARS} "
            "STATISTICS: fix the line"
        )

    def _value(self, totals: Sequence[int]) -> str:
        try:
            return repr(self._sign * self._integers.value(totals))
        except (ArithmeticError, ValueError) as error:
            raise InputError(f"no segments have such statistics: {error}; fix the line") from error

    def _totals(self, field: str) -> list[int]:
        words = field.split()
        totals = []
        for index, word in enumerate(words):
            total = _parse_integer(word)
            # Scores may be negative, counts may not.
            if total is None or (total < 0 and (index or not self._integers.mean)):
                raise InputError(
                    f"{_shown(word)} is not a whole number that SCORE adds up to: fix it"
                )
            totals.append(total)
        if len(words) not in (self._width, max(self._width, self._COUNT)):
            raise InputError(
                f"{len(words)} statistics: give {self._width}, as SCORE does, added up"
            )
        return totals[: self._width]

    def answer(self, row: Any) -> str:
        statistics = self._integers.of(row)
        return " ".join(map(str, [*statistics, *[0] * (self._COUNT - len(statistics))]))


def _parse_integer(word: str) -> int | None:
    """Parse an integer, also as tuners that use floats write it: 463585.0 or 4.63585E5."""
    if not _NUMBER.fullmatch(word):
        return None
    value = Decimal(word)
    return int(value) if abs(value) < 10**_DIGITS and value == int(value) else None


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}…")


# Capacity of a pipe, and so the most that can wait there.
_READ_SIZE = 65_536


def waiting_lines(stream: BinaryIO, max_bytes: int) -> Iterator[list[bytes]]:
    """Yield lists of lines without line ends: all that have arrived, or the next one.

    A line of more than `max_bytes` bytes is cut to one byte more. Text after the last line end is a
    line too.
    """
    read = getattr(
        stream, "read1", stream.read
    )  # returns what has arrived; `read` would wait for more
    rest = b""
    while chunk := read(_READ_SIZE):
        if len(rest) > max_bytes and b"\n" not in chunk:
            continue  # rest of a line that is too long already
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[: max_bytes + 1]
        if lines:
            yield [line[: max_bytes + 1] for line in lines]
    if rest:
        yield [rest]


# Start of an answer that is an error message; no number starts with it.
ERROR = "ERROR"
_NAME = "standard input"
_MAX_BYTES_PER_CHARACTER = 4  # in UTF-8


class ScoreStream:
    """Read lines and answer them.

    count   lines so far
    error_count   lines that could not be answered; `first_error` is the message of the first
    """

    def __init__(self, scorer: Scorer[Any], dialect: TunerProtocol, jobs: int = 1) -> None:
        self._scorer, self._dialect, self._jobs = scorer, dialect, jobs
        self.count = self.error_count = 0
        self.first_error = ""

    def answers(self, stream: BinaryIO) -> Iterator[list[str]]:
        """Yield the answers to all waiting lines as soon as they are known."""
        max_length = max_line()
        for lines in waiting_lines(stream, _MAX_BYTES_PER_CHARACTER * max_length):
            requests = [self._read(line, max_length) for line in lines]
            yield self._answer(requests)

    def _read(self, raw: bytes, max_length: int) -> StreamRequest | str:
        """Parse a line into a question, or return the answer to it."""
        self.count += 1
        try:
            if len(raw) > _MAX_BYTES_PER_CHARACTER * max_length:
                raise too_long_error(f"{_NAME}, line {self.count}", max_length)
            line = decode_line(raw, _NAME, self.count)
            if len(line) > max_length:
                raise too_long_error(f"{_NAME}, line {self.count}", max_length)
        except InputError as error:  # its message names the line
            return self._error(str(error))
        try:
            request = self._dialect.read(line)
            if isinstance(request, StreamRequest) and self._scorer.metric.of_documents:
                check_sentences([request.candidate, *request.references])
        except InputError as error:
            return self._error(f"{_NAME}, line {self.count}: {error}")
        return request

    def _answer(self, requests: Sequence[StreamRequest | str]) -> list[str]:
        questions = [request for request in requests if isinstance(request, StreamRequest)]
        answers = iter(self._compare(questions))
        return [
            next(answers) if isinstance(request, StreamRequest) else request for request in requests
        ]

    def _compare(self, questions: Sequence[StreamRequest]) -> list[str]:
        if not questions:
            return []
        texts = [question.candidate for question in questions]
        try:
            rows = self._scorer.statistics(texts, _sets(questions), self._jobs)
        except TeslaError as error:
            if len(questions) == 1:
                return [self._error(str(error))]
            # One question is at fault; the others still get their answers.
            return [answer for question in questions for answer in self._compare([question])]
        return list(map(self._dialect.answer, rows))

    def _error(self, message: str) -> str:
        self.error_count += 1
        self.first_error = self.first_error or message
        return f"{ERROR} {message}"


def _sets(questions: Sequence[StreamRequest]) -> list[list[Segment | None]]:
    """Return as many reference sets as a question has references at most."""
    n_sets = max(len(question.references) for question in questions)
    return [
        [question.references[k] if k < len(question.references) else None for question in questions]
        for k in range(n_sets)
    ]
