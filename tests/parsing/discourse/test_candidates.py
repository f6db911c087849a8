"""Places where a connective may be written."""

from small_discourse import KNOCK, RAIN, document

from tesla_metrics.parsing.discourse.connectives import ConnectiveCandidate, ConnectiveStrings

EITHER = "(S (CC Either) (NP (PRP we)) (VP (VBP go)) (CC or) (NP (PRP they)) (VP (VBP do)) (. .))"


def test_every_place_of_every_string() -> None:
    strings = ConnectiveStrings(["and", "either .. or", "or", "if", "and went"])
    found = list(strings.find_candidates(document(RAIN, KNOCK, EITHER)))
    assert found == [
        ConnectiveCandidate("and", 1, ((4, 4),)),
        ConnectiveCandidate("and went", 1, ((4, 5),)),
        ConnectiveCandidate("either .. or", 2, ((0, 0), (3, 3))),
        ConnectiveCandidate("or", 2, ((3, 3),)),
    ]
    assert found[2].tokens == {0, 3}


def test_all_pieces_are_needed_in_their_order() -> None:
    strings = ConnectiveStrings(["or .. either", "either .. nor", "they do .. ."])
    found = list(strings.find_candidates(document(EITHER)))
    assert [one.piece_spans for one in found] == [((4, 5), (6, 6))]
