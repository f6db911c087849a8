"""Faces of other packages: each module wants its own package, and is imported when it is used.

sacrebleu       SacrebleuMetric: corpus_score, sentence_score, get_signature; its significance tests
evaluate        EvaluateMetric: compute, add, add_batch; in combine
torchmetrics    TorchMetric: update and compute, also distributed
mbrs            MbrsMetric: the metric of a decoder, called "tesla"
sklearn         TextScore and text_scorer, for make_scorer and for searches
"""

from importlib import import_module
from typing import Any

_FACES = ("evaluate", "mbrs", "sacrebleu", "sklearn", "torchmetrics")


def __getattr__(name: str) -> Any:
    if name not in _FACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f".{name}", __name__)


def __dir__() -> list[str]:
    return list(_FACES)
