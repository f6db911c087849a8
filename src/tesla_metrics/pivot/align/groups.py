"""Sentence pairs of the same two lengths together, so that their links form one dense array."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..corpus import Corpus, SideCorpus


@dataclass(frozen=True)
class Group:
    """Pairs of `rows` target words and `columns` pivot words."""

    rows: int
    columns: int
    sentences: Array
    target: Array  # [pair, row]: what is aligned
    pivot: Array  # [pair, column]

    @property
    def links(self) -> int:
        """The number of possible links, by which batches are measured."""
        return len(self.sentences) * self.rows * self.columns

    def keys(self, pivot_size: int) -> Array:
        """A number for each possible link's pair of words."""
        target = self.target.astype(np.int64)[:, :, None] * pivot_size
        return (target + self.pivot[:, None, :]).reshape(-1)


def batches(corpus: Corpus, sentences: Array, most_links: int) -> Iterator[list[Group]]:
    """All groups of these sentences, about so many links at a time."""
    batch: list[Group] = []
    links = 0
    for rows, columns, members in _sizes(corpus, sentences):
        step = max(1, most_links // (rows * columns))
        for start in range(0, len(members), step):
            part = members[start : start + step]
            batch.append(_group(corpus, rows, columns, part))
            links += batch[-1].links
            if links >= most_links:
                yield batch
                batch, links = [], 0
    if batch:
        yield batch


def _sizes(corpus: Corpus, sentences: Array) -> Iterator[tuple[int, int, Array]]:
    rows, columns = _lengths(corpus.target, sentences), _lengths(corpus.pivot, sentences)
    order = np.lexsort((columns, rows))
    rows, columns = rows[order], columns[order]
    changes = np.flatnonzero((np.diff(rows) != 0) | (np.diff(columns) != 0)) + 1
    for members in np.split(np.arange(len(order)), changes) if len(order) else ():
        first = members[0]
        yield int(rows[first]), int(columns[first]), sentences[order[members]]


def _lengths(side: SideCorpus, sentences: Array) -> Array:
    lengths: Array = side.starts[sentences + 1] - side.starts[sentences]
    return lengths


def _group(corpus: Corpus, rows: int, columns: int, sentences: Array) -> Group:
    target = _words(corpus.target, sentences, rows)
    return Group(rows, columns, sentences, target, _words(corpus.pivot, sentences, columns))


def _words(side: SideCorpus, sentences: Array, length: int) -> Array:
    return side.aligned[side.words[side.starts[sentences][:, None] + np.arange(length)]]
