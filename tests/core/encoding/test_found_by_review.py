"""Faults that a cold reading found, each as it was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Thread
from time import sleep
from typing import Any

import numpy as np
import pytest

from tesla_metrics import (
    InputError,
    Item,
    MaxSim,
    Sentence,
    Session,
    TeslaM,
    TeslaX,
    Token,
    UsageError,
    make_metric,
)
from tesla_metrics.core.encoding import pairs as encoding_pairs
from tesla_metrics.core.encoding.celab_tokens import CelabTokenIds
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.vocabulary import get_vocabulary
from tesla_metrics.metrics.options import option
from tesla_metrics.metrics.tesla_x import GradedScorer
from tesla_metrics.native import load_native
from tesla_metrics.text.languages import Language, register, word_set
from tesla_metrics.text.synonyms.table import PhraseCodes

TEXTS = ["the captain sold three boats", "nobody wanted to sail", "grey clouds over islands"]


@pytest.mark.usefixtures("own_names")
def test_processes_know_a_registered_language(monkeypatch: pytest.MonkeyPatch) -> None:
    register(Language(code="nl", negations=word_set("niet geen")))
    monkeypatch.setattr(encoding_pairs, "_BATCH_SEGMENTS", 2)
    metric, session = TeslaX(lang="nl", frequencies="none"), Session(core="python")
    pairs = ["hij komt niet", "hij komt", "zij gaat", "geen boot"], ["hij komt"] * 4
    one, two = (metric.score(*pairs, jobs=jobs, session=session) for jobs in (1, 2))
    assert one == two
    assert one.segments[0] < one.segments[1]


def test_other_constants_are_sent_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding_pairs, "_BATCH_SEGMENTS", 1)
    scorer = TeslaX(lang="und", frequencies="none").open(Session(core="python"))
    assert isinstance(scorer, GradedScorer)
    other = scorer.replace_constants({"word_share": 0.0})
    pairs = Pairs.from_lines(TEXTS, TEXTS[::-1])
    assert other.scores(pairs, 2).tolist() == other.scores(pairs, 1).tolist()
    assert other.scores(pairs).tolist() != scorer.scores(pairs).tolist()
    assert ("word_share", "0.0") in other.signature(1).fields
    with pytest.raises(ValueError, match="characters"):
        scorer.replace_constants({"characters": 2})


def test_a_slow_dictionary_is_waited_for() -> None:
    native = load_native()
    if native is None:
        pytest.skip("no native core is built, or TESLA_PURE is set")

    class Slow:
        name = "slow"

        def synsets(self, lemma: str) -> frozenset[int]:
            sleep(0.002)
            return frozenset({1} if lemma in ("ab", "c") else ())

    for _ in range(5):
        numbers = CelabTokenIds(native, PhraseCodes(Slow(), "", [""]))
        core = native.GramEncoder(numbers.native_phrases, 2)
        found: list[float] = []

        def score(numbers: Any = numbers, core: Any = core, found: Any = found) -> None:
            both = [
                core.encode_tokens(numbers.get_ids([side], 2), 1) for side in (("a", "b"), ("c",))
            ]
            place = np.array([0])
            rows = core.compare(*both, place, place, f=0.25, weights=[1.0, 1.0], threads=1)
            found.append(float(rows[0, 0]))

        threads = [Thread(target=score) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [1.0] * 3


def test_explain_refuses_a_text_beside_an_analysis_as_score_does() -> None:
    metric = TeslaX(lang="en", frequencies="none", tags="upos")
    given = Sentence("a boat", (Token("a", "a", "DET"), Token("boat", "boat", "NOUN")))
    for one, other in (("a boat", given), (given, "a boat")):
        with pytest.raises(InputError, match="give texts on both sides"):
            metric.explain(one, other)
    assert metric.explain(given, given).score == 1.0


def test_numbers_of_tokens_count_as_memory() -> None:
    session = Session(memory=50_000)
    if session.native is None:
        pytest.skip("no native core is built, or TESLA_PURE is set")
    metric = TeslaM(lang="en")
    analysis = metric.analysis(session)
    vocabularies = set()
    for start in range(0, 2000, 100):
        marks = tuple(Token("." * (start + k + 1), ".", "PUNCT") for k in range(100))
        given = [Sentence("x", marks)]
        metric.score(given, given, session=session)
        vocabularies.add(get_vocabulary(analysis, given))
    assert len(vocabularies) > 3


@pytest.mark.parametrize("jobs", [0, -1, 2.0, None, 2**40])
def test_jobs_that_cannot_be(jobs: Any) -> None:
    with pytest.raises(UsageError, match="jobs: give a whole number from 1"):
        TeslaM(lang="en").score(TEXTS, TEXTS, jobs=jobs)


@dataclass
class Unhashable:
    name: str = "unhashable"
    preferred_tags: str = "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(text, tuple(Token(w, w, "X") for w in text.split())) for text in texts]


def test_any_object_analyses_but_no_class() -> None:
    assert TeslaM(lang="en", analyzer=Unhashable()).score(TEXTS, TEXTS).score == pytest.approx(1.0)
    with pytest.raises(UsageError, match=r"^analyzer "):
        TeslaM(lang="en", analyzer=Unhashable)  # type: ignore[arg-type]


def test_segments_without_references_are_refused() -> None:
    scorer = TeslaM(lang="en").open()
    pairs = Pairs.from_items([Item("a boat"), Item("a boat", ("a boat", "the boat"))])
    with pytest.raises(InputError, match="segment 1 has no reference"):
        scorer.combine_references(scorer.rows(pairs), pairs)


@pytest.mark.parametrize("sets", [1, 2, 3, 4])
def test_progress_with_many_references(sets: int) -> None:
    heard: list[int] = []
    lines = [f"boat {n}" for n in range(2500)]
    references = [[*lines[1 + place :], *["boat"] * (1 + place)] for place in range(sets)]
    TeslaM(lang="und", synonyms="none").score(lines, references, progress=heard.append)
    assert sum(heard) == 2500


# -- And what a newcomer found


def test_languages_that_are_none() -> None:
    with pytest.raises(UsageError, match=r"give word_set\('ikke aldrig'\)"):
        register(Language(code="da", negations="ikke aldrig"))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"negating_idioms of 'da' .* give word_set\('ikke_kun'\)"):
        register(Language(code="da", negating_idioms="ikke_kun"))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="'nl' is not a Language"):
        register("nl")  # type: ignore[arg-type]


class Short:
    name = "short"
    preferred_tags = "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return []


def test_an_analyser_must_give_a_sentence_a_text() -> None:
    with pytest.raises(UsageError, match="the analyser short returned 0 results for 3 texts"):
        TeslaM(lang="en", analyzer=Short()).score(TEXTS, TEXTS)


def test_things_that_are_no_sessions_or_lack_a_language() -> None:
    with pytest.raises(UsageError, match="session 'x'"):
        TeslaM(lang="en").score(TEXTS, TEXTS, session="x")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="tesla-x needs the language of the texts: give lang"):
        make_metric("tesla-x")


def test_own_options_are_in_the_signature() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Moody(MaxSim):
        mood: str = option("fair", "text", "how it feels today", choices=("fair", "harsh"))

    usual, harsh = (Moody(lang="en", mood=mood) for mood in ("fair", "harsh"))
    assert usual.signature(1) != harsh.signature(1)
    assert ("mood", "harsh") in harsh.signature(1).fields
    with pytest.raises(ValueError, match="kind 'choice'"):
        option("a", "choice", "no such kind")
