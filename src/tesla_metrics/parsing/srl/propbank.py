"""Read NomBank and PropBank releases: propositions that refer to nodes of Penn trees."""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple, Protocol

from ...errors import InputError
from ...files.lines import get_display_name, iterate_lines
from ...text.lemmatizer import Lemmatizer
from ..syntax.tree import NO_NODE, make_tagged_sentence
from ..syntax.tree_formats import TRACE_TAG, parse_tree, read_tree_texts
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

REL_LABEL, SUPPORT_LABEL = "rel", "Support"
# Labels such as LINK-SLC say why two pointers are joined. They are ignored.
_LINK_PREFIX = "LINK"
_POINTER_FIELD = re.compile(r"([0-9]{1,6}:[0-9]{1,6}(?>(?:[*,;][0-9]{1,6}:[0-9]{1,6})*))-(\S+)")
# Recognises malformed pointers, because no lemma, sense or inflection begins like a pointer.
_POINTER_START = re.compile(r"\d+:\d")
_INDEX = re.compile(r"[0-9]{1,6}")
# Matches the role at the beginning of a label. A label may continue with the part of a word (-H0),
# a preposition (ARG2-to) or a mark (ARG1-PRD, ARG0-REF).
_ROLE_LABEL = re.compile(r"ARG[0-9A]|ARGM(?:-[A-Z]{2,5}(?![A-Z0-9]))?")
_MAX_SHOWN_CHARACTERS = 60  # length of quoted input in error messages


class TreePointer(NamedTuple):
    """Node of a tree, identified by the index of a terminal and the number of levels above it."""

    terminal: int
    height: int

    def __str__(self) -> str:
        return f"{self.terminal}:{self.height}"


class PointedRole(NamedTuple):
    """Role label and the pointers to its words, in the order of the file."""

    label: str
    pointers: tuple[TreePointer, ...]


class Proposition(NamedTuple):
    """Line of a NomBank or PropBank file: a predicate and its roles.

    `file`            file of trees
    `tree_index`      index of the tree in the file
    `terminal_index`  index of the predicate among the terminals of the tree
    `lemma`           lemma of the frame
    `roleset`         sense of the lemma, for example acquire.01
    `roles`           roles with pointers into the tree; exactly one role has the label rel
    """

    file: str
    tree_index: int
    terminal_index: int
    lemma: str
    roleset: str
    roles: tuple[PointedRole, ...]

    @property
    def document(self) -> str:
        """File name without folders and suffixes, for example wsj_0003."""
        return re.split(r"[.@]", self.file.rpartition("/")[2])[0].lower()

    @property
    def section(self) -> int | None:
        """Section of the Wall Street Journal (0 to 24), or None for other documents."""
        match = re.fullmatch(r"wsj_(\d\d)\d\d", self.document)
        return int(match[1]) if match else None


def read_propositions(path: str) -> Iterator[tuple[str, Proposition]]:
    """Yield the location and content of each proposition; raise InputError if one is malformed."""
    for line_number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            location = f"{get_display_name(path)}, line {line_number}"
            yield location, parse_proposition(line, location)


def parse_proposition(line: str, location: str = "the line") -> Proposition:
    """Parse one line; error messages begin with its location."""
    fields = line.split()
    pointer_start = next(
        (index for index, field in enumerate(fields) if _POINTER_FIELD.fullmatch(field)),
        len(fields),
    )
    for field in fields[3:pointer_start]:
        if _POINTER_START.match(field):
            _parse_pointers(field, location)
    if pointer_start == len(fields) or pointer_start not in (5, 6, 7):
        raise InputError(
            f"{location} is not a proposition of NomBank or PropBank, {_shorten(line)}: give file, "
            "tree, terminal, lemma, sense and pointers (14:0-rel 12:2-ARG1)"
        )
    file, tree, terminal = fields[:3]
    for name, value in (("tree", tree), ("terminal", terminal)):
        if not _INDEX.fullmatch(value):
            raise InputError(f"{location} has {value!r} as the number of its {name}: fix it")
    roles = tuple(_parse_pointers(field, location) for field in fields[pointer_start:])
    if sum(role.label == REL_LABEL for role in roles) != 1:
        raise InputError(f"{location} must point to one predicate (14:0-rel): fix it")
    labelled_roles = tuple(role for role in roles if role.label)
    return Proposition(
        file,
        int(tree),
        int(terminal),
        *_parse_lemma_and_roleset(fields[3:pointer_start]),
        labelled_roles,
    )


def _parse_lemma_and_roleset(fields: list[str]) -> tuple[str, str]:
    """Return the lemma of the frame and the roleset.

    The fields are, by format, `acquisition 01` (NomBank), `gold acquire.01 vp--a` (PropBank) or
    `gold acquire-v acquire.01 -` (unified).
    """
    if len(fields) == 2:
        return fields[0], f"{fields[0]}.{fields[1]}"
    roleset = fields[-2]
    return roleset.rpartition(".")[0] or roleset, roleset


def _parse_pointers(field: str, location: str) -> PointedRole:
    """Parse a field such as 12:2-ARG1."""
    match = _POINTER_FIELD.fullmatch(field)
    if match is None:
        raise InputError(
            f"{location} has {_shorten(field)} where a pointer is expected, for example 12:2-ARG1"
        )
    pairs = (pointer.split(":") for pointer in re.split("[*,;]", match[1]))
    return PointedRole(
        _parse_label(match[2], location),
        tuple(TreePointer(int(terminal), int(height)) for terminal, height in pairs),
    )


def _parse_label(text: str, location: str) -> str:
    """Return the role of a label, or "" for a label that begins with LINK."""
    prefix = text.partition("-")[0]
    if prefix.lower() in (REL_LABEL, SUPPORT_LABEL.lower()):
        return REL_LABEL if prefix.lower() == REL_LABEL else SUPPORT_LABEL
    if prefix == _LINK_PREFIX:
        return ""
    match = _ROLE_LABEL.match(text)
    if match is None:
        raise InputError(
            f"{location} has the label {_shorten(text)}: use ARG0, ARGM-TMP, rel or Support"
        )
    return match[0]


def _shorten(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN_CHARACTERS else text[:_MAX_SHOWN_CHARACTERS] + "…")


# Conversion of a proposition over a tree with traces to a frame over words.
#
# The spans of a role are merged if they are adjacent. If several spans remain, the first has the
# label of the role, and the others have this label with the prefix C-. Traces have no words and are
# left out. A wh-phrase (which, who) that refers to another span has the prefix R-. Spans of support
# words are not merged.

_WH_PREFIX = "WH"  # WHNP, WHADVP, WHPP


class TracedTree:
    """Annotated tree with its traces, and the mapping from terminals to words.

    Each trace is a word of the tree. Error messages contain the location of the tree.
    """

    def __init__(self, text: str, location: str = "the tree") -> None:
        self.tree_location = location
        self.tree = parse_tree(text, keep_traces=True, location=location)
        # Number of written words before each terminal, and in total.
        self._words_before = list(
            accumulate((tag != TRACE_TAG for tag in self.tree.tags), initial=0)
        )

    def find_node(self, pointer: TreePointer, location: str) -> int:
        """Return the index of the node of a pointer.

        Error messages begin with the location of the proposition.
        """
        leaves, nodes = self.tree.leaves, self.tree.nodes
        if pointer.terminal >= len(leaves):
            raise InputError(
                f"{location} points to {pointer}, but {self.tree_location} has {len(leaves)} "
                "terminals, "
                "including traces: give the trees that were annotated"
            )
        index = leaves[pointer.terminal]
        for level in range(pointer.height):
            index = nodes[index].parent
            if index == NO_NODE:
                raise InputError(
                    f"{location} points to {pointer}, but {self.tree_location} has {level} levels "
                    "above that "
                    "terminal: give the trees that were annotated"
                )
        return index

    def find_word_span(self, pointer: TreePointer, location: str) -> tuple[int, int]:
        """Return start and end of the words of a pointer; both are equal if it has no words."""
        node = self.tree.nodes[self.find_node(pointer, location)]
        return self._words_before[node.start], self._words_before[node.end]

    def is_wh_phrase(self, pointer: TreePointer, location: str) -> bool:
        """Whether a pointer refers to a wh-phrase (which, who, when)."""
        return self.tree.nodes[self.find_node(pointer, location)].label.startswith(_WH_PREFIX)


def proposition_to_frame(
    proposition: Proposition,
    traced_tree: TracedTree,
    *,
    with_support: bool = False,
    location: str = "it",
) -> Frame:
    """Convert a proposition to a frame.

    With `with_support`, support words are arguments, too. Error messages begin with the location.
    """
    # The keys are unique arguments in the order of the proposition.
    arguments: dict[Argument, None] = {}
    for role in proposition.roles:
        if role.label == REL_LABEL or (role.label == SUPPORT_LABEL and not with_support):
            for pointer in role.pointers:
                traced_tree.find_node(pointer, location)  # raises an error if the pointer is wrong
        else:
            arguments |= dict.fromkeys(_resolve_role(role, traced_tree, location))
    predicate = TreePointer(proposition.terminal_index, 0)
    start, end = traced_tree.find_word_span(predicate, location)
    if start == end:
        raise InputError(
            f"{location} has a predicate that is a trace, terminal {predicate.terminal}"
        )
    tag = traced_tree.tree.tags[proposition.terminal_index]
    sorted_arguments = sorted(arguments, key=lambda argument: (argument.start, argument.end))
    return Frame(start, tag, proposition.lemma, proposition.roleset, tuple(sorted_arguments))


def _resolve_role(role: PointedRole, traced_tree: TracedTree, location: str) -> Iterator[Argument]:
    """Yield the arguments of a role, one per span of words."""
    plain_spans: list[tuple[int, int]] = []
    wh_spans: list[tuple[int, int]] = []
    for pointer in role.pointers:
        span = traced_tree.find_word_span(pointer, location)
        if span[0] < span[1]:
            spans = wh_spans if traced_tree.is_wh_phrase(pointer, location) else plain_spans
            spans.append(span)
    if role.label == SUPPORT_LABEL:
        yield from (Argument(SUPPORT_LABEL, *span) for span in plain_spans)
        return
    if not plain_spans:  # the wh-phrase is the argument itself
        plain_spans, wh_spans = wh_spans, []
    for span_index, span in enumerate(_merge_adjacent(plain_spans)):
        prefix = CONTINUATION_PREFIX if span_index > 0 else ""
        yield Argument(prefix + role.label, *span)
    yield from (
        Argument(REFERENCE_PREFIX + role.label, *span) for span in _merge_adjacent(wh_spans)
    )


def _merge_adjacent(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans, and merge those that touch or overlap."""
    merged_spans: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged_spans and start <= merged_spans[-1][1]:
            merged_spans[-1] = merged_spans[-1][0], max(end, merged_spans[-1][1])
        else:
            merged_spans.append((start, end))
    return merged_spans


# Reading of complete releases: propositions of NomBank or PropBank over a folder of Penn trees.
#
#     read_release("nombank.1.0", "treebank_3/parsed/mrg/wsj", sections=range(2, 22))
#
# The trees are in a folder with one file per document, at any depth, or in a table with the columns
# document, index of the tree (from 0) and tree.

# Sections of the Wall Street Journal for training, development and test, as in Liu & Ng (2007).
TRAIN, DEVELOPMENT, TEST = range(2, 22), range(24, 25), range(23, 24)

_TREE_FILE_SUFFIXES = frozenset({"mrg", "parse", "ptb"})
_COMPRESSION_SUFFIXES = frozenset({"gz", "xz", "bz2"})
# Pairs of a location (file and line) and a proposition.
_LocatedPropositions = list[tuple[str, Proposition]]


def read_release(
    propositions_path: str,
    trees_path: str,
    *,
    sections: Container[int | None] | None = None,
    with_support: bool = False,
    errors: list[str] | None = None,
) -> Iterator[LabelledSentence]:
    """Yield all sentences, with or without frames, of the documents that have propositions.

    `propositions_path`  file of propositions
    `trees_path`         folder or table of trees
    `sections`           sections of the Wall Street Journal; None means all documents
    `with_support`       whether NomBank's support words are arguments; in the paper they are not
    `errors`             list to which messages about lines that do not match their trees are
                         appended; None means that the first of them is raised as InputError
    """
    treebank = _open_treebank(trees_path)
    lemmatizer = Lemmatizer("en")
    propositions_by_document = _group_by_document(propositions_path, sections)
    for document, located_propositions in sorted(propositions_by_document.items()):
        first_location, _ = located_propositions[0]
        document_texts = treebank.read_texts(document, first_location)
        by_tree: defaultdict[int, _LocatedPropositions] = defaultdict(list)
        for location, proposition in located_propositions:
            if proposition.tree_index >= len(document_texts):
                _report_mismatch(
                    f"{location} refers to tree {proposition.tree_index}, but {document} has "
                    f"{len(document_texts)}",
                    errors,
                )
            by_tree[proposition.tree_index].append((location, proposition))
        for tree_index, (tree_location, tree_text) in enumerate(document_texts):
            tree = parse_tree(tree_text, location=tree_location)
            frames = _resolve_frames(
                by_tree[tree_index], tree_text, tree_location, with_support, errors
            )
            sentence = make_tagged_sentence(tree, lemmatizer.lemma)
            yield LabelledSentence(sentence, tree, frames, document, tree_index)


def _group_by_document(
    path: str, sections: Container[int | None] | None
) -> dict[str, _LocatedPropositions]:
    """Read the propositions of some sections, grouped by document."""
    by_document: defaultdict[str, _LocatedPropositions] = defaultdict(list)
    for location, proposition in read_propositions(path):
        if sections is None or proposition.section in sections:
            by_document[proposition.document].append((location, proposition))
    if not by_document:
        raise InputError(
            f"{get_display_name(path)} has no proposition"
            f"{'' if sections is None else ' of these sections'}: give lines of NomBank or PropBank"
        )
    return by_document


def _resolve_frames(
    located_propositions: _LocatedPropositions,
    tree_text: str,
    tree_location: str,
    with_support: bool,
    errors: list[str] | None,
) -> tuple[Frame, ...]:
    """Convert the propositions of one tree to frames, sorted by predicate."""
    if not located_propositions:
        return ()
    frames: list[Frame] = []
    traced_tree = TracedTree(tree_text, tree_location)
    for location, proposition in located_propositions:
        try:
            frames.append(
                proposition_to_frame(
                    proposition, traced_tree, with_support=with_support, location=location
                )
            )
        except InputError as error:
            if errors is None:
                raise
            errors.append(str(error))
    return tuple(sorted(frames, key=lambda frame: (frame.predicate, frame.roleset)))


def _report_mismatch(message: str, errors: list[str] | None) -> None:
    if errors is None:
        raise InputError(f"{message}: give the trees that were annotated")
    errors.append(message)


class _Treebank(Protocol):
    """Source of the trees of documents."""

    def read_texts(self, document: str, location: str) -> Sequence[tuple[str, str]]:
        """Return the location and the bracketed text of each tree of a document."""


class _TreebankFolder:
    """Treebank in a folder with one file per document."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}
        for path in sorted(folder.rglob("*")):
            stem, *endings = path.name.lower().split(".")
            if (
                endings
                and endings[0] in _TREE_FILE_SUFFIXES
                and set(endings[1:]) <= _COMPRESSION_SUFFIXES
            ):
                self._files.setdefault(stem, path)

    def read_texts(self, document: str, location: str) -> Sequence[tuple[str, str]]:
        if document not in self._files:
            raise InputError(
                f"{location} refers to {document}, but {self._folder} has no {document}.mrg: give "
                "the folder with the trees"
            )
        return list(read_tree_texts(str(self._files[document])))


class _TreebankTable:
    """Treebank in one table with the columns document, index of the tree and tree."""

    def __init__(self, path: str) -> None:
        self._name = get_display_name(path)
        self._texts: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for line_number, line in enumerate(iterate_lines(path), 1):
            location = f"{self._name}, line {line_number}"
            document, _, remainder = line.partition("\t")
            tree_number, tab, text = remainder.partition("\t")
            trees = self._texts[document]
            if not tab or tree_number != str(len(trees)):
                raise InputError(
                    f"{location} is not tree {len(trees)} of {document!r}: sort the lines"
                )
            trees.append((f"{location}: the tree", text))

    def read_texts(self, document: str, location: str) -> Sequence[tuple[str, str]]:
        if document not in self._texts:
            raise InputError(f"{location} refers to {document}, not in {self._name}: add it")
        return self._texts[document]


def _open_treebank(folder_or_table: str) -> _Treebank:
    path = Path(folder_or_table)
    return _TreebankFolder(path) if path.is_dir() else _TreebankTable(folder_or_table)
