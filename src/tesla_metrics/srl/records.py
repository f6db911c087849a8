"""Sentences with their frames as JSON lines.

A sentence a line: `tokens`, `pos` (Penn's tags) and `tree` (in brackets), perhaps `lemmas`, `doc`,
`sent` and `genre`, and `preds`: of each `i` (its token), `lemma`, `roleset`, `pos` and `args`,
which are [label, first token, last token]. Of these V is the predicate itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..analysis.lemmas import Lemmatizer
from ..analysis.sentence import NONE, Sentence
from ..errors import InputError
from ..files.lines import display_name, iterate_lines
from ..files.schema import MisfitError, anything, demand, list_of, record, row, whole
from ..files.schema import text as text_shape
from ..files.strict_json import parse_json
from ..syntax.brackets import format_tree, parse_tree
from ..syntax.tagged import tagged_sentence
from ..syntax.tree import Tree, TreeSource
from .frame import Argument, Frame

PREDICATE = "V"

_TEXTS = list_of(text_shape(wanted="a word"))
_PLACE = whole(0, 10**9)
_PREDICATE = record(
    {"i": _PLACE, "lemma": text_shape(), "args": list_of(row(text_shape(), _PLACE, _PLACE))},
    {"roleset": text_shape(), "pos": text_shape()},
    others=anything(),
)
_RECORD = record(
    {"tokens": _TEXTS, "tree": text_shape(most=10**6)},
    {"lemmas": _TEXTS, "pos": _TEXTS, "preds": list_of(_PREDICATE), "sent": _PLACE},
    others=anything(),
)


@dataclass(frozen=True)
class LabelledSentence:
    """A sentence with its tree, and the frames that people (or a labeller) found in it."""

    sentence: Sentence
    tree: Tree
    frames: tuple[Frame, ...]
    document: str = ""
    number: int = 0
    genre: str = ""

    def with_tree(self, source: TreeSource) -> "LabelledSentence":
        """The same with another tree."""
        (tree,) = source.trees([self.sentence])
        return replace(self, tree=tree)


def read_frames(path: str) -> Iterator[LabelledSentence]:
    """The sentences of a file, one by one; what does not fit is refused with its line."""
    lemmatizer = Lemmatizer("en")
    for number, line in enumerate(iterate_lines(path), 1):
        if not line.strip():
            continue
        where = f"{display_name(path)}, line {number}"
        try:
            yield decode_frames(parse_json(line), lemmatizer, where)
        except MisfitError as error:
            raise InputError(f"{where} is no record of frames: {error}; mend the line") from error


def decode_frames(
    content: Any, lemmatizer: Lemmatizer, where: str = "the record"
) -> LabelledSentence:
    """One sentence; MisfitError where it is none, InputError where its tree is none."""
    facts = _RECORD(content, "")
    words = facts["tokens"]
    tree = replace(parse_tree(facts["tree"], where=f"{where}: the tree"), words=tuple(words))
    demand(len(tree.leaves) == len(words), "its tree and its tokens differ in number")
    for name in ("lemmas", "pos"):
        demand(
            len(facts.get(name, words)) == len(words), f"its {name} and its tokens differ in number"
        )
    sentence = tagged_sentence(tree, _lemmas(facts.get("lemmas"), lemmatizer))
    if "pos" in facts:
        sentence = _with_tags(sentence, facts["pos"])
    frames = tuple(
        _frame(one, sentence, f"preds[{place}]") for place, one in enumerate(facts.get("preds", []))
    )
    doc, genre = str(facts.get("doc", "")), str(facts.get("genre", ""))
    return LabelledSentence(sentence, tree, frames, doc, facts.get("sent", 0), genre)


def encode_frames(labelled: LabelledSentence) -> dict[str, Any]:
    """A sentence as such a line has it."""
    tokens = labelled.sentence.tokens
    return {
        "doc": labelled.document,
        "sent": labelled.number,
        **({"genre": labelled.genre} if labelled.genre else {}),
        "tokens": [token.form for token in tokens],
        "lemmas": [token.lemma or NONE for token in tokens],
        "pos": [token.xpos for token in tokens],
        "tree": format_tree(labelled.tree),
        "preds": [_encoded(frame) for frame in labelled.frames],
    }


def _lemmas(given: Sequence[str] | None, lemmatizer: Lemmatizer) -> Callable[[str, str], str]:
    """Of one word after the other; those that are given cost nothing."""
    if given is None:
        return lemmatizer.lemma
    known = iter(given)

    def lemma(form: str, upos: str) -> str:
        own = next(known)
        return own if own != NONE else lemmatizer.lemma(form, upos)

    return lemma


def _with_tags(sentence: Sentence, tags: Sequence[str]) -> Sentence:
    """Where there are some: CoNLL's mark for none leaves what was there."""
    tokens = tuple(
        token if tag in (NONE, token.xpos) else token._replace(xpos=tag)
        for token, tag in zip(sentence.tokens, tags, strict=True)
    )
    return sentence._replace(tokens=tokens)


def _frame(facts: Mapping[str, Any], sentence: Sentence, where: str) -> Frame:
    length, place = len(sentence.tokens), facts["i"]
    demand(place < length, f"{where}.i is {place}, and the sentence has {length} tokens")
    arguments = []
    for label, first, last in facts["args"]:
        demand(
            first <= last < length,
            f"{where} has {label} from {first} to {last}, and the sentence {length} tokens",
        )
        if label != PREDICATE:
            arguments.append(Argument(label, first, last + 1))
    # Of words with two labels the first one is the annotator's.
    arguments.sort(key=lambda one: (one.start, one.end))
    tag = facts.get("pos", sentence.tokens[place].xpos)
    return Frame(place, tag, facts["lemma"], facts.get("roleset", ""), tuple(arguments))


def _encoded(frame: Frame) -> dict[str, Any]:
    own = Argument(PREDICATE, frame.predicate, frame.predicate + 1)
    everything = sorted([*frame.arguments, own], key=lambda one: one.start)
    return {
        "i": frame.predicate,
        "lemma": frame.lemma,
        **({"roleset": frame.roleset} if frame.roleset else {}),
        "pos": frame.tag,
        "args": [[one.label, one.start, one.end - 1] for one in everything],
    }
