"""Read sentence pairs from tab-separated text, two parallel files or TMX."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Protocol

from ...errors import InputError, UsageError
from ...files.compression import SUFFIXES, uncompressed_name
from ...files.lines import STDIN, count_total, display_name, iterate_lines, max_line, open_lines
from ...files.xml_reader import SegmentText, XmlReader
from ...text.languages import parse_tag

# A language code with at most script and region, as `en-suite` is a word. So is `No`: codes are
# rarely written with one capital.
_CODE = re.compile(r"([a-z]{2,3}|[A-Z]{2,3})([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|\d{3}))?", re.ASCII)


def find_column(names: Sequence[str], lang: str) -> int | None:
    """Return the column of a language: an exact match, else the first with a region or script."""
    languages = [_named_language(name) for name in names]
    exact = [index for index, name in enumerate(names) if name.strip().lower() == lang]
    return next(
        iter(exact or [column for column, language in enumerate(languages) if language == lang]),
        None,
    )


def names_languages(names: Sequence[str]) -> bool:
    """Return whether the names are language codes of at least two different languages.

    If there are two columns, both must be codes: a single code may well be a word.
    """
    languages = [_named_language(name) for name in names]
    return len({language for language in languages if language is not None}) > 1


def _named_language(name: str) -> str | None:
    name = name.strip()
    if not _CODE.fullmatch(name):
        return None
    try:
        return parse_tag(name)
    except UsageError:
        return None


_LANGUAGE_ATTRIBUTES = ("xml:lang", "lang")
# Elements that contain markup of the document format, not words.
_MARKUP_TAGS = frozenset(("bpt", "ept", "it", "ph", "ut"))


def iterate_tmx(path: str, target: str, pivot: str) -> Iterator[tuple[str, str]]:
    """Yield the units with both languages; the first text of each language is used."""
    return _tmx_pairs(path, _TmxUnits(display_name(path), (target, pivot)), target, pivot)


def _tmx_pairs(path: str, units: "_TmxUnits", target: str, pivot: str) -> Iterator[tuple[str, str]]:
    with open_lines(path) as stream:
        for _ in units.reader.read(stream):
            for texts in units.pop_units():
                if target in texts and pivot in texts:
                    yield texts[target], texts[pivot]


class _TmxUnits:
    """Collects the texts of TMX units by language: the first text in each requested language."""

    def __init__(self, name: str, languages: tuple[str, str]) -> None:
        self._requested = languages
        self._max_length = max_line()
        self.reader = XmlReader(name, self._max_length, self._start, self._end, self._add)
        self._done: list[dict[str, str]] = []
        self._unit: dict[str, str] = {}
        self._language: str | None = None
        self._segment: SegmentText | None = None
        self._markup_depth = 0  # number of open markup elements

    def pop_units(self) -> list[dict[str, str]]:
        """Return the units that ended since the last call."""
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "tu":
            self._unit = {}
        elif tag == "tuv":
            code = next(
                (attributes[name] for name in _LANGUAGE_ATTRIBUTES if attributes.get(name)), ""
            )
            language = _tmx_language(code)
            # A unit may have any number of other languages, which must not use memory here.
            is_requested = language in self._requested and language not in self._unit
            self._language = language if is_requested else None
        elif tag == "seg" and self._language is not None:
            self._segment = SegmentText(self._max_length)
        elif self._segment is not None:
            self._markup_depth += tag in _MARKUP_TAGS

    def _end(self, tag: str) -> None:
        if tag == "tu":
            self._done.append(self._unit)
        elif tag == "seg" and self._segment is not None and self._language is not None:
            text = " ".join(self._segment.text().split())
            self._unit[self._language] = text
            # Further segments of the same variant are ignored.
            self._segment, self._language = None, None
        elif tag == "tuv":
            self._language = None
        elif self._segment is not None:
            self._markup_depth -= tag in _MARKUP_TAGS

    def _add(self, text: str) -> None:
        if self._segment is not None and not self._markup_depth:
            self._segment.add(text, self.reader.where)


def _tmx_language(code: str) -> str:
    from ...text.languages import parse_tag

    try:
        return parse_tag(code)
    except UsageError:
        return code  # not one of the requested languages


Pair = tuple[str, str]  # target, pivot


class Bitext(Protocol):
    """A source of sentence pairs."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The files of the bitext."""

    def pairs(self) -> Iterator[Pair]:
        """Yield pairs of target sentence and pivot sentence; sides may be empty."""


@dataclass(frozen=True)
class ParallelFiles:
    """Two files, in which line n of one is the translation of line n of the other."""

    target: str
    pivot: str

    @property
    def paths(self) -> tuple[str, ...]:
        return self.target, self.pivot

    def pairs(self) -> Iterator[Pair]:
        target, pivot = iterate_lines(self.target), iterate_lines(self.pivot)
        for count, (target_line, pivot_line) in enumerate(zip_longest(target, pivot)):
            if target_line is None or pivot_line is None:
                total = count_total(count + 1, pivot if target_line is None else target)
                counts = (count, total) if target_line is None else (total, count)
                raise InputError(
                    f"{display_name(self.target)} has {counts[0]} lines and "
                    f"{display_name(self.pivot)} has {counts[1]}: the files must be "
                    "translations of each other line by line"
                )
            yield target_line, pivot_line


@dataclass(frozen=True)
class _SingleFile:
    path: str
    target: str
    pivot: str

    @property
    def paths(self) -> tuple[str, ...]:
        return (self.path,)


class TabSeparatedBitext(_SingleFile):
    """A tab-separated file with language codes in the first line, or two columns: target, pivot."""

    def pairs(self) -> Iterator[Pair]:
        lines = iterate_lines(self.path)
        first = next(lines, None)
        if first is None:
            raise InputError(f"{display_name(self.path)} is empty: it must have sentence pairs")
        names = first.split("\t")
        target_column, pivot_column = (
            find_column(names, self.target),
            find_column(names, self.pivot),
        )
        if target_column is None or pivot_column is None:
            self._check_unnamed(names)
            target_column, pivot_column = 0, 1
            yield names[0], names[1]
        for line_number, line in enumerate(lines, 2):
            row = self._row(line, line_number, len(names))
            yield row[target_column], row[pivot_column]

    def _check_unnamed(self, names: Sequence[str]) -> None:
        """Raise `InputError` if the first line is not a sentence pair."""
        if names_languages(names):
            reason = f"the names are {', '.join(name.strip() for name in names)}"
        elif len(names) != 2:
            reason = f"it has {len(names)} columns"
        else:
            return
        raise InputError(
            f"{display_name(self.path)}: the first line does not name the columns "
            f"{self.target!r} and {self.pivot!r}, {reason}: give a header line with language "
            "codes, or two columns, target and pivot"
        )

    def _row(self, line: str, line_number: int, n_columns: int) -> list[str]:
        row = line.split("\t")
        if len(row) != n_columns:
            raise InputError(
                f"{display_name(self.path)}, line {line_number}: has {len(row)} tab-separated "
                f"columns, not {n_columns}: fix the line"
            )
        return row


class TmxBitext(_SingleFile):
    """A translation memory in TMX, from which two languages are read."""

    def pairs(self) -> Iterator[Pair]:
        return iterate_tmx(self.path, self.target, self.pivot)


def find_bitexts(names: Sequence[str], target: str, pivot: str) -> list[Bitext]:
    """Return the bitexts that the names on the command line refer to.

    Two names are one bitext if they end in the two languages, or if both files have no tabs.
    Otherwise each name is a `.tmx` file, a prefix of two files `PREFIX.en` and `PREFIX.fr` or one
    of the two, or a tab-separated file.
    """
    if len(names) == 2 and (pair := _as_two_files(names[0], names[1], target, pivot)):
        return [pair]
    bitexts: list[Bitext] = []
    for name in names:
        bitext = _find_bitext(name, target, pivot)
        if isinstance(bitext, ParallelFiles) and bitext in bitexts:
            continue  # both sides were given
        bitexts.append(bitext)
    return bitexts


def side_files(target: Sequence[str], pivot: Sequence[str]) -> list[Bitext]:
    """Pair files of the target side with those of the pivot side, in order."""
    if len(target) != len(pivot):
        raise UsageError(
            f"--target-file names {len(target)} files and --pivot-file {len(pivot)}: "
            "give the same number of files, in the same order"
        )
    return [
        ParallelFiles(target_path, pivot_path)
        for target_path, pivot_path in zip(target, pivot, strict=True)
    ]


def _find_bitext(name: str, target: str, pivot: str) -> Bitext:
    if _without_compression(name).endswith(".tmx"):
        return TmxBitext(name, target, pivot)
    if _language_suffix(name) in (target, pivot):
        prefix = _without_compression(name).rpartition(".")[0]
        return ParallelFiles(_existing(prefix, target), _existing(prefix, pivot))
    if name != STDIN and not Path(name).exists():
        return ParallelFiles(_existing(name, target), _existing(name, pivot))
    return TabSeparatedBitext(name, target, pivot)


def _as_two_files(
    first_name: str, second_name: str, target: str, pivot: str
) -> ParallelFiles | None:
    """Return two files as the sides of one bitext, or None if they are not."""
    sides = [
        side if side in (target, pivot) else None
        for side in (_language_suffix(first_name), _language_suffix(second_name))
    ]
    if None in sides:
        first_lines = [_first_line(name) for name in (first_name, second_name)]
        if any(line is None or "\t" in line for line in first_lines):
            return None
    elif sides[0] == sides[1]:
        return None  # two bitexts, of each of which one side is named
    swapped = sides[0] == pivot or sides[1] == target
    return (
        ParallelFiles(second_name, first_name)
        if swapped
        else ParallelFiles(first_name, second_name)
    )


def _language_suffix(name: str) -> str | None:
    """Return the language that the name of an existing file ends in."""
    return _without_compression(name).rpartition(".")[2] if Path(name).is_file() else None


def _existing(prefix: str, lang: str) -> str:
    for name in (f"{prefix}.{lang}{suffix}" for suffix in ("", *SUFFIXES)):
        if Path(name).is_file():
            return name
    raise InputError(
        f"there is neither a file {prefix} nor a file {prefix}.{lang} (or .gz): check the path"
    )


def _without_compression(name: str) -> str:
    return uncompressed_name(name)


def _first_line(name: str) -> str | None:
    if name == STDIN or _without_compression(name).endswith(".tmx") or not Path(name).is_file():
        return None
    return next(iterate_lines(name), None)
