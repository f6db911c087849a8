"""Samples of a text for input checks: blocks of consecutive lines from the whole text."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import ceil
from typing import NamedTuple

from ...files.item import Segment, get_text

# The segments of one text. In a column of references, None means that the reference is missing.
Column = Sequence[Segment] | Sequence[Segment | None]

# A sample has blocks of consecutive lines, so that a line can be compared with its neighbours.
BLOCK_LINES = 16
_MAX_BLOCKS = 16
# Numbers of lines for a first, cheap check, and for checks of line pairs.
_SMALL_SAMPLE_LINES = 16
_MAX_PAIR_BLOCKS = 8


class SampledText:
    """Non-empty lines, as a list and as one text with line ends."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.text = "\n".join(lines) + "\n"

    @cached_property
    def characters(self) -> frozenset[str]:
        """The characters of the text."""
        return frozenset(self.text)


class MatchCount(NamedTuple):
    """The result of a check: `n_matching` of `n_total` items have a suspicious property."""

    n_matching: int
    n_total: int
    description: str  # the items and the property: "lines have '@@'"

    def __str__(self) -> str:
        return f"{self.n_matching} of {self.n_total} {self.description}"


class SampledLine(NamedTuple):
    """A line of a sample, and its index in the text, counted from 0."""

    line_index: int
    line: str


class CheckedText:
    """A system output, a reference set or a source text, which is added in batches.

    All batches are searched for empty segments. Other checks use a sample of at most 256 lines:
    blocks of 16 consecutive lines, evenly spread over the text. The sample depends on the number
    of segments only, so the samples of texts of the same length are aligned.

    Attributes
    ----------
    name : str
        Name of the text in warnings.
    n_segments, n_empty : int
        Number of segments so far, and number of empty segments among them.
    first_empty_index : int
        Index of the first empty segment, counted from 1; 0 if there is none.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.n_segments = self.n_empty = self.first_empty_index = 0
        self._blocks: dict[int, list[Segment | None]] = {}  # block number -> its segments
        self._step = 1  # every `_step`-th block is in the sample

    def update(self, segments: Column) -> None:
        """Add the next batch of segments."""
        if empty_segments := _find_empty_segments(segments):
            self.first_empty_index = self.first_empty_index or self.n_segments + empty_segments[0]
            self.n_empty += len(empty_segments)
        start = self.n_segments
        self.n_segments += len(segments)
        while self.n_segments > self._step * _MAX_BLOCKS * BLOCK_LINES:
            self._step *= 2
        self._blocks = {
            number: block for number, block in self._blocks.items() if number % self._step == 0
        }
        first_block = start // BLOCK_LINES
        first_block += -first_block % self._step
        last_block = (self.n_segments - 1) // BLOCK_LINES
        for number in range(first_block, last_block + 1, self._step):
            block_start = max(number * BLOCK_LINES - start, 0)
            block_end = (number + 1) * BLOCK_LINES - start
            self._blocks.setdefault(number, []).extend(segments[block_start:block_end])

    def detect(self, find: Callable[[SampledText], MatchCount | None]) -> MatchCount | None:
        """Return the result of `find` for the sample.

        The result is None if `find` returns None for the sample or for a small part of it.
        """
        if not self.small_sample.lines or find(self.small_sample) is None:
            return None
        return find(self.sample)

    @cached_property
    def sample(self) -> SampledText:
        """The sampled segments that are non-empty strings."""
        return _create_sample([segment for block in self._blocks.values() for segment in block])

    @cached_property
    def small_sample(self) -> SampledText:
        """Sixteen segments of the sample."""
        segments = [segment for block in self._blocks.values() for segment in block]
        return _create_sample(segments[:: ceil(len(segments) / _SMALL_SAMPLE_LINES) or 1])

    @cached_property
    def blocks(self) -> list[list[SampledLine]]:
        """At most 8 blocks of the sample, for checks of line pairs.

        Analysed segments and missing references are empty lines.
        """
        step = ceil(len(self._blocks) / _MAX_PAIR_BLOCKS) or 1
        return [
            [
                SampledLine(number * BLOCK_LINES + offset, _get_line(segment))
                for offset, segment in enumerate(self._blocks[number])
            ]
            for number in sorted(self._blocks)[::step]
        ]


def _get_line(segment: Segment | None) -> str:
    return segment.strip() if isinstance(segment, str) else ""


def _create_sample(segments: Column) -> SampledText:
    """Create a sample from the segments that are non-empty strings.

    Analysed segments and missing references are left out.
    """
    return SampledText(
        [
            segment
            for segment in segments
            if isinstance(segment, str) and segment and not segment.isspace()
        ]
    )


def _find_empty_segments(segments: Column) -> list[int]:
    """Return the indices of empty segments, counted from 1. Missing references are not empty."""
    try:
        if all(map(str.strip, segments)):  # type: ignore[arg-type]
            return []
    except TypeError:  # there are analysed segments or missing references
        pass
    return [
        index
        for index, segment in enumerate(segments, 1)
        if segment is not None and not get_text(segment).strip()
    ]
