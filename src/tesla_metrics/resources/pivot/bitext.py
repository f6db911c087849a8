"""Read sentence pairs from tab-separated text, two parallel files or TMX."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Protocol

from ...errors import InputError, UsageError, warn_user
from ...files.compression import COMPRESSION_SUFFIXES, strip_compression_suffix
from ...files.lines import (
    STDIN,
    count_total,
    get_display_name,
    get_max_line_length,
    iterate_lines,
    open_lines,
)
from ...files.xml_reader import SegmentTextBuilder, XmlReader
from ...text.languages import parse_tag

# A language code, optionally with script and region. Other suffixes are not allowed: `en-suite` is
# a word. Codes with one capital letter are not allowed either: `No` is a word.
_LANGUAGE_CODE = re.compile(
    r"([a-z]{2,3}|[A-Z]{2,3})([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|\d{3}))?", re.ASCII
)

# Number of sentence pairs whose languages are checked.
_MAX_CHECKED_PAIRS = 400


def find_column(names: Sequence[str], lang: str) -> int | None:
    """Return the index of the column of a language, or None.

    It is the first column that is named by the language code alone, otherwise the first one whose
    name also has a region or script.
    """
    languages = [_parse_code(name) for name in names]
    exact_matches = [index for index, name in enumerate(names) if name.strip().lower() == lang]
    matches = [index for index, language in enumerate(languages) if language == lang]
    return next(iter(exact_matches or matches), None)


def are_language_codes(names: Sequence[str]) -> bool:
    """Return whether at least two of the names are codes of different languages.

    A single code would not be enough, because it may be a word of a sentence.
    """
    languages = [_parse_code(name) for name in names]
    return len({language for language in languages if language is not None}) > 1


def _parse_code(name: str) -> str | None:
    """Return the language that a language code refers to; None if the name is not a code."""
    name = name.strip()
    if not _LANGUAGE_CODE.fullmatch(name):
        return None
    try:
        return parse_tag(name)
    except UsageError:
        return None


_LANGUAGE_ATTRIBUTES = ("xml:lang", "lang")
# Elements that contain markup of the document format, not words.
_MARKUP_TAGS = frozenset(("bpt", "ept", "it", "ph", "ut"))


def iterate_tmx(path: str, target: str, pivot: str) -> Iterator[tuple[str, str]]:
    """Yield (target text, pivot text) of the units that have both languages.

    If a unit has several texts of a language, the first one is used.
    """
    return _iter_tmx_pairs(
        path, _TmxCollector(get_display_name(path), (target, pivot)), target, pivot
    )


def _iter_tmx_pairs(
    path: str, collector: "_TmxCollector", target: str, pivot: str
) -> Iterator[tuple[str, str]]:
    with open_lines(path) as stream:
        for _ in collector.reader.read(stream):
            for texts in collector.pop_units():
                if target in texts and pivot in texts:
                    yield texts[target], texts[pivot]


class _TmxCollector:
    """Collector of the texts of TMX units: the first text in each requested language."""

    def __init__(self, name: str, languages: tuple[str, str]) -> None:
        self._requested = languages
        self._max_length = get_max_line_length()
        self.reader = XmlReader(name, self._max_length, self._start, self._end, self._add)
        self._finished_units: list[dict[str, str]] = []
        self._unit: dict[str, str] = {}
        self._language: str | None = None
        self._segment: SegmentTextBuilder | None = None
        self._markup_depth = 0  # number of open markup elements

    def pop_units(self) -> list[dict[str, str]]:
        """Return the units that ended since the last call."""
        finished, self._finished_units = self._finished_units, []
        return finished

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "tu":
            self._unit = {}
        elif tag == "tuv":
            code = next(
                (attributes[name] for name in _LANGUAGE_ATTRIBUTES if attributes.get(name)), ""
            )
            language = _parse_tmx_language(code)
            # Other languages of a unit, of which there may be many, are not stored.
            is_requested = language in self._requested and language not in self._unit
            self._language = language if is_requested else None
        elif tag == "seg" and self._language is not None:
            self._segment = SegmentTextBuilder(self._max_length)
        elif self._segment is not None:
            self._markup_depth += tag in _MARKUP_TAGS

    def _end(self, tag: str) -> None:
        if tag == "tu":
            self._finished_units.append(self._unit)
        elif tag == "seg" and self._segment is not None and self._language is not None:
            text = " ".join(self._segment.build().split())
            self._unit[self._language] = text
            # Further segments of the same variant are ignored.
            self._segment, self._language = None, None
        elif tag == "tuv":
            self._language = None
        elif self._segment is not None:
            self._markup_depth -= tag in _MARKUP_TAGS

    def _add(self, text: str) -> None:
        if self._segment is not None and not self._markup_depth:
            self._segment.add(text, self.reader.location)


def _parse_tmx_language(code: str) -> str:
    """Return the language of a code; an unknown code is returned unchanged."""
    from ...text.languages import parse_tag

    try:
        return parse_tag(code)
    except UsageError:
        return code  # it cannot be one of the requested languages


Pair = tuple[str, str]  # target sentence, pivot sentence


class Bitext(Protocol):
    """A source of sentence pairs."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The files of the bitext."""

    def iter_pairs(self) -> Iterator[Pair]:
        """Yield pairs of target sentence and pivot sentence; sides may be empty."""


@dataclass(frozen=True)
class ParallelFiles:
    """Two files, in which line n of one is the translation of line n of the other."""

    target: str
    pivot: str

    @property
    def paths(self) -> tuple[str, ...]:
        return self.target, self.pivot

    def iter_pairs(self) -> Iterator[Pair]:
        target, pivot = iterate_lines(self.target), iterate_lines(self.pivot)
        for count, (target_line, pivot_line) in enumerate(zip_longest(target, pivot)):
            if target_line is None or pivot_line is None:
                total = count_total(count + 1, pivot if target_line is None else target)
                counts = (count, total) if target_line is None else (total, count)
                raise InputError(
                    f"{get_display_name(self.target)} has {counts[0]} lines and "
                    f"{get_display_name(self.pivot)} has {counts[1]}: the files must be "
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
    """A tab-separated file with two languages.

    The first line has language codes; without it, the file has two columns, target and pivot.
    """

    def iter_pairs(self) -> Iterator[Pair]:
        lines = iterate_lines(self.path)
        first = next(lines, None)
        if first is None:
            raise InputError(f"{get_display_name(self.path)} is empty: it must have sentence pairs")
        names = first.split("\t")
        target_column = find_column(names, self.target)
        pivot_column = find_column(names, self.pivot)
        if target_column is None or pivot_column is None:
            self._check_first_pair(names)
            target_column, pivot_column = 0, 1
            yield names[0], names[1]
        for line_number, line in enumerate(lines, 2):
            row = self._split_row(line, line_number, len(names))
            yield row[target_column], row[pivot_column]

    def _check_first_pair(self, names: Sequence[str]) -> None:
        """Raise `InputError` if the first line is not a sentence pair, but other column names."""
        if are_language_codes(names):
            reason = f"the names are {', '.join(name.strip() for name in names)}"
        elif len(names) != 2:
            reason = f"it has {len(names)} columns"
        else:
            return
        raise InputError(
            f"{get_display_name(self.path)}: the first line does not name the columns "
            f"{self.target!r} and {self.pivot!r}, {reason}: give a header line with language "
            "codes, or two columns, target and pivot"
        )

    def _split_row(self, line: str, line_number: int, n_columns: int) -> list[str]:
        row = line.split("\t")
        if len(row) != n_columns:
            raise InputError(
                f"{get_display_name(self.path)}, line {line_number}: has {len(row)} tab-separated "
                f"columns, not {n_columns}: fix the line"
            )
        return row


class TmxBitext(_SingleFile):
    """A translation memory in TMX, from which two languages are read."""

    def iter_pairs(self) -> Iterator[Pair]:
        return iterate_tmx(self.path, self.target, self.pivot)


def find_bitexts(names: Sequence[str], target: str, pivot: str) -> list[Bitext]:
    """Return the bitexts that the names on the command line refer to.

    Two names are one bitext if they end in the two language codes, or if neither file has a tab in
    its first line. Otherwise each name is a bitext: a `.tmx` file, the common prefix of two files
    `PREFIX.en` and `PREFIX.fr`, one of these two files, or a tab-separated file.
    """
    if len(names) == 2 and (pair := _pair_two_files(names[0], names[1], target, pivot)):
        return [pair]
    bitexts: list[Bitext] = []
    for name in names:
        bitext = _find_bitext(name, target, pivot)
        if isinstance(bitext, ParallelFiles) and bitext in bitexts:
            continue  # both of its files are in the names
        bitexts.append(bitext)
    return bitexts


def iterate_checked_pairs(bitext: Bitext, target: str, pivot: str) -> Iterator[Pair]:
    """Yield the pairs of a bitext; warn if its first sentences are in another language."""
    pairs = bitext.iter_pairs()
    first_pairs = list(islice(pairs, _MAX_CHECKED_PAIRS))
    _check_languages(bitext, first_pairs, target, pivot)
    yield from first_pairs
    yield from pairs


def _check_languages(bitext: Bitext, pairs: Sequence[Pair], target: str, pivot: str) -> None:
    from ...text.languages.identification import compare_languages, have_same_profile

    mismatches = []  # (side, declared language, language of its sentences)
    for side, declared, sentences in zip(
        ("target", "pivot"), (target, pivot), zip(*pairs, strict=True), strict=False
    ):
        comparison = compare_languages([*filter(None, sentences)], declared)
        if comparison is not None and comparison.is_other:
            mismatches.append((side, declared, comparison.language))
    names = " and ".join(map(get_display_name, bitext.paths))
    languages = [language for *_, language in mismatches]
    if len(languages) == 2 and all(map(have_same_profile, languages, (pivot, target))):
        warn_user(
            f"{names}: the target sentences look like {pivot!r} and the pivot sentences like "
            f"{target!r}: exchange the columns or files, or --target and --pivot"
        )
        return
    for side, declared, language in mismatches:
        warn_user(
            f"{names}: the {side} sentences look like {language!r}, not {declared!r}: check the "
            f"columns and --{side}"
        )


def pair_files(target_paths: Sequence[str], pivot_paths: Sequence[str]) -> list[Bitext]:
    """Pair files of the target side with those of the pivot side, in order."""
    if len(target_paths) != len(pivot_paths):
        raise UsageError(
            f"--target-file names {len(target_paths)} files and --pivot-file {len(pivot_paths)}: "
            "give the same number of files, in the same order"
        )
    return [
        ParallelFiles(target_path, pivot_path)
        for target_path, pivot_path in zip(target_paths, pivot_paths, strict=True)
    ]


def _find_bitext(name: str, target: str, pivot: str) -> Bitext:
    if _strip_compression(name).endswith(".tmx"):
        return TmxBitext(name, target, pivot)
    if _get_language_suffix(name) in (target, pivot):
        prefix = _strip_compression(name).rpartition(".")[0]
        return ParallelFiles(_find_file(prefix, target), _find_file(prefix, pivot))
    if name != STDIN and not Path(name).exists():
        return ParallelFiles(_find_file(name, target), _find_file(name, pivot))
    return TabSeparatedBitext(name, target, pivot)


def _pair_two_files(
    first_name: str, second_name: str, target: str, pivot: str
) -> ParallelFiles | None:
    """Return the bitext of which two files are the sides, or None if they are not."""
    suffixes = [
        suffix if suffix in (target, pivot) else None
        for suffix in (_get_language_suffix(first_name), _get_language_suffix(second_name))
    ]
    if None in suffixes:
        first_lines = [_read_first_line(name) for name in (first_name, second_name)]
        if any(line is None or "\t" in line for line in first_lines):
            return None
    elif suffixes[0] == suffixes[1]:
        return None  # the same side of two different bitexts
    if suffixes[0] == pivot or suffixes[1] == target:
        return ParallelFiles(second_name, first_name)
    return ParallelFiles(first_name, second_name)


def _get_language_suffix(name: str) -> str | None:
    """Return the last suffix of an existing file, without that of compression, or None."""
    return _strip_compression(name).rpartition(".")[2] if Path(name).is_file() else None


def _find_file(prefix: str, lang: str) -> str:
    """Return the name of the file of a language, which may be compressed."""
    for name in (f"{prefix}.{lang}{suffix}" for suffix in ("", *COMPRESSION_SUFFIXES)):
        if Path(name).is_file():
            return name
    raise InputError(
        f"there is neither a file {prefix} nor a file {prefix}.{lang} (or .gz): check the path"
    )


def _strip_compression(name: str) -> str:
    return strip_compression_suffix(name)


def _read_first_line(name: str) -> str | None:
    """Return the first line of a text file; None if it is empty, or not a text file."""
    if name == STDIN or _strip_compression(name).endswith(".tmx") or not Path(name).is_file():
        return None
    return next(iterate_lines(name), None)
