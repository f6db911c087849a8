"""Trees from elsewhere: files in brackets, and objects of other packages."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..analysis.sentence import Sentence
from ..errors import InputError, UsageError
from ..files.lines import display_name, iterate_lines
from .brackets import parse_tree
from .tree import NO_NODE, Tree

_SHOWN = 60  # characters of a sentence in errors


def read_trees(path: str) -> list[Tree]:
    """The trees of a file: each begins on a line of its own and goes on until its brackets close.

    An empty line ends one too, so that the line of one that does not close is known.
    """
    trees = [parse_tree(text, where=where) for where, text in tree_texts(path)]
    if not trees:
        raise InputError(f"{display_name(path)} has no tree: give brackets, (S (NP (PRP It)) …)")
    return trees


def tree_texts(path: str) -> Iterator[tuple[str, str]]:
    """Where each tree begins, and its text."""
    lines: list[str] = []
    first = depth = 0
    for number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            first = first if lines else number
            lines.append(line)
            depth += line.count("(") - line.count(")")
        if lines and (depth <= 0 or not line.strip()):
            yield f"{display_name(path)}, line {first}: the tree", "\n".join(lines)
            lines, depth = [], 0
    if lines:
        yield f"{display_name(path)}, line {first}: the tree", "\n".join(lines)


class OtherTrees:
    """A tree source of any object with `trees(sentences)`, whose trees are checked.

    They may be `Tree`s, texts in brackets, or objects whose `str` is such a text: Stanza's
    constituency, NLTK's trees.
    """

    def __init__(self, source: Any) -> None:
        if not callable(getattr(source, "trees", None)):
            raise UsageError(
                f"{type(source).__name__} is no source of trees: give an object with "
                "trees(sentences), see docs/extend.md"
            )
        self._source = source
        self.name = str(getattr(source, "name", type(source).__name__))

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        """One a sentence; one that has not the words of its sentence is refused."""
        given = self._source.trees(sentences)
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise InputError(
                f"{self.name} has {type(given).__name__} for trees: give a list, one a sentence"
            )
        found = list(given)
        if len(found) != len(sentences):
            raise InputError(
                f"{self.name} has {len(found)} trees for {len(sentences)} sentences: give one each"
            )
        return [
            self._checked(one, sentence, number)
            for number, (one, sentence) in enumerate(zip(found, sentences, strict=True), 1)
        ]

    def _checked(self, found: Any, sentence: Sentence, number: int) -> Tree:
        where = f"tree {number} of {self.name}"
        tree = found if isinstance(found, Tree) else parse_tree(str(found), where=where)
        if not _is_sound(tree):
            raise InputError(
                f"{where} has nodes that do not fit its words: put parents before children, each "
                "over what its parts are over, and one node over each word"
            )
        words = [token.form for token in sentence.tokens]
        if list(map(_bare, tree.words)) != list(map(_bare, words)):
            raise InputError(
                f"{where} has other words than its sentence, {_shown(tree.words)} and not "
                f"{_shown(words)}: cut the text into the same words"
            )
        return tree


def _is_sound(tree: Tree) -> bool:
    """Whether it is what `Tree` says."""
    if not all(isinstance(word, str) for word in tree.words):
        return False
    if not tree.nodes:
        return not tree.words
    tops = [place for place, node in enumerate(tree.nodes) if node.parent == NO_NODE]
    if tops != [0] or any(not 0 <= node.parent < at for at, node in enumerate(tree.nodes) if at):
        return False
    # Of two that begin together the one above comes first.
    order = [(node.start, -node.end) for node in tree.nodes]
    spans = [tree.nodes[leaf][1:3] for leaf in tree.leaves]
    return (
        order == sorted(order)
        and spans == [(place, place + 1) for place in range(len(tree.words))]
        and all(_covers(tree, place) for place in range(len(tree.nodes)))
    )


def _covers(tree: Tree, place: int) -> bool:
    """Whether a node's children, if it has some, stand side by side and fill it."""
    own = tree.nodes[place]
    parts = [tree.nodes[child] for child in tree.children[place]]
    edges = [own.start, *(part.end for part in parts)]
    return not parts or ([part.start for part in parts] == edges[:-1] and edges[-1] == own.end)


def _bare(word: str) -> str:
    """What is left if marks are written otherwise: quotes and brackets have many forms."""
    return "".join(filter(str.isalnum, word)).casefold()


def _shown(words: Sequence[str]) -> str:
    text = " ".join(words)
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
