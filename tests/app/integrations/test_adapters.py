"""What the adapters share: names, and that nothing is imported before it is used."""

import subprocess
import sys
from importlib import import_module

import pytest

import tesla_metrics
from tesla_metrics import Bleu, ResourceError, TeslaX, UsageError
from tesla_metrics.app.integrations import resolve_metric

ADAPTERS = ["evaluate", "mbrs", "sacrebleu", "sklearn", "torchmetrics"]


def test_they_are_public_names() -> None:
    from tesla_metrics.app.integrations.sklearn import TextScore

    assert tesla_metrics.TextScore is TextScore


def test_nothing_is_imported_until_used() -> None:
    code = (
        "import sys, tesla_metrics, tesla_metrics.app.integrations; dir(tesla_metrics); "
        f"assert not {{'pandas', 'torch', *{ADAPTERS}}} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("adapter", ["evaluate", "mbrs", "torchmetrics"])
def test_a_missing_package_says_how_to_get_it(
    adapter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, adapter, None)
    monkeypatch.delitem(sys.modules, f"tesla_metrics.app.integrations.{adapter}", raising=False)
    if adapter == "mbrs":  # which torch is imported before
        monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        ResourceError, match=f"{adapter} cannot be imported .*: pip install {adapter}"
    ):
        import_module(f"tesla_metrics.app.integrations.{adapter}")


def test_a_metric_or_its_name() -> None:
    metric = TeslaX(lang="en", alpha=0.7)
    assert resolve_metric(metric, {}) is metric
    assert resolve_metric("tesla-x", {"lang": "en", "alpha": 0.7}) == metric
    assert resolve_metric("bleu", {}) == Bleu()
    with pytest.raises(UsageError, match="tesla-x is given as an object: set 'lang'"):
        resolve_metric(metric, {"lang": "de"})
