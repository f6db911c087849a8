"""Files as people give them: by path, as `-`, as <(a process); what can be read once is kept."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from .limits import check_limit, max_line
from .lines import STDIN, decoded_lines, display_name, open_lines
from .packed import unpacked_name
from .piped import Piped

_SUBSTITUTED = re.compile(r"/(?:dev|proc/(?:self|\d+))/fd/\d+")


class Given:
    """One file, which can be read as often as one likes.

    given     as it was given
    name      what messages call it
    label     what tables call it, unless another file has that name
    max_line  the most characters that a line or a segment may have
    """

    def __init__(self, given: str, number: int, max_line: int) -> None:
        self.given, self.max_line = given, max_line
        pipe = f"pipe{number}" if _SUBSTITUTED.fullmatch(given) else ""
        self.name = pipe or display_name(given)
        self.label = pipe or (given if given == STDIN else Path(given).name)

    @cached_property
    def piped(self) -> Piped | None:
        """Where its bytes are, if it can be read once only."""
        return Piped(self.given, self.name) if _read_once(self.given) else None

    @property
    def suffix(self) -> str:
        """The one that says what is inside, in lower case."""
        return Path(unpacked_name(self.given)).suffix.lower()

    def is_same(self, other: "Given") -> bool:
        """Whether both are one file on disk; of pipes that cannot be told."""
        both = Path(self.given), Path(other.given)
        return STDIN not in (self.given, other.given) and (
            all(path.is_file() for path in both) and both[0].samefile(both[1])
        )

    def lines(self) -> Iterator[str]:
        """Its lines, from the first."""
        with self.open() as stream:
            yield from decoded_lines(stream, self.name, self.max_line)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Its bytes, from the first."""
        with self.piped.open() if self.piped else open_lines(self.given, self.name) as stream:
            yield stream


def _read_once(path: str) -> bool:
    place = Path(path)
    return path == STDIN or (place.exists() and not place.is_file() and not place.is_dir())


def give(paths: Sequence[str], most: int | None = None) -> list[Given]:
    """The files, each read once where it can be no more; processes are numbered from 1.

    `most` characters may a line have, if not as many as elsewhere.
    """
    most = max_line() if most is None else most
    check_limit(most)
    found: dict[str, Given] = {}
    pipes = 0
    for path in paths:
        if path not in found:
            pipes += bool(_SUBSTITUTED.fullmatch(path))
            found[path] = Given(path, pipes, most)
    return [found[path] for path in paths]


def tell_apart(names: Sequence[str], longer: Sequence[str]) -> list[str]:
    """Names that are all different: longer ones where two are the same, then numbered ones."""
    twice = {
        name for name, long in zip(names, longer, strict=True)
        if any(name == other and long != more for other, more in zip(names, longer, strict=True))
    }  # fmt: skip
    chosen = [long if name in twice else name for name, long in zip(names, longer, strict=True)]
    return [
        f"{name} ({before + 1})" if (before := chosen[:place].count(name)) else name
        for place, name in enumerate(chosen)
    ]
