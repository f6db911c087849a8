"""Detect outputs that do not fit their references, by comparing the two texts line by line."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple, TypeVar

from .sampled_text import CheckedText, MatchCount, SampledLine

_MIN_LINES = 10  # with fewer lines with text, pairs of texts are not compared
# Words are compared by their first letters, so that most inflected forms are equal.
_PREFIX_LETTERS = 5
_WORD = re.compile(r"\w+")
# In scripts without spaces, character pairs are compared instead.
_UNSPACED_LETTER = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_MIN_UNSPACED_SHARE = 0.3
# Number of blocks and lines for a quick first check.
_QUICK_BLOCKS = 4
_QUICK_BLOCK_LINES = 8
_DIGITS = re.compile(r"\d+")
# Lines are too long if their length, divided by the length of the reference, is larger than the
# median by this factor.
_MAX_LENGTH_RATIO = 1.6
_MIN_LONG_SHARE = 0.15
_MIN_LENGTH = 40  # characters of references whose length is compared
# A character that common beginnings and ends must have; words and commas are not suspicious.
_UNUSUAL_CHARACTER = re.compile(
    r"[^\w\s.,!?…。，！？।॥۔؟።։\u0900-\u0fff\u1000-\u109f\u1780-\u17ff]"
)
_UNUSUAL_BEGINNING = re.compile(rf"{_UNUSUAL_CHARACTER.pattern}|^\d")
_MIN_AFFIX_SHARE = 0.6  # of the outputs that have the same beginning or end
# Thresholds of `find_misaligned`.
_CLEAR_WORD_SIMILARITY = 0.25  # Dice coefficient of long words
_CLEAR_CHARACTER_SIMILARITY = 0.4
_MIN_CLEARLY_ALIGNED_SHARE = 0.7
_CLEAR_SIMILARITY = 0.2  # lines with more similar counterparts are certainly aligned
_MIN_CLEAR_SHARE = 0.5  # of the lines of each block; otherwise the block is examined
_MIN_SHIFT_GAIN = 0.15  # similarity of a shifted line that is better than the aligned line
_MIN_SHIFTED_SHARE = 0.6
_MIN_SHIFTED_LINES = 8
_SHIFTS = (-2, -1, 1, 2)
_MIN_WORDS_PER_LINE = 4
_MAX_ALIGNED_SCORE = 2.0  # standard errors by which aligned lines are more similar than others


_Result = TypeVar("_Result")


class LinePair(NamedTuple):
    """A line of an output, the reference of this line, and their index in the texts."""

    line_index: int
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
        blocks = zip(self.output.blocks, self.reference.blocks, strict=True)
        return [pair for pairs in blocks for pair in _pair_lines(*pairs)]

    @cached_property
    def first_lines(self) -> list[LinePair]:
        """The line pairs of a few short blocks, for a quick first check."""
        return [pair for block in self.first_blocks for pair in block]

    @cached_property
    def first_blocks(self) -> list[list[LinePair]]:
        """The line pairs of four or fewer short blocks, from the first to the last one."""
        blocks = list(zip(self.output.blocks, self.reference.blocks, strict=True))
        last = len(blocks) - 1
        indices = sorted({last * part // (_QUICK_BLOCKS - 1) for part in range(_QUICK_BLOCKS)})
        return [
            _pair_lines(*(block[:_QUICK_BLOCK_LINES] for block in blocks[index]))
            for index in indices
            if blocks
        ]

    def detect(self, find: Callable[[Sequence[LinePair]], _Result | None]) -> _Result | None:
        """Return the result of `find`, which is called with few lines first."""
        has_few_lines = len(self.first_lines) < _MIN_LINES
        return find(self.lines) if has_few_lines or find(self.first_lines) is not None else None

    @property
    def is_comparable(self) -> bool:
        """Whether there are enough lines to compare the texts."""
        return min(self.output.n_segments, self.reference.n_segments) >= _MIN_LINES and (
            len(self.first_lines) >= _MIN_LINES or len(self.lines) >= _MIN_LINES
        )


def _pair_lines(
    output_block: Sequence[SampledLine], reference_block: Sequence[SampledLine]
) -> list[LinePair]:
    return [
        LinePair(output.line_index, output.line, reference.line)
        for output, reference in zip(output_block, reference_block, strict=True)
        if output.line and reference.line
    ]


def describe_mismatches(
    pair: TextPair, language: str, *, is_output: bool = True, check_affixes: bool = True
) -> Iterator[str]:
    """Yield descriptions of what does not fit in two texts; the most certain reason is first.

    `language` is empty if it is not specified. Two references (not `is_output`) may differ in
    length and style. With `check_affixes`, common beginnings and ends of lines are reported.
    """
    name, reference = pair.output.name, pair.reference.name
    if match := pair.detect(find_repeated_outputs):
        yield f"{name}: {match}, but the lines of {reference} differ; check the file"
        return
    if misalignment := find_misaligned(pair):
        yield (
            f"{name} and {reference} do not look aligned: {misalignment}; check the order and the "
            "number of lines"
        )
        return
    mismatches = list(_describe_lost_features(pair, language))
    yield from mismatches
    if is_output and check_affixes and not mismatches and (match := pair.detect(find_affix)):
        yield f"{name}: {match}, but not in {reference}; remove what is not part of the text"
        return
    yield from _describe_lost_features(TextPair(pair.reference, pair.output), language)
    if is_output and (match := pair.detect(find_length_mismatch)):
        yield f"{name} does not have the length of {reference}: {match}; is each line one segment?"


def _describe_lost_features(pair: TextPair, language: str) -> Iterator[str]:
    """Yield descriptions of the case, accents and commas that outputs have lost."""
    name, reference = pair.output.name, pair.reference.name
    if match := pair.detect(find_case_mismatch):
        yield f"{name}: {match}, but not in {reference}, which affects scores; use the same case"
    if match := pair.detect(partial(find_lost_characters, language=language)):
        yield f"{name}: only {match}, compared with {reference}; were they removed?"


def find_repeated_outputs(lines: Sequence[LinePair]) -> MatchCount | None:
    """Detect one output for many different references."""
    n_lines = len(lines)
    line, count = Counter(line.output for line in lines).most_common(1)[0]
    n_references = len({line_pair.reference for line_pair in lines if line_pair.output == line})
    if n_references < max(5, n_lines * 0.2):
        return None
    return MatchCount(count, n_lines, f"lines are {_shorten(line)!r}")


def find_case_mismatch(lines: Sequence[LinePair]) -> MatchCount | None:
    """Detect outputs that are lower-cased or upper-cased while the references are not."""
    n_lines = len(lines)
    for is_case, name in ((str.islower, "lower case"), (str.isupper, "upper case")):
        n_outputs = sum(is_case(line.output) for line in lines)
        if n_outputs < n_lines * 0.5:
            continue
        n_references = sum(is_case(line.reference) for line in lines)
        if n_references * 3 < n_outputs and n_outputs - n_references >= n_lines * 0.5:
            return MatchCount(n_outputs, n_lines, f"lines are in {name}")
    n_outputs = sum(line.output[0].islower() for line in lines)
    n_references = sum(line.reference[0].islower() for line in lines)
    if n_outputs > n_lines * 0.8 and n_references < n_lines * 0.2:
        return MatchCount(n_outputs, n_lines, "lines begin in lower case")
    return None


_ACCENTS = "letters with accents"
# Languages in which only foreign names have accents.
_LANGUAGES_WITHOUT_ACCENTS = ("en", "id", "ms", "sw")
# Characters whose loss is reported: their name and a pattern. Full stops do not count, because at
# the end of lines they are a matter of style.
_LOSSES = (
    (_ACCENTS, re.compile("[À-ÖØ-öø-ɏ]")),
    ("commas", re.compile("[,;:，、；：،]")),
)
_MIN_LINES_WITH_CHARACTERS = 0.5  # share of the reference lines
_MAX_KEPT_SHARE = 0.05


def find_lost_characters(lines: Sequence[LinePair], language: str) -> MatchCount | None:
    """Detect outputs without the accents or commas of the references."""
    for name, pattern in _LOSSES:
        if name == _ACCENTS and language in _LANGUAGES_WITHOUT_ACCENTS:
            continue
        n_expected = sum(pattern.search(line.reference) is not None for line in lines)
        if n_expected < max(_MIN_LINES, len(lines) * _MIN_LINES_WITH_CHARACTERS):
            continue
        n_kept = sum(pattern.search(line.output) is not None for line in lines)
        if n_kept <= n_expected * _MAX_KEPT_SHARE:
            return MatchCount(n_kept, n_expected, f"lines have {name}")
    return None


def find_length_mismatch(lines: Sequence[LinePair]) -> MatchCount | None:
    """Detect outputs that are much shorter or longer than the references, or cut at one length."""
    long_lines = [line for line in lines if len(line.reference) >= _MIN_LENGTH]
    for is_far, description in (
        (_is_short, "lines are less than half as long"),
        (_is_long, "lines are more than twice as long"),
    ):
        n_far = sum(map(is_far, long_lines))
        if n_far >= max(_MIN_LINES, len(lines) * 0.6):
            return MatchCount(n_far, len(lines), description)
    if match := _find_long_lines(lines):
        return match
    for count_units, unit, min_limit in ((len, "characters", 30), (_count_words, "words", 6)):
        limit = max(count_units(line.output) for line in lines)
        if limit < min_limit:
            continue
        cut_outputs = {
            line.output
            for line in lines
            if count_units(line.output) == limit and count_units(line.reference) > limit * 1.1
        }
        n_cut = len(cut_outputs)
        if n_cut >= max(4, len(lines) * 0.15):
            return MatchCount(n_cut, len(lines), f"lines are cut after {limit} {unit}")
    return None


def _find_long_lines(lines: Sequence[LinePair]) -> MatchCount | None:
    """Detect some lines that are too long for their reference, compared with the other lines."""
    ratios = [
        len(line.output) / len(line.reference)
        for line in lines
        if len(line.reference) >= _get_min_length(line)
    ]
    if len(ratios) < _MIN_LINES:
        return None
    median = sorted(ratios)[len(ratios) // 2]
    n_long = sum(ratio > _MAX_LENGTH_RATIO * median for ratio in ratios)
    if n_long < max(5, len(ratios) * _MIN_LONG_SHARE):
        return None
    return MatchCount(n_long, len(ratios), "lines are much longer than the others")


def _get_min_length(line: LinePair) -> int:
    """Return the minimum length of a reference; Chinese text has few characters."""
    return 10 if _UNSPACED_LETTER.search(line.reference) else 30


def _is_short(line: LinePair) -> bool:
    return len(line.output) * 2 < len(line.reference)


def _is_long(line: LinePair) -> bool:
    return len(line.output) > len(line.reference) * 2


def _count_words(line: str) -> int:
    return len(line.split())


def find_affix(lines: Sequence[LinePair]) -> MatchCount | None:
    """Detect a beginning or an end that many outputs share, but hardly any reference has.

    Equal outputs count once, and case does not matter.
    """
    outputs = {line.output.casefold() for line in lines}
    references = {line.reference.casefold() for line in lines}
    min_count = max(4, len(outputs) * _MIN_AFFIX_SHARE)
    for get_affixes, search_unusual, verb in (
        (_get_beginnings, _UNUSUAL_BEGINNING.search, "begin"),
        (_get_ends, _UNUSUAL_CHARACTER.search, "end"),
    ):
        counts = Counter(affix for line in outputs for affix in get_affixes(line))
        common_affixes = [
            affix for affix, count in counts.items() if count >= min_count and search_unusual(affix)
        ]
        if not common_affixes:
            continue
        reference_counts = Counter(affix for line in references for affix in get_affixes(line))
        for affix in sorted(common_affixes, key=len, reverse=True):
            if reference_counts[affix] * 4 <= counts[affix]:
                return MatchCount(counts[affix], len(outputs), f"lines {verb} with {affix!r}")
    return None


def _get_beginnings(line: str) -> set[str]:
    """Return the first word, the first two words and the first symbols; digits are equal."""
    shape = _DIGITS.sub("0", line[:60])
    words = shape.split(None, 2)[:2]
    return {words[0], " ".join(words), *_get_symbols(shape[:3], shape[0])}


def _get_ends(line: str) -> set[str]:
    """Return the last word, the last two words and the last symbols; digits are equal."""
    shape = _DIGITS.sub("0", line[-60:])
    words = shape.rsplit(None, 2)[-2:]
    return {words[-1], " ".join(words), *_get_symbols(shape[-3:])}


def _get_symbols(*affixes: str) -> list[str]:
    """Return the affixes without letters of scripts with spaces."""
    return [
        affix
        for affix in affixes
        if not any(letter.isalpha() and letter < "\u2e80" for letter in affix)
    ]


def find_copied_sources(pair: TextPair, references: CheckedText | None) -> MatchCount | None:
    """Detect outputs that are copies of their sources; `pair` has sources as references.

    Lines whose reference is also a copy do not count, nor do lines of less than four words.
    """
    reference_lines = {}
    if references is not None:
        reference_lines = {
            line.line_index: line.line.casefold() for block in references.blocks for line in block
        }
    n_lines = n_copied = 0
    for line in pair.lines:
        source = line.reference.casefold()
        if len(source) < 16 or reference_lines.get(line.line_index) == source:
            continue
        n_lines += 1
        n_copied += line.output.casefold() == source
    if n_copied < max(3, n_lines * 0.1):
        return None
    return MatchCount(n_copied, n_lines, "lines are equal to the source")


class Misalignment(NamedTuple):
    """The result of `find_misaligned`."""

    shift: int  # output line i belongs to reference i + shift; 0 if no shift fits
    first_index: int  # index of the first line of the first shifted block, counted from 0

    def __str__(self) -> str:
        if not self.shift:
            return "lines are no more similar to their references than to the references nearby"
        distance = f"{abs(self.shift)} line{'s' * (abs(self.shift) > 1)}"
        side = "below" if self.shift > 0 else "above"
        start = f"from about line {self.first_index + 1} on, " if self.first_index else ""
        return f"{start}lines fit the reference {distance} {side} them"


def find_misaligned(pair: TextPair) -> Misalignment | None:
    """Detect outputs that belong to other reference lines.

    Lines are compared by weighted word overlap. Aligned texts are recognised quickly, because
    most lines are similar to their reference. In other blocks, lines are also compared with the
    other references of the block.
    """
    if all(map(_are_clearly_aligned, pair.first_blocks)):
        return None
    comparer = _LineComparer(pair)
    unclear_blocks = []
    for block, lines in zip(comparer.blocks, pair.output.blocks, strict=True):
        similarities = [comparer.compare(*words) for words in block if all(words)]
        n_clear = sum(similarity >= _CLEAR_SIMILARITY for similarity in similarities)
        if n_clear < len(similarities) * _MIN_CLEAR_SHARE:
            if shift := _find_shift(comparer, block):
                return Misalignment(shift, lines[0].line_index)
            unclear_blocks.append(block)
    return Misalignment(0, 0) if _are_shuffled(comparer, unclear_blocks) else None


def _are_clearly_aligned(lines: Sequence[LinePair]) -> bool:
    """Return whether most lines share many long words, or characters in scripts without spaces."""
    n_clear = 0
    for _, output, reference in lines:
        if _UNSPACED_LETTER.search(reference):
            output_units, reference_units = set(output), set(reference)
            min_similarity = _CLEAR_CHARACTER_SIMILARITY
        else:
            output_units, reference_units = _get_long_words(output), _get_long_words(reference)
            min_similarity = _CLEAR_WORD_SIMILARITY
        n_shared = len(output_units & reference_units)
        n_units = len(output_units) + len(reference_units)
        n_clear += n_shared * 2 >= max(min_similarity * n_units, 1)
    return n_clear >= len(lines) * _MIN_CLEARLY_ALIGNED_SHARE


def _get_long_words(line: str) -> set[str]:
    return {word[:_PREFIX_LETTERS] for word in line.lower().split() if len(word) > 3}


# The words of each output line and of its reference.
_Block = list[tuple[set[str], set[str]]]


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
        self.blocks: list[_Block] = [
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
    letters = "".join(word for text in words for block in text for line in block for word in line)
    if len(_UNSPACED_LETTER.findall(letters)) > len(letters) * _MIN_UNSPACED_SHARE:
        return [
            [[set(map("".join, pairwise("".join(line)))) for line in block] for block in text]
            for text in words
        ]
    return [
        [[{word[:_PREFIX_LETTERS] for word in line} for line in block] for block in text]
        for text in words
    ]


def _find_shift(comparer: _LineComparer, block: _Block) -> int:
    """Return the distance of the references that fit the outputs of a block better; 0 if none."""
    for shift in _SHIFTS:
        n_lines = n_shifted = 0
        for offset, (output, reference) in enumerate(block):
            if output and 0 <= offset + shift < len(block):
                n_lines += 1
                shifted_similarity = comparer.compare(output, block[offset + shift][1])
                gain = shifted_similarity - comparer.compare(output, reference)
                n_shifted += gain >= _MIN_SHIFT_GAIN
        if n_shifted >= max(_MIN_SHIFTED_LINES, n_lines * _MIN_SHIFTED_SHARE):
            return shift
    return 0


def _are_shuffled(comparer: _LineComparer, blocks: Sequence[_Block]) -> bool:
    """Return whether lines are no more similar to their references than to the others nearby."""
    gains = []
    n_words = 0
    for block in blocks:
        for offset, (output, reference) in enumerate(block):
            if not output or not reference:
                continue
            others = [
                comparer.compare(output, other)
                for other_offset, (_, other) in enumerate(block)
                if other and other_offset != offset
            ]
            if others:
                n_words += len(reference)
                gains.append(comparer.compare(output, reference) - sum(others) / len(others))
    if len(gains) < _MIN_LINES or n_words < len(gains) * _MIN_WORDS_PER_LINE:
        return False
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    return mean <= _MAX_ALIGNED_SCORE * sqrt(variance / len(gains))


def _shorten(text: str, max_length: int = 30) -> str:
    return text if len(text) <= max_length else text[: max_length - 1] + "…"
