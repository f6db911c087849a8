"""A segment may have fewer references than another, for every metric alike."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import sacrebleu
from cores import session_of

from tesla_metrics import (
    Bleu,
    Chrf,
    ChrfPlusPlus,
    MaxSim,
    Metric,
    Session,
    Ter,
    TeslaCelab,
    TeslaM,
    TeslaX,
    compare,
)
from tesla_metrics.files.inputs.references import count_references_per_segment, get_first_references
from tesla_metrics.metrics.base import RunningScore
from tesla_metrics.metrics.score import VARYING
from tesla_metrics.native import load_native

HYP = [
    "The tram stops behind the old theatre.",
    "Nobody has seen the conductor today.",
    "Three tickets are left.",
    "She paid with coins, he with a card.",
]
REF = [
    "The tram stops behind the old playhouse.",
    "No one saw the conductor today.",
    "There are three tickets left.",
    "She paid in coins, he by card.",
]
OTHER = [
    "Behind the old theatre the tram stops.",
    "The conductor has not been seen by anybody today.",
    "Three tickets remain.",
    "She used coins to pay and he a card.",
]
# The case: half of a second reference is blank.
HALF: list[str | None] = [OTHER[0], None, OTHER[2], None]
OURS: list[Metric[Any]] = [
    TeslaX(lang="en"),
    TeslaM(lang="en"),
    MaxSim(lang="en"),
    TeslaCelab(lang="en", synonyms="none"),
]
PEERS: list[Metric[Any]] = [Bleu(lang="en"), Chrf(), ChrfPlusPlus(), Ter()]
EVERY = pytest.mark.parametrize("metric", OURS + PEERS, ids=lambda metric: metric.name)
SESSIONS = ["python"] + ["native"] * (load_native() is not None)


def refs(signature: object) -> str:
    fields = dict(part.split(":", 1) for part in str(signature).split("|")[1:])
    return fields.get("refs") or fields["nrefs"]


@pytest.mark.parametrize("core", SESSIONS)
@pytest.mark.parametrize("metric", OURS, ids=lambda metric: metric.name)
def test_the_mean_over_those_there_are(metric: Metric[Any], core: str) -> None:
    session: Session = session_of(core)
    first = metric.score(HYP, REF, session=session)
    second = metric.score(HYP, OTHER, session=session)
    score = metric.score(HYP, [REF, HALF], session=session)
    expected = [
        (a + b) / 2 if there else a
        for a, b, there in zip(first.segments, second.segments, HALF, strict=True)
    ]
    assert score.segments == pytest.approx(expected, abs=1e-12)
    blank = metric.score(HYP, [REF, ["the wrong thing"] * 4], session=session)
    assert score.score > blank.score
    assert refs(score.signature) == "var"
    # Two halves are one reference each.
    rest = [one if gap is None else None for one, gap in zip(REF, HALF, strict=True)]
    halves = metric.score(HYP, [rest, HALF], session=session)
    mixed = [one or other or "" for one, other in zip(rest, HALF, strict=True)]
    assert halves == metric.score(HYP, mixed, session=session)


def test_the_best_of_those_there_are() -> None:
    metric = TeslaX(lang="en", multi="max")
    full = metric.score(HYP, [REF, OTHER]).segments
    first = metric.score(HYP, REF).segments
    half = metric.score(HYP, [HALF, REF])
    assert half.segments == (full[0], first[1], full[2], first[3])
    assert "refs:var|multi:max" in str(half.signature)


@pytest.mark.parametrize("sets", [[REF, HALF], [HALF, REF], [REF, OTHER, HALF]])
def test_peers_are_sacrebleus(sets: list[list[str]]) -> None:
    for metric, theirs in zip(
        PEERS,
        (sacrebleu.BLEU(), sacrebleu.CHRF(), sacrebleu.CHRF(word_order=2), sacrebleu.TER()),
        strict=True,
    ):
        score = metric.score(HYP, sets)
        assert score.score == theirs.corpus_score(HYP, sets).score
        assert refs(score.signature) == "var" == str(theirs.get_signature().info["nrefs"])


def test_one_reference_each_is_one_reference() -> None:
    sets = [[REF[0], None, REF[2], None], [None, OTHER[1], None, OTHER[3]]]
    theirs = sacrebleu.BLEU()
    expected = theirs.corpus_score(HYP, sets)  # type: ignore[arg-type]
    score = Bleu(lang="en").score(HYP, sets)
    assert score.score == expected.score
    assert refs(score.signature) == "1" == str(theirs.get_signature().info["nrefs"])


@EVERY
def test_as_segments_come_in(metric: Metric[Any]) -> None:
    whole = metric.score(HYP, [REF, HALF])
    running = RunningScore(metric.open(None, lambda: REF), keep_segments=True)
    for start in range(len(HYP)):
        part = slice(start, start + 1)
        running.add(HYP[part], [REF[part], HALF[part]], 1, None)
    score = running.score()
    assert score.score == pytest.approx(whole.score, abs=1e-12)
    assert score.segments == whole.segments
    assert score.signature == whole.signature


@pytest.mark.parametrize("core", SESSIONS)
def test_threads_and_processes(core: str) -> None:
    metric, session = TeslaX(lang="en"), session_of(core)
    times = 300
    long: Sequence[str | None] = HALF * times
    one = metric.score(HYP * times, [REF * times, long], session=session)
    assert metric.score(HYP * times, [REF * times, long], jobs=2, session=session) == one


def test_frequencies_are_learnt_from_those_there_are() -> None:
    metric = TeslaX(lang="en", frequencies="references")
    full = metric.score(HYP[:1], [REF[:1], OTHER[:1]])
    score = metric.score(HYP[:1] * 2, [[REF[0], OTHER[0]], [None, None]], references_by="set")
    names = [dict(one.signature.fields)["frequencies"] for one in (full, score)]
    assert names[0] == names[1]


def test_a_comparison() -> None:
    systems = {"ours": HYP * 8, "theirs": OTHER * 8}
    sets = [[None, *REF[1:]] * 8, HALF * 8]
    found = compare(systems, sets, [*OURS[:1], *PEERS[:1]], show=4)
    for name, texts in systems.items():
        for metric in (OURS[0], PEERS[0]):
            (standing,) = [
                one for one in found.standings if (one.system, one.metric) == (name, metric.name)
            ]
            assert standing.score == metric.score(texts, sets).score
    assert {refs(signature) for signature in found.signatures.values()} == {"var"}
    shown = {contrast.segment: contrast.reference for contrast in found.contrasts}
    assert all(
        text == (OTHER if (n - 1) % 4 == 0 else REF)[(n - 1) % 4] for n, text in shown.items()
    )
    assert sum(bucket.segments for bucket in found.buckets if bucket.metric == "bleu") == 32


def test_counts() -> None:
    assert count_references_per_segment([REF, OTHER]) == {2}
    assert count_references_per_segment([REF, HALF]) == {1, 2}
    assert get_first_references([HALF, REF]) == [OTHER[0], REF[1], OTHER[2], REF[3]]
    assert get_first_references([REF, HALF]) is REF
    assert "refs:var|multi:mean" in str(TeslaX(lang="en").signature(VARYING))
    assert "nrefs:var" in str(Bleu(lang="en").signature(VARYING))


def test_a_matrix_wants_every_reference() -> None:
    assert TeslaX(lang="en").matrix(HYP, REF).shape == (4, 4)
    with pytest.raises(ValueError, match="references: item 2 is None"):
        TeslaX(lang="en").matrix(HYP, HALF)  # type: ignore[arg-type]
    assert np.isfinite(Ter().matrix(HYP, REF)).all()
