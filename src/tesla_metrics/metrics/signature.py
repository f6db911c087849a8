"""What produced a number: two runs with the same signature give the same number."""

from typing import NamedTuple


class Signature(NamedTuple):
    """The metric's name and its settings in a fixed order."""

    metric: str
    fields: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "|".join([self.metric, *(f"{key}:{value}" for key, value in self.fields)])
