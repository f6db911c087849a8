"""The counterparts of candidates: references, sources or nothing."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, cast

from ...errors import UsageError
from ..field_names import NOTHING, REFERENCE, SOURCE
from ..item import ReferenceSet, Segment


class Counterparts(NamedTuple):
    """Reference sets, and the sources as one set; either may be empty."""

    references: Sequence[ReferenceSet]
    sources: Sequence[ReferenceSet] = ()

    @classmethod
    def of_kind(cls, against: str, sets: Sequence[ReferenceSet]) -> "Counterparts":
        """Return counterparts of one kind only, as named by `against`."""
        return cls([], sets) if against == SOURCE else cls(sets)

    def for_kind(self, against: str) -> Sequence[ReferenceSet]:
        """Return what a metric compares with; references replace sources that are missing."""
        if against == NOTHING:
            return []
        return self.sources if against == SOURCE and self.sources else self.references

    @property
    def source_texts(self) -> Sequence[Segment] | None:
        """Return the sources, of which none is missing, or None if there are no sources."""
        return cast(Sequence[Segment], self.sources[0]) if self.sources else None

    def used_by(self, metrics: "Iterable[HasCounterpart]") -> "Counterparts":
        """Return only the counterparts that these metrics use."""
        references, sources = used_counterparts(metrics, bool(self.sources))
        return Counterparts(self.references if references else (), self.sources if sources else ())

    @property
    def displayed(self) -> Sequence[ReferenceSet]:
        """Return the texts to display next to candidates."""
        return self.references or self.sources


class HasCounterpart(Protocol):
    """A metric, as far as its name and counterpart are concerned."""

    @property
    def name(self) -> str: ...

    @property
    def against(self) -> str: ...


def used_counterparts(metrics: Iterable[HasCounterpart], sources: bool) -> tuple[bool, bool]:
    """Return whether these metrics use references, and whether they use sources (if any)."""
    kinds = {metric.against for metric in metrics}
    uses_sources = sources and SOURCE in kinds
    return REFERENCE in kinds or (SOURCE in kinds and not uses_sources), uses_sources


def required_counterpart(metrics: Iterable[HasCounterpart]) -> str:
    """Return the counterpart to ask the user for: the one that suffices for all metrics."""
    kinds = {metric.against for metric in metrics}
    return next((kind for kind in (REFERENCE, SOURCE) if kind in kinds), NOTHING)


def check_references_given(metrics: Iterable[HasCounterpart], references: bool) -> None:
    """Refuse metrics that compare with references if there are only sources."""
    names = [metric.name for metric in metrics if metric.against == REFERENCE]
    if names and not references:
        raise UsageError(
            f"{', '.join(names)} compare{'s' * (len(names) == 1)} with references, but there "
            "are only sources: give references too (-r REF, in Python references=)"
        )


def check_compares(metric: HasCounterpart, why: str) -> None:
    """Refuse a metric that scores each candidate by itself, for the reason `why`."""
    if metric.against == NOTHING:
        raise UsageError(
            f"{metric.name} scores each text by itself, but {why}: choose a metric that compares "
            "with references"
        )
