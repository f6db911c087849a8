"""Numbered words, and bitexts as word indices in memory-mapped files."""

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

# Number that fills the row of a phrase that is shorter than the row; no word has this number.
PADDING = 0


def pack_words(words: Iterable[str]) -> tuple[Array, Array]:
    """Return the UTF-8 bytes of all words, concatenated, preceded by their offsets.

    The offsets are the start of each word and the end of the last one.
    """
    encoded_words = [word.encode() for word in words]
    starts = np.zeros(len(encoded_words) + 1, np.int64)
    np.cumsum([len(word) for word in encoded_words], out=starts[1:])
    return starts, np.frombuffer(b"".join(encoded_words), np.uint8)


def get_sort_key(word: str) -> bytes:
    """Return the sort key of words in a pool, their UTF-8 bytes."""
    return word.encode()


class WordPool:
    """A packed list of sorted words, in which words are looked up by number and vice versa.

    Numbers start at 1. `starts` and `content` are the results of `pack_words`. The methods
    `get_word` and `get_number` are cached; `get_number` returns `PADDING` for a word that is not in
    the pool.
    """

    def __init__(self, starts: Array, content: Array) -> None:
        self.starts, self.content = starts, content
        self.get_word = lru_cache(maxsize=100_000)(self._find_word)
        self.get_number = lru_cache(maxsize=100_000)(self._find_number)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def _get_bytes(self, number: int) -> bytes:
        start, end = self.starts[number - 1 : number + 1]
        return self.content[start:end].tobytes()

    def _find_word(self, number: int) -> str:
        return self._get_bytes(number).decode()

    def _find_number(self, word: str) -> int:
        # A word with unpaired surrogates is in no table, but must not raise an exception.
        query = word.encode(errors="surrogatepass")
        low, high = 1, len(self) + 1
        while low < high:
            middle = (low + high) // 2
            if self._get_bytes(middle) < query:
                low = middle + 1
            else:
                high = middle
        return low if low <= len(self) and self._get_bytes(low) == query else PADDING


class NumberedForms(NamedTuple):
    """Forms of words: indices of alignment forms, from 0, and numbers of phrase forms, from 1.

    `pool` has the phrase forms, as returned by `pack_words`.
    """

    alignment_forms: Array
    phrase_forms: Array
    pool: tuple[Array, Array]


def number_forms(words: Iterable[str]) -> NumberedForms:
    """Number the forms of words; each word is its forms for alignment and phrases, with a tab."""
    word_forms = [word.partition("\t") for word in words]
    pool = sorted({phrase_form for _, _, phrase_form in word_forms}, key=get_sort_key)
    phrase_numbers = {word: number for number, word in enumerate(pool, 1)}
    alignment_indices: dict[str, int] = {}
    return NumberedForms(
        np.array(
            [
                alignment_indices.setdefault(form, len(alignment_indices))
                for form, _, _ in word_forms
            ],
            "i4",
        ),
        np.array([phrase_numbers[phrase_form] for _, _, phrase_form in word_forms], "i4"),
        pack_words(pool),
    )


@dataclass(frozen=True)
class SideCorpus:
    """One side of a corpus: the words of sentence s are words[starts[s] : starts[s + 1]].

    words               indices into `alignment_forms` and `phrase_forms`
    alignment_forms     index of the alignment form of each word, from 0
    phrase_forms        number of the phrase form of each word in the pool, from 1
    pool                phrase forms, as returned by `pack_words`
    """

    words: Array
    starts: Array
    alignment_forms: Array
    phrase_forms: Array
    pool: tuple[Array, Array]

    @property
    def n_alignment_forms(self) -> int:
        """The number of distinct alignment forms."""
        return int(self.alignment_forms.max(initial=-1)) + 1


@dataclass(frozen=True)
class Corpus:
    """Both sides of a corpus, and the links of words if they were read from an alignment file.

    The links of sentence pair s are links[link_starts[s] : link_starts[s + 1]].
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
    """Memory-map an array; an empty file, which cannot be mapped, gives an empty array."""
    if not path.stat().st_size:
        return np.zeros(0, dtype)
    return np.asarray(np.memmap(path, dtype, "r"))


def save_vocabulary(folder: Path, name: str, words: Iterable[str]) -> None:
    """Write the alignment form and the phrase form of each word of a side."""
    numbered_words = number_forms(words)
    save_arrays(
        folder / f"{name}.npz",
        {
            "aligned": numbered_words.alignment_forms,
            "kept": numbered_words.phrase_forms,
            "pool_starts": numbered_words.pool[0],
            "pool_bytes": numbered_words.pool[1],
        },
    )


def number_chunks(
    chunks: Sequence[tuple[Path, Path]],
    folder: Path,
    max_words: int,
    alignment_file: AlignmentFile | None = None,
) -> PairCounts:
    """Write the corpus of some chunks into a folder; return the counts of sentence pairs.

    `chunks` has the files of the target side and of the pivot side of each chunk.
    `alignment_file`, if it is not None, yields the links of every pair.
    """
    vocabularies: tuple[dict[str, int], dict[str, int]] = ({}, {})
    counts = PairCounts()
    with ExitStack() as files:

        def create_file(name: str) -> BinaryIO:
            return files.enter_context(open_atomically(folder / name, remove_old=False))

        word_files = create_file("target.words"), create_file("pivot.words")
        length_files = create_file("target.lengths"), create_file("pivot.lengths")
        link_file, link_length_file = create_file("links"), create_file("links.lengths")
        for paths in chunks:
            batch = select_usable_pairs(
                (load_chunk(paths[0]), load_chunk(paths[1])), max_words, alignment_file
            )
            counts.add_counts(batch.counts)
            for side, side_batch in enumerate((batch.target, batch.pivot)):
                word_files[side].write(_index_words(side_batch, vocabularies[side]).tobytes())
                length_files[side].write(side_batch.lengths.tobytes())
            link_file.write(batch.links.tobytes())
            link_length_file.write(batch.link_lengths.tobytes())
    for name, vocabulary in zip(("target", "pivot"), vocabularies, strict=True):
        save_vocabulary(folder, name, vocabulary)
    return counts


def _index_words(side: SideBatch, vocabulary: dict[str, int]) -> Array:
    """Return the indices of the words of a batch in the vocabulary; add new words to it."""
    indices = np.array(
        [vocabulary.setdefault(word, len(vocabulary)) for word in side.words], np.int32
    )
    return indices[side.word_indices]


WordLookup = Callable[[Sequence[str]], Array]  # from words to their indices

_NO_POOL = np.zeros(1, np.int64), np.zeros(0, np.uint8)  # `pack_words` of no words


class SideVocabulary:
    """The vocabulary of one side of a corpus, for making a corpus of a batch of sentence pairs.

    `find_indices` returns the indices of words, and the arrays have the forms of words by these
    indices.
    """

    def __init__(
        self, find_indices: WordLookup, alignment_forms: Array, phrase_forms: Array
    ) -> None:
        self._find_indices, self._alignment_forms, self._phrase_forms = (
            find_indices,
            alignment_forms,
            phrase_forms,
        )

    def make_corpus(self, batch: SideBatch) -> SideCorpus:
        """Return the sentences of a batch, with a vocabulary of only their words."""
        indices = self._find_indices(batch.words)
        starts = np.cumsum(np.append(0, batch.lengths))
        return SideCorpus(
            batch.word_indices,
            starts,
            self._alignment_forms[indices],
            self._phrase_forms[indices],
            _NO_POOL,
        )


def make_batch_corpus(batch: PairBatch, target: SideVocabulary, pivot: SideVocabulary) -> Corpus:
    """Return the corpus of one batch of sentence pairs."""
    return Corpus(
        target.make_corpus(batch.target),
        pivot.make_corpus(batch.pivot),
        batch.links,
        np.cumsum(np.append(0, batch.link_lengths)),
    )
