"""Find paraphrases: phrases and words with the same translations."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Array
from ...errors import UsageError
from ...files.sentence import has_alphanumeric
from ...text.numbers import canonical, digits_of
from .corpus import PADDING
from .packed_table import hash_rows
from .phrase_table import PhraseTable

# Added to the count of each phrase (smoothing): rare phrases that share a pivot phrase by chance
# are bad paraphrases.
SMOOTHING_COUNT = 5


class Paraphrase(NamedTuple):
    """Another target phrase, how often it was extracted, and the overlap of translations."""

    words: tuple[str, ...]
    extracted: int
    overlap: float


def paraphrases(table: PhraseTable, phrase: Sequence[str], limit: int) -> list[Paraphrase]:
    """Return the phrases with the highest overlap: Σ_v min(Pr(v | phrase), Pr(v | other)).

    v are pivot phrases, and Pr(v | t) = N(t, v) / (N(t) + 5). In case of a tie the more frequent
    phrase comes first.
    """
    index = table.index(phrase)
    if index < 0:
        return []
    start, end = table.starts[index : index + 2].tolist()
    # Pivot phrases are compared by hash: 64 bits are sufficient for a list that people read.
    hashes = hash_rows(table.pivot_phrases[start:end])
    order = np.argsort(hashes)
    hashes, shares = (
        hashes[order],
        table.pair_counts[start:end][order] / (int(table.counts[index]) + SMOOTHING_COUNT),
    )
    all_hashes = hash_rows(table.pivot_phrases)
    entries = np.flatnonzero(np.isin(all_hashes, hashes))
    targets = np.searchsorted(table.starts, entries, side="right") - 1
    other_shares = table.pair_counts[entries] / (table.counts[targets] + SMOOTHING_COUNT)
    common = np.minimum(other_shares, shares[np.searchsorted(hashes, all_hashes[entries])])
    overlap = np.bincount(targets, common, len(table))
    overlap[index] = 0.0
    candidates = np.flatnonzero(overlap)
    best = candidates[
        np.lexsort((-table.counts[candidates].astype(np.int64), -overlap[candidates]))
    ][:limit]
    return [
        Paraphrase(table.phrase(candidate), int(table.counts[candidate]), float(overlap[candidate]))
        for candidate in best.tolist()
    ]


WordPairs = dict[tuple[str, str], float]
Overlap = tuple[tuple[str, str], float]

# Rarer words are left out, and rarer translations of a word: most of them are misaligned. The same
# holds for pivot phrases of which the word is a rare translation: 'de' co-occurs with everything.
_MIN_COUNT = 3
_MIN_SHARE = 0.02
_MIN_REVERSE_SHARE = 0.01

MIN_STRENGTH = 0.05


class TranslationShares(NamedTuple):
    """Pr(pivot phrase | word) of each entry; words are indices into the sorted `names`."""

    names: list[str]
    words: Array
    pivots: Array
    shares: Array


class CommonShares(NamedTuple):
    """What two words have in common through one pivot phrase, one entry per pair and phrase.

    pairs   index of the first word times the number of words, plus index of the second
    order   position of the entry in the sum of its pair
    """

    pairs: Array
    order: Array
    shares: Array


def word_pairs(
    tables: Sequence[PhraseTable],
    min_strength: float = MIN_STRENGTH,
    overlaps_of: Callable[[TranslationShares], list[Overlap]] | None = None,
) -> WordPairs:
    """Return pairs of words in alphabetical order with a strength of at least `min_strength`.

    The strength is the overlap of pivot phrases v, Σ_v min(Pr(v | one), Pr(v | other)), averaged
    over the tables that have both words; Pr(v | t) is N(t, v) / (N(t) + 5). Numbers, in digits or
    words, are left out, as they have no paraphrases. `overlaps_of` can replace `overlaps`.
    """
    check_tables(tables, min_strength)
    totals: WordPairs = {}
    vocabularies = []
    for table in tables:
        entries = _shares(table)
        vocabularies.append(frozenset(entries.names))
        for pair, overlap in (overlaps_of or overlaps)(entries):
            totals[pair] = totals.get(pair, 0.0) + overlap
    strengths: WordPairs = {}
    for pair in sorted(totals):
        strength = totals[pair] / sum(words.issuperset(pair) for words in vocabularies)
        if strength >= min_strength:
            strengths[pair] = strength
    return strengths


def check_tables(tables: Sequence[PhraseTable], min_strength: float) -> None:
    """Raise `UsageError` if the tables cannot be combined into pairs of words."""
    if not 0 < min_strength <= 1:
        raise UsageError(
            f"the least strength is {min_strength}: give a number above 0 and at most 1"
        )
    for table in tables:
        if table.target != tables[0].target:
            raise UsageError(
                f"tables of {tables[0].target!r} and {table.target!r}: give tables of one language"
            )
        if table.settings.get("key") != "lemma":
            raise UsageError(
                f"table {table.name} has word forms: build it with --key lemma, as words are "
                "looked up by lemma"
            )


def _shares(table: PhraseTable) -> TranslationShares:
    is_single_word = (table.phrases[:, 1:] == PADDING).all(axis=1) & (table.counts >= _MIN_COUNT)
    index_of = {
        table.phrase(phrase_id)[0]: phrase_id
        for phrase_id in np.flatnonzero(is_single_word).tolist()
    }
    names = sorted(name for name in index_of if _is_word(name, table.target))
    words, entries = [], []
    for word_index, name in enumerate(names):
        start, end = table.starts[index_of[name] : index_of[name] + 2].tolist()
        words.append(np.full(end - start, word_index))
        entries.append(np.arange(start, end))
    if not names:
        return TranslationShares([], np.empty(0, np.int64), np.empty(0, np.uint64), np.empty(0))
    entry_indices, word_of_entry = np.concatenate(entries), np.concatenate(words)
    counts = np.array([table.counts[index_of[name]] for name in names], dtype=np.float64)
    shares = table.pair_counts[entry_indices] / (counts[word_of_entry] + SMOOTHING_COUNT)
    # Pivot phrases are compared by hash: two of a million collide once in ten million tables.
    hashes = hash_rows(table.pivot_phrases)
    _, phrase_id = np.unique(hashes, return_inverse=True)
    reverse_shares = table.pair_counts[entry_indices] / (
        np.bincount(phrase_id, table.pair_counts)[phrase_id[entry_indices]] + SMOOTHING_COUNT
    )
    enough = (shares >= _MIN_SHARE) & (reverse_shares >= _MIN_REVERSE_SHARE)
    word_of_entry, pivots, shares = (
        word_of_entry[enough],
        hashes[entry_indices[enough]],
        shares[enough],
    )
    order = np.lexsort((word_of_entry, pivots))
    return TranslationShares(names, word_of_entry[order], pivots[order], shares[order])


def _is_word(name: str, lang: str) -> bool:
    digits = digits_of(canonical(name, lang))
    # Some analysers return tokens with a space, which the output format cannot represent.
    return has_alphanumeric(name) and not digits and name.split() == [name]


def overlaps(entries: TranslationShares) -> list[Overlap]:
    """Return pairs of words, sorted by name, and their overlap."""
    common = common_shares(entries, 0, len(entries.words), len(entries.names))
    return named_overlaps(entries.names, *sum_by_pair(common))


def common_shares(entries: TranslationShares, start: int, end: int, n_words: int) -> CommonShares:
    """Return what words have in common through the pivot phrases of entries `start` to `end`.

    `n_words` is the number of words. All entries of a pivot phrase must be in the range.
    """
    words, pivots, shares = (array[start:end] for array in (entries[1:]))
    parts = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
    # Entries of one pivot phrase are adjacent: compare neighbours, then entries at distance 2, ...
    for distance in range(1, len(words)):
        matches = np.flatnonzero(pivots[distance:] == pivots[:-distance])
        if not matches.size:
            break
        pairs = words[matches] * n_words + words[matches + distance]
        order = matches + (start + distance * len(entries.words))
        parts.append((pairs, order, np.minimum(shares[matches], shares[matches + distance])))
    return CommonShares(*map(np.concatenate, zip(*parts, strict=True)))


def sum_by_pair(common: CommonShares) -> tuple[Array, Array]:
    """Return the sorted pairs of words and their overlap; entries must be sorted by `order`."""
    pairs, pair_of_entry = np.unique(common.pairs, return_inverse=True)
    return pairs, np.bincount(pair_of_entry, common.shares, len(pairs))


def named_overlaps(names: Sequence[str], pairs: Array, strengths: Array) -> list[Overlap]:
    """Return the result of `sum_by_pair` with the names of the words."""
    first_words, second_words = np.divmod(pairs, max(1, len(names)))
    return [
        ((names[first], names[second]), overlap)
        for first, second, overlap in zip(
            first_words.tolist(), second_words.tolist(), strengths.tolist(), strict=True
        )
    ]
