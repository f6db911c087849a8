"""Reading the text files that dictionaries come in."""

import hashlib
import zlib
from codecs import BOM_UTF8
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast
from unicodedata import normalize

from ...errors import InputError, ResourceError
from ...files.bounded import MIB, read_bounded
from ...files.kinds import FileKind, tell
from ...files.limits import max_line
from ...files.lines import raw_lines
from ...files.packed import packed_start
from ..widths import usual_width

# The largest thesauri have 30.
MOST = 256 * MIB
_START = 4096


@dataclass(frozen=True)
class Source:
    """A file's content, unpacked."""

    path: Path
    content: bytes

    @property
    def sha256(self) -> str:
        """Of the unpacked content: packing a file does not change what it says."""
        return hashlib.sha256(self.content).hexdigest()

    def decode(self, encoding: str = "UTF-8") -> str:
        """The text; where it is not in that encoding, an error that names the line."""
        content = self.content.removeprefix(BOM_UTF8)
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            mend = f"convert the file to {encoding}"
            raise self.error(line, f"the text is not {encoding}", mend) from error
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise self.error(line, "holds a NUL byte", "a file with any is no text")
        return text

    def error(self, line: int, fault: str, mend: str) -> ResourceError:
        """An error about a line, counted from 1."""
        return ResourceError(f"{self.path}, line {line}: {fault}; {mend}")


def read_source(path: Path, longest: int | None = None) -> Source:
    """Read a file, gzipped or not; what is no text is refused.

    `longest` is the longest line, if not that of other text.
    """
    source = read_content(path)
    check_lines(source, longest)
    return source


def read_content(path: Path) -> Source:
    """The same without a look at the length of its lines, which takes longer than reading it."""
    import gzip  # tables that ship are not read here

    try:
        with path.open("rb") as stream:
            packed = packed_start(stream.peek(_START)) == ".gz"
            text = cast(BinaryIO, gzip.GzipFile(fileobj=stream) if packed else stream)
            start = text.read(_START)
            _check_text(path, start)
            content = start + read_bounded(text, MOST, path)
    except FileNotFoundError as error:
        raise ResourceError(
            f"there is no synonym file {path}; check the path, or use 'auto' or 'none'"
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ResourceError(f"{path} is a damaged gzip file; fetch or pack it again") from error
    except OSError as error:
        raise ResourceError(f"cannot read {path}: {error.strerror}; check the path") from error
    return Source(path, content)


def _check_text(path: Path, start: bytes) -> None:
    told = tell(start, len(start) < _START)
    if told.kind is not FileKind.TEXT:
        raise ResourceError(
            f"{path} holds no synonyms (it is {told.called}); give a table that "
            "'tesla build synonyms' made, a MyThes thesaurus, Cilin, or a text with one synset a "
            "line, members separated by tabs"
        )


def check_lines(source: Source, longest: int | None = None) -> None:
    """Refuse one with a longer line than text has, or than `longest`."""
    most = max_line() if longest is None else longest
    try:
        for _ in raw_lines(BytesIO(source.content), str(source.path), most):
            pass
    except InputError as error:
        raise ResourceError(str(error)) from error


def fold(text: str) -> str:
    """Lower-case, and full-width forms as usual ones."""
    return usual_width(text).lower()


def key(word: str) -> str:
    """How a word is looked up: composed, folded, and without superfluous spaces."""
    return " ".join(fold(normalize("NFC", word)).split())
