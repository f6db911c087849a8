"""Parse and validate the bodies of requests."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import UsageError
from ...files.field_names import NOTHING, SOURCE
from ...files.schema import (
    LANGUAGE,
    Schema,
    SchemaError,
    anything,
    boolean,
    either,
    list_of,
    make_schema_error,
    mapping_of,
    one_of,
    optional,
    parse_json,
    record,
    text,
)
from ...metrics.base import Metric
from ...metrics.inputs import REFERENCES_BY
from ...metrics.options import DeclaredOption, get_declared_options
from ...metrics.registry import (
    DEFAULT_METRIC,
    get_metric_class,
    has_option,
    is_metric_name,
    make_metric,
    no_option_error,
)
from .limits import ServerLimits
from .reply import RefusedError

DEFAULT_SYSTEM = "hypotheses"  # name of the system if the request does not name systems
_MAX_SYSTEMS = 1000
MAX_REFERENCES = 100  # of a segment in a request for an explanation
# Metrics that need files of the user, which the server does not read.
_FILE_METRICS = ("tesla-b", "tesla-f", "cremer")


class ScoreRequest(NamedTuple):
    """A request for scores of systems with the same references.

    systems         texts by the name of the system
    references      references as sent: one per segment, or a list of lists; None if not sent
    references_by   meaning of the inner lists of references: "set" or "segment"; None: not sent
    sources         one source per segment; None if not sent
    segments        whether the answer contains the scores of segments
    """

    metrics: Sequence[Metric[Any]]
    systems: Mapping[str, Sequence[str]]
    references: Any
    references_by: str | None
    sources: Sequence[str] | None
    with_segments: bool


class ExplainRequest(NamedTuple):
    """A request for an explanation; `counterparts` has the references or sources of the segment."""

    metric: Metric[Any]
    hypothesis: str
    counterparts: Sequence[str]


def parse_score_request(body: bytes, limits: ServerLimits) -> ScoreRequest:
    """Parse the body of POST /score or POST /report."""
    texts_shape = list_of(_make_segment_shape(limits), 1)
    references_shape = list_of(optional(_make_segment_shape(limits)), 1)
    optional_fields = {
        **_make_common_shapes(),
        "metrics": list_of(text(expected="a metric's name"), 1),
        "hypotheses": texts_shape,
        "systems": mapping_of(texts_shape, 1),
        "references": either(references_shape, list_of(references_shape, 1)),
        "references_by": one_of(*REFERENCES_BY),
        "sources": texts_shape,
        "segments": boolean(),
    }
    fields = _parse_body(body, record({}, optional_fields))
    if ("hypotheses" in fields) == ("systems" in fields):
        raise SchemaError("give hypotheses (a list) or systems (lists by name), not both")
    if "metric" in fields and "metrics" in fields:
        raise SchemaError("give metric or metrics (a list), not both")
    systems = fields.get("systems") or {DEFAULT_SYSTEM: fields["hypotheses"]}
    names = list(dict.fromkeys(fields.get("metrics") or [fields.get("metric", DEFAULT_METRIC)]))
    _check_size(systems, _count_max_references(fields), len(names), limits)
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


def parse_explain_request(body: bytes, limits: ServerLimits) -> ExplainRequest:
    """Parse the body of POST /explain."""
    segment_shape = _make_segment_shape(limits)
    segments_shape = list_of(segment_shape, 1, MAX_REFERENCES)
    counterpart_shapes = {"references": segments_shape, "sources": segments_shape}
    fields = _parse_body(
        body, record({"hypothesis": segment_shape}, {**_make_common_shapes(), **counterpart_shapes})
    )
    (metric,) = _make_metrics([fields.get("metric", DEFAULT_METRIC)], fields)
    return ExplainRequest(metric, fields["hypothesis"], _check_counterparts(metric, fields) or ())


def _check_counterparts(metric: Metric[Any], fields: Mapping[str, Any]) -> Any:
    """Return the references or sources that the metric compares texts with.

    Raise an error if the metric needs them and the request has none.
    """
    sources = fields.get("sources") if metric.against == SOURCE else None
    counterparts = sources or fields.get("references")
    if counterparts is None and metric.against != NOTHING:
        raise SchemaError(
            f"{metric.name} compares texts with their {metric.against}: give {metric.against}s, a "
            "list of texts"
        )
    return counterparts


def _check_equal_lengths(systems: Mapping[str, Sequence[str]]) -> None:
    """Check that all systems have the same number of texts.

    If there are references, each system is compared with them instead.
    """
    first, *others = systems
    for name in others:
        if len(systems[name]) != len(systems[first]):
            raise SchemaError(
                f"systems.{name} has {len(systems[name])} texts but systems.{first} has "
                f"{len(systems[first])}: give outputs of the same segments"
            )


def _make_common_shapes() -> dict[str, Schema]:
    return {
        "metric": text(expected="a metric's name"),
        "lang": LANGUAGE,
        "options": mapping_of(anything()),
    }


def _parse_body(body: bytes, shape: Schema) -> Any:
    """Parse a body as JSON and validate it."""
    try:
        value = parse_json(body)
    except SchemaError as error:
        raise RefusedError(400, f"the body: {error}") from error
    return shape(value, "")


def _make_segment_shape(limits: ServerLimits) -> Schema:
    """Return a validator for a text of limited length."""
    max_characters = limits.characters

    def check(value: Any, field_path: str = "") -> Any:
        if not isinstance(value, str):
            raise make_schema_error(field_path, value, "a text")
        if len(value) > max_characters:
            raise SchemaError(
                f"{field_path} has {len(value)} characters: give at most {max_characters}"
            )
        return value

    return check


def _count_max_references(fields: Mapping[str, Any]) -> int:
    """Return the maximum number of references of a segment."""
    references = fields.get("references") or [None]
    if not isinstance(references[0], list):
        return 1
    if fields.get("references_by") == "segment":
        return max(map(len, references))
    return len(references)


def _check_size(
    systems: Mapping[str, Sequence[str]],
    n_references: int,
    n_metrics: int,
    limits: ServerLimits,
) -> None:
    """Refuse a request with too many systems or segments, times references and metrics."""
    n_segments = sum(map(len, systems.values())) * n_references * n_metrics
    if n_segments > limits.segments or len(systems) > _MAX_SYSTEMS:
        raise RefusedError(
            413,
            f"{n_segments} segments of {len(systems)} systems (times references and metrics) are "
            f"too many: send at most {limits.segments}, of at most {_MAX_SYSTEMS} systems",
        )


def _make_metrics(names: Sequence[str], fields: Mapping[str, Any]) -> list[Metric[Any]]:
    """Create the metrics with the options that each has; refuse unknown options."""
    options = fields.get("options", {})
    known_names = [name for name in names if is_metric_name(name)]
    for option in options:
        if not any(has_option(name, option) for name in known_names):
            # Creating a metric with the wrong option usually raises a more specific error.
            make_metric(names[0], **{option: None})
            raise no_option_error(names, repr(option), "leave it out")
    language = {"lang": fields["lang"]} if "lang" in fields else {}
    return [_make_metric(name, language, options) for name in names]


def _make_metric(name: str, language: Mapping[str, str], options: Mapping[str, Any]) -> Metric[Any]:
    metric_options = {
        option: value for option, value in options.items() if has_option(name, option)
    }
    for declaration in get_declared_options(get_metric_class(name)):
        if declaration.name in metric_options:
            _check_no_file(declaration, metric_options[declaration.name])
    if name.lower() in _FILE_METRICS:
        raise UsageError(
            f"{name} needs files, which the server does not read: choose another metric, or run "
            "'tesla score'"
        )
    return make_metric(name, **language, **metric_options)


def _check_no_file(declaration: DeclaredOption, value: object) -> None:
    """Refuse the value of an option that names a file, which the server does not read."""
    allowed_words = declaration.option.values_without_files
    if allowed_words is not None and value not in allowed_words:
        hint = f", or choose from {', '.join(allowed_words)}" if allowed_words else ""
        raise UsageError(f"{declaration.name} must not name a file on a server: leave it out{hint}")
