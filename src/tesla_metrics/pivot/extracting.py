"""A stretch of the corpus to a run of counted phrase pairs: what the processes do last."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .align import TranslationLexicon, load_lexicon, viterbi
from .corpus import Corpus, SideCorpus, open_corpus
from .counting import Counts, count_rows, phrase_rows, save_run
from .extract import extract
from .symmetrise import symmetrise

PAIRS = 4000  # sentence pairs a run


class ExtractionSettings(NamedTuple):
    """Where the corpus lies, and how phrase pairs are found in it."""

    work: str  # a path of this run alone
    symmetrisation: str
    max_phrase: int
    learned: bool  # else links were given


def extract_run(piece: tuple[int, Path], settings: ExtractionSettings) -> int:
    """Write the run of the sentence pairs from `piece[0]` on; how many they are."""
    start, path = piece
    corpus = _corpus(settings.work)
    end = min(start + PAIRS, len(corpus))
    lexicon = _lexicon(settings.work) if settings.learned else None
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
) -> Counts:
    """The phrase pairs of these sentence pairs; without a lexicon by the links that were given."""
    sentences = np.arange(start, end)
    bases = corpus.target.starts[start], corpus.pivot.starts[start]
    if lexicon is not None:
        links = _align(corpus, sentences, lexicon, symmetrisation)
    else:
        links = _given(corpus, sentences)
    spans = extract(
        corpus.target.starts[start : end + 1] - bases[0],
        corpus.pivot.starts[start : end + 1] - bases[1],
        links - np.array(bases),
        longest,
    )
    rows = phrase_rows(
        spans, _kept(corpus.target, start, end), _kept(corpus.pivot, start, end), longest
    )
    return count_rows(rows)


def _align(corpus: Corpus, sentences: Array, lexicon: TranslationLexicon, method: str) -> Array:
    targets, pivots = corpus.target.starts, corpus.pivot.starts
    found: list[int] = []
    for sentence, rows, columns in viterbi(corpus, sentences, lexicon):
        row, column = int(targets[sentence]), int(pivots[sentence])
        for i, j in symmetrise(rows, columns, method):
            found += (row + i, column + j)
    return np.array(found, np.int64).reshape(-1, 2)


def _given(corpus: Corpus, sentences: Array) -> Array:
    starts = corpus.link_starts
    first, last = starts[sentences[0]], starts[sentences[-1] + 1]
    counts = np.diff(starts[sentences[0] : sentences[-1] + 2])
    bases = np.stack([corpus.target.starts[sentences], corpus.pivot.starts[sentences]], axis=1)
    links: Array = corpus.links[first:last] + np.repeat(bases, counts, axis=0)
    return links


def _kept(side: SideCorpus, start: int, end: int) -> Array:
    return side.kept[side.words[side.starts[start] : side.starts[end]]]


@lru_cache(maxsize=1)
def _corpus(work: str) -> Corpus:
    return open_corpus(Path(work) / "corpus")


@lru_cache(maxsize=1)
def _lexicon(work: str) -> TranslationLexicon:
    return load_lexicon(Path(work) / "lexicon")
