"""Orders of sentences that texts are held against."""

from collections.abc import Callable

import pytest
from neighbours import CHAIN, Neighbours

from tesla_metrics.evaluation.training.train_dicomer import (
    draw_orders,
    draw_single_move_orders,
    split_document,
)
from tesla_metrics.parsing.discourse.relation import Document

Draw = Callable[[int], list[tuple[int, ...]]]


@pytest.mark.parametrize("draw", [draw_orders, draw_single_move_orders])
@pytest.mark.parametrize("sentences", [2, 3, 4, 9, 50])
def test_orders_differ_from_each_other_and_from_the_text(draw: Draw, sentences: int) -> None:
    found = draw(sentences)
    same = tuple(range(sentences))
    assert len(set(found)) == len(found)
    assert same not in found
    assert all(tuple(sorted(order)) == same for order in found)
    assert len(found) == {2: 1, 3: 5 if draw is draw_orders else 4}.get(
        sentences, 9 if (sentences, draw) == (4, draw_single_move_orders) else 20
    )


def test_the_same_seed_gives_the_same_orders_and_each_text_its_own() -> None:
    assert draw_orders(30, 1) == draw_orders(30, 1)
    assert draw_orders(30, 1) != draw_orders(30, 2)
    assert draw_orders(30, 1, seed=3) != draw_orders(30, 1)


def test_one_sentence_has_no_other_order() -> None:
    assert draw_orders(1) == draw_single_move_orders(1) == draw_orders(0) == []


def test_a_move_leaves_the_others_in_their_order() -> None:
    for order in draw_single_move_orders(8):
        rests = ([n for n in order if n != taken] for taken in order)
        assert any(rest == sorted(rest) for rest in rests)


def test_stretches_have_all_sentences_once() -> None:
    document = Neighbours().document("\n".join(CHAIN))
    for length, sizes in ((2, [2, 3]), (5, [5]), (9, [5])):
        parts = list(split_document(document, length))
        assert [len(part.sentences) for part in parts] == sizes
        assert sum((part.sentences for part in parts), ()) == document.sentences
    assert [len(one.sentences) for one in split_document(Document((), ()), 3)] == [0]
