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
    """What was learnt: whole numbers as weights, so that every machine has the same margins.

    slope, centre   of the logistic function: it says how likely a text with such a margin is the
                    better one of two
    """

    kind: FeatureKind
    weights: Mapping[str, int]
    slope: float
    centre: float

    def features(self, matrix: RoleMatrix) -> dict[str, float]:
        """Those that count here: of a text without order none does."""
        return coherence_features(matrix, self.kind) if matrix.sentences >= FEWEST else {}

    def margin(self, features: Mapping[str, float]) -> float:
        """The sum of weight times value, above the centre; without features it is 0."""
        if not features:
            return 0.0
        terms = [self.weights.get(name, 0) * value for name, value in features.items()]
        return fsum([*terms, -self.centre])

    def score(self, matrix: RoleMatrix) -> float:
        """In [0,1]. A text of one sentence cannot be told from its permutations: 0.5. One without
        words has nothing that could hang together: 0.
        """
        if not matrix.sentences:
            return EMPTY
        return self.logistic(self.margin(self.features(matrix)))

    def logistic(self, margin: float) -> float:
        """How likely a text with this margin is the better one of two."""
        power = max(-700.0, min(700.0, -self.slope * margin))
        return 1.0 / (1.0 + exp(power))
