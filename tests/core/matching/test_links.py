"""Which n-grams are linked."""

import random

import pytest
from oracles import celab
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from tesla_metrics.core.matching.celab_links import Grams, link_by_codes, link_grams, reverse_links


class Words:
    """Synonyms by their strings."""

    def __init__(self, *synsets: str) -> None:
        self.of: dict[str, set[int]] = {}
        for number, words in enumerate(synsets):
            for word in words.split():
                self.of.setdefault(word, set()).add(number)

    def codes(self, tokens: tuple[str, ...]) -> list[str | int]:
        word = "".join(tokens)
        return [word, *self.of.get(word, ())]


def pairs(links: list[list[int]], x: Grams, y: Grams) -> set[tuple[str, str]]:
    names = [["".join(tokens) for tokens in side.ids] for side in (x, y)]
    return {(names[0][a], names[1][b]) for a, own in enumerate(links) for b in own}


def test_worked_example() -> None:
    x, y = Grams("买雨伞", 4), Grams("买伞", 4)
    words = Words("雨伞 伞")
    basic = link_by_codes(x, y, words.codes)
    assert pairs(basic, x, y) == {("买", "买"), ("伞", "伞"), ("雨伞", "伞")}
    whole = link_grams(x, y, words.codes)
    assert pairs(whole, x, y) == pairs(basic, x, y) | {("买雨伞", "买伞")}
    assert [matched(links, x, y) for links in (basic, whole)] == [2, 3]
    assert len(x) == 6
    assert len(y) == 3


def matched(links: list[list[int]], x: Grams, y: Grams) -> int:
    matrix = [[int(b in own) for b in range(len(y))] for own in links]
    return int((maximum_bipartite_matching(csr_array(matrix)) >= 0).sum())


def test_synonyms_as_wholes() -> None:
    x, y = Grams("知道", 4), Grams("领略", 4)
    assert pairs(link_grams(x, y, Words("知道 领略").codes), x, y) == {("知道", "领略")}


def test_the_same_string_cut_otherwise() -> None:
    x, y = Grams(["ab", "c"], 4), Grams(["a", "bc"], 4)
    assert pairs(link_grams(x, y, Words().codes), x, y) == {("abc", "abc")}


def test_grams() -> None:
    grams = Grams("abab", 3)
    assert list(grams.ids) == [tuple(g) for g in ("a", "b", "ab", "ba", "aba", "bab")]
    assert grams.starts == [[0, 2], [1, 3], [0, 2], [1], [0], [1]]
    assert grams.ids_at == [[0, 1, 0, 1], [2, 3, 2], [4, 5]]
    assert grams.counts == [2, 2, 2, 1, 1, 1]
    assert len(Grams("", 3)) == 0


@pytest.mark.parametrize("seed", range(40))
def test_as_by_trying_all_cuts(seed: int) -> None:
    rng = random.Random(seed)
    alphabet = "abcd"[: rng.randint(1, 4)]
    words = Words(
        *(
            " ".join("".join(rng.choices(alphabet, k=rng.randint(1, 3))) for _ in range(3))
            for _ in range(rng.randint(0, 5))
        )
    )
    order = rng.randint(1, 5)

    def same(x: tuple[str, ...], y: tuple[str, ...]) -> bool:
        return x == y or not set(words.codes(x)).isdisjoint(words.codes(y))

    for _ in range(5):
        x, y = (Grams(rng.choices(alphabet, k=rng.randint(0, 9)), order) for _ in range(2))
        links = link_grams(x, y, words.codes)
        naive = [[b for v, b in y.ids.items() if celab.linked(u, v, same)] for u in x.ids]
        assert links == naive
        assert reverse_links(links, y) == [
            [a for a in range(len(x)) if b in links[a]] for b in range(len(y))
        ]
