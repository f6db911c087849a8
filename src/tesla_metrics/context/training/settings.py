"""How an adapter is learnt."""

from typing import Any, NamedTuple

from ..architecture import Architecture


class ContextSettings(NamedTuple):
    """All that training depends on beside its material.

    What ships was learnt with these settings, in five runs, but by another program on a GPU, which
    had people's scores of all sets on one scale: its file says how.
    A network in the head costs correlation with people's scores where translations that are made
    weigh anything; these make minimal pairs right.

    rank        of the changes of matrices
    scale       of these changes
    rate        of learning; the head's is another
    epochs      how often all of the material is seen
    scores      what the correlation with people's scores weighs beside their rankings
    synthetic   what translations that are made weigh
    budget      word pieces, padding among them, of a step
    hidden      size of the network in the head; 0: it has none
    gate        whether the last layer changes what pieces weigh
    average     of the last steps this share is averaged
    seed        of the order of the material
    runs        with one seed more each, averaged
    """

    rank: int = 16
    scale: float = 2.0
    rate: float = 1e-3
    head_rate: float = 2e-3
    epochs: int = 3
    scores: float = 0.3
    synthetic: float = 0.3
    budget: int = 16000
    hidden: int = 0
    gate: bool = True
    average: float = 0.5
    seed: int = 1
    runs: int = 3

    def facts(self) -> dict[str, Any]:
        """For the file."""
        return self._asdict()


def matched_layers(architecture: Architecture) -> tuple[int, ...]:
    """The upper half of all layers, and one more."""
    return tuple(range(max(architecture.layers // 2, 1), architecture.layers + 1))
