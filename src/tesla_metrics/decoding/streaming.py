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
from ..files.lines import decode_line, get_max_line_length, too_long_error
from ..metrics.base import Metric, Scorer
from .nbest.nbest import FIELD_SEPARATOR
from .tuning.candidate_statistics import IntegerStatistics

_MAX_DIGITS = 18  # maximum digits of a sum of statistics, because tuners have at most 64 bits
_NUMBER_PATTERN = re.compile(r"-?\d{1,18}(?:\.\d{0,18})?(?:[eE]\+?\d{1,2})?", re.ASCII)
_SHOWN_CHARACTERS = 60  # characters of a line in a message


@dataclass(frozen=True)
class StreamRequest:
    """A candidate, and the references that it is compared with."""

    candidate: Segment
    references: tuple[Segment, ...]


class TunerProtocol(ABC):
    """The line format of one tuner."""

    @abstractmethod
    def parse_line(self, line: str) -> StreamRequest | str:
        """Parse a line into a request, or return the answer if nothing needs to be scored.

        Raise InputError if the line is invalid.
        """

    @abstractmethod
    def format_answer(self, row: Any) -> str:
        """Return the answer to a request, from the metric's statistics of its candidate."""


class _IndexedProtocol(TunerProtocol):
    """Read lines `ID ||| CANDIDATE`, where ID is the line number, from 0, of the references.

    `reference_sets` each have one reference per id.
    """

    def __init__(self, metric: Metric[Any], reference_sets: Sequence[ReferenceSet]) -> None:
        self.metric, self._reference_sets = metric, reference_sets

    def parse_line(self, line: str) -> StreamRequest:
        id_field, separator, remaining_text = line.partition(FIELD_SEPARATOR)
        id_text = id_field.strip()
        if not separator or not (id_text.isascii() and id_text.isdecimal()):
            raise InputError(
                f"{_quote_text(line)} is not ID {FIELD_SEPARATOR} CANDIDATE: fix the line"
            )
        n_references, digits = len(self._reference_sets[0]), id_text.lstrip("0") or "0"
        # Python refuses to parse numbers of thousands of digits.
        if len(digits) > len(str(n_references)) or int(digits) >= n_references:
            raise InputError(
                f"id {id_text[:_SHOWN_CHARACTERS]} is unknown: there are {n_references} "
                "references, with ids from 0"
            )
        segment_references = (references[int(digits)] for references in self._reference_sets)
        # As in n-best lists, features and scores may follow.
        text = remaining_text.partition(FIELD_SEPARATOR)[0].strip()
        return StreamRequest(
            text, tuple(reference for reference in segment_references if reference is not None)
        )


class PlainProtocol(_IndexedProtocol):
    """Answer with one score per line, with all its digits."""

    def format_answer(self, row: Any) -> str:
        return repr(float(self.metric.segment_value(row)))


class ZmertProtocol(_IndexedProtocol):
    """Answer with one integer per line, because Z-MERT adds up integers."""

    def __init__(
        self, metric: Metric[Any], reference_sets: Sequence[ReferenceSet], scale: int
    ) -> None:
        super().__init__(metric, reference_sets)
        self._integers = IntegerStatistics(metric, scale)

    def format_answer(self, row: Any) -> str:
        return str(self._integers.convert_score(self.metric.segment_value(row)))


class MeteorProtocol(TunerProtocol):
    """The protocol of METEOR, which Moses uses.

    The answer to `SCORE ||| reference ||| … ||| candidate` is the candidate's statistics, and the
    answer to `EVAL ||| statistics` their score. Moses always maximises the score. `n_statistics` is
    the number of statistics of the metric.
    """

    # Moses expects as many statistics as METEOR has; answers are padded with zeros.
    _N_METEOR_STATISTICS = 23

    def __init__(self, metric: Metric[Any], n_statistics: int, scale: int) -> None:
        self._integers = IntegerStatistics(metric, scale)
        self._n_statistics = 2 if self._integers.is_mean else n_statistics
        self._sign = 1 if metric.higher_is_better else -1

    def parse_line(self, line: str) -> StreamRequest | str:
        command, *fields = line.split(FIELD_SEPARATOR)
        if command.strip() == "SCORE" and len(fields) > 1:
            *references, candidate = map(str.strip, fields)
            return StreamRequest(candidate, tuple(references))
        if command.strip() == "EVAL" and len(fields) == 1:
            return self._format_value(self._parse_totals(fields[0]))
        raise InputError(
            f"{_quote_text(line)} is neither SCORE {FIELD_SEPARATOR} REFERENCE {FIELD_SEPARATOR} "
            "CANDIDATE nor EVAL "
            f"{FIELD_SEPARATOR} STATISTICS: fix the line"
        )

    def _format_value(self, totals: Sequence[int]) -> str:
        try:
            return repr(self._sign * self._integers.compute_system_score(totals))
        except (ArithmeticError, ValueError) as error:
            raise InputError(f"no segments have such statistics: {error}; fix the line") from error

    def _parse_totals(self, field: str) -> list[int]:
        words = field.split()
        totals = []
        for index, word in enumerate(words):
            total = _parse_integer(word)
            # Scores may be negative, counts may not.
            if total is None or (total < 0 and (index or not self._integers.is_mean)):
                raise InputError(
                    f"{_quote_text(word)} is not a whole number that SCORE adds up to: fix it"
                )
            totals.append(total)
        n_padded = max(self._n_statistics, self._N_METEOR_STATISTICS)
        if len(words) not in (self._n_statistics, n_padded):
            raise InputError(
                f"{len(words)} statistics: give {self._n_statistics}, as SCORE does, added up"
            )
        return totals[: self._n_statistics]

    def format_answer(self, row: Any) -> str:
        statistics = self._integers.convert_row(row)
        padding = [0] * (self._N_METEOR_STATISTICS - len(statistics))
        return " ".join(map(str, [*statistics, *padding]))


def _parse_integer(word: str) -> int | None:
    """Parse an integer, also as tuners that use floats write it: 463585.0 or 4.63585E5."""
    if not _NUMBER_PATTERN.fullmatch(word):
        return None
    value = Decimal(word)
    return int(value) if abs(value) < 10**_MAX_DIGITS and value == int(value) else None


def _quote_text(text: str) -> str:
    return repr(text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}…")


# Capacity of a pipe in bytes, which is the maximum that can wait in it.
_READ_SIZE = 65_536


def read_waiting_lines(stream: BinaryIO, max_bytes: int) -> Iterator[list[bytes]]:
    """Yield lists of lines without line ends: all lines that have arrived since the last list.

    Wait for a line if none has arrived. A line of more than `max_bytes` bytes is cut to
    `max_bytes` + 1 bytes, which shows that it is too long. Text after the last line end is a line
    too.
    """
    # read1() returns the bytes that have arrived; read() would wait for more.
    read_available = getattr(stream, "read1", stream.read)
    partial_line = b""
    while chunk := read_available(_READ_SIZE):
        if len(partial_line) > max_bytes and b"\n" not in chunk:
            continue  # the line is already too long, so that its remaining bytes are not needed
        *lines, partial_line = (partial_line + chunk).split(b"\n")
        partial_line = partial_line[: max_bytes + 1]
        if lines:
            yield [line[: max_bytes + 1] for line in lines]
    if partial_line:
        yield [partial_line]


# First word of an answer that is an error message; other answers are numbers.
ERROR_PREFIX = "ERROR"
_INPUT_NAME = "standard input"
_MAX_BYTES_PER_CHARACTER = 4  # in UTF-8


class ScoreStream:
    """Reads lines from a stream and answers each.

    `line_count`   number of lines so far
    `error_count`  number of lines with an error instead of an answer
    `first_error`  message of the first error, or ""
    """

    def __init__(self, scorer: Scorer[Any], protocol: TunerProtocol, jobs: int = 1) -> None:
        self._scorer, self._protocol, self._jobs = scorer, protocol, jobs
        self.line_count = self.error_count = 0
        self.first_error = ""

    def iterate_answers(self, stream: BinaryIO) -> Iterator[list[str]]:
        """Yield lists of answers, one answer per line, as soon as lines have arrived."""
        max_length = get_max_line_length()
        for lines in read_waiting_lines(stream, _MAX_BYTES_PER_CHARACTER * max_length):
            requests = [self._parse_line(line, max_length) for line in lines]
            yield self._answer_requests(requests)

    def _parse_line(self, raw: bytes, max_length: int) -> StreamRequest | str:
        """Parse a line into a request, or return the answer if nothing needs to be scored."""
        self.line_count += 1
        try:
            if len(raw) > _MAX_BYTES_PER_CHARACTER * max_length:
                raise too_long_error(f"{_INPUT_NAME}, line {self.line_count}", max_length)
            line = decode_line(raw, _INPUT_NAME, self.line_count)
            if len(line) > max_length:
                raise too_long_error(f"{_INPUT_NAME}, line {self.line_count}", max_length)
        except InputError as error:  # this message names the line already
            return self._record_error(str(error))
        try:
            request = self._protocol.parse_line(line)
            if isinstance(request, StreamRequest) and self._scorer.metric.of_documents:
                check_sentences([request.candidate, *request.references])
        except InputError as error:
            return self._record_error(f"{_INPUT_NAME}, line {self.line_count}: {error}")
        return request

    def _answer_requests(self, requests: Sequence[StreamRequest | str]) -> list[str]:
        scoring_requests = [request for request in requests if isinstance(request, StreamRequest)]
        answers = iter(self._score_requests(scoring_requests))
        return [
            next(answers) if isinstance(request, StreamRequest) else request for request in requests
        ]

    def _score_requests(self, requests: Sequence[StreamRequest]) -> list[str]:
        if not requests:
            return []
        texts = [request.candidate for request in requests]
        try:
            rows = self._scorer.statistics(texts, _build_reference_sets(requests), self._jobs)
        except TeslaError as error:
            if len(requests) == 1:
                return [self._record_error(str(error))]
            # One request caused the error: score each alone, so that the others get answers.
            return [answer for request in requests for answer in self._score_requests([request])]
        return list(map(self._protocol.format_answer, rows))

    def _record_error(self, message: str) -> str:
        self.error_count += 1
        self.first_error = self.first_error or message
        return f"{ERROR_PREFIX} {message}"


def _build_reference_sets(requests: Sequence[StreamRequest]) -> list[list[Segment | None]]:
    """Return reference sets with one entry per request; None where it has fewer references."""
    n_sets = max(len(request.references) for request in requests)
    return [
        [
            request.references[index] if index < len(request.references) else None
            for request in requests
        ]
        for index in range(n_sets)
    ]
