"""Pivot n-grams, and those that are words of the text themselves."""

from tesla_metrics.core.matching.ngram_bags import Match
from tesla_metrics.explanation.explanation import FORM, LEMMA, Reason
from tesla_metrics.explanation.f_measures import IndexedNgram
from tesla_metrics.explanation.pivots import PivotGram, compare_grams


def test_what_proves_that_words_are_alike_without_a_pivot() -> None:
    x, y = (
        [PivotGram(IndexedNgram("dog", (0,), 1.0), ("dog",), (form,), True, "lem")]
        for form in ("dog", "dogs")
    )
    match = Match(1.0, 1.0, 1.0, 1, None)
    assert compare_grams(x, y, match).flows[0].reasons == (Reason(LEMMA, ("dog",)),)
    assert compare_grams(x, x, match).flows[0].reasons == (Reason(FORM),)
