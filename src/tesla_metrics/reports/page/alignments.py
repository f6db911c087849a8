"""Drawings in few bytes: blocks of segments, of each columns of small whole numbers."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from ...explaining.drawings import Drawings, Outlines
from .packing import pack_columns

# What weights, similarities, shares and prices are counted in.
UNIT = 1e-4
# A price that is none.
ENDLESS = 2**31 - 1
# Scores of pairs, where a segment has several.
_SCORES = 1e6


class DrawnPairs(NamedTuple):
    """Pairs of a block: their segments and systems, a segment's together, its systems in order."""

    segments: Indices
    systems: Indices


def pack_block(drawn: Drawings, pairs: DrawnPairs) -> bytes:
    """What `Tesla.alignments` in report-data.js reads, column by column.

    Of each reference of each segment and of each output: how many words; of these the gap before,
    the length and the weight. Of each pair: how many flows; of these the words as steps from the
    flow before, the weight as what it lacks of all that could flow, the similarity as what it lacks
    of 1, and the reason. Of each word of each pair the share and the price. The pairs' scores.
    """
    references, outputs = _first_of(pairs)
    x_weights = _whole(drawn.references.weights)
    y_weights = _whole(drawn.hypotheses.weights)
    return pack_columns(
        [
            *_outlines(drawn.references, drawn.left[references], x_weights),
            *_outlines(drawn.hypotheses, drawn.right[outputs], y_weights),
            *_flows(drawn, x_weights, y_weights),
            _whole(drawn.x_lost),
            _whole(drawn.y_lost),
            _whole(drawn.x_prices),
            _whole(drawn.y_prices),
            np.round(_scores(drawn) * _SCORES),
        ]
    )


def _first_of(pairs: DrawnPairs) -> tuple[Indices, Indices]:
    """The pairs that show each reference first, and those that show each output first."""
    segments, systems = pairs
    begins = np.flatnonzero(np.diff(segments, prepend=-1))
    first_system = np.repeat(systems[begins], np.diff(begins, append=len(segments)))
    changes = (np.diff(segments, prepend=-1) != 0) | (np.diff(systems, prepend=-1) != 0)
    return np.flatnonzero(systems == first_system), np.flatnonzero(changes)


def _outlines(outlines: Outlines, texts: Indices, weights: Array) -> Iterator[Array]:
    counts = np.diff(outlines.offsets)[texts]
    first = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(texts)), counts)
    place = np.arange(len(owner)) - first[owner]
    at = outlines.offsets[texts][owner] + place
    before = np.where(place > 0, outlines.ends[np.maximum(at - 1, 0)], 0)
    yield counts
    yield outlines.starts[at] - before
    yield outlines.ends[at] - outlines.starts[at]
    yield weights[at]


def _flows(drawn: Drawings, x_weights: Array, y_weights: Array) -> Iterator[Array]:
    counts = np.diff(drawn.flow_offsets)
    owner = np.repeat(np.arange(len(counts)), counts)
    # In the order of the reference's words: steps are short.
    order = np.lexsort((drawn.y, drawn.x, owner))
    x, y = drawn.x[order], drawn.y[order]
    begins = np.isin(np.arange(len(owner)), drawn.flow_offsets[:-1])
    most = np.minimum(
        x_weights[drawn.references.offsets[drawn.left[owner]] + x],
        y_weights[drawn.hypotheses.offsets[drawn.right[owner]] + y],
    )
    yield counts
    yield _steps(x, begins)
    yield _steps(y, begins)
    yield most - _whole(drawn.amounts[order])
    yield round(1 / UNIT) - _whole(drawn.similarities[order])
    yield drawn.reasons[order]


def _steps(places: Indices, begins: Array) -> Array:
    return np.where(begins, places, np.diff(places, prepend=0))


def _scores(drawn: Drawings) -> Floats:
    """What the words have not lost."""
    pairs = np.arange(len(drawn.left))
    scores = np.ones(len(pairs))
    for offsets, lost in ((drawn.x_offsets, drawn.x_lost), (drawn.y_offsets, drawn.y_lost)):
        scores -= np.bincount(np.repeat(pairs, np.diff(offsets)), lost, len(pairs))
    return scores


def _whole(values: Floats) -> Array:
    counted = np.where(np.isfinite(values), values / UNIT, ENDLESS)
    return np.clip(np.round(counted), -ENDLESS, ENDLESS).astype(np.int64)
