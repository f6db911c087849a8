"""Protocols of synonym dictionaries, and reading of text files with synonyms."""

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
from ...files.lines import get_max_line_length, iterate_raw_lines
from ..characters import normalize_width

NO_SYNSETS: frozenset[int] = frozenset()


@runtime_checkable
class Synonyms(Protocol):
    """Protocol of synonym dictionaries: words are synonyms if they have a common synset.

    A synset is a set of words with the same meaning, identified by a number.

    Attributes
    ----------
    name : str
        Name for the signature. Dictionaries with the same name have the same synsets.
    """

    @property
    def name(self) -> str:
        """Name for the signature. Dictionaries with the same name have the same synsets."""

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
        """Return all words of the dictionary, normalised by `normalize_word`."""

    def __hash__(self) -> int: ...


# Maximum size of a file after decompression. The largest known thesauri have 30 MiB.
MAX_BYTES = 256 * MIB
_HEADER_BYTES = 4096  # number of bytes by which the file type is detected


@dataclass(frozen=True)
class SynonymFile:
    """The decompressed content of a text file with synonyms."""

    path: Path
    content: bytes

    @property
    def sha256(self) -> str:
        """SHA-256 of the decompressed content."""
        return hashlib.sha256(self.content).hexdigest()

    def decode(self, encoding: str = "UTF-8") -> str:
        """Return the text; raise an error with the line number if it cannot be decoded."""
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
        """Return an error about a line, which is counted from 1.

        `fault` says what is wrong, and `fix` says what the user can do.
        """
        return ResourceError(f"{self.path}, line {line}: {fault}; {fix}")


def read_synonym_file(path: Path, max_line_length: int | None = None) -> SynonymFile:
    """Read a text file, which may be gzipped; raise an error if it is not text.

    `max_line_length` is the maximum length of a line in bytes; None: the limit for all text files.
    """
    source = read_unchecked_synonym_file(path)
    check_line_lengths(source, max_line_length)
    return source


def read_unchecked_synonym_file(path: Path) -> SynonymFile:
    """Read a text file like `read_synonym_file`, but without the slow check of line lengths."""
    import gzip  # imported here, because shipped tables do not need it

    try:
        with path.open("rb") as stream:
            is_compressed = detect_compression(stream.peek(_HEADER_BYTES)) == ".gz"
            text = cast(BinaryIO, gzip.GzipFile(fileobj=stream) if is_compressed else stream)
            header = text.read(_HEADER_BYTES)
            _check_text(path, header)
            content = header + read_bounded(text, MAX_BYTES, path)
    except FileNotFoundError as error:
        raise ResourceError(
            f"there is no synonym file {path}; check the path, or use 'auto' or 'none'"
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ResourceError(f"{path} is a damaged gzip file; fetch or pack it again") from error
    except OSError as error:
        raise ResourceError(f"cannot read {path}: {error.strerror}; check the path") from error
    return SynonymFile(path, content)


def _check_text(path: Path, header: bytes) -> None:
    is_complete = len(header) < _HEADER_BYTES
    file_type = detect_type(header, is_complete)
    if file_type.kind is not FileKind.TEXT:
        raise ResourceError(
            f"{path} has no synonyms (it is {file_type.description}); give a table built with "
            "'tesla build synonyms', a MyThes thesaurus, Cilin, or a text with one synset per "
            "line, members separated by tabs"
        )


def check_line_lengths(file: SynonymFile, max_line_length: int | None = None) -> None:
    """Raise an error if a line is longer than `max_line_length` bytes.

    None means the limit for all text files.
    """
    max_length = get_max_line_length() if max_line_length is None else max_line_length
    try:
        for _ in iterate_raw_lines(BytesIO(file.content), str(file.path), max_length):
            pass
    except InputError as error:
        raise ResourceError(str(error)) from error


def fold_case_and_width(text: str) -> str:
    """Convert text to lower case and full-width characters to their usual width."""
    return normalize_width(text).lower()


def normalize_word(word: str) -> str:
    """Return the lookup key of a word: NFC, folded case and width, single spaces between words."""
    return " ".join(fold_case_and_width(normalize("NFC", word)).split())
