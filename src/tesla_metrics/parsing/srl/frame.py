"""Frames (predicates with arguments) and the files that contain them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ...errors import InputError
from ...files.lines import get_display_name, iterate_lines, read_lines
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
from ..syntax.tree import Tree, TreeSource, make_tagged_sentence
from ..syntax.tree_formats import format_tree, parse_tree
from .role_model import NOUN, VERB

# Prefixes of labels: the continuation of an argument (C-ARG1), and a reference to an argument
# (R-ARG0), for example a relative pronoun.
CONTINUATION_PREFIX, REFERENCE_PREFIX = "C-", "R-"
_CORE_LABELS = frozenset(f"ARG{sign}" for sign in "0123456789A")


class Argument(NamedTuple):
    """Argument of a predicate: words[start:end], at least one word, that fill a role.

    label   role, for example ARG0, ARGM-TMP or C-ARG1
    start   index of the first word
    end     index after the last word
    """

    label: str
    start: int
    end: int

    @property
    def is_core(self) -> bool:
        """Whether the role is ARG0 to ARG9 or ARGA, which a predicate has at most once."""
        return self.label in _CORE_LABELS


@dataclass(frozen=True)
class Frame:
    """Predicate in a sentence, and the arguments that fill its roles.

    predicate   index of the predicate's word
    tag         Penn tag of this word, which distinguishes nouns from verbs
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

_WORDS_SHAPE = list_of(text_shape(expected="a word"))
_INDEX_SHAPE = integer(0, 10**9)
_PREDICATE_SHAPE = record(
    {
        "i": _INDEX_SHAPE,
        "lemma": text_shape(),
        "args": list_of(tuple_of(text_shape(), _INDEX_SHAPE, _INDEX_SHAPE)),
    },
    {"roleset": text_shape(), "pos": text_shape()},
    other_fields=anything(),
)
_SENTENCE_SHAPE = record(
    {"tokens": _WORDS_SHAPE, "tree": text_shape(max_length=10**6)},
    {
        "lemmas": _WORDS_SHAPE,
        "pos": _WORDS_SHAPE,
        "preds": list_of(_PREDICATE_SHAPE),
        "sent": _INDEX_SHAPE,
    },
    other_fields=anything(),
)


@dataclass(frozen=True)
class LabelledSentence:
    """Sentence with its tree and its frames, annotated by people or predicted by a labeller.

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
        location = f"{get_display_name(path)}, line {line_number}"
        try:
            yield decode_labelled_sentence(parse_json(line), lemmatizer, location)
        except SchemaError as error:
            raise InputError(
                f"{location} is not a record of frames: {error}; fix the line"
            ) from error


def decode_labelled_sentence(
    json_value: Any, lemmatizer: Lemmatizer, location: str = "the record"
) -> LabelledSentence:
    """Decode one sentence; raise SchemaError for a bad record and InputError for a bad tree.

    Error messages about the tree begin with `location`.
    """
    fields = _SENTENCE_SHAPE(json_value, "")
    words = fields["tokens"]
    tree = replace(parse_tree(fields["tree"], location=f"{location}: the tree"), words=tuple(words))
    require(len(tree.leaves) == len(words), "its tree and its tokens differ in number")
    for name in ("lemmas", "pos"):
        require(
            len(fields.get(name, words)) == len(words),
            f"its {name} and its tokens differ in number",
        )
    sentence = make_tagged_sentence(tree, _make_lemma_function(fields.get("lemmas"), lemmatizer))
    if "pos" in fields:
        sentence = _replace_tags(sentence, fields["pos"])
    frames = tuple(
        _decode_frame(predicate_fields, sentence, f"preds[{predicate_index}]")
        for predicate_index, predicate_fields in enumerate(fields.get("preds", []))
    )
    document, genre = str(fields.get("doc", "")), str(fields.get("genre", ""))
    return LabelledSentence(sentence, tree, frames, document, fields.get("sent", 0), genre)


def encode_labelled_sentence(labelled: LabelledSentence) -> dict[str, Any]:
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


def _make_lemma_function(
    annotated_lemmas: Sequence[str] | None, lemmatizer: Lemmatizer
) -> Callable[[str, str], str]:
    """Return a function that maps a form and its UPOS to a lemma.

    If there are annotated lemmas, the function returns them one after the other, so it must be
    called once per word, in the order of the text. Missing lemmas are looked up.
    """
    if annotated_lemmas is None:
        return lemmatizer.lemma
    remaining_lemmas = iter(annotated_lemmas)

    def lemma(form: str, upos: str) -> str:
        annotated_lemma = next(remaining_lemmas)
        return annotated_lemma if annotated_lemma != NO_VALUE else lemmatizer.lemma(form, upos)

    return lemma


def _replace_tags(sentence: Sentence, tags: Sequence[str]) -> Sentence:
    """Return a sentence with other Penn tags; tokens with the tag NO_VALUE keep theirs."""
    tokens = tuple(
        token if tag in (NO_VALUE, token.xpos) else token._replace(xpos=tag)
        for token, tag in zip(sentence.tokens, tags, strict=True)
    )
    return sentence._replace(tokens=tokens)


def _decode_frame(fields: Mapping[str, Any], sentence: Sentence, field_path: str) -> Frame:
    n_tokens, predicate_index = len(sentence.tokens), fields["i"]
    require(
        predicate_index < n_tokens,
        f"{field_path}.i is {predicate_index}, but the sentence has {n_tokens} tokens",
    )
    arguments = []
    for label, first, last in fields["args"]:
        require(
            first <= last < n_tokens,
            f"{field_path} has {label} from {first} to {last}, but the sentence has {n_tokens} "
            "tokens",
        )
        if label != PREDICATE_LABEL:
            arguments.append(Argument(label, first, last + 1))
    # The sort is stable: if a span has two labels, the annotator's first label stays first.
    arguments.sort(key=lambda argument: (argument.start, argument.end))
    tag = fields.get("pos", sentence.tokens[predicate_index].xpos)
    return Frame(predicate_index, tag, fields["lemma"], fields.get("roleset", ""), tuple(arguments))


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
# There is one roleset per line, with columns separated by tabs: the roleset, its name, and its
# words separated by spaces, each with its kind: `n:acquisition v:acquire`. Other columns and a
# header line, which begins with `roleset`, are ignored.

_KINDS_BY_LETTER = {"n": NOUN, "v": VERB}
_HEADER_FIELD = "roleset"
# Rolesets by kind (noun or verb) and lower-case word.
RolesetInventory = dict[tuple[str, str], list[str]]


def read_roleset_inventory(path: str) -> RolesetInventory:
    """Read the rolesets of nouns and verbs.

    Words of other kinds and entries of several words are left out.
    """
    inventory: RolesetInventory = {}
    for line_number, line in enumerate(read_lines(path), 1):
        roleset, *other_fields = line.split("\t")
        if line_number == 1 and roleset == _HEADER_FIELD:
            continue
        if len(other_fields) < 2 or not roleset or " " in roleset:
            raise InputError(
                f"{get_display_name(path)}, line {line_number} is not a roleset: give its sense "
                "(sell.01), a name and its words (n:sale v:sell), separated by tabs"
            )
        for word_entry in other_fields[1].split():
            letter, _, word = word_entry.partition(":")
            if letter in _KINDS_BY_LETTER and word and "_" not in word:
                rolesets = inventory.setdefault((_KINDS_BY_LETTER[letter], word.lower()), [])
                if roleset not in rolesets:
                    rolesets.append(roleset)
    return inventory
