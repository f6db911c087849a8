"""Hashes of facts."""

from tesla_metrics.text.languages import (
    Language,
    LemmaCorrections,
    NegatingAffixes,
    TokenizerRules,
    word_set,
)
from tesla_metrics.text.languages.registry import compute_digest


def test_the_order_of_words_does_not_matter() -> None:
    one = Language(
        code="la", negations=word_set("non nemo"), lemmas=LemmaCorrections(exceptions={"": "a b"})
    )
    two = Language(
        code="la", negations=word_set("nemo non"), lemmas=LemmaCorrections(exceptions={"": "a b"})
    )
    assert compute_digest(one) == compute_digest(two)
    assert compute_digest({"a": 1, "b": (2, None)}) == compute_digest({"b": (2, None), "a": 1})


def test_any_other_fact_does() -> None:
    facts = [
        Language(code="la"),
        Language(code="lb"),
        Language(code="la", spaces=False),
        Language(code="la", rules=TokenizerRules()),
        Language(code="la", rules=TokenizerRules(initials=False)),
        Language(code="la", rules=TokenizerRules(suffixes=("a", "b"))),
        Language(code="la", rules=TokenizerRules(suffixes=("b", "a"))),
        Language(code="la", negating_affixes=NegatingAffixes(prefixes=("in",))),
        Language(code="la", negating_affixes=NegatingAffixes(suffixes=("in",))),
        Language(code="la", negating_idioms=word_set("non_solum")),
        Language(code="la", negating_pairs=word_set("non_solum")),
        Language(code="la", non_negating_pairs=word_set("non_solum")),
        Language(code="la", lemmas=LemmaCorrections(exceptions={"": "a b"})),
        Language(code="la", lemmas=LemmaCorrections(exceptions={"NOUN": "a b"})),
    ]
    assert len(set(map(compute_digest, facts))) == len(facts)
