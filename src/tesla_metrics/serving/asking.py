"""What bodies of requests must be, and what they ask for."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import UsageError
from ..files.schema import (
    LANGUAGE,
    MisfitError,
    Shape,
    anything,
    either,
    flag,
    list_of,
    mapping_of,
    misfit,
    one_of,
    optional,
    record,
    text,
)
from ..files.strict_json import parse_json
from ..metrics.base import Metric
from ..metrics.inputs import REFERENCES_BY
from ..metrics.options import Declared, declared
from ..metrics.registry import (
    DEFAULT,
    has_option,
    make_metric,
    metric_class,
    metric_names,
    no_option,
)
from ..names import NOTHING, SOURCE
from .bounds import Bounds
from .reply import RefusedError

SYSTEM = "hypotheses"  # what a system is called that has no name
_MOST_SYSTEMS = 1000
MOST_REFERENCES = 100
# Metrics that ship without what they need: users have it in files.
_OF_FILES = ("tesla-b", "tesla-f", "cremer")


class ScoreAsked(NamedTuple):
    """Systems, all against the same references."""

    metrics: Sequence[Metric[Any]]
    systems: Mapping[str, Sequence[str]]
    references: Any
    references_by: str | None
    sources: Sequence[str] | None
    segments: bool


class ExplainAsked(NamedTuple):
    """One segment; `beside` is what the metric holds it against."""

    metric: Metric[Any]
    hypothesis: str
    beside: Sequence[str]


def ask_score(body: bytes, bounds: Bounds) -> ScoreAsked:
    """Of POST /score and POST /report."""
    texts = list_of(_segment(bounds), 1)
    asked = _parsed(
        body,
        record(
            {},
            {
                **_common(),
                "metrics": list_of(text(wanted="a metric's name"), 1),
                "hypotheses": texts,
                "systems": mapping_of(texts, 1),
                "references": either(
                    list_of(optional(_segment(bounds)), 1),
                    list_of(list_of(optional(_segment(bounds)), 1), 1),
                ),
                "references_by": one_of(*REFERENCES_BY),
                "sources": texts,
                "segments": flag(),
            },
        ),
    )
    if ("hypotheses" in asked) == ("systems" in asked):
        raise MisfitError("give hypotheses (a list), or systems (lists by name), and not both")
    if "metric" in asked and "metrics" in asked:
        raise MisfitError("give metric, or metrics (a list), and not both")
    systems = asked.get("systems") or {SYSTEM: asked["hypotheses"]}
    names = list(dict.fromkeys(asked.get("metrics") or [asked.get("metric", DEFAULT)]))
    _check_amount(systems, _beside(asked), len(names), bounds)
    metrics = _metrics(names, asked)
    for metric in metrics:
        _check_beside(metric, asked)
    if all(metric.against == NOTHING for metric in metrics):
        _check_equally_many(systems)
    return ScoreAsked(
        metrics,
        systems,
        asked.get("references"),
        asked.get("references_by"),
        asked.get("sources"),
        asked.get("segments", False),
    )


def ask_explain(body: bytes, bounds: Bounds) -> ExplainAsked:
    """Of POST /explain."""
    one = _segment(bounds)
    several = list_of(one, 1, MOST_REFERENCES)
    beside = {"references": several, "sources": several}
    asked = _parsed(body, record({"hypothesis": one}, {**_common(), **beside}))
    (metric,) = _metrics([asked.get("metric", DEFAULT)], asked)
    return ExplainAsked(metric, asked["hypothesis"], _check_beside(metric, asked) or ())


def _check_beside(metric: Metric[Any], asked: Mapping[str, Any]) -> Any:
    """What the metric holds texts against, which is there."""
    own = (asked.get("sources") if metric.against == SOURCE else None) or asked.get("references")
    if own is None and metric.against != NOTHING:
        raise MisfitError(
            f"{metric.name} holds texts against their {metric.against}: give {metric.against}s, a "
            "list of texts"
        )
    return own


def _check_equally_many(systems: Mapping[str, Sequence[str]]) -> None:
    """Of systems that nothing stands beside, which would tell that."""
    first, *others = systems
    for name in others:
        if len(systems[name]) != len(systems[first]):
            raise MisfitError(
                f"systems.{name} has {len(systems[name])} texts but systems.{first} has "
                f"{len(systems[first])}: give outputs of the same segments"
            )


def _common() -> dict[str, Shape]:
    return {
        "metric": text(wanted="a metric's name"),
        "lang": LANGUAGE,
        "options": mapping_of(anything()),
    }


def _parsed(body: bytes, shape: Shape) -> Any:
    try:
        value = parse_json(body)
    except MisfitError as error:
        raise RefusedError(400, f"the body: {error}") from error
    return shape(value, "")


def _segment(bounds: Bounds) -> Shape:
    most = bounds.characters

    def check(value: Any, where: str = "") -> Any:
        if not isinstance(value, str):
            raise misfit(where, value, "a text")
        if len(value) > most:
            raise MisfitError(f"{where} has {len(value)} characters, wanted are {most} at the most")
        return value

    return check


def _beside(asked: Mapping[str, Any]) -> int:
    """References that a segment has, at the most."""
    given = asked.get("references") or [None]
    if not isinstance(given[0], list):
        return 1
    return max(map(len, given)) if asked.get("references_by") == "segment" else len(given)


def _check_amount(
    systems: Mapping[str, Sequence[str]], beside: int, metrics: int, bounds: Bounds
) -> None:
    count = sum(map(len, systems.values())) * beside * metrics
    if count > bounds.segments or len(systems) > _MOST_SYSTEMS:
        raise RefusedError(
            413,
            f"{count} segments of {len(systems)} systems (times references and metrics) are too "
            f"many: send {bounds.segments} at the most, of {_MOST_SYSTEMS} systems",
        )


def _metrics(names: Sequence[str], asked: Mapping[str, Any]) -> list[Metric[Any]]:
    """Each with those of the options that it has; one that none has is refused."""
    options = asked.get("options", {})
    for option in options:
        if not any(has_option(name, option) for name in names if name.lower() in metric_names()):
            make_metric(names[0], **{option: None})  # says what is wrong
            raise no_option(names, repr(option), "leave it out")
    language = {"lang": asked["lang"]} if "lang" in asked else {}
    return [_metric(name, language, options) for name in names]


def _metric(name: str, language: Mapping[str, str], options: Mapping[str, Any]) -> Metric[Any]:
    own = {option: value for option, value in options.items() if has_option(name, option)}
    for one in declared(metric_class(name)):
        if one.name in own:
            _check_no_file(one, own[one.name])
    if name.lower() in _OF_FILES:
        raise UsageError(
            f"{name} needs files, and nobody reads these through a server: choose another metric, "
            "or run 'tesla score'"
        )
    return make_metric(name, **language, **own)


def _check_no_file(one: Declared, value: object) -> None:
    """Nobody reads files through a server."""
    words = one.option.without_files
    if words is not None and value not in words:
        raise UsageError(
            f"{one.name} may name no file on a server: leave it out"
            + f", or choose from {', '.join(words)}" * bool(words)
        )
