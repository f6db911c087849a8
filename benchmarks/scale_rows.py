"""Rows of hypotheses and references in Parquet, as many as are asked for, for benchmarks/spark.py.

Words are drawn from the table of English frequencies that ships, as often as they come there, but
for one in two hundred, which is a name out of millions that are made of syllables: a row in ten
has a word that was never seen before. A hypothesis is its reference with a word in ten changed, a
few moved or left out. No two runs differ.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tesla_metrics.text.frequencies import find_shipped_frequencies, load_frequencies

SYLLABLES = [x + y for x in "bdfghklmnprstvz" for y in ("a", "e", "i", "o", "u", "en", "ar")]
NAMES, SHARE = 2_000_000, 0.005
ROWS = 50_000  # a file
TOKENS = 22


def name(number: int) -> str:
    """Each another one."""
    made = ""
    while number or len(made) < 4:
        number, digit = divmod(number, len(SYLLABLES))
        made += SYLLABLES[digit]
    return made.title()


class Vocabulary:
    """Words and names as Arrow has them, and a way to draw from them."""

    def __init__(self) -> None:
        import pyarrow as pa

        table = find_shipped_frequencies("en")
        assert table is not None
        counts, _ = load_frequencies(table, "en")._counts
        self._sums = np.cumsum(list(counts.values()))
        self.texts = pa.array([*counts, *map(name, range(NAMES))])

    def draw(self, rng: np.random.Generator, size: int) -> Any:
        """Numbers of so many of its words."""
        known = np.searchsorted(self._sums, rng.integers(self._sums[-1], size=size), "right")
        new = len(self._sums) + rng.integers(NAMES, size=size)
        return np.where(rng.random(size) < SHARE, new, known)


def write_rows(folder: Path, rows: int, tokens: int = TOKENS, seed: int = 0) -> Path:
    """A folder of Parquet files with columns hyp and ref, so many rows in all."""
    import pyarrow.parquet as pq

    folder.mkdir(parents=True)
    vocabulary = Vocabulary()
    for number, start in enumerate(range(0, rows, ROWS)):
        rng = np.random.default_rng([seed, number])
        table = _table(rng, vocabulary, min(ROWS, rows - start), tokens)
        pq.write_table(table, folder / f"part-{number:05}.parquet")
    return folder


def _table(rng: np.random.Generator, vocabulary: Vocabulary, rows: int, tokens: int) -> Any:
    import pyarrow as pa

    lengths = np.clip(rng.poisson(tokens, rows), 1, None)
    ranks = vocabulary.draw(rng, int(lengths.sum()))
    changed = ranks.copy()
    chosen = rng.random(len(ranks)) < 0.1
    changed[chosen] = vocabulary.draw(rng, int(chosen.sum()))
    moved = np.flatnonzero(rng.random(len(ranks) - 1) < 0.05)
    changed[moved], changed[moved + 1] = changed[moved + 1], changed[moved]
    kept = rng.random(len(ranks)) >= 0.03
    owner = np.repeat(np.arange(rows), lengths)
    return pa.table(
        {
            "hyp": _texts(
                vocabulary.texts, changed[kept], np.bincount(owner[kept], minlength=rows)
            ),
            "ref": _texts(vocabulary.texts, ranks, lengths),
        }
    )


def _texts(words: Any, ranks: Any, lengths: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return pc.binary_join(pa.ListArray.from_arrays(starts, words.take(pa.array(ranks))), " ")


def texts_of(folder: Path, column: str) -> Iterator[str]:
    """One column, a text after the other."""
    import pyarrow.parquet as pq

    for path in sorted(folder.glob("*.parquet")):
        yield from pq.read_table(path, columns=[column]).column(0).to_pylist()
