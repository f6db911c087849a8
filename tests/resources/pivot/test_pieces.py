"""A bitext in pieces, each aligned and counted by itself, gives what the whole gives."""

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from resources.pivot.toy_bitext import PAIRS
from tesla_metrics.arrays import Array
from tesla_metrics.resources.pivot.alignment_links import AlignmentFile
from tesla_metrics.resources.pivot.analysed_pairs import (
    AnalysedChunk,
    PairBatch,
    PairCounts,
    analyse,
    save_chunk,
    select_usable_pairs,
)
from tesla_metrics.resources.pivot.corpus import (
    SideVocabulary,
    make_batch_corpus,
    number_chunks,
    number_forms,
    open_corpus,
)
from tesla_metrics.resources.pivot.phrase_counts import (
    PhraseCounts,
    count_phrases,
    merge_counts,
    split_by_hash,
)
from tesla_metrics.resources.pivot.table_writing import TableSettings
from tesla_metrics.resources.pivot.translation_lexicon import convert_from_arrays, convert_to_arrays
from tesla_metrics.resources.pivot.word_alignment import (
    TranslationLexicon,
    select_evenly,
    train_lexicon,
)

SETTINGS = TableSettings("en", "fr")
LONGEST = SETTINGS.max_phrase
ODD = [("", "Rien."), ("...", "!"), ("very " * 30 + "long", "long")]
Sides = tuple[AnalysedChunk, AnalysedChunk]


def in_pieces(size: int) -> list[Sides]:
    pairs = random.Random(3).choices([*PAIRS, *ODD], k=60)
    sides = SETTINGS.get_side_settings()
    return [
        (
            analyse([one for one, _ in pairs[at : at + size]], sides[0]),
            analyse([other for _, other in pairs[at : at + size]], sides[1]),
        )
        for at in range(0, len(pairs), size)
    ]


def equal(one: Sequence[Array], other: Sequence[Array]) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(one, other, strict=True))


def words_of(pieces: Sequence[PairBatch], side: str) -> list[str]:
    return list(dict.fromkeys(word for piece in pieces for word in getattr(piece, side).words))


def side_numbers(words: Sequence[str]) -> SideVocabulary:
    places = {word: at for at, word in enumerate(words)}
    numbered = number_forms(words)

    def look(asked: Sequence[str]) -> Array:
        return np.array([places[word] for word in asked], np.int64)

    return SideVocabulary(look, numbered.alignment_forms, numbered.phrase_forms)


def whole(folder: Path) -> tuple[PairCounts, TranslationLexicon, PhraseCounts]:
    paths = folder / "target.npz", folder / "pivot.npz"
    for path, chunk in zip(paths, in_pieces(1000)[0], strict=True):
        save_chunk(path, chunk)
    (folder / "corpus").mkdir()
    counts = number_chunks([paths], folder / "corpus", 20)
    corpus = open_corpus(folder / "corpus")
    lexicon = train_lexicon(corpus, select_evenly(len(corpus), 30), 2)
    return (
        counts,
        lexicon,
        count_phrases(corpus, 0, len(corpus), lexicon, "union", max_words=LONGEST),
    )


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_pieces_give_what_the_whole_gives(tmp_path: Path, size: int) -> None:
    expected, lexicon, counted = whole(tmp_path)
    pieces = [select_usable_pairs(sides, 20) for sides in in_pieces(size)]
    counts = PairCounts()
    for piece in pieces:
        counts.add_counts(piece.counts)
    assert counts == expected
    assert min(counts.empty, counts.long) > 0
    target, pivot = (side_numbers(words_of(pieces, side)) for side in ("target", "pivot"))
    lexicon = convert_from_arrays(*convert_to_arrays(lexicon))
    parts = [
        count_phrases(
            make_batch_corpus(piece, target, pivot),
            *(0, piece.counts.used, lexicon, "union"),
            max_words=LONGEST,
        )
        for piece in pieces
        if piece.counts.used
    ]
    assert equal(merge_counts(parts), counted)


@pytest.mark.parametrize("stretches", [1, 2, 13])
def test_stretches_are_in_order_and_whole(tmp_path: Path, stretches: int) -> None:
    counted = whole(tmp_path)[2]
    parts = split_by_hash(counted, stretches)
    assert len(parts) == stretches
    assert equal([np.concatenate(x) for x in zip(*parts, strict=True)], counted)
    for one, other in pairwise(parts):
        if len(one.hashes) and len(other.hashes):
            assert one.hashes[-1] < other.hashes[0]


def test_links_from_some_line_on() -> None:
    given = AlignmentFile("links", ["0-0 1-1", "5-0"], first_line=41)
    assert given.read_next(2, 2, [0, 1], [1]) == [(1, 0)]
    with pytest.raises(Exception, match="links, line 42: link 5-0 is out of range"):
        given.read_next(2, 2, [0, 1], [1])


@pytest.mark.parametrize(("count", "most"), [(5, 9), (9, 9), (10, 9), (1000, 7)])
def test_evenly_spaced(count: int, most: int) -> None:
    chosen = select_evenly(count, most).tolist()
    assert chosen == sorted(set(chosen))
    assert len(chosen) == min(count, most)
    assert set(chosen) <= set(range(count))
