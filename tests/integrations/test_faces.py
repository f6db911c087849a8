"""What the faces share: names, and nothing that is imported before it is used."""

import subprocess
import sys
from importlib import import_module

import pytest

import tesla_metrics
from tesla_metrics import Bleu, ResourceError, TeslaX, UsageError
from tesla_metrics.integrations.chosen import chosen_metric

FACES = ["evaluate", "mbrs", "sacrebleu", "sklearn", "torchmetrics"]


def test_they_are_listed() -> None:
    assert dir(tesla_metrics.integrations) == FACES
    assert tesla_metrics.integrations.sklearn.TextScore
    with pytest.raises(AttributeError, match="no attribute 'comet'"):
        tesla_metrics.integrations.comet  # noqa: B018


def test_nothing_is_imported_until_used() -> None:
    code = (
        "import sys, tesla_metrics; dir(tesla_metrics), dir(tesla_metrics.integrations); "
        f"assert not {{'pandas', 'torch', *{FACES}}} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("face", ["evaluate", "mbrs", "torchmetrics"])
def test_a_missing_package_says_how_to_get_it(face: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, face, None)
    monkeypatch.delitem(sys.modules, f"tesla_metrics.integrations.{face}", raising=False)
    if face == "mbrs":  # which torch is imported before
        monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ResourceError, match=f"{face} cannot be imported .*: pip install {face}"):
        import_module(f"tesla_metrics.integrations.{face}")


def test_a_metric_or_its_name() -> None:
    metric = TeslaX(lang="en", alpha=0.7)
    assert chosen_metric(metric, {}) is metric
    assert chosen_metric("tesla-x", {"lang": "en", "alpha": 0.7}) == metric
    assert chosen_metric("bleu", {}) == Bleu()
    with pytest.raises(UsageError, match="tesla-x is made already: give it 'lang'"):
        chosen_metric(metric, {"lang": "de"})
