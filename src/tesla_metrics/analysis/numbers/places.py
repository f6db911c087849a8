"""Which words of a text make which of its numbers."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from .composing import compose
from .parts import Kind, Part
from .reading import part_of

# The digits of a number, and the places of its words.
Placed = Sequence[tuple[str, tuple[int, ...]]]

# Words between others that are none: longer rows are lists, and not cut into their numbers.
_LONGEST = 40


def place_numbers(forms: Sequence[str], lang: str) -> Placed:
    """The numbers that lower-cased words make together, in the order of the text."""
    parts = [part_of(form, lang) for form in forms]
    found: list[tuple[str, tuple[int, ...]]] = []
    for is_number, row in groupby(range(len(parts)), lambda k: parts[k].kind != Kind.OTHER):
        if is_number:
            found += _cut(list(row), parts)
    return found


def changed(own: Placed, others: Placed) -> list[tuple[str, tuple[int, ...]]]:
    """Those of a text's numbers that the other text lacks."""
    left = Counter(digits for digits, _ in others)
    kept = []
    for digits, places in own:
        if left[digits]:
            left[digits] -= 1
        else:
            kept.append((digits, places))
    return kept


def _cut(row: list[int], parts: Sequence[Part]) -> list[tuple[str, tuple[int, ...]]]:
    """The numbers of words side by side: of each the fewest words that leave the others theirs."""
    found = []
    numbers = _numbers(row, parts)
    while len(numbers) > 1 and len(row) <= _LONGEST:
        end = next(
            (
                end
                for end in range(1, len(row))
                if _numbers(row[:end], parts) == numbers[:1]
                and _numbers(row[end:], parts) == numbers[1:]
            ),
            None,
        )
        if end is None:
            break
        found.append((numbers[0], row[:end]))
        row, numbers = row[end:], numbers[1:]
    found += [(digits, row) for digits in numbers]
    return [(digits, _without_links(places, parts)) for digits, places in found]


def _without_links(row: Sequence[int], parts: Sequence[Part]) -> tuple[int, ...]:
    """Without those at the ends, which link nothing."""
    own = [k for k, place in enumerate(row) if parts[place].kind != Kind.LINK]
    return tuple(row[own[0] : own[-1] + 1])


def _numbers(row: Sequence[int], parts: Sequence[Part]) -> list[str]:
    return compose(parts[place] for place in row).together
