"""Content of a parser file: words, tags, labels, grammar rules and feature weights."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array
from ...files.mapped_arrays import PlaneReader, encode_planes
from ...files.schema import LANGUAGE, anything, integer, record, require
from .tree import NO_NODE, Constituent, Tree

# The chart works with binary trees: every span has one label and is split into two parts.
#
# If several nodes cover the same words, their span has one label that joins the categories, the
# highest first: `S+VP`. Nodes with more than two children are binarised from the left; the inner
# spans have the label `@` plus the category.

CATEGORY_SEPARATOR = "+"
INNER_PREFIX = "@"
# Label of the root that is added above several adjacent trees.
_FRAGMENT_LABEL = "FRAG"
# Label, start and end. Lists of spans have parents before children.
Span = tuple[str, int, int]


def list_spans(tree: Tree) -> list[Span]:
    """Return the labelled spans of a tree; leaves have no spans."""
    return list(_iterate_spans(tree, 0))


def _iterate_spans(tree: Tree, node_index: int) -> Iterator[Span]:
    """Yield the spans of a node and its descendants."""
    if not tree.children[node_index]:
        return
    categories, children = [tree.nodes[node_index].label], tree.children[node_index]
    while len(children) == 1 and tree.children[children[0]]:
        node_index = children[0]
        if tree.nodes[node_index].label != categories[-1]:
            categories.append(tree.nodes[node_index].label)
        children = tree.children[node_index]
    node = tree.nodes[node_index]
    yield CATEGORY_SEPARATOR.join(categories), node.start, node.end
    for child_index in range(len(children) - 1, 1, -1):
        yield INNER_PREFIX + categories[-1], node.start, tree.nodes[children[child_index]].start
    for child in children:
        yield from _iterate_spans(tree, child)


def build_tree(spans: Iterable[Span], words: Sequence[str], tags: Sequence[str]) -> Tree:
    """Build a tree from labelled spans, the inverse of `list_spans`.

    If no span covers all words, a root is added.
    """
    category_spans = [span for span in spans if not span[0].startswith(INNER_PREFIX)]
    has_root = bool(category_spans) and category_spans[0][1:] == (0, len(words))
    nodes = [] if has_root else [Constituent(_FRAGMENT_LABEL, 0, len(words), NO_NODE)]
    open_nodes = [] if has_root else [0]
    span_index = 0

    def find_parent(start: int) -> int:
        # Close the nodes that end before this word. The last open node is the parent.
        while open_nodes and nodes[open_nodes[-1]].end <= start:
            open_nodes.pop()
        return open_nodes[-1] if open_nodes else NO_NODE

    for word_index, tag in enumerate(tags):
        while span_index < len(category_spans) and category_spans[span_index][1] == word_index:
            label, start, end = category_spans[span_index]
            span_index += 1
            for category in label.split(CATEGORY_SEPARATOR):
                nodes.append(Constituent(category, start, end, find_parent(start)))
                open_nodes.append(len(nodes) - 1)
        nodes.append(Constituent(tag, word_index, word_index + 1, find_parent(word_index)))
    return Tree(tuple(words), tuple(nodes))


# Word id 0 is padding beyond the ends of a sentence.
_UNKNOWN_WORD_ID = 1
_FIRST_WORD_ID = 2
_SUFFIX_LENGTHS = (4, 3, 2, 1)
_DIGITS = re.compile(r"\d+")
# Kinds of tags, numbered from 1, for features that describe the content of a span coarsely.
_TAG_KINDS = (
    "NN NNS NNP NNPS",
    "DT PDT PRP$ POS",
    "JJ JJR JJS",
    "RB RBR RBS",
    "PRP EX",
    "VBD VBZ VBP MD",
    "VB VBG VBN",
    "IN",
    "TO",
    "CC",
    ", : HYPH",
    ". NFP",
    "WDT WP WP$ WRB",
    "`` '' -LRB- -RRB-",
    "CD $ QP LS",
)
_KIND_BY_TAG = {tag: kind for kind, tags in enumerate(_TAG_KINDS, 1) for tag in tags.split()}
# Replaces tags that are not in the training data; every parser has this tag.
OTHER_TAG = "NN"


def normalise_word(form: str) -> str:
    """Return a word in lower case, with each sequence of digits replaced by 0."""
    return _DIGITS.sub("0", form.lower())


def get_suffix_names(word: str) -> list[str]:
    """Return the suffixes of a word with a hyphen before them, the longest first.

    A rare word is represented by its longest listed suffix.
    """
    return ["-" + word[-length:] for length in _SUFFIX_LENGTHS if len(word) > length]


class ParserVocabulary:
    """Integer ids of listed words and suffixes, and of tags."""

    def __init__(self, words: Sequence[str], tags: Sequence[str]) -> None:
        self.words, self.tags = tuple(words), tuple(tags)
        self._word_ids = {word: item_id for item_id, word in enumerate(words, _FIRST_WORD_ID)}
        self._tag_ids = {tag: item_id for item_id, tag in enumerate(tags, 1)}
        self._tag_kinds = [0, *(_KIND_BY_TAG.get(tag, 0) for tag in tags)]

    def get_token_rows(self, forms: Sequence[str], tags: Sequence[str]) -> Array:
        """Return an array of shape (n_words, 3): word id, tag id and kind of tag."""
        tag_ids = [self._get_tag_id(tag) for tag in tags]
        tag_kinds = self._tag_kinds
        rows = [
            (self.get_word_id(form), tag_id, tag_kinds[tag_id])
            for form, tag_id in zip(forms, tag_ids, strict=True)
        ]
        return np.array(rows, dtype=np.uint32).reshape(-1, 3)

    def get_word_id(self, form: str) -> int:
        """Return the id of a word, or of its longest listed suffix."""
        word = normalise_word(form)
        for name in (word, *get_suffix_names(word)):
            word_id = self._word_ids.get(name)
            if word_id is not None:
                return word_id
        return _UNKNOWN_WORD_ID

    def _get_tag_id(self, tag: str) -> int:
        return self._tag_ids.get(tag) or self._tag_ids[OTHER_TAG]


# File format: words, tags, labels, rules and feature weights.
#
#     sizes           length of the text, number of rules, and number of keys and of weights of each
#                     table (4 bytes each)
#     text            three lines: words, tags, labels, each separated by tabs
#     rules           parents, left and right parts (2 bytes each) as symbol ids, sorted by the
#                     parts
#     leaves          one byte per label: whether it may cover a single word
#     tops            one byte per symbol: whether it may be the top of a tree
#     three tables    weights for labels, symbols and rules: keys as differences (4 bytes), number
#                     of weights per key (2 bytes), columns (2 bytes), weights + 128 (1 byte)
#
# Symbols are 0 (unused), the tags, and the sorted categories of the labels.

KIND = "parser"
VERSION = 1
_MAX_SCORE = 1_000_000
# The shipped parser has about 100 symbols and some thousand rules. The memory of a chart grows with
# both numbers.
_MAX_SYMBOLS = 1_000
_MAX_RULES = 1 << 16
# Names that bracketed trees can contain.
_SYMBOL_NAME = re.compile(r"[^\s()]+")
SETTINGS_SHAPE = record(
    {
        "language": LANGUAGE,
        "margin": integer(0, _MAX_SCORE),
        "floor": integer(-_MAX_SCORE, _MAX_SCORE),
    },
    other_fields=anything(),
)
_N_SIZES = 8  # at the beginning of the file
_WEIGHT_OFFSET = 128


class ChartPruning(NamedTuple):
    """Limits of scores; chart items beyond them are dropped.

    margin  maximum difference from the best item of the same span
    floor   minimum score of an item without the scores of its parts
    """

    margin: int
    floor: int


@dataclass(frozen=True)
class FeatureWeights:
    """Sparse table of weights, with one row per feature key.

    The keys are sorted. Row n consists of columns[offsets[n] : offsets[n + 1]] and of the values
    with the same indices.
    """

    keys: Array
    offsets: Array
    columns: Array
    values: Array


@dataclass(frozen=True)
class ParserModel:
    """Learned model of the parser.

    rules           one row per rule: symbol ids of parent, left part and right part
    `leaves`  for each label, whether it may cover a single word
    `tops`    for each symbol, whether it may be the top of a tree
    tables          weights for labels, for symbols and for rules
    """

    vocabulary: ParserVocabulary
    labels: tuple[str, ...]
    rules: Array
    leaves: Array
    tops: Array
    tables: tuple[FeatureWeights, ...]

    @cached_property
    def symbols(self) -> "Symbols":
        """Symbol ids of tags and categories."""
        return Symbols(self.vocabulary.tags, self.labels)

    @property
    def widths(self) -> tuple[int, int, int]:
        """Number of columns of each table: labels, symbols, rules."""
        return len(self.labels), self.symbols.n_symbols, len(self.rules)


class Symbols:
    """Symbols of the grammar rules: tags and categories, with integer ids."""

    def __init__(self, tags: tuple[str, ...], labels: tuple[str, ...]) -> None:
        self.n_tag_ids = len(tags) + 1  # id 0 is unused
        categories = sorted({part for label in labels for part in label.split(CATEGORY_SEPARATOR)})
        symbol_ids = {
            category: symbol_id for symbol_id, category in enumerate(categories, self.n_tag_ids)
        }
        self.n_symbols = self.n_tag_ids + len(categories)
        # Symbol ids of the highest and the lowest category of each label.
        self.highest_and_lowest = [
            (
                symbol_ids[label.split(CATEGORY_SEPARATOR)[0]],
                symbol_ids[label.split(CATEGORY_SEPARATOR)[-1]],
            )
            for label in labels
        ]


def encode_model(model: ParserModel) -> bytes:
    """Return the body of a parser file; equal content gives equal bytes."""
    text_rows = (model.vocabulary.words, model.vocabulary.tags, model.labels)
    text = "\n".join("\t".join(names) for names in text_rows).encode()
    sizes = [len(text), len(model.rules)]
    parts = [text, encode_planes(model.rules.T.reshape(-1), 2)]
    parts += [encode_planes(model.leaves, 1), encode_planes(model.tops, 1)]
    for table in model.tables:
        sizes += [len(table.keys), len(table.values)]
        parts.append(encode_planes(np.diff(table.keys.astype(np.int64), prepend=0), 4))
        parts.append(encode_planes(np.diff(table.offsets), 2))
        parts.append(encode_planes(table.columns, 2))
        parts.append(encode_planes(table.values.astype(np.int64) + _WEIGHT_OFFSET, 1))
    return encode_planes(np.array(sizes), 4) + b"".join(parts)


def decode_model(body: bytes) -> ParserModel:
    """Read and check the body of a parser file; raise SchemaError if the format is wrong."""
    reader = PlaneReader(body)
    text_size, n_rules, *table_sizes = reader.read_planes(_N_SIZES, 4).tolist()
    text_rows = [tuple(line.split("\t")) for line in reader.read_lines(text_size)]
    require(len(text_rows) == 3, "it does not have three lines: words, tags and labels")
    words, tags, labels = text_rows
    for names in text_rows:
        require(
            all(names) and len(set(names)) == len(names),
            "it has duplicate or empty words, tags or labels",
        )
    symbols = _check_symbols(tags, labels)
    rules = reader.read_planes(3 * n_rules, 2).reshape(3, -1).T
    require(
        n_rules and rules.max() < symbols.n_symbols,
        "it has no rules, or rules with unknown symbols",
    )
    require(n_rules <= _MAX_RULES, f"it has more than {_MAX_RULES} rules")
    sort_keys = [(left, right, parent) for parent, left, right in rules.tolist()]
    require(sort_keys == sorted(set(sort_keys)), "its rules are duplicate or not sorted")
    leaves, tops = reader.read_planes(len(labels), 1), reader.read_planes(symbols.n_symbols, 1)
    widths = (len(labels), symbols.n_symbols, n_rules)
    tables = tuple(
        _read_table(reader, table_sizes[2 * table_index], table_sizes[2 * table_index + 1], width)
        for table_index, width in enumerate(widths)
    )
    reader.check_end()
    return ParserModel(ParserVocabulary(words, tags), labels, rules, leaves, tops, tables)


def _check_symbols(tags: tuple[str, ...], labels: tuple[str, ...]) -> Symbols:
    """Check the names of tags and labels and return their symbols."""
    require(OTHER_TAG in tags, f"it has no tag {OTHER_TAG}, which replaces unknown tags")
    symbol_names = [
        *tags,
        *(category for label in labels for category in label.split(CATEGORY_SEPARATOR)),
    ]
    require(
        all(map(_SYMBOL_NAME.fullmatch, symbol_names)),
        "it has a tag or label that bracketed trees cannot contain",
    )
    symbols = Symbols(tags, labels)
    require(
        max(symbols.n_symbols, len(labels)) <= _MAX_SYMBOLS,
        f"it has more than {_MAX_SYMBOLS} tags and labels",
    )
    return symbols


def _read_table(reader: PlaneReader, n_keys: int, n_weights: int, width: int) -> FeatureWeights:
    key_differences, weights_per_key = reader.read_planes(n_keys, 4), reader.read_planes(n_keys, 2)
    columns, values = (
        reader.read_planes(n_weights, 2),
        reader.read_planes(n_weights, 1) - _WEIGHT_OFFSET,
    )
    keys: Any = np.cumsum(key_differences)
    require(
        n_keys == 0 or (key_differences[1:].all() and keys[-1] < 1 << 32),
        "it has duplicate features",
    )
    require(
        weights_per_key.all() and weights_per_key.sum() == n_weights,
        "it has features without weights",
    )
    require(not n_weights or columns.max() < width, "it has weights for unknown columns")
    offsets: Any = np.concatenate([[0], np.cumsum(weights_per_key)])
    is_ascending = np.diff(columns) > 0
    is_ascending[offsets[1:-1] - 1] = True  # the next column belongs to another feature
    # A column that is repeated for one feature could overflow the score.
    require(is_ascending.all(), "columns of a feature are duplicate or not sorted")
    return FeatureWeights(
        keys.astype(np.uint32),
        offsets.astype(np.uint32),
        columns.astype(np.uint16),
        values.astype(np.int8),
    )
