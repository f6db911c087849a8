"""Phrase extraction against the definition, written out."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.resources.pivot.extraction import extract_phrase_pairs

Link = tuple[int, int]
Box = tuple[int, int, int, int]  # target start and end, pivot start and end


def consistent(rows: int, columns: int, links: set[Link], longest: int) -> set[Box]:
    """All boxes with a link inside and none that leaves them."""
    found = set()
    for top, left in product(range(rows), range(columns)):
        for bottom in range(top + 1, min(top + longest, rows) + 1):
            for right in range(left + 1, min(left + longest, columns) + 1):
                inside = [top <= i < bottom and left <= j < right for i, j in links]
                touching = [top <= i < bottom or left <= j < right for i, j in links]
                if any(inside) and inside == touching:
                    found.add((top, bottom, left, right))
    return found


@st.composite
def sentences(draw: st.DrawFn) -> list[tuple[int, int, set[Link]]]:
    made = []
    for _ in range(draw(st.integers(1, 4))):
        rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
        link = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
        made.append((rows, columns, draw(st.sets(link, max_size=9))))
    return made


def spans(corpus: list[tuple[int, int, set[Link]]], longest: int) -> Counter[tuple[int, Box]]:
    """What `extract` finds, by sentence and places in it."""
    targets = np.cumsum([0] + [rows for rows, _, _ in corpus])
    pivots = np.cumsum([0] + [columns for _, columns, _ in corpus])
    links = [
        (targets[number] + i, pivots[number] + j)
        for number, (_, _, own) in enumerate(corpus)
        for i, j in own
    ]
    found = extract_phrase_pairs(targets, pivots, np.array(links, np.int64).reshape(-1, 2), longest)
    boxes: Counter[tuple[int, Box]] = Counter()
    for row in zip(*(column.tolist() for column in found), strict=True):
        sentence = int(np.searchsorted(targets, row[0], "right")) - 1
        i, j = row[0] - int(targets[sentence]), row[2] - int(pivots[sentence])
        boxes[sentence, (i, i + row[1], j, j + row[3])] += 1
    return boxes


@given(sentences(), st.integers(1, 5))
def test_all_consistent_boxes_once(corpus: list[tuple[int, int, set[Link]]], longest: int) -> None:
    expected = Counter(
        (number, box)
        for number, sentence in enumerate(corpus)
        for box in consistent(*sentence, longest)
    )
    assert spans(corpus, longest) == expected


def test_unaligned_words_at_the_edges() -> None:
    # x0 - y1, with y0 and y2 free: y1, y0 y1, y1 y2, y0 y1 y2.
    assert {box for _, box in spans([(1, 3, {(0, 1)})], 4)} == {
        (0, 1, 1, 2),
        (0, 1, 0, 2),
        (0, 1, 1, 3),
        (0, 1, 0, 3),
    }


def test_as_nltk() -> None:
    phrase_based = pytest.importorskip("nltk.translate.phrase_based")
    links = {(0, 0), (1, 1), (1, 2), (3, 4), (4, 3)}
    theirs = phrase_based.phrase_extraction("a b c d e", "v w x y z", sorted(links), 5)
    assert {(*t, *p) for t, p, _, _ in theirs} == {box for _, box in spans([(5, 5, links)], 5)}
