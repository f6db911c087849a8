"""A feature study: what each group of features adds to the others, and what it can do alone."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..learning.problem import Problem
from ..learning.validation import cross_validate
from ..metrics.tesla_f_features import group_of


class GroupStudy(NamedTuple):
    """Agreement on held-out folds."""

    group: str
    features: int
    without: float | None  # None where nothing would be left
    alone: float


def study_groups(
    problem: Problem,
    names: Sequence[str],
    strength: float,
    progress: Callable[[int], None] | None = None,
) -> list[GroupStudy]:
    """One for each group, in the order of the features; folds and strength are the model's."""
    groups = [group_of(name) for name in names]
    studies = []
    for group in dict.fromkeys(groups):
        own = [place for place, its in enumerate(groups) if its == group]
        rest = [place for place, its in enumerate(groups) if its != group]
        without = cross_validate(problem, rest, strength) if rest else None
        alone = cross_validate(problem, own, strength)
        studies.append(GroupStudy(group, len(own), without, alone))
        if progress is not None:
            progress(1)
    return studies
