"""Detect outputs that do not fit their references, by comparing the two texts line by line."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

from .sampled_text import CheckedText, MatchCount, SampledLine

_MIN_LINES = 10  # with fewer lines with text, pairs of texts are not compared
# Words are compared by their first letters, so that most inflected forms are equal.
_PREFIX_LETTERS = 5
_WORD = re.compile(r"\w+")
# Longer "words" are in scripts without spaces; their character pairs are compared instead.
_MAX_MEAN_WORD_LETTERS = 12
_DIGITS = re.compile(r"\d+")
# Thresholds of `find_misaligned`.
_CLEAR_SIMILARITY = 0.2  # lines with more similar counterparts are certainly aligned
_MIN_CLEAR_SHARE = 0.5  # of the lines of each block; otherwise the block is examined
_MIN_SHIFT_GAIN = 0.15  # similarity of a shifted line that is better than the aligned line
_MIN_SHIFTED_SHARE = 0.6
_MIN_SHIFTED_LINES = 8
_SHIFTS = (-2, -1, 1, 2)
_MIN_WORDS_PER_LINE = 4
_MAX_ALIGNED_SCORE = 2.0  # standard errors by which aligned lines are more similar than others


class LinePair(NamedTuple):
    """A line of an output, the reference of this line, and their index in the texts."""

    index: int
    output: str
    reference: str


class TextPair:
    """The samples of two texts, and the lines that both have."""

    def __init__(self, output: CheckedText, reference: CheckedText) -> None:
        self.output = output
        self.reference = reference

    @cached_property
    def lines(self) -> list[LinePair]:
        """The line pairs of the samples in which both lines have text."""
        return [
            LinePair(output.index, output.line, reference.line)
            for output_block, reference_block in zip(
                self.output.blocks, self.reference.blocks, strict=True
            )
            for output, reference in zip(output_block, reference_block, strict=True)
            if output.line and reference.line
        ]

    @property
    def is_comparable(self) -> bool:
        """Whether there are enough lines to compare the texts."""
        return len(self.lines) >= _MIN_LINES


def find_repeated_outputs(pair: TextPair) -> MatchCount | None:
    """Detect one output for many different references."""
    n_lines = len(pair.lines)
    line, count = Counter(line.output for line in pair.lines).most_common(1)[0]
    n_references = len(
        {line_pair.reference for line_pair in pair.lines if line_pair.output == line}
    )
    if n_references < max(4, n_lines * 0.1):
        return None
    return MatchCount(count, n_lines, f"lines are {_shorten(line)!r}")


def find_case_mismatch(pair: TextPair) -> MatchCount | None:
    """Detect outputs that are lower-cased or upper-cased while the references are not."""
    n_lines = len(pair.lines)
    for is_case, name in ((str.islower, "lower case"), (str.isupper, "upper case")):
        n_outputs = sum(is_case(line.output) for line in pair.lines)
        if n_outputs < n_lines * 0.3:
            continue
        n_references = sum(is_case(line.reference) for line in pair.lines)
        if n_references * 3 < n_outputs and n_outputs - n_references >= n_lines * 0.3:
            return MatchCount(n_outputs, n_lines, f"lines are in {name}")
    n_outputs = sum(line.output[0].islower() for line in pair.lines)
    n_references = sum(line.reference[0].islower() for line in pair.lines)
    if n_outputs > n_lines * 0.8 and n_references < n_lines * 0.2:
        return MatchCount(n_outputs, n_lines, "lines begin in lower case")
    return None


# Characters whose loss is reported: their name, a pattern, and the minimum per reference line.
_LOSSES = (
    ("letters with accents", re.compile("[À-ÖØ-öø-ɏ]"), 0.5),
    ("punctuation marks", re.compile("[.,;:!?。，、；：！？।؟،]"), 1.0),
    ("digits", re.compile(r"\d"), 0.5),
)
_MAX_KEPT_SHARE = 0.05


def find_lost_characters(pair: TextPair) -> MatchCount | None:
    """Detect outputs without the accents, punctuation marks or digits of the references."""
    outputs = "\n".join(line.output for line in pair.lines)
    references = "\n".join(line.reference for line in pair.lines)
    for name, pattern, min_per_line in _LOSSES:
        n_expected = len(pattern.findall(references))
        if n_expected < max(20, min_per_line * len(pair.lines)):
            continue
        n_kept = len(pattern.findall(outputs))
        if n_kept <= n_expected * _MAX_KEPT_SHARE:
            return MatchCount(n_kept, n_expected, name)
    return None


def find_length_mismatch(pair: TextPair) -> MatchCount | None:
    """Detect outputs that are much shorter or longer than the references, or cut at one length."""
    n_output = sum(len(line.output) for line in pair.lines)
    n_reference = sum(len(line.reference) for line in pair.lines)
    if n_output < n_reference * 0.4 or n_output > n_reference * 2.5:
        return MatchCount(n_output, n_reference, "characters")
    for count_units, unit in ((len, "characters"), (_count_words, "words")):
        lengths = [count_units(line.output) for line in pair.lines]
        limit = max(lengths)
        if limit < 5 and unit == "words":
            continue
        n_cut = sum(
            length == limit and count_units(line.reference) > limit * 1.1
            for length, line in zip(lengths, pair.lines, strict=True)
        )
        if n_cut >= max(4, len(pair.lines) * 0.15):
            return MatchCount(n_cut, len(pair.lines), f"lines are cut after {limit} {unit}")
    return None


def _count_words(line: str) -> int:
    return len(line.split())


def find_affix(pair: TextPair) -> MatchCount | None:
    """Detect a beginning or an end that many outputs share, but hardly any reference has."""
    n_lines = len(pair.lines)
    for get_affixes in (_get_beginnings, _get_ends):
        output_counts = Counter(affix for line in pair.lines for affix in get_affixes(line.output))
        affix, count = output_counts.most_common(1)[0]
        if count < max(4, n_lines * 0.15):
            continue
        reference_counts = Counter(
            affix for line in pair.lines for affix in get_affixes(line.reference)
        )
        for affix, count in output_counts.most_common(20):
            n_references = reference_counts[affix]
            is_word = affix.isalpha() or not any(map(str.isalnum, affix))
            min_share, max_ratio = (0.5, 0.25) if is_word else (0.15, 0.1)
            if count >= max(4, n_lines * min_share) and n_references <= count * max_ratio:
                place = "begin" if get_affixes is _get_beginnings else "end"
                return MatchCount(count, n_lines, f"lines {place} with {affix!r}")
    return None


def _get_beginnings(line: str) -> set[str]:
    shape = _DIGITS.sub("0", line[:60])
    return {shape[:3], shape.split(None, 1)[0], *re.findall(r"^\S+ \S+", shape)}


def _get_ends(line: str) -> set[str]:
    shape = _DIGITS.sub("0", line[-60:])
    return {shape[-3:], shape.rsplit(None, 1)[-1]}


def find_copied_sources(pair: TextPair, references: CheckedText | None) -> MatchCount | None:
    """Detect outputs that are copies of their sources; `pair` has sources as references.

    Lines whose reference is also a copy do not count, nor do lines of less than four words.
    """
    reference_lines = {}
    if references is not None:
        reference_lines = {
            line.index: line.line.casefold() for block in references.blocks for line in block
        }
    n_lines = n_copied = 0
    for line in pair.lines:
        source = line.reference.casefold()
        if len(source) < 16 or reference_lines.get(line.index) == source:
            continue
        n_lines += 1
        n_copied += line.output.casefold() == source
    if n_copied < max(3, n_lines * 0.1):
        return None
    return MatchCount(n_copied, n_lines, "lines are equal to the source")


class Misalignment(NamedTuple):
    """The result of `find_misaligned`."""

    shift: int  # output line i belongs to reference i + shift; 0 if no shift fits
    first_index: int  # index of the first shifted line of the sample, counted from 0

    def __str__(self) -> str:
        if not self.shift:
            return "lines are no more similar to their references than to other references"
        distance = f"{abs(self.shift)} line{'s' * (abs(self.shift) > 1)}"
        side = "below" if self.shift > 0 else "above"
        start = f"from about line {self.first_index + 1} on, " if self.first_index else ""
        return f"{start}lines fit the reference {distance} {side}"


def find_misaligned(pair: TextPair) -> Misalignment | None:
    """Detect outputs that belong to other reference lines.

    Lines are compared by weighted word overlap. Aligned texts are recognised quickly, because
    most lines are similar to their reference. Otherwise lines are also compared with neighbours
    (shifted texts) and with distant references (shuffled texts, texts of another test set).
    """
    comparer = _LineComparer(pair)
    is_clear = True
    for block in comparer.blocks:
        lines = [(output, reference) for output, reference in block if output and reference]
        n_clear = sum(comparer.compare(*line) >= _CLEAR_SIMILARITY for line in lines)
        is_clear &= n_clear >= len(lines) * _MIN_CLEAR_SHARE
    if is_clear:
        return None
    return _find_shift(comparer, pair) or _find_shuffled(comparer)


class _LineComparer:
    """Weighted word overlap of lines.

    Attributes
    ----------
    blocks : list
        For each block the (output, reference) pairs of word sets.
    """

    def __init__(self, pair: TextPair) -> None:
        output_words, reference_words = _get_word_sets(pair.output.blocks, pair.reference.blocks)
        counts: Counter[str] = Counter()
        for words in reference_words:
            for line_words in words:
                counts.update(line_words)
        n_lines = sum(map(len, reference_words))
        self._weights = {
            word: max(log(n_lines / count) - 0.5, 0.0) for word, count in counts.items()
        }
        self._unseen_weight = log(n_lines)
        self.blocks = [
            list(zip(*block_pair, strict=True))
            for block_pair in zip(output_words, reference_words, strict=True)
        ]

    def compare(self, output: set[str], reference: set[str]) -> float:
        """Return the Dice coefficient of two sets of words, weighted by rarity."""
        total = self._sum_weights(output) + self._sum_weights(reference)
        return 2 * self._sum_weights(output & reference) / total if total else 0.0

    def _sum_weights(self, words: Iterable[str]) -> float:
        get_weight, unseen_weight = self._weights.get, self._unseen_weight
        return sum([get_weight(word, unseen_weight) for word in words])


def _get_word_sets(*texts: Sequence[Sequence[SampledLine]]) -> list[list[list[set[str]]]]:
    """Return the word beginnings of each line, or its character pairs if there are no spaces."""
    words = [
        [[_WORD.findall(line.line.lower()) for line in block] for block in text] for text in texts
    ]
    all_words = [word for text in words for block in text for line in block for word in line]
    n_letters = sum(map(len, all_words))
    if n_letters > len(all_words) * _MAX_MEAN_WORD_LETTERS:
        return [
            [[set(map("".join, pairwise("".join(line)))) for line in block] for block in text]
            for text in words
        ]
    return [
        [[{word[:_PREFIX_LETTERS] for word in line} for line in block] for block in text]
        for text in words
    ]


def _find_shift(comparer: _LineComparer, pair: TextPair) -> Misalignment | None:
    for block, sampled_lines in zip(comparer.blocks, pair.output.blocks, strict=True):
        for shift in _SHIFTS:
            n_lines = n_shifted = 0
            first_index = 0
            for offset, (output, reference) in enumerate(block):
                if not output or not 0 <= offset + shift < len(block):
                    continue
                n_lines += 1
                gain = comparer.compare(output, block[offset + shift][1])
                gain -= comparer.compare(output, reference)
                if gain >= _MIN_SHIFT_GAIN:
                    n_shifted += 1
                    first_index = first_index or sampled_lines[offset].index
            if n_shifted >= max(_MIN_SHIFTED_LINES, n_lines * _MIN_SHIFTED_SHARE):
                is_first = block is comparer.blocks[0]
                return Misalignment(shift, 0 if is_first and first_index < 4 else first_index)
    return None


def _find_shuffled(comparer: _LineComparer) -> Misalignment | None:
    """Test whether lines are more similar to their references than to distant references."""
    lines = [pair for block in comparer.blocks for pair in block if all(pair)]
    n_words = sum(len(reference) for _, reference in lines)
    if len(lines) < _MIN_LINES or n_words < len(lines) * _MIN_WORDS_PER_LINE:
        return None
    distances = [len(lines) * part // 5 for part in range(1, 5)]
    gains = []
    for index, (output, reference) in enumerate(lines):
        others = [
            comparer.compare(output, lines[(index + distance) % len(lines)][1])
            for distance in distances
        ]
        gains.append(comparer.compare(output, reference) - sum(others) / len(others))
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    if mean > _MAX_ALIGNED_SCORE * sqrt(variance / len(gains)):
        return None
    return Misalignment(0, 0)


def _shorten(text: str, max_length: int = 30) -> str:
    return text if len(text) <= max_length else text[: max_length - 1] + "…"
