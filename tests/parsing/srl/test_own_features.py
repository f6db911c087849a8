"""The features of the shipped model."""

import pytest
from small_frames import PURCHASE, node_of, parsed

from tesla_metrics.parsing.srl.feature_sets import DEFAULT_FEATURES, is_shared_by_nouns_and_verbs
from tesla_metrics.parsing.srl.predicate_context import PredicateContext


def test_all_have_names_and_no_sign_that_files_cannot_hold() -> None:
    sentence, tree = parsed(PURCHASE)
    context = PredicateContext(sentence, tree, 4, "buy")
    for stage in (DEFAULT_FEATURES.identify, DEFAULT_FEATURES.classify):
        for node in range(len(tree.nodes)):
            found = stage.get_candidate_features(context, node)
            assert found[0] == "bias"
            assert all("=" in one for one in found[1:])
            assert not any(sign in one for one in found for sign in "\t\n")
            names = [one.partition("=")[0] for one in found]
            assert len(set(names)) == len(names)


def test_what_is_shared_tells_of_the_argument_and_the_base_alone() -> None:
    assert is_shared_by_nouns_and_verbs("base&content=buy boat")
    assert not is_shared_by_nouns_and_verbs("pred&content=purchase boat")
    assert not is_shared_by_nouns_and_verbs("path=NP^S!VP!NP!NN")


@pytest.mark.parametrize(
    ("words", "side", "zone", "short"),
    [
        ("of the boats", "right", "in", "NP!PP"),
        ("made", "left", "verb", "NP^VP!VBD"),
        ("She", "left", "above VP^S", "NP^VP^S!NP"),
        ("last May", "right", "beside", "NP^VP!NP"),
    ],
)
def test_where_an_argument_stands(words: str, side: str, zone: str, short: str) -> None:
    sentence, tree = parsed(PURCHASE)
    context, node = PredicateContext(sentence, tree, 4, "buy"), node_of(tree, words)
    kind = tree.nodes[node].label
    first, second = (
        dict(one.split("=", 1) for one in stage.get_candidate_features(context, node) if "=" in one)
        for stage in (DEFAULT_FEATURES.identify, DEFAULT_FEATURES.classify)
    )
    assert first["short"] == second["short"] == short
    assert first["pred&zone"] == f"purchase {zone} {kind} {side}"
    assert first["base&kind"] == f"buy {kind} {side}"
    assert first["above"] == f"make {zone} {kind} {side}"
    assert second["zone"] == zone
    assert second["pred&kind"] == f"purchase {kind} {side} {zone}"
    assert second["above"] == f"make {zone} {side}"
    assert second["base&zone"] == f"buy {zone}"
    assert second["side&content"].startswith(f"{side} {kind} ")


def test_what_an_argument_is_about() -> None:
    sentence, tree = parsed(PURCHASE)
    context, node = PredicateContext(sentence, tree, 4, "buy"), node_of(tree, "of the boats")
    found = DEFAULT_FEATURES.classify.get_candidate_features(context, node)
    for one in (
        "governor=NP^VP make", "marker&content=of boat", "marker&tag=of NNS", "place=PP right in 1",
        "inner=of PP of right", "nominal=none+base PP of right", "base&content=buy boat",
        "base&marker=buy of right", "pred&tag=purchase NNS right", "length=3 PP", "shape=000 PP",
    ):  # fmt: skip
        assert one in found
