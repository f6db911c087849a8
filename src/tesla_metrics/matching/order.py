"""How much of a text stands in another order than in the reference."""

from collections.abc import Sequence

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
    turned = total = 0.0
    weights = [min(reference[i], candidate[j]) for i, j in found]
    for later, (i, j) in enumerate(found):
        for earlier, (before_i, before_j) in enumerate(found[:later]):
            if min(abs(i - before_i), j - before_j) <= REACH:
                weight = weights[earlier] * weights[later]
                total += weight
                if before_i > i:
                    turned += weight
    return turned / total if turned else 0.0
