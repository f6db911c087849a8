"""The two arguments of a connective.

First, whether Arg1 is in the same sentence. If not, it is the sentence before, and Arg2 all of the
connective's own. If it is, two stretches are found: that of Arg2 with the connective, and that of
Arg1, which lies before it, behind it or around it. Arg1 is its stretch without the other, Arg2 its
own without the connective.

An argument has a word. Where Arg2 would have none, it is what stands behind the connective, or else
all of its sentence; where Arg1 would, it is the sentence before, or in the first sentence what is
left of that.
"""

from collections.abc import Callable, Iterable, Sequence

from ...learning.linear import LinearClassifier
from ..model import DiscourseModel
from ..relation import Spans
from .context import Context
from .edges import end_features, possible_ends, possible_starts, start_features

# Where Arg1 is; the names of classifiers.
PLACE = "explicit.place"
EARLIER, BEFORE, BEHIND, AROUND = "earlier", "before", "behind", "around"
START2, END2, START1, END1 = (
    "explicit.arg2.start",
    "explicit.arg2.end",
    "explicit.arg1.start",
    "explicit.arg1.end",
)
YES, NO = "yes", "no"


def find_arguments(context: Context, model: DiscourseModel) -> tuple[Spans, Spans]:
    """Arg1 and Arg2 in tokens of the document; nothing where no rule finds a word for one."""
    number, starts = context.candidate.sentence, context.document.starts
    first, second = _within(context, model)
    own = set(range(len(context.words))) - context.candidate.tokens
    if not _has_word(context, second):
        behind = {place for place in own if place > context.candidate.last}
        second = behind if _has_word(context, behind) else own
        first -= second
    arg2 = _spans(second, starts[number]) if _has_word(context, second) else ()
    if _has_word(context, first):
        return _spans(first, starts[number]), arg2
    if number:
        return ((starts[number - 1], starts[number] - 1),), arg2
    rest = own - second
    return _spans(rest, 0) if _has_word(context, rest) else (), arg2


def _within(context: Context, model: DiscourseModel) -> tuple[set[int], set[int]]:
    """What of the connective's own sentence belongs to either; of Arg1 there may be nothing."""
    candidate = context.candidate
    place = model.classifier(PLACE).decide(context.features)
    if candidate.sentence == 0 and place == EARLIER:
        place = BEFORE if candidate.first else BEHIND
    if place == EARLIER:
        return set(), set(range(len(context.words))) - candidate.tokens
    second = set(_second(context, model))
    first = set(_first(context, model, place, min(second), max(second)))
    return first - second, second - candidate.tokens


def _has_word(context: Context, places: Iterable[int]) -> bool:
    """Marks alone are no argument."""
    return any(map(str.isalnum, "".join(context.words[place] for place in places)))


def _second(context: Context, model: DiscourseModel) -> range:
    candidate = context.candidate
    start = _best(
        model.classifier(START2),
        starts_before(context, candidate.first, inclusive=True),
        lambda place, nearer: start_features(context, place, nearer, first=candidate.first),
    )
    end = _best(
        model.classifier(END2),
        ends_of_second(context),
        lambda place, nearer: end_features(context, place, nearer),
    )
    last = candidate.pieces[-1][1]
    return range(candidate.first if start is None else start, (last if end is None else end) + 1)


def _first(context: Context, model: DiscourseModel, place: str, start2: int, end2: int) -> range:
    start, end = end2 + 1, start2 - 1
    if place != BEHIND:
        found = _best(
            model.classifier(START1),
            starts_before(context, start2),
            lambda at, nearer: start_features(context, at, nearer, first=start2),
        )
        start = 0 if found is None else found
    if place != BEFORE:
        found = _best(
            model.classifier(END1),
            ends_behind(context, end2),
            lambda at, nearer: end_features(context, at, nearer),
        )
        end = len(context.words) - 1 if found is None else found
    return range(start, end + 1)


def starts_before(context: Context, place: int, inclusive: bool = False) -> list[int]:
    """Possible starts, the nearest first."""
    most = place + inclusive
    return [start for start in reversed(possible_starts(context)) if start < most]


def ends_of_second(context: Context) -> list[int]:
    """Possible ends of Arg2; before the last piece (`if it rains, then`) it ends there."""
    pieces = context.candidate.pieces
    own = [pieces[-1][1]] if len(pieces) > 1 else []
    return [*own, *ends_behind(context, pieces[-1][1])]


def ends_behind(context: Context, place: int) -> list[int]:
    """Possible ends, the nearest first."""
    return [end for end in possible_ends(context) if end > place]


def _best(
    classifier: LinearClassifier,
    places: Sequence[int],
    features: Callable[[int, int], list[str]],
) -> int | None:
    """The place with the highest sum, of equals the nearest; none where there is none."""
    best: tuple[int, int] | None = None
    for nearer, place in enumerate(places):
        no, yes = classifier.sums(features(place, nearer))
        if best is None or yes - no > best[0]:
            best = (yes - no, place)
    return None if best is None else best[1]


def _spans(places: Iterable[int], offset: int) -> Spans:
    """Places of a sentence as stretches of the document."""
    spans: list[tuple[int, int]] = []
    for place in sorted(places):
        token = place + offset
        if spans and spans[-1][1] == token - 1:
            spans[-1] = (spans[-1][0], token)
        else:
            spans.append((token, token))
    return tuple(spans)
