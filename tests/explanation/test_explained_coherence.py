"""What relations, cells and features add to a margin adds up to it."""

import random
from math import exp, fsum

import pytest
from explained_texts import RELATIONS, TEXT, document

from tesla_metrics.explanation.coherence import explain_coherence
from tesla_metrics.parsing.coherence import (
    FEATURE_KINDS,
    CoherenceModel,
    build_role_matrix,
    compute_coherence_features,
)
from tesla_metrics.parsing.discourse.relation import Relation


def random_weights(seed: int) -> dict[str, int]:
    """Of all features that the text has, whatever their kind."""
    rng = random.Random(seed)
    names = compute_coherence_features(
        build_role_matrix(document(*TEXT), RELATIONS), FEATURE_KINDS["dicomer"]
    )
    return {name: rng.randint(-999, 999) for name in sorted(names)}


@pytest.mark.parametrize("kind", FEATURE_KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_shares_add_up_to_the_margin(kind: str, seed: int) -> None:
    judge = CoherenceModel(
        FEATURE_KINDS[kind], random_weights(seed), slope=0.01, intercept=-75.0, length_slope=9.0
    )
    told = explain_coherence(document(*TEXT), RELATIONS, judge)
    cells = fsum(cell.share for term in told.terms for cell in term.cells)
    assert told.margin == pytest.approx(told.of_nil + cells, abs=1e-9)
    assert told.margin == pytest.approx(fsum(one.share for one in told.features), abs=1e-9)
    assert fsum(one.share for one in told.relations) == pytest.approx(cells, abs=1e-9)
    assert told.score == pytest.approx(1 / (1 + exp(-told.margin)), abs=1e-12)
    assert told.score == judge.score(build_role_matrix(document(*TEXT), RELATIONS))


def test_what_weighs_nothing_adds_nothing() -> None:
    told = explain_coherence(
        document(*TEXT), RELATIONS, CoherenceModel(FEATURE_KINDS["dicomer"], {}, 1.0, 0.0)
    )
    assert told.margin == 0
    assert told.score == 0.5
    assert not any(one.share for one in told.terms)
    assert not any(one.share for one in told.relations)
    assert not any(one.share for one in told.features)


def test_one_transition_is_shared_by_its_two_cells() -> None:
    # Terms: dam in 1 and 2. Of length 2 dam alone goes from EntRel.Arg1 to EntRel.Arg2.
    text = document("dam", "dam")
    relation = Relation("EntRel", "EntRel", "", ((0, 0),), ((1, 1),))
    judge = CoherenceModel(FEATURE_KINDS["lin"], {"EntRel.Arg1→EntRel.Arg2": 3}, 1.0, 0.0)
    (term,) = explain_coherence(text, [relation], judge).terms
    assert [(cell.sentence, cell.roles, cell.share) for cell in term.cells] == [
        (0, ("EntRel.Arg1",), 1.5),
        (1, ("EntRel.Arg2",), 1.5),
    ]


def test_nil_has_no_share() -> None:
    text = document("dam", "rain", "rain")
    relation = Relation("NoRel", "NoRel", "", ((0, 0),), ())
    judge = CoherenceModel(FEATURE_KINDS["lin"], {"NoRel.Arg1→nil": 4, "nil→nil": 8}, 1.0, 0.0)
    told = explain_coherence(text, [relation], judge)
    assert [(one.term, one.share) for one in told.terms] == [("dam", 1.0)]
    assert told.of_nil == 6.0


def test_relations_share_a_role_that_both_give() -> None:
    text = document("dam", "dam")
    relation = Relation("EntRel", "EntRel", "", ((0, 0),), ((1, 1),))
    judge = CoherenceModel(FEATURE_KINDS["lin"], {"EntRel.Arg1→EntRel.Arg2": 3}, 1.0, 0.0)
    told = explain_coherence(text, [relation, relation], judge)
    assert [one.share for one in told.relations] == [1.5, 1.5]


@pytest.mark.parametrize(("sentences", "score"), [((), 0.0), (("One dam broke",), 0.5)])
def test_without_an_order_nothing_is_told(sentences: tuple[str, ...], score: float) -> None:
    judge = CoherenceModel(FEATURE_KINDS["dicomer"], {"nil→nil": 3}, 1.0, 7.0)
    told = explain_coherence(document(*sentences), [], judge)
    assert (told.score, told.margin, told.of_nil) == (score, 0.0, 0.0)
    assert not told.relations
    assert not told.features


def test_words_stand_as_they_are_written() -> None:
    told = explain_coherence(
        document(*TEXT), RELATIONS, CoherenceModel(FEATURE_KINDS["lin"], {}, 1.0, 0.0)
    )
    assert {one.term: one.words for one in told.terms}["repair"] == ("Repairs", "repairs")
