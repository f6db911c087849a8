"""Read and write ARPA files."""

import gzip
import json
import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from math import inf, isfinite
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import InputError, ResourceError
from ...files.atomic import open_atomically
from ...files.lines import decode_line, max_line, open_lines, raw_lines
from ...files.locking import output_lock
from ...files.schema import SchemaError, either, integer, one_of, parse_json, record
from .backoff import BackoffLevel, BackoffModel, NgramRowError, Trie, build_trie
from .text import END, SETTINGS, START, UNKNOWN, UPPER_UNKNOWN

# The fixed lines of an ARPA file.
#
# Comments before the data are allowed. `write_arpa` adds one that records how the model was built:
#
#     # tesla-metrics {"kind": "lm", "version": 1, "settings": {...}}

DATA, ENDING, COMMENT = "\\data\\", "\\end\\", "#"

_SETTINGS_PREFIX = "# tesla-metrics "
_KIND, _VERSION = "lm", 1
_SETTINGS_RECORD = record(
    {
        "kind": one_of(_KIND),
        "version": integer(_VERSION, _VERSION),
        "settings": either(record({}), SETTINGS),
    }
)


def section_heading(order: int) -> str:
    """Return the line before the n-grams of this order."""
    return f"\\{order}-grams:"


def encode_settings(settings: Mapping[str, Any]) -> str:
    """Return the comment line that records settings."""
    content = {"kind": _KIND, "version": _VERSION, "settings": dict(settings)}
    return _SETTINGS_PREFIX + json.dumps(content, sort_keys=True)


def decode_settings(line: str) -> dict[str, Any] | None:
    """Return the recorded settings, or None if the line is another comment."""
    if not line.startswith(_SETTINGS_PREFIX):
        return None
    try:
        content = _SETTINGS_RECORD(parse_json(line.removeprefix(_SETTINGS_PREFIX)), "")
    except SchemaError as error:
        raise ValueError(f"a damaged record of settings ({error})") from error
    settings: dict[str, Any] = content["settings"]
    return settings


# str.split() is not used, as no-break spaces and similar characters may be part of a word.
_BLANKS = re.compile("[ \t]+")
_TO_SPACES = bytes.maketrans(b"\t\n", b"  ")
_NO_SEPARATORS = bytes(set(range(256)) - set(b" \t\n"))


class BadLineError(ValueError):
    """An invalid line: its index in the block, counted from 0, and the reason."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index, self.reason = index, reason


@dataclass
class ArpaSection:
    """The n-grams of one order while they are read.

    The section of unigrams adds to `words`; sections of higher orders look words up in it.
    """

    order: int
    is_highest: bool
    words: dict[str, int]
    log10: "array[float]" = field(default_factory=lambda: array("d"))
    backoff: "array[float]" = field(default_factory=lambda: array("d"))
    ids: "array[int]" = field(default_factory=lambda: array("i"))

    def add(self, block: Sequence[bytes], name: str, first: int) -> None:
        """Parse lines; the file `name` and the number of its `first` line are for messages."""
        if self.order == 1 or not self._add_regular(b"".join(block), len(block)):
            for index, raw in enumerate(block):
                line = decode_line(raw, name, first + index)
                try:
                    self._add(line)
                except ValueError as error:
                    raise BadLineError(index, str(error)) from error

    def _add_regular(self, block: bytes, size: int) -> bool:
        """Parse all lines at once if tabs separate the fields and single spaces the words."""
        separators = b"\t" + b" " * (self.order - 1) + (b"\n" if self.is_highest else b"\t\n")
        if block.translate(None, _NO_SEPARATORS) != separators * size or b"\r" in block:
            return False
        width = len(separators)
        try:
            fields = block.translate(_TO_SPACES).decode().split(" ")
            fields.pop()  # the empty string after the last line
            log10 = np.array(list(map(float, fields[::width])))
            backoff = np.array(
                [0.0] * size if self.is_highest else list(map(float, fields[width - 1 :: width]))
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
        if len(gram) < self.order or len(rest) > 1 or (self.is_highest and backoff != 0):
            raise self._malformed(line)
        if not (-inf < log10 <= 0 and isfinite(backoff)):
            raise ValueError(
                f"{line[:60]!r}: the log10 of a probability must be a finite number up to 0, "
                "and a back-off weight must be a finite number"
            )
        self.ids.extend(map(self._word_id, gram))
        self.log10.append(log10)
        self.backoff.append(backoff)

    def _word_id(self, word: str) -> int:
        if self.order > 1:
            if word not in self.words:
                raise ValueError(f"the word {word!r} is not among the unigrams")
            return self.words[word]
        if word == UPPER_UNKNOWN:
            word = UNKNOWN
        if word in self.words:
            raise ValueError(f"the word {word!r} occurs twice")
        return self.words.setdefault(word, len(self.words))

    def _malformed(self, line: str) -> ValueError:
        return ValueError(
            f"{line[:60]!r} is not a {self.order}-gram with the log10 of a probability"
        )


# The log10 probability of unknown words in a model without <unk>, as in KenLM.
DEFAULT_UNKNOWN_LOG10 = -100.0

_READ_LINES = 1 << 13
_COUNT_LINE = re.compile(r"ngram\s+(\d{1,2})\s*=\s*(\d{1,15})\s*", re.ASCII)


def read_settings(path: Path) -> dict[str, Any]:
    """Return the settings that the file records, {} if it records none."""
    with _open_reader(path) as reader:
        return reader.settings()


def read_arpa(path: Path) -> tuple[BackoffModel, Trie]:
    """Read a model. Also returns its trie, which is needed to check the contexts."""
    with _open_reader(path) as reader:
        return reader.read()


@contextmanager
def _open_reader(path: Path) -> Iterator["_Reader"]:
    try:
        with open_lines(str(path)) as stream:
            yield _Reader(path, raw_lines(stream, str(path), max_line()))
    except InputError as error:
        raise ResourceError(f"language model {error}") from error


class _Reader:
    def __init__(self, path: Path, raw: Iterator[bytes]) -> None:
        self._path, self._raw = path, raw
        self._line_number = 0
        self._lines = self._decoded_lines()

    def settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        for line in self._lines:
            if line.rstrip() == DATA:
                return settings
            if line.startswith(COMMENT):
                try:
                    settings = decode_settings(line) or settings
                except ValueError as error:
                    raise self._error(str(error)) from error
            elif line.strip():
                break
        raise self._error(f"there is no {DATA} line; is this an ARPA file?")

    def read(self) -> tuple[BackoffModel, Trie]:
        settings = self.settings()
        counts = self._counts()
        words: dict[str, int] = {}
        levels, first_lines = list[BackoffLevel](), list[int]()
        for order, count in enumerate(counts, 1):
            first_lines.append(self._line_number + 1)
            section = ArpaSection(order, order == len(counts), words)
            self._fill(section, count)
            self._expect(
                section_heading(order + 1) if order < len(counts) else ENDING, order, count
            )
            levels.append(_backoff_level(section))
        for _ in self._lines:
            pass  # a compressed file has its checksum at the end
        for symbol in (START, END):
            if symbol not in words:
                raise self._error(
                    f"the unigrams do not include {symbol}, which marks sentence boundaries"
                )
        model = BackoffModel(list(words), levels, settings)
        try:
            return model, build_trie(model)
        except NgramRowError as error:
            self._line_number = first_lines[error.order - 1] + error.row
            raise self._error(f"invalid {error.order}-gram: {error.reason}") from error

    def _decoded_lines(self) -> Iterator[str]:
        for raw in self._raw:
            self._line_number += 1
            yield decode_line(raw, str(self._path), self._line_number)

    def _counts(self) -> list[int]:
        counts: list[int] = []
        for line in self._lines:
            if not line.strip():
                continue
            if counts and line.rstrip() == section_heading(1):
                return counts
            order = len(counts) + 1
            match = _COUNT_LINE.fullmatch(line)
            if match is None or int(match[1]) != order:
                raise self._error(f"{line[:40]!r} instead of 'ngram {order}=' and a number")
            counts.append(int(match[2]))
        raise self._error(f"the file ends before {section_heading(1)}")

    def _fill(self, section: ArpaSection, count: int) -> None:
        remaining = count
        while remaining:
            first = self._line_number + 1
            block = list(islice(self._raw, min(remaining, _READ_LINES)))
            self._line_number += len(block)
            try:
                section.add(block, str(self._path), first)
            except BadLineError as error:
                self._line_number = first + error.index
                line = block[error.index].strip()
                if line and not line.startswith(b"\\"):
                    raise self._error(error.reason) from error
                block = []
            if not block:
                actual = len(section.log10)
                raise self._error(
                    f"only {actual} {section.order}-grams, but {DATA} announces {count}"
                )
            remaining -= len(block)

    def _expect(self, expected: str, order: int, count: int) -> None:
        for line in self._lines:
            if line.rstrip() == expected:
                return
            if line.strip():
                raise self._error(
                    f"{line[:40]!r} instead of {expected}: {DATA} announces {count} {order}-grams"
                )
        raise self._error(f"the file ends before {expected}: it is incomplete")

    def _error(self, problem: str) -> ResourceError:
        if not self._line_number:
            return ResourceError(f"language model {self._path} is empty: build or fetch it again")
        return ResourceError(
            f"language model {self._path}, line {self._line_number}: {problem}; "
            "build or fetch it again"
        )


def _backoff_level(section: ArpaSection) -> BackoffLevel:
    if section.order == 1 and UNKNOWN not in section.words:
        section.ids.append(section.words.setdefault(UNKNOWN, len(section.words)))
        section.log10.append(DEFAULT_UNKNOWN_LOG10)
        section.backoff.append(0.0)
    grams = np.array(section.ids, dtype=np.int32).reshape(-1, section.order)
    return BackoffLevel(grams, np.array(section.log10), np.array(section.backoff))


_WRITE_ROWS = 1 << 16
# The maximum level takes many times as long and saves a few per cent.
_COMPRESSION = 4


def write_arpa(
    path: Path, model: BackoffModel, progress: Callable[[int], None] = lambda count: None
) -> None:
    """Write a model atomically, gzip-compressed if the name ends in .gz.

    `progress` is called with the number of n-grams that were written.
    """
    with output_lock(path), open_atomically(path) as stream:
        if path.suffix != ".gz":
            for block in _format_model(model, progress):
                stream.write(block.encode())
            return
        # No file name and no time in the header, so that equal models give equal files.
        with gzip.GzipFile("", "wb", _COMPRESSION, stream, mtime=0) as packed:
            for block in _format_model(model, progress):
                packed.write(block.encode())


def _format_model(model: BackoffModel, progress: Callable[[int], None]) -> Iterator[str]:
    yield f"{encode_settings(model.settings)}\n{DATA}\n"
    for order, level in enumerate(model.levels, 1):
        yield f"ngram {order}={len(level.grams)}\n"
    words = np.array(model.words, dtype=object)
    for order, level in enumerate(model.levels, 1):
        yield f"\n{section_heading(order)}\n"
        for start in range(0, len(level.grams), _WRITE_ROWS):
            rows = slice(start, start + _WRITE_ROWS)
            yield _format_rows(words, level, rows, with_backoff=order < model.order)
            progress(len(level.grams[rows]))
    yield f"\n{ENDING}\n"


def _format_rows(words: np.ndarray, level: BackoffLevel, rows: slice, with_backoff: bool) -> str:
    grams = map(" ".join, words[level.grams[rows]].tolist())
    log10 = level.log10[rows].tolist()
    if with_backoff:
        backoff = level.backoff[rows].tolist()
        return "".join(map("%.7g\t%s\t%.7g\n".__mod__, zip(log10, grams, backoff, strict=True)))
    return "".join(map("%.7g\t%s\n".__mod__, zip(log10, grams, strict=True)))


__all__ = ["read_arpa", "read_settings", "write_arpa"]
