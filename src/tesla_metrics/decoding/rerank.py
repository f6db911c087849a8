"""Rerank candidates by a metric."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.encoding.session import Session
from ..errors import InputError, UsageError, warn_user
from ..files.field_names import NOTHING, SOURCE
from ..files.inputs.columns import as_list
from ..files.inputs.counterparts import check_references_given
from ..files.inputs.references import (
    check_every_segment_has_one,
    check_sentences,
    drop_without_sentence,
    iterate_present,
    reference_counts,
)
from ..files.item import Segment, text_of
from ..metrics.base import Metric, Progress, check_jobs
from ..metrics.inputs import References, Texts, check_references, check_segments
from ..metrics.registry import make_metric
from ..metrics.score import Signature, common_count
from .nbest.nbest import CandidateList, counterparts_of_candidates

PEM = "pem"


@dataclass(frozen=True)
class RankedCandidate:
    """A candidate with its rank and score.

    rank    from 1
    place   position in the original list, from 1
    parts   parts of the score by name
    """

    rank: int
    place: int
    candidate: str
    score: float
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """Return all values by name, in types that JSON supports. Parts are on the top level."""
        return {
            "rank": self.rank, "place": self.place, "score": self.score, **self.parts,
            "candidate": self.candidate,
        }  # fmt: skip


@dataclass(frozen=True)
class RankedList:
    """The candidates of one source, best first."""

    ident: str
    source: str | None
    candidates: tuple[RankedCandidate, ...]

    @property
    def best(self) -> str:
        """Return the candidate of rank 1."""
        return self.candidates[0].candidate


@dataclass(frozen=True)
class SystemScores:
    """Scores of a test set by a metric.

    first   with the first candidate of each original list
    chosen  with the candidates of rank 1
    oracle  with the candidates that maximise the score, as far as `oracle_choice` finds them
    """

    metric: str
    first: float
    chosen: float
    oracle: float


@dataclass(frozen=True)
class Reranking:
    """All reranked lists in their order, and the metric that scored them.

    signature  of the metric, if there is one
    systems    scores of the chosen candidates by a metric that did not choose them
    """

    metric: str
    lists: tuple[RankedList, ...]
    signature: Signature | None
    systems: SystemScores | None = None

    @property
    def best(self) -> list[str]:
        """Return the best candidate of each list."""
        return [ranked_list.best for ranked_list in self.lists]


def rerank(
    candidates: Iterable[Iterable[Segment]],
    sources: Texts | None = None,
    references: References | None = None,
    *,
    metric: str | Metric[Any] = PEM,
    lang: str = "",
    references_by: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
    **options: Any,
) -> Reranking:
    """Sort candidates by a metric, best first; equal ones keep their order. Return a `Reranking`.

    Parameters
    ----------
    candidates, sources : one list of texts per source; one source per list
        `sources` are for metrics that compare with these, such as PEM.
    references, references_by : see `Metric`; one reference per list
        For other metrics. Metrics without references ignore sources and references.
    metric, lang, options : metric, or its name with language and options
    jobs, progress, session : see `Metric`
    """
    lists = check_lists(candidates)
    metric_object = resolve_metric(metric, lang, options)
    if metric_object.against == NOTHING:
        sources = references = None
    originals = None if sources is None else check_segments("sources", sources)
    sets = [] if references is None else check_references(references, references_by)
    for what, column in (("sources", originals), *(("references", items) for items in sets)):
        if column is not None and len(column) != len(lists):
            raise InputError(
                f"there are {len(lists)} lists of candidates but {len(column)} {what}: give one "
                "for each list"
            )
    candidate_lists = [
        CandidateList(
            str(index + 1),
            items,
            None if originals is None else originals[index],
            tuple(iterate_present([[column[index] for column in sets]])),
            named=False,
        )
        for index, items in enumerate(lists)
    ]
    return rerank_lists(
        candidate_lists, metric_object, jobs=jobs, progress=progress, session=session
    )


def rerank_lists(
    lists: Sequence[CandidateList],
    metric: Metric[Any],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
) -> Reranking:
    """Do the same as `rerank` for checked lists."""
    rows, signature = score_lists(lists, metric, jobs=jobs, progress=progress, session=session)
    remaining = iter(rows)
    ranked_lists = [
        _ranked(item, [next(remaining) for _ in item.candidates], metric) for item in lists
    ]
    return Reranking(metric.name, tuple(ranked_lists), signature)


def score_lists(
    lists: Sequence[CandidateList],
    metric: Metric[Any],
    *,
    jobs: int,
    progress: Progress | None,
    session: Session | None,
) -> tuple[Sequence[Any], Signature]:
    """Return one row of the metric per candidate of all lists, and the signature."""
    check_jobs(jobs)
    counterparts = counterparts_of_candidates(lists)
    if metric.against != NOTHING and not counterparts.references and not counterparts.sources:
        sources = "sources (-s SRC, in Python sources=) or " * (metric.against == SOURCE)
        raise UsageError(
            f"candidates have nothing to be compared with: {metric.name} needs {sources}references "
            "(-r REF, in Python references=)"
        )
    check_references_given([metric], bool(counterparts.references))
    sets = counterparts.for_kind(metric.against)
    if sets is counterparts.references:
        _check_references(lists)
    texts = [candidate for item in lists for candidate in item.candidates]
    if metric.of_documents:
        check_sentences(texts)
        sets = list(map(drop_without_sentence, sets))
        check_every_segment_has_one(sets)
    warn_about_empty(lists)
    scorer = metric.open(session, lambda: iterate_present(sets))
    rows = scorer.statistics(texts, sets, jobs, progress)
    count = common_count(reference_counts(sets))
    return rows, scorer.signature(count, not isinstance(texts[0], str))


def _check_references(lists: Sequence[CandidateList]) -> None:
    for item in lists:
        if not item.references:
            raise InputError(f"the candidates of {item.name} have no reference: give one")


def warn_about_empty(lists: Sequence[CandidateList]) -> None:
    """Warn about candidates without text."""
    empty = [
        f"candidate {index} of {item.name}"
        for item in lists
        for index, text in enumerate(item.candidates, 1)
        if not text_of(text).strip()
    ]
    if empty:
        count = sum(len(item.candidates) for item in lists)
        warn_user(
            f"{len(empty)} of {count} candidates are empty, the first is {empty[0]}; check them"
        )


def _ranked(candidate_list: CandidateList, rows: Sequence[Any], metric: Metric[Any]) -> RankedList:
    values = [metric.segment_value(row) for row in rows]
    parts = list(map(metric.parts_by_name, rows))
    return rank_candidates(candidate_list, values, parts, higher_is_better=metric.higher_is_better)


def rank_candidates(
    candidate_list: CandidateList,
    values: Sequence[float],
    parts: Sequence[Mapping[str, float]] = (),
    *,
    higher_is_better: bool,
    max_count: int | None = None,
) -> RankedList:
    """Return the `max_count` best candidates by value; equal ones keep their order."""
    sign = -1 if higher_is_better else 1
    order = sorted(range(len(values)), key=lambda index: sign * values[index])
    return RankedList(
        candidate_list.ident,
        None if candidate_list.source is None else text_of(candidate_list.source),
        tuple(
            RankedCandidate(
                rank,
                index + 1,
                text_of(candidate_list.candidates[index]),
                float(values[index]),
                parts[index] if parts else {},
            )
            for rank, index in enumerate(order[:max_count], 1)
        ),
    )


def check_lists(
    candidates: Iterable[Iterable[Segment]], what: str = "candidates"
) -> list[tuple[Segment, ...]]:
    """Check that there is one non-empty list of texts per source."""
    items = as_list(what, candidates)
    if not items:
        raise InputError(f"there are no {what}: give one list per source")
    return [
        tuple(check_segments(f"{what} of source {index}", item))
        for index, item in enumerate(items, 1)
    ]


def resolve_metric(metric: str | Metric[Any], lang: str, options: Mapping[str, Any]) -> Metric[Any]:
    """Return the metric itself, or create it by name."""
    if isinstance(metric, str):
        return make_metric(metric, **({"lang": lang} if lang else {}), **options)
    if lang or options:
        raise UsageError(
            "lang and options are for a metric by name: give them when you create the metric"
        )
    return metric
