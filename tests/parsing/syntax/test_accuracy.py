"""Bracket F1 by evalb's rules."""

import pytest

from model_training.parser_training import IGNORED_TAGS, BracketCounts
from tesla_metrics.parsing.syntax.tree_formats import parse_tree

GOLD = "(S (NP (PRP She)) (VP (VBD gave) (PRT (RP up)) (NP (DT the) (NN job))) (. .))"


def counted(found: str, deleted: frozenset[str] = IGNORED_TAGS) -> BracketCounts:
    counts = BracketCounts()
    counts.add(parse_tree(GOLD), parse_tree(found), deleted)
    return counts


def test_the_same_tree_is_right() -> None:
    assert counted(GOLD) == BracketCounts(5, 5, 5)
    assert counted(GOLD).f1 == 100


def test_punctuation_is_deleted_unless_kept() -> None:
    moved = "(S (NP (PRP She)) (VP (VBD gave) (PRT (RP up)) (NP (DT the) (NN job)) (. .)))"
    assert counted(moved).f1 == 100
    assert counted(moved, deleted=frozenset()).n_matching == 4


def test_particles_are_adverbs() -> None:
    assert counted(GOLD.replace("PRT", "ADVP")).f1 == 100


def test_wrong_spans_and_labels_count() -> None:
    flat = "(S (NP (PRP She)) (VP (VBD gave) (NP (RP up) (DT the) (NN job))) (. .))"
    counts = counted(flat)
    assert (counts.n_matching, counts.n_gold, counts.n_parsed) == (3, 5, 4)
    assert counts.f1 == pytest.approx(200 * 3 / 9)
