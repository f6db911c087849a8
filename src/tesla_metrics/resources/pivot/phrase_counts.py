"""Count phrase pairs in bounded memory and prune them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...arrays import Array
from .alignment_links import symmetrise
from .analysed_pairs import save_array
from .corpus import Corpus, SideCorpus, open_corpus
from .extraction import Spans, extract_phrase_pairs
from .packed_table import hash_rows
from .word_alignment import TranslationLexicon, align_words, load_lexicon

# Counting in bounded memory
#
# A row has the word numbers of a target phrase and of its pivot phrase, each padded with zeros. The
# counts of some sentence pairs are written to disk as a run, sorted by the hash of the target
# phrase and then by the words. All runs are merged in chunks, one range of hashes after another.

# Maximum number of rows that are merged at a time; a row has about 100 bytes.
_CHUNK_ROWS = 4_000_000


class PhraseCounts(NamedTuple):
    """Distinct rows, sorted, with the hashes of their target phrases and with their counts."""

    hashes: Array
    rows: Array
    counts: Array


def make_phrase_rows(spans: Spans, target: Array, pivot: Array, max_words: int) -> Array:
    """Return one row of word numbers per phrase pair.

    `target` and `pivot` are the numbers of the words that spans refer to, and `max_words` is the
    maximum number of words of a phrase.
    """
    rows = np.zeros((len(spans.target_start), 2 * max_words), np.int32)
    for offset in range(max_words):
        for words, start, length, column in (
            (target, spans.target_start, spans.target_length, offset),
            (pivot, spans.pivot_start, spans.pivot_length, max_words + offset),
        ):
            selected = np.flatnonzero(length > offset)
            rows[selected, column] = words[start[selected] + offset]
    return rows


def count_rows(rows: Array, counts: Array | None = None) -> PhraseCounts:
    """Sort rows and add up the counts of equal rows; without counts, each row counts once."""
    max_words = rows.shape[1] // 2
    hashes = hash_rows(rows[:, :max_words])
    # Two word numbers are combined into one sort key.
    padded = rows if rows.shape[1] % 4 == 0 else np.pad(rows, ((0, 0), (0, 2)))
    keys = [
        padded[:, column].astype(np.int64) << 32 | padded[:, column + 1]
        for column in range(0, padded.shape[1], 2)
    ]
    order = np.lexsort([*reversed(keys), hashes])
    rows, hashes = rows[order], hashes[order]
    is_first = np.ones(len(rows), bool)
    is_first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    first_rows = np.flatnonzero(is_first)
    ordered_counts = np.ones(len(rows), np.int64) if counts is None else counts[order]
    sums = np.add.reduceat(ordered_counts, first_rows) if len(first_rows) else ordered_counts
    return PhraseCounts(hashes[first_rows], rows[first_rows], sums)


def save_run(path: Path, counts: PhraseCounts) -> None:
    """Write a run as three files; the file `path` is written last and marks it as complete."""
    save_array(path.with_suffix(".hashes.npy"), counts.hashes)
    save_array(path.with_suffix(".rows.npy"), counts.rows)
    save_array(path, counts.counts.astype(np.int32))


def merge_runs(paths: Sequence[Path], chunk_rows: int = _CHUNK_ROWS) -> Iterator[PhraseCounts]:
    """Yield the counts of all runs together, in chunks of about `chunk_rows` rows.

    Chunks are sorted by hash; all rows of a target phrase are in the same chunk.
    """
    runs = [_open_run(path) for path in paths]
    total = sum(len(run.rows) for run in runs)
    n_chunks = max(1, -(-total // chunk_rows))
    run_chunks = [split_by_hash(run, n_chunks) for run in runs]
    for index in range(n_chunks):
        parts = [chunks[index] for chunks in run_chunks]
        if any(len(part.rows) for part in parts):
            yield merge_counts(parts)


def split_by_hash(counts: PhraseCounts, n_parts: int) -> list[PhraseCounts]:
    """Split counts into ranges of hashes of equal length, `n_parts` in number.

    Hashes are distributed evenly, so that the parts have about the same size.
    """
    bounds = [int(part * 2**64 / n_parts) for part in range(1, n_parts)]
    boundaries = np.searchsorted(counts.hashes, np.array(bounds, np.uint64)).tolist()
    return [
        PhraseCounts(*(array[start:end] for array in counts))
        for start, end in pairwise([0, *boundaries, len(counts.rows)])
    ]


def merge_counts(parts: Sequence[PhraseCounts]) -> PhraseCounts:
    """Return the sum of the counts of several parts."""
    return count_rows(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.counts for part in parts]).astype(np.int64),
    )


def _open_run(path: Path) -> PhraseCounts:
    paths = (path.with_suffix(".hashes.npy"), path.with_suffix(".rows.npy"), path)
    return PhraseCounts(*(np.asarray(np.load(file, mmap_mode="r")) for file in paths))


class Pruning(NamedTuple):
    """Limits for the pivot phrases of each target phrase."""

    min_count: int = 1
    min_probability: float = 0.0
    top: int = 0  # maximum number of pivot phrases; 0 means no limit


class PrunedEntries(NamedTuple):
    """Target phrases with their pivot phrases, the most frequent first."""

    hashes: Array  # hashes of target phrases
    phrases: Array  # word numbers of target phrases
    counts: Array  # number of extractions of each target phrase, before pruning
    n_pairs: Array  # number of pivot phrases of each target phrase
    pivot_phrases: Array  # word numbers of pivot phrases
    pair_counts: Array  # number of extractions of each pair
    n_extracted: int  # total number of extractions, before pruning


def prune(counts: PhraseCounts, pruning: Pruning) -> PrunedEntries:
    """Remove pairs beyond the limits; the counts of target phrases include the removed pairs."""
    rows, max_words = counts.rows, counts.rows.shape[1] // 2
    target_phrases = rows[:, :max_words]
    is_first = np.ones(len(rows), bool)
    is_first[1:] = (target_phrases[1:] != target_phrases[:-1]).any(axis=1)
    phrase_index = np.cumsum(is_first) - 1
    first_rows = np.flatnonzero(is_first)
    totals = np.add.reduceat(counts.counts, first_rows)
    # The sort is stable: pairs with equal counts remain sorted by their words.
    order = np.lexsort((-counts.counts, phrase_index))
    phrase_index, pair_counts = phrase_index[order], counts.counts[order]
    rank = np.arange(len(order)) - first_rows[phrase_index]
    is_kept = (pair_counts >= pruning.min_count) & (
        pair_counts >= pruning.min_probability * totals[phrase_index]
    )
    if pruning.top:
        is_kept &= rank < pruning.top
    n_kept = np.bincount(phrase_index[is_kept], minlength=len(first_rows))
    has_pairs = n_kept > 0
    return PrunedEntries(
        counts.hashes[first_rows][has_pairs],
        target_phrases[first_rows][has_pairs],
        totals[has_pairs],
        n_kept[has_pairs],
        rows[order[is_kept], max_words:],
        pair_counts[is_kept],
        int(totals.sum()),
    )


PAIRS_PER_RUN = 4000  # number of sentence pairs per run


class ExtractionSettings(NamedTuple):
    """Settings for extracting phrase pairs from the corpus in a work folder."""

    work_path: str  # path of the work folder, which no other build uses
    symmetrisation: str
    max_phrase: int  # maximum number of words of a phrase
    use_lexicon: bool  # align words with the lexicon; otherwise use the links of the corpus


def extract_run(run: tuple[int, Path], settings: ExtractionSettings) -> int:
    """Write a run and return the number of its sentence pairs.

    `run` has the index of the first sentence pair and the path of the run.
    """
    start, path = run
    corpus = _open_corpus(settings.work_path)
    end = min(start + PAIRS_PER_RUN, len(corpus))
    lexicon = _load_lexicon(settings.work_path) if settings.use_lexicon else None
    counts = count_phrases(
        corpus, start, end, lexicon, settings.symmetrisation, max_words=settings.max_phrase
    )
    save_run(path, counts)
    return end - start


def count_phrases(
    corpus: Corpus,
    start: int,
    end: int,
    lexicon: TranslationLexicon | None,
    symmetrisation: str,
    *,
    max_words: int,
) -> PhraseCounts:
    """Count the phrase pairs of the sentence pairs `start` to `end`.

    Words are aligned with the lexicon; if it is None, the links of the corpus are used. `max_words`
    is the maximum number of words of a phrase.
    """
    sentences = np.arange(start, end)
    bases = corpus.target.starts[start], corpus.pivot.starts[start]
    if lexicon is not None:
        links = _align_words(corpus, sentences, lexicon, symmetrisation)
    else:
        links = _get_links(corpus, sentences)
    spans = extract_phrase_pairs(
        corpus.target.starts[start : end + 1] - bases[0],
        corpus.pivot.starts[start : end + 1] - bases[1],
        links - np.array(bases),
        max_words,
    )
    rows = make_phrase_rows(
        spans,
        _get_phrase_words(corpus.target, start, end),
        _get_phrase_words(corpus.pivot, start, end),
        max_words,
    )
    return count_rows(rows)


def _align_words(
    corpus: Corpus, sentences: Array, lexicon: TranslationLexicon, method: str
) -> Array:
    """Align words with a lexicon; return links as rows of indices in the words of the corpus."""
    target_starts, pivot_starts = corpus.target.starts, corpus.pivot.starts
    flat_links: list[int] = []
    for sentence, rows, columns in align_words(corpus, sentences, lexicon):
        target_start, pivot_start = int(target_starts[sentence]), int(pivot_starts[sentence])
        for row, column in symmetrise(rows, columns, method):
            flat_links += (target_start + row, pivot_start + column)
    return np.array(flat_links, np.int64).reshape(-1, 2)


def _get_links(corpus: Corpus, sentences: Array) -> Array:
    """Return the links of the corpus as rows of indices in the words of the corpus."""
    starts = corpus.link_starts
    first, end = starts[sentences[0]], starts[sentences[-1] + 1]
    counts = np.diff(starts[sentences[0] : sentences[-1] + 2])
    bases = np.stack([corpus.target.starts[sentences], corpus.pivot.starts[sentences]], axis=1)
    links: Array = corpus.links[first:end] + np.repeat(bases, counts, axis=0)
    return links


def _get_phrase_words(side: SideCorpus, start: int, end: int) -> Array:
    """Return the numbers of the phrase forms of the words of sentences `start` to `end`."""
    return side.phrase_forms[side.words[side.starts[start] : side.starts[end]]]


@lru_cache(maxsize=1)
def _open_corpus(work_path: str) -> Corpus:
    return open_corpus(Path(work_path) / "corpus")


@lru_cache(maxsize=1)
def _load_lexicon(work_path: str) -> TranslationLexicon:
    return load_lexicon(Path(work_path) / "lexicon")
