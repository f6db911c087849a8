"""Why a pair has its score."""

import json

import pytest
from cores import columns

from tesla_metrics import TeslaX
from tesla_metrics.errors import UsageError
from tesla_metrics.metrics.tesla_x_model import DEFAULT_CONSTANTS

REFERENCE = "Norway beat the team of Portugal by 2 goals, but nobody was happy."
HYPOTHESIS = "Portugal defeated the side of Norway by 3 goals, and everybody was glad."


@pytest.mark.filterwarnings("ignore:.*are empty:tesla_metrics.TeslaWarning")
@pytest.mark.parametrize("lang", ["en", "de", "nl"])
@pytest.mark.parametrize("hypothesis", [HYPOTHESIS, REFERENCE, "", "Quite another thing."])
def test_it_adds_up_to_the_score(lang: str, hypothesis: str) -> None:
    metric = TeslaX(lang=lang, frequencies="none")
    found = metric.explain(hypothesis, REFERENCE)
    assert found.score == pytest.approx(metric.score([hypothesis], [REFERENCE]).score, abs=1e-9)
    (row,) = columns(metric, [hypothesis], [REFERENCE]).tolist()
    (only,) = found.against
    changed = {penalty.name: penalty.share for penalty in only.penalties}
    names = "numbers", "negations", "reordered", "cases", "endings"
    shown = [*(each.value for each in only.features), *(changed.get(name, 0.0) for name in names)]
    assert shown == pytest.approx(row, abs=1e-9)
    assert only.lost == pytest.approx(1 - only.score, abs=1e-9)
    lost = sum(each.lost for each in only.features) + sum(each.lost for each in only.penalties)
    assert lost == pytest.approx(1 - only.score, abs=1e-9)


def test_flows_and_what_is_left() -> None:
    metric = TeslaX(lang="en", frequencies="none")
    found = metric.explain(HYPOTHESIS, REFERENCE)
    matched = {(flow.reference, flow.hypothesis): flow for flow in found.matched[0]}
    assert [reason.kind for reason in matched["Norway", "Norway"].reasons] == ["form"]
    assert matched["beat", "defeated"].reasons[0].kind in ("synonym", "paraphrase")
    assert matched["happy", "glad"].similarity > 0.4
    assert {"happy", "glad"} <= set(matched["happy", "glad"].reasons[0].shown)
    for flow in found.matched[1]:
        assert len(flow.reasons) == len(flow.reference.split()) == 2
    # All words weigh 1: matched and missing together are the words of the reference.
    words = found.best.features[0]
    total = sum(flow.weight for flow in words.matched)
    assert total + sum(gram.unmatched for gram in words.missing) == pytest.approx(13)
    assert total + sum(gram.unmatched for gram in words.extra) == pytest.approx(13)


def test_penalties_name_their_words() -> None:
    found = TeslaX(lang="en", frequencies="none").explain(HYPOTHESIS, REFERENCE).best
    words = found.reference.words, found.hypothesis.words
    named = {
        penalty.name: {
            words[side][place].text
            for cause in penalty.causes
            for side, places in enumerate((cause.reference_words, cause.hypothesis_words))
            for place in places
        }
        for penalty in found.penalties
    }
    assert named["numbers"] == {"2", "3"}
    assert named["negations"] == {"nobody"}
    assert {"Norway", "Portugal"} < named["reordered"]
    assert 0 < found.penalties[2].share < 0.5


@pytest.mark.parametrize("length", [7, 300, 700])
def test_flows_make_the_features(length: int) -> None:
    metric = TeslaX(lang="und", frequencies="none")
    reference = " ".join(f"word{number}" for number in range(length))
    found = metric.explain(reference, reference)
    for flow in found.matched[0]:
        assert flow.reference == flow.hypothesis
    shuffled = " ".join(f"word{(number * 5) % (length + 2)}" for number in range(length + 2))
    found = metric.explain(shuffled, reference)
    alpha = DEFAULT_CONSTANTS["alpha"]
    for n, feature in enumerate(found.best.features[:2], 1):
        grams = length - (n - 1), length + 2 - (n - 1)
        value = sum(flow.similarity * flow.weight for flow in feature.matched)
        mean = alpha * grams[0] + (1 - alpha) * grams[1]
        assert value / mean == pytest.approx(feature.value, abs=1e-9)
    assert found.best.lost == pytest.approx(1 - found.score, abs=1e-9)


def test_several_references() -> None:
    given = [REFERENCE, "Portugal lost."]
    for multi, combine in (("mean", lambda x: sum(x) / 2), ("max", max)):
        found = TeslaX(lang="en", multi=multi).explain(HYPOTHESIS, given)
        scores = [one.score for one in found.against]
        assert found.combined == multi
        assert found.score == pytest.approx(combine(scores), abs=1e-9)
        shares = sum(one.share * one.lost for one in found.against)
        assert shares == pytest.approx(1 - found.score, abs=1e-9)


def test_json_has_all_of_it() -> None:
    found = TeslaX(lang="en").explain(HYPOTHESIS, REFERENCE).to_dict()
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_one_segment_at_a_time() -> None:
    with pytest.raises(UsageError, match="explain takes one hypothesis"):
        TeslaX(lang="en").explain([HYPOTHESIS], [REFERENCE])  # type: ignore[arg-type]


def test_what_is_printed() -> None:
    metric = TeslaX(lang="en", number_penalty=0.0)
    found = metric.explain("The physician forgot 7 umbrellas.", "The doctor forgot his keys.")
    first, reference, hypothesis = str(found).split("\n")
    assert first == f"tesla-x {found.score:.4f}"
    most = max(found.best.reference.words, key=lambda word: word.lost)
    assert reference.startswith(f"reference lost {most.lost:.3f} by {most.text}, ")
    assert hypothesis.startswith("hypothesis lost ")
    assert str(metric.explain("The doctor.", "The doctor.")) == "tesla-x 1.0000"
    several = metric.explain("The doctor.", ["A keeper.", "The doctor."])
    assert (
        str(several) == f"tesla-x {several.score:.4f}, the mean of 2 references; the best: 1.0000"
    )
