"""Find paraphrases, which are phrases or words with the same translations."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Array
from ...errors import UsageError
from ...files.sentence import has_alphanumeric
from ...text.numbers import canonicalize, extract_digits
from .corpus import PADDING
from .packed_table import hash_rows
from .phrase_table import PhraseTable

# Smoothing: this is added to the count of each phrase, because rare phrases that share a pivot
# phrase by chance are not paraphrases.
SMOOTHING_COUNT = 5


class Paraphrase(NamedTuple):
    """A paraphrase of a target phrase."""

    words: tuple[str, ...]
    n_extracted: int  # number of times that it was extracted
    overlap: float  # overlap of translations, from 0 to 1


def find_paraphrases(table: PhraseTable, phrase: Sequence[str], limit: int) -> list[Paraphrase]:
    """Return at most `limit` other phrases that have the highest overlap with a phrase.

    The overlap is Σ_v min(Pr(v | phrase), Pr(v | other)), where v are pivot phrases and
    Pr(v | t) = N(t, v) / (N(t) + 5). In case of a tie the more frequent phrase comes first.
    """
    index = table.find_phrase(phrase)
    if index < 0:
        return []
    start, end = table.starts[index : index + 2].tolist()
    # Pivot phrases are compared by hash. 64 bits are sufficient for a list that people read.
    hashes = hash_rows(table.pivot_phrases[start:end])
    hash_order = np.argsort(hashes)
    hashes = hashes[hash_order]
    shares = table.pair_counts[start:end][hash_order] / (int(table.counts[index]) + SMOOTHING_COUNT)
    all_hashes = hash_rows(table.pivot_phrases)
    entries = np.flatnonzero(np.isin(all_hashes, hashes))
    entry_phrases = np.searchsorted(table.starts, entries, side="right") - 1
    other_shares = table.pair_counts[entries] / (table.counts[entry_phrases] + SMOOTHING_COUNT)
    common_shares = np.minimum(other_shares, shares[np.searchsorted(hashes, all_hashes[entries])])
    overlaps = np.bincount(entry_phrases, common_shares, len(table))
    overlaps[index] = 0.0
    candidates = np.flatnonzero(overlaps)
    ranking = np.lexsort((-table.counts[candidates].astype(np.int64), -overlaps[candidates]))
    best = candidates[ranking][:limit]
    return [
        Paraphrase(
            table.get_phrase(candidate), int(table.counts[candidate]), float(overlaps[candidate])
        )
        for candidate in best.tolist()
    ]


WordPairs = dict[tuple[str, str], float]  # strength of each pair of words
Overlap = tuple[tuple[str, str], float]  # pair of words, overlap

# Minimum count of words.
_MIN_COUNT = 3
# Minimum of Pr(pivot phrase | word): most of the rarer translations are alignment errors.
_MIN_SHARE = 0.02
# Minimum of Pr(word | pivot phrase): a frequent pivot word, such as 'de', co-occurs with all words.
_MIN_REVERSE_SHARE = 0.01

# Default of the minimum strength of a pair of words.
MIN_STRENGTH = 0.05


class TranslationShares(NamedTuple):
    """Pr(pivot phrase | word), one entry per word and pivot phrase, sorted by pivot phrase."""

    names: list[str]  # the words, sorted
    words: Array  # index of the word of each entry
    pivots: Array  # hash of the pivot phrase of each entry
    shares: Array  # Pr(pivot phrase | word) of each entry


class CommonShares(NamedTuple):
    """The overlap of pairs of words by one pivot phrase, one entry per pair and pivot phrase."""

    pairs: Array  # index of the first word * number of words + index of the second word
    order: Array  # entries of a pair are summed in ascending order of this number
    shares: Array  # the smaller Pr(pivot phrase | word) of the two words


def find_word_pairs(
    tables: Sequence[PhraseTable],
    min_strength: float = MIN_STRENGTH,
    overlap_function: Callable[[TranslationShares], list[Overlap]] | None = None,
) -> WordPairs:
    """Return pairs of words in alphabetical order with a strength of at least `min_strength`.

    The strength is the overlap Σ_v min(Pr(v | word), Pr(v | other)), averaged over the tables that
    have both words; v are pivot phrases, and Pr(v | t) = N(t, v) / (N(t) + 5). Numbers, in digits
    or words, are left out, because they have no paraphrases. `overlap_function`, if it is not None,
    computes the overlaps instead of `compute_overlaps`.
    """
    check_tables(tables, min_strength)
    totals: WordPairs = {}
    vocabularies = []
    for table in tables:
        entries = _compute_shares(table)
        vocabularies.append(frozenset(entries.names))
        for pair, overlap in (overlap_function or compute_overlaps)(entries):
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


def _compute_shares(table: PhraseTable) -> TranslationShares:
    """Return the shares of the translations of all words of a table that are frequent enough."""
    is_single_word = (table.phrases[:, 1:] == PADDING).all(axis=1) & (table.counts >= _MIN_COUNT)
    phrase_index_of = {
        table.get_phrase(pivot_ids)[0]: pivot_ids
        for pivot_ids in np.flatnonzero(is_single_word).tolist()
    }
    names = sorted(name for name in phrase_index_of if _is_word(name, table.target))
    words, entries = [], []
    for word_index, name in enumerate(names):
        start, end = table.starts[phrase_index_of[name] : phrase_index_of[name] + 2].tolist()
        words.append(np.full(end - start, word_index))
        entries.append(np.arange(start, end))
    if not names:
        return TranslationShares([], np.empty(0, np.int64), np.empty(0, np.uint64), np.empty(0))
    entry_indices, word_of_entry = np.concatenate(entries), np.concatenate(words)
    counts = np.array([table.counts[phrase_index_of[name]] for name in names], dtype=np.float64)
    shares = table.pair_counts[entry_indices] / (counts[word_of_entry] + SMOOTHING_COUNT)
    # Pivot phrases are compared by hash. With a million phrases, about one in ten million tables
    # has two phrases with the same hash.
    hashes = hash_rows(table.pivot_phrases)
    _, pivot_ids = np.unique(hashes, return_inverse=True)
    reverse_shares = table.pair_counts[entry_indices] / (
        np.bincount(pivot_ids, table.pair_counts)[pivot_ids[entry_indices]] + SMOOTHING_COUNT
    )
    is_frequent = (shares >= _MIN_SHARE) & (reverse_shares >= _MIN_REVERSE_SHARE)
    word_of_entry, shares = word_of_entry[is_frequent], shares[is_frequent]
    pivots = hashes[entry_indices[is_frequent]]
    entry_order = np.lexsort((word_of_entry, pivots))
    return TranslationShares(
        names, word_of_entry[entry_order], pivots[entry_order], shares[entry_order]
    )


def _is_word(name: str, lang: str) -> bool:
    """Return whether a name is a word that may have paraphrases, not a number or punctuation."""
    number_digits = extract_digits(canonicalize(name, lang))
    # Some analysers return tokens with a space, which the output format cannot represent.
    return has_alphanumeric(name) and not number_digits and name.split() == [name]


def compute_overlaps(entries: TranslationShares) -> list[Overlap]:
    """Return pairs of words, sorted by name, and their overlap."""
    common = compute_common_shares(entries, 0, len(entries.words), len(entries.names))
    return name_overlaps(entries.names, *sum_by_pair(common))


def compute_common_shares(
    entries: TranslationShares, start: int, end: int, n_words: int
) -> CommonShares:
    """Return the overlap of pairs of words by each pivot phrase of the entries `start` to `end`.

    The range must contain all or no entries of a pivot phrase. `n_words` is the number of words.
    """
    words, pivots, shares = (array[start:end] for array in (entries[1:]))
    parts = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
    # Entries of a pivot phrase are adjacent: compare neighbours, then entries at distance 2, ...
    for distance in range(1, len(words)):
        matches = np.flatnonzero(pivots[distance:] == pivots[:-distance])
        if not matches.size:
            break
        pairs = words[matches] * n_words + words[matches + distance]
        order = matches + (start + distance * len(entries.words))
        parts.append((pairs, order, np.minimum(shares[matches], shares[matches + distance])))
    return CommonShares(*map(np.concatenate, zip(*parts, strict=True)))


def sum_by_pair(common: CommonShares) -> tuple[Array, Array]:
    """Return the sorted pairs of words and their overlaps; entries must be sorted by `order`."""
    pairs, pair_of_entry = np.unique(common.pairs, return_inverse=True)
    return pairs, np.bincount(pair_of_entry, common.shares, len(pairs))


def name_overlaps(names: Sequence[str], pairs: Array, overlaps: Array) -> list[Overlap]:
    """Return the pairs and overlaps of `sum_by_pair` with the words instead of their indices."""
    first_words, second_words = np.divmod(pairs, max(1, len(names)))
    return [
        ((names[first], names[second]), overlap)
        for first, second, overlap in zip(
            first_words.tolist(), second_words.tolist(), overlaps.tolist(), strict=True
        )
    ]
