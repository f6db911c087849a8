"""A bitext as word indices in memory-mapped files."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ...arrays import Array
from ...files.atomic import open_atomically
from .alignment_links import AlignmentFile
from .analysed_pairs import (
    PairBatch,
    PairCounts,
    SideBatch,
    load_chunk,
    save_arrays,
    select_usable_pairs,
)

# Padding of phrases that are shorter than their row.
PADDING = 0


def pack(words: Iterable[str]) -> tuple[Array, Array]:
    """Return the start of each sorted word and the end of the last, and the bytes of all words."""
    encoded = [word.encode() for word in words]
    starts = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum([len(word) for word in encoded], out=starts[1:])
    return starts, np.frombuffer(b"".join(encoded), np.uint8)


def byte_order(word: str) -> bytes:
    """Return the sort key of words in a pool."""
    return word.encode()


class WordPool:
    """Looks up words by number and numbers by word in a packed pool. Numbers start at 1."""

    def __init__(self, starts: Array, content: Array) -> None:
        self.starts, self.content = starts, content
        self.word = lru_cache(maxsize=100_000)(self._word)
        self.number = lru_cache(maxsize=100_000)(self._number)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def _bytes(self, number: int) -> bytes:
        start, end = self.starts[number - 1 : number + 1]
        return self.content[start:end].tobytes()

    def _word(self, number: int) -> str:
        return self._bytes(number).decode()

    def _number(self, word: str) -> int:
        # A word with unpaired surrogates is in no table, but must not raise an exception.
        query = word.encode(errors="surrogatepass")
        low, high = 1, len(self) + 1
        while low < high:
            middle = (low + high) // 2
            if self._bytes(middle) < query:
                low = middle + 1
            else:
                high = middle
        return low if low <= len(self) and self._bytes(low) == query else PADDING


class NumberedWords(NamedTuple):
    """The index of the aligned form of each word, from 0, and the number of its kept form."""

    alignment_forms: Array
    phrase_forms: Array
    pool: tuple[Array, Array]


def number_words(words: Iterable[str]) -> NumberedWords:
    """Number the words that `analyse` returned."""
    parts = [word.partition("\t") for word in words]
    pool = sorted({phrase_form for _, _, phrase_form in parts}, key=byte_order)
    number_of = {word: number for number, word in enumerate(pool, 1)}
    aligned: dict[str, int] = {}
    return NumberedWords(
        np.array([aligned.setdefault(form, len(aligned)) for form, _, _ in parts], "i4"),
        np.array([number_of[phrase_form] for _, _, phrase_form in parts], "i4"),
        pack(pool),
    )


@dataclass(frozen=True)
class SideCorpus:
    """One language: the words of sentence s are words[starts[s] : starts[s + 1]].

    words       indices into `alignment_forms` and `phrase_forms`
    alignment_forms  index of the aligned form of each word, from 0
    phrase_forms  number of the kept form of each word in the pool, from 1
    """

    words: Array
    starts: Array
    alignment_forms: Array
    phrase_forms: Array
    pool: tuple[Array, Array]

    @property
    def aligned_size(self) -> int:
        """The number of distinct aligned forms."""
        return int(self.alignment_forms.max(initial=-1)) + 1


@dataclass(frozen=True)
class Corpus:
    """Both sides, and the links if an alignment file was given.

    The links of sentence s are links[link_starts[s] : link_starts[s + 1]].
    """

    target: SideCorpus
    pivot: SideCorpus
    links: Array
    link_starts: Array

    def __len__(self) -> int:
        return len(self.target.starts) - 1


def open_corpus(folder: Path) -> Corpus:
    """Open the corpus in a folder that `number_chunks` wrote."""
    sides = []
    for name in ("target", "pivot"):
        with np.load(folder / f"{name}.npz", allow_pickle=False) as arrays:
            sides.append(
                SideCorpus(
                    read_array(folder / f"{name}.words", np.int32),
                    np.cumsum(np.append(0, read_array(folder / f"{name}.lengths", np.int32))),
                    arrays["aligned"],
                    arrays["kept"],
                    (arrays["pool_starts"], arrays["pool_bytes"]),
                )
            )
    return Corpus(
        sides[0],
        sides[1],
        read_array(folder / "links", np.int32).reshape(-1, 2),
        np.cumsum(np.append(0, read_array(folder / "links.lengths", np.int32))),
    )


def read_array(path: Path, dtype: Any) -> Array:
    """Memory-map the numbers of a file; an empty file, which cannot be mapped, gives no numbers."""
    if not path.stat().st_size:
        return np.zeros(0, dtype)
    return np.asarray(np.memmap(path, dtype, "r"))


def save_vocabulary(folder: Path, name: str, words: Iterable[str]) -> None:
    """Write the aligned and kept form of each word of a side."""
    numbered = number_words(words)
    save_arrays(
        folder / f"{name}.npz",
        {
            "aligned": numbered.alignment_forms,
            "kept": numbered.phrase_forms,
            "pool_starts": numbered.pool[0],
            "pool_bytes": numbered.pool[1],
        },
    )


def number_chunks(
    chunks: Sequence[tuple[Path, Path]],
    folder: Path,
    max_words: int,
    alignment_links: AlignmentFile | None = None,
) -> PairCounts:
    """Write the corpus into the folder; `alignment_links` yields the links of every pair."""
    vocabularies: tuple[dict[str, int], dict[str, int]] = ({}, {})
    counts = PairCounts()
    with ExitStack() as files:

        def create(name: str) -> BinaryIO:
            return files.enter_context(open_atomically(folder / name, clear=False))

        words = create("target.words"), create("pivot.words")
        lengths = create("target.lengths"), create("pivot.lengths")
        links, link_lengths = create("links"), create("links.lengths")
        for paths in chunks:
            piece = select_usable_pairs(
                (load_chunk(paths[0]), load_chunk(paths[1])), max_words, alignment_links
            )
            counts.add(piece.counts)
            for side, side_piece in enumerate((piece.target, piece.pivot)):
                words[side].write(_vocabulary_indices(side_piece, vocabularies[side]).tobytes())
                lengths[side].write(side_piece.lengths.tobytes())
            links.write(piece.links.tobytes())
            link_lengths.write(piece.link_lengths.tobytes())
    for name, side_words in zip(("target", "pivot"), vocabularies, strict=True):
        save_vocabulary(folder, name, side_words)
    return counts


def _vocabulary_indices(side: SideBatch, vocabulary: dict[str, int]) -> Array:
    indices = np.array(
        [vocabulary.setdefault(word, len(vocabulary)) for word in side.words], np.int32
    )
    return indices[side.word_indices]


WordLookup = Callable[[Sequence[str]], Array]  # from words to their indices

_NO_POOL = np.zeros(1, np.int64), np.zeros(0, np.uint8)


class SideVocabulary:
    """One side: the aligned and kept forms of the words for which `look` returns indices."""

    def __init__(self, look: WordLookup, aligned: Array, kept: Array) -> None:
        self._look, self._aligned, self._kept = look, aligned, kept

    def corpus(self, side: SideBatch) -> SideCorpus:
        """Return the sentences of a piece, with a vocabulary of only its words."""
        indices = self._look(side.words)
        starts = np.cumsum(np.append(0, side.lengths))
        return SideCorpus(
            side.word_indices, starts, self._aligned[indices], self._kept[indices], _NO_POOL
        )


def piece_corpus(piece: PairBatch, target: SideVocabulary, pivot: SideVocabulary) -> Corpus:
    """Return the corpus of one piece."""
    return Corpus(
        target.corpus(piece.target),
        pivot.corpus(piece.pivot),
        piece.links,
        np.cumsum(np.append(0, piece.link_lengths)),
    )
