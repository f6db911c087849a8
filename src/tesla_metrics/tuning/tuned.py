"""What tuning found, and what it is worth."""

from dataclasses import dataclass
from typing import Any

from ..arrays import Floats
from ..metrics.base import Metric
from ..metrics.signature import Signature
from ..nbest.nbest import Nbest
from ..nbest.oracle import oracle_choice
from ..nbest.weights import Weights
from .mert.problem import TuningProblem


@dataclass(frozen=True)
class Tuned:
    """What tuning found, and what it is worth by the metric.

    value, start_value, first_value     of what the weights choose, of what the start chose, and of
                                        the first candidates
    oracle_value                        of the choice that the metric likes best, as far as
                                        `oracle_choice` finds it: never worse than `value`
    chosen                              the place of the chosen candidate of each list, in `texts`
    changed                             how many lists have another choice than at the start
    """

    metric: str
    weights: Weights
    start: Weights
    value: float
    start_value: float
    first_value: float
    oracle_value: float
    chosen: tuple[int, ...]
    changed: int
    signature: Signature
    higher_is_better: bool = True

    def to_dict(self) -> dict[str, Any]:
        """By name, as JSON can have it."""
        return {
            "metric": self.metric,
            "value": self.value,
            "start_value": self.start_value,
            "first_value": self.first_value,
            "oracle_value": self.oracle_value,
            "higher_is_better": self.higher_is_better,
            "lists": len(self.chosen),
            "changed": self.changed,
            "weights": dict(zip(self.weights.names, self.weights.values, strict=True)),
            "start": dict(zip(self.start.names, self.start.values, strict=True)),
            "signature": str(self.signature),
        }


def tuned_by(
    weights: Floats,
    start: Floats,
    nbest: Nbest,
    problem: TuningProblem,
    metric: Metric[Any],
    signature: Signature,
) -> Tuned:
    """What these weights are worth beside the start's."""
    before, chosen = (problem.chosen(problem.scores(one)) for one in (start, weights))
    oracle = oracle_choice(metric, nbest.starts, problem.statistics, chosen)
    choices = chosen, before, nbest.starts[:-1], oracle
    value, old, first, best = (problem.sign * problem.value(choice) for choice in choices)
    return Tuned(
        metric.name,
        Weights(nbest.names, tuple(weights.tolist())),
        Weights(nbest.names, tuple(start.tolist())),
        value,
        old,
        first,
        best,
        tuple(chosen.tolist()),
        int((before != chosen).sum()),
        signature,
        metric.higher_is_better,
    )
