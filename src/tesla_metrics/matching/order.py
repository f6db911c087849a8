"""How much of a text stands in another order than in the reference."""

from collections.abc import Iterator, Sequence

from .alike import GradedWord

# Words so far apart say little about each other: what was moved as a whole still reads well.
REACH = 6

# The places of a word in the reference and in the candidate.
Anchor = tuple[int, int]


def anchors(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], stand_ins: Sequence[Anchor]
) -> list[Anchor]:
    """Words of one form, the k-th with the k-th, and stand-ins, in the order of ys."""
    places: dict[str, list[int]] = {}
    for i, x in reversed(list(enumerate(xs))):
        places.setdefault(x.form, []).append(i)
    same = [(places[y.form].pop(), j) for j, y in enumerate(ys) if places.get(y.form)]
    return sorted([*same, *stand_ins], key=lambda anchor: anchor[1])


def reordered(
    found: Sequence[Anchor], reference: Sequence[float], candidate: Sequence[float]
) -> float:
    """The share of pairs of near anchors that are the other way round, by weight.

    Near are those at most REACH words apart on one of the sides.
    """
    weights = {anchor: min(reference[anchor[0]], candidate[anchor[1]]) for anchor in found}
    changed = total = 0.0
    for one, other in (*_near(found, 1), *_near(sorted(found), 0)):
        both = weights[one] * weights[other]
        total += both
        if _is_turned(one, other):
            changed += both
    return changed / total if changed else 0.0


def turned(found: Sequence[Anchor]) -> Iterator[tuple[Anchor, Anchor]]:
    """Pairs of near anchors that are the other way round."""
    for one, other in (*_near(found, 1), *_near(sorted(found), 0)):
        if _is_turned(one, other):
            yield one, other


def _is_turned(one: Anchor, other: Anchor) -> bool:
    return (one[0] - other[0]) * (one[1] - other[1]) < 0


def _near(found: Sequence[Anchor], side: int) -> Iterator[tuple[Anchor, Anchor]]:
    """Pairs that are near on this side, by which they are sorted.

    Of the reference's side those are left out that are near on the other one as well.
    """
    for later, one in enumerate(found):
        for other in reversed(found[max(0, later - REACH) : later]):
            if one[side] - other[side] > REACH:
                break
            if side == 1 or abs(one[1] - other[1]) > REACH:
                yield other, one
