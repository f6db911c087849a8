"""Sentences with frames in the columns of CoNLL-2009: a token a line, an empty line behind each.

    ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED...

Columns are apart by tabs, and `_` is nothing. FILLPRED has Y where the token is a predicate, PRED
its roleset; where the latter is nothing, so may all APRED be (as the shared task gave it out).
The first APRED belongs to the first predicate, and so on: labels (A0, AM-TMP,
SU for support) stand at the head words of arguments.

Written are the columns above, HEAD from the head words of constituents; those that begin with P are
as those without, FEAT is empty, and so is DEPREL but for ROOT. Read are HEAD, or PHEAD where there
is none: an argument is what stands below its head word, less the branch with the predicate, as far
as that is one stretch. So one within a larger phrase of the same head comes back as the larger.
"""

import re
from collections.abc import Iterator, Sequence

from ..analysis.sentence import NONE, Sentence, Token
from ..errors import InputError
from ..files.lines import display_name, iterate_lines
from ..syntax.heads import heads
from ..syntax.tagged import penn_upos
from ..syntax.tree import Tree, TreeSource
from .dependencies import TOP, Dependencies
from .frame import Argument, Frame
from .pointers import SUPPORT
from .records import LabelledSentence

_ROOT, _PREDICATE, _SUPPORT = "ROOT", "Y", "SU"
_COLUMNS = 14  # before the arguments
_WHITE = re.compile(r"\s+")
_LABEL = re.compile(r"((?:[CR]-)?)(.*)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,6}")


def write_conll(labelled: LabelledSentence) -> str:
    """One sentence, with its closing empty line; of several predicates at a word the first."""
    tree = labelled.tree
    above = Dependencies.of_tree(tree).above
    frames = {frame.predicate: frame for frame in reversed(labelled.frames)}
    roles = [_at_heads(frames[place], tree, above) for place in sorted(frames)]
    rows = []
    for place, token in enumerate(labelled.sentence.tokens):
        frame = frames.get(place)
        head = str(above[place] + 1)
        relation = _ROOT if above[place] == TOP else NONE
        columns = (
            *(str(place + 1), token.form, token.lemma, token.lemma, token.xpos, token.xpos),
            *(NONE, NONE, head, head, relation, relation),
            *((_PREDICATE, frame.roleset or frame.lemma) if frame else (NONE, NONE)),
            *(own.get(place, NONE) for own in roles),
        )
        rows.append("\t".join(_WHITE.sub("_", column) or NONE for column in columns))
    return "".join(f"{row}\n" for row in rows) + "\n"


def _at_heads(frame: Frame, tree: Tree, above: Sequence[int]) -> dict[int, str]:
    """Labels by head words; of two at one word the longer argument's."""
    by_length = sorted(frame.arguments, key=lambda one: one.end - one.start)
    return {_head(one, tree, above): _written(one.label) for one in by_length}


def _head(argument: Argument, tree: Tree, above: Sequence[int]) -> int:
    """Of a constituent its head; else the first word that depends on one outside."""
    node = tree.exactly(argument.start, argument.end)
    if node is not None:
        return heads(tree)[node]
    within = range(argument.start, argument.end)
    return next(place for place in within if above[place] not in within)


def _written(label: str) -> str:
    """ARG0 is A0, ARGM-TMP is AM-TMP, C-ARG1 is C-A1."""
    prefix, role = _split(label)
    return prefix + (_SUPPORT if role == SUPPORT else re.sub("^ARG", "A", role))


def _meant(label: str) -> str:
    """The same back; one in the long form is what it is."""
    prefix, role = _split(label)
    return prefix + (SUPPORT if role == _SUPPORT else re.sub("^A(?=[0-9AM])", "ARG", role))


def _split(label: str) -> tuple[str, str]:
    prefix, role = _LABEL.findall(label)[0]
    return prefix, role


def read_conll(path: str, trees: TreeSource) -> Iterator[LabelledSentence]:
    """The sentences of a file, with trees of their words; what does not fit has its line told."""
    for number, rows in enumerate(_blocks(path)):
        sentence = Sentence(" ".join(row.form for row in rows), tuple(row.token for row in rows))
        frames = _frames(rows)
        (tree,) = trees.trees([sentence])
        yield LabelledSentence(sentence, tree, frames, number=number)


class _Row:
    """A token with its columns, and where it stands."""

    def __init__(self, line: str, where: str) -> None:
        self.where, self.columns = where, line.split("\t")
        if len(self.columns) < _COLUMNS:
            raise InputError(
                f"{where} has {len(self.columns)} columns apart by tabs, not {_COLUMNS} and those "
                "of arguments: give CoNLL-2009"
            )
        self.form = self.columns[1]
        if not self.form.strip():
            raise InputError(f"{where} has no FORM: give the word")

    @property
    def token(self) -> Token:
        """What is given rather than what was predicted, if both are."""
        lemma, tag = self._either(2, 3), self._either(4, 5)
        return Token(self.form, self.form if lemma == NONE else lemma, penn_upos(tag), tag)

    @property
    def head(self) -> str:
        """As it is written."""
        return self._either(8, 9)

    @property
    def is_predicate(self) -> bool:
        """Whether FILLPRED says so, or PRED where the former is nothing."""
        fill = self.columns[12]
        return fill == _PREDICATE or (fill == NONE and self.roleset != "")

    @property
    def roleset(self) -> str:
        """Of a predicate; nothing where none is given."""
        return "" if self.columns[13] == NONE else self.columns[13]

    def _either(self, given: int, predicted: int) -> str:
        return self.columns[predicted if self.columns[given] in ("", NONE) else given]


def _blocks(path: str) -> Iterator[list[_Row]]:
    rows: list[_Row] = []
    for number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            where = f"{display_name(path)}, line {number}"
            rows.append(_Row(line, where))
            if rows[-1].columns[0] != str(len(rows)):
                raise InputError(
                    f"{where} has ID {rows[-1].columns[0]!r}, not {len(rows)}: number the tokens "
                    "of a sentence from 1, with an empty line before each"
                )
        elif rows:
            yield rows
            rows = []
    if rows:
        yield rows


def _frames(rows: Sequence[_Row]) -> tuple[Frame, ...]:
    predicates = [place for place, row in enumerate(rows) if row.is_predicate]
    if not any(row.roleset for row in rows) and all(len(row.columns) == _COLUMNS for row in rows):
        return tuple(_frame(rows[place], place, ()) for place in predicates)
    wanted = _COLUMNS + len(predicates)
    for row in rows:
        if len(row.columns) != wanted:
            raise InputError(
                f"{row.where} has {len(row.columns)} columns, and its sentence "
                f"{len(predicates)} predicates: give {wanted}"
            )
    words = _dependencies(rows)
    frames = []
    for column, place in enumerate(predicates, _COLUMNS):
        labels = ((at, row.columns[column]) for at, row in enumerate(rows))
        arguments = sorted(
            (Argument(_meant(label), *words.span(at, place)) for at, label in labels
             if label not in ("", NONE)), key=lambda one: one[1:]
        )  # fmt: skip
        frames.append(_frame(rows[place], place, arguments))
    return tuple(frames)


def _frame(row: _Row, place: int, arguments: Sequence[Argument]) -> Frame:
    """With the lemma of its roleset, or of its word where none is given."""
    token, roleset = row.token, row.roleset
    lemma = roleset.rpartition(".")[0] or roleset or token.lemma
    return Frame(place, token.xpos, lemma, roleset, tuple(arguments))


def _dependencies(rows: Sequence[_Row]) -> Dependencies:
    """Without heads each word stands for itself."""
    above = []
    for row in rows:
        head = row.head
        if head not in ("", NONE) and not (_NUMBER.fullmatch(head) and int(head) <= len(rows)):
            raise InputError(f"{row.where} has HEAD {head!r}: give 0 to {len(rows)}")
        above.append(int(head) - 1 if head not in ("", NONE) else TOP)
    words = Dependencies(above)
    circle = words.circle()
    if circle is not None:
        raise InputError(f"{rows[circle].where} is below itself, by HEAD: mend it")
    return words
