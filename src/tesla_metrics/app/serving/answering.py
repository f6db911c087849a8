"""Compute the answers to requests: scores, explanations and reports."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Any, NamedTuple

from ...files.field_names import SOURCE
from ...files.inputs.references import iterate_references
from ...files.item import Item, ReferenceSet, Segment
from ...metrics.base import Metric, RunningScore, Scorer
from ...metrics.inputs import CheckedInputs, check_inputs
from ...metrics.score import Score
from ...metrics.segment_metric import SegmentScorer, check_can_explain
from ...reporting.report.report import render_report
from ...reporting.report.study import SegmentLabels
from ...reporting.report.write import make_report_data
from ...reporting.scores import ScoreLayout, build_score_records
from ...text.input_checks import create_input_checker
from .limits import CostFunction, ServerLimits, check_cost, explain_cost, score_cost, ter_cost
from .request_schema import ExplainRequest, ScoreRequest
from .workers import Deadline

_MAX_SCORERS = 16


class ScorerCache:
    """Least-recently-used cache of scorers, which are opened metrics with loaded resources."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._scorers: OrderedDict[Metric[Any], Scorer[Any]] = OrderedDict()

    def get(self, metric: Metric[Any], reference_sets: Sequence[ReferenceSet]) -> Scorer[Any]:
        """Return the scorer of a metric; it is not cached if it learns from the references."""
        with self._lock:
            if (cached := self._scorers.get(metric)) is not None:
                self._scorers.move_to_end(metric)
                return cached
        has_learnt = False

        def get_references() -> Iterable[Segment]:
            # A metric calls this function only if it learns from references.
            nonlocal has_learnt
            has_learnt = True
            return iterate_references(reference_sets)

        scorer = metric.open(None, get_references)
        if not has_learnt:
            with self._lock:
                self._scorers[metric] = scorer
                if len(self._scorers) > _MAX_SCORERS:
                    self._scorers.popitem(last=False)
        return scorer


# Minimum number of texts for input checks. Requests with a single text are checked too.
_MIN_CHECKED_TEXTS = 1


def make_warnings_field(
    metrics: Sequence[Metric[Any]], system: str, texts: CheckedInputs
) -> dict[str, Any]:
    """Return {"warnings": messages} for the answer, or {} if there are no warnings."""
    languages = [getattr(metric, "lang", "") for metric in metrics]
    lang = next(filter(None, languages), "")
    counterpart_kind = metrics[0].against
    names = [f"{counterpart_kind} {index}" for index in range(1, len(texts.sets) + 1)]
    checks = create_input_checker(
        metrics, lang, names, is_analysed=False, min_segments=_MIN_CHECKED_TEXTS
    )
    checks.update(system, texts.hypotheses, texts.sets)
    warnings = list(checks.generate_messages())
    return {"warnings": warnings} if warnings else {}


# Maximum number of segments that are scored between two checks of the deadline.
_MAX_CHUNK_SEGMENTS = 400
# The metric with a separate cost function: TER of sacreBLEU needs minutes for texts that other
# metrics score in milliseconds.
_SLOW_METRIC = "ter"


def score_systems(
    request: ScoreRequest, limits: ServerLimits, scorers: ScorerCache, deadline: Deadline
) -> list[dict[str, Any]]:
    """Return the records of `tesla score -f json`, with warnings if there are any."""
    scores: list[tuple[str, Score]] = []  # (system, score) pairs
    warnings_by_score: list[dict[str, Any]] = []
    items_by_system: list[list[Item]] = []
    for system, texts in request.systems.items():
        system_warnings = make_warnings_field(
            request.metrics, system, _check_texts(request, request.metrics[0], texts)
        )
        warnings_by_score += [system_warnings] * len(request.metrics)
        shown_sets: list[ReferenceSet] = []
        for metric in request.metrics:
            hypotheses, reference_sets = _check_texts(request, metric, texts)
            shown_sets = reference_sets or shown_sets
            costs = check_cost(hypotheses, reference_sets, _get_cost_function(metric), limits)
            running_score = RunningScore(
                scorers.get(metric, reference_sets), keep_segments=request.with_segments
            )
            for chunk in _split_by_cost(costs, limits.work):
                deadline.check()
                counterparts = [reference_set[chunk] for reference_set in reference_sets]
                running_score.add(hypotheses[chunk], counterparts, 1, deadline.check)
            scores.append((system, running_score.score()))
        if request.with_segments:
            items_by_system.append(_make_shown_items(request, hypotheses, shown_sets))
    records = build_score_records(
        scores, ScoreLayout(with_segments=request.with_segments), items_by_system
    )
    return [
        {**record, **record_warnings}
        for record, record_warnings in zip(records, warnings_by_score, strict=True)
    ]


def explain_segment(
    request: ExplainRequest, limits: ServerLimits, scorers: ScorerCache, deadline: Deadline
) -> dict[str, Any]:
    """Return the result of `tesla explain -f json`, with warnings if there are any."""
    metric = check_can_explain(request.metric)
    texts = check_inputs(
        [request.hypothesis], [[text] for text in request.counterparts], "set",
        counterpart=metric.against,
        has_documents=metric.of_documents,
    )  # fmt: skip
    check_cost(*texts, explain_cost, limits)
    deadline.check()
    scorer = scorers.get(metric, texts.sets)
    assert isinstance(scorer, SegmentScorer)
    explanation = scorer.explain(texts.hypotheses[0], list(iterate_references(texts.sets)))
    return {**explanation.to_dict(), **make_warnings_field([metric], "hypothesis", texts)}


class Report(NamedTuple):
    """A report page and the distinct warnings about its texts."""

    page: str
    warnings: list[str]


def report_systems(request: ScoreRequest, limits: ServerLimits, deadline: Deadline) -> Report:
    """Return the report of `tesla compare --html`; a single system gets that of `tesla score`."""
    messages: dict[str, None] = {}  # an ordered set
    for system, texts in request.systems.items():
        system_warnings = make_warnings_field(
            request.metrics, system, _check_texts(request, request.metrics[0], texts)
        )
        messages |= dict.fromkeys(system_warnings.get("warnings", ()))
        for metric in request.metrics:
            check_cost(*_check_texts(request, metric, texts), _get_cost_function(metric), limits)
    study = make_report_data(
        request.systems, request.references, request.metrics, lang="", sources=request.sources,
        references_by=request.references_by, labels=SegmentLabels([], []), jobs=1,
        progress=deadline.check,
    )  # fmt: skip
    deadline.check()
    return Report(render_report(study, progress=deadline.check), list(messages))


def _check_texts(request: ScoreRequest, metric: Metric[Any], texts: Sequence[str]) -> CheckedInputs:
    return check_inputs(
        texts, request.references, request.references_by, sources=request.sources,
        counterpart=metric.against, has_documents=metric.of_documents,
    )  # fmt: skip


def _get_cost_function(metric: Metric[Any]) -> CostFunction:
    return ter_cost if metric.name == _SLOW_METRIC else score_cost


def _split_by_cost(costs: Sequence[int], max_work: int) -> Iterator[slice]:
    """Yield chunks of consecutive segments with a total cost of at most `max_work`.

    A segment with a higher cost is a chunk of its own.
    """
    start = chunk_cost = 0
    for index, cost in enumerate(costs):
        is_full = chunk_cost + cost > max_work or index - start >= _MAX_CHUNK_SEGMENTS
        if index > start and is_full:
            yield slice(start, index)
            start, chunk_cost = index, 0
        chunk_cost += cost
    yield slice(start, len(costs))


def _make_shown_items(
    request: ScoreRequest, hypotheses: Sequence[Segment], reference_sets: Sequence[ReferenceSet]
) -> list[Item]:
    """Return the texts to show with the scores; sources only if a metric uses them."""
    uses_sources = any(metric.against == SOURCE for metric in request.metrics)
    has_sources = request.sources is not None and uses_sources
    # Without references, the sets contain the sources.
    shown_sets = [] if has_sources and request.references is None else reference_sets
    items = []
    for index, text in enumerate(hypotheses):
        segment_references = [reference_set[index] for reference_set in shown_sets]
        references = tuple(reference for reference in segment_references if reference is not None)
        source = request.sources[index] if has_sources and request.sources else None
        items.append(Item(text, references, source))
    return items
