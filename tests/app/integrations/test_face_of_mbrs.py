"""mbrs, with the real package where it can be imported."""

from collections.abc import Callable

import pytest

from tesla_metrics import Chrf, Ter, TeslaX, UsageError

pytestmark = [pytest.mark.integrations, pytest.mark.filterwarnings("ignore")]
torch = pytest.importorskip("torch")
pytest.importorskip("mbrs.decoders")

from mbrs.decoders import DecoderMBR  # noqa: E402
from mbrs.metrics import get_metric  # noqa: E402

from tesla_metrics.app.integrations.mbrs import MbrsMetric  # noqa: E402

HYP = ["the tram stops here", "a tram stops there", "the tram stops there", "three tickets"]
REF = ["the tram stops there", "trams stop there", "the tram halts there"]


def test_scores() -> None:
    metric = MbrsMetric(MbrsMetric.Config(lang="en", options='{"alpha": 0.7}'))
    ours = TeslaX(lang="en", alpha=0.7)
    matrix = metric.pairwise_scores(HYP, REF)
    assert torch.equal(matrix, torch.tensor(ours.matrix(HYP, REF), dtype=torch.float32))
    expected = ours.score(HYP[:3], REF)
    assert metric.scores(HYP[:3], REF).tolist() == pytest.approx(expected.segments, abs=1e-6)
    assert metric.score(HYP[0], REF[0], "die Bahn hält") == expected.segments[0]
    assert metric.corpus_score(HYP[:3], [REF]) == expected.score
    square = ours.score(HYP[:3], [REF] * 3, references_by="set")
    assert metric.corpus_score(HYP[:3], [REF] * 3) == square.score
    assert torch.allclose(metric.expected_scores(HYP, REF), matrix.mean(dim=1))


def test_decoding() -> None:
    for name, ours, best in (("tesla-x", TeslaX(lang="en"), max), ("ter", Ter(lang="en"), min),
                             ("chrf", Chrf(lang="en"), max)):  # fmt: skip
        metric = get_metric("tesla")(MbrsMetric.Config(metric=name, lang="en"))
        assert ours.higher_is_better == metric.HIGHER_IS_BETTER
        decoder = DecoderMBR(DecoderMBR.Config(), metric)
        output = decoder.decode(HYP, REF, nbest=1)
        means = ours.matrix(HYP, REF).mean(axis=1).tolist()
        assert output.idx == [means.index(best(means))]
        assert output.score[0] == pytest.approx(best(means), rel=1e-5)


def test_what_learns_from_references_scores_whole_sets_only() -> None:
    metric = MbrsMetric(MbrsMetric.Config(lang="sw"))
    assert metric.corpus_score(HYP[:3], [REF]) == TeslaX(lang="sw").score(HYP[:3], REF).score
    calls: list[Callable[[], object]] = [
        lambda: metric.score(HYP[0], REF[0]),
        lambda: metric.scores(HYP[:3], REF),
        lambda: metric.pairwise_scores(HYP, REF),
    ]
    for call in calls:
        with pytest.raises(UsageError, match="pass frequencies='none' or a file"):
            call()
    even = MbrsMetric(MbrsMetric.Config(lang="sw", options='{"frequencies": "none"}'))
    assert even.score(REF[0], REF[0]) == 1
