"""Why a text hangs together as it does, as text: relations, roles, features, the margin."""

from collections.abc import Iterator, Sequence
from math import fsum

from ..coherence.roles import EXPLICITLY, OTHERWISE
from ..explaining.coherence.coherence import RoleCell, TermRoles, TextCoherence
from .discourse import LEGEND, render_relation
from .lists import MOST_LINES, ListLine, render_list
from .terminal import LOST, MUTED, Paper, wrapped

# A summary has few; of a book the first ones will do.
_MOST_RELATIONS = 40
_ADDED = "32"


def render_coherence(told: TextCoherence, paper: Paper) -> Iterator[str]:
    """Lines; what each thing adds to the margin stands beside it."""
    yield from _relations(told, paper)
    terms = [_term(one) for one in told.terms]
    yield from render_list(
        "role matrix of the terms that weigh most: sentence, roles, what they add", terms, paper
    )
    features = [
        ListLine(
            one.name,
            f"{one.value:.4f} × {one.weight:.3f} = {signed(one.share)}".replace("-", "−"),
            _colour(one.share),
        )
        for one in told.features
        if one.weight
    ]
    yield from render_list("features that weigh most", features, paper)
    made = list(_made_of(told))
    yield from render_list("made of", made, paper, most=len(made))


def _relations(told: TextCoherence, paper: Paper) -> Iterator[str]:
    count = len(told.relations)
    if not count:
        yield "no relations"
        yield ""
        return
    yield "relations, and what they add to the margin"
    margin = len(str(count))
    for number, one in enumerate(told.relations[:_MOST_RELATIONS], 1):
        before = "  " + str(number).rjust(margin)
        after = f"  {signed(one.share)}"
        yield from render_relation(before, one.relation, one.pieces, paper, after)
    if count > _MOST_RELATIONS:
        yield f"  and {count - _MOST_RELATIONS} more (-f json has all)"
    yield from (f"  {paper.paint(line, MUTED)}" for line in wrapped(LEGEND, paper.columns - 2))
    yield ""


def _term(one: TermRoles) -> ListLine:
    cells = "; ".join(map(_cell, one.cells[:MOST_LINES]))
    more = f"; and {len(one.cells) - MOST_LINES} more" * (len(one.cells) > MOST_LINES)
    written = ", ".join(one.words[:3])
    return ListLine(written, f"{signed(one.share)}: {cells}{more}", _colour(one.share))


def _cell(cell: RoleCell) -> str:
    return f"{cell.sentence + 1} {' '.join(shown_roles(cell.roles))} {signed(cell.share)}"


def shown_roles(roles: Sequence[str]) -> list[str]:
    """Each once: one that stands there with E. or N. stands there without it, too."""
    told = [role for role in roles if role.startswith((EXPLICITLY, OTHERWISE))]
    return told or list(roles)


def _made_of(told: TextCoherence) -> Iterator[ListLine]:
    yield ListLine("roles of terms", signed(fsum(one.share for one in told.terms)))
    if told.of_nil:
        yield ListLine("no role anywhere", signed(told.of_nil))
    yield ListLine("margin", _minus(told.margin))
    yield ListLine("score", f"{told.score:.4f}{_curve(told) if told.sentences else ''}")


def signed(value: float) -> str:
    """With its sign, as people read it."""
    shown = f"{abs(value):.3f}"
    return shown if not float(shown) else f"{'−' if value < 0 else '+'}{shown}"


def _minus(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _curve(told: TextCoherence) -> str:
    return f" = 1 / (1 + exp({_minus(-told.margin)}))"


def _colour(share: float) -> str:
    return {"−": LOST, "+": _ADDED}.get(signed(share)[0], MUTED)
