"""The same file given twice would count twice, and one that is read must not be written."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..errors import InputError, UsageError


def check_distinct(what: str, files: Sequence[str], digests: Sequence[str]) -> None:
    """Refuse files of the same content, whatever their names: their digests tell."""
    first: dict[str, str] = {}
    for file, digest in zip(files, digests, strict=True):
        if digest in first:
            both = file if first[digest] == file else f"{first[digest]} and {file}"
            how = "is given twice" if first[digest] == file else "are the same"
            raise UsageError(f"{what} {both} {how} and would count twice: give it once")
        first[digest] = file


def check_not_read(path: Path, sources: Iterable[str], flag: str = "-o") -> None:
    """Refuse to write over a file that is read, by whatever name; `flag` names the output."""
    for source in sources:
        if path.is_file() and Path(source).is_file() and path.samefile(source):
            raise InputError(f"{path} is read and would be overwritten: give {flag} another name")
