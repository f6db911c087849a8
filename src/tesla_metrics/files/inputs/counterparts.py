"""The counterparts of candidates: the references or sources that metrics compare them with.

The kind of a counterpart is "reference", "source" or "nothing". The attribute `kind` of a metric
is the kind that it compares with.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, cast

from ...errors import UsageError
from ..field_names import NOTHING, REFERENCE, SOURCE
from ..item import ReferenceSet, Segment


class Counterparts(NamedTuple):
    """The reference sets of a test set, and its sources.

    references
        One column per reference set; empty if there are no references.
    sources
        The sources as the only column; empty if there are no sources.
    """

    references: Sequence[ReferenceSet]
    sources: Sequence[ReferenceSet] = ()

    @classmethod
    def from_sets(cls, kind: str, sets: Sequence[ReferenceSet]) -> "Counterparts":
        """Return counterparts with sets of one kind, "reference" or "source"."""
        return cls([], sets) if kind == SOURCE else cls(sets)

    def select(self, kind: str) -> Sequence[ReferenceSet]:
        """Return the sets of a kind; references replace missing sources."""
        if kind == NOTHING:
            return []
        return self.sources if kind == SOURCE and self.sources else self.references

    @property
    def source_texts(self) -> Sequence[Segment] | None:
        """Return one source per segment, or None if there are no sources."""
        return cast(Sequence[Segment], self.sources[0]) if self.sources else None

    def select_used(self, metrics: "Iterable[HasCounterpart]") -> "Counterparts":
        """Return only the counterparts that these metrics use."""
        uses_references, uses_sources = find_used_counterparts(metrics, bool(self.sources))
        return Counterparts(
            self.references if uses_references else (), self.sources if uses_sources else ()
        )

    def select_checked(self, metrics: "Iterable[HasCounterpart]") -> "Counterparts":
        """Return the counterparts for input checks: the used references, and all sources."""
        return Counterparts(self.select_used(metrics).references, self.sources)

    @property
    def displayed_sets(self) -> Sequence[ReferenceSet]:
        """Return the sets to display next to candidates: references, otherwise sources."""
        return self.references or self.sources


class HasCounterpart(Protocol):
    """A metric with its name and the kind of its counterpart."""

    @property
    def name(self) -> str: ...

    @property
    def against(self) -> str: ...


def find_used_counterparts(
    metrics: Iterable[HasCounterpart], has_sources: bool
) -> tuple[bool, bool]:
    """Return whether these metrics use references, and whether they use sources.

    `has_sources` tells whether there are sources; references replace missing sources.
    """
    kinds = {metric.against for metric in metrics}
    uses_sources = has_sources and SOURCE in kinds
    uses_references = REFERENCE in kinds or (SOURCE in kinds and not uses_sources)
    return uses_references, uses_sources


def find_required_counterpart(metrics: Iterable[HasCounterpart]) -> str:
    """Return the kind of counterpart that suffices for all metrics, for messages to the user."""
    kinds = {metric.against for metric in metrics}
    return next((kind for kind in (REFERENCE, SOURCE) if kind in kinds), NOTHING)


def check_references_given(metrics: Iterable[HasCounterpart], has_references: bool) -> None:
    """Refuse metrics that compare with references if there are only sources."""
    names = [metric.name for metric in metrics if metric.against == REFERENCE]
    if names and not has_references:
        raise UsageError(
            f"{', '.join(names)} compare{'s' * (len(names) == 1)} with references, but there "
            "are only sources: give references too (-r REF, in Python references=)"
        )


def check_has_counterpart(metric: HasCounterpart, reason: str) -> None:
    """Refuse a metric that scores each candidate by itself; the message has the `reason`."""
    if metric.against == NOTHING:
        raise UsageError(
            f"{metric.name} scores each text by itself, but {reason}: choose a metric that "
            "compares "
            "with references"
        )
