"""A line break ends a sentence for metrics of summaries, and is a space to all others."""

import pytest

from tesla_metrics import make_metric
from tesla_metrics.metrics.registry import get_metric_class, metric_names, needs_language

REFERENCE = "The well-known bridge was closed. People took the ferry."
BROKEN = "The well-\nknown bridge was shut.\nPeople\ntook the old ferry."
# These want files of their own.
NAMES = [name for name in metric_names() if name not in ("tesla-b", "tesla-f", "tesla-n", "pem")]
OTHERS = [name for name in NAMES if not get_metric_class(name).of_documents]


def test_which_metrics_are_of_summaries() -> None:
    found = {name for name in metric_names() if get_metric_class(name).of_documents}
    ours = {"tesla-s", "dicomer", "cremer"}
    assert found == ours | {"rouge-1", "rouge-2", "rouge-su4", "rouge-l"}


@pytest.mark.parametrize("name", OTHERS)
def test_a_line_break_is_a_space(name: str) -> None:
    metric = make_metric(name, **({"lang": "en"} if needs_language(name) else {}))
    flat = BROKEN.replace("\n", " ")
    assert metric.score([BROKEN], [REFERENCE]).score == metric.score([flat], [REFERENCE]).score
    assert metric.score([REFERENCE], [BROKEN]).score == metric.score([REFERENCE], [flat]).score
