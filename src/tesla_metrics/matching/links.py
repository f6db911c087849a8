"""Which n-grams of two texts mean the same: equal, synonyms, or made of such pieces in order."""

from collections.abc import Callable, Hashable, Iterable

from .grams import Grams

# What an n-gram can be recognised by; two n-grams that share a code are linked.
Codes = Callable[[tuple[str, ...]], Iterable[Hashable]]


def link(reference: Grams, candidate: Grams, codes: Codes) -> list[list[int]]:
    """For each n-gram of the reference, those of the candidate that it is linked to.

    Two n-grams are linked if they share a code, or if they can be cut into equally many pieces
    that, aligned in order, do. The first piece and the rest: dynamic programming over lengths.
    """
    pieces = shared_codes(reference, candidate, codes)
    linked: list[list[int]] = []
    # Without a piece that has another partner than itself, cutting finds the same n-gram only.
    varied: list[bool] = []
    for gram, n in enumerate(reference.lengths):
        start = reference.starts[gram][0]
        row = reference.at
        inside = n > 1 and (varied[row[n - 2][start]] or varied[row[n - 2][start + 1]])
        varied.append(inside or _varied(reference, candidate, gram, pieces[gram]))
        if not inside:
            linked.append(pieces[gram])
            continue
        found = set(pieces[gram])
        for cut in range(1, n):
            firsts = pieces[row[cut - 1][start]]
            rests = linked[row[n - cut - 1][start + cut]]
            found.update(_joined(candidate, firsts, rests))
        linked.append(sorted(found))
    return linked


def shared_codes(reference: Grams, candidate: Grams, codes: Codes) -> list[list[int]]:
    """The links that need no cutting."""
    index: dict[Hashable, list[int]] = {}
    for tokens, gram in candidate.number.items():
        for code in codes(tokens):
            index.setdefault(code, []).append(gram)
    shared = []
    for tokens in reference.number:
        lists = [index[code] for code in codes(tokens) if code in index]
        shared.append(lists[0] if len(lists) == 1 else sorted(set().union(*lists)))
    return shared


def turned(links: list[list[int]], candidate: Grams) -> list[list[int]]:
    """These links by n-grams of the candidate instead of the reference."""
    back: list[list[int]] = [[] for _ in range(len(candidate))]
    for gram, partners in enumerate(links):
        for partner in partners:
            back[partner].append(gram)
    return back


def _varied(reference: Grams, candidate: Grams, gram: int, partners: list[int]) -> bool:
    if len(partners) != 1:
        return bool(partners)
    start, n = reference.starts[gram][0], reference.lengths[gram]
    return candidate.number.get(reference.tokens[start : start + n]) != partners[0]


def _joined(candidate: Grams, firsts: list[int], rests: list[int]) -> Iterable[int]:
    tokens, lengths, starts = candidate.tokens, candidate.lengths, candidate.starts
    for first in firsts:
        a, n = starts[first][0], lengths[first]
        for rest in rests:
            if n + lengths[rest] <= candidate.order:
                b = starts[rest][0]
                whole = tokens[a : a + n] + tokens[b : b + lengths[rest]]
                if whole in candidate.number:
                    yield candidate.number[whole]
