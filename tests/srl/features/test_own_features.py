"""The features of the shipped model."""

from small_frames import PURCHASE, parsed

from tesla_metrics.srl.context import PredicateContext
from tesla_metrics.srl.features.own import OWN, is_shared


def test_all_have_names_and_no_sign_that_files_cannot_hold() -> None:
    sentence, tree = parsed(PURCHASE)
    context = PredicateContext(sentence, tree, 4, "buy")
    for stage in (OWN.identify, OWN.classify):
        for node in range(len(tree.nodes)):
            found = stage.all(context, node)
            assert found[0] == "bias"
            assert all("=" in one for one in found[1:])
            assert not any(sign in one for one in found for sign in "\t\n")
            names = [one.partition("=")[0] for one in found]
            assert len(set(names)) == len(names)


def test_what_is_shared_tells_of_the_argument_and_the_base_alone() -> None:
    assert is_shared("base&content=buy boat")
    assert not is_shared("pred&content=purchase boat")
    assert not is_shared("path=NP^S!VP!NP!NN")
