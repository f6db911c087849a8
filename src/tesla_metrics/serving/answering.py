"""From questions to scores, as the command line has them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..intake.references import present
from ..metrics.base import Metric, Running
from ..metrics.inputs import Checked, check_inputs
from ..metrics.score import Score
from ..metrics.segments import SegmentScorer, check_explains
from ..names import SOURCE
from ..reports.page.report import render_report
from ..reports.page.study import Labels
from ..reports.page.write import make_study
from ..reports.scores import Layout, score_records
from ..tasks import Item, ReferenceSet, Segment
from .asking import ExplainAsked, ScoreAsked
from .bounds import Bounds
from .cost import Cost, check_cost, explain_cost, score_cost, ter_cost
from .doubting import warnings_of
from .scorers import Scorers
from .workers import Deadline

# Segments between two looks at the clock, if they are short.
_MANY = 400
# sacreBLEU's TER takes minutes where others take milliseconds.
_SLOW = "ter"


def score_systems(
    asked: ScoreAsked, bounds: Bounds, scorers: Scorers, deadline: Deadline
) -> list[dict[str, Any]]:
    """The records of `tesla score -f json`, with warnings where there are some."""
    scores: list[tuple[str, Score]] = []
    told: list[dict[str, Any]] = []
    items: list[list[Item]] = []
    for system, texts in asked.systems.items():
        own = warnings_of(asked.metrics, system, _checked(asked, asked.metrics[0], texts))
        told += [own] * len(asked.metrics)
        shown: list[ReferenceSet] = []
        for metric in asked.metrics:
            hypotheses, sets = _checked(asked, metric, texts)
            shown = sets or shown
            costs = check_cost(hypotheses, sets, _cost(metric), bounds)
            running = Running(scorers.of(metric, sets), keep_segments=asked.segments)
            for part in _stretches(costs, bounds.work):
                deadline.check()
                beside = [column[part] for column in sets]
                running.add(hypotheses[part], beside, 1, deadline.check)
            scores.append((system, running.score()))
        if asked.segments:
            items.append(_items(asked, hypotheses, shown))
    records = score_records(scores, Layout(segments=asked.segments), items)
    return [{**record, **warnings} for record, warnings in zip(records, told, strict=True)]


def explain_segment(
    asked: ExplainAsked, bounds: Bounds, scorers: Scorers, deadline: Deadline
) -> dict[str, Any]:
    """What `tesla explain -f json` has of two sentences, with warnings where there are some."""
    metric = check_explains(asked.metric)
    texts = check_inputs(
        [asked.hypothesis], [[one] for one in asked.beside], "set", against=metric.against,
        documents=metric.of_documents,
    )  # fmt: skip
    check_cost(*texts, explain_cost, bounds)
    deadline.check()
    scorer = scorers.of(metric, texts.sets)
    assert isinstance(scorer, SegmentScorer)
    explanation = scorer.explain(texts.hypotheses[0], list(present(texts.sets)))
    return {**explanation.to_dict(), **warnings_of([metric], "hypothesis", texts)}


class Reported(NamedTuple):
    """A page, and what is doubtful about its texts, each thing once."""

    page: str
    warnings: list[str]


def report_systems(asked: ScoreAsked, bounds: Bounds, deadline: Deadline) -> Reported:
    """The page of `tesla compare --html`, or of `tesla score --html` where there is one system."""
    told: dict[str, None] = {}
    for system, texts in asked.systems.items():
        own = warnings_of(asked.metrics, system, _checked(asked, asked.metrics[0], texts))
        told |= dict.fromkeys(own.get("warnings", ()))
        for metric in asked.metrics:
            check_cost(*_checked(asked, metric, texts), _cost(metric), bounds)
    study = make_study(
        asked.systems, asked.references, asked.metrics, lang="", sources=asked.sources,
        references_by=asked.references_by, labels=Labels([], []), jobs=1, progress=deadline.check,
    )  # fmt: skip
    deadline.check()
    return Reported(render_report(study, progress=deadline.check), list(told))


def _checked(asked: ScoreAsked, metric: Metric[Any], texts: Sequence[str]) -> Checked:
    return check_inputs(
        texts, asked.references, asked.references_by, sources=asked.sources,
        against=metric.against, documents=metric.of_documents,
    )  # fmt: skip


def _cost(metric: Metric[Any]) -> Cost:
    return ter_cost if metric.name == _SLOW else score_cost


def _stretches(costs: Sequence[int], most: int) -> Iterator[slice]:
    """Of so much work, or one segment."""
    start = work = 0
    for place, cost in enumerate(costs):
        if place > start and (work + cost > most or place - start >= _MANY):
            yield slice(start, place)
            start, work = place, 0
        work += cost
    yield slice(start, len(costs))


def _items(
    asked: ScoreAsked, hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet]
) -> list[Item]:
    """What is shown beside the scores: sources only where a metric looks at them."""
    held = asked.sources is not None and any(m.against == SOURCE for m in asked.metrics)
    columns = [] if held and asked.references is None else sets
    return [
        Item(
            text,
            tuple(one for column in columns if (one := column[place]) is not None),
            asked.sources[place] if held and asked.sources else None,
        )
        for place, text in enumerate(hypotheses)
    ]
