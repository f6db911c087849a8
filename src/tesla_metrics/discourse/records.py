"""Documents with their relations as JSON lines: the GUM Discourse Treebank's, TED-MDB's, our own.

A document a line: `doc`, `genre`, `sentences`, `relations`. A sentence has `tokens` and, one for
each, `lemmas`, `upos` and `xpos`; `text`, `par` (the number of its paragraph) and `tree` may be
there. A relation has `type`, `sense`, `conn` and, as [first, last] token of the document,
`conn_tok`, `arg1_tok` and `arg2_tok`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..analysis.sentence import Sentence, Token
from ..errors import InputError
from ..files.lines import display_name, iterate_lines
from ..files.schema import MisfitError, anything, demand, list_of, optional, record, row, whole
from ..files.schema import text as text_shape
from ..files.strict_json import parse_json
from ..syntax.brackets import format_tree, parse_tree
from ..syntax.tree import Tree, TreeSource
from .document import Document
from .relation import ALT_LEX, ENT_REL, EXPLICIT, HYPOPHORA, IMPLICIT, NO_REL, Relation, Spans
from .ted import ted_relations

_TYPES = {
    name.lower(): name for name in (EXPLICIT, IMPLICIT, ALT_LEX, ENT_REL, NO_REL, HYPOPHORA)
} | {"altlexc": ALT_LEX}  # a construction that says what a connective would
_ALONE = frozenset({ENT_REL, NO_REL, HYPOPHORA})
# Genres of GDTB whose texts are CC BY-NC-SA: they serve evaluation, never shipped weights.
NOT_FREE = frozenset({"essay", "fiction", "letter", "podcast", "whow"})
# Written so once in GDTB.
_MISSPELT = {"Cmparison": "Comparison"}

_SPANS = list_of(row(whole(0, 10**9), whole(0, 10**9)))
_TEXTS = list_of(text_shape(wanted="a word"))
_SENTENCE = record(
    {"tokens": _TEXTS},
    {
        "lemmas": _TEXTS,
        "upos": _TEXTS,
        "xpos": _TEXTS,
        "par": whole(0, 10**9),
        "tree": optional(text_shape(most=10**6)),
    },
    others=anything(),
)
_RELATION = record(
    {"type": text_shape(), "sense": text_shape(), "arg1_tok": _SPANS, "arg2_tok": _SPANS},
    {"conn_tok": _SPANS},
    others=anything(),
)
_RECORD = record(
    {"sentences": list_of(_SENTENCE)},
    {"relations": list_of(_RELATION), "conn_spans": _SPANS},
    others=anything(),
)


@dataclass(frozen=True)
class AnnotatedDocument:
    """A document, and the relations that people (or a parser) found in it.

    Where a record has no trees the document has none, until `with_trees`.
    """

    name: str
    genre: str
    document: Document
    relations: tuple[Relation, ...]

    def with_trees(self, source: TreeSource) -> "AnnotatedDocument":
        """The same with other trees."""
        trees = tuple(source.trees(self.document.sentences))
        return replace(self, document=replace(self.document, trees=trees))


def read_records(path: str) -> Iterator[AnnotatedDocument]:
    """The documents of a file, one by one; what does not fit is refused with its line."""
    for number, line in enumerate(iterate_lines(path), 1):
        if not line.strip():
            continue
        where = f"{display_name(path)}, line {number}"
        try:
            yield decode_record(parse_json(line), where)
        except MisfitError as error:
            raise InputError(f"{where} is no discourse record: {error}; mend the line") from error


def decode_record(content: Any, where: str = "the record") -> AnnotatedDocument:
    """One document; MisfitError where it is none, InputError where a tree is none."""
    facts = _RECORD(content, "")
    rows = facts["sentences"]
    sentences = tuple(_sentence(one, f"sentences[{place}]") for place, one in enumerate(rows))
    trees = tuple(
        _tree(one["tree"], sentence, f"{where}, tree {place}")
        for place, (one, sentence) in enumerate(zip(rows, sentences, strict=True), 1)
        if one.get("tree")
    )
    demand(len(trees) in (0, len(rows)), "some sentences have trees and some have none")
    paragraphs = tuple(one["par"] for one in rows if "par" in one)
    demand(len(paragraphs) in (0, len(rows)), "some sentences have paragraphs and some have none")
    document = Document(sentences, trees, paragraphs)
    found = facts.get("relations", [])
    if "conn_spans" in facts:
        found = ted_relations(found, facts["conn_spans"])
    relations = tuple(
        _relation(one, document, f"relations[{place}]") for place, one in enumerate(found)
    )
    return AnnotatedDocument(
        str(facts.get("doc", "")), str(facts.get("genre", "")), document, relations
    )


def encode_record(name: str, document: Document, relations: Iterable[Relation]) -> dict[str, Any]:
    """A document as such a line has it."""
    return {
        "doc": name,
        "n_tokens": document.starts[-1],
        "sentences": [_encoded(document, number) for number in range(len(document.sentences))],
        "relations": [
            {
                "type": one.type,
                "conn": one.connective,
                "sense": one.sense,
                "conn_tok": [list(span) for span in one.connective_tokens],
                "arg1_tok": [list(span) for span in one.arg1],
                "arg2_tok": [list(span) for span in one.arg2],
            }
            for one in relations
        ],
    }


def _encoded(document: Document, number: int) -> dict[str, Any]:
    sentence = document.sentences[number]
    row: dict[str, Any] = {"par": document.paragraphs[number]} if document.paragraphs else {}
    row["text"] = sentence.text
    for name, field in zip(("tokens", "lemmas", "upos", "xpos"), Token._fields, strict=True):
        row[name] = [getattr(token, field) for token in sentence.tokens]
    if document.trees:
        row["tree"] = format_tree(document.trees[number])
    return row


def _sentence(facts: Mapping[str, Any], where: str) -> Sentence:
    forms = facts["tokens"]
    columns = [forms]
    for name, otherwise in (("lemmas", forms), ("upos", None), ("xpos", None)):
        column = facts.get(name, otherwise)
        demand(column is not None, f"{where}.{name} is missing")
        demand(len(column) == len(forms), f"{where}.{name} and its tokens differ in number")
        columns.append(column)
    text = facts.get("text")
    return Sentence(
        text if isinstance(text, str) else " ".join(forms),
        tuple(Token(*values) for values in zip(*columns, strict=True)),
    )


def _tree(text: str, sentence: Sentence, where: str) -> Tree:
    tree = parse_tree(text, where=where)
    # The words themselves may be spelt otherwise in trees.
    if len(tree.words) != len(sentence.tokens):
        raise InputError(
            f"{where} has {len(tree.words)} words, its sentence {len(sentence.tokens)}: mend it"
        )
    return tree


def _relation(facts: Mapping[str, Any], document: Document, where: str) -> Relation:
    kind = _TYPES.get(facts["type"].lower())
    demand(
        kind, f"{where}.type is {facts['type']!r}, wanted is one of {', '.join(_TYPES.values())}"
    )
    sense = ".".join(part[:1].upper() + part[1:] for part in facts["sense"].split("."))
    head, dot, rest = sense.partition(".")
    sense = _MISSPELT.get(head, head) + dot + rest
    if sense in _ALONE:  # an Implicit of sense NoRel is a NoRel
        kind = sense
    arguments = [
        _spans(facts.get(name, []), document, f"{where}.{name}")
        for name in ("arg1_tok", "arg2_tok", "conn_tok")
    ]
    written = facts.get("conn") or ""
    connective = "" if written == "_" else str(written)
    if not connective and arguments[2]:
        connective = words_of(document, arguments[2]).lower()
    return Relation(str(kind), str(kind) if kind in _ALONE else sense, connective, *arguments)


def _spans(found: Sequence[Sequence[int]], document: Document, where: str) -> Spans:
    spans = tuple((first, last) for first, last in found)
    for first, last in spans:
        demand(
            first <= last < document.starts[-1],
            f"{where} has [{first}, {last}], and the document {document.starts[-1]} tokens",
        )
    return tuple(sorted(spans))


def words_of(document: Document, spans: Spans) -> str:
    """The words of spans, joined by spaces."""
    words = []
    for first, last in spans:
        for place in range(first, last + 1):
            number = document.sentence_of[place]
            words.append(document.sentences[number].tokens[place - document.starts[number]].form)
    return " ".join(words)
