"""Pivot n-grams, and those that are words of the text themselves."""

from tesla_metrics.explaining.explanation import FORM, LEMMA, Reason
from tesla_metrics.explaining.measures import Piece
from tesla_metrics.explaining.pivots.placed import PlacedGram, compare_grams
from tesla_metrics.matching.match import Match


def test_what_proves_that_words_are_alike_without_a_pivot() -> None:
    x, y = (
        [PlacedGram(Piece("dog", (0,), 1.0), ("dog",), (form,), True, "lem")]
        for form in ("dog", "dogs")
    )
    match = Match(1.0, 1.0, 1.0, 1, None)
    assert compare_grams(x, y, match).flows[0].reasons == (Reason(LEMMA, ("dog",)),)
    assert compare_grams(x, x, match).flows[0].reasons == (Reason(FORM),)
