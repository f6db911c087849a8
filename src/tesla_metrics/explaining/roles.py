"""Columns of predicates and what fills their roles, explained: who did what to whom."""

from collections.abc import Sequence

import numpy as np

from .._core.graded import PROFIT_UNITS, GradedFlow
from ..analysis.synonyms.base import Synonyms
from ..arrays import Array
from ..comparing.roles import RoleComparer
from ..matching.alike import Levels
from ..matching.roles import VIEWS, Alike, RoleGram, RoleText, alike, match_grams, role_grams
from ..tasks import Segment, shown_text
from .column import Column
from .explanation import Reason, Side
from .graded.solved import marginal_gains
from .measures import Carried, Compared, Piece, f_columns
from .reasons import reason_of
from .sides import Sides, owners, spans


class _Text:
    """One of the two texts: what is matched of it, and which words of its side that is."""

    def __init__(self, comparer: RoleComparer, segment: Segment, side: Side) -> None:
        reader = comparer.reader
        (self.roles,) = reader.texts([segment])
        tokens = [one.form for own in reader.sentences(segment) for one in own.sentence.tokens]
        owner = owners(side)
        last = len(owner) - 1
        self._owner = [owner[min(start, last)] for start, _ in spans(shown_text(segment), tokens)]
        self._forms = tokens

    def pieces(self, grams: Sequence[RoleGram]) -> list[Piece]:
        """Written `ARG0 of bit: dog`, as far as a view has it."""
        return [Piece(self._written(gram), self._words(gram), gram.weight) for gram in grams]

    def _tokens(self, gram: RoleGram) -> tuple[int | None, int | None]:
        roles = self.roles
        return (
            None if gram.predicate is None else roles.predicate_at[gram.predicate],
            None if gram.head is None else roles.head_at[gram.head],
        )

    def _words(self, gram: RoleGram) -> tuple[int, ...]:
        return tuple(self._owner[at] for at in self._tokens(gram) if at is not None)

    def _written(self, gram: RoleGram) -> str:
        predicate, head = ("" if at is None else self._forms[at] for at in self._tokens(gram))
        if not head:
            return predicate
        of = f"{gram.role} of {predicate}" if gram.role and predicate else gram.role or predicate
        return f"{of}: {head}"


def role_columns(
    comparer: RoleComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """One a view."""
    x, y = (
        _Text(comparer, own, side) for own, side in zip((reference, hypothesis), sides, strict=True)
    )
    why = _Why(x.roles, y.roles, comparer.levels, comparer.reader.analysis.synonyms)
    compared = [_compare(view, x, y, why) for view in VIEWS]
    return f_columns(comparer.columns, "roles", compared, comparer.alpha, sides)


class _Why:
    """How alike words are, between the texts and within each, and why."""

    def __init__(self, x: RoleText, y: RoleText, levels: Levels, synonyms: Synonyms) -> None:
        self._x, self._y, self._levels, self._synonyms = x, y, levels, synonyms
        self.across = alike(x, y, levels)
        self.among_x, self.among_y = alike(x, x, levels), alike(y, y, levels)

    def reasons(self, x: RoleGram, y: RoleGram) -> tuple[Reason, ...]:
        pairs = []
        if x.predicate is not None and y.predicate is not None:
            own, other = self._x.predicates.words, self._y.predicates.words
            pairs.append((own[x.predicate], other[y.predicate]))
        if x.head is not None and y.head is not None:
            pairs.append((self._x.heads.words[x.head], self._y.heads.words[y.head]))
        return tuple(reason_of(a, b, self._levels, self._synonyms) for a, b in pairs)


def _compare(view: str, x: _Text, y: _Text, why: _Why) -> Compared:
    xs, ys = role_grams(x.roles, view), role_grams(y.roles, view)
    match, flows = match_grams(xs, ys, why.across)
    gains = marginal_gains(
        _profits(why.across, xs, ys),
        _profits(why.among_x, xs, xs),
        _profits(why.among_y, ys, ys),
        _moved(flows, len(xs), len(ys)),
        (np.array([one.weight for one in xs]), np.array([one.weight for one in ys])),
    )
    carried = [
        Carried(i, j, amount, why.across.words(xs[i], ys[j]), why.reasons(xs[i], ys[j]))
        for i, j, amount in flows
    ]
    return Compared(match, x.pieces(xs), y.pieces(ys), carried, *(own.tolist() for own in gains))


def _profits(words: Alike, xs: Sequence[RoleGram], ys: Sequence[RoleGram]) -> Array:
    """In the units of the program, so that they are equal where it says so."""
    own = np.array([[words.grams(x, y) for y in ys] for x in xs]).reshape(len(xs), len(ys))
    profits: Array = np.rint(own * PROFIT_UNITS).astype(np.int64)
    return profits


def _moved(flows: Sequence[GradedFlow], rows: int, columns: int) -> Array:
    moved = np.zeros((rows, columns))
    for flow in flows:
        moved[flow.x, flow.y] += flow.amount
    return moved
