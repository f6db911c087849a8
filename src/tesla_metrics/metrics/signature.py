"""What produced a number: two runs with the same signature give the same number."""

from collections.abc import Set
from dataclasses import dataclass, field

# In place of a number of references, as sacreBLEU has it.
VARYING = -1


@dataclass(frozen=True)
class Signature:
    """The metric's name and its settings in a fixed order.

    `core` tells whether the native core or plain Python did the work. Scores are equal, so it has
    no part in comparing signatures.
    """

    metric: str
    fields: tuple[tuple[str, str], ...]
    core: str = field(default="", compare=False)

    def __str__(self) -> str:
        fields = [*self.fields, ("core", self.core)] if self.core else self.fields
        return "|".join([self.metric, *(f"{key}:{value}" for key, value in fields)])


def one_count(counts: Set[int]) -> int:
    """The number of references that all segments have, or VARYING."""
    return next(iter(counts)) if len(counts) == 1 else VARYING


def shown_count(references: int) -> str:
    """A number of references as signatures print it."""
    return "var" if references == VARYING else str(references)
