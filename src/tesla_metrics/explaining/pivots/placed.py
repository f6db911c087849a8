"""Pivot n-grams by where they come from: the phrases of a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from ...analysis.sentence import NONE
from ...matching.match import Match
from ...pivot.bags import Pivot, PivotWord
from ...pivot.network import Slot, placed_ngrams
from ...pivot.segmentation import Span
from ..equals import Keyed, equal_flows, equal_gains
from ..explanation import FORM, LEMMA, PIVOT, TAG, Reason
from ..measures import Carried, Compared, Piece

# What rounding may leave of expected counts that should be equal.
_DUST = 1e-13


class PlacedSentence(NamedTuple):
    """A sentence of the target language as its network of pivots.

    phrases     where each slot's phrase begins and ends
    itself      which slots are a word that no phrase is known for
    """

    forms: Sequence[str]
    network: Sequence[Slot[PivotWord]]
    phrases: Sequence[Span]
    itself: Sequence[bool]
    discount: float


def place_pivots(pivot: Pivot, words: Sequence[PivotWord], forms: Sequence[str]) -> PlacedSentence:
    """A sentence through a phrase table."""
    network, phrases = pivot.network(words), pivot.phrases([word.lemma for word in words])
    itself = [
        list(slot) == [((words[begin],), 1.0)]
        for slot, (begin, _) in zip(network, phrases, strict=True)
    ]
    return PlacedSentence(
        [form.lower() for form in forms], network, phrases, itself, pivot.discount
    )


def place_words(words: Sequence[PivotWord], forms: Sequence[str]) -> PlacedSentence:
    """A sentence as it is: no phrase is known."""
    each = range(len(words))
    return PlacedSentence(
        [form.lower() for form in forms],
        [[((word,), 1.0)] for word in words],
        [(place, place + 1) for place in each],
        [True for _ in each],
        1.0,
    )


class PlacedGram(NamedTuple):
    """A pivot n-gram from one place.

    key     its lemmas or tags
    forms   how the words of its phrases are written
    itself  whether it is these words
    """

    piece: Piece
    key: tuple[str | None, ...]
    forms: tuple[str, ...]
    itself: bool
    kind: str


def placed_grams(placed: PlacedSentence, kind: str, n: int) -> list[PlacedGram]:
    """Those of one length, by `lem` or `pos`."""
    weights: dict[tuple[tuple[str | None, ...], tuple[int, ...]], float] = {}
    for gram, count in placed_ngrams(placed.network, n).items():
        key = tuple(word.lemma if kind == "lem" else word.tag for word, _ in gram)
        slots = tuple(dict.fromkeys(slot for _, slot in gram))
        weight = count * placed.discount ** sum(word.function for word, _ in gram)
        weights[key, slots] = weights.get((key, slots), 0.0) + weight
    found = []
    # The network is walked from its end.
    for (key, slots), weight in sorted(weights.items(), key=lambda one: one[0][1]):
        places = tuple(place for slot in slots for place in range(*placed.phrases[slot]))
        shown = " ".join(part or NONE for part in key)
        forms = tuple(placed.forms[place] for place in places)
        itself = all(placed.itself[slot] for slot in slots)
        found.append(PlacedGram(Piece(shown, places, weight), key, forms, itself, kind))
    return found


def compare_grams(xs: Sequence[PlacedGram], ys: Sequence[PlacedGram], match: Match) -> Compared:
    """What flows between equal ones."""
    own, theirs = _keyed(xs), _keyed(ys)
    flows = [
        Carried(i, j, amount, (1.0,), (_reason(xs[i], ys[j]),))
        for i, j, amount in equal_flows(own, theirs)
    ]
    pieces = [gram.piece for gram in xs], [gram.piece for gram in ys]
    return Compared(match, *pieces, flows, *equal_gains(own, theirs))


def _keyed(grams: Sequence[PlacedGram]) -> Keyed:
    return Keyed(
        [gram.piece.weight for gram in grams],
        [None if None in gram.key else gram.key for gram in grams],
        [gram.forms for gram in grams],
        _DUST,
    )


def _reason(x: PlacedGram, y: PlacedGram) -> Reason:
    shown = tuple(part or NONE for part in x.key)
    if x.kind == "pos":
        return Reason(TAG, shown)
    if x.itself and y.itself:
        return Reason(FORM) if x.forms == y.forms else Reason(LEMMA, shown)
    return Reason(PIVOT, shown)
