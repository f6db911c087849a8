"""Parse and validate the bodies of requests."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import UsageError
from ...files.field_names import NOTHING, SOURCE
from ...files.schema import (
    LANGUAGE,
    SchemaError,
    Shape,
    anything,
    boolean,
    either,
    list_of,
    mapping_of,
    one_of,
    optional,
    parse_json,
    record,
    schema_error,
    text,
)
from ...metrics.base import Metric
from ...metrics.inputs import REFERENCES_BY
from ...metrics.options import DeclaredOption, declared_options
from ...metrics.registry import (
    DEFAULT,
    has_option,
    is_metric_name,
    make_metric,
    metric_class,
    no_option_error,
)
from .limits import ServerLimits
from .reply import RefusedError

DEFAULT_SYSTEM = "hypotheses"  # name of a system without a name
_MAX_SYSTEMS = 1000
MAX_REFERENCES = 100
# Metrics that need files of the user.
_FILE_METRICS = ("tesla-b", "tesla-f", "cremer")


class ScoreRequest(NamedTuple):
    """A request for scores of systems with the same references."""

    metrics: Sequence[Metric[Any]]
    systems: Mapping[str, Sequence[str]]
    references: Any
    references_by: str | None
    sources: Sequence[str] | None
    segments: bool


class ExplainRequest(NamedTuple):
    """A request for an explanation; `counterparts` has the references or sources of the segment."""

    metric: Metric[Any]
    hypothesis: str
    counterparts: Sequence[str]


def parse_score_request(body: bytes, bounds: ServerLimits) -> ScoreRequest:
    """Parse the body of POST /score or POST /report."""
    texts = list_of(_segment_shape(bounds), 1)
    fields = _parse_body(
        body,
        record(
            {},
            {
                **_common_shapes(),
                "metrics": list_of(text(expected="a metric's name"), 1),
                "hypotheses": texts,
                "systems": mapping_of(texts, 1),
                "references": either(
                    list_of(optional(_segment_shape(bounds)), 1),
                    list_of(list_of(optional(_segment_shape(bounds)), 1), 1),
                ),
                "references_by": one_of(*REFERENCES_BY),
                "sources": texts,
                "segments": boolean(),
            },
        ),
    )
    if ("hypotheses" in fields) == ("systems" in fields):
        raise SchemaError("give hypotheses (a list) or systems (lists by name), not both")
    if "metric" in fields and "metrics" in fields:
        raise SchemaError("give metric or metrics (a list), not both")
    systems = fields.get("systems") or {DEFAULT_SYSTEM: fields["hypotheses"]}
    names = list(dict.fromkeys(fields.get("metrics") or [fields.get("metric", DEFAULT)]))
    _check_amount(systems, _max_references(fields), len(names), bounds)
    metrics = _make_metrics(names, fields)
    for metric in metrics:
        _check_counterparts(metric, fields)
    if all(metric.against == NOTHING for metric in metrics):
        _check_equal_lengths(systems)
    return ScoreRequest(
        metrics,
        systems,
        fields.get("references"),
        fields.get("references_by"),
        fields.get("sources"),
        fields.get("segments", False),
    )


def parse_explain_request(body: bytes, bounds: ServerLimits) -> ExplainRequest:
    """Parse the body of POST /explain."""
    segment = _segment_shape(bounds)
    segments = list_of(segment, 1, MAX_REFERENCES)
    counterparts = {"references": segments, "sources": segments}
    fields = _parse_body(
        body, record({"hypothesis": segment}, {**_common_shapes(), **counterparts})
    )
    (metric,) = _make_metrics([fields.get("metric", DEFAULT)], fields)
    return ExplainRequest(metric, fields["hypothesis"], _check_counterparts(metric, fields) or ())


def _check_counterparts(metric: Metric[Any], fields: Mapping[str, Any]) -> Any:
    """Return the references or sources that the metric compares texts with; check them."""
    counterparts = (fields.get("sources") if metric.against == SOURCE else None) or fields.get(
        "references"
    )
    if counterparts is None and metric.against != NOTHING:
        raise SchemaError(
            f"{metric.name} compares texts with their {metric.against}: give {metric.against}s, a "
            "list of texts"
        )
    return counterparts


def _check_equal_lengths(systems: Mapping[str, Sequence[str]]) -> None:
    """Check that systems have equally many texts, if there are no references to compare with."""
    first, *others = systems
    for name in others:
        if len(systems[name]) != len(systems[first]):
            raise SchemaError(
                f"systems.{name} has {len(systems[name])} texts but systems.{first} has "
                f"{len(systems[first])}: give outputs of the same segments"
            )


def _common_shapes() -> dict[str, Shape]:
    return {
        "metric": text(expected="a metric's name"),
        "lang": LANGUAGE,
        "options": mapping_of(anything()),
    }


def _parse_body(body: bytes, shape: Shape) -> Any:
    try:
        value = parse_json(body)
    except SchemaError as error:
        raise RefusedError(400, f"the body: {error}") from error
    return shape(value, "")


def _segment_shape(bounds: ServerLimits) -> Shape:
    max_characters = bounds.characters

    def check(value: Any, where: str = "") -> Any:
        if not isinstance(value, str):
            raise schema_error(where, value, "a text")
        if len(value) > max_characters:
            raise SchemaError(f"{where} has {len(value)} characters: give at most {max_characters}")
        return value

    return check


def _max_references(fields: Mapping[str, Any]) -> int:
    """Return the maximum number of references of a segment."""
    references = fields.get("references") or [None]
    if not isinstance(references[0], list):
        return 1
    return (
        max(map(len, references)) if fields.get("references_by") == "segment" else len(references)
    )


def _check_amount(
    systems: Mapping[str, Sequence[str]],
    reference_count: int,
    metric_count: int,
    bounds: ServerLimits,
) -> None:
    count = sum(map(len, systems.values())) * reference_count * metric_count
    if count > bounds.segments or len(systems) > _MAX_SYSTEMS:
        raise RefusedError(
            413,
            f"{count} segments of {len(systems)} systems (times references and metrics) are too "
            f"many: send at most {bounds.segments}, of at most {_MAX_SYSTEMS} systems",
        )


def _make_metrics(names: Sequence[str], fields: Mapping[str, Any]) -> list[Metric[Any]]:
    """Create the metrics with the options that each has; refuse unknown options."""
    options = fields.get("options", {})
    for option in options:
        if not any(has_option(name, option) for name in names if is_metric_name(name)):
            make_metric(
                names[0], **{option: None}
            )  # raises an error that explains the wrong option
            raise no_option_error(names, repr(option), "leave it out")
    language = {"lang": fields["lang"]} if "lang" in fields else {}
    return [_make_one_metric(name, language, options) for name in names]


def _make_one_metric(
    name: str, language: Mapping[str, str], options: Mapping[str, Any]
) -> Metric[Any]:
    metric_options = {
        option: value for option, value in options.items() if has_option(name, option)
    }
    for declaration in declared_options(metric_class(name)):
        if declaration.name in metric_options:
            _check_no_file(declaration, metric_options[declaration.name])
    if name.lower() in _FILE_METRICS:
        raise UsageError(
            f"{name} needs files, which the server does not read: choose another metric, or run "
            "'tesla score'"
        )
    return make_metric(name, **language, **metric_options)


def _check_no_file(declaration: DeclaredOption, value: object) -> None:
    """Refuse option values that name files, which the server does not read."""
    words = declaration.option.without_files
    if words is not None and value not in words:
        raise UsageError(
            f"{declaration.name} must not name a file on a server: leave it out"
            + f", or choose from {', '.join(words)}" * bool(words)
        )
