"""Rerank candidates by a metric."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.encoding.session import Session
from ..errors import InputError, UsageError, warn_user
from ..files.field_names import NOTHING, SOURCE
from ..files.inputs.columns import convert_to_list
from ..files.inputs.counterparts import check_references_given
from ..files.inputs.references import (
    check_every_segment_has_reference,
    check_sentences,
    count_references_per_segment,
    drop_references_without_sentence,
    iterate_references,
)
from ..files.item import Segment, get_text
from ..metrics.base import Metric, Progress, check_jobs
from ..metrics.inputs import References, Texts, check_orientation, check_references, check_segments
from ..metrics.registry import make_metric
from ..metrics.score import Signature, find_common_count
from .nbest.nbest import CandidateList, repeat_counterparts

DEFAULT_METRIC = "pem"


@dataclass(frozen=True)
class RankedCandidate:
    """A candidate with its rank and score.

    rank    rank in the new order, from 1
    place   rank in the original list, from 1
    parts   components of the score by name, such as precision and recall
    """

    rank: int
    place: int
    candidate: str
    score: float
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """Return all values by name in types that JSON supports; `parts` is merged into them."""
        return {
            "rank": self.rank, "place": self.place, "score": self.score, **self.parts,
            "candidate": self.candidate,
        }  # fmt: skip


@dataclass(frozen=True)
class RankedList:
    """The candidates of one source, best first.

    `list_id`  id of the list in the file, or else its position from 1
    `source`   text that was translated, if known
    """

    list_id: str
    source: str | None
    candidates: tuple[RankedCandidate, ...]

    @property
    def best(self) -> str:
        """Return the candidate of rank 1."""
        return self.candidates[0].candidate


@dataclass(frozen=True)
class SystemScores:
    """System scores of three selections of one candidate per list, by a metric.

    metric  name of the metric
    first   score of the first candidates of the original lists
    chosen  score of the candidates of rank 1
    oracle  score of the best selection that an approximate search finds
    """

    metric: str
    first: float
    chosen: float
    oracle: float


@dataclass(frozen=True)
class Reranking:
    """All reranked lists in their original order, and the metric that scored the candidates.

    metric     name of the metric, or "model" if candidates were scored by weighted features
    signature  signature of the metric, or None without a metric
    systems    system scores by a metric that was not used for ranking, if there is one
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
    metric: str | Metric[Any] = DEFAULT_METRIC,
    lang: str = "",
    references_by: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
    **options: Any,
) -> Reranking:
    """Sort candidates by a metric, best first; return a `Reranking`.

    Candidates with equal scores keep their order.

    Parameters
    ----------
    candidates : iterable of lists of texts
        One list per source.
    sources : texts, one per list
        For metrics that compare candidates with their source, such as PEM.
    references, references_by : see `Metric`; one reference per list
        For metrics that compare with references. Other metrics ignore them.
    metric, lang, options : metric, or its name with language and options
    jobs, progress, session : see `Metric`
    """
    lists = check_lists(candidates)
    metric_object = resolve_metric(metric, lang, options)
    if metric_object.against == NOTHING:
        sources = references = None
    source_segments = None if sources is None else check_segments("sources", sources)
    reference_sets = [] if references is None else check_references(references, references_by)
    for input_name, segments in (
        ("sources", source_segments),
        *(("references", items) for items in reference_sets),
    ):
        if segments is not None and len(segments) != len(lists):
            raise InputError(
                f"there are {len(lists)} lists of candidates but {len(segments)} {input_name}: "
                "give one for each list"
            )
    check_orientation(reference_sets, len(lists), references_by)
    candidate_lists = [
        CandidateList(
            str(index + 1),
            items,
            None if source_segments is None else source_segments[index],
            tuple(iterate_references([[segments[index] for segments in reference_sets]])),
            has_file_id=False,
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
    """Rerank lists that were already checked; see `rerank`."""
    rows, signature = score_lists(lists, metric, jobs=jobs, progress=progress, session=session)
    row_iterator = iter(rows)
    ranked_lists = [
        _rank_list(candidate_list, [next(row_iterator) for _ in candidate_list.candidates], metric)
        for candidate_list in lists
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
    """Return the metric's statistics of each candidate of all lists, and the signature."""
    check_jobs(jobs)
    counterparts = repeat_counterparts(lists)
    if metric.against != NOTHING and not counterparts.references and not counterparts.sources:
        sources_hint = "sources (-s SRC, in Python sources=) or " * (metric.against == SOURCE)
        raise UsageError(
            f"candidates have nothing to be compared with: {metric.name} needs "
            f"{sources_hint}references (-r REF, in Python references=)"
        )
    check_references_given([metric], bool(counterparts.references))
    counterpart_sets = counterparts.select(metric.against)
    if counterpart_sets is counterparts.references:
        _check_references(lists)
    texts = [candidate for candidate_list in lists for candidate in candidate_list.candidates]
    if metric.of_documents:
        check_sentences(texts)
        counterpart_sets = list(map(drop_references_without_sentence, counterpart_sets))
        check_every_segment_has_reference(counterpart_sets)
    warn_about_empty_candidates(lists)
    scorer = metric.open(session, lambda: iterate_references(counterpart_sets))
    rows = scorer.statistics(texts, counterpart_sets, jobs, progress)
    n_references = find_common_count(count_references_per_segment(counterpart_sets))
    return rows, scorer.signature(n_references, not isinstance(texts[0], str))


def _check_references(lists: Sequence[CandidateList]) -> None:
    for candidate_list in lists:
        if not candidate_list.references:
            raise InputError(
                f"the candidates of {candidate_list.display_name} have no reference: give one"
            )


def warn_about_empty_candidates(lists: Sequence[CandidateList]) -> None:
    """Warn about candidates without text."""
    empty_names = [
        f"candidate {index} of {candidate_list.display_name}"
        for candidate_list in lists
        for index, text in enumerate(candidate_list.candidates, 1)
        if not get_text(text).strip()
    ]
    if empty_names:
        n_candidates = sum(len(candidate_list.candidates) for candidate_list in lists)
        warn_user(
            f"{len(empty_names)} of {n_candidates} candidates are empty, the first is "
            f"{empty_names[0]}; check them"
        )


def _rank_list(
    candidate_list: CandidateList, statistics: Sequence[Any], metric: Metric[Any]
) -> RankedList:
    values = [metric.segment_value(row) for row in statistics]
    parts = list(map(metric.parts_by_name, statistics))
    return rank_candidates(candidate_list, values, parts, higher_is_better=metric.higher_is_better)


def rank_candidates(
    candidate_list: CandidateList,
    values: Sequence[float],
    parts: Sequence[Mapping[str, float]] = (),
    *,
    higher_is_better: bool,
    max_count: int | None = None,
) -> RankedList:
    """Sort the candidates of a list by value; candidates with equal values keep their order.

    `parts` has components of the score of each candidate. `max_count` is the number of candidates
    to return; None for all.
    """
    sign = -1 if higher_is_better else 1
    order = sorted(range(len(values)), key=lambda index: sign * values[index])
    return RankedList(
        candidate_list.list_id,
        None if candidate_list.source is None else get_text(candidate_list.source),
        tuple(
            RankedCandidate(
                rank,
                index + 1,
                get_text(candidate_list.candidates[index]),
                float(values[index]),
                parts[index] if parts else {},
            )
            for rank, index in enumerate(order[:max_count], 1)
        ),
    )


def check_lists(
    candidates: Iterable[Iterable[Segment]], texts_name: str = "candidates"
) -> list[tuple[Segment, ...]]:
    """Check that each list is a non-empty list of texts, and return all lists.

    `texts_name` is the name of the texts in messages.
    """
    lists = convert_to_list(texts_name, candidates)
    if not lists:
        raise InputError(f"there are no {texts_name}: give one list per source")
    return [
        tuple(check_segments(f"{texts_name} of source {index}", texts))
        for index, texts in enumerate(lists, 1)
    ]


def resolve_metric(metric: str | Metric[Any], lang: str, options: Mapping[str, Any]) -> Metric[Any]:
    """Return `metric` if it is a metric, otherwise create the metric of this name."""
    if isinstance(metric, str):
        return make_metric(metric, **({"lang": lang} if lang else {}), **options)
    if lang or options:
        raise UsageError(
            "lang and options are for a metric by name: give them when you create the metric"
        )
    return metric
