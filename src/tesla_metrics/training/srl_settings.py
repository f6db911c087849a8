"""How a labeller of semantic roles is learnt."""

from dataclasses import asdict, dataclass
from typing import Any

from ..errors import UsageError
from ..learning.adaptive import AdaptiveMaximumEntropy
from ..learning.learners import Aso, Learner, LinearHuber, MaximumEntropy
from ..srl.features.own import OWN
from ..srl.features.sets import FEATURE_SETS
from ..srl.model import FEATURES, NOUN, PRUNED, VERB

# Those of the paper, by the names that commands have.
LEARNERS: dict[str, Learner] = {one.name: one for one in (MaximumEntropy(), LinearHuber(), Aso())}
# Margins of the Huber loss are near 1: they take finer steps than log odds do.
_FINE = 0.001


@dataclass(frozen=True)
class RoleTraining:
    """How to learn; what is not said is as the shipped model has it, which was chosen on ewt_dev.

    pruned      only constituents beside the predicate and beside those above it are candidates
    kinds       of predicates: nouns, verbs
    together    the roles of nouns are learnt with those of verbs: what a word is to `acquire` it is
                to `acquisition`; and with candidates that fill none
    roles       what learns the roles, where that is another learner
    least_count features of fewer candidates than this are left out
    finest      what a whole weight of 1 stands for, at least: the higher, the smaller the file
    """

    learner: Learner = MaximumEntropy(0.3)  # noqa: RUF009
    features: str = OWN.name
    pruned: bool = True
    kinds: tuple[str, ...] = (NOUN, VERB)
    together: bool = True
    roles: Learner | None = AdaptiveMaximumEntropy()  # noqa: RUF009
    least_count: int = 2
    finest: float = 0.02

    def __post_init__(self) -> None:
        if self.features not in FEATURE_SETS:
            raise UsageError(
                f"unknown features {self.features!r}: choose from {', '.join(FEATURE_SETS)}"
            )
        if self.least_count < 1:
            raise UsageError(f"the least count is {self.least_count}: give 1 or more")

    @classmethod
    def published(cls, learner: Learner, **others: Any) -> "RoleTraining":
        """One learner for both stages, nouns and verbs apart, as in the paper."""
        return cls(learner, together=False, roles=None, finest=_FINE, **others)

    @property
    def described(self) -> dict[str, Any]:
        """For the model's file, so that it can be made again."""
        return {
            FEATURES: self.features,
            PRUNED: self.pruned,
            "kinds": list(self.kinds),
            "together": self.together,
            "learner": _learner(self.learner),
            "roles": _learner(self.roles or self.learner),
            "least_count": self.least_count,
            "finest": self.finest,
        }


def _learner(one: Learner) -> dict[str, Any]:
    return {"name": one.name, **asdict(one)}  # type: ignore[call-overload]
