"""Hashes of facts."""

from tesla_metrics.languages import Language, Lemmas, NegatingAffixes, Rules, listed
from tesla_metrics.languages.digest import digest


def test_the_order_of_words_does_not_matter() -> None:
    one = Language(code="la", negations=listed("non nemo"), lemmas=Lemmas(exceptions={"": "a b"}))
    two = Language(code="la", negations=listed("nemo non"), lemmas=Lemmas(exceptions={"": "a b"}))
    assert digest(one) == digest(two)
    assert digest({"a": 1, "b": (2, None)}) == digest({"b": (2, None), "a": 1})


def test_any_other_fact_does() -> None:
    facts = [
        Language(code="la"),
        Language(code="lb"),
        Language(code="la", spaces=False),
        Language(code="la", rules=Rules()),
        Language(code="la", rules=Rules(initials=False)),
        Language(code="la", rules=Rules(suffixes=("a", "b"))),
        Language(code="la", rules=Rules(suffixes=("b", "a"))),
        Language(code="la", negating_affixes=NegatingAffixes(prefixes=("in",))),
        Language(code="la", negating_affixes=NegatingAffixes(suffixes=("in",))),
        Language(code="la", negating_idioms=listed("non_solum")),
        Language(code="la", negating_pairs=listed("non_solum")),
        Language(code="la", unnegating_pairs=listed("non_solum")),
        Language(code="la", lemmas=Lemmas(exceptions={"": "a b"})),
        Language(code="la", lemmas=Lemmas(exceptions={"NOUN": "a b"})),
    ]
    assert len(set(map(digest, facts))) == len(facts)
