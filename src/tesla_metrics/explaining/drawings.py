"""Alignments of many pairs in flat arrays: what a page draws, and no more."""

from typing import NamedTuple

from ..arrays import Array, Floats, Indices


class Outlines(NamedTuple):
    """The words of many texts: of text k those from offsets[k] to offsets[k + 1]."""

    offsets: Indices
    starts: Indices
    ends: Indices
    weights: Floats


class Drawings(NamedTuple):
    """Many pairs. What pair k has of anything goes from its offset to the next one's.

    references, hypotheses      the words of all texts, each text once
    left, right                 of each pair its reference and its hypothesis
    flow_offsets, x, y          unigrams that flow, by their places among the words
    amounts, similarities, reasons      of the flows; reasons are places in REASONS
    x_offsets, x_lost, x_prices         of each word of a pair's reference
    y_offsets, y_lost, y_prices         of each word of its hypothesis
    """

    references: Outlines
    hypotheses: Outlines
    left: Indices
    right: Indices
    flow_offsets: Indices
    x: Indices
    y: Indices
    amounts: Floats
    similarities: Floats
    reasons: Array
    x_offsets: Indices
    x_lost: Floats
    x_prices: Floats
    y_offsets: Indices
    y_lost: Floats
    y_prices: Floats
