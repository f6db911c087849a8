"""What candidates are held against: references, what they were made from, or nothing."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, cast

from ..errors import UsageError
from ..names import NOTHING, REFERENCE, SOURCE
from ..tasks import ReferenceSet, Segment


class Beside(NamedTuple):
    """Reference sets, and the sources as one set; there may be none of either."""

    references: Sequence[ReferenceSet]
    sources: Sequence[ReferenceSet] = ()

    @classmethod
    def only(cls, against: str, sets: Sequence[ReferenceSet]) -> "Beside":
        """What a metric is held against, and nothing else."""
        return cls([], sets) if against == SOURCE else cls(sets)

    def of(self, against: str) -> Sequence[ReferenceSet]:
        """What a metric wants; one of sources takes references for these where there are none."""
        if against == NOTHING:
            return []
        return self.sources if against == SOURCE and self.sources else self.references

    @property
    def originals(self) -> Sequence[Segment] | None:
        """The sources, of which none is missing."""
        return cast(Sequence[Segment], self.sources[0]) if self.sources else None

    def used(self, metrics: "Iterable[Held]") -> "Beside":
        """Those that these metrics look at."""
        references, sources = looked_at(metrics, bool(self.sources))
        return Beside(self.references if references else (), self.sources if sources else ())

    @property
    def shown(self) -> Sequence[ReferenceSet]:
        """What people see beside candidates."""
        return self.references or self.sources


class Held(Protocol):
    """What a metric tells of itself."""

    @property
    def name(self) -> str: ...

    @property
    def against(self) -> str: ...


def looked_at(metrics: Iterable[Held], sources: bool) -> tuple[bool, bool]:
    """Whether these metrics look at references, and at `sources`, if there are some."""
    kinds = {metric.against for metric in metrics}
    own = sources and SOURCE in kinds
    return REFERENCE in kinds or (SOURCE in kinds and not own), own


def most_wanted(metrics: Iterable[Held]) -> str:
    """What to ask for where there is nothing: the least that does for all of them."""
    kinds = {metric.against for metric in metrics}
    return next((kind for kind in (REFERENCE, SOURCE) if kind in kinds), NOTHING)


def check_against(metrics: Iterable[Held], references: bool) -> None:
    """Whether there are references for those that want them; sources are there."""
    wanting = [metric.name for metric in metrics if metric.against == REFERENCE]
    if wanting and not references:
        raise UsageError(
            f"{', '.join(wanting)} compare{'s' * (len(wanting) == 1)} with references, and there "
            "are sources only: give references too (-r REF, in Python references=)"
        )


def check_compares(metric: Held, why: str) -> None:
    """Refuse a metric that looks at candidates by themselves where these must be compared."""
    if metric.against == NOTHING:
        raise UsageError(
            f"{metric.name} looks at each text by itself, but {why}: choose a metric that compares "
            "with references"
        )
