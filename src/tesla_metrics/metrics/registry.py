"""Metrics by name. Classes are imported when a metric is made, so that listing names is free."""

from collections.abc import Iterable, Sequence
from dataclasses import MISSING, Field, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from .options import Declared, declared

if TYPE_CHECKING:
    from ..encoding.session import Session
    from .base import Metric, Progress
    from .inputs import References, Rows, Texts
    from .score import Score

# Where the class is, or the class itself.
_METRICS: "dict[str, tuple[str, str] | type[Metric[Any]]]" = {
    "tesla-x": ("tesla_x", "TeslaX"),
    "tesla-m": ("tesla_m", "TeslaM"),
    "maxsim": ("maxsim", "MaxSim"),
    "tesla-b": ("tesla_b", "TeslaB"),
    "tesla-f": ("tesla_f", "TeslaF"),
    "tesla-celab": ("tesla_celab", "TeslaCelab"),
    "tesla-celab-": ("tesla_celab", "TeslaCelabMinus"),
    "tesla-s": ("tesla_s", "TeslaS"),
    "pem": ("pem.metric", "Pem"),
    "dicomer": ("dicomer.metric", "Dicomer"),
    "cremer": ("cremer.metric", "Cremer"),
    "bleu": ("peers.bleu", "Bleu"),
    "chrf": ("peers.chrf", "Chrf"),
    "chrf++": ("peers.chrf", "ChrfPlusPlus"),
    "ter": ("peers.ter", "Ter"),
    "rouge-1": ("peers.rouge", "Rouge1"),
    "rouge-2": ("peers.rouge", "Rouge2"),
    "rouge-su4": ("peers.rouge", "RougeSu4"),
    "rouge-l": ("peers.rouge", "RougeL"),
}
DEFAULT = "tesla-x"

# Metrics of others that people ask for by these names, or by longer ones with them inside.
_FOREIGN = (
    *("meteor", "comet", "bleurt", "bertscore", "bartscore", "moverscore", "yisi"),
    *("metricx", "gemba", "prism", "cider", "spice", "lepor"),
)
_FOREIGN_SHORT = ("nist", "wer", "cer", "per", "gleu", "ribes", "eed")


def register_metric(kind: "type[Metric[Any]]") -> "type[Metric[Any]]":
    """Makes a metric known by its name, to `make_metric` and to the command line of this process.

    It may stand above the class.
    """
    _METRICS[kind.name.lower()] = kind
    return kind


def metric_names() -> list[str]:
    """Every name that `-m` takes."""
    return list(_METRICS)


def explained_names() -> list[str]:
    """Those of metrics that can say why a segment has its score."""
    return [name for name, kind in _METRICS.items() if _is_explained(kind)]


def _is_explained(kind: "tuple[str, str] | type[Metric[Any]]") -> bool:
    # Peers need not be loaded to know that they cannot.
    if isinstance(kind, tuple):
        return not kind[0].startswith("peers.")
    return hasattr(kind, "explain_pair")


def metric_class(name: str) -> "type[Metric[Any]]":
    """The class behind a name."""
    try:
        found = _METRICS[name.lower()]
    except KeyError:
        raise unknown_metric(name) from None
    if not isinstance(found, tuple):
        return found
    loaded: type[Metric[Any]] = getattr(import_module(f".{found[0]}", __package__), found[1])
    return loaded


def unknown_metric(name: str, remark: str = "") -> UsageError:
    """What to say of a name that is none of ours; `remark` says what else it is not."""
    from difflib import get_close_matches

    what = f"unknown metric {name!r}" + f", {remark}" * bool(remark)
    if "," in name:
        return UsageError(f"{what}: put spaces between metrics, {name.replace(',', ' ')}")
    plain = "".join(filter(str.isalpha, name.lower()))
    near = get_close_matches(name.lower(), [*_METRICS, *_FOREIGN], 1)
    inside = plain in _FOREIGN_SHORT or any(known in plain for known in _FOREIGN)
    if inside or (near and near[0] in _FOREIGN):
        return UsageError(
            f"{what}: tesla does not run it, but judges it beside ours by its scores: tesla meta "
            f"DIR --scores {name}.seg.score"
        )
    hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(_METRICS)}"
    return UsageError(f"{what}: {hint}")


def no_option(metrics: Sequence[str], shown: str, hint: str) -> UsageError:
    """What to say of an option that none of these metrics has; `shown`: as the user wrote it."""
    what = f"{', '.join(metrics)} {'has' if len(metrics) == 1 else 'have'} no option {shown}"
    return UsageError(f"{what}: {hint}")


def leave_out(others: Iterable[str]) -> str:
    """What to do with an option of other metrics than those that are asked for."""
    return f"leave it out ({', '.join(others)} would take it)"


def make_metric(name: str, **options: Any) -> "Metric[Any]":
    """A metric with these options; one that it does not have is refused."""
    if not isinstance(name, str):
        raise UsageError(
            f"metric {name!r}: give one name, such as {DEFAULT!r}; several are for compare, or for "
            "a call each, and a metric that is made already has a score of its own"
        )
    kind = metric_class(name)
    for option in sorted(options):
        if not has_option(name, option):
            raise no_option([name], repr(option), _instead(name, option))
    if "lang" not in options and needs_language(name):
        raise UsageError(f"{name} needs the language of the texts: give lang='en', say")
    try:
        return kind(**options)
    except TypeError as error:  # a field that has no default
        raise UsageError(f"{name} needs more options: {error}") from error


def _instead(name: str, option: str) -> str:
    if others := [other for other in _METRICS if has_option(other, option)]:
        return leave_out(others)
    from difflib import get_close_matches

    known = sorted(field.name for field in _fields(name))
    near = get_close_matches(option, known, 1)
    return f"did you mean {near[0]}?" if near else f"choose from {', '.join(known)}"


def score(
    hypotheses: "Texts | Rows",
    references: "References | None" = None,
    *,
    lang: str = "",
    metric: str = DEFAULT,
    sources: "Texts | None" = None,
    references_by: str | None = None,
    jobs: int = 1,
    progress: "Progress | None" = None,
    session: "Session | None" = None,
    confidence: float | None = None,
    samples: int | None = None,
    seed: int | None = None,
    **options: Any,
) -> "Score":
    """`make_metric` and `Metric.score` in one; peers need no language."""
    drawn = {"samples": samples, "seed": seed}
    chosen = make_metric(metric, **({"lang": lang} if lang else {}), **options)
    return chosen.score(
        hypotheses,
        references,
        sources=sources,
        references_by=references_by,
        jobs=jobs,
        progress=progress,
        session=session,
        confidence=confidence,
        **{name: value for name, value in drawn.items() if value is not None},
    )


def all_options() -> dict[str, dict[str, Declared]]:
    """Every option of any metric: by its flag the metrics that have it, with what they say."""
    found: dict[str, dict[str, Declared]] = {}
    for metric in _METRICS:
        for one in declared(metric_class(metric)):
            found.setdefault(one.flag, {})[metric] = one
    return found


def has_option(name: str, option: str) -> bool:
    """Whether the metric of that name has it."""
    return option in {field.name for field in _fields(name)}


def needs_language(name: str) -> bool:
    """Whether the metric of that name cannot do without."""
    return any(field.name == "lang" and field.default is MISSING for field in _fields(name))


def _fields(name: str) -> "tuple[Field[Any], ...]":
    return fields(metric_class(name))  # type: ignore[arg-type]
