"""Metrics by name. Classes are imported when a metric is made, so that listing names is free."""

from dataclasses import fields
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from ..errors import UsageError
from .base import Metric

_METRICS = {
    "tesla-x": ("tesla_x", "TeslaX"),
    "tesla-m": ("tesla_m", "TeslaM"),
    "maxsim": ("maxsim", "MaxSim"),
    "tesla-b": ("tesla_b", "TeslaB"),
    "tesla-f": ("tesla_f", "TeslaF"),
    "tesla-celab": ("tesla_celab", "TeslaCelab"),
    "tesla-celab-": ("tesla_celab", "TeslaCelabMinus"),
    "bleu": ("peers", "Bleu"),
    "chrf": ("peers", "Chrf"),
    "chrf++": ("peers", "ChrfPlusPlus"),
    "ter": ("peers", "Ter"),
}
DEFAULT = "tesla-x"


def metric_names() -> list[str]:
    """Every name that `-m` takes."""
    return list(_METRICS)


def metric_class(name: str) -> type[Metric]:
    """The class behind a name."""
    try:
        module, attribute = _METRICS[name.lower()]
    except KeyError:
        near = get_close_matches(name, _METRICS, 1)
        hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(_METRICS)}"
        raise UsageError(f"unknown metric {name!r}: {hint}") from None
    loaded: type[Metric] = getattr(import_module(f".{module}", __package__), attribute)
    return loaded


def make_metric(name: str, **options: Any) -> Metric:
    """A metric with those of the options that it has (a peer has no synonyms)."""
    kind = metric_class(name)
    known = _options(kind)
    if strange := options.keys() - known - set().union(*map(_options, _classes())):
        raise UsageError(f"no metric has an option {min(strange)!r}: {name} has {sorted(known)}")
    return kind(**{key: value for key, value in options.items() if key in known})


def _classes() -> list[type[Metric]]:
    return [metric_class(name) for name in _METRICS]


def _options(kind: type[Metric]) -> set[str]:
    return {field.name for field in fields(kind)}  # type: ignore[arg-type]
