"""Blocks of alignments hold what was drawn."""

from typing import Any

import numpy as np
import pytest

from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.reporting.report.alignments import NO_PRICE, VALUE_UNIT, BlockPairs, pack_block

from .test_packing import columns_of
from .toys import toy_drawings

NAMES = """x_counts x_gaps x_lengths y_counts y_gaps y_lengths flows x_steps y_steps x_weights
y_weights lacking unlike reasons x_lost y_lost x_prices y_prices scores
struck penalties factors taken x_forms x_letters y_forms y_letters""".split()


def unpacked(pairs: Pairs, drawn: BlockPairs) -> dict[str, Any]:
    columns = columns_of(pack_block(toy_drawings(pairs), drawn))
    return dict(zip(NAMES, columns, strict=True))


def test_one_pair() -> None:
    pairs = Pairs.from_lines(["the  dog slept"], [" the cat slept well"])
    block = unpacked(pairs, BlockPairs(np.array([0]), np.array([0])))
    assert block["x_counts"] == [4]
    assert block["x_gaps"] == [1, 1, 1, 1]
    assert block["y_gaps"] == [0, 2, 1]
    assert block["x_lengths"] == [3, 3, 5, 4]
    assert block["x_weights"] == [round(0.5 / VALUE_UNIT)] * 4
    assert block["flows"] == [2]
    assert (block["x_steps"], block["y_steps"]) == ([0, 2], [0, 0])
    assert block["y_weights"] == [0, round(0.5 / VALUE_UNIT), 0]
    assert block["lacking"] == [0, 0]
    assert block["unlike"] == [2500, 0]
    assert block["x_lost"] == [0, 200, 0, 400]
    assert block["y_prices"] == [NO_PRICE] * 3
    assert [block[name] for name in NAMES[-8:-4]] == [[1], [2], [9000], [100]]
    assert block["scores"] == [pytest.approx(1e6 * (1 - 0.02 - 0.04 - 0.02), abs=1)]


def test_forms_that_are_not_written() -> None:
    pairs = Pairs.from_lines(["the tearoom"], ["zum bathroom"])
    drawings = toy_drawings(pairs)
    references = drawings.references._replace(forms={1: "bad"})
    hypotheses = drawings.hypotheses._replace(forms={0: "té"})
    drawings = drawings._replace(references=references, hypotheses=hypotheses)
    packed = columns_of(pack_block(drawings, BlockPairs(np.array([0]), np.array([0]))))
    block = dict(zip(NAMES, packed, strict=True))
    assert block["x_forms"] == [0, 3]
    assert "".join(map(chr, block["x_letters"])) == "bad"
    assert block["y_forms"] == [2, 0]
    assert "".join(map(chr, block["y_letters"])) == "té"


def test_texts_stand_once() -> None:
    """Two segments of two references and two systems: eight pairs of four and four texts."""
    references = ["a", "a b", "c", "c d e"]
    outputs = ["a", "b b", "c d e f", ""]
    left = np.array([0, 1, 0, 1, 2, 3, 2, 3])
    right = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    drawn = BlockPairs(np.repeat([4, 7], 4), np.tile([0, 0, 1, 1], 2))
    block = unpacked(Pairs(references, outputs, left, right), drawn)
    assert block["x_counts"] == [1, 2, 1, 3]
    assert block["y_counts"] == [1, 2, 4, 0]
    assert len(block["flows"]) == len(block["scores"]) == 8
    assert len(block["x_lost"]) == 2 * (1 + 2 + 1 + 3)
