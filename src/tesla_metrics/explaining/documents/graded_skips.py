"""Columns of words and skip bigrams of several sentences, explained: alike by degrees.

Each gram of the hypothesis has one image among those of the reference, and what flows is the
optimum among these. A gram like one of the reference, added to the hypothesis, stands for itself.
One like that of the hypothesis, added to the reference, takes more of what goes there; where the
reference has not all of its words, it takes the grams that are written as it is, and all others
keep their images.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ...comparing.skips import GradedSkipComparer
from ...matching.alike import GradedWord, Levels, similarity
from ...matching.graded_skips import UNITS, FormGram, GradedBags, images_of, match_graded
from ...matching.match import Match
from ...tasks import Segment
from ..column import Column
from ..explanation import Reason
from ..measures import Carried, Compared, Piece, f_columns
from ..reasons import reason_of
from ..sides import Sides
from .text import Places, document_side, skip_places, written


def graded_skip_sides(
    comparer: GradedSkipComparer, reference: Segment, hypothesis: Segment
) -> Sides:
    """Both texts in the words of their sentences."""
    encoder = comparer.graded
    sides = []
    for segment in (reference, hypothesis):
        (document,) = encoder.words([segment])
        weights = [w for words in document for w in encoder.graded.words(words).weights]
        sides.append(document_side(encoder.analysis, segment, document, weights))
    return Sides(*sides)


class _Document(NamedTuple):
    """A text's words, the kinds they are of, and its grams by the places of their words."""

    bags: GradedBags
    kinds: Sequence[int]
    grams: tuple[list[Places], list[Places]]

    def form(self, place: int) -> str:
        return self.bags.kinds[self.kinds[place]].form

    def forms(self, gram: Places) -> FormGram:
        return tuple(map(self.form, gram))

    def weight(self, gram: Places) -> int:
        return self.bags.weight(tuple(self.kinds[place] for place in gram))


def _document(comparer: GradedSkipComparer, segment: Segment) -> _Document:
    encoder = comparer.graded
    (document,) = encoder.words([segment])
    bags = encoder.bags(document)
    numbers = {(word.form, word.lemma, word.tag): k for k, word in enumerate(bags.kinds)}
    kinds = [
        numbers[word.form, word.lemma, word.tag]
        for words in document
        for word in encoder.graded.words(words).words
    ]
    return _Document(bags, kinds, skip_places(document, encoder.gap))


def graded_skip_columns(
    comparer: GradedSkipComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """Of unigrams and of skip bigrams."""
    x, y = (_document(comparer, segment) for segment in (reference, hypothesis))
    images = _images(comparer, x, y)
    compared = [
        _compare(match, x, y, images, sides)
        for match in match_graded(x.bags, y.bags, comparer.levels)
    ]
    return f_columns(comparer.columns, "skips", compared, comparer.alpha, sides)


class _Image(NamedTuple):
    """What a kind of words stands for, how well, and why."""

    form: str
    worth: float
    reason: Reason


def _images(comparer: GradedSkipComparer, x: _Document, y: _Document) -> list[_Image | None]:
    levels, synonyms = comparer.levels, comparer.encoder.analysis.synonyms
    found: list[_Image | None] = []
    for word, image in zip(
        y.bags.kinds, images_of(x.bags.kinds, y.bags.kinds, levels), strict=True
    ):
        if image is None:
            found.append(None)
            continue
        form, worth = image
        own = [other for other in x.bags.kinds if other.form == form]
        reason = reason_of(_likest(own, word, levels), word, levels, synonyms)
        found.append(_Image(form, worth, reason))
    return found


def _likest(kinds: Sequence[GradedWord], word: GradedWord, levels: Levels) -> GradedWord:
    """A form may be of several kinds of words: which was meant."""
    return max(kinds, key=lambda other: similarity(other, word, levels))


class _Arriving(NamedTuple):
    """A gram of the hypothesis that has an image."""

    y: int
    alike: tuple[float, ...]
    reasons: tuple[Reason, ...]

    @property
    def worth(self) -> float:
        return sum(self.alike) / len(self.alike)


class _Filled(NamedTuple):
    """What went to a gram of the reference, all of its places together.

    free        whether there is room left
    lowest      the worth of the least that was taken; 1 where nothing was
    waiting     the worth of the best that was not, 0 where there is none
    """

    flows: list[Carried]
    free: bool
    lowest: float
    waiting: float


def _compare(
    match: Match, x: _Document, y: _Document, images: Sequence[_Image | None], sides: Sides
) -> Compared:
    n = match.unit // UNITS
    xs, ys = x.grams[n - 1], y.grams[n - 1]
    weights = [x.weight(gram) for gram in xs], [y.weight(gram) for gram in ys]
    places: dict[FormGram, list[int]] = {}
    for place, gram in enumerate(xs):
        places.setdefault(x.forms(gram), []).append(place)
    arriving: dict[FormGram, list[_Arriving]] = {key: [] for key in places}
    for place, gram in enumerate(ys):
        own = [image for k in gram if (image := images[y.kinds[k]]) is not None]
        if len(own) == n:
            forms, alike, reasons = zip(*own, strict=True)
            arriving.setdefault(forms, []).append(_Arriving(place, alike, reasons))
    filled = {
        key: _fill(places.get(key, ()), own, weights, match.unit) for key, own in arriving.items()
    }
    pieces = [
        [
            Piece(written(side, gram), gram, weight / match.unit)
            for gram, weight in zip(grams, own, strict=True)
        ]
        for side, grams, own in zip(sides, (xs, ys), weights, strict=True)
    ]
    return Compared(
        match,
        pieces[0],
        pieces[1],
        [flow for one in filled.values() for flow in one.flows],
        [_more_of_reference(filled[x.forms(gram)]) for gram in xs],
        _more_of_hypothesis(y, ys, arriving, filled),
    )


def _fill(
    xs: Sequence[int],
    arriving: Sequence[_Arriving],
    weights: tuple[Sequence[int], Sequence[int]],
    unit: int,
) -> _Filled:
    """The likest first, from place to place."""
    room = [[x, weights[0][x]] for x in reversed(xs) if weights[0][x]]
    flows = []
    lowest, waiting = 1.0, 0.0
    for one in sorted(arriving, key=lambda one: -one.worth):
        left = weights[1][one.y]
        while left and room:
            amount = min(left, room[-1][1])
            flows.append(Carried(room[-1][0], one.y, amount / unit, one.alike, one.reasons))
            lowest = one.worth
            left -= amount
            room[-1][1] -= amount
            if not room[-1][1]:
                room.pop()
        if left:
            waiting = max(waiting, one.worth)
    return _Filled(flows, bool(room), lowest, waiting)


def _more_of_reference(filled: _Filled) -> float:
    """A gram of the hypothesis like it is worth 1 there, and drives out the least."""
    return 1.0 if filled.free else 1 - filled.lowest


def _more_of_hypothesis(
    y: _Document,
    ys: Sequence[Places],
    arriving: dict[FormGram, list[_Arriving]],
    filled: dict[FormGram, _Filled],
) -> list[float]:
    # What S loses by each unit that leaves its image, the least of all that are written alike.
    leaves: dict[FormGram, float] = {}
    for key, own in arriving.items():
        for one in own:
            forms = y.forms(ys[one.y])
            loss = max(one.worth - filled[key].waiting, 0.0)
            leaves[forms] = min(loss, leaves.get(forms, 1.0))
    # Images are made of words of the reference: who is one has all its words there.
    return [
        filled[forms].waiting if forms in filled else 1 - leaves.get(forms, 0.0)
        for forms in map(y.forms, ys)
    ]
