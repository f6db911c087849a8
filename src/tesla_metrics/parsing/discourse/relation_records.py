"""Read and write documents with relations as JSON lines (GDTB, TED-MDB)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...errors import InputError
from ...files.lines import get_display_name, iterate_lines
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
# In TED-MDB, `arg1_tok` is the argument that comes first in the text. The connective belongs to the
# first argument if `dir` is "1>2", otherwise to the second, and is part of this argument. In GDTB,
# the connective belongs to the second argument, but is not part of it. Connectives are listed
# separately in TED-MDB. If there are several senses ("temporal.synchronous;contingency.condition"),
# the first is used.

_TYPES_WITH_CONNECTIVE = frozenset({"explicit", "altlex"})


def convert_ted_relations(
    relations: Sequence[Mapping[str, Any]], connectives: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """Convert the relations of a TED-MDB document to the form of GDTB.

    `connectives` has the first and last token of each connective of the document.
    """
    unused_connectives = sorted((first, last) for first, last in connectives)
    converted_relations = []
    for fields in relations:
        arg1_spans, arg2_spans = fields["arg1_tok"], fields["arg2_tok"]
        if fields.get("dir") == "1>2":
            arg1_spans, arg2_spans = arg2_spans, arg1_spans
        connective = None
        if fields["type"].lower() in _TYPES_WITH_CONNECTIVE:
            connective = next(
                (span for span in unused_connectives if _is_within(span, arg2_spans)), None
            )
        if connective is not None:
            unused_connectives.remove(connective)
            arg2_spans = _remove_span(arg2_spans, connective)
        sense = fields["sense"].partition(";")[0]
        connective_spans = [list(connective)] if connective is not None else []
        converted_relations.append(
            {
                **fields,
                "sense": sense,
                "arg1_tok": arg1_spans,
                "arg2_tok": arg2_spans,
                "conn_tok": connective_spans,
            }
        )
    return converted_relations


def _is_within(span: Sequence[int], spans: Sequence[Sequence[int]]) -> bool:
    """Return whether one of the spans contains a span; spans are first and last token."""
    return any(first <= span[0] and span[1] <= last for first, last in spans)


def _remove_span(spans: Sequence[Sequence[int]], removed_span: Sequence[int]) -> list[list[int]]:
    """Return spans without the tokens of a span that one of them contains."""
    remaining_spans = []
    for first, last in spans:
        if first <= removed_span[0] and removed_span[1] <= last:
            remaining_spans += [[first, removed_span[0] - 1], [removed_span[1] + 1, last]]
        else:
            remaining_spans.append([first, last])
    return [[first, last] for first, last in remaining_spans if first <= last]


# Format of documents with relations: JSON lines. GDTB (the GUM Discourse Treebank), TED-MDB and the
# output of `tesla discourse` have this format.
#
# There is one document per line: `doc`, `genre`, `sentences`, `relations`. A sentence has `tokens`
# and, with one item per token, `lemmas`, `upos` and `xpos`; `text`, `par` (index of the paragraph)
# and `tree` are optional. A relation has `type`, `sense`, `conn` and the lists of spans `conn_tok`,
# `arg1_tok` and `arg2_tok`. A span is [first, last], two token indices in the document.

_TYPES_BY_LOWER_NAME = {
    name.lower(): name for name in (EXPLICIT, IMPLICIT, ALT_LEX, ENT_REL, NO_REL, HYPOPHORA)
} | {"altlexc": ALT_LEX}  # AltLexC: a construction instead of a connective
_TYPES_WITHOUT_SENSE = frozenset({ENT_REL, NO_REL, HYPOPHORA})
# Genres of GDTB with the licence CC BY-NC-SA. They are used for evaluation, but not for shipped
# models.
NON_COMMERCIAL_GENRES = frozenset({"essay", "fiction", "letter", "podcast", "whow"})
# Misspelt senses in GDTB.
_SPELLING_CORRECTIONS = {"Cmparison": "Comparison"}

_SPANS_SHAPE = list_of(tuple_of(integer(0, 10**9), integer(0, 10**9)))
_WORDS_SHAPE = list_of(text_shape(expected="a word"))
_SENTENCE_SHAPE = record(
    {"tokens": _WORDS_SHAPE},
    {
        "lemmas": _WORDS_SHAPE,
        "upos": _WORDS_SHAPE,
        "xpos": _WORDS_SHAPE,
        "par": integer(0, 10**9),
        "tree": optional(text_shape(max_length=10**6)),
    },
    other_fields=anything(),
)
_RELATION_SHAPE = record(
    {
        "type": text_shape(),
        "sense": text_shape(),
        "arg1_tok": _SPANS_SHAPE,
        "arg2_tok": _SPANS_SHAPE,
    },
    {"conn_tok": _SPANS_SHAPE},
    other_fields=anything(),
)
_RECORD_SHAPE = record(
    {"sentences": list_of(_SENTENCE_SHAPE)},
    {"relations": list_of(_RELATION_SHAPE), "conn_spans": _SPANS_SHAPE},
    other_fields=anything(),
)


@dataclass(frozen=True)
class AnnotatedDocument:
    """Document with relations that were annotated by people or predicted by a parser.

    The document has no trees if the record has none; `with_trees` adds them.
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
        location = f"{get_display_name(path)}, line {line_number}"
        try:
            yield decode_record(parse_json(line), location)
        except SchemaError as error:
            raise InputError(
                f"{location} is not a discourse record: {error}; fix the line"
            ) from error


def decode_record(json_value: Any, location: str = "the record") -> AnnotatedDocument:
    """Decode one document; raise SchemaError for a bad record and InputError for a bad tree.

    Error messages about trees begin with `location`.
    """
    record_fields = _RECORD_SHAPE(json_value, "")
    sentence_list = record_fields["sentences"]
    sentences = tuple(
        _decode_sentence(fields, f"sentences[{index}]")
        for index, fields in enumerate(sentence_list)
    )
    trees = tuple(
        _decode_tree(fields["tree"], sentence, f"{location}, tree {tree_number}")
        for tree_number, (fields, sentence) in enumerate(
            zip(sentence_list, sentences, strict=True), 1
        )
        if fields.get("tree")
    )
    n_sentences = len(sentences)
    require(len(trees) in (0, n_sentences), "some sentences have trees and some have none")
    paragraphs = tuple(fields["par"] for fields in sentence_list if "par" in fields)
    require(
        len(paragraphs) in (0, n_sentences), "some sentences have paragraphs and some have none"
    )
    document = Document(sentences, trees, paragraphs)
    relation_list = record_fields.get("relations", [])
    if "conn_spans" in record_fields:
        relation_list = convert_ted_relations(relation_list, record_fields["conn_spans"])
    relations = tuple(
        _decode_relation(fields, document, f"relations[{index}]")
        for index, fields in enumerate(relation_list)
    )
    return AnnotatedDocument(
        str(record_fields.get("doc", "")), str(record_fields.get("genre", "")), document, relations
    )


def encode_record(name: str, document: Document, relations: Iterable[Relation]) -> dict[str, Any]:
    """Return a document as a JSON object of the file format."""
    return {
        "doc": name,
        "n_tokens": document.sentence_starts[-1],
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
    fields: dict[str, Any] = (
        {"par": document.paragraph_indices[index]} if document.paragraph_indices else {}
    )
    fields["text"] = sentence.text
    for name, token_field in zip(("tokens", "lemmas", "upos", "xpos"), Token._fields, strict=True):
        fields[name] = [getattr(token, token_field) for token in sentence.tokens]
    if document.trees:
        fields["tree"] = format_tree(document.trees[index])
    return fields


def _decode_sentence(fields: Mapping[str, Any], field_path: str) -> Sentence:
    forms = fields["tokens"]
    columns = [forms]
    for name, default in (("lemmas", forms), ("upos", None), ("xpos", None)):
        column = fields.get(name, default)
        require(column is not None, f"{field_path}.{name} is missing")
        require(len(column) == len(forms), f"{field_path}.{name} and its tokens differ in number")
        columns.append(column)
    text = fields.get("text")
    return Sentence(
        text if isinstance(text, str) else " ".join(forms),
        tuple(Token(*values) for values in zip(*columns, strict=True)),
    )


def _decode_tree(text: str, sentence: Sentence, location: str) -> Tree:
    tree = parse_tree(text, location=location)
    # Only the number of words is compared, because trees may spell words differently.
    if len(tree.words) != len(sentence.tokens):
        raise InputError(
            f"{location} has {len(tree.words)} words, its sentence {len(sentence.tokens)}: fix it"
        )
    return tree


def _decode_relation(fields: Mapping[str, Any], document: Document, field_path: str) -> Relation:
    relation_type = _TYPES_BY_LOWER_NAME.get(fields["type"].lower())
    require(
        relation_type,
        f"{field_path}.type is {fields['type']!r}, expected one of "
        f"{', '.join(_TYPES_BY_LOWER_NAME.values())}",
    )
    sense = ".".join(part[:1].upper() + part[1:] for part in fields["sense"].split("."))
    top_sense, dot, lower_senses = sense.partition(".")
    sense = _SPELLING_CORRECTIONS.get(top_sense, top_sense) + dot + lower_senses
    if sense in _TYPES_WITHOUT_SENSE:  # for example an Implicit relation with the sense NoRel
        relation_type = sense
    if relation_type in _TYPES_WITHOUT_SENSE:
        sense = str(relation_type)
    arg1, arg2, connective_tokens = (
        _decode_spans(fields.get(name, []), document, f"{field_path}.{name}")
        for name in ("arg1_tok", "arg2_tok", "conn_tok")
    )
    connective_text = fields.get("conn") or ""
    connective = "" if connective_text == "_" else str(connective_text)
    if not connective and connective_tokens:
        connective = join_words(document, connective_tokens).lower()
    return Relation(str(relation_type), sense, connective, arg1, arg2, connective_tokens)


def _decode_spans(pairs: Sequence[Sequence[int]], document: Document, field_path: str) -> Spans:
    spans = tuple((first, last) for first, last in pairs)
    for first, last in spans:
        require(
            first <= last < document.sentence_starts[-1],
            f"{field_path} has [{first}, {last}], but the document has "
            f"{document.sentence_starts[-1]} "
            "tokens",
        )
    return tuple(sorted(spans))


def join_words(document: Document, spans: Spans) -> str:
    """Return the words of spans, joined by spaces."""
    words = []
    for first, last in spans:
        for token in range(first, last + 1):
            sentence_index = document.sentence_indices[token]
            words.append(
                document.sentences[sentence_index]
                .tokens[token - document.sentence_starts[sentence_index]]
                .form
            )
    return " ".join(words)
