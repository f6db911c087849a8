"""Read and write language models in the ARPA format."""

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
from ...files.lines import decode_line, get_max_line_length, iterate_raw_lines, open_lines
from ...files.locking import hold_output_lock
from ...files.schema import SchemaError, either, integer, one_of, parse_json, record
from .backoff import BackoffLevel, BackoffModel, NgramRowError, NgramTrie, build_trie
from .text import END, SETTINGS, START, UNKNOWN, UPPER_UNKNOWN

# Fixed lines of an ARPA file. Comments before the data are allowed; `write_arpa` writes a comment
# that records the settings of the model:
#
#     # tesla-metrics {"kind": "lm", "version": 1, "settings": {...}}

DATA_LINE, END_LINE, COMMENT_PREFIX = "\\data\\", "\\end\\", "#"

_SETTINGS_PREFIX = "# tesla-metrics "
_KIND, _VERSION = "lm", 1
_SETTINGS_RECORD = record(
    {
        "kind": one_of(_KIND),
        "version": integer(_VERSION, _VERSION),
        "settings": either(record({}), SETTINGS),
    }
)


def format_heading(order: int) -> str:
    """Return the line that precedes the n-grams of an order."""
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


# str.split() is not used, because no-break spaces and similar characters may be part of a word.
_BLANKS = re.compile("[ \t]+")
_SEPARATORS_TO_SPACES = bytes.maketrans(b"\t\n", b"  ")
_NON_SEPARATORS = bytes(set(range(256)) - set(b" \t\n"))


class BadLineError(ValueError):
    """Error for an invalid line, with its index in the block (from 0) and the reason."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index, self.reason = index, reason


@dataclass
class ArpaSection:
    """N-grams of one order while they are read.

    is_highest  whether this is the highest order, which has no back-off weights
    words       word ids, which the section of unigrams assigns and all sections share
    log10       log10 probabilities
    backoff     log10 back-off weights
    ids         word ids of all n-grams, concatenated
    """

    order: int
    is_highest: bool
    words: dict[str, int]
    log10: "array[float]" = field(default_factory=lambda: array("d"))
    backoff: "array[float]" = field(default_factory=lambda: array("d"))
    ids: "array[int]" = field(default_factory=lambda: array("i"))

    def add(self, block: Sequence[bytes], name: str, first_line: int) -> None:
        """Parse a block of lines.

        `name` is the name of the file and `first_line` the number of the first line, for messages.
        """
        if self.order == 1 or not self._add_regular_block(b"".join(block), len(block)):
            for index, raw_line in enumerate(block):
                line = decode_line(raw_line, name, first_line + index)
                try:
                    self._add_line(line)
                except ValueError as error:
                    raise BadLineError(index, str(error)) from error

    def _add_regular_block(self, block: bytes, n_lines: int) -> bool:
        """Parse all lines of a block at once, and return whether this was possible.

        It requires tabs between the fields, single spaces between the words, and valid values.
        """
        separators = b"\t" + b" " * (self.order - 1) + (b"\n" if self.is_highest else b"\t\n")
        if block.translate(None, _NON_SEPARATORS) != separators * n_lines or b"\r" in block:
            return False
        fields_per_line = len(separators)
        try:
            fields = block.translate(_SEPARATORS_TO_SPACES).decode().split(" ")
            fields.pop()  # the empty string after the last line
            log10 = np.array(list(map(float, fields[::fields_per_line])))
            if self.is_highest:
                backoff = np.array([0.0] * n_lines)
            else:
                backoff = np.array(list(map(float, fields[fields_per_line - 1 :: fields_per_line])))
            id_columns = [
                list(map(self.words.__getitem__, fields[index::fields_per_line]))
                for index in range(1, self.order + 1)
            ]
        except (ValueError, KeyError):
            return False
        if not (np.all((log10 <= 0) & (log10 > -inf)) and np.all(np.isfinite(backoff))):
            return False
        self.log10.frombytes(log10.tobytes())
        self.backoff.frombytes(backoff.tobytes())
        self.ids.frombytes(np.array(id_columns, dtype=np.intc).T.tobytes())
        return True

    def _add_line(self, line: str) -> None:
        fields = _BLANKS.split(line.strip(" \t"))
        ngram, other_fields = fields[1 : self.order + 1], fields[self.order + 1 :]
        try:
            log10 = float(fields[0])
            backoff = float(other_fields[0]) if other_fields else 0.0
        except ValueError as error:
            raise self._build_malformed_error(line) from error
        if len(ngram) < self.order or len(other_fields) > 1 or (self.is_highest and backoff != 0):
            raise self._build_malformed_error(line)
        if not (-inf < log10 <= 0 and isfinite(backoff)):
            raise ValueError(
                f"{line[:60]!r}: the log10 of a probability must be a finite number up to 0, "
                "and a back-off weight must be a finite number"
            )
        self.ids.extend(map(self._find_word_id, ngram))
        self.log10.append(log10)
        self.backoff.append(backoff)

    def _find_word_id(self, word: str) -> int:
        """Return the id of a word; unigrams get new ids."""
        if self.order > 1:
            if word not in self.words:
                raise ValueError(f"the word {word!r} is not among the unigrams")
            return self.words[word]
        if word == UPPER_UNKNOWN:
            word = UNKNOWN
        if word in self.words:
            raise ValueError(f"the word {word!r} occurs twice")
        return self.words.setdefault(word, len(self.words))

    def _build_malformed_error(self, line: str) -> ValueError:
        return ValueError(
            f"{line[:60]!r} is not a {self.order}-gram with the log10 of a probability"
        )


# The log10 probability of unknown words in a model without <unk>, as in KenLM.
DEFAULT_UNKNOWN_LOG10 = -100.0

_LINES_PER_READ = 1 << 13
_COUNT_LINE = re.compile(r"ngram\s+(\d{1,2})\s*=\s*(\d{1,15})\s*", re.ASCII)


def read_settings(path: Path) -> dict[str, Any]:
    """Return the settings that a file records; empty if it records none."""
    with _open_reader(path) as reader:
        return reader.read_settings()


def read_arpa(path: Path) -> tuple[BackoffModel, NgramTrie]:
    """Read a model and its trie, which reading builds to check the contexts."""
    with _open_reader(path) as reader:
        return reader.read()


@contextmanager
def _open_reader(path: Path) -> Iterator["_ArpaReader"]:
    try:
        with open_lines(str(path)) as stream:
            yield _ArpaReader(path, iterate_raw_lines(stream, str(path), get_max_line_length()))
    except InputError as error:
        raise ResourceError(f"language model {error}") from error


class _ArpaReader:
    """Reader of one ARPA file; `_line_number` is the number of the last line that was read."""

    def __init__(self, path: Path, byte_lines: Iterator[bytes]) -> None:
        self._path, self._raw_lines = path, byte_lines
        self._line_number = 0
        self._lines = self._decode_lines()

    def read_settings(self) -> dict[str, Any]:
        """Read up to the data line; return the recorded settings."""
        settings: dict[str, Any] = {}
        for line in self._lines:
            if line.rstrip() == DATA_LINE:
                return settings
            if line.startswith(COMMENT_PREFIX):
                try:
                    settings = decode_settings(line) or settings
                except ValueError as error:
                    raise self._build_error(str(error)) from error
            elif line.strip():
                break
        raise self._build_error(f"there is no {DATA_LINE} line; is this an ARPA file?")

    def read(self) -> tuple[BackoffModel, NgramTrie]:
        """Read the complete file."""
        settings = self.read_settings()
        counts = self._read_counts()
        words: dict[str, int] = {}
        levels, first_lines = list[BackoffLevel](), list[int]()
        for order, count in enumerate(counts, 1):
            first_lines.append(self._line_number + 1)
            section = ArpaSection(order, order == len(counts), words)
            self._read_section(section, count)
            next_line = format_heading(order + 1) if order < len(counts) else END_LINE
            self._skip_to(next_line, order, count)
            levels.append(_build_level(section))
        for _ in self._lines:
            pass  # a compressed file has its checksum at the end
        for symbol in (START, END):
            if symbol not in words:
                raise self._build_error(
                    f"the unigrams do not include {symbol}, which marks sentence boundaries"
                )
        model = BackoffModel(list(words), levels, settings)
        try:
            return model, build_trie(model)
        except NgramRowError as error:
            self._line_number = first_lines[error.order - 1] + error.row
            raise self._build_error(f"invalid {error.order}-gram: {error.reason}") from error

    def _decode_lines(self) -> Iterator[str]:
        for raw_line in self._raw_lines:
            self._line_number += 1
            yield decode_line(raw_line, str(self._path), self._line_number)

    def _read_counts(self) -> list[int]:
        """Read the header; return the announced number of n-grams of each order."""
        counts: list[int] = []
        for line in self._lines:
            if not line.strip():
                continue
            if counts and line.rstrip() == format_heading(1):
                return counts
            order = len(counts) + 1
            match = _COUNT_LINE.fullmatch(line)
            if match is None or int(match[1]) != order:
                raise self._build_error(f"{line[:40]!r} instead of 'ngram {order}=' and a number")
            counts.append(int(match[2]))
        raise self._build_error(f"the file ends before {format_heading(1)}")

    def _read_section(self, section: ArpaSection, count: int) -> None:
        """Read `count` n-grams into the section."""
        n_remaining = count
        while n_remaining:
            first_line = self._line_number + 1
            block = list(islice(self._raw_lines, min(n_remaining, _LINES_PER_READ)))
            self._line_number += len(block)
            try:
                section.add(block, str(self._path), first_line)
            except BadLineError as error:
                self._line_number = first_line + error.index
                line = block[error.index].strip()
                if line and not line.startswith(b"\\"):
                    raise self._build_error(error.reason) from error
                block = []
            if not block:
                n_read = len(section.log10)
                raise self._build_error(
                    f"only {n_read} {section.order}-grams, but {DATA_LINE} announces {count}"
                )
            n_remaining -= len(block)

    def _skip_to(self, expected: str, order: int, count: int) -> None:
        """Read up to the line `expected`, which may follow only empty lines."""
        for line in self._lines:
            if line.rstrip() == expected:
                return
            if line.strip():
                raise self._build_error(
                    f"{line[:40]!r} instead of {expected}: {DATA_LINE} announces {count} "
                    f"{order}-grams"
                )
        raise self._build_error(f"the file ends before {expected}: it is incomplete")

    def _build_error(self, problem: str) -> ResourceError:
        if not self._line_number:
            return ResourceError(f"language model {self._path} is empty: build or fetch it again")
        return ResourceError(
            f"language model {self._path}, line {self._line_number}: {problem}; "
            "build or fetch it again"
        )


def _build_level(section: ArpaSection) -> BackoffLevel:
    """Convert a section to arrays; unigrams get <unk> if they lack it."""
    if section.order == 1 and UNKNOWN not in section.words:
        section.ids.append(section.words.setdefault(UNKNOWN, len(section.words)))
        section.log10.append(DEFAULT_UNKNOWN_LOG10)
        section.backoff.append(0.0)
    ngrams = np.array(section.ids, dtype=np.int32).reshape(-1, section.order)
    return BackoffLevel(ngrams, np.array(section.log10), np.array(section.backoff))


_ROWS_PER_WRITE = 1 << 16
# The maximum level of gzip takes many times as long and saves only a few per cent.
_COMPRESSION_LEVEL = 4


def write_arpa(
    path: Path, model: BackoffModel, progress: Callable[[int], None] = lambda count: None
) -> None:
    """Write a model atomically, gzip-compressed if the name ends in .gz.

    `progress` is called with the number of newly written n-grams.
    """
    with hold_output_lock(path), open_atomically(path) as stream:
        if path.suffix != ".gz":
            for block in _format_model(model, progress):
                stream.write(block.encode())
            return
        # The header has no file name and no time, so that equal models give equal files.
        with gzip.GzipFile("", "wb", _COMPRESSION_LEVEL, stream, mtime=0) as compressed:
            for block in _format_model(model, progress):
                compressed.write(block.encode())


def _format_model(model: BackoffModel, progress: Callable[[int], None]) -> Iterator[str]:
    yield f"{encode_settings(model.settings)}\n{DATA_LINE}\n"
    for order, level in enumerate(model.levels, 1):
        yield f"ngram {order}={len(level.ngrams)}\n"
    words = np.array(model.words, dtype=object)
    for order, level in enumerate(model.levels, 1):
        yield f"\n{format_heading(order)}\n"
        for start in range(0, len(level.ngrams), _ROWS_PER_WRITE):
            rows = slice(start, start + _ROWS_PER_WRITE)
            yield _format_rows(words, level, rows, with_backoff=order < model.order)
            progress(len(level.ngrams[rows]))
    yield f"\n{END_LINE}\n"


def _format_rows(words: np.ndarray, level: BackoffLevel, rows: slice, with_backoff: bool) -> str:
    ngrams = map(" ".join, words[level.ngrams[rows]].tolist())
    log10 = level.log10[rows].tolist()
    if with_backoff:
        backoff = level.backoff[rows].tolist()
        return "".join(map("%.7g\t%s\t%.7g\n".__mod__, zip(log10, ngrams, backoff, strict=True)))
    return "".join(map("%.7g\t%s\n".__mod__, zip(log10, ngrams, strict=True)))


__all__ = ["read_arpa", "read_settings", "write_arpa"]
