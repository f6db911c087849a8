"""Why a pair has its score."""

import pytest
from cores import columns

from tesla_metrics import TeslaX
from tesla_metrics.errors import UsageError
from tesla_metrics.metrics.tesla_x_constants import DEFAULTS

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
    changed = found.changed_numbers, found.changed_negations, found.reordered
    assert [*found.words, found.characters, *changed] == pytest.approx(row, abs=1e-9)


def test_flows_and_what_is_left() -> None:
    metric = TeslaX(lang="en", frequencies="none")
    found = metric.explain(HYPOTHESIS, REFERENCE)
    matched = {(flow.reference, flow.hypothesis): flow for flow in found.matched[0]}
    assert matched["norway", "norway"].reasons == ("form",)
    assert matched["beat", "defeated"].reasons in (("synonym",), ("paraphrase",))
    assert matched["happy", "glad"].similarity > 0.4
    for flow in found.matched[1]:
        assert len(flow.reasons) == len(flow.reference.split()) == 2
    # All words weigh 1: matched and missing together are the words of the reference.
    total = sum(flow.weight for flow in found.matched[0])
    assert total + sum(weight for _, weight in found.missing) == pytest.approx(13)
    assert total + sum(weight for _, weight in found.strange) == pytest.approx(13)
    assert ("beat", "defeated") in found.stand_ins
    assert found.changed_numbers == found.changed_negations == 1
    assert 0 < found.reordered < 0.5


@pytest.mark.parametrize("length", [7, 300, 700])
def test_flows_make_the_features(length: int) -> None:
    metric = TeslaX(lang="und", frequencies="none")
    reference = " ".join(f"word{number}" for number in range(length))
    found = metric.explain(reference, reference)
    for flow in found.matched[0]:
        assert flow.reference == flow.hypothesis
    shuffled = " ".join(f"word{(number * 5) % (length + 2)}" for number in range(length + 2))
    found = metric.explain(shuffled, reference)
    alpha = DEFAULTS["alpha"]
    for n, flows in enumerate(found.matched, 1):
        grams = length - (n - 1), length + 2 - (n - 1)
        value = sum(flow.similarity * flow.weight for flow in flows)
        mean = alpha * grams[0] + (1 - alpha) * grams[1]
        assert value / mean == pytest.approx(found.words[n - 1], abs=1e-9)
    left = sum(weight for _, weight in found.missing)
    assert left + sum(flow.weight for flow in found.matched[0]) == pytest.approx(length)


def test_one_pair_at_a_time() -> None:
    with pytest.raises(UsageError, match="explain takes one hypothesis"):
        TeslaX(lang="en").explain([HYPOTHESIS], [REFERENCE])  # type: ignore[arg-type]


def test_notebooks() -> None:
    shown = TeslaX(lang="en").explain("the kettle AT&T", "the kettle whistles")._repr_html_()
    assert "<td>kettle</td><td>kettle</td><td>1.0000</td>" in shown
    assert "<td>missing</td>" in shown
    assert "at&amp;t</td>" in shown
