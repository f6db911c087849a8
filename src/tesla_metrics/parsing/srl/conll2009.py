"""Read and write frames in the CoNLL-2009 format."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from ...errors import InputError
from ...files.lines import get_display_name, iterate_lines
from ...files.sentence import NO_VALUE, Sentence, Token
from ..syntax.tree import NO_NODE, Tree, TreeSource, find_head_words, penn_to_upos
from .frame import Argument, Frame, LabelledSentence
from .propbank import SUPPORT_LABEL

NO_PARENT = -1


class Dependencies:
    """Dependency tree: the index of each word's parent, or NO_PARENT."""

    def __init__(self, parents: Sequence[int]) -> None:
        self.parents = tuple(parents)

    @classmethod
    def from_tree(cls, tree: Tree) -> "Dependencies":
        """Convert a constituent tree.

        The parent of a word is the head of the lowest constituent that contains the word and has
        another head.
        """
        head_words = find_head_words(tree)
        parents = [NO_PARENT] * len(tree.words)
        for index, node in enumerate(tree.nodes):
            if node.parent != NO_NODE and head_words[index] != head_words[node.parent]:
                parents[head_words[index]] = head_words[node.parent]
        return cls(parents)

    def find_cycle(self) -> int | None:
        """Return a word from which parents lead into a cycle, or None if there is no cycle."""
        checked_words: set[int] = {NO_PARENT}
        for start in range(len(self.parents)):
            path: list[int] = []
            word = start
            while word not in checked_words:
                if len(path) > len(self.parents):
                    return start
                path.append(word)
                word = self.parents[word]
            checked_words.update(path)
        return None

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in self.parents]
        for word, parent in enumerate(self.parents):
            if parent != NO_PARENT:
                children[parent].append(word)
        return children

    def find_span(self, word: int, excluded_word: int) -> tuple[int, int]:
        """Return start and end of the contiguous words around a word that are its descendants.

        The branch of descendants that contains the word `excluded_word` does not belong to the
        span.
        """
        excluded_child = self._child_towards(word, excluded_word)
        span_words = {word}
        pending_words = [word]
        while pending_words:
            children = [
                child for child in self._children[pending_words.pop()] if child != excluded_child
            ]
            span_words.update(children)
            pending_words += children
        start, end = word, word + 1
        while start - 1 in span_words:
            start -= 1
        while end in span_words:
            end += 1
        return start, end

    def _child_towards(self, word: int, descendant: int) -> int:
        """Return the child of a word that is above a descendant; NO_PARENT if there is none."""
        current = descendant
        while current != NO_PARENT and self.parents[current] != word:
            current = self.parents[current]
        return current


# CoNLL-2009 format: one token per line, and an empty line after each sentence.
#
#     ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED...
#
# Columns are separated by tabs, and `_` means empty. FILLPRED is Y if the token is a predicate, and
# PRED is its roleset. If all PRED columns are empty, the APRED columns may be missing, as in data
# that the shared task distributed. The first APRED column belongs to the first predicate, and so
# on. It contains the labels of arguments (A0, AM-TMP, SU for support) at their head words.
#
# Writing: HEAD is derived from the head words of constituents. The P columns equal the columns
# without P, FEAT is empty, and DEPREL is empty except for ROOT.
#
# Reading: HEAD is used, or PHEAD if it is empty. An argument consists of its head word and the
# contiguous descendants of this word, without the branch of the predicate. Therefore an argument
# inside a larger phrase with the same head is read back as the larger phrase.

_ROOT_RELATION, _PREDICATE_MARK, _CONLL_SUPPORT_LABEL = "ROOT", "Y", "SU"
_N_FIXED_COLUMNS = 14  # columns before APRED
_WHITE_SPACE = re.compile(r"\s+")
_LABEL_PARTS = re.compile(r"((?:[CR]-)?)(.*)", re.DOTALL)
_INDEX = re.compile(r"[0-9]{1,6}")


def format_conll(labelled: LabelledSentence) -> str:
    """Format one sentence and an empty line after it; of each word, only the first frame."""
    tree = labelled.tree
    parents = Dependencies.from_tree(tree).parents
    frames = {frame.predicate: frame for frame in reversed(labelled.frames)}
    labels_by_head = [_get_labels_by_head(frames[word], tree, parents) for word in sorted(frames)]
    rows = []
    for word, token in enumerate(labelled.sentence.tokens):
        frame = frames.get(word)
        head_id = str(parents[word] + 1)
        relation = _ROOT_RELATION if parents[word] == NO_PARENT else NO_VALUE
        columns = (
            *(str(word + 1), token.form, token.lemma, token.lemma, token.xpos, token.xpos),
            *(NO_VALUE, NO_VALUE, head_id, head_id, relation, relation),
            *((_PREDICATE_MARK, frame.roleset or frame.lemma) if frame else (NO_VALUE, NO_VALUE)),
            *(labels.get(word, NO_VALUE) for labels in labels_by_head),
        )
        rows.append("\t".join(_WHITE_SPACE.sub("_", column) or NO_VALUE for column in columns))
    return "".join(f"{row}\n" for row in rows) + "\n"


def _get_labels_by_head(frame: Frame, tree: Tree, parents: Sequence[int]) -> dict[int, str]:
    """Return labels by head word; if two arguments have the same head, the longer one wins."""
    shortest_first = sorted(frame.arguments, key=lambda argument: argument.end - argument.start)
    return {
        _find_head_word(argument, tree, parents): _shorten_label(argument.label)
        for argument in shortest_first
    }


def _find_head_word(argument: Argument, tree: Tree, parents: Sequence[int]) -> int:
    """Return the head word of an argument.

    It is the head of the constituent; for other spans, the first word with a parent outside.
    """
    node = tree.find_constituent(argument.start, argument.end)
    if node is not None:
        return find_head_words(tree)[node]
    argument_words = range(argument.start, argument.end)
    return next(word for word in argument_words if parents[word] not in argument_words)


def _shorten_label(label: str) -> str:
    """Convert ARG0 to A0, ARGM-TMP to AM-TMP and C-ARG1 to C-A1."""
    prefix, role = _split_label(label)
    return prefix + (_CONLL_SUPPORT_LABEL if role == SUPPORT_LABEL else re.sub("^ARG", "A", role))


def _expand_label(label: str) -> str:
    """Convert A0 to ARG0, AM-TMP to ARGM-TMP and C-A1 to C-ARG1; long labels stay unchanged."""
    prefix, role = _split_label(label)
    return prefix + (
        SUPPORT_LABEL if role == _CONLL_SUPPORT_LABEL else re.sub("^A(?=[0-9AM])", "ARG", role)
    )


def _split_label(label: str) -> tuple[str, str]:
    prefix, role = _LABEL_PARTS.findall(label)[0]
    return prefix, role


def read_conll(path: str, trees: TreeSource) -> Iterator[LabelledSentence]:
    """Yield the sentences of a file, with trees from a source; errors give the line."""
    for sentence_index, rows in enumerate(_read_sentences(path)):
        sentence = Sentence(" ".join(row.form for row in rows), tuple(row.token for row in rows))
        frames = _read_frames(rows)
        (tree,) = trees.trees([sentence])
        yield LabelledSentence(sentence, tree, frames, number=sentence_index)


class _Row:
    """Columns of one token, and the location (file and line) of its row."""

    def __init__(self, line: str, location: str) -> None:
        self.location, self.columns = location, line.split("\t")
        if len(self.columns) < _N_FIXED_COLUMNS:
            raise InputError(
                f"{location} has {len(self.columns)} columns separated by tabs, not "
                f"{_N_FIXED_COLUMNS} plus those of arguments: give CoNLL-2009"
            )
        self.form = self.columns[1]
        if not self.form.strip():
            raise InputError(f"{location} has no FORM: give the word")

    @property
    def token(self) -> Token:
        """Token; annotated columns take precedence over predicted ones."""
        lemma, tag = self._get_first_filled(2, 3), self._get_first_filled(4, 5)
        return Token(self.form, self.form if lemma == NO_VALUE else lemma, penn_to_upos(tag), tag)

    @property
    def head(self) -> str:
        """Text of the HEAD column, or of the PHEAD column if HEAD is empty."""
        return self._get_first_filled(8, 9)

    @property
    def is_predicate(self) -> bool:
        """Whether FILLPRED is Y, or FILLPRED is empty and PRED is not."""
        fillpred = self.columns[12]
        return fillpred == _PREDICATE_MARK or (fillpred == NO_VALUE and self.roleset != "")

    @property
    def roleset(self) -> str:
        """Roleset of a predicate, or "" if PRED is empty."""
        return "" if self.columns[13] == NO_VALUE else self.columns[13]

    def _get_first_filled(self, annotated: int, predicted: int) -> str:
        return self.columns[predicted if self.columns[annotated] in ("", NO_VALUE) else annotated]


def _read_sentences(path: str) -> Iterator[list[_Row]]:
    """Yield the rows of each sentence."""
    rows: list[_Row] = []
    for line_number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            location = f"{get_display_name(path)}, line {line_number}"
            rows.append(_Row(line, location))
            if rows[-1].columns[0] != str(len(rows)):
                raise InputError(
                    f"{location} has ID {rows[-1].columns[0]!r}, not {len(rows)}: number the "
                    "tokens of a sentence from 1, and put an empty line between sentences"
                )
        elif rows:
            yield rows
            rows = []
    if rows:
        yield rows


def _read_frames(rows: Sequence[_Row]) -> tuple[Frame, ...]:
    """Return the frames of a sentence; raise InputError if the number of columns is wrong."""
    predicate_indices = [
        predicate_index for predicate_index, row in enumerate(rows) if row.is_predicate
    ]
    if not any(row.roleset for row in rows) and all(
        len(row.columns) == _N_FIXED_COLUMNS for row in rows
    ):
        return tuple(
            _make_frame(rows[predicate_index], predicate_index, ())
            for predicate_index in predicate_indices
        )
    n_columns = _N_FIXED_COLUMNS + len(predicate_indices)
    for row in rows:
        if len(row.columns) != n_columns:
            raise InputError(
                f"{row.location} has {len(row.columns)} columns, but its sentence has "
                f"{len(predicate_indices)} predicates: give {n_columns} columns"
            )
    dependencies = _read_dependencies(rows)
    frames = []
    for column, predicate_index in enumerate(predicate_indices, _N_FIXED_COLUMNS):
        labels = ((word, row.columns[column]) for word, row in enumerate(rows))
        arguments = sorted(
            (Argument(_expand_label(label), *dependencies.find_span(word, predicate_index))
             for word, label in labels
             if label not in ("", NO_VALUE)), key=lambda argument: argument[1:]
        )  # fmt: skip
        frames.append(_make_frame(rows[predicate_index], predicate_index, arguments))
    return tuple(frames)


def _make_frame(row: _Row, predicate_index: int, arguments: Sequence[Argument]) -> Frame:
    """Return a frame with the lemma of its roleset, or of its word if there is no roleset."""
    token, roleset = row.token, row.roleset
    lemma = roleset.rpartition(".")[0] or roleset or token.lemma
    return Frame(predicate_index, token.xpos, lemma, roleset, tuple(arguments))


def _read_dependencies(rows: Sequence[_Row]) -> Dependencies:
    """Return the dependency tree; words without HEAD have no parent."""
    parents = []
    for row in rows:
        head = row.head
        if head not in ("", NO_VALUE) and not (_INDEX.fullmatch(head) and int(head) <= len(rows)):
            raise InputError(
                f"{row.location} has HEAD {head!r}: give a number from 0 to {len(rows)}"
            )
        parents.append(int(head) - 1 if head not in ("", NO_VALUE) else NO_PARENT)
    dependencies = Dependencies(parents)
    cyclic_word = dependencies.find_cycle()
    if cyclic_word is not None:
        raise InputError(f"{rows[cyclic_word].location} depends on itself by HEAD: fix it")
    return dependencies
