"""Whole releases: NomBank's or PropBank's propositions over a folder of Penn trees.

    read_release("nombank.1.0", "treebank_3/parsed/mrg/wsj", sections=range(2, 22))

Trees are found by the names of their files, whatever the folders above are called; a table of
document, tree's number and tree does as well.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from ..analysis.lemmas import Lemmatizer
from ..errors import InputError
from ..files.lines import display_name, iterate_lines
from ..syntax.brackets import parse_tree
from ..syntax.given import tree_texts
from ..syntax.tagged import tagged_sentence
from .frame import Frame
from .pointers import Proposition, read_propositions
from .records import LabelledSentence
from .resolving import TracedTree, resolve

# Of the paper: sections of the Wall Street Journal to learn from, to choose with and to test on.
TRAIN, DEVELOPMENT, TEST = range(2, 22), range(24, 25), range(23, 24)

_ENDINGS = frozenset({"mrg", "parse", "ptb"})
_PACKED = frozenset({"gz", "xz", "bz2"})
_Said = list[tuple[str, Proposition]]


def read_release(
    propositions: str,
    trees: str,
    *,
    sections: Container[int | None] | None = None,
    support: bool = False,
    bad: list[str] | None = None,
) -> Iterator[LabelledSentence]:
    """The sentences of all documents that have propositions, those without one among them.

    sections  of the Wall Street Journal (default: all there is)
    support   whether NomBank's words of support are arguments; they are none to the paper
    bad       takes what is wrong with lines that do not fit their trees; else that is refused
    """
    treebank = _opened(trees)
    lemmatizer = Lemmatizer("en")
    for document, said in sorted(_by_document(propositions, sections).items()):
        texts = treebank.texts(document, said[0][0])
        by_tree: defaultdict[int, _Said] = defaultdict(list)
        for where, one in said:
            if one.tree >= len(texts):
                _fault(f"{where} is of tree {one.tree}, and {document} has {len(texts)}", bad)
            by_tree[one.tree].append((where, one))
        for number, (place, text) in enumerate(texts):
            tree = parse_tree(text, where=place)
            frames = _frames(by_tree[number], text, place, support, bad)
            sentence = tagged_sentence(tree, lemmatizer.lemma)
            yield LabelledSentence(sentence, tree, frames, document, number)


def _by_document(path: str, sections: Container[int | None] | None) -> dict[str, _Said]:
    found: defaultdict[str, _Said] = defaultdict(list)
    for where, one in read_propositions(path):
        if sections is None or one.section in sections:
            found[one.document].append((where, one))
    if not found:
        raise InputError(
            f"{display_name(path)} has no proposition{'' if sections is None else ' of these'}: "
            "give NomBank's or PropBank's lines"
        )
    return found


def _frames(
    said: _Said, text: str, place: str, support: bool, bad: list[str] | None
) -> tuple[Frame, ...]:
    if not said:
        return ()
    frames: list[Frame] = []
    traced = TracedTree(text, place)
    for where, one in said:
        try:
            frames.append(resolve(one, traced, support=support, where=where))
        except InputError as error:
            if bad is None:
                raise
            bad.append(str(error))
    return tuple(sorted(frames, key=lambda frame: (frame.predicate, frame.roleset)))


def _fault(what: str, bad: list[str] | None) -> None:
    if bad is None:
        raise InputError(f"{what}: give the trees that were annotated")
    bad.append(what)


class _Treebank(Protocol):
    def texts(self, document: str, where: str) -> Sequence[tuple[str, str]]:
        """Its trees in brackets, each with where it stands."""


class _Folder:
    """Files of trees, each a document."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}
        for path in sorted(folder.rglob("*")):
            stem, *endings = path.name.lower().split(".")
            if endings and endings[0] in _ENDINGS and set(endings[1:]) <= _PACKED:
                self._files.setdefault(stem, path)

    def texts(self, document: str, where: str) -> Sequence[tuple[str, str]]:
        if document not in self._files:
            raise InputError(
                f"{where} is of {document}, and {self._folder} has no {document}.mrg: give the "
                "folder with the trees"
            )
        return list(tree_texts(str(self._files[document])))


class _Table:
    """Lines of document, number and tree."""

    def __init__(self, path: str) -> None:
        self._name = display_name(path)
        self._texts: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for number, line in enumerate(iterate_lines(path), 1):
            where = f"{self._name}, line {number}"
            document, _, rest = line.partition("\t")
            tree, tab, text = rest.partition("\t")
            known = self._texts[document]
            if not tab or tree != str(len(known)):
                raise InputError(f"{where} is not tree {len(known)} of {document!r}: put in order")
            known.append((f"{where}: the tree", text))

    def texts(self, document: str, where: str) -> Sequence[tuple[str, str]]:
        if document not in self._texts:
            raise InputError(f"{where} is of {document}, not in {self._name}: add it")
        return self._texts[document]


def _opened(trees: str) -> _Treebank:
    path = Path(trees)
    return _Folder(path) if path.is_dir() else _Table(trees)
