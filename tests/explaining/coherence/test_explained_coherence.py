"""What relations, cells and features add to a margin adds up to it."""

import random
from math import exp, fsum

import pytest

from tesla_metrics.analysis.sentence import Sentence, Token
from tesla_metrics.coherence.features import KINDS, coherence_features
from tesla_metrics.coherence.roles import role_matrix
from tesla_metrics.discourse.document import Document
from tesla_metrics.discourse.relation import Relation
from tesla_metrics.explaining.coherence.explain import Margins, explain_coherence

TEXT = (
    "The dam broke because the rain went on",
    "Repairs of the dam began",
    "But the rain came back and the repairs stopped",
)
RELATIONS = [
    Relation("Explicit", "Contingency.Cause", "because", ((0, 2),), ((4, 7),), ((3, 3),)),
    Relation("EntRel", "EntRel", "", ((0, 7),), ((8, 12),)),
    Relation("Explicit", "Comparison.Contrast", "but", ((8, 12),), ((14, 21),), ((13, 13),)),
    Relation("Implicit", "Comparison", "but", ((8, 12),), ((14, 17),)),
    Relation("Hypophora", "Hypophora", "", ((8, 12),), ((14, 17),)),
]
FUNCTION = {"the": "DT", "of": "IN", "because": "IN", "and": "CC", "but": "CC", "on": "RP"}


def document(*sentences: str) -> Document:
    return Document(
        tuple(
            Sentence(
                text, tuple(Token(one, one, "X", FUNCTION.get(one.lower(), "NN"))
                            for one in text.split())
            )
            for text in sentences
        ),
        (),
    )  # fmt: skip


def random_weights(seed: int) -> dict[str, float]:
    """Of all features that the text has, whatever their kind."""
    rng = random.Random(seed)
    names = coherence_features(role_matrix(document(*TEXT), RELATIONS), KINDS["dicomer"])
    return {name: rng.uniform(-2, 2) for name in sorted(names)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_shares_add_up_to_the_margin(kind: str, seed: int) -> None:
    margins = Margins(KINDS[kind], random_weights(seed), slope=1.5, shift=-0.25, constant=0.75)
    told = explain_coherence(document(*TEXT), RELATIONS, margins)
    cells = fsum(cell.share for term in told.terms for cell in term.cells)
    assert told.margin == pytest.approx(0.75 + told.of_nil + cells, abs=1e-12)
    assert told.margin == pytest.approx(0.75 + fsum(one.share for one in told.features), abs=1e-12)
    assert fsum(one.share for one in told.relations) == pytest.approx(cells, abs=1e-12)
    assert told.score == pytest.approx(1 / (1 + exp(-(1.5 * told.margin - 0.25))), abs=1e-12)


def test_what_weighs_nothing_adds_nothing() -> None:
    told = explain_coherence(document(*TEXT), RELATIONS, Margins(KINDS["dicomer"], {}))
    assert told.margin == 0
    assert told.score == 0.5
    assert not any(one.share for one in told.terms)
    assert not any(one.share for one in told.relations)
    assert not any(one.share for one in told.features)


def test_one_transition_is_shared_by_its_two_cells() -> None:
    # Terms: dam in 1 and 2. Of length 2 dam alone goes from EntRel.Arg1 to EntRel.Arg2.
    text = document("dam", "dam")
    relation = Relation("EntRel", "EntRel", "", ((0, 0),), ((1, 1),))
    margins = Margins(KINDS["lin"], {"EntRel.Arg1→EntRel.Arg2": 3.0})
    (term,) = explain_coherence(text, [relation], margins).terms
    assert [(cell.sentence, cell.roles, cell.share) for cell in term.cells] == [
        (0, ("EntRel.Arg1",), 1.5),
        (1, ("EntRel.Arg2",), 1.5),
    ]


def test_nil_has_no_share() -> None:
    text = document("dam", "rain", "rain")
    relation = Relation("NoRel", "NoRel", "", ((0, 0),), ())
    margins = Margins(KINDS["lin"], {"NoRel.Arg1→nil": 4.0, "nil→nil": 8.0})
    told = explain_coherence(text, [relation], margins)
    assert [(one.term, one.share) for one in told.terms] == [("dam", 1.0)]
    assert told.of_nil == 6.0


def test_relations_share_a_role_that_both_give() -> None:
    text = document("dam", "dam")
    relation = Relation("EntRel", "EntRel", "", ((0, 0),), ((1, 1),))
    margins = Margins(KINDS["lin"], {"EntRel.Arg1→EntRel.Arg2": 3.0})
    told = explain_coherence(text, [relation, relation], margins)
    assert [one.share for one in told.relations] == [1.5, 1.5]


def test_a_text_of_no_sentences_has_the_constant() -> None:
    told = explain_coherence(Document((), ()), [], Margins(KINDS["dicomer"], {}, constant=2.0))
    assert told.margin == 2.0
    assert not told.terms
    assert not told.relations
    assert not told.features


def test_a_margin_far_off_has_a_score() -> None:
    for constant, score in ((-1e6, 0.0), (1e6, 1.0)):
        margins = Margins(KINDS["lin"], {}, constant=constant)
        assert explain_coherence(document(*TEXT), RELATIONS, margins).score == score


def test_words_stand_as_they_are_written() -> None:
    told = explain_coherence(document(*TEXT), RELATIONS, Margins(KINDS["lin"], {}))
    assert {one.term: one.words for one in told.terms}["repair"] == ("Repairs", "repairs")
