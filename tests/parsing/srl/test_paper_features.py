"""The features of the paper's tables."""

import pytest
from small_frames import PURCHASE, parsed

from tesla_metrics.parsing.srl.feature_sets import (
    PAPER_FEATURES,
    get_nominal_type,
    get_unused_features,
    reveals_feature,
)
from tesla_metrics.parsing.srl.predicate_context import PredicateContext

OF_THE_BOATS = 10


@pytest.fixture
def context() -> PredicateContext:
    return PredicateContext(*parsed(PURCHASE), 4, "buy")


def test_identification_has_those_of_table_1(context: PredicateContext) -> None:
    assert sorted(PAPER_FEATURES.identify.get_candidate_features(context, OF_THE_BOATS)) == sorted(
        [
            "bias",
            "pred=purchase",
            "subcat=NP>DT JJ NN",
            "ptype=PP",
            "hw=of",
            "path=PP^NP!NP!NN",
            "position=right",
            "firstword=of",
            "lastword=boats",
            "lsis.ptype=NP",
            "rsis.hw=",
            "rsis.hw.pos=",
            "parent.ptype=NP",
            "parent.hw=purchase",
            "partialpath=PP^NP",
            "ptype&length=PP 4",
            "pred&hw=purchase of",
            "pred&path=purchase PP^NP!NP!NN",
            "pred&position=purchase right",
        ]
    )


def test_classification_has_those_of_table_2(context: PredicateContext) -> None:
    assert sorted(PAPER_FEATURES.classify.get_candidate_features(context, OF_THE_BOATS)) == sorted(
        [
            "bias",
            "position=right",
            "ptype=PP",
            "firstword=of",
            "lastword=boats",
            "rsis.ptype=",
            "nomtype=none+base",
            "pred&ptype=purchase PP",
            "pred&lastword=purchase boats",
            "base&hw=buy of",
            "base&position=buy right",
            "nomtype&position=none+base right",
        ]
    )


def test_what_auxiliary_problems_predict(context: PredicateContext) -> None:
    assert get_unused_features(context, OF_THE_BOATS) == {
        "distance": "0",
        "parent.lsis.hw": "made",
        "parent.rsis.hw": "may",
        "path": "PP^NP!NP!NN",
        "partialpath": "PP^NP",
        "chunkseq": "",
    }
    assert get_unused_features(context, 1)["chunkseq"] == "VP NP"
    assert get_unused_features(context, 0)["parent.lsis.hw"] == ""


def test_a_feature_is_masked_with_what_has_it_inside() -> None:
    columns = ["path=NP^S", "pred&path=buy NP^S", "partialpath=NP^S", "hw=path", "bias"]
    assert [reveals_feature(one, "path") for one in columns] == [True, True, False, False, False]
    assert reveals_feature("ptype&length=NP 3", "ptype")


@pytest.mark.parametrize(
    ("word", "base", "kind"),
    [
        ("acquisition", "acquire", "ion+base"),
        ("payment", "pay", "ment+base"),
        ("actor", "act", "er+base"),
        ("price", "price", "none"),
        ("ion", "ion", "none"),
        ("", "", "none"),
    ],
)
def test_the_type_of_a_noun(word: str, base: str, kind: str) -> None:
    assert get_nominal_type(word, base) == kind
