"""Why a summary has its score: what content and coherence have cost."""

import numpy as np

from ...encoding.pairs import Pairs
from ...explaining.column import Column
from ...explaining.columns import explain_columns, explained_sides
from ...explaining.combined import CombinedPart, explain_combined
from ...explaining.explanation import Against
from ...explaining.sides import Sides
from ...explaining.weighing import by_weight
from ...tasks import Segment
from .model import CremerModel
from .parts import PARTS, CremerParts


def explain_summary(
    parts: CremerParts, model: CremerModel, reference: Segment, summary: Segment
) -> Against:
    """One summary against one reference; words of content bear what that has cost as in TESLA-S,
    and all words of the summary by weight what coherence has.
    """
    comparer, combine = parts.content.comparer, parts.content.combine
    sides = explained_sides(comparer, reference, summary)
    columns = explain_columns(comparer, reference, summary, sides)
    factors = combine(np.eye(len(columns))).tolist()
    (own,) = parts.compare(Pairs.of_lines([summary], [reference]))
    rates = model.slopes(own).tolist()
    content, coherence = own.tolist()
    reads = _coherence(coherence, sides)
    return explain_combined(
        [
            CombinedPart(content, 1.0, rates[0], columns, factors),
            CombinedPart(coherence, 1.0, rates[1], [reads], [1.0]),
        ],
        model.combine,
        sides,
    )


def _coherence(value: float, sides: Sides) -> Column:
    name = PARTS[1]
    _, own = by_weight(1 - value, Sides(sides.reference._replace(words=()), sides.hypothesis))
    nothing = np.zeros(len(sides.reference.words))
    return Column(name, name, 0, value, 1.0, (), (), (), nothing, own)
