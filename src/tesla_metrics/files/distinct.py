"""The same file given twice would count twice."""

from collections.abc import Sequence

from ..errors import UsageError


def check_distinct(what: str, files: Sequence[str], digests: Sequence[str]) -> None:
    """Refuse files of the same content, whatever their names: their digests tell."""
    first: dict[str, str] = {}
    for file, digest in zip(files, digests, strict=True):
        if digest in first:
            both = file if first[digest] == file else f"{first[digest]} and {file}"
            how = "is given twice" if first[digest] == file else "are the same"
            raise UsageError(f"{what} {both} {how} and would count twice: give it once")
        first[digest] = file
