"""Reference sets, which may have gaps: None where a segment has no reference in that set."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from ..errors import InputError
from ..tasks import ReferenceSet, Segment


def has_gaps(column: ReferenceSet) -> bool:
    """Whether a segment is without."""
    return type(None) in set(map(type, column))


def present(sets: Iterable[ReferenceSet]) -> Iterator[Segment]:
    """All references there are."""
    return (segment for column in sets for segment in column if segment is not None)


def firsts(sets: Sequence[ReferenceSet]) -> Sequence[Segment]:
    """The first reference that each segment has."""
    if not has_gaps(sets[0]):
        return cast(Sequence[Segment], sets[0])
    return [next(present([beside])) for beside in zip(*sets, strict=True)]


def reference_counts(sets: Sequence[ReferenceSet]) -> set[int]:
    """How many references segments have: one number, or several where sets have gaps."""
    if not any(map(has_gaps, sets)):
        return {len(sets)}
    return {sum(one is not None for one in beside) for beside in zip(*sets, strict=True)}


def check_every_segment_has_one(sets: Sequence[ReferenceSet]) -> None:
    """Refuse a segment without any reference."""
    if not all(map(has_gaps, sets)):
        return
    for number, beside in enumerate(zip(*sets, strict=True), 1):
        if all(one is None for one in beside):
            raise no_reference(number)


def no_reference(number: int) -> InputError:
    """What to say of a segment without any, counted from 1."""
    return InputError(f"segment {number} has no reference: give one at least")
