"""What produced a number: two runs with the same signature give the same number."""

from dataclasses import dataclass, field


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
