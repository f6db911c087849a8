"""From pointers to words: a proposition over a tree with traces as a frame over its words.

Pieces that stand side by side are one; of others the first has the label, the next ones C- and it.
Of a chain what has no words (a trace) goes, and a relative pronoun beside what it stands for has
R-. Words of support are one by one.
"""

from collections.abc import Iterator
from itertools import accumulate

from ..errors import InputError
from ..syntax.brackets import TRACE, parse_tree
from ..syntax.tree import NO_NODE
from .frame import CONTINUED, REFERRING, Argument, Frame
from .pointers import RELATION, SUPPORT, PointedRole, Proposition, TreePointer

_QUESTION = "WH"  # WHNP, WHADVP, WHPP


class TracedTree:
    """A tree as it was annotated, with its traces, and where its terminals are among the words."""

    def __init__(self, text: str, where: str = "the tree") -> None:
        self.where = where
        self.tree = parse_tree(text, traces=True, where=where)
        self._words = list(
            accumulate((tag != TRACE for tag in self.tree.tags), initial=0)
        )  # before each terminal

    def node(self, pointer: TreePointer, where: str) -> int:
        """What it points to; `where` is what errors call who points."""
        leaves, nodes = self.tree.leaves, self.tree.nodes
        if pointer.terminal >= len(leaves):
            raise InputError(
                f"{where} points to {pointer}, and {self.where} has {len(leaves)} terminals, "
                "traces among them: give the trees that were annotated"
            )
        place = leaves[pointer.terminal]
        for level in range(pointer.height):
            place = nodes[place].parent
            if place == NO_NODE:
                raise InputError(
                    f"{where} points to {pointer}, and {self.where} has {level} levels above that "
                    "terminal: give the trees that were annotated"
                )
        return place

    def span(self, pointer: TreePointer, where: str) -> tuple[int, int]:
        """Its words, from and up to; both are the same where it has none."""
        node = self.tree.nodes[self.node(pointer, where)]
        return self._words[node.start], self._words[node.end]

    def is_question(self, pointer: TreePointer, where: str) -> bool:
        """Whether it points to a phrase of which, who, when."""
        return self.tree.nodes[self.node(pointer, where)].label.startswith(_QUESTION)


def resolve(
    proposition: Proposition, traced: TracedTree, *, support: bool = False, where: str = "it"
) -> Frame:
    """The frame of a proposition; with `support` words of support are arguments, too."""
    # In the proposition's order, each once.
    arguments: dict[Argument, None] = {}
    for role in proposition.roles:
        if role.label == RELATION or (role.label == SUPPORT and not support):
            for pointer in role.pointers:
                traced.node(pointer, where)
        else:
            arguments |= dict.fromkeys(_arguments(role, traced, where))
    own = TreePointer(proposition.terminal, 0)
    start, end = traced.span(own, where)
    if start == end:
        raise InputError(f"{where} has a predicate that is a trace, terminal {own.terminal}")
    tag = traced.tree.tags[proposition.terminal]
    order = sorted(arguments, key=lambda one: (one.start, one.end))
    return Frame(start, tag, proposition.lemma, proposition.roleset, tuple(order))


def _arguments(role: PointedRole, traced: TracedTree, where: str) -> Iterator[Argument]:
    pieces: list[tuple[int, int]] = []
    asking: list[tuple[int, int]] = []
    for pointer in role.pointers:
        span = traced.span(pointer, where)
        if span[0] < span[1]:
            (asking if traced.is_question(pointer, where) else pieces).append(span)
    if role.label == SUPPORT:
        yield from (Argument(SUPPORT, *span) for span in pieces)
        return
    if not pieces:  # what is asked for is nowhere else
        pieces, asking = asking, []
    for number, span in enumerate(_joined(pieces)):
        yield Argument(CONTINUED * bool(number) + role.label, *span)
    yield from (Argument(REFERRING + role.label, *span) for span in _joined(asking))


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In the order of the text; what touches is one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found
