"""The protocol of synonym dictionaries, and reading their text files."""

import hashlib
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Protocol, cast, runtime_checkable
from unicodedata import normalize

from ...errors import InputError, ResourceError
from ...files.compression import MIB, FileKind, detect_compression, detect_type, read_bounded
from ...files.lines import max_line, raw_lines
from ..characters import normalize_width

NO_SYNSETS: frozenset[int] = frozenset()


@runtime_checkable
class Synonyms(Protocol):
    """Protocol of synonym dictionaries: words are synonyms if they have a common synset.

    Attributes
    ----------
    name : str
        Name for the signature. Dictionaries with the same name have the same synsets.
    """

    @property
    def name(self) -> str:
        """Name for the signature: dictionaries with the same name have the same synsets."""

    def synsets(self, lemma: str) -> frozenset[int]:
        """Return the synsets of a lemma.

        Parameters
        ----------
        lemma : str
            A lower-cased lemma.

        Returns
        -------
        frozenset of int
            Numbers of its synsets; empty if the lemma is unknown.
        """


@runtime_checkable
class SynsetMembers(Protocol):
    """A dictionary that can list the words of a synset, for explanations."""

    def members(self, synset: int) -> tuple[str, ...]:
        """Return the words of a synset, in alphabetical order."""


class SynonymDictionary(Synonyms, SynsetMembers, Protocol):
    """A synonym dictionary that can also list its words."""

    def words(self) -> Iterable[str]:
        """Return every word that has a synset, normalised by `word_key`."""

    def __hash__(self) -> int: ...


# The largest thesauri have 30 MiB.
MAX_BYTES = 256 * MIB
_START_BYTES = 4096


@dataclass(frozen=True)
class SynonymFile:
    """The unpacked content of a file."""

    path: Path
    content: bytes

    @property
    def sha256(self) -> str:
        """SHA-256 of the unpacked content, which does not depend on compression."""
        return hashlib.sha256(self.content).hexdigest()

    def decode(self, encoding: str = "UTF-8") -> str:
        """Return the decoded text; raise an error that names the line if it cannot be decoded."""
        content = self.content.removeprefix(BOM_UTF8)
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            fix = f"convert the file to {encoding}"
            raise self.error(line, f"the text is not {encoding}", fix) from error
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise self.error(line, "holds a NUL byte", "text files have none")
        return text

    def error(self, line: int, fault: str, fix: str) -> ResourceError:
        """Return an error about a line, counted from 1."""
        return ResourceError(f"{self.path}, line {line}: {fault}; {fix}")


def read_source(path: Path, max_line_length: int | None = None) -> SynonymFile:
    """Read a text file, which may be gzipped; refuse files that are not text.

    `max_line_length` is the maximum line length, if it differs from that of other text files.
    """
    source = read_content(path)
    check_lines(source, max_line_length)
    return source


def read_content(path: Path) -> SynonymFile:
    """Read a text file without checking line lengths, which takes longer than reading."""
    import gzip  # not needed for shipped tables

    try:
        with path.open("rb") as stream:
            packed = detect_compression(stream.peek(_START_BYTES)) == ".gz"
            text = cast(BinaryIO, gzip.GzipFile(fileobj=stream) if packed else stream)
            start = text.read(_START_BYTES)
            _check_text(path, start)
            content = start + read_bounded(text, MAX_BYTES, path)
    except FileNotFoundError as error:
        raise ResourceError(
            f"there is no synonym file {path}; check the path, or use 'auto' or 'none'"
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ResourceError(f"{path} is a damaged gzip file; fetch or pack it again") from error
    except OSError as error:
        raise ResourceError(f"cannot read {path}: {error.strerror}; check the path") from error
    return SynonymFile(path, content)


def _check_text(path: Path, start: bytes) -> None:
    file_type = detect_type(start, len(start) < _START_BYTES)
    if file_type.kind is not FileKind.TEXT:
        raise ResourceError(
            f"{path} has no synonyms (it is {file_type.description}); give a table built with "
            "'tesla build synonyms', a MyThes thesaurus, Cilin, or a text with one synset per "
            "line, members separated by tabs"
        )


def check_lines(source: SynonymFile, max_line_length: int | None = None) -> None:
    """Refuse a file with lines longer than `max_line_length` (default: the limit for text
    files).
    """
    max_length = max_line() if max_line_length is None else max_line_length
    try:
        for _ in raw_lines(BytesIO(source.content), str(source.path), max_length):
            pass
    except InputError as error:
        raise ResourceError(str(error)) from error


def fold(text: str) -> str:
    """Convert text to lower case and full-width characters to their usual width."""
    return normalize_width(text).lower()


def word_key(word: str) -> str:
    """Return the lookup key of a word: NFC, folded, and without superfluous spaces."""
    return " ".join(fold(normalize("NFC", word)).split())
