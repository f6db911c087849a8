"""An answer to each line: a wrong one gets an error line, and the stream lives on."""

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from ...errors import InputError, TeslaError
from ...files.limits import max_line, too_long
from ...files.lines import decode_line
from ...intake.documents import check_sentences
from ...metrics.base import Scorer
from ...tasks import Segment
from .dialects import Dialect, Question
from .lines import waiting_lines

# What an answer begins with that is none: no number does.
ERROR = "ERROR"
_NAME = "standard input"
_BYTES = 4  # of a character, at the most


class ScoreStream:
    """Lines in, answers out.

    count   lines so far
    wrong   those of them that were none, and `first` says what was wrong with the first
    """

    def __init__(self, scorer: Scorer[Any], dialect: Dialect, jobs: int = 1) -> None:
        self._scorer, self._dialect, self._jobs = scorer, dialect, jobs
        self.count = self.wrong = 0
        self.first = ""

    def answers(self, stream: BinaryIO) -> Iterator[list[str]]:
        """To all lines that wait, as soon as they are known."""
        most = max_line()
        for lines in waiting_lines(stream, _BYTES * most):
            asked = [self._read(line, most) for line in lines]
            yield self._answer(asked)

    def _read(self, raw: bytes, most: int) -> Question | str:
        """What a line asks, or what is to be said to it."""
        self.count += 1
        try:
            if len(raw) > _BYTES * most:
                raise too_long(f"{_NAME}, line {self.count}", most)
            line = decode_line(raw, _NAME, self.count)
            if len(line) > most:
                raise too_long(f"{_NAME}, line {self.count}", most)
        except InputError as error:  # which names the line
            return self._error(str(error))
        try:
            asked = self._dialect.read(line)
            if isinstance(asked, Question) and self._scorer.metric.of_documents:
                check_sentences([asked.candidate, *asked.references])
        except InputError as error:
            return self._error(f"{_NAME}, line {self.count}: {error}")
        return asked

    def _answer(self, asked: Sequence[Question | str]) -> list[str]:
        questions = [one for one in asked if isinstance(one, Question)]
        answers = iter(self._compare(questions))
        return [next(answers) if isinstance(one, Question) else one for one in asked]

    def _compare(self, questions: Sequence[Question]) -> list[str]:
        if not questions:
            return []
        texts = [one.candidate for one in questions]
        try:
            rows = self._scorer.statistics(texts, _sets(questions), self._jobs)
        except TeslaError as error:
            if len(questions) == 1:
                return [self._error(str(error))]
            # One of them is at fault, and the others want their answers.
            return [answer for one in questions for answer in self._compare([one])]
        return list(map(self._dialect.answer, rows))

    def _error(self, message: str) -> str:
        self.wrong += 1
        self.first = self.first or message
        return f"{ERROR} {message}"


def _sets(questions: Sequence[Question]) -> list[list[Segment | None]]:
    """As many reference sets as a question has references at the most."""
    most = max(len(one.references) for one in questions)
    return [
        [one.references[k] if k < len(one.references) else None for one in questions]
        for k in range(most)
    ]
