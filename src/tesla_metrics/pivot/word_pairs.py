"""Single words that are translated alike, over all the tables of a language."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..analysis.numbers import canonical, digits_of
from ..analysis.sentence import has_alphanumeric
from ..arrays import Array
from ..errors import UsageError
from .hashing import hash_rows
from .paraphrases import UNSEEN
from .pool import NOTHING
from .table import PhraseTable

WordPairs = dict[tuple[str, str], float]
Overlap = tuple[tuple[str, str], float]

# Rarer words are left out, and rarer translations of a word: they are mostly misaligned. So are
# pivot phrases that the word is rarer among the translations of: 'de' stands beside everything.
_LEAST_COUNT = 3
_LEAST_SHARE = 0.02
_LEAST_SHARE_BACK = 0.01

LEAST = 0.05


class Shares(NamedTuple):
    """Pr(pivot phrase | word), entry by entry; words are numbered alphabetically."""

    names: list[str]
    words: Array
    pivots: Array
    shares: Array


class CommonShares(NamedTuple):
    """What two words have in common by one pivot phrase, entry by entry."""

    pairs: Array  # one * number of words + other
    order: Array  # in which they are added up
    shares: Array


def word_pairs(
    tables: Sequence[PhraseTable],
    least: float = LEAST,
    overlaps_of: Callable[[Shares], list[Overlap]] | None = None,
) -> WordPairs:
    """Pairs of words, in alphabetical order, with their strength from `least` on.

    That is the overlap of their pivot phrases v, the sum of min(Pr(v | one), Pr(v | other)) with
    Pr(v | t) = N(t, v) / (N(t) + 5), in the mean over the tables that have both. Numbers are left
    out, in digits or words: they have no paraphrases. `overlaps_of` may do elsewhere what
    `overlaps` does here.
    """
    check_tables(tables, least)
    totals: WordPairs = {}
    known = []
    for table in tables:
        entries = _shares(table)
        known.append(frozenset(entries.names))
        for pair, overlap in (overlaps_of or overlaps)(entries):
            totals[pair] = totals.get(pair, 0.0) + overlap
    found: WordPairs = {}
    for pair in sorted(totals):
        strength = totals[pair] / sum(words.issuperset(pair) for words in known)
        if strength >= least:
            found[pair] = strength
    return found


def check_tables(tables: Sequence[PhraseTable], least: float) -> None:
    """Refuse tables that have no pairs of words together."""
    if not 0 < least <= 1:
        raise UsageError(f"a least strength of {least}: give a number above 0, at most 1")
    for table in tables:
        if table.target != tables[0].target:
            raise UsageError(
                f"tables of {tables[0].target!r} and {table.target!r}: give those of one language"
            )
        if table.settings.get("key") != "lemma":
            raise UsageError(
                f"table {table.name} has forms of words: build it with --key lemma, by which words "
                "are looked up"
            )


def _shares(table: PhraseTable) -> Shares:
    single = (table.phrases[:, 1:] == NOTHING).all(axis=1) & (table.counts >= _LEAST_COUNT)
    places = {table.phrase(place)[0]: place for place in np.flatnonzero(single).tolist()}
    names = sorted(name for name in places if _is_word(name, table.target))
    words, entries = [], []
    for number, name in enumerate(names):
        start, end = table.starts[places[name] : places[name] + 2].tolist()
        words.append(np.full(end - start, number))
        entries.append(np.arange(start, end))
    if not names:
        return Shares([], np.empty(0, np.int64), np.empty(0, np.uint64), np.empty(0))
    chosen, owners = np.concatenate(entries), np.concatenate(words)
    counts = np.array([table.counts[places[name]] for name in names], dtype=np.float64)
    shares = table.pair_counts[chosen] / (counts[owners] + UNSEEN)
    # A hash stands for a pivot phrase: two of a million agree once in ten million tables.
    hashes = hash_rows(table.pivot_phrases)
    _, place = np.unique(hashes, return_inverse=True)
    back = table.pair_counts[chosen] / (
        np.bincount(place, table.pair_counts)[place[chosen]] + UNSEEN
    )
    enough = (shares >= _LEAST_SHARE) & (back >= _LEAST_SHARE_BACK)
    owners, pivots, shares = owners[enough], hashes[chosen[enough]], shares[enough]
    order = np.lexsort((owners, pivots))
    return Shares(names, owners[order], pivots[order], shares[order])


def _is_word(name: str, lang: str) -> bool:
    number = digits_of(canonical(name, lang))
    # Some analysers keep a space within a token, which the lines of a file cannot.
    return has_alphanumeric(name) and not number and name.split() == [name]


def overlaps(entries: Shares) -> list[Overlap]:
    """Pairs of words, in the order of their names, and how much they have in common."""
    whole = common_shares(entries, 0, len(entries.words), len(entries.names))
    return named_overlaps(entries.names, *add_up(whole))


def common_shares(entries: Shares, start: int, end: int, names: int) -> CommonShares:
    """What words, of which there are `names`, have in common by each of some pivot phrases.

    These are those of the entries from `start` to `end`; none may be torn apart.
    """
    words, pivots, shares = (array[start:end] for array in (entries[1:]))
    found = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
    # Entries of one pivot phrase lie side by side: first those next to each other, then ...
    for apart in range(1, len(words)):
        near = np.flatnonzero(pivots[apart:] == pivots[:-apart])
        if not near.size:
            break
        pairs = words[near] * names + words[near + apart]
        order = near + (start + apart * len(entries.words))
        found.append((pairs, order, np.minimum(shares[near], shares[near + apart])))
    return CommonShares(*map(np.concatenate, zip(*found, strict=True)))


def add_up(common: CommonShares) -> tuple[Array, Array]:
    """Pairs of words in order, and how much they have in common; all must be in `order`."""
    found, place = np.unique(common.pairs, return_inverse=True)
    return found, np.bincount(place, common.shares, len(found))


def named_overlaps(names: Sequence[str], pairs: Array, strengths: Array) -> list[Overlap]:
    """What `add_up` found, with names of words."""
    ones, others = np.divmod(pairs, max(1, len(names)))
    return [
        ((names[one], names[other]), overlap)
        for one, other, overlap in zip(
            ones.tolist(), others.tolist(), strengths.tolist(), strict=True
        )
    ]
