"""Trees in bracket notation, and trees from other packages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...errors import InputError, UsageError
from ...files.lines import display_name, iterate_lines
from ...files.sentence import Sentence
from .tree import NO_NODE, ROOTS, Constituent, Tree

_BLANK = re.compile(r"\s")
_PARTS = re.compile(r"[()]|[^\s()]+")
# Tag of traces, which have no written word.
TRACE = "-NONE-"
# What follows the category in labels such as NP-SBJ-1, NP=2 and PP|ADVP. The lookbehind keeps
# labels that begin with a sign, such as -LRB- and -NONE-.
_FUNCTION_SUFFIX = re.compile(r"(?<=.)[-=|].*", re.DOTALL)
# Escapes are also replaced within words: `:-LRB-` is an emoticon.
_ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_ESCAPED = re.compile("|".join(_ESCAPES))
_BRACKETS = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_MAX_DEPTH = 2_000


def parse_tree(
    text: str, *, functions: bool = False, traces: bool = False, where: str = "the tree"
) -> Tree:
    """Parse one tree in brackets, without traces and, by default, without function tags.

    Constituents that are empty without their traces are removed too.

    Parameters
    ----------
    text : str
        The tree, such as ``(S (NP (PRP It)) (VP (VBD rained)))``.
    functions : bool, default False
        Whether labels keep their function tags, as in NP-SBJ.
    traces : bool, default False
        Whether everything in brackets is kept: traces become words with the tag -NONE-, and a root
        without information is a node.
    where : str
        Name of the tree in errors, for example its file and line.

    Returns
    -------
    Tree

    Raises
    ------
    InputError
        If the text is not exactly one tree.
    """
    builder = _Builder(where, functions, traces)
    for part in _PARTS.findall(text):
        if builder.done:
            raise InputError(f"{where} continues after its last bracket: put one tree per line")
        builder.take(part)
    return builder.finish()


def format_tree(tree: Tree, root: str = "TOP") -> str:
    """Format a tree on one line.

    Characters that brackets cannot contain are replaced: `(` by -LRB-, white space within a word by
    `_`.

    Parameters
    ----------
    tree : Tree
    root : str, default "TOP"
        Label of a root above the tree; no root is added if it is empty.

    Returns
    -------
    str
    """
    parts: list[str] = []
    open_nodes: list[int] = []
    for index, node in enumerate(tree.nodes):
        parts.append(f"{' ' * bool(parts)}({_format_label(node.label)}")
        if tree.children[index]:
            open_nodes.append(index)
            continue
        parts.append(f" {_escape(tree.words[node.start])})")
        closed = index
        while open_nodes and tree.children[open_nodes[-1]][-1] == closed:
            closed = open_nodes.pop()
            parts.append(")")
    inner = "".join(parts)
    return f"({root} {inner})" if root else inner


def _format_label(label: str) -> str:
    """Escape a label; TRACE becomes NONE, because readers leave traces out."""
    return _escape(label) if label != TRACE else "NONE"


def _escape(text: str) -> str:
    return _BLANK.sub("_", text.translate(_BRACKETS)) or "_"


class _Builder:
    """Build nodes as brackets open and close."""

    def __init__(self, where: str, functions: bool, traces: bool) -> None:
        self._where, self._functions, self._traces = where, functions, traces
        self._open: list[int] = []
        self._rows: list[list[str]] = []  # per node: its label and, in leaves, its word
        self._parents: list[int] = []
        self.done = False

    def take(self, piece: str) -> None:
        """Process one bracket, label or word."""
        if piece == "(":
            if len(self._open) >= _MAX_DEPTH:
                raise InputError(f"{self._where} is deeper than {_MAX_DEPTH} brackets: fix it")
            self._parents.append(self._open[-1] if self._open else NO_NODE)
            self._open.append(len(self._rows))
            self._rows.append([])
        elif not self._open:
            raise InputError(
                f"{self._where} has {piece!r} where an opening bracket is expected: fix it"
            )
        elif piece == ")":
            self._open.pop()
            self.done = not self._open
        else:
            row = self._rows[self._open[-1]]
            row.append(piece)
            if len(row) > 2:
                raise InputError(f"{self._where} has two words in one bracket: ({' '.join(row)})")

    def finish(self) -> Tree:
        """Check that all brackets are closed and return the tree."""
        if not self._rows:
            raise InputError(
                f"{self._where} is empty: give a tree in brackets, (S (NP (PRP It)) …)"
            )
        if self._open:
            raise InputError(
                f"{self._where} does not close {len(self._open)} of its brackets: fix it"
            )
        word_counts = self._count_words()
        words: list[str] = []
        nodes: list[Constituent] = []
        new_indices: dict[int, int] = {NO_NODE: NO_NODE}
        for index in sorted(word_counts):
            row, parent = self._rows[index], self._parents[index]
            new_indices[index] = new_indices[parent]
            if len(row) < 2 and (row[0] if row else "") in ROOTS and new_indices[parent] == NO_NODE:
                if not self._traces:
                    continue  # a root without information
            elif not row:
                raise InputError(f"{self._where} has a bracket without a label: add one")
            new_indices[index] = len(nodes)
            label = row[0] if row else ""
            if not self._functions and len(row) < 2:
                label = _FUNCTION_SUFFIX.sub("", label)
            nodes.append(
                Constituent(label, len(words), word_counts[index] + len(words), new_indices[parent])
            )
            if len(row) == 2:
                words.append(_ESCAPED.sub(lambda match: _ESCAPES[match[0]], row[1]))
        if not words:
            raise InputError(f"{self._where} has no words: remove it")
        return self._with_root(tuple(words), nodes)

    def _count_words(self) -> dict[int, int]:
        """Return the number of words per node, for nodes that have words."""
        counts: dict[int, int] = {}
        with_children = set(self._parents)
        for index in range(len(self._rows) - 1, -1, -1):
            row = self._rows[index]
            is_leaf = len(row) == 2
            if is_leaf == (index in with_children) and len(row) != 1:
                raise InputError(
                    f"{self._where} has a node with both a word and brackets, or with neither"
                )
            if len(row) == 1 and index not in with_children:
                raise InputError(f"{self._where} has ({row[0]}) without a word: fix it")
            if is_leaf and (self._traces or row[0] != TRACE):
                counts[index] = counts.get(index, 0) + 1
            if index in counts and self._parents[index] != NO_NODE:
                parent = self._parents[index]
                counts[parent] = counts.get(parent, 0) + counts[index]
        return counts

    def _with_root(self, words: tuple[str, ...], nodes: list[Constituent]) -> Tree:
        """Return the tree, with an added root if there are several top nodes."""
        tops = sum(node.parent == NO_NODE for node in nodes)
        if tops == 1:
            return Tree(words, tuple(nodes))
        shifted = [node._replace(parent=node.parent + 1) for node in nodes]
        return Tree(words, (Constituent("TOP", 0, len(words), NO_NODE), *shifted))


_MAX_SHOWN = 60  # characters of a sentence in errors


def read_trees(path: str) -> list[Tree]:
    """Read the trees of a file.

    Each tree begins on a new line and continues until its brackets close. An empty line ends a tree
    too, so that errors give the line of a tree that is not closed.

    Parameters
    ----------
    path : str
        The file, which may be compressed; "-" is standard input.

    Returns
    -------
    list of Tree

    Raises
    ------
    InputError
        If the file has no tree, or one that is not complete.
    """
    trees = [parse_tree(text, where=where) for where, text in tree_texts(path)]
    if not trees:
        raise InputError(
            f"{display_name(path)} has no tree: give trees in brackets, (S (NP (PRP It)) …)"
        )
    return trees


def tree_texts(path: str) -> Iterator[tuple[str, str]]:
    """Yield the location and the text of each tree in a file."""
    lines: list[str] = []
    first = depth = 0
    for line_number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            first = first if lines else line_number
            lines.append(line)
            depth += line.count("(") - line.count(")")
        if lines and (depth <= 0 or not line.strip()):
            yield f"{display_name(path)}, line {first}: the tree", "\n".join(lines)
            lines, depth = [], 0
    if lines:
        yield f"{display_name(path)}, line {first}: the tree", "\n".join(lines)


class ExternalTreeSource:
    """Wrap any object with `trees(sentences)` as a tree source, and check its trees.

    Its trees may be `Tree` objects, texts in brackets, or objects whose `str` is such a text, for
    example those of Stanza and NLTK.
    """

    def __init__(self, source: Any) -> None:
        if not callable(getattr(source, "trees", None)):
            raise UsageError(
                f"{type(source).__name__} is not a source of trees: give an object with "
                "trees(sentences), see docs/extend.md"
            )
        self._source = source
        self.name = str(getattr(source, "name", type(source).__name__))

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        """Return one tree per sentence; raise InputError if the words differ."""
        returned = self._source.trees(sentences)
        if isinstance(returned, str) or not isinstance(returned, Iterable):
            raise InputError(
                f"{self.name} returned {type(returned).__name__}: return a list, one tree "
                "per sentence"
            )
        trees = list(returned)
        if len(trees) != len(sentences):
            raise InputError(
                f"{self.name} returned {len(trees)} trees for {len(sentences)} sentences: return "
                "one per sentence"
            )
        return [
            self._checked(tree, sentence, tree_number)
            for tree_number, (tree, sentence) in enumerate(zip(trees, sentences, strict=True), 1)
        ]

    def _checked(self, candidate: Any, sentence: Sentence, tree_number: int) -> Tree:
        where = f"tree {tree_number} of {self.name}"
        tree = candidate if isinstance(candidate, Tree) else parse_tree(str(candidate), where=where)
        if not _is_sound(tree):
            raise InputError(
                f"{where} has nodes that do not fit its words: put parents before children, "
                "let each node cover exactly its children, and put one leaf over each word"
            )
        words = [token.form for token in sentence.tokens]
        if list(map(_alphanumeric, tree.words)) != list(map(_alphanumeric, words)):
            raise InputError(
                f"{where} has other words than its sentence, {_shorten(tree.words)} instead of "
                f"{_shorten(words)}: split the text into the same words"
            )
        return tree


def _is_sound(tree: Tree) -> bool:
    """Check that a tree has the structure that `Tree` describes."""
    if not all(isinstance(word, str) for word in tree.words):
        return False
    if not tree.nodes:
        return not tree.words
    tops = [index for index, node in enumerate(tree.nodes) if node.parent == NO_NODE]
    if tops != [0] or any(
        not 0 <= node.parent < index for index, node in enumerate(tree.nodes) if index
    ):
        return False
    # A node comes before its descendants that start at the same word.
    order = [(node.start, -node.end) for node in tree.nodes]
    spans = [tree.nodes[leaf][1:3] for leaf in tree.leaves]
    return (
        order == sorted(order)
        and spans == [(index, index + 1) for index in range(len(tree.words))]
        and all(_children_fill_node(tree, index) for index in range(len(tree.nodes)))
    )


def _children_fill_node(tree: Tree, index: int) -> bool:
    """Check that the children of a node are adjacent and cover it exactly."""
    node = tree.nodes[index]
    parts = [tree.nodes[child] for child in tree.children[index]]
    edges = [node.start, *(part.end for part in parts)]
    return not parts or ([part.start for part in parts] == edges[:-1] and edges[-1] == node.end)


def _alphanumeric(word: str) -> str:
    """Return letters and digits only, because quotes and brackets have many spellings."""
    return "".join(filter(str.isalnum, word)).casefold()


def _shorten(words: Sequence[str]) -> str:
    text = " ".join(words)
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")
