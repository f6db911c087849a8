"""Sentence pairs from files: tab-separated text, two files side by side, TMX."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Protocol

from ..errors import InputError, UsageError
from ..files.limits import count_on
from ..files.lines import STDIN, display_name, iterate_lines
from ..files.packed import SUFFIXES, unpacked_name
from .header import find_column, names_languages
from .tmx import iterate_tmx

Pair = tuple[str, str]  # target, pivot


class Bitext(Protocol):
    """Somewhere sentence pairs come from."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The files it is read from."""

    def pairs(self) -> Iterator[Pair]:
        """Target sentence and pivot sentence, one pair after another; sides may be empty."""


@dataclass(frozen=True)
class TwoFiles:
    """Line n of the one file is a translation of line n of the other."""

    target: str
    pivot: str

    @property
    def paths(self) -> tuple[str, ...]:
        return self.target, self.pivot

    def pairs(self) -> Iterator[Pair]:
        target, pivot = iterate_lines(self.target), iterate_lines(self.pivot)
        for done, (one, other) in enumerate(zip_longest(target, pivot)):
            if one is None or other is None:
                more = count_on(done + 1, pivot if one is None else target)
                counts = (done, more) if one is None else (more, done)
                raise InputError(
                    f"{display_name(self.target)} has {counts[0]} lines and "
                    f"{display_name(self.pivot)} has {counts[1]}: give files that are translations "
                    "of each other line by line"
                )
            yield one, other


@dataclass(frozen=True)
class _OneFile:
    path: str
    target: str
    pivot: str

    @property
    def paths(self) -> tuple[str, ...]:
        return (self.path,)


class Tabbed(_OneFile):
    """Columns named by language codes in the first line, or two columns: target, pivot."""

    def pairs(self) -> Iterator[Pair]:
        lines = iterate_lines(self.path)
        first = next(lines, None)
        if first is None:
            raise InputError(f"{display_name(self.path)} is empty: give sentence pairs")
        names = first.split("\t")
        one, other = find_column(names, self.target), find_column(names, self.pivot)
        if one is None or other is None:
            self._check_unnamed(names)
            one, other = 0, 1
            yield names[0], names[1]
        for number, line in enumerate(lines, 2):
            row = self._row(line, number, len(names))
            yield row[one], row[other]

    def _check_unnamed(self, names: Sequence[str]) -> None:
        """Refuse a first line that is no sentence pair."""
        if names_languages(names):
            reason = f"they are {', '.join(name.strip() for name in names)}"
        elif len(names) != 2:
            reason = f"it has {len(names)} columns"
        else:
            return
        raise InputError(
            f"{display_name(self.path)}: its first line names no columns {self.target!r} and "
            f"{self.pivot!r}, {reason}: give a header line with language codes, or two columns, "
            "target and pivot"
        )

    def _row(self, line: str, number: int, columns: int) -> list[str]:
        row = line.split("\t")
        if len(row) != columns:
            raise InputError(
                f"{display_name(self.path)}, line {number}: has {len(row)} tab-separated columns, "
                f"not {columns}: mend the line"
            )
        return row


class Tmx(_OneFile):
    """A translation memory in TMX, of which two languages are read."""

    def pairs(self) -> Iterator[Pair]:
        return iterate_tmx(self.path, self.target, self.pivot)


def find_bitexts(names: Sequence[str], target: str, pivot: str) -> list[Bitext]:
    """What the names on the command line stand for.

    Two files whose names end in the two languages, or two files of lines without tabs; else each
    is a `.tmx` file, a prefix of two files `PREFIX.en` and `PREFIX.fr` or either of the two, or a
    tab-separated file.
    """
    if len(names) == 2 and (pair := _two_files(names[0], names[1], target, pivot)):
        return [pair]
    found: list[Bitext] = []
    for name in names:
        bitext = _find(name, target, pivot)
        if isinstance(bitext, TwoFiles) and bitext in found:
            continue  # both sides have been named
        found.append(bitext)
    return found


def side_files(target: Sequence[str], pivot: Sequence[str]) -> list[Bitext]:
    """Files of the target side with those of the pivot side, in order."""
    if len(target) != len(pivot):
        raise UsageError(
            f"--target-file names {len(target)} files and --pivot-file {len(pivot)}: "
            "give equally many, in the same order"
        )
    return [TwoFiles(one, other) for one, other in zip(target, pivot, strict=True)]


def _find(name: str, target: str, pivot: str) -> Bitext:
    if _plain(name).endswith(".tmx"):
        return Tmx(name, target, pivot)
    if _side(name) in (target, pivot):
        prefix = _plain(name).rpartition(".")[0]
        return TwoFiles(_existing(prefix, target), _existing(prefix, pivot))
    if name != STDIN and not Path(name).exists():
        return TwoFiles(_existing(name, target), _existing(name, pivot))
    return Tabbed(name, target, pivot)


def _two_files(one: str, other: str, target: str, pivot: str) -> TwoFiles | None:
    """These two as sides of one bitext, where that is what they are."""
    sides = [side if side in (target, pivot) else None for side in (_side(one), _side(other))]
    if None in sides:
        firsts = [_first_line(name) for name in (one, other)]
        if any(first is None or "\t" in first for first in firsts):
            return None
    elif sides[0] == sides[1]:
        return None  # two bitexts, each by one of its sides
    swapped = sides[0] == pivot or sides[1] == target
    return TwoFiles(other, one) if swapped else TwoFiles(one, other)


def _side(name: str) -> str | None:
    """The language that a file's name ends in."""
    return _plain(name).rpartition(".")[2] if Path(name).is_file() else None


def _existing(prefix: str, lang: str) -> str:
    for name in (f"{prefix}.{lang}{suffix}" for suffix in ("", *SUFFIXES)):
        if Path(name).is_file():
            return name
    raise InputError(
        f"there is neither a file {prefix} nor a file {prefix}.{lang} (or .gz): check the path"
    )


def _plain(name: str) -> str:
    return unpacked_name(name)


def _first_line(name: str) -> str | None:
    if name == STDIN or _plain(name).endswith(".tmx") or not Path(name).is_file():
        return None
    return next(iterate_lines(name), None)
