"""Trees in brackets, as the Penn Treebank has them: `(S (NP (PRP It)) (VP (VBZ works)))`."""

import re

from ..errors import InputError
from .tree import NO_NODE, ROOTS, Constituent, Tree

_BLANK = re.compile(r"\s")
_PIECES = re.compile(r"[()]|[^\s()]+")
# The tag of what is not written.
TRACE = "-NONE-"
# NP-SBJ-1, NP=2, PP|ADVP: what follows the category. -LRB- and -NONE- begin with the sign.
_FUNCTION = re.compile(r"(?<=.)[-=|].*", re.DOTALL)
# Within words too: `:-LRB-` is a face.
_ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_ESCAPED = re.compile("|".join(_ESCAPES))
_BRACKETS = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_DEEPEST = 2_000


def parse_tree(
    text: str, *, functions: bool = False, traces: bool = False, where: str = "the tree"
) -> Tree:
    """One tree. Traces go, with what is then empty, and so do function tags but on request.

    With `traces` all is kept that stands in brackets: traces are words with the tag TRACE, and a
    top that says nothing is a node, too. `where` is what errors call it, a file and a line say.
    """
    builder = _Builder(where, functions, traces)
    for piece in _PIECES.findall(text):
        if builder.done:
            raise InputError(f"{where} goes on after its last bracket: put one tree a line")
        builder.take(piece)
    return builder.finish()


def format_tree(tree: Tree, root: str = "TOP") -> str:
    """On one line, under a root that says nothing, if that has a name.

    What brackets cannot hold is written otherwise: `(` as -LRB-, a blank within a word as `_`.
    """
    parts: list[str] = []
    open_ends: list[int] = []
    for place, node in enumerate(tree.nodes):
        parts.append(f"{' ' * bool(parts)}({_label(node.label)}")
        if tree.children[place]:
            open_ends.append(place)
            continue
        parts.append(f" {_escaped(tree.words[node.start])})")
        closed = place
        while open_ends and tree.children[open_ends[-1]][-1] == closed:
            closed = open_ends.pop()
            parts.append(")")
    inner = "".join(parts)
    return f"({root} {inner})" if root else inner


def _label(label: str) -> str:
    """What says trace would be left out when it is read."""
    return _escaped(label) if label != TRACE else "NONE"


def _escaped(text: str) -> str:
    return _BLANK.sub("_", text.translate(_BRACKETS)) or "_"


class _Builder:
    """Nodes as brackets open and close."""

    def __init__(self, where: str, functions: bool, traces: bool) -> None:
        self._where, self._functions, self._traces = where, functions, traces
        self._open: list[int] = []
        self._rows: list[list[str]] = []  # of each node: its label and, of a word's own, the word
        self._parents: list[int] = []
        self.done = False

    def take(self, piece: str) -> None:
        """A bracket, a label or a word."""
        if piece == "(":
            if len(self._open) >= _DEEPEST:
                raise InputError(f"{self._where} is deeper than {_DEEPEST} brackets: mend it")
            self._parents.append(self._open[-1] if self._open else NO_NODE)
            self._open.append(len(self._rows))
            self._rows.append([])
        elif not self._open:
            raise InputError(f"{self._where} has {piece!r} where a bracket should open: mend it")
        elif piece == ")":
            self._open.pop()
            self.done = not self._open
        else:
            row = self._rows[self._open[-1]]
            row.append(piece)
            if len(row) > 2:
                raise InputError(f"{self._where} has two words in one bracket: ({' '.join(row)})")

    def finish(self) -> Tree:
        """The tree, when all was taken."""
        if not self._rows:
            raise InputError(f"{self._where} is empty: give brackets, (S (NP (PRP It)) …)")
        if self._open:
            raise InputError(
                f"{self._where} does not close {len(self._open)} of its brackets: mend it"
            )
        kept = self._with_words()
        words: list[str] = []
        nodes: list[Constituent] = []
        moved: dict[int, int] = {NO_NODE: NO_NODE}
        for place in sorted(kept):
            row, parent = self._rows[place], self._parents[place]
            moved[place] = moved[parent]
            if len(row) < 2 and (row[0] if row else "") in ROOTS and moved[parent] == NO_NODE:
                if not self._traces:
                    continue  # says nothing
            elif not row:
                raise InputError(f"{self._where} has a bracket without a label: give it one")
            moved[place] = len(nodes)
            label = row[0] if row else ""
            if not self._functions and len(row) < 2:
                label = _FUNCTION.sub("", label)
            nodes.append(Constituent(label, len(words), kept[place] + len(words), moved[parent]))
            if len(row) == 2:
                words.append(_ESCAPED.sub(lambda found: _ESCAPES[found[0]], row[1]))
        if not words:
            raise InputError(f"{self._where} has no word: leave it out")
        return self._topped(tuple(words), nodes)

    def _with_words(self) -> dict[int, int]:
        """How many words each node has, of those that have some."""
        counts: dict[int, int] = {}
        with_children = set(self._parents)
        for place in range(len(self._rows) - 1, -1, -1):
            row = self._rows[place]
            own = len(row) == 2
            if own == (place in with_children) and len(row) != 1:
                raise InputError(f"{self._where} has a word and brackets in one, or neither")
            if len(row) == 1 and place not in with_children:
                raise InputError(f"{self._where} has ({row[0]}) without a word: mend it")
            if own and (self._traces or row[0] != TRACE):
                counts[place] = counts.get(place, 0) + 1
            if place in counts and self._parents[place] != NO_NODE:
                parent = self._parents[place]
                counts[parent] = counts.get(parent, 0) + counts[place]
        return counts

    def _topped(self, words: tuple[str, ...], nodes: list[Constituent]) -> Tree:
        """With one node on top."""
        tops = sum(node.parent == NO_NODE for node in nodes)
        if tops == 1:
            return Tree(words, tuple(nodes))
        below = [node._replace(parent=node.parent + 1) for node in nodes]
        return Tree(words, (Constituent("TOP", 0, len(words), NO_NODE), *below))
