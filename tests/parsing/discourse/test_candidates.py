"""Places where a connective may be written."""

from small_discourse import KNOCK, RAIN, document

from tesla_metrics.parsing.discourse.connectives import Candidate, ConnectiveStrings

EITHER = "(S (CC Either) (NP (PRP we)) (VP (VBP go)) (CC or) (NP (PRP they)) (VP (VBP do)) (. .))"


def test_every_place_of_every_string() -> None:
    strings = ConnectiveStrings(["and", "either .. or", "or", "if", "and went"])
    found = list(strings.candidates(document(RAIN, KNOCK, EITHER)))
    assert found == [
        Candidate("and", 1, ((4, 4),)),
        Candidate("and went", 1, ((4, 5),)),
        Candidate("either .. or", 2, ((0, 0), (3, 3))),
        Candidate("or", 2, ((3, 3),)),
    ]
    assert found[2].tokens == {0, 3}


def test_all_pieces_are_needed_in_their_order() -> None:
    strings = ConnectiveStrings(["or .. either", "either .. nor", "they do .. ."])
    found = list(strings.candidates(document(EITHER)))
    assert [one.pieces for one in found] == [((4, 5), (6, 6))]
