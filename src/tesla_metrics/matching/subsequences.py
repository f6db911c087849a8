"""Longest common subsequences of sentences, and what texts have in common by them."""

from collections import Counter
from collections.abc import Sequence

Words = Sequence[str]


def union_hits(reference: Sequence[Words], candidate: Sequence[Words]) -> int:
    """Words of the reference that are in a longest common subsequence with some sentence of the
    candidate, none more often than the candidate has it (Lin 2004, as ROUGE 1.5.5 does it).
    """
    own = Counter(word for sentence in candidate for word in sentence)
    hits = 0
    for sentence in reference:
        places: set[int] = set()
        for other in candidate:
            places.update(common_places(sentence, other))
        for place in sorted(places):
            if own[sentence[place]] > 0:
                own[sentence[place]] -= 1
                hits += 1
    return hits


def common_places(reference: Words, candidate: Words) -> list[int]:
    """Where in the reference one of the longest common subsequences stands.

    Of several it is the one that rouge-score takes: from the end, equal words are paired, and else
    the candidate's last word is dropped only if that leaves more in common than the reference's.
    """
    # Words that the candidate does not have would be dropped there anyway.
    known = frozenset(candidate)
    at = [place for place, word in enumerate(reference) if word in known]
    table = _table([reference[place] for place in at], candidate)
    found = []
    i, j = len(at), len(candidate)
    while i and j:
        if reference[at[i - 1]] == candidate[j - 1]:
            found.append(at[i - 1])
            i, j = i - 1, j - 1
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return found[::-1]


def _table(xs: Words, ys: Words) -> list[list[int]]:
    """table[i][j]: the length of what the first i and the first j have in common."""
    table = [[0] * (len(ys) + 1)]
    for x in xs:
        above, left, row = table[-1], 0, [0]
        for j, y in enumerate(ys):
            if x == y:
                left = above[j] + 1
            elif above[j + 1] > left:
                left = above[j + 1]
            row.append(left)
        table.append(row)
    return table
