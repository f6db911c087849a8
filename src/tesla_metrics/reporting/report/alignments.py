"""Alignments of segments, packed for the page of a report."""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from ...core.encoding.pairs import Pairs
from ...explanation.drawings import AlignmentArrays, TextWords
from ...explanation.explanation import PENALTIES, REASONS
from ...files.inputs.references import iterate_present
from ...files.item import Segment
from ...metrics.base import Progress
from ...metrics.segment_metric import SegmentMetric
from .study import ReportData
from .word_groups import GroupMatches, ReferenceWords, add_graded_matches

# Surrogates, which cannot be encoded in UTF-8.
_SURROGATES = re.compile("[\ud800-\udfff]")
# Higher levels save hardly any bytes.
_ZLIB_LEVEL = 6


def pack_json(value: object) -> bytes:
    """Return compressed JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    safe = _SURROGATES.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return zlib.compress(safe.encode(), _ZLIB_LEVEL)


def pack_columns(columns: Sequence[Array]) -> bytes:
    """Pack columns of integers, each preceded by its length.

    Numbers 0, -1, 1, -2, ... are written as 0, 1, 2, 3, ..., and the first bytes of all numbers
    come before the second ones: small numbers leave long runs of zeros, which compress well.
    """
    parts = []
    for column in columns:
        signed = np.asarray(column).astype(np.int64)
        unsigned = np.ascontiguousarray((signed << 1) ^ (signed >> 63), dtype="<u4")
        planes = unsigned.view(np.uint8).reshape(-1, 4).T
        parts.append(np.array([len(unsigned)], dtype="<i4").tobytes() + planes.tobytes())
    return zlib.compress(b"".join(parts), _ZLIB_LEVEL)


def pack_floats(values: Array) -> bytes:
    """Pack numbers in single precision, with bytes in planes as in `pack_columns`."""
    flat = np.ascontiguousarray(values, dtype="<f4").ravel()
    return zlib.compress(flat.view(np.uint8).reshape(-1, 4).T.tobytes(), _ZLIB_LEVEL)


# Unit of weights, similarities, losses and prices.
VALUE_UNIT = 1e-4
# Stands for a price that is not finite.
NO_PRICE = 2**31 - 1
# Factor of the scores of pairs, for segments with several references.
_SCORE_FACTOR = 1e6


class BlockPairs(NamedTuple):
    """Segments and systems of the pairs of a block, sorted by segment, then by system."""

    segments: Indices
    systems: Indices


def pack_block(drawn: AlignmentArrays, pairs: BlockPairs) -> bytes:
    """Pack the columns that report-block.js reads; numbers are stored as small differences.

    For each reference of each segment and for each output: number of words; for each word the gap
    before it and its length. For each pair: number of flows; for each flow the steps of its words
    from the previous flow, where those of the output are relative to those of the reference.
    Weights of the references; weights of the outputs minus those of the words that they are first
    matched with. For each flow the difference of its weight from the maximum, the difference of the
    similarity from 1, and the reason. For each word of each pair the loss and the price. Scores of
    pairs. For each pair the number of penalties; for each penalty its kind, factor and loss.
    """
    references, outputs = _first_pairs(pairs)
    x_texts, y_texts = drawn.reference_indices[references], drawn.hypothesis_indices[outputs]
    x_weights, y_weights = _to_units(drawn.references.weights), _to_units(drawn.hypotheses.weights)
    flows = _sort_flows(drawn)
    partners = _partner_weights(drawn, flows, outputs, x_weights)
    max_amounts = np.minimum(
        x_weights[drawn.references.offsets[drawn.reference_indices[flows.pair_indices]] + flows.x],
        y_weights[drawn.hypotheses.offsets[drawn.hypothesis_indices[flows.pair_indices]] + flows.y],
    )
    steps = _steps(flows.x, flows.is_first)
    return pack_columns(
        [
            *_outline_columns(drawn.references, x_texts),
            *_outline_columns(drawn.hypotheses, y_texts),
            np.diff(drawn.flow_offsets),
            steps,
            _steps(flows.y, flows.is_first) - steps,
            x_weights[_word_indices(drawn.references, x_texts)],
            y_weights[_word_indices(drawn.hypotheses, y_texts)] - partners,
            max_amounts - _to_units(drawn.amounts[flows.order]),
            round(1 / VALUE_UNIT) - _to_units(drawn.similarities[flows.order]),
            drawn.reasons[flows.order],
            *map(_to_units, (drawn.x_lost, drawn.y_lost, drawn.x_prices, drawn.y_prices)),
            np.round(_scores(drawn) * _SCORE_FACTOR),
            *(
                drawn.penalty_counts,
                drawn.penalties,
                _to_units(drawn.factors),
                _to_units(drawn.penalty_losses),
            ),
        ]
    )


def _first_pairs(pairs: BlockPairs) -> tuple[Indices, Indices]:
    """Return the first pair of each reference, and the first pair of each output."""
    segments, systems = pairs
    first_pairs = np.flatnonzero(np.diff(segments, prepend=-1))
    first_system = np.repeat(systems[first_pairs], np.diff(first_pairs, append=len(segments)))
    is_new_output = (np.diff(segments, prepend=-1) != 0) | (np.diff(systems, prepend=-1) != 0)
    return np.flatnonzero(systems == first_system), np.flatnonzero(is_new_output)


def _word_indices(outlines: TextWords, texts: Indices) -> Indices:
    """Return the indices of the words of these texts, concatenated."""
    counts = np.diff(outlines.offsets)[texts]
    text_index = np.repeat(np.arange(len(texts)), counts)
    offset_in_text = np.arange(len(text_index)) - (np.cumsum(counts) - counts)[text_index]
    indices: Indices = outlines.offsets[texts][text_index] + offset_in_text
    return indices


def _outline_columns(outlines: TextWords, texts: Indices) -> Iterator[Array]:
    indices = _word_indices(outlines, texts)
    is_first = np.isin(indices, outlines.offsets[:-1])
    previous_ends = np.where(is_first, 0, outlines.ends[np.maximum(indices - 1, 0)])
    yield np.diff(outlines.offsets)[texts]
    yield outlines.starts[indices] - previous_ends
    yield outlines.ends[indices] - outlines.starts[indices]


class _SortedFlows(NamedTuple):
    """Flows in the order of the words of the reference.

    order   indices of the flows as they were drawn
    pair_indices  index of the pair of each flow
    is_first  whether a flow is the first of its pair
    """

    order: Indices
    pair_indices: Indices
    is_first: Array
    x: Indices
    y: Indices


def _sort_flows(drawn: AlignmentArrays) -> _SortedFlows:
    counts = np.diff(drawn.flow_offsets)
    pair_index = np.repeat(np.arange(len(counts)), counts)
    order = np.lexsort((drawn.y, drawn.x, pair_index))
    is_first = np.diff(pair_index, prepend=-1) != 0
    return _SortedFlows(order, pair_index, is_first, drawn.x[order], drawn.y[order])


def _partner_weights(
    drawn: AlignmentArrays, flows: _SortedFlows, outputs: Indices, x_weights: Array
) -> Array:
    """Return for each word of the outputs the weight of the word that it is first matched with."""
    sizes = np.diff(drawn.y_offsets)[outputs]
    starts = np.full(len(drawn.reference_indices), -1)
    starts[outputs] = np.cumsum(sizes) - sizes
    partner_weights = np.zeros(int(sizes.sum()), dtype=np.int64)
    selected = np.flatnonzero(starts[flows.pair_indices] >= 0)[
        ::-1
    ]  # reversed, so that the first match is written last
    pair = flows.pair_indices[selected]
    weights = x_weights[drawn.references.offsets[drawn.reference_indices[pair]] + flows.x[selected]]
    partner_weights[starts[pair] + flows.y[selected]] = weights
    return partner_weights


def _steps(indices: Indices, is_first: Array) -> Array:
    return np.where(is_first, indices, np.diff(indices, prepend=0))


def _scores(drawn: AlignmentArrays) -> Floats:
    """Return the scores of pairs: 1 minus the losses of their words."""
    pairs = np.arange(len(drawn.reference_indices))
    scores = np.ones(len(pairs))
    for offsets, lost in ((drawn.x_offsets, drawn.x_lost), (drawn.y_offsets, drawn.y_lost)):
        scores -= np.bincount(np.repeat(pairs, np.diff(offsets)), lost, len(pairs))
    return scores


def _to_units(values: Floats) -> Array:
    in_units = np.where(np.isfinite(values), values / VALUE_UNIT, NO_PRICE)
    return np.clip(np.round(in_units), -NO_PRICE, NO_PRICE).astype(np.int64)


# Number of pairs per block, which is unpacked when one of its segments is opened.
_BLOCK_PAIRS = 600


@dataclass(frozen=True)
class PackedAlignments:
    """Packed blocks of alignments, and the first segment of each block."""

    metric: SegmentMetric
    segments: Indices
    first_segments: list[int] = field(default_factory=list)
    blocks: list[bytes] = field(default_factory=list)

    def description(self) -> dict[str, Any]:
        """Return the data that the page needs before it unpacks a block."""
        segments = self.segments.tolist()
        return {
            "metric": self.metric.name,
            "against": self.metric.against,
            "combined": getattr(self.metric, "multi", "mean"),
            "segments": None if segments == list(range(len(segments))) else segments,
            "count": len(segments),
            "firsts": self.first_segments,
            "reasons": REASONS,
            "penalties": PENALTIES,
            "unit": VALUE_UNIT,
            "endless": NO_PRICE,
        }

    def packed_blocks(self) -> dict[str, bytes]:
        """Return the blocks by their ids in the page."""
        return {f"block-{index}": block for index, block in enumerate(self.blocks)}


def pack_segments(
    study: ReportData,
    metric: SegmentMetric,
    segments: Indices,
    group_sums: tuple[GroupMatches, ReferenceWords] | None,
    jobs: int,
    progress: Progress | None,
) -> PackedAlignments:
    """Draw the alignments of segments; add the matched shares of words to `group_sums`."""
    scorer = metric.open(None, lambda: iterate_present(study.counterparts.for_kind(metric.against)))
    alignments = PackedAlignments(metric, segments)
    counterparts = study.compared_texts(metric)
    for block in _split_blocks(
        segments, [len(counterparts[segment]) * len(study.systems) for segment in segments]
    ):
        pairs, drawn_pairs = _block_pairs(study, counterparts, block)
        drawings = scorer.drawings(pairs, jobs, progress)
        alignments.first_segments.append(int(block[0]))
        alignments.blocks.append(pack_block(drawings, drawn_pairs))
        if group_sums is not None:
            add_graded_matches(*group_sums, drawings, *drawn_pairs)
    return alignments


def _split_blocks(segments: Indices, sizes: list[int]) -> Iterator[Indices]:
    block_numbers = np.cumsum(sizes) // _BLOCK_PAIRS
    for block_number in np.unique(block_numbers):
        yield segments[block_numbers == block_number]


def _block_pairs(
    study: ReportData, counterparts: list[tuple[Segment, ...]], block: Indices
) -> tuple[Pairs, BlockPairs]:
    references: list[Segment] = []
    candidates: list[Segment] = []
    left, right, segments, systems = [], [], [], []
    for segment in block.tolist():
        first = len(references)
        references += counterparts[segment]
        for system, texts in enumerate(study.systems.values()):
            for reference in range(first, len(references)):
                left.append(reference)
                right.append(len(candidates))
                segments.append(segment)
                systems.append(system)
            candidates.append(texts[segment])
    pairs = Pairs(references, candidates, np.array(left), np.array(right))
    return pairs, BlockPairs(np.array(segments), np.array(systems))
