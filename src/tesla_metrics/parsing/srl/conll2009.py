"""Read and write frames in the CoNLL-2009 format."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from ...errors import InputError
from ...files.lines import display_name, iterate_lines
from ...files.sentence import NO_VALUE, Sentence, Token
from ..syntax.tree import NO_NODE, Tree, TreeSource, find_heads, penn_upos
from .frame import Argument, Frame, LabelledSentence
from .propbank import SUPPORT

NO_PARENT = -1


class Dependencies:
    """Dependency tree: the index of the parent of each word, TOP for a word without one."""

    def __init__(self, above: Sequence[int]) -> None:
        self.parents = tuple(above)

    @classmethod
    def of_tree(cls, tree: Tree) -> "Dependencies":
        """Convert a tree: a word depends on the head of the lowest constituent it does not head."""
        head_words = find_heads(tree)
        above = [NO_PARENT] * len(tree.words)
        for index, node in enumerate(tree.nodes):
            if node.parent != NO_NODE and head_words[index] != head_words[node.parent]:
                above[head_words[index]] = head_words[node.parent]
        return cls(above)

    def find_cycle(self) -> int | None:
        """Return a word that depends on itself, or None if the tree has no cycle."""
        checked: set[int] = {NO_PARENT}
        for start in range(len(self.parents)):
            path: list[int] = []
            word = start
            while word not in checked:
                if len(path) > len(self.parents):
                    return start
                path.append(word)
                word = self.parents[word]
            checked.update(path)
        return None

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in self.parents]
        for word, parent in enumerate(self.parents):
            if parent != NO_PARENT:
                children[parent].append(word)
        return children

    def span(self, word: int, outside: int) -> tuple[int, int]:
        """Return the contiguous span around a word that its descendants form.

        The branch that contains the word `outside` does not belong to the span.
        """
        excluded = self._child_towards(word, outside)
        within = {word}
        pending = [word]
        while pending:
            children = [child for child in self._children[pending.pop()] if child != excluded]
            within.update(children)
            pending += children
        start, end = word, word + 1
        while start - 1 in within:
            start -= 1
        while end in within:
            end += 1
        return start, end

    def _child_towards(self, word: int, descendant: int) -> int:
        """Return the child of a word that leads to a descendant; TOP if there is none."""
        current = descendant
        while current != NO_PARENT and self.parents[current] != word:
            current = self.parents[current]
        return current


# CoNLL-2009 format: one token per line, and an empty line after each sentence.
#
#     ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED...
#
# Columns are separated by tabs, and `_` means empty. FILLPRED is Y where the token is a predicate,
# and PRED is its roleset. If no PRED is given, the APRED columns may be missing, as in data
# that the shared task distributed. The first APRED column belongs to the first predicate, and so
# on. Labels (A0, AM-TMP, SU for support) are given at the head words of arguments.
#
# Writing: HEAD is derived from the head words of constituents. P columns equal those without P,
# FEAT is empty, and DEPREL is empty except for ROOT.
#
# Reading: HEAD is used, or PHEAD if it is empty. An argument is the contiguous span of its head
# word and the descendants of that, without the branch of the predicate. An argument inside a larger
# phrase with the same head is therefore read back as the larger phrase.

_ROOT, _PREDICATE, _SUPPORT = "ROOT", "Y", "SU"
_FIXED_COLUMNS = 14  # before those of arguments
_WHITE = re.compile(r"\s+")
_LABEL = re.compile(r"((?:[CR]-)?)(.*)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,6}")


def write_conll(labelled: LabelledSentence) -> str:
    """Format one sentence and a closing empty line; only the first frame per word is written."""
    tree = labelled.tree
    above = Dependencies.of_tree(tree).parents
    frames = {frame.predicate: frame for frame in reversed(labelled.frames)}
    roles = [_labels_by_head(frames[word], tree, above) for word in sorted(frames)]
    rows = []
    for word, token in enumerate(labelled.sentence.tokens):
        frame = frames.get(word)
        head = str(above[word] + 1)
        relation = _ROOT if above[word] == NO_PARENT else NO_VALUE
        columns = (
            *(str(word + 1), token.form, token.lemma, token.lemma, token.xpos, token.xpos),
            *(NO_VALUE, NO_VALUE, head, head, relation, relation),
            *((_PREDICATE, frame.roleset or frame.lemma) if frame else (NO_VALUE, NO_VALUE)),
            *(labels.get(word, NO_VALUE) for labels in roles),
        )
        rows.append("\t".join(_WHITE.sub("_", column) or NO_VALUE for column in columns))
    return "".join(f"{row}\n" for row in rows) + "\n"


def _labels_by_head(frame: Frame, tree: Tree, above: Sequence[int]) -> dict[int, str]:
    """Return labels by head word; of two at one word, that of the longer argument."""
    by_length = sorted(frame.arguments, key=lambda argument: argument.end - argument.start)
    return {
        _head_word(argument, tree, above): _shorten_label(argument.label) for argument in by_length
    }


def _head_word(argument: Argument, tree: Tree, above: Sequence[int]) -> int:
    """Return the head of a constituent; for other spans, the first word with a parent outside."""
    node = tree.find_constituent(argument.start, argument.end)
    if node is not None:
        return find_heads(tree)[node]
    within = range(argument.start, argument.end)
    return next(word for word in within if above[word] not in within)


def _shorten_label(label: str) -> str:
    """Convert ARG0 to A0, ARGM-TMP to AM-TMP and C-ARG1 to C-A1."""
    prefix, role = _split_label(label)
    return prefix + (_SUPPORT if role == SUPPORT else re.sub("^ARG", "A", role))


def _expand_label(label: str) -> str:
    """Convert A0 to ARG0, AM-TMP to ARGM-TMP and C-A1 to C-ARG1; long labels stay unchanged."""
    prefix, role = _split_label(label)
    return prefix + (SUPPORT if role == _SUPPORT else re.sub("^A(?=[0-9AM])", "ARG", role))


def _split_label(label: str) -> tuple[str, str]:
    prefix, role = _LABEL.findall(label)[0]
    return prefix, role


def read_conll(path: str, trees: TreeSource) -> Iterator[LabelledSentence]:
    """Yield the sentences of a file with trees of their words; errors give the line."""
    for sentence_index, rows in enumerate(_read_sentences(path)):
        sentence = Sentence(" ".join(row.form for row in rows), tuple(row.token for row in rows))
        frames = _read_frames(rows)
        (tree,) = trees.trees([sentence])
        yield LabelledSentence(sentence, tree, frames, number=sentence_index)


class _Row:
    """Columns of one token, and the location of its line."""

    def __init__(self, line: str, where: str) -> None:
        self.where, self.columns = where, line.split("\t")
        if len(self.columns) < _FIXED_COLUMNS:
            raise InputError(
                f"{where} has {len(self.columns)} columns separated by tabs, not {_FIXED_COLUMNS} "
                "plus those of arguments: give CoNLL-2009"
            )
        self.form = self.columns[1]
        if not self.form.strip():
            raise InputError(f"{where} has no FORM: give the word")

    @property
    def token(self) -> Token:
        """Return the token; annotated columns take precedence over predicted ones."""
        lemma, tag = self._either(2, 3), self._either(4, 5)
        return Token(self.form, self.form if lemma == NO_VALUE else lemma, penn_upos(tag), tag)

    @property
    def head(self) -> str:
        """Return the text of the HEAD column, or of PHEAD if it is empty."""
        return self._either(8, 9)

    @property
    def is_predicate(self) -> bool:
        """Whether FILLPRED marks a predicate, or FILLPRED is empty and PRED is not."""
        fill = self.columns[12]
        return fill == _PREDICATE or (fill == NO_VALUE and self.roleset != "")

    @property
    def roleset(self) -> str:
        """Return the roleset of a predicate, or "" if none is given."""
        return "" if self.columns[13] == NO_VALUE else self.columns[13]

    def _either(self, annotated: int, predicted: int) -> str:
        return self.columns[predicted if self.columns[annotated] in ("", NO_VALUE) else annotated]


def _read_sentences(path: str) -> Iterator[list[_Row]]:
    rows: list[_Row] = []
    for line_number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            where = f"{display_name(path)}, line {line_number}"
            rows.append(_Row(line, where))
            if rows[-1].columns[0] != str(len(rows)):
                raise InputError(
                    f"{where} has ID {rows[-1].columns[0]!r}, not {len(rows)}: number the tokens "
                    "of a sentence from 1, and put an empty line between sentences"
                )
        elif rows:
            yield rows
            rows = []
    if rows:
        yield rows


def _read_frames(rows: Sequence[_Row]) -> tuple[Frame, ...]:
    predicates = [predicate for predicate, row in enumerate(rows) if row.is_predicate]
    if not any(row.roleset for row in rows) and all(
        len(row.columns) == _FIXED_COLUMNS for row in rows
    ):
        return tuple(_make_frame(rows[predicate], predicate, ()) for predicate in predicates)
    column_count = _FIXED_COLUMNS + len(predicates)
    for row in rows:
        if len(row.columns) != column_count:
            raise InputError(
                f"{row.where} has {len(row.columns)} columns, but its sentence has "
                f"{len(predicates)} predicates: give {column_count} columns"
            )
    dependencies = _read_dependencies(rows)
    frames = []
    for column, predicate in enumerate(predicates, _FIXED_COLUMNS):
        labels = ((word, row.columns[column]) for word, row in enumerate(rows))
        arguments = sorted(
            (Argument(_expand_label(label), *dependencies.span(word, predicate))
             for word, label in labels
             if label not in ("", NO_VALUE)), key=lambda argument: argument[1:]
        )  # fmt: skip
        frames.append(_make_frame(rows[predicate], predicate, arguments))
    return tuple(frames)


def _make_frame(row: _Row, predicate: int, arguments: Sequence[Argument]) -> Frame:
    """Return a frame with the lemma of its roleset, or of its word if there is no roleset."""
    token, roleset = row.token, row.roleset
    lemma = roleset.rpartition(".")[0] or roleset or token.lemma
    return Frame(predicate, token.xpos, lemma, roleset, tuple(arguments))


def _read_dependencies(rows: Sequence[_Row]) -> Dependencies:
    """Return the dependency tree; words without HEAD have no parent."""
    parents = []
    for row in rows:
        head = row.head
        if head not in ("", NO_VALUE) and not (_NUMBER.fullmatch(head) and int(head) <= len(rows)):
            raise InputError(f"{row.where} has HEAD {head!r}: give a number from 0 to {len(rows)}")
        parents.append(int(head) - 1 if head not in ("", NO_VALUE) else NO_PARENT)
    dependencies = Dependencies(parents)
    cyclic_word = dependencies.find_cycle()
    if cyclic_word is not None:
        raise InputError(f"{rows[cyclic_word].where} depends on itself by HEAD: fix it")
    return dependencies
