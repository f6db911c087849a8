"""The features of a stage, in three parts, so that what is shared is summed once."""

from collections.abc import Callable
from typing import NamedTuple

from ..context import PredicateContext, TreeContext


class StageFeatures(NamedTuple):
    """Names of what is seen; all three together are the features of a candidate.

    of_node         of a node, whatever the predicate
    of_predicate    of a predicate, whatever the node
    of_pair         of both
    """

    of_node: Callable[[TreeContext, int], list[str]]
    of_predicate: Callable[[PredicateContext], list[str]]
    of_pair: Callable[[PredicateContext, int], list[str]]

    def all(self, context: PredicateContext, node: int) -> list[str]:
        """Of a candidate."""
        return [
            *self.of_predicate(context),
            *self.of_node(context.shared, node),
            *self.of_pair(context, node),
        ]


class FeatureSet(NamedTuple):
    """What the two stages look at, by the name that model files have."""

    name: str
    identify: StageFeatures
    classify: StageFeatures
