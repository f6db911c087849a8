"""Why the columns of a comparer have their values: who explains which kind of comparer."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..comparing.bags import BagComparer
from ..comparing.comparer import Comparer, SideBySide
from ..comparing.covers import CoverComparer
from ..comparing.pivots import PivotComparer
from ..comparing.roles import RoleComparer
from ..comparing.skips import GradedSkipComparer, SkipComparer
from ..comparing.texts import Characters, Fluency, Lengths
from ..comparing.together import TogetherComparer
from ..errors import UsageError
from ..tasks import Segment
from .bags.columns import bag_columns, bag_sides
from .column import Column
from .covers.columns import cover_columns, cover_sides
from .documents.graded_skips import graded_skip_columns, graded_skip_sides
from .documents.skips import skip_columns, skip_sides
from .pivots.columns import pivot_columns, pivot_sides
from .pivots.together import together_columns, together_sides
from .roles import role_columns
from .sides import Sides
from .texts import character_columns, fluency_columns, length_columns, text_sides


class Explainer(NamedTuple):
    """Of one kind of comparer.

    sides       both texts in the words that it compares
    columns     its columns, in the order of their names
    """

    sides: Callable[[Any, Segment, Segment], Sides]
    columns: Callable[[Any, Segment, Segment, Sides], list[Column]]


_EXPLAINERS: dict[type[Comparer], Explainer] = {
    BagComparer: Explainer(bag_sides, bag_columns),
    TogetherComparer: Explainer(together_sides, together_columns),
    Fluency: Explainer(text_sides, fluency_columns),
    Characters: Explainer(text_sides, character_columns),
    Lengths: Explainer(text_sides, length_columns),
    CoverComparer: Explainer(cover_sides, cover_columns),
    PivotComparer: Explainer(pivot_sides, pivot_columns),
    RoleComparer: Explainer(text_sides, role_columns),
    SkipComparer: Explainer(skip_sides, skip_columns),
    GradedSkipComparer: Explainer(graded_skip_sides, graded_skip_columns),
}


def explain_columns(
    comparer: Comparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """All its columns."""
    if isinstance(comparer, SideBySide):
        parts = [explain_columns(one, reference, hypothesis, sides) for one in comparer.parts]
        return [column for part in parts for column in part]
    return _explainer(comparer).columns(comparer, reference, hypothesis, sides)


def explained_sides(comparer: Comparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in words; of several comparers in those of the first."""
    while isinstance(comparer, SideBySide):
        comparer = comparer.parts[0]
    return _explainer(comparer).sides(comparer, reference, hypothesis)


def _explainer(comparer: Comparer) -> Explainer:
    found = _EXPLAINERS.get(type(comparer))
    if found is None:
        names = ", ".join(comparer.columns)
        raise UsageError(
            f"there is no explanation of {names}: choose tesla-x, tesla-m or another of our "
            "metrics, or override explain_pair"
        )
    return found
