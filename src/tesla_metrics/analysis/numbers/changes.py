"""Whether two texts have the same numbers."""

from collections import Counter
from collections.abc import Sequence

from .composing import Numbers


def changed_numbers(reference: Numbers, candidate: Numbers) -> float:
    """The share of numbers that have become other ones; one that is only missing has not.

    Numbers that are cut otherwise (9:30, 9 30) have not changed either. Those of several words
    count as one (two hundred, 200), but have not changed where only a thousand, million or the like
    is missing (20 to 30 million, 20 million to 30 million).
    """
    share = _changed(reference.together, candidate.together)
    return share if share and _changed(reference.apart, candidate.apart) else 0.0


def _changed(reference: Sequence[str], candidate: Sequence[str]) -> float:
    missing, strange = _without(reference, candidate), _without(candidate, reference)
    if not missing or not strange:
        return 0.0
    if len(missing) != len(strange) and _are_cut_otherwise(missing, strange):
        return 0.0
    return min(len(missing), len(strange)) / max(len(reference), len(candidate))


def _are_cut_otherwise(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether all their digits are the same; after a point the last noughts are not there."""
    one, other = "".join(some), "".join(others)
    if "." in one or "." in other:
        one, other = (digits.replace(".", "").rstrip("0") for digits in (one, other))
    return one == other


def _without(numbers: Sequence[str], others: Sequence[str]) -> list[str]:
    left = Counter(others)
    kept = []
    for number in numbers:
        if left[number]:
            left[number] -= 1
        else:
            kept.append(number)
    return kept
