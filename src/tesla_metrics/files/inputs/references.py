"""Check reference sets: missing references, mismatched keys, and texts without sentences."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar, cast

from ...errors import InputError
from ..item import ReferenceSet, Segment, get_text
from ..sentence import has_alphanumeric


def has_missing_reference(references: ReferenceSet) -> bool:
    """Return whether a segment has no reference in this set."""
    return type(None) in set(map(type, references))


def iterate_references(sets: Iterable[ReferenceSet]) -> Iterator[Segment]:
    """Yield all references of all sets, without missing ones (None)."""
    return (segment for column in sets for segment in column if segment is not None)


def get_first_references(sets: Sequence[ReferenceSet]) -> Sequence[Segment]:
    """Return the first reference of each segment."""
    if not has_missing_reference(sets[0]):
        return cast(Sequence[Segment], sets[0])
    return [next(iterate_references([references])) for references in zip(*sets, strict=True)]


def count_references_per_segment(sets: Sequence[ReferenceSet]) -> set[int]:
    """Return the numbers of references that segments have.

    The set has several numbers if references of some segments are missing.
    """
    if not any(map(has_missing_reference, sets)):
        return {len(sets)}
    return {
        sum(reference is not None for reference in references)
        for references in zip(*sets, strict=True)
    }


def check_every_segment_has_reference(sets: Sequence[ReferenceSet]) -> None:
    """Refuse a segment that has no reference."""
    if not all(map(has_missing_reference, sets)):
        return
    for segment_number, references in enumerate(zip(*sets, strict=True), 1):
        if all(reference is None for reference in references):
            raise no_reference_error(segment_number)


def no_reference_error(segment_number: int) -> InputError:
    """Return the error for a segment without a reference; segments are counted from 1."""
    return InputError(f"segment {segment_number} has no reference: give at least one")


_Key = TypeVar("_Key")


class KeyMismatch(NamedTuple, Generic[_Key]):
    """The keys of segments that are missing in one of two files or systems.

    Fields: the name of the incomplete file or system, the name of the other file or system, and
    the keys that only the other has.
    """

    incomplete_name: str
    complete_name: str
    missing_keys: list[_Key]


def find_key_mismatch(
    name: str, keys: Collection[_Key], other_name: str, other_keys: Collection[_Key]
) -> KeyMismatch[_Key] | None:
    """Compare the keys of two files or systems; return None if both have the same keys."""
    for incomplete_name, present_keys, complete_name, required_keys in (
        (name, keys, other_name, other_keys),
        (other_name, other_keys, name, keys),
    ):
        available_keys = set(present_keys)
        if missing_keys := [key for key in required_keys if key not in available_keys]:
            return KeyMismatch(incomplete_name, complete_name, missing_keys)
    return None


def has_sentence(text: Segment | None) -> bool:
    """Return whether a text has a word, that is, a letter or a digit."""
    return text is not None and has_alphanumeric(get_text(text))


def check_sentences(texts: Sequence[Segment]) -> None:
    """Refuse a text that has no sentence."""
    for segment_number, text in enumerate(texts, 1):
        if not has_sentence(text):
            raise InputError(
                f"segment {segment_number} has no sentence: give texts with at least one "
                "word, or leave the segment out"
            )


def check_references_have_sentences(sets: Sequence[ReferenceSet]) -> None:
    """Refuse a segment that has references, but none with a sentence."""
    for segment_number, references in enumerate(zip(*sets, strict=True), 1):
        if not any(map(has_sentence, references)):
            raise InputError(
                f"segment {segment_number} has no reference with a sentence: give one with at "
                "least one word, or leave the segment out"
            )


def drop_references_without_sentence(column: ReferenceSet) -> ReferenceSet:
    """Replace references without a sentence by None."""
    if all(map(has_sentence, column)):
        return column
    return [reference if has_sentence(reference) else None for reference in column]
