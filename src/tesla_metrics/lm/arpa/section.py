"""Parses lines `log10<TAB>word word ...<TAB>backoff`, a block at a time."""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isfinite

import numpy as np

from ...files.lines import decode_line
from ..symbols import UNKNOWN, UPPER_UNKNOWN

# Not str.split(): no-break spaces and the like may be part of a word.
_BLANKS = re.compile("[ \t]+")
_TO_SPACES = bytes.maketrans(b"\t\n", b"  ")
_NO_SEPARATORS = bytes(set(range(256)) - set(b" \t\n"))


class BadLineError(ValueError):
    """Which line of the block, counted from 0, and what is wrong with it."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index, self.reason = index, reason


@dataclass
class Section:
    """The n-grams of one order, gathered; `words` grows with unigrams and is looked up after."""

    order: int
    highest: bool
    words: dict[str, int]
    log10: "array[float]" = field(default_factory=lambda: array("d"))
    backoff: "array[float]" = field(default_factory=lambda: array("d"))
    ids: "array[int]" = field(default_factory=lambda: array("i"))

    def add(self, block: Sequence[bytes], name: str, first: int) -> None:
        """Parse lines; `name` of the file and `first` line number are for messages."""
        if self.order == 1 or not self._add_regular(b"".join(block), len(block)):
            for index, raw in enumerate(block):
                line = decode_line(raw, name, first + index)
                try:
                    self._add(line)
                except ValueError as error:
                    raise BadLineError(index, str(error)) from error

    def _add_regular(self, block: bytes, size: int) -> bool:
        """All lines at once, where each has tabs around and spaces inside, as in most files."""
        wanted = b"\t" + b" " * (self.order - 1) + (b"\n" if self.highest else b"\t\n")
        if block.translate(None, _NO_SEPARATORS) != wanted * size or b"\r" in block:
            return False
        width = len(wanted)
        try:
            fields = block.translate(_TO_SPACES).decode().split(" ")
            fields.pop()  # after the last line's end
            log10 = np.array(list(map(float, fields[::width])))
            backoff = np.array(
                [0.0] * size if self.highest else list(map(float, fields[width - 1 :: width]))
            )
            columns = [
                list(map(self.words.__getitem__, fields[i::width]))
                for i in range(1, self.order + 1)
            ]
        except (ValueError, KeyError):
            return False
        if not (np.all((log10 <= 0) & (log10 > -inf)) and np.all(np.isfinite(backoff))):
            return False
        self.log10.frombytes(log10.tobytes())
        self.backoff.frombytes(backoff.tobytes())
        self.ids.frombytes(np.array(columns, dtype=np.intc).T.tobytes())
        return True

    def _add(self, line: str) -> None:
        fields = _BLANKS.split(line.strip(" \t"))
        gram, rest = fields[1 : self.order + 1], fields[self.order + 1 :]
        try:
            log10 = float(fields[0])
            backoff = float(rest[0]) if rest else 0.0
        except ValueError as error:
            raise self._malformed(line) from error
        if len(gram) < self.order or len(rest) > 1 or (self.highest and backoff != 0):
            raise self._malformed(line)
        if not (-inf < log10 <= 0 and isfinite(backoff)):
            raise ValueError(
                f"{line[:60]!r}: the log10 of a probability is a number up to 0, "
                "and a back-off weight is a number"
            )
        self.ids.extend(map(self._number, gram))
        self.log10.append(log10)
        self.backoff.append(backoff)

    def _number(self, word: str) -> int:
        if self.order > 1:
            if word not in self.words:
                raise ValueError(f"the word {word!r} is not among the unigrams")
            return self.words[word]
        if word == UPPER_UNKNOWN:
            word = UNKNOWN
        if word in self.words:
            raise ValueError(f"the word {word!r} is there twice")
        return self.words.setdefault(word, len(self.words))

    def _malformed(self, line: str) -> ValueError:
        return ValueError(f"{line[:60]!r} is no {self.order}-gram with the log10 of a probability")
