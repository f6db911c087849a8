"""Writes a model; the same model gives the same bytes."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from ...files.atomic import open_atomically
from ...files.locked import locked
from ..backoff import BackoffLevel, BackoffModel
from .syntax import DATA, ENDING, encode_settings, heading

_ROWS = 1 << 16
# The best one takes many times as long for a few per cent.
_COMPRESSION = 4


def write_arpa(
    path: Path, model: BackoffModel, progress: Callable[[int], None] = lambda more: None
) -> None:
    """Write whole or not at all; a name that ends in .gz is packed. `progress` counts n-grams."""
    with locked(path), open_atomically(path) as stream:
        if path.suffix != ".gz":
            for block in _blocks(model, progress):
                stream.write(block.encode())
            return
        # No name and no time in the header.
        with gzip.GzipFile("", "wb", _COMPRESSION, stream, mtime=0) as packed:
            for block in _blocks(model, progress):
                packed.write(block.encode())


def _blocks(model: BackoffModel, progress: Callable[[int], None]) -> Iterator[str]:
    yield f"{encode_settings(model.settings)}\n{DATA}\n"
    for order, level in enumerate(model.levels, 1):
        yield f"ngram {order}={len(level.grams)}\n"
    words = np.array(model.words, dtype=object)
    for order, level in enumerate(model.levels, 1):
        yield f"\n{heading(order)}\n"
        for start in range(0, len(level.grams), _ROWS):
            rows = slice(start, start + _ROWS)
            yield _rows(words, level, rows, with_backoff=order < model.order)
            progress(len(level.grams[rows]))
    yield f"\n{ENDING}\n"


def _rows(words: np.ndarray, level: BackoffLevel, rows: slice, with_backoff: bool) -> str:
    grams = map(" ".join, words[level.grams[rows]].tolist())
    log10 = level.log10[rows].tolist()
    if with_backoff:
        backoff = level.backoff[rows].tolist()
        return "".join(map("%.7g\t%s\t%.7g\n".__mod__, zip(log10, grams, backoff, strict=True)))
    return "".join(map("%.7g\t%s\n".__mod__, zip(log10, grams, strict=True)))
