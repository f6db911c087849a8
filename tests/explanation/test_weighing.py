"""From columns to shares of a score."""

import numpy as np
import pytest

from tesla_metrics.explanation.attribution import (
    ExplainedColumn,
    attribute_losses,
    distribute_by_weight,
    replace_losses,
)
from tesla_metrics.explanation.explanation import NgramLoss, NgramMatch
from tesla_metrics.explanation.sides import TextSides, make_side

SIDES = TextSides(make_side("a b", ["a", "b"], [3.0, 1.0]), make_side("c", ["c"], [4.0]))
WEIGHTS = [(2, 0.3), (0, 0.3), (1, 0.1 + 0.2), (3, 0.5)]


def column(value: float, x: list[float], y: list[float]) -> ExplainedColumn:
    gram = NgramLoss("a", (0,), 3.0, 1.0, 0.5, sum(x))
    return ExplainedColumn("f", "words", 1, value, 1.0, (), (gram,), (), np.array(x), np.array(y))


def test_shares_are_those_of_columns_by_their_slopes() -> None:
    found = attribute_losses(
        [column(0.4, [0.1, 0.2], [0.3]), column(1.0, [0, 0], [0])], [0.75, 0.25], SIDES
    )
    assert found.reference_losses == pytest.approx([0.075, 0.15])
    assert found.hypothesis_losses == pytest.approx([0.225])
    assert [feature.lost for feature in found.features] == pytest.approx([0.45, 0.0])
    assert found.features[0].reference[0].price == pytest.approx(0.375)


def test_with_a_negative_slope_what_a_column_has_is_lost() -> None:
    found = attribute_losses([column(0.4, [0.1, 0.2], [0.3])], [-0.5], SIDES)
    assert found.features[0].lost == pytest.approx(0.2)
    total = found.reference_losses.sum() + found.hypothesis_losses.sum()
    assert total == pytest.approx(0.2)
    # By weight 3, 1, 4 of 0.5, less the shares.
    assert found.reference_losses == pytest.approx([0.1875 - 0.05, 0.0625 - 0.1])


def test_what_nobody_lost_is_shared_by_weight_or_evenly() -> None:
    x, y = distribute_by_weight(0.8, SIDES)
    assert [*x, *y] == pytest.approx([0.3, 0.1, 0.4])
    bare = TextSides(make_side("?", [], []), make_side("!", [], []))
    x, y = distribute_by_weight(1.0, bare)
    assert [*x, *y] == pytest.approx([0.5, 0.5])


def test_words_are_told_what_they_lost() -> None:
    side = replace_losses(SIDES.reference, np.array([0.1, 0.2]))
    assert [word.lost for word in side.words] == [0.1, 0.2]


def test_flows_that_weigh_the_same_are_in_the_order_of_the_texts() -> None:
    """Whatever rounding has left of it."""
    flows = [NgramMatch("", "", weight, 1.0, (), (place,), (0,)) for place, weight in WEIGHTS]
    found = attribute_losses(
        [column(1.0, [0, 0], [0])._replace(matched=tuple(flows))], [1.0], SIDES
    )
    assert [flow.reference_words for flow in found.features[0].matched] == [(3,), (0,), (1,), (2,)]
