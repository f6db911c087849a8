"""Read NomBank and PropBank releases: propositions that refer to nodes of Penn trees."""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple, Protocol

from ...errors import InputError
from ...files.lines import display_name, iterate_lines
from ...text.lemmatizer import Lemmatizer
from ..syntax.tree import NO_NODE, tagged_sentence
from ..syntax.tree_formats import TRACE, parse_tree, tree_texts
from .frame import CONTINUATION_PREFIX, REFERENCE_PREFIX, Argument, Frame, LabelledSentence

# Formats of NomBank and PropBank: one proposition per line, with pointers into trees.
#
#     NomBank     wsj/00/wsj_0003.mrg 5 14 acquisition 01 12:2-ARG1 14:0-rel 16:1-ARGM-TMP
#     PropBank    wsj/00/wsj_0003.mrg 5 9 gold acquire.01 vp--a 0:2*8:1-ARG0 9:0-rel 10:1,13:1-ARG1
#     unified     nw/wsj/00/wsj_0003.parse 5 9 gold acquire acquire.01 ----- 9:0-rel 10:1-ARG1
#
# The fields are a file, one of its trees, a terminal (both counted from 0, including traces), the
# lemma and the sense, then pointers with labels. `14:0` is terminal 14, and `12:2` is the node two
# levels above terminal 12. `*` joins a trace and its antecedent; `,` and `;` join the pieces of a
# discontinuous argument. The number of fields before the first pointer determines the format.

PREDICATE_POINTER, SUPPORT = "rel", "Support"
# LINK-SLC explains why two pointers are joined; the pointers themselves contain this.
_LINK = "LINK"
_POINTER_FIELD = re.compile(r"([0-9]{1,6}:[0-9]{1,6}(?>(?:[*,;][0-9]{1,6}:[0-9]{1,6})*))-(\S+)")
# Recognises malformed pointers: no lemma, sense or inflection begins like this.
_LIKE_POINTER = re.compile(r"\d+:\d")
_NUMBER = re.compile(r"[0-9]{1,6}")
# The role without a part of a word (-H0), preposition (ARG2-to) or mark (ARG1-PRD, ARG0-REF).
_ROLE = re.compile(r"ARG[0-9A]|ARGM(?:-[A-Z]{2,5}(?![A-Z0-9]))?")
_MAX_SHOWN = 60  # characters of a line in error messages


class TreePointer(NamedTuple):
    """A node of a tree, given as a terminal and a number of levels above it."""

    terminal: int
    height: int

    def __str__(self) -> str:
        return f"{self.terminal}:{self.height}"


class PointedRole(NamedTuple):
    """A role label and the pointers to its words, in the written order."""

    label: str
    pointers: tuple[TreePointer, ...]


class Proposition(NamedTuple):
    """One line: a predicate in a tree of a file, with its roles, which include `rel`."""

    file: str
    tree: int
    terminal: int
    lemma: str
    roleset: str
    roles: tuple[PointedRole, ...]

    @property
    def document(self) -> str:
        """Return the file name without folders and suffixes: wsj_0003."""
        return re.split(r"[.@]", self.file.rpartition("/")[2])[0].lower()

    @property
    def section(self) -> int | None:
        """Return the section (0 to 24) of the Wall Street Journal, or None for other documents."""
        match = re.fullmatch(r"wsj_(\d\d)\d\d", self.document)
        return int(match[1]) if match else None


def read_propositions(path: str) -> Iterator[tuple[str, Proposition]]:
    """Yield the location and content of each proposition; raise InputError if one is malformed."""
    for line_number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            where = f"{display_name(path)}, line {line_number}"
            yield where, parse_proposition(line, where)


def parse_proposition(line: str, where: str = "the line") -> Proposition:
    """Parse one line; `where` names it in errors."""
    fields = line.split()
    pointer_start = next(
        (index for index, field in enumerate(fields) if _POINTER_FIELD.fullmatch(field)),
        len(fields),
    )
    for field in fields[3:pointer_start]:
        if _LIKE_POINTER.match(field):
            _parse_pointers(field, where)
    if pointer_start == len(fields) or pointer_start not in (5, 6, 7):
        raise InputError(
            f"{where} is not a proposition of NomBank or PropBank, {_shorten(line)}: give file, "
            "tree, terminal, lemma, sense and pointers (14:0-rel 12:2-ARG1)"
        )
    file, tree, terminal = fields[:3]
    for name, value in (("tree", tree), ("terminal", terminal)):
        if not _NUMBER.fullmatch(value):
            raise InputError(f"{where} has {value!r} as the number of its {name}: fix it")
    roles = tuple(_parse_pointers(field, where) for field in fields[pointer_start:])
    if sum(role.label == PREDICATE_POINTER for role in roles) != 1:
        raise InputError(f"{where} must point to one predicate (14:0-rel): fix it")
    labelled = tuple(role for role in roles if role.label)
    return Proposition(
        file, int(tree), int(terminal), *_lemma_and_roleset(fields[3:pointer_start]), labelled
    )


def _lemma_and_roleset(fields: list[str]) -> tuple[str, str]:
    """Return the lemma of the frame and the roleset.

    Fields are `acquisition 01`, `gold acquire.01 vp--a` or `gold acquire-v acquire.01 -`.
    """
    if len(fields) == 2:
        return fields[0], f"{fields[0]}.{fields[1]}"
    roleset = fields[-2]
    return roleset.rpartition(".")[0] or roleset, roleset


def _parse_pointers(field: str, where: str) -> PointedRole:
    match = _POINTER_FIELD.fullmatch(field)
    if match is None:
        raise InputError(
            f"{where} has {_shorten(field)} where a pointer is expected, for example 12:2-ARG1"
        )
    pairs = (pointer.split(":") for pointer in re.split("[*,;]", match[1]))
    return PointedRole(
        _parse_label(match[2], where),
        tuple(TreePointer(int(terminal), int(height)) for terminal, height in pairs),
    )


def _parse_label(text: str, where: str) -> str:
    """Return the role of a label, or "" for a link."""
    prefix = text.partition("-")[0]
    if prefix.lower() in (PREDICATE_POINTER, SUPPORT.lower()):
        return PREDICATE_POINTER if prefix.lower() == PREDICATE_POINTER else SUPPORT
    if prefix == _LINK:
        return ""
    role = _ROLE.match(text)
    if role is None:
        raise InputError(
            f"{where} has the label {_shorten(text)}: use ARG0, ARGM-TMP, rel or Support"
        )
    return role[0]


def _shorten(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")


# Conversion of a proposition over a tree with traces to a frame over words.
#
# Adjacent pieces are merged. If several pieces remain, the first one has the label and the others
# have the label with the prefix C-. Traces in a chain are dropped, and a relative pronoun next to
# its antecedent has the prefix R-. Support words are not merged.

_QUESTION_PREFIX = "WH"  # WHNP, WHADVP, WHPP


class TracedTree:
    """An annotated tree with its traces, and the mapping from terminals to words."""

    def __init__(self, text: str, where: str = "the tree") -> None:
        self.where = where
        self.tree = parse_tree(text, traces=True, where=where)
        self._words_before = list(accumulate((tag != TRACE for tag in self.tree.tags), initial=0))

    def node(self, pointer: TreePointer, where: str) -> int:
        """Return the node of a pointer; `where` names the proposition in errors."""
        leaves, nodes = self.tree.leaves, self.tree.nodes
        if pointer.terminal >= len(leaves):
            raise InputError(
                f"{where} points to {pointer}, but {self.where} has {len(leaves)} terminals, "
                "including traces: give the trees that were annotated"
            )
        index = leaves[pointer.terminal]
        for level in range(pointer.height):
            index = nodes[index].parent
            if index == NO_NODE:
                raise InputError(
                    f"{where} points to {pointer}, but {self.where} has {level} levels above that "
                    "terminal: give the trees that were annotated"
                )
        return index

    def span(self, pointer: TreePointer, where: str) -> tuple[int, int]:
        """Return start and end of the words of a pointer; they are equal if it has no words."""
        node = self.tree.nodes[self.node(pointer, where)]
        return self._words_before[node.start], self._words_before[node.end]

    def is_question(self, pointer: TreePointer, where: str) -> bool:
        """Whether a pointer refers to a wh-phrase (which, who, when)."""
        return self.tree.nodes[self.node(pointer, where)].label.startswith(_QUESTION_PREFIX)


def proposition_to_frame(
    proposition: Proposition, traced: TracedTree, *, support: bool = False, where: str = "it"
) -> Frame:
    """Convert a proposition to a frame; with `support`, support words are arguments too."""
    # Unique arguments in the order of the proposition.
    arguments: dict[Argument, None] = {}
    for role in proposition.roles:
        if role.label == PREDICATE_POINTER or (role.label == SUPPORT and not support):
            for pointer in role.pointers:
                traced.node(pointer, where)
        else:
            arguments |= dict.fromkeys(_resolve_role(role, traced, where))
    predicate = TreePointer(proposition.terminal, 0)
    start, end = traced.span(predicate, where)
    if start == end:
        raise InputError(f"{where} has a predicate that is a trace, terminal {predicate.terminal}")
    tag = traced.tree.tags[proposition.terminal]
    ordered = sorted(arguments, key=lambda argument: (argument.start, argument.end))
    return Frame(start, tag, proposition.lemma, proposition.roleset, tuple(ordered))


def _resolve_role(role: PointedRole, traced: TracedTree, where: str) -> Iterator[Argument]:
    pieces: list[tuple[int, int]] = []
    question_spans: list[tuple[int, int]] = []
    for pointer in role.pointers:
        span = traced.span(pointer, where)
        if span[0] < span[1]:
            (question_spans if traced.is_question(pointer, where) else pieces).append(span)
    if role.label == SUPPORT:
        yield from (Argument(SUPPORT, *span) for span in pieces)
        return
    if not pieces:  # the wh-phrase is the argument itself
        pieces, question_spans = question_spans, []
    for piece_index, span in enumerate(_merge_adjacent(pieces)):
        yield Argument(CONTINUATION_PREFIX * bool(piece_index) + role.label, *span)
    yield from (
        Argument(REFERENCE_PREFIX + role.label, *span) for span in _merge_adjacent(question_spans)
    )


def _merge_adjacent(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans, and merge those that touch or overlap."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


# Reading of complete releases: propositions of NomBank or PropBank over a folder of Penn trees.
#
#     read_release("nombank.1.0", "treebank_3/parsed/mrg/wsj", sections=range(2, 22))
#
# Trees are found by file name, independent of the folders above. A table with the columns document,
# tree number and tree is accepted too.

# Sections of the Wall Street Journal for training, development and test, as in the paper.
TRAIN, DEVELOPMENT, TEST = range(2, 22), range(24, 25), range(23, 24)

_ENDINGS = frozenset({"mrg", "parse", "ptb"})
_COMPRESSED = frozenset({"gz", "xz", "bz2"})
_LocatedPropositions = list[tuple[str, Proposition]]


def read_release(
    propositions: str,
    trees: str,
    *,
    sections: Container[int | None] | None = None,
    support: bool = False,
    errors: list[str] | None = None,
) -> Iterator[LabelledSentence]:
    """Yield all sentences, with or without frames, of the documents that have propositions.

    sections  sections of the Wall Street Journal (default: all documents)
    support   whether NomBank's support words are arguments; in the paper they are not
    errors       list that collects errors of lines that do not match their trees; without it they
              are raised
    """
    treebank = _open_treebank(trees)
    lemmatizer = Lemmatizer("en")
    for document, located in sorted(_by_document(propositions, sections).items()):
        texts = treebank.texts(document, located[0][0])
        by_tree: defaultdict[int, _LocatedPropositions] = defaultdict(list)
        for where, proposition in located:
            if proposition.tree >= len(texts):
                _report_mismatch(
                    f"{where} refers to tree {proposition.tree}, but {document} has {len(texts)}",
                    errors,
                )
            by_tree[proposition.tree].append((where, proposition))
        for tree_index, (location, text) in enumerate(texts):
            tree = parse_tree(text, where=location)
            frames = _resolve_all(by_tree[tree_index], text, location, support, errors)
            sentence = tagged_sentence(tree, lemmatizer.lemma)
            yield LabelledSentence(sentence, tree, frames, document, tree_index)


def _by_document(
    path: str, sections: Container[int | None] | None
) -> dict[str, _LocatedPropositions]:
    by_document: defaultdict[str, _LocatedPropositions] = defaultdict(list)
    for where, proposition in read_propositions(path):
        if sections is None or proposition.section in sections:
            by_document[proposition.document].append((where, proposition))
    if not by_document:
        raise InputError(
            f"{display_name(path)} has no proposition"
            f"{'' if sections is None else ' of these sections'}: give lines of NomBank or PropBank"
        )
    return by_document


def _resolve_all(
    located: _LocatedPropositions, text: str, location: str, support: bool, bad: list[str] | None
) -> tuple[Frame, ...]:
    if not located:
        return ()
    frames: list[Frame] = []
    traced = TracedTree(text, location)
    for where, proposition in located:
        try:
            frames.append(proposition_to_frame(proposition, traced, support=support, where=where))
        except InputError as error:
            if bad is None:
                raise
            bad.append(str(error))
    return tuple(sorted(frames, key=lambda frame: (frame.predicate, frame.roleset)))


def _report_mismatch(message: str, bad: list[str] | None) -> None:
    if bad is None:
        raise InputError(f"{message}: give the trees that were annotated")
    bad.append(message)


class _Treebank(Protocol):
    def texts(self, document: str, where: str) -> Sequence[tuple[str, str]]:
        """Return the location and the bracketed text of each tree of a document."""


class _TreebankFolder:
    """Treebank in a folder with one file per document."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}
        for path in sorted(folder.rglob("*")):
            stem, *endings = path.name.lower().split(".")
            if endings and endings[0] in _ENDINGS and set(endings[1:]) <= _COMPRESSED:
                self._files.setdefault(stem, path)

    def texts(self, document: str, where: str) -> Sequence[tuple[str, str]]:
        if document not in self._files:
            raise InputError(
                f"{where} refers to {document}, but {self._folder} has no {document}.mrg: give the "
                "folder with the trees"
            )
        return list(tree_texts(str(self._files[document])))


class _TreebankTable:
    """Treebank in one table with the columns document, tree number and tree."""

    def __init__(self, path: str) -> None:
        self._name = display_name(path)
        self._texts: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for line_number, line in enumerate(iterate_lines(path), 1):
            where = f"{self._name}, line {line_number}"
            document, _, rest = line.partition("\t")
            tree_number, tab, text = rest.partition("\t")
            trees = self._texts[document]
            if not tab or tree_number != str(len(trees)):
                raise InputError(
                    f"{where} is not tree {len(trees)} of {document!r}: sort the lines"
                )
            trees.append((f"{where}: the tree", text))

    def texts(self, document: str, where: str) -> Sequence[tuple[str, str]]:
        if document not in self._texts:
            raise InputError(f"{where} refers to {document}, not in {self._name}: add it")
        return self._texts[document]


def _open_treebank(trees: str) -> _Treebank:
    path = Path(trees)
    return _TreebankFolder(path) if path.is_dir() else _TreebankTable(trees)
