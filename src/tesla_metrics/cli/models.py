"""--model goes to the metric that it was trained for, which the file itself says."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ResourceError, UsageError
from ..files.described import kind_of
from ..metrics.registry import all_options

if TYPE_CHECKING:
    from ..metrics.base import Metric


def dealt_models(names: Sequence[str], models: Sequence[str]) -> dict[str, dict[str, str]]:
    """For each of these metrics that gets a model, the option with its file."""
    if not models:  # and nothing need be loaded
        return {}
    wants = {
        name: one.option.model
        for name, one in all_options().get("model", {}).items()
        if name in names
    }
    dealt: dict[str, dict[str, str]] = {}
    for path in models:
        name = _whose(path, wants)
        if name in dealt:
            raise UsageError(f"{dealt[name]['model']} and {path} are both for {name}: give one")
        dealt[name] = {"model": path}
    return dealt


def dealt_files(metrics: "list[Metric[Any]]") -> "list[Metric[Any]]":
    """A trained pem refuses files that it does not need, unless another metric is given them."""
    shared = [
        name for name in ("tables", "lms") if sum(bool(getattr(m, name, ())) for m in metrics) > 1
    ]
    return [
        metric.without_needless(shared) if hasattr(metric, "without_needless") else metric
        for metric in metrics
    ]


def _whose(path: str, wants: dict[str, str]) -> str:
    kind = kind_of(Path(path))
    # A metric of the user's own says itself what it can read; so does one that is asked alone.
    free = [name for name, wanted in wants.items() if not wanted]
    fitting = [name for name, wanted in wants.items() if wanted == kind] + free
    if fitting:
        return fitting[0]
    if kind in {one.option.model for one in all_options()["model"].values()}:
        raise UsageError(
            f"{path} is a model of {kind}, which is not among the metrics: add -m {kind}"
        )
    if len(wants) == 1:
        return next(iter(wants))
    raise ResourceError(
        f"{path} is no model of {' or '.join(wants)}, or cannot be read: check the path, or make "
        "one with 'tesla train'"
    )
