"""Pack the alignments of segments for the HTML page of a report.

In this module, x means the reference and y the output of a system (the hypothesis).
"""

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
from ...files.inputs.references import iterate_references
from ...files.item import Segment
from ...metrics.base import Progress
from ...metrics.segment_metric import SegmentMetric
from .study import ReportData
from .word_groups import GroupMatches, ReferenceWords, add_graded_matches

# Surrogate characters, which cannot be encoded in UTF-8.
_SURROGATES = re.compile("[\ud800-\udfff]")
# Higher compression levels save hardly any bytes.
_ZLIB_LEVEL = 6


def pack_json(value: object) -> bytes:
    """Convert a value to compressed JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    escaped_text = _SURROGATES.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return zlib.compress(escaped_text.encode(), _ZLIB_LEVEL)


def pack_columns(columns: Sequence[Array]) -> bytes:
    """Pack columns of integers, each preceded by its length, and compress them.

    The integers 0, -1, 1, -2, ... are written as 0, 1, 2, 3, .... The first bytes of all integers
    of a column come first, then all second bytes, and so on. Small integers then have long runs of
    zero bytes, which compress well.
    """
    packed_columns = []
    for column in columns:
        signed = np.asarray(column).astype(np.int64)
        unsigned = np.ascontiguousarray((signed << 1) ^ (signed >> 63), dtype="<u4")
        byte_planes = unsigned.view(np.uint8).reshape(-1, 4).T
        packed_columns.append(
            np.array([len(unsigned)], dtype="<i4").tobytes() + byte_planes.tobytes()
        )
    return zlib.compress(b"".join(packed_columns), _ZLIB_LEVEL)


def pack_floats(values: Array) -> bytes:
    """Pack numbers in single precision, with their bytes in the order of `pack_columns`."""
    flat_values = np.ascontiguousarray(values, dtype="<f4").ravel()
    return zlib.compress(flat_values.view(np.uint8).reshape(-1, 4).T.tobytes(), _ZLIB_LEVEL)


# Weights, similarities, losses and prices are stored as integers in this unit.
VALUE_UNIT = 1e-4
# Integer for a price that is not finite.
NO_PRICE = 2**31 - 1
# Scores of pairs are stored as integers, multiplied by this factor.
_SCORE_FACTOR = 1e6


class BlockPairs(NamedTuple):
    """The segment and the system of each pair of a block, sorted by segment, then by system."""

    segments: Indices
    systems: Indices


def pack_block(alignments: AlignmentArrays, pairs: BlockPairs) -> bytes:
    """Pack the columns that report-block.js reads.

    Values are stored as small differences, which compress well. The columns are, in this order:

    - of the references of all segments: number of words of each text; for each word, the number of
      characters between it and the previous word, and its length
    - the same of the outputs
    - number of flows of each pair; for each flow, the difference of the index of its reference word
      from the previous flow; the same for the output word, minus the difference of the reference
      word
    - weight of each word of the references; weight of each word of the outputs, minus the weight of
      the word that it is first matched with
    - of each flow: the smaller weight of its two words minus its amount; 1 minus the similarity;
      the reason
    - of the words of each pair: losses of reference words, losses of output words, prices of
      reference words, prices of output words
    - score of each pair
    - number of penalties of each pair; kind, factor and loss of each penalty
    - of the references: length of the form to show for each word, or 0 if it is the text at the
      offsets of the word; characters of these forms
    - the same of the outputs
    """
    reference_pairs, output_pairs = _find_first_pairs(pairs)
    x_texts, y_texts = (
        alignments.reference_indices[reference_pairs],
        alignments.hypothesis_indices[output_pairs],
    )
    x_weights, y_weights = (
        _to_units(alignments.references.weights),
        _to_units(alignments.hypotheses.weights),
    )
    flows = _sort_flows(alignments)
    partners = _get_partner_weights(alignments, flows, output_pairs, x_weights)
    smaller_weights = np.minimum(
        x_weights[
            alignments.references.offsets[alignments.reference_indices[flows.pair_indices]]
            + flows.x
        ],
        y_weights[
            alignments.hypotheses.offsets[alignments.hypothesis_indices[flows.pair_indices]]
            + flows.y
        ],
    )
    x_steps = _compute_steps(flows.x, flows.is_first)
    return pack_columns(
        [
            *_iterate_outline_columns(alignments.references, x_texts),
            *_iterate_outline_columns(alignments.hypotheses, y_texts),
            np.diff(alignments.flow_offsets),
            x_steps,
            _compute_steps(flows.y, flows.is_first) - x_steps,
            x_weights[_find_word_indices(alignments.references, x_texts)],
            y_weights[_find_word_indices(alignments.hypotheses, y_texts)] - partners,
            smaller_weights - _to_units(alignments.amounts[flows.order]),
            round(1 / VALUE_UNIT) - _to_units(alignments.similarities[flows.order]),
            alignments.reasons[flows.order],
            *map(
                _to_units,
                (alignments.x_lost, alignments.y_lost, alignments.x_prices, alignments.y_prices),
            ),
            np.round(_compute_scores(alignments) * _SCORE_FACTOR),
            *(
                alignments.penalty_counts,
                alignments.penalties,
                _to_units(alignments.factors),
                _to_units(alignments.penalty_losses),
            ),
            *_iterate_form_columns(alignments.references, x_texts),
            *_iterate_form_columns(alignments.hypotheses, y_texts),
        ]
    )


def _find_first_pairs(pairs: BlockPairs) -> tuple[Indices, Indices]:
    """Return the index of the first pair of each reference, and of each output."""
    segments, systems = pairs
    segment_starts = np.flatnonzero(np.diff(segments, prepend=-1))
    first_system = np.repeat(systems[segment_starts], np.diff(segment_starts, append=len(segments)))
    is_new_output = (np.diff(segments, prepend=-1) != 0) | (np.diff(systems, prepend=-1) != 0)
    return np.flatnonzero(systems == first_system), np.flatnonzero(is_new_output)


def _find_word_indices(words: TextWords, texts: Indices) -> Indices:
    """Return the indices of the words of these texts, concatenated."""
    counts = np.diff(words.offsets)[texts]
    text_index = np.repeat(np.arange(len(texts)), counts)
    offset_in_text = np.arange(len(text_index)) - (np.cumsum(counts) - counts)[text_index]
    indices: Indices = words.offsets[texts][text_index] + offset_in_text
    return indices


def _iterate_outline_columns(words: TextWords, texts: Indices) -> Iterator[Array]:
    """Yield the number of words of each text, and the gap before and the length of each word."""
    indices = _find_word_indices(words, texts)
    is_first = np.isin(indices, words.offsets[:-1])
    previous_ends = np.where(is_first, 0, words.ends[np.maximum(indices - 1, 0)])
    yield np.diff(words.offsets)[texts]
    yield words.starts[indices] - previous_ends
    yield words.ends[indices] - words.starts[indices]


def _iterate_form_columns(words: TextWords, texts: Indices) -> Iterator[Array]:
    """Yield the length of the form of each word that is not written, and all their characters."""
    indices = _find_word_indices(words, texts).tolist()
    forms = [words.forms.get(index, "") for index in indices]
    yield np.array([len(form) for form in forms], dtype=np.int64)
    yield np.array([ord(letter) for form in forms for letter in form], dtype=np.int64)


class _SortedFlows(NamedTuple):
    """Flows of all pairs, sorted by pair, then by the words of the reference.

    order         index of each flow in the original arrays
    pair_indices  index of the pair of each flow
    is_first      whether a flow is the first of its pair
    x, y          indices of the reference word and of the output word of each flow
    """

    order: Indices
    pair_indices: Indices
    is_first: Array
    x: Indices
    y: Indices


def _sort_flows(alignments: AlignmentArrays) -> _SortedFlows:
    counts = np.diff(alignments.flow_offsets)
    pair_indices = np.repeat(np.arange(len(counts)), counts)
    order = np.lexsort((alignments.y, alignments.x, pair_indices))
    is_first = np.diff(pair_indices, prepend=-1) != 0
    return _SortedFlows(order, pair_indices, is_first, alignments.x[order], alignments.y[order])


def _get_partner_weights(
    alignments: AlignmentArrays, flows: _SortedFlows, output_pairs: Indices, x_weights: Array
) -> Array:
    """Return for each word of the outputs the weight of the word that it is first matched with."""
    sizes = np.diff(alignments.y_offsets)[output_pairs]
    starts = np.full(len(alignments.reference_indices), -1)
    starts[output_pairs] = np.cumsum(sizes) - sizes
    partner_weights = np.zeros(int(sizes.sum()), dtype=np.int64)
    selected = np.flatnonzero(starts[flows.pair_indices] >= 0)
    selected = selected[::-1]  # so that the first match of a word is written last and remains
    pair_indices = flows.pair_indices[selected]
    weights = x_weights[
        alignments.references.offsets[alignments.reference_indices[pair_indices]]
        + flows.x[selected]
    ]
    partner_weights[starts[pair_indices] + flows.y[selected]] = weights
    return partner_weights


def _compute_steps(indices: Indices, is_first: Array) -> Array:
    """Return the difference of each index from the previous index of the same pair, or from 0."""
    return np.where(is_first, indices, np.diff(indices, prepend=0))


def _compute_scores(alignments: AlignmentArrays) -> Floats:
    """Return the score of each pair, which is 1 minus the losses of its words."""
    pairs = np.arange(len(alignments.reference_indices))
    scores = np.ones(len(pairs))
    for offsets, lost in (
        (alignments.x_offsets, alignments.x_lost),
        (alignments.y_offsets, alignments.y_lost),
    ):
        scores -= np.bincount(np.repeat(pairs, np.diff(offsets)), lost, len(pairs))
    return scores


def _to_units(values: Floats) -> Array:
    """Convert values to integers in `VALUE_UNIT`."""
    in_units = np.where(np.isfinite(values), values / VALUE_UNIT, NO_PRICE)
    return np.clip(np.round(in_units), -NO_PRICE, NO_PRICE).astype(np.int64)


# Number of pairs per block. The page unpacks a block when the user opens one of its segments.
_PAIRS_PER_BLOCK = 600


@dataclass(frozen=True)
class PackedAlignments:
    """Packed blocks of the alignments of a metric.

    segments        all segments with alignments
    block_prefix    start of the ids of the blocks in the page, different for each metric
    first_segments  first segment of each block
    """

    metric: SegmentMetric
    segments: Indices
    block_prefix: str
    first_segments: list[int] = field(default_factory=list)
    blocks: list[bytes] = field(default_factory=list)

    def describe(self) -> dict[str, Any]:
        """Return the data that the page needs before it unpacks a block."""
        segments = self.segments.tolist()
        return {
            "metric": self.metric.name,
            "prefix": self.block_prefix,
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

    def get_blocks(self) -> dict[str, bytes]:
        """Return the blocks by their ids in the page."""
        return {f"{self.block_prefix}{index}": block for index, block in enumerate(self.blocks)}


def pack_segments(
    report_data: ReportData,
    metric_index: int,
    segments: Indices,
    group_sums: tuple[GroupMatches, ReferenceWords] | None,
    jobs: int,
    progress: Progress | None,
) -> PackedAlignments:
    """Compute and pack the alignments of segments by one of the metrics of the report.

    If `group_sums` is not None, the matched shares of the reference words are added to it.
    """
    metric = report_data.metrics[metric_index]
    assert isinstance(metric, SegmentMetric)
    scorer = metric.open(
        None, lambda: iterate_references(report_data.counterparts.select(metric.against))
    )
    alignments = PackedAlignments(metric, segments, f"block-{metric_index}-")
    counterparts = report_data.get_compared_texts(metric)
    for block in _split_blocks(
        segments, [len(counterparts[segment]) * len(report_data.systems) for segment in segments]
    ):
        pairs, block_pairs = _build_block_pairs(report_data, counterparts, block)
        block_alignments = scorer.drawings(pairs, jobs, progress)
        alignments.first_segments.append(int(block[0]))
        alignments.blocks.append(pack_block(block_alignments, block_pairs))
        if group_sums is not None:
            add_graded_matches(*group_sums, block_alignments, *block_pairs)
    return alignments


def _split_blocks(segments: Indices, pair_counts: list[int]) -> Iterator[Indices]:
    block_numbers = np.cumsum(pair_counts) // _PAIRS_PER_BLOCK
    for block_number in np.unique(block_numbers):
        yield segments[block_numbers == block_number]


def _build_block_pairs(
    report_data: ReportData, counterparts: list[tuple[Segment, ...]], block: Indices
) -> tuple[Pairs, BlockPairs]:
    """Return the pairs of each output of the segments of a block with each counterpart."""
    references: list[Segment] = []
    candidates: list[Segment] = []
    reference_indices, candidate_indices, pair_segments, pair_systems = [], [], [], []
    for segment in block.tolist():
        first_reference = len(references)
        references += counterparts[segment]
        for system, texts in enumerate(report_data.systems.values()):
            for reference in range(first_reference, len(references)):
                reference_indices.append(reference)
                candidate_indices.append(len(candidates))
                pair_segments.append(segment)
                pair_systems.append(system)
            candidates.append(texts[segment])
    pairs = Pairs(references, candidates, np.array(reference_indices), np.array(candidate_indices))
    return pairs, BlockPairs(np.array(pair_segments), np.array(pair_systems))
