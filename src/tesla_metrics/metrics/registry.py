"""Metrics by name. Classes are imported when a metric is made, so that listing names is free."""

from dataclasses import fields
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from .options import Declared, declared

if TYPE_CHECKING:
    from ..encoding.session import Session
    from .base import Metric, Progress, Score
    from .inputs import References, Rows, Texts

# Where the class is, or the class itself.
_METRICS: "dict[str, tuple[str, str] | type[Metric[Any]]]" = {
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


def register_metric(kind: "type[Metric[Any]]") -> "type[Metric[Any]]":
    """Makes a metric known by its name, to `make_metric` and to the command line of this process.

    It may stand above the class.
    """
    _METRICS[kind.name.lower()] = kind
    return kind


def metric_names() -> list[str]:
    """Every name that `-m` takes."""
    return list(_METRICS)


def metric_class(name: str) -> "type[Metric[Any]]":
    """The class behind a name."""
    try:
        found = _METRICS[name.lower()]
    except KeyError:
        near = get_close_matches(name, _METRICS, 1)
        hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(_METRICS)}"
        raise UsageError(f"unknown metric {name!r}: {hint}") from None
    if not isinstance(found, tuple):
        return found
    loaded: type[Metric[Any]] = getattr(import_module(f".{found[0]}", __package__), found[1])
    return loaded


def make_metric(name: str, **options: Any) -> "Metric[Any]":
    """A metric with these options; one that it does not have is refused."""
    kind = metric_class(name)
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    if strange := options.keys() - known:
        raise UsageError(f"{name} has no option {min(strange)!r}: choose from {sorted(known)}")
    try:
        return kind(**options)
    except TypeError as error:  # a field that has no default
        raise UsageError(f"{name} needs more options ({error}): give lang='en', say") from error


def score(
    hypotheses: "Texts | Rows",
    references: "References | None" = None,
    *,
    lang: str = "",
    metric: str = DEFAULT,
    references_by: str | None = None,
    jobs: int = 1,
    progress: "Progress | None" = None,
    session: "Session | None" = None,
    **options: Any,
) -> "Score":
    """`make_metric` and `Metric.score` in one; peers need no language."""
    chosen = make_metric(metric, **({"lang": lang} if lang else {}), **options)
    return chosen.score(
        hypotheses,
        references,
        references_by=references_by,
        jobs=jobs,
        progress=progress,
        session=session,
    )


def all_options() -> dict[str, dict[str, Declared]]:
    """Every option of any metric: by its name the metrics that have it, with what they say."""
    found: dict[str, dict[str, Declared]] = {}
    for metric in _METRICS:
        for one in declared(metric_class(metric)):
            found.setdefault(one.name, {})[metric] = one
    return found


def has_option(name: str, option: str) -> bool:
    """Whether the metric of that name has it."""
    return option in {field.name for field in fields(metric_class(name))}  # type: ignore[arg-type]
