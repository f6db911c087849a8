"""Answer requests by scoring, explaining and reporting."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Any, NamedTuple

from ...files.field_names import SOURCE
from ...files.inputs.references import iterate_present
from ...files.item import Item, ReferenceSet, Segment
from ...metrics.base import Metric, RunningScore, Scorer
from ...metrics.inputs import CheckedInputs, check_inputs
from ...metrics.score import Score
from ...metrics.segment_metric import SegmentScorer, check_can_explain
from ...reporting.report.report import render_report
from ...reporting.report.study import SegmentLabels
from ...reporting.report.write import make_report_data
from ...reporting.scores import Layout, score_records
from ...text.input_checks import create_input_checker
from .limits import CostFunction, ServerLimits, check_cost, explain_cost, score_cost, ter_cost
from .request_schema import ExplainRequest, ScoreRequest
from .workers import Deadline

_MAX_SCORERS = 16


class ScorerCache:
    """Least-recently-used cache of opened metrics in the default session."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._scorers: OrderedDict[Metric[Any], Scorer[Any]] = OrderedDict()

    def get(self, metric: Metric[Any], sets: Sequence[ReferenceSet]) -> Scorer[Any]:
        """Return the opened metric; it is not cached if it learnt from these references."""
        with self._lock:
            if (cached := self._scorers.get(metric)) is not None:
                self._scorers.move_to_end(metric)
                return cached
        has_learnt = False

        def learn_references() -> Iterable[Segment]:
            nonlocal has_learnt
            has_learnt = True
            return iterate_present(sets)

        scorer = metric.open(None, learn_references)
        if not has_learnt:
            with self._lock:
                self._scorers[metric] = scorer
                if len(self._scorers) > _MAX_SCORERS:
                    self._scorers.popitem(last=False)
        return scorer


# Minimum number of texts for input checks: requests with one pair are checked too.
_MIN_CHECKED_TEXTS = 1


def make_warnings_field(
    metrics: Sequence[Metric[Any]], system: str, texts: CheckedInputs
) -> dict[str, Any]:
    """Return a field `warnings` for the answer, or no field if there are no warnings."""
    lang = next(filter(None, (getattr(metric, "lang", "") for metric in metrics)), "")
    counterpart_role = metrics[0].against
    names = [f"{counterpart_role} {index}" for index in range(1, len(texts.sets) + 1)]
    checks = create_input_checker(
        metrics, lang, names, analysed=False, min_segments=_MIN_CHECKED_TEXTS
    )
    checks.update(system, texts.hypotheses, texts.sets)
    warnings = list(checks.messages())
    return {"warnings": warnings} if warnings else {}


# Maximum segments between two checks of the deadline.
_MAX_CHUNK_SEGMENTS = 400
# The TER of sacreBLEU takes minutes where other metrics take milliseconds.
_SLOW_METRIC = "ter"


def score_systems(
    request: ScoreRequest, limits: ServerLimits, scorers: ScorerCache, deadline: Deadline
) -> list[dict[str, Any]]:
    """Return the records of `tesla score -f json`, with warnings if there are any."""
    scores: list[tuple[str, Score]] = []
    warnings_by_score: list[dict[str, Any]] = []
    items_by_system: list[list[Item]] = []
    for system, texts in request.systems.items():
        system_warnings = make_warnings_field(
            request.metrics, system, _check_texts(request, request.metrics[0], texts)
        )
        warnings_by_score += [system_warnings] * len(request.metrics)
        shown_sets: list[ReferenceSet] = []
        for metric in request.metrics:
            hypotheses, sets = _check_texts(request, metric, texts)
            shown_sets = sets or shown_sets
            costs = check_cost(hypotheses, sets, _get_cost_function(metric), limits)
            running_score = RunningScore(scorers.get(metric, sets), keep_segments=request.segments)
            for chunk in _split_by_cost(costs, limits.work):
                deadline.check()
                counterparts = [reference_set[chunk] for reference_set in sets]
                running_score.add(hypotheses[chunk], counterparts, 1, deadline.check)
            scores.append((system, running_score.score()))
        if request.segments:
            items_by_system.append(_make_shown_items(request, hypotheses, shown_sets))
    records = score_records(scores, Layout(segments=request.segments), items_by_system)
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
        against=metric.against,
        documents=metric.of_documents,
    )  # fmt: skip
    check_cost(*texts, explain_cost, limits)
    deadline.check()
    scorer = scorers.get(metric, texts.sets)
    assert isinstance(scorer, SegmentScorer)
    explanation = scorer.explain(texts.hypotheses[0], list(iterate_present(texts.sets)))
    return {**explanation.to_dict(), **make_warnings_field([metric], "hypothesis", texts)}


class Report(NamedTuple):
    """A report page and the distinct warnings about its texts."""

    page: str
    warnings: list[str]


def report_systems(request: ScoreRequest, limits: ServerLimits, deadline: Deadline) -> Report:
    """Return the page of `tesla compare --html`, or for one system of `tesla score --html`."""
    messages: dict[str, None] = {}
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
        against=metric.against, documents=metric.of_documents,
    )  # fmt: skip


def _get_cost_function(metric: Metric[Any]) -> CostFunction:
    return ter_cost if metric.name == _SLOW_METRIC else score_cost


def _split_by_cost(costs: Sequence[int], max_work: int) -> Iterator[slice]:
    """Split segments into chunks of at most `max_work`, or of one segment."""
    start = work = 0
    for index, cost in enumerate(costs):
        if index > start and (work + cost > max_work or index - start >= _MAX_CHUNK_SEGMENTS):
            yield slice(start, index)
            start, work = index, 0
        work += cost
    yield slice(start, len(costs))


def _make_shown_items(
    request: ScoreRequest, hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet]
) -> list[Item]:
    """Return the texts to show with the scores; sources only if a metric uses them."""
    has_sources = request.sources is not None and any(
        metric.against == SOURCE for metric in request.metrics
    )
    shown_sets = [] if has_sources and request.references is None else sets
    return [
        Item(
            text,
            tuple(
                reference
                for reference_set in shown_sets
                if (reference := reference_set[index]) is not None
            ),
            request.sources[index] if has_sources and request.sources else None,
        )
        for index, text in enumerate(hypotheses)
    ]
