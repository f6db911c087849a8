"""Why a paraphrase has its score: what adequacy, fluency and dissimilarity have cost."""

from math import fsum

import numpy as np

from ...comparing.texts import Wordless
from ...encoding.pairs import Pairs
from ...explaining.column import Column
from ...explaining.columns import explain_columns, explained_sides
from ...explaining.combined import CombinedPart, explain_combined
from ...explaining.explanation import Against
from ...explaining.linear import settled_against
from ...explaining.pivots.together import unlike
from ...explaining.sides import Sides
from ...tasks import Segment
from .combination import Combination
from .parts import PARTS, PemParts


def explain_paraphrase(
    parts: PemParts, combination: Combination, source: Segment, paraphrase: Segment
) -> Against:
    """One paraphrase against one source; adequacy is the mean over tables."""
    sides = explained_sides(parts.words, source, paraphrase)
    (row,) = Wordless().compare(Pairs.of_lines([paraphrase], [source])).tolist()
    if row[0]:
        return settled_against(float(row[0] > 1), sides)
    *tables, fluency, dissimilarity = part_columns(parts, source, paraphrase, sides)
    adequacy = fsum(column.value for column in tables) / len(tables)
    own = [adequacy, fluency.value, dissimilarity.value]
    rates = combination.slopes(np.array(own)).tolist()
    columns = (tables, [fluency], [dissimilarity])
    factors = ([1 / len(tables)] * len(tables), [1.0], [1.0])
    explained = zip(own, parts.ranges[1].tolist(), rates, columns, factors, strict=True)
    return explain_combined([CombinedPart(*one) for one in explained], combination.combine, sides)


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
