"""Scores that are sums of columns, and those that cannot be explained so."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from tesla_metrics import TeslaM
from tesla_metrics.core.comparing.comparer import Comparer, Rows
from tesla_metrics.core.comparing.texts import WordlessComparer
from tesla_metrics.core.encoding.analysis import Analysis
from tesla_metrics.errors import UsageError
from tesla_metrics.explanation.attribution import ExplainedColumn
from tesla_metrics.explanation.columns import explain_sum
from tesla_metrics.explanation.sides import TextSides, make_side


@dataclass(frozen=True, kw_only=True)
class Geometric(TeslaM):
    name: ClassVar[str] = "geometric"

    def combine(self, columns: Rows) -> Rows:
        means: Rows = np.sqrt(columns).mean(axis=1)
        return means


@dataclass(frozen=True, kw_only=True)
class Strange(TeslaM):
    name: ClassVar[str] = "strange"

    def comparer(self, analysis: Analysis) -> Comparer:
        return WordlessComparer()


def test_a_score_that_is_no_sum() -> None:
    with pytest.raises(UsageError, match="not a linear combination of its columns"):
        Geometric(lang="en").explain("the dogs ran", "a dog runs fast")


def test_columns_that_nobody_explains() -> None:
    with pytest.raises(UsageError, match="no explanation of wordless"):
        Strange(lang="en").explain("a dog", "a cat")


def test_what_the_best_columns_lack_is_shared_by_weight() -> None:
    sides = TextSides(make_side("a b", ["a", "b"], [1.0, 3.0]), make_side("", [], []))
    column = ExplainedColumn(
        "own", "own", 0, 0.5, 1.0, (), (), (), np.array([0.5, 0.0]), np.zeros(0)
    )
    one = explain_sum([column], [0.6], sides, 0.4, constant=0.1)
    # 0.3 was lost by the first word; 0.3 is out of reach.
    assert [word.lost for word in one.reference.words] == pytest.approx([0.375, 0.225])
    assert one.lost == pytest.approx(1 - one.score)
