"""TESLA-S: summaries against the oracle, on both cores."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from app.cli.running import core
from cores import PLAIN, session_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.tesla import Word
from oracles.tesla_s import tesla_s
from wordless import taking_all

from tesla_metrics import InputError, Sentence, Session, TeslaS, Token, UsageError, __version__
from tesla_metrics.files.sentence import has_alphanumeric

REFERENCE = "The red boat sank near the harbour. Two sailors swam ashore."
CLOSED = ("ADP", "DET", "PRON")


@pytest.fixture(params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


def score(candidate: str, *references: str, **options: Any) -> float:
    sets = [[reference] for reference in references]
    return TeslaS(**{"lang": "en", **options}).score([candidate], sets).score


def test_worked_by_hand(either: None) -> None:
    # `the` weighs 0.1: 2.1 of 3.1 and of 2.1 words, and of skip bigrams (the red) 0.1, (the boat)
    # 0.1, (red boat) 1 of these and, in the reference, (the sank) 0.1, (red sank) 1, (boat sank) 1.
    unigrams, skips = 2.1 / (0.8 * 3.1 + 0.2 * 2.1), 1.2 / (0.8 * 3.3 + 0.2 * 1.2)
    assert score("The red boat.", "The red boat sank.") == pytest.approx((unigrams + skips) / 2)


def test_bigrams_do_not_cross_sentences(either: None) -> None:
    whole, cut = "Red boats sank quickly", "Red boats. Sank quickly"
    assert score(cut, whole) < 1
    assert score(cut, "Red boats! Sank quickly?") == 1
    assert score("Red boats\nsank quickly", cut) == 1  # a line break ends one, whatever follows
    assert score("Sank quickly. Red boats.", cut) == 1


def test_at_most_so_many_words_between(either: None) -> None:
    one, other = "alpha b c d e omega", "alpha x y z w omega"
    with_gap = [score(one, other, gap=gap) for gap in (0, 3, 4, 100)]
    assert with_gap[0] == with_gap[1] < with_gap[2] == with_gap[3]


def test_case_and_marks_count_for_nothing(either: None) -> None:
    assert (
        score("the RED boat , sank -- near the Harbour", "The red boat sank near the harbour") == 1
    )
    assert score("Boats sank", "The boat sank") < 0.9  # lemmas are not forms


def test_the_best_reference_counts(either: None) -> None:
    candidate, other = "Two sailors swam ashore.", "A storm came up."
    single = [score(candidate, one) for one in (REFERENCE, other)]
    assert score(candidate, REFERENCE, other) == max(single)
    assert score(candidate, REFERENCE, other, multi="mean") == pytest.approx(sum(single) / 2)


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_few_words(either: None) -> None:
    assert score("word", "Word.") == 1
    texts, references = ["", "...", "", REFERENCE, "..."], ["", "—", REFERENCE, "", REFERENCE]
    found = taking_all(TeslaS(lang="en")).score(texts, references)
    assert found.segments == (1, 1, 0, 0, 0)
    # One word a sentence: no skip bigrams on either side, so that words decide.
    assert score("Boats.", "Boats. Sailors.") == pytest.approx(1 / 1.8)


def test_signature() -> None:
    metric = TeslaS(lang="en", gap=3)
    assert str(metric.signature(11)).startswith("tesla-s|lang:en|analyzer:")
    fields = dict(metric.signature(11).fields)
    assert fields["refs"] == "11"
    assert fields["multi"] == "max"
    assert fields["gap"] == "3"
    assert fields["discount"] == "0.1"
    assert fields["version"] == __version__
    assert "synonyms" not in fields
    assert "multi" not in dict(metric.signature(1).fields)


@pytest.mark.parametrize("wrong", [{"gap": -1}, {"gap": 1.5}, {"discount": 0}, {"multi": "min"}])
def test_options_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=f"^{next(iter(wrong))} "):
        TeslaS(lang="en", **wrong)


def tokens_of(words: Sequence[tuple[str, str]]) -> Sentence:
    tokens = tuple(Token(form, form.lower(), upos) for form, upos in words)
    return Sentence(" ".join(form for form, _ in words), tokens)


WORDS = st.tuples(
    st.sampled_from(["a", "A", "b", "c", "D", "d", "the", ",", ".", "!"]),
    st.sampled_from(["NOUN", "VERB", "DET", "PRON", "_"]),
)


def document(given: Sentence) -> list[list[Word]]:
    """Sentences for the oracle: they end with marks, which are no words."""
    sentences: list[list[Word]] = [[]]
    for token in given.tokens:
        if has_alphanumeric(token.form):
            sentences[-1].append(Word(token.form.lower(), token.upos, token.upos in CLOSED))
        elif token.form in ".!":
            sentences.append([])
    return sentences


@given(
    st.lists(WORDS, max_size=25).map(tokens_of),
    st.lists(WORDS, max_size=25).map(tokens_of),
    st.integers(0, 6),
    st.sampled_from([0.1, 1.0, 0.37, 1e-9]),
    st.floats(0, 1),
)
@settings(max_examples=50, deadline=None)
def test_against_the_oracle(
    reference: Sentence, candidate: Sentence, gap: int, discount: float, alpha: float
) -> None:
    metric = taking_all(TeslaS(lang="en", gap=gap, discount=discount, alpha=alpha))
    expected = tesla_s(
        document(reference), document(candidate), gap=gap, discount=discount, alpha=alpha
    )
    for session in (PLAIN, session_of("auto")):
        found = metric.matrix([candidate], [reference], session=session)[0, 0]
        assert found == pytest.approx(expected, abs=1e-9)


ODD = (
    "The the boat Boat boats ship sank sink illness disease ilness not . ! ? ... \n U.S. Dr. No "
    "3.5 — “ ” don't x@y Regenschirm été 买伞。买 \ud800"
).split(" ")
TEXTS = st.lists(st.sampled_from(ODD), max_size=20).map(" ".join)


@given(
    st.lists(TEXTS, min_size=1, max_size=4),
    st.lists(TEXTS, min_size=1, max_size=3),
    st.sampled_from(["en", "de", "zh", "und"]),
    st.booleans(),
    st.sampled_from([{}, {"similarity": "graded"}, {"similarity": "graded", "gap": 1}]),
)
@settings(max_examples=25, deadline=None)
def test_both_cores_agree(
    candidates: list[str], references: list[str], lang: str, lowercase: bool, options: Any
) -> None:
    metric = taking_all(TeslaS(lang=lang, lowercase=lowercase, **options))
    native, plain = (
        metric.matrix(candidates, references, session=session)
        for session in (session_of("auto"), PLAIN)
    )
    np.testing.assert_allclose(native, plain, rtol=0, atol=1e-12)


@pytest.mark.parametrize("similarity", ["equal", "graded"])
def test_many_summaries_in_threads(similarity: str) -> None:
    candidates = [f"The boat number {n % 7} sank. Sailor {n} swam!" for n in range(300)]
    sets = [[f"Ship {n % 7} sinks near sailor {n + k}." for n in range(300)] for k in range(3)]
    metric = TeslaS(lang="en", similarity=similarity)
    plain = metric.score(candidates, sets, session=PLAIN)
    for jobs in (1, 3):
        found = metric.score(candidates, sets, jobs=jobs, session=session_of("auto"))
        np.testing.assert_allclose(found.segments, plain.segments, rtol=0, atol=1e-12)


def test_words_by_degrees(either: None) -> None:
    model = "The doctors cured the disease."
    found = [
        score(text, model, similarity="graded")
        for text in ("The doctors cured the disease.", "A physician cures illnesses.", "It rained.")
    ]
    assert found[0] == 1 > found[1] > 0.3 > found[2]
    assert found[1] > score("A physician cures illnesses.", model)
    # Rare words weigh more, whatever their part of speech.
    frequent, rare = "He said the glacier melted.", "A glacier melted, he said."
    assert score("A glacier melted.", frequent, similarity="graded") > score(
        "He said it.", rare, similarity="graded"
    )


def test_the_signature_of_graded_words() -> None:
    fields = dict(TeslaS(lang="en", similarity="graded").signature(1).fields)
    assert fields["similarity"] == "graded"
    assert {"synonyms", "frequencies", "paraphrases"} < set(fields)
    assert "discount" not in fields
    assert "similarity" not in dict(TeslaS(lang="en").signature(1).fields)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"synonyms": "none"}, "synonyms has no effect on tesla-s with similarity 'equal'"),
        ({"frequencies": "none"}, "frequencies has no effect on tesla-s with similarity 'equal'"),
        ({"paraphrases": "none"}, "paraphrases has no effect on tesla-s with similarity 'equal'"),
        ({"similarity": "graded", "discount": 0.5}, "discount has no effect on tesla-s with sim"),
        ({"similarity": "near"}, "similarity 'near': choose equal or graded"),
    ],
)
def test_options_that_do_nothing(options: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        TeslaS(lang="en", **options)


def test_frequencies_of_references(either: None) -> None:
    # There is no table of Dutch.
    metric = TeslaS(lang="nl", similarity="graded")
    references = ["De boot zonk. De boot was oud.", "De zeelui zwommen."]
    found = metric.score(["De boot zonk.", "Zeelui zwommen."], references)
    assert 0 < found.score < 1
    assert "frequencies:references@" in str(found.signature)
    with pytest.raises(UsageError, match="tesla-s counts frequencies of 'nl' in all ref"):
        metric.open()


class Spaced:
    """An analyser of a user's own: words are between spaces, and all nouns."""

    name, has_xpos, preferred_tags = "spaced", False, "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [tokens_of([(word, "NOUN") for word in text.split()]) for text in texts]


def test_another_analyser_sees_one_sentence_at_a_time(either: None) -> None:
    assert score("Red boats. Sank fast", "Boats. Sank fast Red", analyzer=Spaced()) < 1
    assert score("Red boats. Sank fast", "Sank fast\nred boats.", analyzer=Spaced()) == 1


def test_a_reference_that_is_there_but_has_no_word() -> None:
    metric = TeslaS(lang="en")
    for ask in (
        lambda: metric.explain("A dog.", "..."),
        lambda: metric.score(["A dog.", "A cat."], ["One dog.", "..."]),
    ):
        with pytest.raises(InputError, match="has no reference with a sentence: give one"):
            ask()
    assert len(metric.explain("A dog.", ["...", "A cat."]).against) == 1


def test_the_last_digit_does_not_depend_on_who_was_met_first() -> None:
    metric = TeslaS(lang="en", similarity="graded")
    reference = "The boat sank quickly in the cold harbour and the fisherman swam to the long quay"
    hypothesis = (
        "Boats were sinking quick in a colder harbor fishermen swim towards some longer quays"
    )
    words = f"{reference} {hypothesis}".split()
    rng = random.Random(1)
    found = set()
    for _ in range(12):
        rng.shuffle(words)
        session = Session()
        for word in words:
            metric.score([word], [word], session=session)
        found.add(metric.score([hypothesis], [reference], session=session).segments)
    assert len(found) == 1
