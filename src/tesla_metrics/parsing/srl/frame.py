"""Frames (predicates with arguments) and the files that contain them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ...errors import InputError
from ...files.lines import display_name, iterate_lines, read_lines
from ...files.schema import (
    SchemaError,
    anything,
    integer,
    list_of,
    parse_json,
    record,
    require,
    tuple_of,
)
from ...files.schema import text as text_shape
from ...files.sentence import NO_VALUE, Sentence
from ...text.lemmatizer import Lemmatizer
from ..syntax.tree import Tree, TreeSource, tagged_sentence
from ..syntax.tree_formats import format_tree, parse_tree
from .role_model import NOUN, VERB

# Prefixes of labels: the continuation of an argument (C-ARG1) and a reference to one (R-ARG0).
CONTINUATION_PREFIX, REFERENCE_PREFIX = "C-", "R-"
_CORE = frozenset(f"ARG{sign}" for sign in "0123456789A")


class Argument(NamedTuple):
    """Words of a sentence that fill a role: words[start:end], at least one word.

    label   role, for example ARG0, ARGM-TMP or C-ARG1
    start   index of the first word
    end     index after the last word
    """

    label: str
    start: int
    end: int

    @property
    def is_core(self) -> bool:
        """Whether a predicate has at most one such role: ARG0 to ARG9 and ARGA, but not C-ARG0."""
        return self.label in _CORE


@dataclass(frozen=True)
class Frame:
    """A predicate in a sentence, and the arguments that fill its roles.

    predicate   index of its word
    tag         its Penn tag, which distinguishes nouns from verbs
    lemma       lemma of the frame, shared by nouns and verbs: `acquire` for `acquisition`
    roleset     sense of the lemma, for example `acquire.01`; "" if unknown
    arguments   arguments in the order of the text, without the predicate itself
    """

    predicate: int
    tag: str
    lemma: str
    roleset: str
    arguments: tuple[Argument, ...]

    @property
    def is_noun(self) -> bool:
        """Whether the predicate is a noun."""
        return self.tag.startswith("NN")

    @property
    def is_verb(self) -> bool:
        """Whether the predicate is a verb."""
        return self.tag.startswith("VB")


# Format of sentences with frames: JSON lines.
#
# One sentence per line: `tokens`, `pos` (Penn tags) and `tree` (in brackets), optionally `lemmas`,
# `doc`, `sent` and `genre`, and `preds`. Each predicate has `i` (its token), `lemma`, `roleset`,
# `pos` and `args`, a list of [label, first token, last token]. The label V marks the predicate
# itself.

PREDICATE_LABEL = "V"

_TEXTS = list_of(text_shape(expected="a word"))
_TOKEN_INDEX = integer(0, 10**9)
_PREDICATE = record(
    {
        "i": _TOKEN_INDEX,
        "lemma": text_shape(),
        "args": list_of(tuple_of(text_shape(), _TOKEN_INDEX, _TOKEN_INDEX)),
    },
    {"roleset": text_shape(), "pos": text_shape()},
    others=anything(),
)
_RECORD = record(
    {"tokens": _TEXTS, "tree": text_shape(max_length=10**6)},
    {"lemmas": _TEXTS, "pos": _TEXTS, "preds": list_of(_PREDICATE), "sent": _TOKEN_INDEX},
    others=anything(),
)


@dataclass(frozen=True)
class LabelledSentence:
    """A sentence with its tree and its frames, annotated by people or predicted by a labeller.

    sentence    the analysed sentence
    tree        its constituent tree
    frames      its frames
    document    name of the document
    number      index of the sentence in the document, from 0
    genre       genre of the document, "" if unknown
    """

    sentence: Sentence
    tree: Tree
    frames: tuple[Frame, ...]
    document: str = ""
    number: int = 0
    genre: str = ""

    def with_tree(self, source: TreeSource) -> "LabelledSentence":
        """Return a copy with a tree from another source.

        Parameters
        ----------
        source : TreeSource
            Parser or other source of trees.

        Returns
        -------
        LabelledSentence
        """
        (tree,) = source.trees([self.sentence])
        return replace(self, tree=tree)


def read_frames(path: str) -> Iterator[LabelledSentence]:
    """Read sentences with frames from a file of JSON lines, one by one.

    Parameters
    ----------
    path : str
        File to read; "-" is standard input.

    Yields
    ------
    LabelledSentence

    Raises
    ------
    InputError
        If a line is malformed; the message gives its number.
    """
    lemmatizer = Lemmatizer("en")
    for line_number, line in enumerate(iterate_lines(path), 1):
        if not line.strip():
            continue
        where = f"{display_name(path)}, line {line_number}"
        try:
            yield decode_frames(parse_json(line), lemmatizer, where)
        except SchemaError as error:
            raise InputError(f"{where} is not a record of frames: {error}; fix the line") from error


def decode_frames(
    content: Any, lemmatizer: Lemmatizer, where: str = "the record"
) -> LabelledSentence:
    """Decode one sentence; raise MisfitError for a bad record and InputError for a bad tree."""
    data = _RECORD(content, "")
    words = data["tokens"]
    tree = replace(parse_tree(data["tree"], where=f"{where}: the tree"), words=tuple(words))
    require(len(tree.leaves) == len(words), "its tree and its tokens differ in number")
    for name in ("lemmas", "pos"):
        require(
            len(data.get(name, words)) == len(words), f"its {name} and its tokens differ in number"
        )
    sentence = tagged_sentence(tree, _lemma_function(data.get("lemmas"), lemmatizer))
    if "pos" in data:
        sentence = _with_tags(sentence, data["pos"])
    frames = tuple(
        _decode_frame(predicate, sentence, f"preds[{predicate_index}]")
        for predicate_index, predicate in enumerate(data.get("preds", []))
    )
    doc, genre = str(data.get("doc", "")), str(data.get("genre", ""))
    return LabelledSentence(sentence, tree, frames, doc, data.get("sent", 0), genre)


def encode_frames(labelled: LabelledSentence) -> dict[str, Any]:
    """Return a sentence as a JSON object of the file format."""
    tokens = labelled.sentence.tokens
    return {
        "doc": labelled.document,
        "sent": labelled.number,
        **({"genre": labelled.genre} if labelled.genre else {}),
        "tokens": [token.form for token in tokens],
        "lemmas": [token.lemma or NO_VALUE for token in tokens],
        "pos": [token.xpos for token in tokens],
        "tree": format_tree(labelled.tree),
        "preds": [_encode_frame(frame) for frame in labelled.frames],
    }


def _lemma_function(
    annotated: Sequence[str] | None, lemmatizer: Lemmatizer
) -> Callable[[str, str], str]:
    """Return a function for the lemmas of successive words; annotated lemmas take precedence."""
    if annotated is None:
        return lemmatizer.lemma
    remaining = iter(annotated)

    def lemma(form: str, upos: str) -> str:
        known_lemma = next(remaining)
        return known_lemma if known_lemma != NO_VALUE else lemmatizer.lemma(form, upos)

    return lemma


def _with_tags(sentence: Sentence, tags: Sequence[str]) -> Sentence:
    """Return a sentence with these Penn tags; where a tag is NONE the old one stays."""
    tokens = tuple(
        token if tag in (NO_VALUE, token.xpos) else token._replace(xpos=tag)
        for token, tag in zip(sentence.tokens, tags, strict=True)
    )
    return sentence._replace(tokens=tokens)


def _decode_frame(data: Mapping[str, Any], sentence: Sentence, where: str) -> Frame:
    length, predicate = len(sentence.tokens), data["i"]
    require(predicate < length, f"{where}.i is {predicate}, but the sentence has {length} tokens")
    arguments = []
    for label, first, last in data["args"]:
        require(
            first <= last < length,
            f"{where} has {label} from {first} to {last}, but the sentence has {length} tokens",
        )
        if label != PREDICATE_LABEL:
            arguments.append(Argument(label, first, last + 1))
    # The sort is stable: if words have two labels, the annotator's first label stays first.
    arguments.sort(key=lambda argument: (argument.start, argument.end))
    tag = data.get("pos", sentence.tokens[predicate].xpos)
    return Frame(predicate, tag, data["lemma"], data.get("roleset", ""), tuple(arguments))


def _encode_frame(frame: Frame) -> dict[str, Any]:
    predicate = Argument(PREDICATE_LABEL, frame.predicate, frame.predicate + 1)
    arguments = sorted([*frame.arguments, predicate], key=lambda argument: argument.start)
    return {
        "i": frame.predicate,
        "lemma": frame.lemma,
        **({"roleset": frame.roleset} if frame.roleset else {}),
        "pos": frame.tag,
        "args": [[argument.label, argument.start, argument.end - 1] for argument in arguments],
    }


# Format of a roleset inventory, which can be made from the frame files of PropBank.
#
# One roleset per line with columns separated by tabs: the roleset, its name, and its words
# separated by spaces, each with its kind: `n:acquisition v:acquire`. Other columns are ignored, and
# so is a first line that begins with `roleset`.

_KIND_BY_LETTER = {"n": NOUN, "v": VERB}
_HEADER = "roleset"
Inventory = dict[tuple[str, str], list[str]]


def read_inventory(path: str) -> Inventory:
    """Read the rolesets of nouns and verbs; other and multi-word entries are left out."""
    inventory: Inventory = {}
    for line_number, line in enumerate(read_lines(path), 1):
        roleset, *fields = line.split("\t")
        if line_number == 1 and roleset == _HEADER:
            continue
        if len(fields) < 2 or not roleset or " " in roleset:
            raise InputError(
                f"{display_name(path)}, line {line_number} is not a roleset: give its sense "
                "(sell.01), a name and its words (n:sale v:sell), separated by tabs"
            )
        for alias in fields[1].split():
            letter, _, form = alias.partition(":")
            if letter in _KIND_BY_LETTER and form and "_" not in form:
                rolesets = inventory.setdefault((_KIND_BY_LETTER[letter], form.lower()), [])
                if roleset not in rolesets:
                    rolesets.append(roleset)
    return inventory
