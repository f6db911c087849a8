"""Read and write trees in brackets, and check trees of other packages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...errors import InputError, UsageError
from ...files.lines import get_display_name, iterate_lines
from ...files.sentence import Sentence
from .tree import NO_NODE, ROOT_LABELS, Constituent, Tree

_WHITE_SPACE = re.compile(r"\s")
_BRACKETS_AND_TEXTS = re.compile(r"[()]|[^\s()]+")
# Tag of traces, which have no written word.
TRACE_TAG = "-NONE-"
# Matches the part after the category in labels such as NP-SBJ-1, NP=2 and PP|ADVP. The lookbehind
# keeps labels that begin with a sign, such as -LRB- and -NONE-.
_FUNCTION_SUFFIX = re.compile(r"(?<=.)[-=|].*", re.DOTALL)
# Escape sequences of brackets. They are also replaced within words, for example in the emoticon
# `:-LRB-`.
_UNESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_ESCAPE_SEQUENCE = re.compile("|".join(_UNESCAPED))
_BRACKET_ESCAPES = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_MAX_DEPTH = 2_000


def parse_tree(
    text: str,
    *,
    keep_functions: bool = False,
    keep_traces: bool = False,
    location: str = "the tree",
) -> Tree:
    """Parse one tree in brackets.

    Parameters
    ----------
    text : str
        The tree, such as ``(S (NP (PRP It)) (VP (VBD rained)))``.
    keep_functions : bool, default False
        Whether labels keep their function tags (NP-SBJ instead of NP).
    keep_traces : bool, default False
        If true, traces are words with the tag -NONE-, and a root without information is a node. If
        false, both are removed, as are constituents that have no words.
    location : str
        Location of the tree in error messages, for example file and line.

    Returns
    -------
    Tree

    Raises
    ------
    InputError
        If the text is not exactly one tree.
    """
    builder = _TreeBuilder(location, keep_functions, keep_traces)
    for token in _BRACKETS_AND_TEXTS.findall(text):
        if builder.is_complete:
            raise InputError(f"{location} continues after its last bracket: put one tree per line")
        builder.add_token(token)
    return builder.finish()


def format_tree(tree: Tree, root: str = "TOP") -> str:
    """Format a tree in brackets on one line.

    Characters that words in brackets cannot contain are replaced: `(` by -LRB-, `)` by -RRB-, and
    white space by `_`.

    Parameters
    ----------
    tree : Tree
    root : str, default "TOP"
        Label of an additional root node; if it is empty, none is added.

    Returns
    -------
    str
    """
    parts: list[str] = []
    open_nodes: list[int] = []
    for node_index, node in enumerate(tree.nodes):
        parts.append(f"{' ' * bool(parts)}({_format_label(node.label)}")
        if tree.children[node_index]:
            open_nodes.append(node_index)
            continue
        parts.append(f" {_escape(tree.words[node.start])})")
        closed_node = node_index
        while open_nodes and tree.children[open_nodes[-1]][-1] == closed_node:
            closed_node = open_nodes.pop()
            parts.append(")")
    text = "".join(parts)
    return f"({root} {text})" if root else text


def _format_label(label: str) -> str:
    """Escape a label; `TRACE_TAG` becomes NONE, because programs that read trees remove traces."""
    return _escape(label) if label != TRACE_TAG else "NONE"


def _escape(text: str) -> str:
    return _WHITE_SPACE.sub("_", text.translate(_BRACKET_ESCAPES)) or "_"


class _TreeBuilder:
    """Builder of a tree from brackets, labels and words, which are passed one by one."""

    def __init__(self, location: str, keep_functions: bool, keep_traces: bool) -> None:
        self._location, self._keep_functions, self._keep_traces = (
            location,
            keep_functions,
            keep_traces,
        )
        self._open_nodes: list[int] = []
        # For each node, the texts in its bracket: the label and, in leaves, the word.
        self._node_texts: list[list[str]] = []
        self._parents: list[int] = []
        self.is_complete = False

    def add_token(self, token: str) -> None:
        """Process one bracket, label or word."""
        if token == "(":
            if len(self._open_nodes) >= _MAX_DEPTH:
                raise InputError(f"{self._location} is deeper than {_MAX_DEPTH} brackets: fix it")
            self._parents.append(self._open_nodes[-1] if self._open_nodes else NO_NODE)
            self._open_nodes.append(len(self._node_texts))
            self._node_texts.append([])
        elif not self._open_nodes:
            raise InputError(
                f"{self._location} has {token!r} where an opening bracket is expected: fix it"
            )
        elif token == ")":
            self._open_nodes.pop()
            self.is_complete = not self._open_nodes
        else:
            texts = self._node_texts[self._open_nodes[-1]]
            texts.append(token)
            if len(texts) > 2:
                raise InputError(
                    f"{self._location} has two words in one bracket: ({' '.join(texts)})"
                )

    def finish(self) -> Tree:
        """Check that all brackets are closed and return the tree."""
        if not self._node_texts:
            raise InputError(
                f"{self._location} is empty: give a tree in brackets, (S (NP (PRP It)) …)"
            )
        if self._open_nodes:
            raise InputError(
                f"{self._location} does not close {len(self._open_nodes)} of its brackets: fix it"
            )
        word_counts = self._count_words()
        words: list[str] = []
        nodes: list[Constituent] = []
        # Index in `nodes` of each bracket, or of its parent if the bracket is left out.
        new_indices: dict[int, int] = {NO_NODE: NO_NODE}
        for index in sorted(word_counts):
            texts, parent = self._node_texts[index], self._parents[index]
            label, is_leaf = texts[0] if texts else "", len(texts) == 2
            new_parent = new_indices[index] = new_indices[parent]
            if label in ROOT_LABELS and not is_leaf and new_parent == NO_NODE:
                if not self._keep_traces:
                    continue  # leave out a root without information
            elif not texts:
                raise InputError(f"{self._location} has a bracket without a label: add one")
            new_indices[index] = len(nodes)
            if not self._keep_functions and not is_leaf:
                label = _FUNCTION_SUFFIX.sub("", label)
            start = len(words)
            nodes.append(Constituent(label, start, start + word_counts[index], new_parent))
            if is_leaf:
                words.append(_ESCAPE_SEQUENCE.sub(lambda match: _UNESCAPED[match[0]], texts[1]))
        if not words:
            raise InputError(f"{self._location} has no words: remove it")
        return self._add_root(tuple(words), nodes)

    def _count_words(self) -> dict[int, int]:
        """Return the number of words by node; nodes without words are left out."""
        counts: dict[int, int] = {}
        parents = set(self._parents)
        for index in range(len(self._node_texts) - 1, -1, -1):
            texts = self._node_texts[index]
            is_leaf = len(texts) == 2
            if is_leaf == (index in parents) and len(texts) != 1:
                raise InputError(
                    f"{self._location} has a node with both a word and brackets, or with neither"
                )
            if len(texts) == 1 and index not in parents:
                raise InputError(f"{self._location} has ({texts[0]}) without a word: fix it")
            if is_leaf and (self._keep_traces or texts[0] != TRACE_TAG):
                counts[index] = counts.get(index, 0) + 1
            if index in counts and self._parents[index] != NO_NODE:
                parent = self._parents[index]
                counts[parent] = counts.get(parent, 0) + counts[index]
        return counts

    def _add_root(self, words: tuple[str, ...], nodes: list[Constituent]) -> Tree:
        """Return the tree, with an added root if there are several top nodes."""
        n_tops = sum(node.parent == NO_NODE for node in nodes)
        if n_tops == 1:
            return Tree(words, tuple(nodes))
        shifted_nodes = [node._replace(parent=node.parent + 1) for node in nodes]
        return Tree(words, (Constituent("TOP", 0, len(words), NO_NODE), *shifted_nodes))


_MAX_SHOWN_CHARACTERS = 60  # length of quoted sentences in error messages


def read_trees(path: str) -> list[Tree]:
    """Read the trees of a file.

    Each tree begins on a new line and continues until its brackets close. An empty line ends a
    tree, too, so that the error message for a tree that is not closed gives the right line.

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
    trees = [parse_tree(text, location=location) for location, text in read_tree_texts(path)]
    if not trees:
        raise InputError(
            f"{get_display_name(path)} has no tree: give trees in brackets, (S (NP (PRP It)) …)"
        )
    return trees


def read_tree_texts(path: str) -> Iterator[tuple[str, str]]:
    """Yield the location (file and line) and the text of each tree in a file."""
    lines: list[str] = []
    first_line = depth = 0
    for line_number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            first_line = first_line if lines else line_number
            lines.append(line)
            depth += line.count("(") - line.count(")")
        if lines and (depth <= 0 or not line.strip()):
            yield f"{get_display_name(path)}, line {first_line}: the tree", "\n".join(lines)
            lines, depth = [], 0
    if lines:
        yield f"{get_display_name(path)}, line {first_line}: the tree", "\n".join(lines)


class ExternalTreeSource:
    """Wrap any object with `trees(sentences)` as a tree source, and check its trees.

    The trees may be `Tree` objects, texts in brackets, or objects that `str` converts to a text in
    brackets, for example trees of Stanza and NLTK.
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
        returned_trees = self._source.trees(sentences)
        if isinstance(returned_trees, str) or not isinstance(returned_trees, Iterable):
            raise InputError(
                f"{self.name} returned {type(returned_trees).__name__}: return a list, one tree "
                "per sentence"
            )
        trees = list(returned_trees)
        if len(trees) != len(sentences):
            raise InputError(
                f"{self.name} returned {len(trees)} trees for {len(sentences)} sentences: return "
                "one per sentence"
            )
        return [
            self._check_tree(tree, sentence, tree_number)
            for tree_number, (tree, sentence) in enumerate(zip(trees, sentences, strict=True), 1)
        ]

    def _check_tree(self, candidate: Any, sentence: Sentence, tree_number: int) -> Tree:
        """Convert a tree of the source, and raise InputError if it does not fit its sentence."""
        location = f"tree {tree_number} of {self.name}"
        tree = (
            candidate
            if isinstance(candidate, Tree)
            else parse_tree(str(candidate), location=location)
        )
        if not _is_well_formed(tree):
            raise InputError(
                f"{location} has nodes that do not fit its words: put parents before children, "
                "let each node cover exactly its children, and put one leaf over each word"
            )
        words = [token.form for token in sentence.tokens]
        if list(map(_keep_alphanumeric, tree.words)) != list(map(_keep_alphanumeric, words)):
            raise InputError(
                f"{location} has other words than its sentence, {_shorten(tree.words)} instead of "
                f"{_shorten(words)}: split the text into the same words"
            )
        return tree


def _is_well_formed(tree: Tree) -> bool:
    """Return whether a tree has the structure that `Tree` describes."""
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
    sort_keys = [(node.start, -node.end) for node in tree.nodes]
    leaf_spans = [tree.nodes[leaf][1:3] for leaf in tree.leaves]
    return (
        sort_keys == sorted(sort_keys)
        and leaf_spans == [(index, index + 1) for index in range(len(tree.words))]
        and all(_children_fill_node(tree, index) for index in range(len(tree.nodes)))
    )


def _children_fill_node(tree: Tree, node_index: int) -> bool:
    """Return whether the children of a node are adjacent and cover the node exactly."""
    node = tree.nodes[node_index]
    child_nodes = [tree.nodes[child] for child in tree.children[node_index]]
    boundaries = [node.start, *(child_node.end for child_node in child_nodes)]
    if not child_nodes:
        return True
    starts = [child_node.start for child_node in child_nodes]
    return starts == boundaries[:-1] and boundaries[-1] == node.end


def _keep_alphanumeric(word: str) -> str:
    """Return letters and digits only, because quotes and brackets have many spellings."""
    return "".join(filter(str.isalnum, word)).casefold()


def _shorten(words: Sequence[str]) -> str:
    text = " ".join(words)
    return repr(text if len(text) <= _MAX_SHOWN_CHARACTERS else text[:_MAX_SHOWN_CHARACTERS] + "…")
