"""Columns of pivot n-grams, explained: which phrases they come from, and which are shared."""

from collections.abc import Sequence
from typing import NamedTuple

from ..analysis.sentence import NONE
from ..comparing.pivots import PivotComparer
from ..matching.match import Match
from ..pivot.bags import PivotWord, match_pivots
from ..pivot.network import Slot, placed_ngrams
from ..pivot.segmentation import Span
from ..tasks import Segment
from .bags import word_side
from .column import Column
from .equals import Keyed, equal_flows, equal_gains
from .explanation import FORM, LEMMA, PIVOT, TAG, Reason
from .measures import Carried, Compared, Piece, f_columns
from .sides import Sides

# What rounding may leave of expected counts that should be equal.
_DUST = 1e-13


def pivot_sides(comparer: PivotComparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in words."""
    analysis, discount = comparer.encoder.analysis, comparer.pivot.discount
    return Sides(
        word_side(analysis, reference, discount), word_side(analysis, hypothesis, discount)
    )


def pivot_columns(
    comparer: PivotComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """s_lem, then s_pos."""
    order = comparer.pivot.order
    x, y = (_placed(comparer, segment) for segment in (reference, hypothesis))
    bags = [comparer.encoder.make([segment])[0] for segment in (reference, hypothesis)]
    columns = []
    for kind, names, matches in zip(
        ("lem", "pos"),
        (comparer.columns[:order], comparer.columns[order:]),
        match_pivots(*bags),
        strict=True,
    ):
        compared = [_compare(x, y, kind, n, match) for n, match in enumerate(matches, 1)]
        columns += f_columns(names, kind, compared, comparer.alpha, sides)
    return columns


class _Placed(NamedTuple):
    """A sentence of the target language as its network of pivots.

    phrases     where each slot's phrase begins and ends
    itself      which slots are a word that no phrase is known for
    """

    forms: Sequence[str]
    network: Sequence[Slot[PivotWord]]
    phrases: Sequence[Span]
    itself: Sequence[bool]
    discount: float


def _placed(comparer: PivotComparer, segment: Segment) -> _Placed:
    pivot, encoder = comparer.pivot, comparer.pivots
    (words,) = encoder.analysis.words([segment])
    own = encoder.words(words)
    network, phrases = pivot.network(own), pivot.phrases([word.lemma for word in own])
    forms = [form.lower() for form in words.forms]
    itself = [
        list(slot) == [((own[begin],), 1.0)]
        for slot, (begin, _) in zip(network, phrases, strict=True)
    ]
    return _Placed(forms, network, phrases, itself, pivot.discount)


class _Grams(NamedTuple):
    """Pivot n-grams of one kind and length.

    words   their lemmas or tags
    slots   what each comes from
    """

    pieces: list[Piece]
    words: list[tuple[str, ...]]
    slots: list[tuple[int, ...]]
    keyed: Keyed


def _grams(placed: _Placed, kind: str, n: int) -> _Grams:
    weights: dict[tuple[tuple[str | None, ...], tuple[int, ...]], float] = {}
    for gram, count in placed_ngrams(placed.network, n).items():
        key = tuple(word.lemma if kind == "lem" else word.tag for word, _ in gram)
        slots = tuple(dict.fromkeys(slot for _, slot in gram))
        weight = count * placed.discount ** sum(word.function for word, _ in gram)
        weights[key, slots] = weights.get((key, slots), 0.0) + weight
    # The network is walked from its end.
    found = sorted(weights.items(), key=lambda one: one[0][1])
    slots_of = [slots for (_, slots), _ in found]
    places = [_places(placed, slots) for slots in slots_of]
    shown = [tuple(part or NONE for part in key) for (key, _), _ in found]
    own = [weight for _, weight in found]
    keyed = Keyed(
        own,
        [None if None in key else key for (key, _), _ in found],
        [tuple(placed.forms[place] for place in words) for words in places],
        _DUST,
    )
    return _Grams(list(map(Piece, map(" ".join, shown), places, own)), shown, slots_of, keyed)


def _places(placed: _Placed, slots: tuple[int, ...]) -> tuple[int, ...]:
    """Of the words of all phrases that a pivot n-gram comes from."""
    return tuple(place for slot in slots for place in range(*placed.phrases[slot]))


def _compare(x: _Placed, y: _Placed, kind: str, n: int, match: Match) -> Compared:
    xs, ys = _grams(x, kind, n), _grams(y, kind, n)
    flows = []
    for i, j, amount in equal_flows(xs.keyed, ys.keyed):
        shown = xs.words[i]
        if kind == "pos":
            reason = Reason(TAG, shown)
        elif _themselves(x, xs, i) and _themselves(y, ys, j):
            reason = Reason(FORM if xs.keyed.forms[i] == ys.keyed.forms[j] else LEMMA)
        else:
            reason = Reason(PIVOT, shown)
        flows.append(Carried(i, j, amount, (1.0,), (reason,)))
    return Compared(match, xs.pieces, ys.pieces, flows, *equal_gains(xs.keyed, ys.keyed))


def _themselves(placed: _Placed, grams: _Grams, place: int) -> bool:
    return all(placed.itself[slot] for slot in grams.slots[place])
