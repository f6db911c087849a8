"""From a role matrix to a score: weights of features, and a logistic function of their sum."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, fsum

from .features import FeatureKind, coherence_features
from .matrix import RoleMatrix

# Fewer sentences have no order.
FEWEST = 2
EMPTY = 0.0


@dataclass(frozen=True)
class CoherenceJudge:
    """What was learnt: whole numbers as weights, so that every machine has the same sums.

    slope           of the logistic function, above 0
    centre, bend    a text of n sentences usually has the sum centre + bend / n: shares of nil grow
                    with n, whatever the text
    """

    kind: FeatureKind
    weights: Mapping[str, int]
    slope: float
    centre: float
    bend: float = 0.0

    def features(self, matrix: RoleMatrix) -> dict[str, float]:
        """Those that count here: of a text without order none does."""
        return coherence_features(matrix, self.kind) if matrix.sentences >= FEWEST else {}

    def weighed(self, features: Mapping[str, float], sentences: int) -> dict[str, float]:
        """What each of these features weighs, so that value times weight adds up to the margin.

        Values add up to 1 for each length of transitions, and for pairs. What such a text usually
        has is taken off all features alike, each of these sums having its equal part.
        """
        if not features:
            return {}
        usual = (self.centre + self.bend / sentences) / round(fsum(features.values()))
        return {name: self.slope * (self.weights.get(name, 0) - usual) for name in features}

    def margin(self, features: Mapping[str, float], sentences: int) -> float:
        """By how much the text is better than one of its length usually is, in log-odds: 0 where
        there are no features.
        """
        weighed = self.weighed(features, sentences)
        return fsum(weighed[name] * value for name, value in features.items())

    def score(self, matrix: RoleMatrix) -> float:
        """In [0,1]. A text of one sentence cannot be told from its permutations: 0.5. One without
        words has nothing that could hang together: 0.
        """
        if not matrix.sentences:
            return EMPTY
        return logistic(self.margin(self.features(matrix), matrix.sentences))


def logistic(margin: float) -> float:
    """How likely a text with this margin is the better one of two."""
    return 1.0 / (1.0 + exp(max(-700.0, min(700.0, -margin))))
