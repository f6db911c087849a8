"""Content of a parser file: words, tags, labels, rules and weights."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array
from ...files.mapped_arrays import PlaneReader, to_planes
from ...files.schema import LANGUAGE, anything, integer, record, require
from .tree import NO_NODE, Constituent, Tree

# Binary trees for the chart: every span has one label and is split into two parts.
#
# A label is a chain of categories over the same words, the highest first: `S+VP`. Nodes with more
# than two parts are binarised from the left; the inner spans have the label `@` and the category.

JOIN = "+"
INNER = "@"
# Label of the root that is added over several adjacent trees.
_FRAGMENT = "FRAG"
# (label, start, end), parents before children
Span = tuple[str, int, int]


def to_spans(tree: Tree) -> list[Span]:
    """Return the labelled spans of a tree; words with only a tag above them have none."""
    return list(_spans(tree, 0))


def _spans(tree: Tree, node_index: int) -> Iterator[Span]:
    if not tree.children[node_index]:
        return
    chain, parts = [tree.nodes[node_index].label], tree.children[node_index]
    while len(parts) == 1 and tree.children[parts[0]]:
        node_index = parts[0]
        if tree.nodes[node_index].label != chain[-1]:
            chain.append(tree.nodes[node_index].label)
        parts = tree.children[node_index]
    node = tree.nodes[node_index]
    yield JOIN.join(chain), node.start, node.end
    for part_index in range(len(parts) - 1, 1, -1):
        yield INNER + chain[-1], node.start, tree.nodes[parts[part_index]].start
    for part in parts:
        yield from _spans(tree, part)


def from_spans(spans: Iterable[Span], words: Sequence[str], tags: Sequence[str]) -> Tree:
    """Build the tree from labelled spans, which are ordered with parents before children."""
    labelled = [span for span in spans if not span[0].startswith(INNER)]
    has_root = bool(labelled) and labelled[0][1:] == (0, len(words))
    nodes = [] if has_root else [Constituent(_FRAGMENT, 0, len(words), NO_NODE)]
    open_nodes = [] if has_root else [0]
    span_index = 0

    def close(start: int) -> int:
        while open_nodes and nodes[open_nodes[-1]].end <= start:
            open_nodes.pop()
        return open_nodes[-1] if open_nodes else NO_NODE

    for word, tag in enumerate(tags):
        while span_index < len(labelled) and labelled[span_index][1] == word:
            label, start, end = labelled[span_index]
            span_index += 1
            for category in label.split(JOIN):
                nodes.append(Constituent(category, start, end, close(start)))
                open_nodes.append(len(nodes) - 1)
        nodes.append(Constituent(tag, word, word + 1, close(word)))
    return Tree(tuple(words), tuple(nodes))


# Word id 0 is padding beyond the ends of a sentence.
_UNKNOWN_WORD_ID = 1
_FIRST_WORD_ID = 2
_SUFFIX_LENGTHS = (4, 3, 2, 1)
_DIGITS = re.compile(r"\d+")
# Kinds of tags, numbered from 1: a coarse description of what a span consists of.
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
_TAG_KIND = {tag: kind for kind, tags in enumerate(_TAG_KINDS, 1) for tag in tags.split()}
# Replaces tags that are not in the training data; every parser has this tag.
OTHER_TAG = "NN"


def normalise_word(form: str) -> str:
    """Return a word in lower case with its numbers replaced by 0."""
    return _DIGITS.sub("0", form.lower())


def suffix_names(word: str) -> list[str]:
    """Return the names of the suffixes that may stand for a rare word, the longest first."""
    return ["-" + word[-size:] for size in _SUFFIX_LENGTHS if len(word) > size]


class ParserVocabulary:
    """Integer ids of listed words and suffixes, and of tags."""

    def __init__(self, words: Sequence[str], tags: Sequence[str]) -> None:
        self.words, self.tags = tuple(words), tuple(tags)
        self._words = {word: word_id for word_id, word in enumerate(words, _FIRST_WORD_ID)}
        self._tags = {tag: word_id for word_id, tag in enumerate(tags, 1)}
        self._kinds = [0, *(_TAG_KIND.get(tag, 0) for tag in tags)]

    def rows(self, forms: Sequence[str], tags: Sequence[str]) -> Array:
        """Return an array of shape (n_words, 3): word id, tag id and kind of tag."""
        tag_ids = [self._tag(tag_id) for tag_id in tags]
        kinds = self._kinds
        rows = [
            (self.word(form), tag_id, kinds[tag_id])
            for form, tag_id in zip(forms, tag_ids, strict=True)
        ]
        return np.array(rows, dtype=np.uint32).reshape(-1, 3)

    def word(self, form: str) -> int:
        """Return the id of a word, or of its longest listed suffix."""
        word = normalise_word(form)
        for name in (word, *suffix_names(word)):
            word_id = self._words.get(name)
            if word_id is not None:
                return word_id
        return _UNKNOWN_WORD_ID

    def _tag(self, tag: str) -> int:
        return self._tags.get(tag) or self._tags[OTHER_TAG]


# File format: words, tags, labels, rules and feature weights.
#
#     sizes           of the text, the rules, and the keys and weights of each table (4 bytes each)
#     text            three lines: words, tags, labels, each separated by tabs
#     rules           parents, left and right parts (2 bytes each) as symbol ids, sorted by the
#                     parts
#     leaves, tops    one byte per label: whether it may cover one word; one byte per symbol:
#                     whether it may be the top
#     three tables    over labels, symbols and rules: keys as differences (4 bytes), number of
#                     weights per key (2 bytes), columns (2 bytes), weights + 128 (1 byte)
#
# Symbols are 0 (unused), the tags, and the sorted categories of the labels.

KIND = "parser"
VERSION = 1
_MAX_SCORE = 1_000_000
# The shipped parser has about 100 symbols and some thousand rules; the memory of a chart grows with
# both.
_MAX_SYMBOLS = 1_000
_MAX_RULES = 1 << 16
# Names that bracketed trees can contain.
_NAME = re.compile(r"[^\s()]+")
SETTINGS = record(
    {
        "language": LANGUAGE,
        "margin": integer(0, _MAX_SCORE),
        "floor": integer(-_MAX_SCORE, _MAX_SCORE),
    },
    others=anything(),
)
_SIZE_COUNT = 8
_WEIGHT_OFFSET = 128


class ChartPruning(NamedTuple):
    """Limits below which chart entries are dropped.

    margin  maximum difference to the best symbol over the same span
    floor   minimum score of a node without the scores of its parts
    """

    margin: int
    floor: int


@dataclass(frozen=True)
class FeatureWeights:
    """Sorted keys; key n has the columns and values from begins[n] to begins[n + 1]."""

    keys: Array
    offsets: Array
    columns: Array
    values: Array


@dataclass(frozen=True)
class ParserModel:
    """Everything that parsing needs. `tables` are over labels, symbols and rules."""

    vocabulary: ParserVocabulary
    labels: tuple[str, ...]
    rules: Array  # parent, left, right
    leaves: Array
    tops: Array
    tables: tuple[FeatureWeights, ...]

    @cached_property
    def symbols(self) -> "Symbols":
        """Return the symbol ids of tags and categories."""
        return Symbols(self.vocabulary.tags, self.labels)

    @property
    def widths(self) -> tuple[int, int, int]:
        """Return the number of columns of each table."""
        return len(self.labels), self.symbols.count, len(self.rules)


class Symbols:
    """Symbols of the grammar rules: tags and categories."""

    def __init__(self, tags: tuple[str, ...], labels: tuple[str, ...]) -> None:
        self.tag_count = len(tags) + 1  # id 0 is unused
        categories = sorted({part for label in labels for part in label.split(JOIN)})
        symbol_ids = {
            category: symbol_id for symbol_id, category in enumerate(categories, self.tag_count)
        }
        self.count = self.tag_count + len(categories)
        # Highest and lowest category of each label.
        self.highest_and_lowest = [
            (symbol_ids[label.split(JOIN)[0]], symbol_ids[label.split(JOIN)[-1]])
            for label in labels
        ]


def encode_model(model: ParserModel) -> bytes:
    """Return the body of a parser file; equal content gives equal bytes."""
    rows = (model.vocabulary.words, model.vocabulary.tags, model.labels)
    text = "\n".join("\t".join(row) for row in rows).encode()
    sizes = [len(text), len(model.rules)]
    parts = [text, to_planes(model.rules.T.reshape(-1), 2)]
    parts += [to_planes(model.leaves, 1), to_planes(model.tops, 1)]
    for table in model.tables:
        sizes += [len(table.keys), len(table.values)]
        parts.append(to_planes(np.diff(table.keys.astype(np.int64), prepend=0), 4))
        parts.append(to_planes(np.diff(table.offsets), 2))
        parts.append(to_planes(table.columns, 2))
        parts.append(to_planes(table.values.astype(np.int64) + _WEIGHT_OFFSET, 1))
    return to_planes(np.array(sizes), 4) + b"".join(parts)


def decode_model(body: bytes) -> ParserModel:
    """Read and check the body of a parser file; raise MisfitError if the format is wrong."""
    reader = PlaneReader(body)
    text_size, rule_count, *table_sizes = reader.planes(_SIZE_COUNT, 4).tolist()
    rows = [tuple(line.split("\t")) for line in reader.lines(text_size)]
    require(len(rows) == 3, "it does not have three lines: words, tags and labels")
    words, tags, labels = rows
    for row in rows:
        require(
            all(row) and len(set(row)) == len(row),
            "it has duplicate or empty words, tags or labels",
        )
    symbols = _symbols(tags, labels)
    rules = reader.planes(3 * rule_count, 2).reshape(3, -1).T
    require(
        rule_count and rules.max() < symbols.count, "it has no rules, or rules with unknown symbols"
    )
    require(rule_count <= _MAX_RULES, f"it has more than {_MAX_RULES} rules")
    order = [(left, right, parent) for parent, left, right in rules.tolist()]
    require(order == sorted(set(order)), "its rules are duplicate or not sorted")
    leaves, tops = reader.planes(len(labels), 1), reader.planes(symbols.count, 1)
    widths = (len(labels), symbols.count, rule_count)
    tables = tuple(
        _table(reader, table_sizes[2 * table_index], table_sizes[2 * table_index + 1], width)
        for table_index, width in enumerate(widths)
    )
    reader.finish()
    return ParserModel(ParserVocabulary(words, tags), labels, rules, leaves, tops, tables)


def _symbols(tags: tuple[str, ...], labels: tuple[str, ...]) -> Symbols:
    require(OTHER_TAG in tags, f"it has no tag {OTHER_TAG}, which replaces unknown tags")
    names = [*tags, *(part for label in labels for part in label.split(JOIN))]
    require(
        all(map(_NAME.fullmatch, names)),
        "it has a tag or label that bracketed trees cannot contain",
    )
    symbols = Symbols(tags, labels)
    require(
        max(symbols.count, len(labels)) <= _MAX_SYMBOLS,
        f"it has more than {_MAX_SYMBOLS} tags and labels",
    )
    return symbols


def _table(reader: PlaneReader, keys: int, weights: int, width: int) -> FeatureWeights:
    steps, counts = reader.planes(keys, 4), reader.planes(keys, 2)
    columns, values = reader.planes(weights, 2), reader.planes(weights, 1) - _WEIGHT_OFFSET
    key_values: Any = np.cumsum(steps)
    require(
        keys == 0 or (steps[1:].all() and key_values[-1] < 1 << 32), "it has duplicate features"
    )
    require(counts.all() and counts.sum() == weights, "it has features without weights")
    require(not weights or columns.max() < width, "it has weights for unknown columns")
    begins: Any = np.concatenate([[0], np.cumsum(counts)])
    rising = np.diff(columns) > 0
    rising[begins[1:-1] - 1] = True  # between two features
    # A column that is repeated for one feature could overflow the score.
    require(rising.all(), "columns of a feature are duplicate or not sorted")
    return FeatureWeights(
        key_values.astype(np.uint32),
        begins.astype(np.uint32),
        columns.astype(np.uint16),
        values.astype(np.int8),
    )
