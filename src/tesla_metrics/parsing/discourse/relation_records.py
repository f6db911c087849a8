"""Read and write documents with relations as JSON lines (GDTB, TED-MDB)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...errors import InputError
from ...files.lines import display_name, iterate_lines
from ...files.schema import (
    SchemaError,
    anything,
    integer,
    list_of,
    optional,
    parse_json,
    record,
    require,
    tuple_of,
)
from ...files.schema import text as text_shape
from ...files.sentence import Sentence, Token
from ..syntax.tree import Tree, TreeSource
from ..syntax.tree_formats import format_tree, parse_tree
from .relation import (
    ALT_LEX,
    ENT_REL,
    EXPLICIT,
    HYPOPHORA,
    IMPLICIT,
    NO_REL,
    Document,
    Relation,
    Spans,
)

# Conversion of TED-MDB records to the form of GDTB.
#
# In TED-MDB the first argument is the one that comes first in the text. `dir` tells which argument
# the connective belongs to ("1>2": the first), this argument contains the connective, and
# connectives are listed separately. Of several senses
# ("temporal.synchronous;contingency.condition") the first is kept.

_TYPES_WITH_CONNECTIVE = frozenset({"explicit", "altlex"})


def convert_ted_relations(
    relations: Sequence[Mapping[str, Any]], connectives: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """Remove connectives from second arguments; each connective belongs to one relation."""
    free = sorted((first, last) for first, last in connectives)
    converted = []
    for data in relations:
        first, second = data["arg1_tok"], data["arg2_tok"]
        if data.get("dir") == "1>2":
            first, second = second, first
        connective = None
        if data["type"].lower() in _TYPES_WITH_CONNECTIVE:
            connective = next((span for span in free if _within(span, second)), None)
        if connective is not None:
            free.remove(connective)
            second = _without(second, connective)
        sense = data["sense"].partition(";")[0]
        connective_spans = [list(connective)] if connective is not None else []
        converted.append(
            {
                **data,
                "sense": sense,
                "arg1_tok": first,
                "arg2_tok": second,
                "conn_tok": connective_spans,
            }
        )
    return converted


def _within(span: Sequence[int], spans: Sequence[Sequence[int]]) -> bool:
    return any(first <= span[0] and span[1] <= last for first, last in spans)


def _without(spans: Sequence[Sequence[int]], removed: Sequence[int]) -> list[list[int]]:
    remaining = []
    for first, last in spans:
        if first <= removed[0] and removed[1] <= last:
            remaining += [[first, removed[0] - 1], [removed[1] + 1, last]]
        else:
            remaining.append([first, last])
    return [[first, last] for first, last in remaining if first <= last]


# Format of documents with relations (GUM Discourse Treebank, TED-MDB, our own): JSON lines.
#
# One document per line: `doc`, `genre`, `sentences`, `relations`. A sentence has `tokens` and, one
# per token, `lemmas`, `upos` and `xpos`; `text`, `par` (paragraph index) and `tree` are optional. A
# relation has `type`, `sense`, `conn` and, as [first, last] token of the document, `conn_tok`,
# `arg1_tok` and `arg2_tok`.

_TYPES = {
    name.lower(): name for name in (EXPLICIT, IMPLICIT, ALT_LEX, ENT_REL, NO_REL, HYPOPHORA)
} | {"altlexc": ALT_LEX}  # a construction instead of a connective
_TYPES_WITHOUT_SENSE = frozenset({ENT_REL, NO_REL, HYPOPHORA})
# Genres of GDTB whose texts are CC BY-NC-SA: used for evaluation, never for shipped weights.
NON_COMMERCIAL_GENRES = frozenset({"essay", "fiction", "letter", "podcast", "whow"})
# Misspelt senses in GDTB.
_SPELLING_CORRECTIONS = {"Cmparison": "Comparison"}

_SPANS = list_of(tuple_of(integer(0, 10**9), integer(0, 10**9)))
_TEXTS = list_of(text_shape(expected="a word"))
_SENTENCE = record(
    {"tokens": _TEXTS},
    {
        "lemmas": _TEXTS,
        "upos": _TEXTS,
        "xpos": _TEXTS,
        "par": integer(0, 10**9),
        "tree": optional(text_shape(max_length=10**6)),
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
    """A document with relations that were annotated by people or predicted by a parser.

    If the record has no trees, the document has none until `with_trees` is called.
    """

    name: str
    genre: str
    document: Document
    relations: tuple[Relation, ...]

    def with_trees(self, source: TreeSource) -> "AnnotatedDocument":
        """Return a copy with trees from another source."""
        trees = tuple(source.trees(self.document.sentences))
        return replace(self, document=replace(self.document, trees=trees))


def read_records(path: str) -> Iterator[AnnotatedDocument]:
    """Yield the documents of a file one by one; errors give the line."""
    for line_number, line in enumerate(iterate_lines(path), 1):
        if not line.strip():
            continue
        where = f"{display_name(path)}, line {line_number}"
        try:
            yield decode_record(parse_json(line), where)
        except SchemaError as error:
            raise InputError(f"{where} is not a discourse record: {error}; fix the line") from error


def decode_record(content: Any, where: str = "the record") -> AnnotatedDocument:
    """Decode one document; raise MisfitError for a bad record and InputError for a bad tree."""
    data = _RECORD(content, "")
    rows = data["sentences"]
    sentences = tuple(
        _decode_sentence(item, f"sentences[{index}]") for index, item in enumerate(rows)
    )
    trees = tuple(
        _decode_tree(item["tree"], sentence, f"{where}, tree {index}")
        for index, (item, sentence) in enumerate(zip(rows, sentences, strict=True), 1)
        if item.get("tree")
    )
    require(len(trees) in (0, len(rows)), "some sentences have trees and some have none")
    paragraphs = tuple(item["par"] for item in rows if "par" in item)
    require(len(paragraphs) in (0, len(rows)), "some sentences have paragraphs and some have none")
    document = Document(sentences, trees, paragraphs)
    relation_rows = data.get("relations", [])
    if "conn_spans" in data:
        relation_rows = convert_ted_relations(relation_rows, data["conn_spans"])
    relations = tuple(
        _decode_relation(item, document, f"relations[{index}]")
        for index, item in enumerate(relation_rows)
    )
    return AnnotatedDocument(
        str(data.get("doc", "")), str(data.get("genre", "")), document, relations
    )


def encode_record(name: str, document: Document, relations: Iterable[Relation]) -> dict[str, Any]:
    """Return a document as a JSON object of the file format."""
    return {
        "doc": name,
        "n_tokens": document.starts[-1],
        "sentences": [
            _encode_sentence(document, index) for index in range(len(document.sentences))
        ],
        "relations": [
            {
                "type": relation.type,
                "conn": relation.connective,
                "sense": relation.sense,
                "conn_tok": [list(span) for span in relation.connective_tokens],
                "arg1_tok": [list(span) for span in relation.arg1],
                "arg2_tok": [list(span) for span in relation.arg2],
            }
            for relation in relations
        ],
    }


def _encode_sentence(document: Document, index: int) -> dict[str, Any]:
    sentence = document.sentences[index]
    row: dict[str, Any] = {"par": document.paragraphs[index]} if document.paragraphs else {}
    row["text"] = sentence.text
    for name, field in zip(("tokens", "lemmas", "upos", "xpos"), Token._fields, strict=True):
        row[name] = [getattr(token, field) for token in sentence.tokens]
    if document.trees:
        row["tree"] = format_tree(document.trees[index])
    return row


def _decode_sentence(data: Mapping[str, Any], where: str) -> Sentence:
    forms = data["tokens"]
    columns = [forms]
    for name, default in (("lemmas", forms), ("upos", None), ("xpos", None)):
        column = data.get(name, default)
        require(column is not None, f"{where}.{name} is missing")
        require(len(column) == len(forms), f"{where}.{name} and its tokens differ in number")
        columns.append(column)
    text = data.get("text")
    return Sentence(
        text if isinstance(text, str) else " ".join(forms),
        tuple(Token(*values) for values in zip(*columns, strict=True)),
    )


def _decode_tree(text: str, sentence: Sentence, where: str) -> Tree:
    tree = parse_tree(text, where=where)
    # Only the number of words is compared, because trees may spell words differently.
    if len(tree.words) != len(sentence.tokens):
        raise InputError(
            f"{where} has {len(tree.words)} words, its sentence {len(sentence.tokens)}: fix it"
        )
    return tree


def _decode_relation(data: Mapping[str, Any], document: Document, where: str) -> Relation:
    kind = _TYPES.get(data["type"].lower())
    require(kind, f"{where}.type is {data['type']!r}, expected one of {', '.join(_TYPES.values())}")
    sense = ".".join(part[:1].upper() + part[1:] for part in data["sense"].split("."))
    head, dot, rest = sense.partition(".")
    sense = _SPELLING_CORRECTIONS.get(head, head) + dot + rest
    if sense in _TYPES_WITHOUT_SENSE:  # an Implicit of sense NoRel is a NoRel
        kind = sense
    arguments = [
        _decode_spans(data.get(name, []), document, f"{where}.{name}")
        for name in ("arg1_tok", "arg2_tok", "conn_tok")
    ]
    connective_text = data.get("conn") or ""
    connective = "" if connective_text == "_" else str(connective_text)
    if not connective and arguments[2]:
        connective = words_of(document, arguments[2]).lower()
    return Relation(
        str(kind), str(kind) if kind in _TYPES_WITHOUT_SENSE else sense, connective, *arguments
    )


def _decode_spans(pairs: Sequence[Sequence[int]], document: Document, where: str) -> Spans:
    spans = tuple((first, last) for first, last in pairs)
    for first, last in spans:
        require(
            first <= last < document.starts[-1],
            f"{where} has [{first}, {last}], but the document has {document.starts[-1]} tokens",
        )
    return tuple(sorted(spans))


def words_of(document: Document, spans: Spans) -> str:
    """Return the words of spans, joined by spaces."""
    words = []
    for first, last in spans:
        for token in range(first, last + 1):
            sentence_index = document.sentence_of[token]
            words.append(
                document.sentences[sentence_index]
                .tokens[token - document.starts[sentence_index]]
                .form
            )
    return " ".join(words)
