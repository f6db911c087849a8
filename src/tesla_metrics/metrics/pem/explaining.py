"""Why a paraphrase has its score: what adequacy, fluency and dissimilarity have cost."""

from collections.abc import Sequence
from math import fsum

import numpy as np

from ...comparing.texts import Wordless
from ...encoding.pairs import Pairs
from ...explaining.column import Column
from ...explaining.columns import explain_columns, explained_sides
from ...explaining.explanation import Against
from ...explaining.linear import settled_against
from ...explaining.pivots.together import unlike
from ...explaining.shapley import shapley
from ...explaining.sides import Sides
from ...explaining.weighing import Gain, by_weight, weigh, with_losses
from ...tasks import Segment
from .combination import Combination
from .parts import PARTS, PemParts


def explain_paraphrase(
    parts: PemParts, combination: Combination, source: Segment, paraphrase: Segment
) -> Against:
    """One paraphrase against one source.

    The score is no sum of its parts: what each has cost is its Shapley value between its best and
    what it is. What the best parts together lack to 1 nobody in particular has lost.
    """
    sides = explained_sides(parts.words, source, paraphrase)
    (row,) = Wordless().compare(Pairs.of_lines([paraphrase], [source])).tolist()
    if row[0]:
        return settled_against(float(row[0] > 1), sides)
    columns = part_columns(parts, source, paraphrase, sides)
    adequacy = fsum(column.value for column in columns[:-2]) / len(parts.pivots)
    own = [adequacy, *(column.value for column in columns[-2:])]
    best = parts.ranges[1].tolist()
    lost = shapley(combination.combine, best, own)
    whole, score = combination.combine(np.array([best, own])).tolist()
    # A part that is at its best has lost nothing.
    slopes = [cost / (b - a) if b > a else 0.0 for cost, a, b in zip(lost, own, best, strict=True)]
    rates = combination.slopes(np.array(own)).tolist()
    # Its best is where a part is measured from, whichever way it counts.
    measured = [column._replace(least=column.best) for column in columns]
    gains = [Gain(rate, rate) for rate in _spread(rates, parts)]
    weighed = weigh(measured, _spread(slopes, parts), sides, gains)
    more = by_weight(1 - whole, sides)
    return Against(
        score,
        1.0,
        with_losses(sides.reference, weighed.of_reference + more[0]),
        with_losses(sides.hypothesis, weighed.of_hypothesis + more[1]),
        weighed.features,
    )


def part_columns(
    parts: PemParts, source: Segment, paraphrase: Segment, sides: Sides
) -> list[Column]:
    """Adequacy by each table, then fluency, then dissimilarity."""
    adequacy, fluency, dissimilarity = PARTS
    columns = [
        explain_columns(own, source, paraphrase, sides)[0]._replace(
            name=f"{table.pivot}:{adequacy}"
        )
        for own, table in zip(parts.pivots, parts.tables, strict=True)
    ]
    (likely,) = explain_columns(parts.fluency, source, paraphrase, sides)
    (same,) = explain_columns(parts.words, source, paraphrase, sides)
    return [*columns, likely._replace(name=fluency), unlike(same, dissimilarity, sides)]


def _spread(values: Sequence[float], parts: PemParts) -> list[float]:
    """Of parts to columns: adequacy is the mean over tables."""
    tables = len(parts.pivots)
    return [values[0] / tables] * tables + list(values[1:])
