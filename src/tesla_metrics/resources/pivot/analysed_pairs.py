"""Analyse sentence pairs and keep those that can be used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array
from ...files.atomic import open_atomically
from ...files.sentence import Token, has_alphanumeric
from ...text.analyzer import Analyzer, WordByWordAnalyzer
from ...text.loading import load_analyzer
from ...text.stemming import stem
from .alignment_links import AlignmentFile

_HEADER_BYTES = 128  # of a .npy file


def save_arrays(path: Path, arrays: dict[str, Array]) -> None:
    """Write an .npz file atomically."""
    # Files that a killed process leaves behind are deleted with the work folder.
    size = sum(array.nbytes for array in arrays.values())  # slightly too low
    with open_atomically(path, size, clear=False) as stream:
        np.savez(stream, **arrays)  # type: ignore[arg-type]


def save_array(path: Path, array: Array) -> None:
    """Write an .npy file, which can be memory-mapped, atomically."""
    with open_atomically(path, array.nbytes + _HEADER_BYTES, clear=False) as stream:
        # numpy writes real files with C's stdio and does not notice that a disk is full.
        plain: Any = SimpleNamespace(write=stream.write)
        np.save(plain, array)


_ARRAYS = ("numbers", "positions", "lengths", "tokens")


@dataclass(frozen=True)
class AnalysedChunk:
    """The analysed sentences of one side of some pairs.

    Tokens that are not words (`SideSettings.punctuation`) are left out, but counted.

    words       distinct words with their aligned and kept form, see `analyse`
    numbers     indices into `words`, of all sentences
    positions   the positions of these words among the tokens
    lengths     the number of words of each sentence
    tokens      the number of tokens of each sentence
    """

    words: Sequence[str]
    numbers: Array
    positions: Array
    lengths: Array
    tokens: Array


def save_chunk(path: Path, chunk: AnalysedChunk) -> None:
    """Write a chunk atomically."""
    words = np.frombuffer("\n".join(chunk.words).encode(), np.uint8)
    save_arrays(path, {"words": words, **{name: getattr(chunk, name) for name in _ARRAYS}})


def load_chunk(path: Path) -> AnalysedChunk:
    """Read a chunk that was written with `save_chunk`."""
    with np.load(path, allow_pickle=False) as arrays:
        text = arrays["words"].tobytes().decode()
        words = text.split("\n") if text else []
        return AnalysedChunk(words, *(arrays[name] for name in _ARRAYS))


# Analysis converts sentences to word indices; it runs in worker processes.
#
# A word of the target side is its form for alignment and its form in phrases, separated by a tab. A
# word of the pivot side is its form for alignment, its lemma and its tag.


class SideSettings(NamedTuple):
    """Everything that determines the words of a sentence of one side.

    A word has two forms: the aligned form is used by word alignment, the kept form is part of
    phrases.
    """

    lang: str
    analyzer: str = "builtin"
    compounds: str = "auto"
    alignment_form: str = "lemma"  # or form: the words for alignment
    phrase_form: str = "lemma"  # or form, stem, tagged (lemma and tag): the words of phrases
    punctuation: bool = False  # whether tokens without a letter or digit are words

    def load(self) -> Analyzer:
        """Return the analyser, which is loaded once."""
        return _load(self)


@lru_cache(maxsize=2)
def _load(settings: SideSettings) -> Analyzer:
    # Other analysers do not split compounds.
    compounds = settings.compounds if settings.analyzer.startswith("builtin") else "auto"
    return load_analyzer(settings.lang, settings.analyzer, compounds=compounds)


def preferred_tags(analyzer: Analyzer) -> str:
    """Return upos or xpos: the tags that metrics compare."""
    if isinstance(analyzer, WordByWordAnalyzer) and not analyzer.has_xpos:
        return "upos"
    return analyzer.preferred_tags


def analyse(texts: Sequence[str], settings: SideSettings) -> AnalysedChunk:
    """Analyse texts, one sentence each; a text without words becomes an empty sentence."""
    analyzer = settings.load()
    xpos = preferred_tags(analyzer) == "xpos"
    index_of: dict[str, int] = {}
    word_indices, positions, lengths, tokens = list[int](), list[int](), list[int](), list[int]()
    for sentence in analyzer.analyze(texts):
        start = len(word_indices)
        for position, token in enumerate(sentence.tokens):
            if settings.punctuation or has_alphanumeric(token.form):
                word = _word(token, settings, xpos)
                word_indices.append(index_of.setdefault(word, len(index_of)))
                positions.append(position)
        lengths.append(len(word_indices) - start)
        tokens.append(len(sentence.tokens))
    return AnalysedChunk(
        list(index_of), *(np.array(x, np.int32) for x in (word_indices, positions, lengths, tokens))
    )


def _word(token: Token, settings: SideSettings, xpos: bool) -> str:
    lemma = token.lemma.lower()
    aligned = lemma if settings.alignment_form == "lemma" else token.form.lower()
    if settings.phrase_form == "tagged":
        return f"{aligned}\t{lemma}\t{token.xpos if xpos else token.upos}"
    if settings.phrase_form == "stem":
        return f"{aligned}\t{stem(token.form, settings.lang)}"
    return f"{aligned}\t{lemma if settings.phrase_form == 'lemma' else token.form.lower()}"


@dataclass
class PairCounts:
    """The number of sentence pairs, and how many were left out for which reason."""

    read: int = 0
    empty: int = 0  # pairs with a side without words
    long: int = 0
    used: int = 0

    def add(self, other: "PairCounts") -> None:
        """Add the counts of other pairs."""
        self.read += other.read
        self.empty += other.empty
        self.long += other.long
        self.used += other.used


class SideBatch(NamedTuple):
    """One side of some pairs: the words of all pairs, and the indices of those in used pairs."""

    words: Sequence[str]
    word_indices: Array
    lengths: Array  # number of words of each sentence


class PairBatch(NamedTuple):
    """Both sides of some pairs, and the links of each pair if an alignment file was given."""

    counts: PairCounts
    target: SideBatch
    pivot: SideBatch
    links: Array
    link_lengths: Array


def select_usable_pairs(
    sides: tuple[AnalysedChunk, AnalysedChunk],
    max_words: int,
    alignment_links: AlignmentFile | None = None,
) -> PairBatch:
    """Leave out unusable pairs; `alignment_links` yields the links of every pair."""
    shorter = np.minimum(sides[0].lengths, sides[1].lengths)
    longer = np.maximum(sides[0].lengths, sides[1].lengths)
    long = (shorter > 0) & (longer > max_words)
    used: Array = (shorter > 0) & ~long
    counts = PairCounts(
        len(shorter), int((shorter == 0).sum()), int(long.sum()), int(np.count_nonzero(used))
    )
    links = list(_links(sides, used, alignment_links)) if alignment_links else []
    target, pivot = (
        SideBatch(side.words, side.numbers[np.repeat(used, side.lengths)], side.lengths[used])
        for side in sides
    )
    return PairBatch(
        counts,
        target,
        pivot,
        np.concatenate([np.zeros((0, 2), np.int32), *links]),
        np.array([len(pair_links) for pair_links in links], np.int32),
    )


def _links(
    sides: tuple[AnalysedChunk, AnalysedChunk], used: Array, alignment_links: AlignmentFile
) -> Iterator[Array]:
    positions = [np.split(side.positions, np.cumsum(side.lengths)[:-1]) for side in sides]
    for pair, is_used in enumerate(used.tolist()):
        pair_positions = positions[0][pair].tolist(), positions[1][pair].tolist()
        links = alignment_links.next_links(
            int(sides[0].tokens[pair]), int(sides[1].tokens[pair]), *pair_positions
        )
        if is_used:
            yield np.array(links, np.int32).reshape(-1, 2)
