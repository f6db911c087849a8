"""Render the HTML report."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ...arrays import Indices
from ...evaluation.systems.comparison import find_length_buckets
from ...evaluation.systems.findings import PairTest
from ...explanation.page.document import render_page
from ...explanation.page.explanations import VIEW_ASSETS
from ...files.field_names import NOTHING, REFERENCE, SOURCE
from ...files.item import format_for_display
from ...metrics.base import Progress
from ...metrics.segment_metric import SegmentMetric, can_explain
from .alignments import PackedAlignments, pack_floats, pack_json, pack_segments
from .ngram_differences import DistinctiveNgrams, find_distinctive_ngrams
from .study import ReportData, ReportVocabulary
from .word_groups import GroupMatches, ReferenceWords, add_exact_matches, analyze_references

# Default maximum of pairs of output and reference with alignments, for metrics other than TESLA-X,
# which explain scores more slowly.
_DEFAULT_MAX_PAIRS = 1000


def find_explaining_metric(report_data: ReportData) -> tuple[int, SegmentMetric] | None:
    """Return the first metric that can explain scores, with its index; None if there is none."""
    for index, metric in enumerate(report_data.metrics):
        has_counterparts = metric.against != NOTHING  # an alignment needs a pair of texts
        if has_counterparts and isinstance(metric, SegmentMetric) and can_explain(type(metric)):
            return index, metric
    return None


def choose_segments(report_data: ReportData, metric_index: int, max_pairs: int) -> Indices:
    """Choose segments with at most `max_pairs` pairs of output and reference in total.

    Half of them are the segments with the lowest scores, the others are the segments with the
    largest differences between systems. Return their indices in increasing order.
    """
    pair_counts = np.array(
        [
            len(counterparts)
            for counterparts in report_data.get_compared_texts(report_data.metrics[metric_index])
        ]
    ) * len(report_data.systems)
    scores = report_data.scores[metric_index]
    sign = 1 if report_data.metrics[metric_index].higher_is_better else -1
    lowest_first = np.argsort((sign * scores).min(axis=0), kind="stable")
    most_different_first = np.argsort(scores.min(axis=0) - scores.max(axis=0), kind="stable")
    alternating = np.stack([lowest_first, most_different_first], axis=1).ravel()
    order = alternating[np.sort(np.unique(alternating, return_index=True)[1])]
    return np.sort(order[np.cumsum(pair_counts[order]) <= max_pairs])


def get_max_pairs(metric: SegmentMetric, requested: int | None) -> int | None:
    """Return the maximum number of pairs with alignments: `requested`, or a default.

    The result is None if there is no maximum.
    """
    if requested is not None:
        return requested
    return None if metric.name == "tesla-x" else _DEFAULT_MAX_PAIRS


def build_overview(report_data: ReportData, title: str) -> dict[str, Any]:
    """Return all data of the report except texts, segment scores and alignments."""
    names = list(report_data.systems)
    default_title = "Comparison of systems" if len(names) > 1 else f"Scores of {names[0]}"
    return {
        "title": title or default_title,
        "count": report_data.segment_count,
        "systems": names,
        "metrics": [
            {
                "name": metric.name,
                "higher": metric.higher_is_better,
                "signature": report_data.signatures[metric.name],
            }
            for metric in report_data.metrics
        ],
        "standings": [asdict(standing) for standing in report_data.standings],
        "pairs": [_build_pair_record(report_data, pair) for pair in report_data.pairs],
        "remark": report_data.remark,
        "level": report_data.level,
        "beside": _get_shown_kind(report_data),
        "lengths": _group_by_length(report_data),
        "documents": _group_by_document(report_data),
        "ids": list(report_data.labels.ids),
    }


def collect_segment_texts(report_data: ReportData) -> list[list[Any]]:
    """Return for each segment its references, its sources and the outputs of all systems.

    The texts of a segment are adjacent, so that similar texts compress well.
    """
    counterparts = report_data.counterparts
    rows = []
    for segment in range(report_data.segment_count):
        references, sources = (
            [
                format_for_display(text)
                for column in columns
                if (text := column[segment]) is not None
            ]
            for columns in (counterparts.references, counterparts.sources)
        )
        outputs = [format_for_display(texts[segment]) for texts in report_data.systems.values()]
        rows.append([references, sources, *outputs])
    return rows


def build_ngram_record(ngrams: DistinctiveNgrams, vocabulary: ReportVocabulary) -> dict[str, Any]:
    """Return the n-grams of one length in types that JSON supports."""
    return {
        "texts": [
            " ".join(vocabulary.words[word] for word in words) for words in ngrams.words.tolist()
        ],
        "wanted": ngrams.reference_counts.tolist(),
        "got": ngrams.matched_counts.tolist(),
    }


def _get_shown_kind(report_data: ReportData) -> str:
    """Return the kind of text that is shown with outputs: references or sources.

    Without any, return the name of the first system.
    """
    if report_data.counterparts.references:
        return REFERENCE
    return SOURCE if report_data.counterparts.sources else next(iter(report_data.systems))


def _build_pair_record(report_data: ReportData, pair: PairTest) -> dict[str, Any]:
    return asdict(pair) | {"significant": pair.p_holm <= round(1 - report_data.level, 12)}


def _group_by_length(report_data: ReportData) -> dict[str, Any]:
    """Return the names of length ranges, and the index of the range of each segment."""
    bucket_indices = [0] * report_data.segment_count
    names = []
    for bucket, (low, high, is_inside) in enumerate(
        find_length_buckets(report_data.get_first_texts())
    ):
        names.append(f"{low}+" if high is None else f"{low}–{high}")
        for segment in is_inside.nonzero()[0].tolist():
            bucket_indices[segment] = bucket
    return {"names": names, "of": bucket_indices}


def _group_by_document(report_data: ReportData) -> dict[str, Any] | None:
    """Return the names of documents, and the index of the document of each segment.

    None if there is only one document.
    """
    document_indices = {
        name: index for index, name in enumerate(dict.fromkeys(report_data.labels.documents))
    }
    if len(document_indices) < 2:
        return None
    return {
        "names": list(document_indices),
        "of": [document_indices[name] for name in report_data.labels.documents],
    }


# Names of the scripts and style sheets of the page, in `explanation/page/assets`.
REPORT_ASSETS = (
    *(*VIEW_ASSETS, "charts", "grid", "report-data", "report-block", "report-overview"),
    *("report-differ", "report-words", "report-search", "report-segments", "report-segment"),
    "report",
)


def render_report(
    report_data: ReportData,
    title: str = "",
    *,
    drawn: int | None = None,
    commands: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress | None = None,
) -> str:
    """Render the report as one HTML page.

    drawn       maximum number of pairs of output and reference with alignments; None for the
                default, which is all pairs for tesla-x and 1,000 for slower metrics
    commands    for each system, the command line that explains a segment, without the number of
                the segment at its end
    """
    vocabulary = ReportVocabulary()
    numbered_references = vocabulary.number_texts(report_data.get_compared_texts())
    numbered_systems = [
        vocabulary.number_texts([text] for text in texts) for texts in report_data.systems.values()
    ]
    ngrams = find_distinctive_ngrams(numbered_references, numbered_systems, len(vocabulary.words))
    words = (
        analyze_references(report_data.get_first_texts(), report_data.metrics)
        if report_data.counterparts.displayed_sets
        else None
    )
    group_matches = GroupMatches(words.groups if words else [], len(report_data.systems))
    alignments = _compute_alignments(report_data, drawn, group_matches, words, jobs, progress)
    is_complete = alignments is not None and len(alignments.segments) == report_data.segment_count
    if words and not is_complete:
        group_matches = GroupMatches(words.groups, len(report_data.systems))
        add_exact_matches(group_matches, words, vocabulary, numbered_systems)
    page_data = build_overview(report_data, title) | {
        "grams": [build_ngram_record(length_ngrams, vocabulary) for length_ngrams in ngrams],
        "groups": group_matches.build_records(),
        "got": alignments.metric.name if is_complete and alignments else "",
        "commands": list(commands),
        "drawn": alignments.describe() if alignments else None,
    }
    packed_data = {
        "texts": pack_json(collect_segment_texts(report_data)),
        "scores": pack_floats(np.stack(report_data.scores)),
        **(alignments.get_blocks() if alignments else {}),
    }
    return render_page(
        str(page_data["title"]),
        assets=REPORT_ASSETS,
        data={"report": page_data},
        packed=packed_data,
    )


def _compute_alignments(
    report_data: ReportData,
    requested_pairs: int | None,
    group_matches: GroupMatches,
    words: ReferenceWords | None,
    jobs: int,
    progress: Progress | None,
) -> PackedAlignments | None:
    explaining_metric = find_explaining_metric(report_data)
    if explaining_metric is None:
        return None
    metric_index, metric = explaining_metric
    pair_limit = get_max_pairs(metric, requested_pairs)
    segments = (
        np.arange(report_data.segment_count)
        if pair_limit is None
        else choose_segments(report_data, metric_index, pair_limit)
    )
    group_sums = (group_matches, words) if words else None
    return pack_segments(report_data, metric, segments, group_sums, jobs, progress)
