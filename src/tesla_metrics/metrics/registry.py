"""Registry of metrics by name."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import ResourceError, UsageError
from ..optional import Plugin, find_plugins, is_plugin_name
from .options import DeclaredOption, get_declared_options

if TYPE_CHECKING:
    from ..core.encoding.session import Session
    from .base import Metric, Progress
    from .inputs import References, Rows, Texts
    from .score import Score

# Metrics by name: the module and name of a class that is imported when it is needed, or the class.
_METRICS: "dict[str, tuple[str, str] | type[Metric[Any]]]" = {
    "tesla-x": ("tesla_x", "TeslaX"),
    "tesla-m": ("tesla_m", "TeslaM"),
    "maxsim": ("maxsim", "MaxSim"),
    "tesla-b": ("tesla_b", "TeslaB"),
    "tesla-f": ("tesla_f", "TeslaF"),
    "tesla-celab": ("tesla_celab", "TeslaCelab"),
    "tesla-celab-": ("tesla_celab", "TeslaCelabMinus"),
    "tesla-s": ("tesla_s", "TeslaS"),
    "tesla-n": ("tesla_n", "TeslaN"),
    "pem": ("pem", "Pem"),
    "dicomer": ("dicomer", "Dicomer"),
    "cremer": ("cremer", "Cremer"),
    "bleu": ("peers.bleu", "Bleu"),
    "chrf": ("peers.chrf", "Chrf"),
    "chrf++": ("peers.chrf", "ChrfPlusPlus"),
    "ter": ("peers.ter", "Ter"),
    "rouge-1": ("peers.rouge", "Rouge1"),
    "rouge-2": ("peers.rouge", "Rouge2"),
    "rouge-su4": ("peers.rouge", "RougeSu4"),
    "rouge-l": ("peers.rouge", "RougeL"),
}
DEFAULT_METRIC = "tesla-x"
_BUILT_IN_NAMES = frozenset(_METRICS)
# Entry points of this group name the classes of metrics in other packages.
_ENTRY_POINT_GROUP = "tesla_metrics.metrics"

# External metrics, for a helpful error message. A name may also contain one of these names.
_EXTERNAL_METRICS = (
    *("meteor", "comet", "bleurt", "bertscore", "bartscore", "moverscore", "yisi"),
    *("metricx", "gemba", "prism", "cider", "spice", "lepor"),
)
# External metrics with names so short that they must match exactly.
_EXTERNAL_ABBREVIATIONS = ("nist", "wer", "cer", "per", "gleu", "ribes", "eed")


def register_metric(new_class: "type[Metric[Any]]") -> "type[Metric[Any]]":
    """Register a metric by its name, for `make_metric` and the command line of this process.

    Use it as a class decorator. A package that is installed declares its metrics as entry points of
    the group `tesla_metrics.metrics` instead.

    Parameters
    ----------
    new_class : type
        Class of the metric: a frozen dataclass that derives from `Metric` and has a `name`.

    Returns
    -------
    type
        The same class.
    """
    _METRICS[new_class.name.lower()] = new_class
    return new_class


def metric_names() -> list[str]:
    """Return the names of all metrics.

    Returns
    -------
    list of str
        Every name that `make_metric` and the option `-m` accept, including metrics of other
        installed packages (entry points of the group `tesla_metrics.metrics`).
    """
    return list(dict.fromkeys([*_METRICS, *_find_plugins()]))


def get_loaded_names() -> list[str]:
    """Return the names of built-in and registered metrics, and of plugins that are in use."""
    return list(_METRICS)


def is_metric_name(word: str) -> bool:
    """Return whether a metric has this name. Plugins are searched only if it is not built in."""
    name = word.lower()
    return name in _METRICS or (is_plugin_name(name) and name in _find_plugins())


def load_plugins() -> None:
    """Load all metrics of other packages, in order to list them. Broken ones are left out.

    Using a broken one by its name raises an error that says what is wrong.
    """
    for name in _find_plugins():
        with suppress(ResourceError):
            get_metric_class(name)


def _find_plugins() -> dict[str, Plugin]:
    return find_plugins(_ENTRY_POINT_GROUP, "metric", _BUILT_IN_NAMES)


def _load_plugin(name: str) -> "type[Metric[Any]]":
    """Load a metric of another package, and check that it is one."""
    from .base import Metric

    plugin = _find_plugins()[name]
    loaded = plugin.load()
    if not (isinstance(loaded, type) and issubclass(loaded, Metric) and is_dataclass(loaded)):
        raise plugin.error("is not a dataclass that derives from Metric")
    if missing_methods := sorted(getattr(loaded, "__abstractmethods__", ())):
        raise plugin.error(f"has no {', '.join(missing_methods)}")
    if (class_name := str(getattr(loaded, "name", ""))).lower() != name:
        raise plugin.error(f"has another name in its class, {class_name!r}")
    return register_metric(loaded)


def get_explainable_names() -> list[str]:
    """Return the names of metrics, except plugins not in use, that can explain their scores."""
    return [name for name, entry in _METRICS.items() if _can_explain(entry)]


def _can_explain(entry: "tuple[str, str] | type[Metric[Any]]") -> bool:
    # Metrics in `peers` cannot explain scores, and all others can: there is no need to load them.
    if isinstance(entry, tuple):
        return not entry[0].startswith("peers.")
    return hasattr(entry, "explain_pair")


def get_metric_class(name: str) -> "type[Metric[Any]]":
    """Return the class of the metric with this name."""
    if not is_metric_name(name):
        raise unknown_metric_error(name)
    entry = _METRICS.get(name.lower()) or _load_plugin(name.lower())
    if not isinstance(entry, tuple):
        return entry
    loaded_class: type[Metric[Any]] = getattr(import_module(f".{entry[0]}", __package__), entry[1])
    return loaded_class


def unknown_metric_error(name: str, remark: str = "") -> UsageError:
    """Return the error for an unknown metric; `remark` is added after the name."""
    from difflib import get_close_matches

    message = f"unknown metric {name!r}" + f", {remark}" * bool(remark)
    if "," in name:
        return UsageError(f"{message}: put spaces between metrics, {name.replace(',', ' ')}")
    letters = "".join(filter(str.isalpha, name.lower()))
    close_names = get_close_matches(name.lower(), [*metric_names(), *_EXTERNAL_METRICS], 1)
    is_external = letters in _EXTERNAL_ABBREVIATIONS or any(
        known in letters for known in _EXTERNAL_METRICS
    )
    if is_external or (close_names and close_names[0] in _EXTERNAL_METRICS):
        return UsageError(
            f"{message}: tesla does not compute it, but can evaluate its scores next to our own: "
            f"tesla meta DIR --scores {name}.seg.score"
        )
    hint = (
        f"did you mean {close_names[0]}?"
        if close_names
        else f"choose from {', '.join(metric_names())}"
    )
    return UsageError(f"{message}: {hint}")


def no_option_error(metrics: Sequence[str], option_text: str, hint: str) -> UsageError:
    """Return the error for an option that none of these metrics has.

    `option_text` is the option as the user wrote it.
    """
    message = (
        f"{', '.join(metrics)} {'has' if len(metrics) == 1 else 'have'} no option {option_text}"
    )
    return UsageError(f"{message}: {hint}")


def suggest_leaving_out(other_metrics: Iterable[str]) -> str:
    """Return the hint for an option that only other metrics have."""
    return f"leave it out ({', '.join(other_metrics)} would accept it)"


def make_metric(name: str, **options: Any) -> "Metric[Any]":
    """Create a metric by name.

    Parameters
    ----------
    name : str
        Name of the metric, such as "tesla-x"; see `metric_names`.
    **options
        Options of the metric, such as lang="en".

    Returns
    -------
    Metric

    Raises
    ------
    UsageError
        If the metric is unknown, does not have one of the options, or needs more options.
    """
    if not isinstance(name, str):
        raise UsageError(
            f"metric {name!r}: give one name, such as {DEFAULT_METRIC!r}; for several metrics use "
            "compare "
            "or one call each, and for a metric object call its method score"
        )
    selected_class = get_metric_class(name)
    for option in sorted(options):
        if not has_option(name, option):
            raise no_option_error([name], repr(option), _suggest_option(name, option))
    if "lang" not in options and needs_language(name):
        raise UsageError(
            f"{name} needs the language of the texts: give lang, for example lang='en'"
        )
    try:
        return selected_class(**options)
    except TypeError as error:  # An option without a default is missing.
        raise UsageError(f"{name} needs more options: {error}") from error


def _suggest_option(name: str, option: str) -> str:
    if other_metrics := [other for other in _METRICS if has_option(other, option)]:
        return suggest_leaving_out(other_metrics)
    from difflib import get_close_matches

    known_options = sorted(field.name for field in _get_fields(name))
    close_names = get_close_matches(option, known_options, 1)
    return (
        f"did you mean {close_names[0]}?"
        if close_names
        else f"choose from {', '.join(known_options)}"
    )


def score(
    hypotheses: "Texts | Rows",
    references: "References | None" = None,
    *,
    lang: str = "",
    metric: str = DEFAULT_METRIC,
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
    """Score the output of one system; see `Metric` for the parameters not listed here.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639). Peers such as "bleu" do not need it.
    metric : str, default "tesla-x"
        Name of the metric.
    **options
        Options of the metric.

    Returns
    -------
    Score
    """
    sampling = {"samples": samples, "seed": seed}
    metric_object = make_metric(metric, **({"lang": lang} if lang else {}), **options)
    return metric_object.score(
        hypotheses,
        references,
        sources=sources,
        references_by=references_by,
        jobs=jobs,
        progress=progress,
        session=session,
        confidence=confidence,
        **{name: value for name, value in sampling.items() if value is not None},
    )


def collect_options() -> dict[str, dict[str, DeclaredOption]]:
    """Return the options of all metrics except plugins that are not in use.

    They are given by flag and then by name of the metric.
    """
    options: dict[str, dict[str, DeclaredOption]] = {}
    for metric in _METRICS:
        for option in get_declared_options(get_metric_class(metric)):
            options.setdefault(option.flag, {})[metric] = option
    return options


def has_option(name: str, option: str) -> bool:
    """Return whether the metric with this name has this option."""
    return option in {field.name for field in _get_fields(name)}


def needs_language(name: str) -> bool:
    """Return whether the metric with this name needs a language."""
    return any(field.name == "lang" and field.default is MISSING for field in _get_fields(name))


def _get_fields(name: str) -> "tuple[Field[Any], ...]":
    return fields(get_metric_class(name))  # type: ignore[arg-type]
