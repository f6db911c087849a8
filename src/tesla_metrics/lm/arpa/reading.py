"""Reads a model and checks it: a bad line is refused with its number."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import InputError, ResourceError
from ...files.limits import max_line
from ...files.lines import decode_line, open_lines, raw_lines
from ..backoff import BackoffLevel, BackoffModel
from ..symbols import END, START, UNKNOWN
from ..trie import RowError, Trie, build_trie
from .section import BadLineError, Section
from .syntax import COMMENT, DATA, ENDING, decode_settings, heading

# What KenLM gives unknown words where a model has no <unk>.
MISSING_UNKNOWN = -100.0

_BLOCK = 1 << 13
_COUNT = re.compile(r"ngram\s+(\d{1,2})\s*=\s*(\d{1,15})\s*", re.ASCII)


def read_settings(path: Path) -> dict[str, Any]:
    """How the model was made, where its file says; {} where it does not."""
    with _reader(path) as reader:
        return reader.settings()


def read_arpa(path: Path) -> tuple[BackoffModel, Trie]:
    """The model, and the trie of it that the check for contexts needs anyway."""
    with _reader(path) as reader:
        return reader.read()


@contextmanager
def _reader(path: Path) -> Iterator["_Reader"]:
    try:
        with open_lines(str(path)) as stream:
            yield _Reader(path, raw_lines(stream, str(path), max_line()))
    except InputError as error:
        raise ResourceError(f"language model {error}") from error


class _Reader:
    def __init__(self, path: Path, raw: Iterator[bytes]) -> None:
        self._path, self._raw = path, raw
        self._number = 0
        self._lines = self._numbered()

    def settings(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for line in self._lines:
            if line.rstrip() == DATA:
                return found
            if line.startswith(COMMENT):
                try:
                    found = decode_settings(line) or found
                except ValueError as error:
                    raise self._error(str(error)) from error
            elif line.strip():
                break
        raise self._error(f"no {DATA} found; is this an ARPA file?")

    def read(self) -> tuple[BackoffModel, Trie]:
        settings = self.settings()
        counts = self._counts()
        words: dict[str, int] = {}
        levels, first_lines = list[BackoffLevel](), list[int]()
        for order, count in enumerate(counts, 1):
            first_lines.append(self._number + 1)
            section = Section(order, order == len(counts), words)
            self._fill(section, count)
            self._expect(heading(order + 1) if order < len(counts) else ENDING, order, count)
            levels.append(_level(section))
        for _ in self._lines:
            pass  # the checksum of a packed file is at its end
        for symbol in (START, END):
            if symbol not in words:
                raise self._error(f"no {symbol} among the unigrams, so sentences have no end")
        model = BackoffModel(list(words), levels, settings)
        try:
            return model, build_trie(model)
        except RowError as error:
            self._number = first_lines[error.order - 1] + error.row
            raise self._error(f"a {error.order}-gram that cannot be: {error.reason}") from error

    def _numbered(self) -> Iterator[str]:
        for raw in self._raw:
            self._number += 1
            yield decode_line(raw, str(self._path), self._number)

    def _counts(self) -> list[int]:
        counts: list[int] = []
        for line in self._lines:
            if not line.strip():
                continue
            if counts and line.rstrip() == heading(1):
                return counts
            due = len(counts) + 1
            found = _COUNT.fullmatch(line)
            if found is None or int(found[1]) != due:
                raise self._error(f"{line[:40]!r} where 'ngram {due}=' and a number is due")
            counts.append(int(found[2]))
        raise self._error(f"ends before {heading(1)}")

    def _fill(self, section: Section, count: int) -> None:
        left = count
        while left:
            first = self._number + 1
            block = list(islice(self._raw, min(left, _BLOCK)))
            self._number += len(block)
            try:
                section.add(block, str(self._path), first)
            except BadLineError as error:
                self._number = first + error.index
                line = block[error.index].strip()
                if line and not line.startswith(b"\\"):
                    raise self._error(error.reason) from error
                block = []
            if not block:
                found = len(section.log10)
                raise self._error(
                    f"only {found} {section.order}-grams where {DATA} announces {count}"
                )
            left -= len(block)

    def _expect(self, wanted: str, order: int, count: int) -> None:
        for line in self._lines:
            if line.rstrip() == wanted:
                return
            if line.strip():
                raise self._error(
                    f"{line[:40]!r} where {wanted} is due: {DATA} announces {count} {order}-grams"
                )
        raise self._error(f"ends before {wanted}: the file is not whole")

    def _error(self, what: str) -> ResourceError:
        if not self._number:
            return ResourceError(f"language model {self._path} is empty: build or fetch it again")
        return ResourceError(
            f"language model {self._path}, line {self._number}: {what}; build or fetch it again"
        )


def _level(section: Section) -> BackoffLevel:
    if section.order == 1 and UNKNOWN not in section.words:
        section.ids.append(section.words.setdefault(UNKNOWN, len(section.words)))
        section.log10.append(MISSING_UNKNOWN)
        section.backoff.append(0.0)
    grams = np.array(section.ids, dtype=np.int32).reshape(-1, section.order)
    return BackoffLevel(grams, np.array(section.log10), np.array(section.backoff))
