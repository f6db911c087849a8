"""The content of a parser file: words, tags, labels, rules and what features weigh.

    sizes           of the text, the rules, and of each table its keys and weights (4 bytes each)
    text            three lines: words, tags, labels, each with tabs between
    rules           parents, left and right parts (2 bytes each), symbols by number, in the
                    order of the parts
    leaves, tops    a byte a label, may it be over one word; a byte a symbol, may it be the top
    three tables    over labels, symbols and rules: keys as differences (4 bytes), how many weights
                    each has (2 bytes), columns (2 bytes), weights + 128 (1 byte)

Symbols are: 0 for nothing, the tags, and the categories of labels in order.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array
from ..files.planes import PlaneReader, to_planes
from ..files.schema import LANGUAGE, anything, demand, record, whole
from .binary import JOIN
from .numbering import OTHER_TAG, ParserWords

KIND = "parser"
VERSION = 1
_MOST_SCORE = 1_000_000
# Ours has a hundred symbols and some thousand rules; a chart's memory grows with both.
_MOST_SYMBOLS = 1_000
_MOST_RULES = 1 << 16
# As brackets can hold it.
_NAME = re.compile(r"[^\s()]+")
SETTINGS = record(
    {
        "language": LANGUAGE,
        "margin": whole(0, _MOST_SCORE),
        "floor": whole(-_MOST_SCORE, _MOST_SCORE),
    },
    others=anything(),
)
_SIZES = 8
_SHIFT = 128


class ChartPruning(NamedTuple):
    """What a chart does not go on with.

    margin  symbols over a span that are worse than the best there by more than that
    floor   those whose own part of the score, without what is below, is less than that
    """

    margin: int
    floor: int


@dataclass(frozen=True)
class FeatureWeights:
    """Keys in order; columns and values of key n are those from begins[n] to begins[n + 1]."""

    keys: Array
    begins: Array
    columns: Array
    values: Array


@dataclass(frozen=True)
class ParserModel:
    """All that parsing needs. `tables` are over labels, symbols and rules."""

    numbers: ParserWords
    labels: tuple[str, ...]
    rules: Array  # parent, left, right
    leaves: Array
    tops: Array
    tables: tuple[FeatureWeights, ...]

    @cached_property
    def symbols(self) -> "Symbols":
        """Numbers of tags and categories."""
        return Symbols(self.numbers.tags, self.labels)

    @property
    def widths(self) -> tuple[int, int, int]:
        """How many columns each table may have."""
        return len(self.labels), self.symbols.count, len(self.rules)


class Symbols:
    """What rules are made of."""

    def __init__(self, tags: tuple[str, ...], labels: tuple[str, ...]) -> None:
        self.tags = len(tags) + 1  # the first is nothing
        categories = sorted({part for label in labels for part in label.split(JOIN)})
        numbers = {category: number for number, category in enumerate(categories, self.tags)}
        self.count = self.tags + len(categories)
        # Of each label: what is seen from above and what is above the parts.
        self.ends = [
            (numbers[label.split(JOIN)[0]], numbers[label.split(JOIN)[-1]]) for label in labels
        ]


def encode_model(model: ParserModel) -> bytes:
    """The body as a file holds it; the same content gives the same bytes."""
    rows = (model.numbers.words, model.numbers.tags, model.labels)
    text = "\n".join("\t".join(row) for row in rows).encode()
    sizes = [len(text), len(model.rules)]
    parts = [text, to_planes(model.rules.T.reshape(-1), 2)]
    parts += [to_planes(model.leaves, 1), to_planes(model.tops, 1)]
    for table in model.tables:
        sizes += [len(table.keys), len(table.values)]
        parts.append(to_planes(np.diff(table.keys.astype(np.int64), prepend=0), 4))
        parts.append(to_planes(np.diff(table.begins), 2))
        parts.append(to_planes(table.columns, 2))
        parts.append(to_planes(table.values.astype(np.int64) + _SHIFT, 1))
    return to_planes(np.array(sizes), 4) + b"".join(parts)


def decode_model(body: bytes) -> ParserModel:
    """Read and check; MisfitError where it does not follow the format."""
    reader = PlaneReader(body)
    text_size, rule_count, *table_sizes = reader.planes(_SIZES, 4).tolist()
    rows = [tuple(line.split("\t")) for line in reader.lines(text_size)]
    demand(len(rows) == 3, "it has no lines of words, tags and labels")
    words, tags, labels = rows
    for row in rows:
        demand(all(row) and len(set(row)) == len(row), "it has words, tags or labels twice")
    symbols = _symbols(tags, labels)
    rules = reader.planes(3 * rule_count, 2).reshape(3, -1).T
    demand(rule_count and rules.max() < symbols.count, "it has rules of unknown symbols")
    demand(rule_count <= _MOST_RULES, f"it has more than {_MOST_RULES} rules")
    order = [(left, right, parent) for parent, left, right in rules.tolist()]
    demand(order == sorted(set(order)), "it has rules out of order")
    leaves, tops = reader.planes(len(labels), 1), reader.planes(symbols.count, 1)
    widths = (len(labels), symbols.count, rule_count)
    tables = tuple(
        _table(reader, table_sizes[2 * number], table_sizes[2 * number + 1], width)
        for number, width in enumerate(widths)
    )
    reader.finish()
    return ParserModel(ParserWords(words, tags), labels, rules, leaves, tops, tables)


def _symbols(tags: tuple[str, ...], labels: tuple[str, ...]) -> Symbols:
    demand(OTHER_TAG in tags, f"it has no tag {OTHER_TAG}, which stands for those that are unknown")
    names = [*tags, *(part for label in labels for part in label.split(JOIN))]
    demand(all(map(_NAME.fullmatch, names)), "it has a tag or label that trees cannot have")
    symbols = Symbols(tags, labels)
    demand(
        max(symbols.count, len(labels)) <= _MOST_SYMBOLS,
        f"it has more than {_MOST_SYMBOLS} tags and labels",
    )
    return symbols


def _table(reader: PlaneReader, keys: int, weights: int, width: int) -> FeatureWeights:
    steps, counts = reader.planes(keys, 4), reader.planes(keys, 2)
    columns, values = reader.planes(weights, 2), reader.planes(weights, 1) - _SHIFT
    numbers: Any = np.cumsum(steps)
    demand(keys == 0 or (steps[1:].all() and numbers[-1] < 1 << 32), "it has features twice")
    demand(counts.all() and counts.sum() == weights, "it has features without weights")
    demand(not weights or columns.max() < width, "it has weights of unknown columns")
    begins: Any = np.concatenate([[0], np.cumsum(counts)])
    rising = np.diff(columns) > 0
    rising[begins[1:-1] - 1] = True  # from a feature to the next
    # A column that a feature has many times could add up to more than a score holds.
    demand(rising.all(), "it has columns of a feature twice, or out of order")
    return FeatureWeights(
        numbers.astype(np.uint32),
        begins.astype(np.uint32),
        columns.astype(np.uint16),
        values.astype(np.int8),
    )
