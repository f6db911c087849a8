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
    """What report-block.js reads, column by column; numbers are made small by what is known before.

    Of each reference of each segment and of each output: how many words; of these the gap before
    and the length. Of each pair: how many flows; of these the words as steps from the flow before,
    on the side of the output less those on the other. The references' weights; the outputs' less
    those of the words that they are first matched with. Of each flow the weight as what it lacks
    of all that could flow, the similarity as what it lacks of 1, and the reason. Of each word of
    each pair the share and the price. The pairs' scores. Of each pair how many penalties; of these
    the kind, the factor and what was lost.
    """
    references, outputs = _first_of(pairs)
    x_texts, y_texts = drawn.left[references], drawn.right[outputs]
    x_weights, y_weights = _whole(drawn.references.weights), _whole(drawn.hypotheses.weights)
    flows = _flows(drawn)
    partners = _partners(drawn, flows, outputs, x_weights)
    most = np.minimum(
        x_weights[drawn.references.offsets[drawn.left[flows.owner]] + flows.x],
        y_weights[drawn.hypotheses.offsets[drawn.right[flows.owner]] + flows.y],
    )
    steps = _steps(flows.x, flows.begins)
    return pack_columns(
        [
            *_outlines(drawn.references, x_texts),
            *_outlines(drawn.hypotheses, y_texts),
            np.diff(drawn.flow_offsets),
            steps,
            _steps(flows.y, flows.begins) - steps,
            x_weights[_places(drawn.references, x_texts)],
            y_weights[_places(drawn.hypotheses, y_texts)] - partners,
            most - _whole(drawn.amounts[flows.order]),
            round(1 / UNIT) - _whole(drawn.similarities[flows.order]),
            drawn.reasons[flows.order],
            *map(_whole, (drawn.x_lost, drawn.y_lost, drawn.x_prices, drawn.y_prices)),
            np.round(_scores(drawn) * _SCORES),
            *(drawn.struck, drawn.penalties, _whole(drawn.factors), _whole(drawn.taken)),
        ]
    )


def _first_of(pairs: DrawnPairs) -> tuple[Indices, Indices]:
    """The pairs that show each reference first, and those that show each output first."""
    segments, systems = pairs
    begins = np.flatnonzero(np.diff(segments, prepend=-1))
    first_system = np.repeat(systems[begins], np.diff(begins, append=len(segments)))
    changes = (np.diff(segments, prepend=-1) != 0) | (np.diff(systems, prepend=-1) != 0)
    return np.flatnonzero(systems == first_system), np.flatnonzero(changes)


def _places(outlines: Outlines, texts: Indices) -> Indices:
    """Where the words of these texts are, one after another."""
    counts = np.diff(outlines.offsets)[texts]
    owner = np.repeat(np.arange(len(texts)), counts)
    inside = np.arange(len(owner)) - (np.cumsum(counts) - counts)[owner]
    places: Indices = outlines.offsets[texts][owner] + inside
    return places


def _outlines(outlines: Outlines, texts: Indices) -> Iterator[Array]:
    at = _places(outlines, texts)
    first = np.isin(at, outlines.offsets[:-1])
    before = np.where(first, 0, outlines.ends[np.maximum(at - 1, 0)])
    yield np.diff(outlines.offsets)[texts]
    yield outlines.starts[at] - before
    yield outlines.ends[at] - outlines.starts[at]


class _Flows(NamedTuple):
    """Flows in the order of the reference's words, of each its pair, and whether it is the first.

    order   their places as they were drawn
    """

    order: Indices
    owner: Indices
    begins: Array
    x: Indices
    y: Indices


def _flows(drawn: Drawings) -> _Flows:
    counts = np.diff(drawn.flow_offsets)
    owner = np.repeat(np.arange(len(counts)), counts)
    order = np.lexsort((drawn.y, drawn.x, owner))
    begins = np.diff(owner, prepend=-1) != 0
    return _Flows(order, owner, begins, drawn.x[order], drawn.y[order])


def _partners(drawn: Drawings, flows: _Flows, outputs: Indices, x_weights: Array) -> Array:
    """For each word of these pairs' outputs the weight of the word it is first matched with."""
    sizes = np.diff(drawn.y_offsets)[outputs]
    starts = np.full(len(drawn.left), -1)
    starts[outputs] = np.cumsum(sizes) - sizes
    found = np.zeros(int(sizes.sum()), dtype=np.int64)
    own = np.flatnonzero(starts[flows.owner] >= 0)[::-1]  # the first one is written last
    pair = flows.owner[own]
    weights = x_weights[drawn.references.offsets[drawn.left[pair]] + flows.x[own]]
    found[starts[pair] + flows.y[own]] = weights
    return found


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
