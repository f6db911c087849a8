"""torchmetrics, with the real package where it can be imported."""

import math
import pickle
from typing import Any

import pytest

from tesla_metrics import Bleu, Metric, TeslaX, UsageError

pytestmark = [pytest.mark.integrations, pytest.mark.filterwarnings("ignore")]
torch = pytest.importorskip("torch")
torchmetrics = pytest.importorskip("torchmetrics")

from alone import Wordy  # noqa: E402

from tesla_metrics.app.integrations.torchmetrics import TorchMetric  # noqa: E402

HYP = ["The tram stops here.", "Three tickets are left.", "He paid."]
REF = ["The tram stops there.", "There are three tickets left.", "He has paid."]
LISTS = [["The tram stops there.", "A tram halts."], ["There are three tickets left."], ["He pays"]]
METRICS: list[Metric[Any]] = [TeslaX(lang="en"), Bleu()]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_batches_add_up(metric: Metric[Any]) -> None:
    face = TorchMetric(metric)
    for hypothesis, references in zip(HYP, LISTS, strict=True):
        face.update([hypothesis], [references])
    expected = metric.score(HYP, LISTS, references_by="segment").score
    assert float(face.compute()) == pytest.approx(expected, abs=1e-12)
    face.reset()
    face.update(HYP, REF)
    assert float(face.compute()) == pytest.approx(metric.score(HYP, REF).score, abs=1e-12)
    assert face.higher_is_better


def test_square_references_belong_to_segments() -> None:
    face = TorchMetric("chrf")
    face.update(["the train", "a map"], [["the train", "a train"], ["the map", "a map"]])
    assert float(face.compute()) == 100


def test_one_text() -> None:
    face = TorchMetric("tesla-x", lang="en")
    assert float(face(HYP[0], REF[0])) == TeslaX(lang="en").score(HYP[:1], REF[:1]).score
    assert math.isnan(float(TorchMetric("bleu").compute()))
    assert not TorchMetric("ter").higher_is_better


def test_states_are_sums() -> None:
    """What torchmetrics gathers from processes, it adds up."""
    whole, first, second = (TorchMetric("chrf") for _ in range(3))
    whole.update(HYP, REF)
    first.update(HYP[:1], REF[:1])
    second.update(HYP[1:], REF[1:])
    gathered = {"total": [first.total, second.total], "segments": [first.segments, second.segments]}
    merged = TorchMetric("chrf")
    for name, states in gathered.items():
        setattr(merged, name, merged._reductions[name](torch.stack(states)))
    merged._update_count = 1
    assert float(merged.compute()) == pytest.approx(float(whole.compute()), abs=1e-12)
    if not hasattr(first, "merge_state"):  # before torchmetrics 1.6
        return
    first.merge_state(second)
    assert float(first.compute()) == pytest.approx(float(whole.compute()), abs=1e-12)


def _process(rank: int, port: int, queue: Any) -> None:
    address = f"tcp://127.0.0.1:{port}"
    torch.distributed.init_process_group("gloo", init_method=address, rank=rank, world_size=2)
    face = TorchMetric("tesla-x", lang="en")
    part = slice(rank, None, 2)
    face.update(HYP[part], LISTS[part])
    queue.put(float(face.compute()))
    torch.distributed.destroy_process_group()


def test_two_processes() -> None:
    if not torch.distributed.is_available():
        pytest.skip("torch was built without distributed")
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    context = torch.multiprocessing.get_context("fork")
    queue = context.Queue()
    processes = [context.Process(target=_process, args=(rank, port, queue)) for rank in (0, 1)]
    for process in processes:
        process.start()
    scores = [queue.get(timeout=120) for _ in processes]
    for process in processes:
        process.join(60)
    expected = TeslaX(lang="en").score(HYP, LISTS, references_by="segment").score
    assert scores == pytest.approx([expected] * 2, abs=1e-12)


def test_collections_and_copies() -> None:
    both = torchmetrics.MetricCollection({"x": TorchMetric("tesla-x", lang="en"),
                                          "chrf": TorchMetric("chrf")})  # fmt: skip
    both.update(HYP, REF)
    found = {name: float(value) for name, value in both.compute().items()}
    assert found["x"] == pytest.approx(TeslaX(lang="en").score(HYP, REF).score, abs=1e-12)
    sent = pickle.loads(pickle.dumps(both["chrf"]))
    assert float(sent.compute()) == found["chrf"]


def test_options_of_either() -> None:
    face = TorchMetric("tesla-x", lang="en", alpha=0.7, dist_sync_on_step=True, jobs=2)
    assert face.dist_sync_on_step
    assert face.metric == TeslaX(lang="en", alpha=0.7)
    assert float(face(HYP, REF)) == TeslaX(lang="en", alpha=0.7).score(HYP, REF).score


def test_frequencies_of_references_are_refused() -> None:
    with pytest.raises(UsageError, match="references, which are not known here"):
        TorchMetric("tesla-x", lang="en", frequencies="references")
    with pytest.raises(UsageError, match="pass frequencies='none' or a file"):
        TorchMetric("tesla-x", lang="sw")


def test_texts_by_themselves() -> None:
    metric = TorchMetric(Wordy())
    metric.update(["One two.", "One."])
    assert float(metric.compute()) == pytest.approx(0.015)
