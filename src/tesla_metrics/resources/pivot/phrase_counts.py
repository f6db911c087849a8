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
from .word_alignment import TranslationLexicon, load_lexicon, viterbi

# Phrase pairs are counted in bounded memory: sorted runs on disk are merged chunk by chunk.
#
# A row has the word numbers of the target phrase and of the pivot phrase, each padded with zeros.
# Runs are sorted by the hash of the target phrase and then by the words, so that ranges of hashes
# can be merged one after another, each in memory.

# Rows that are merged at a time, of about 100 bytes each.
_CHUNK_ROWS = 4_000_000


class PhraseCounts(NamedTuple):
    """Distinct rows in order, with the hashes of their target phrases and their counts."""

    hashes: Array
    rows: Array
    counts: Array


def phrase_rows(spans: Spans, target: Array, pivot: Array, longest: int) -> Array:
    """Return the words of phrase pairs; `target` and `pivot` are the words that spans refer to."""
    rows = np.zeros((len(spans.target), 2 * longest), np.int32)
    for position in range(longest):
        for words, start, length, column in (
            (target, spans.target, spans.target_length, position),
            (pivot, spans.pivot, spans.pivot_length, longest + position),
        ):
            is_covered = np.flatnonzero(length > position)
            rows[is_covered, column] = words[start[is_covered] + position]
    return rows


def count_rows(rows: Array, counts: Array | None = None) -> PhraseCounts:
    """Sort rows and add up the counts of equal rows."""
    longest = rows.shape[1] // 2
    hashes = hash_rows(rows[:, :longest])
    # Two numbers are combined into one sort key.
    padded = rows if rows.shape[1] % 4 == 0 else np.pad(rows, ((0, 0), (0, 2)))
    keys = [
        padded[:, column].astype(np.int64) << 32 | padded[:, column + 1]
        for column in range(0, padded.shape[1], 2)
    ]
    order = np.lexsort([*reversed(keys), hashes])
    rows, hashes = rows[order], hashes[order]
    is_new = np.ones(len(rows), bool)
    is_new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    firsts = np.flatnonzero(is_new)
    ordered_counts = np.ones(len(rows), np.int64) if counts is None else counts[order]
    sums = np.add.reduceat(ordered_counts, firsts) if len(firsts) else ordered_counts
    return PhraseCounts(hashes[firsts], rows[firsts], sums)


def save_run(path: Path, counts: PhraseCounts) -> None:
    """Write a run as three files; the file that names the run is last and marks it as complete."""
    save_array(path.with_suffix(".hashes.npy"), counts.hashes)
    save_array(path.with_suffix(".rows.npy"), counts.rows)
    save_array(path, counts.counts.astype(np.int32))


def merge_runs(paths: Sequence[Path], chunk_rows: int = _CHUNK_ROWS) -> Iterator[PhraseCounts]:
    """Yield the counts of all runs together, in order; a target phrase is never split."""
    runs = [_open_run(path) for path in paths]
    total = sum(len(run.rows) for run in runs)
    n_chunks = max(1, -(-total // chunk_rows))
    cuts = [split_by_hash(run, n_chunks) for run in runs]
    for index in range(n_chunks):
        parts = [cut[index] for cut in cuts]
        if any(len(part.rows) for part in parts):
            yield merge_counts(parts)


def split_by_hash(counted: PhraseCounts, pieces: int) -> list[PhraseCounts]:
    """Split counts into ranges of hashes; hashes are distributed evenly."""
    bounds = [int(piece * 2**64 / pieces) for piece in range(1, pieces)]
    cuts = np.searchsorted(counted.hashes, np.array(bounds, np.uint64)).tolist()
    return [
        PhraseCounts(*(array[start:end] for array in counted))
        for start, end in pairwise([0, *cuts, len(counted.rows)])
    ]


def merge_counts(parts: Sequence[PhraseCounts]) -> PhraseCounts:
    """Return the sum of several counts."""
    return count_rows(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.counts for part in parts]).astype(np.int64),
    )


def _open_run(path: Path) -> PhraseCounts:
    files = (path.with_suffix(".hashes.npy"), path.with_suffix(".rows.npy"), path)
    return PhraseCounts(*(np.asarray(np.load(file, mmap_mode="r")) for file in files))


class Pruning(NamedTuple):
    """Limits for pairs of each target phrase: minimum count and probability, and maximum number."""

    min_count: int = 1
    min_probability: float = 0.0
    top: int = 0  # 0: no limit


class PrunedEntries(NamedTuple):
    """Target phrases, how often each was extracted, and their pairs, the most frequent first."""

    hashes: Array
    phrases: Array
    counts: Array
    n_pairs: Array  # number of pairs of each phrase
    pivot_phrases: Array
    pair_counts: Array
    extracted: int  # number of extracted pairs before pruning


def prune(counts: PhraseCounts, pruning: Pruning) -> PrunedEntries:
    """Return the entries that remain; the counts of target phrases are those before pruning."""
    rows, longest = counts.rows, counts.rows.shape[1] // 2
    target = rows[:, :longest]
    is_new = np.ones(len(rows), bool)
    is_new[1:] = (target[1:] != target[:-1]).any(axis=1)
    phrase_index = np.cumsum(is_new) - 1
    firsts = np.flatnonzero(is_new)
    totals = np.add.reduceat(counts.counts, firsts)
    # A stable sort: pairs with equal counts remain sorted by their words.
    order = np.lexsort((-counts.counts, phrase_index))
    phrase_index, pairs = phrase_index[order], counts.counts[order]
    rank = np.arange(len(order)) - firsts[phrase_index]
    keep = (pairs >= pruning.min_count) & (pairs >= pruning.min_probability * totals[phrase_index])
    if pruning.top:
        keep &= rank < pruning.top
    n_kept = np.bincount(phrase_index[keep], minlength=len(firsts))
    remains = n_kept > 0
    return PrunedEntries(
        counts.hashes[firsts][remains],
        target[firsts][remains],
        totals[remains],
        n_kept[remains],
        rows[order[keep], longest:],
        pairs[keep],
        int(totals.sum()),
    )


PAIRS_PER_RUN = 4000  # sentence pairs per run


class ExtractionSettings(NamedTuple):
    """The work folder with the corpus, and how phrase pairs are extracted from it."""

    work: str  # a path that only this run uses
    symmetrisation: str
    max_phrase: int
    use_lexicon: bool  # whether words are aligned by the lexicon, not by given links


def extract_run(piece: tuple[int, Path], settings: ExtractionSettings) -> int:
    """Write the run of the sentence pairs from `piece[0]` on; return their number."""
    start, path = piece
    corpus = _open_corpus(settings.work)
    end = min(start + PAIRS_PER_RUN, len(corpus))
    lexicon = _load_lexicon(settings.work) if settings.use_lexicon else None
    save_run(
        path,
        count_phrases(
            corpus, start, end, lexicon, settings.symmetrisation, longest=settings.max_phrase
        ),
    )
    return end - start


def count_phrases(
    corpus: Corpus,
    start: int,
    end: int,
    lexicon: TranslationLexicon | None,
    symmetrisation: str,
    *,
    longest: int,
) -> PhraseCounts:
    """Count the phrase pairs of sentence pairs; without a lexicon, use the links of the corpus."""
    sentences = np.arange(start, end)
    bases = corpus.target.starts[start], corpus.pivot.starts[start]
    if lexicon is not None:
        links = _align(corpus, sentences, lexicon, symmetrisation)
    else:
        links = _alignment_links(corpus, sentences)
    spans = extract_phrase_pairs(
        corpus.target.starts[start : end + 1] - bases[0],
        corpus.pivot.starts[start : end + 1] - bases[1],
        links - np.array(bases),
        longest,
    )
    rows = phrase_rows(
        spans,
        _kept_words(corpus.target, start, end),
        _kept_words(corpus.pivot, start, end),
        longest,
    )
    return count_rows(rows)


def _align(corpus: Corpus, sentences: Array, lexicon: TranslationLexicon, method: str) -> Array:
    targets, pivots = corpus.target.starts, corpus.pivot.starts
    flat_links: list[int] = []
    for sentence, rows, columns in viterbi(corpus, sentences, lexicon):
        row, column = int(targets[sentence]), int(pivots[sentence])
        for i, j in symmetrise(rows, columns, method):
            flat_links += (row + i, column + j)
    return np.array(flat_links, np.int64).reshape(-1, 2)


def _alignment_links(corpus: Corpus, sentences: Array) -> Array:
    starts = corpus.link_starts
    first, last = starts[sentences[0]], starts[sentences[-1] + 1]
    counts = np.diff(starts[sentences[0] : sentences[-1] + 2])
    bases = np.stack([corpus.target.starts[sentences], corpus.pivot.starts[sentences]], axis=1)
    links: Array = corpus.links[first:last] + np.repeat(bases, counts, axis=0)
    return links


def _kept_words(side: SideCorpus, start: int, end: int) -> Array:
    return side.phrase_forms[side.words[side.starts[start] : side.starts[end]]]


@lru_cache(maxsize=1)
def _open_corpus(work: str) -> Corpus:
    return open_corpus(Path(work) / "corpus")


@lru_cache(maxsize=1)
def _load_lexicon(work: str) -> TranslationLexicon:
    return load_lexicon(Path(work) / "lexicon")
