"""Render the HTML report."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

import numpy as np

from ...arrays import Indices
from ...evaluation.systems.comparison import find_length_buckets
from ...evaluation.systems.findings import PairTest
from ...explanation.page.document import render_page
from ...explanation.page.explanations import VIEW_ASSETS
from ...files.field_names import NOTHING, REFERENCE, SOURCE
from ...files.item import format_for_display
from ...metrics.base import Metric, Progress
from ...metrics.segment_metric import can_explain
from .alignments import PackedAlignments, pack_floats, pack_json, pack_segments
from .ngram_differences import DistinctiveNgrams, find_distinctive_ngrams
from .study import ReportData, ReportVocabulary
from .word_groups import GroupMatches, ReferenceWords, add_exact_matches, analyze_references

# Default maximum of pairs of output and reference with alignments, for metrics other than TESLA-X,
# which explain scores more slowly.
_DEFAULT_MAX_PAIRS = 1000


def find_aligning_metrics(report_data: ReportData) -> list[int]:
    """Return the indices of the metrics that can explain scores by alignments."""
    return [
        index
        for index, metric in enumerate(report_data.metrics)
        # An alignment needs a pair of texts.
        if can_explain(type(metric)) and metric.against != NOTHING
    ]


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


def divide_pairs(metrics: Sequence[Metric[Any]], requested: int | None) -> list[int | None]:
    """Return the maximum number of pairs with alignments of each metric; None for no maximum.

    The metrics share the number `requested`. By default, tesla-x has no maximum, and the other
    metrics share a default number.
    """
    is_unlimited = [requested is None and metric.name == "tesla-x" for metric in metrics]
    n_limited = len(metrics) - sum(is_unlimited)
    total = _DEFAULT_MAX_PAIRS if requested is None else requested
    # The first metrics have one pair more if the number cannot be divided equally.
    shares = iter(range(total + n_limited - 1, total - 1, -1))
    return [None if unlimited else next(shares) // n_limited for unlimited in is_unlimited]


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
                "explained": can_explain(type(metric)),
            }
            for metric in report_data.metrics
        ],
        "standings": [asdict(standing) for standing in report_data.standings],
        "pairs": [_build_pair_record(report_data, pair) for pair in report_data.pairs],
        "remark": report_data.remark,
        "level": report_data.level,
        "beside": _get_shown_kind(report_data),
        "sources": bool(report_data.counterparts.sources),
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
    commands: Mapping[str, Sequence[str]] = MappingProxyType({}),
    jobs: int = 1,
    progress: Progress | None = None,
) -> str:
    """Render the report as one HTML page.

    drawn       maximum number of pairs of output and reference with alignments, which all metrics
                share; None for the default, which is all pairs for tesla-x and 1,000 for slower
                metrics
    commands    by name of the metric, for each system the command line that explains a segment,
                without the number of the segment at its end
    """
    vocabulary = ReportVocabulary()
    numbered_references = vocabulary.number_texts(report_data.get_compared_texts())
    numbered_systems = [
        vocabulary.number_texts([text] for text in texts) for texts in report_data.systems.values()
    ]
    ngrams = find_distinctive_ngrams(numbered_references, numbered_systems, len(vocabulary.words))
    words = (
        analyze_references(report_data.get_first_texts(), report_data.metrics)
        if report_data.compared_sets
        else None
    )
    group_matches = GroupMatches(words.groups if words else [], len(report_data.systems))
    group_sums = (group_matches, words) if words else None
    alignments, grouped_by = _compute_alignments(report_data, drawn, group_sums, jobs, progress)
    if words and not grouped_by:
        add_exact_matches(group_matches, words, vocabulary, numbered_systems)
    page_data = build_overview(report_data, title) | {
        "grams": [build_ngram_record(length_ngrams, vocabulary) for length_ngrams in ngrams],
        "groups": group_matches.build_records(),
        "got": grouped_by,
        "commands": {name: list(lines) for name, lines in commands.items()},
        "drawn": [packed_alignments.describe() for packed_alignments in alignments],
    }
    packed_data = {
        "texts": pack_json(collect_segment_texts(report_data)),
        "scores": pack_floats(np.stack(report_data.scores)),
    }
    for packed_alignments in alignments:
        packed_data |= packed_alignments.get_blocks()
    return render_page(
        str(page_data["title"]),
        assets=REPORT_ASSETS,
        data={"report": page_data},
        packed=packed_data,
    )


def _compute_alignments(
    report_data: ReportData,
    requested_pairs: int | None,
    group_sums: tuple[GroupMatches, ReferenceWords] | None,
    jobs: int,
    progress: Progress | None,
) -> tuple[list[PackedAlignments], str]:
    """Return the alignments of each metric that has them, and the name of a metric.

    This metric has aligned all segments with the texts that the report shows, and its matches have
    been added to `group_sums`. The name is empty if there is no such metric.
    """
    metric_indices = find_aligning_metrics(report_data)
    pair_limits = divide_pairs(
        [report_data.metrics[index] for index in metric_indices], requested_pairs
    )
    alignments, grouped_by = [], ""
    for metric_index, pair_limit in zip(metric_indices, pair_limits, strict=True):
        segments = (
            np.arange(report_data.segment_count)
            if pair_limit is None
            else choose_segments(report_data, metric_index, pair_limit)
        )
        metric = report_data.metrics[metric_index]
        is_complete = len(segments) == report_data.segment_count
        uses_shown_texts = (
            report_data.counterparts.select(metric.against) is report_data.compared_sets
        )
        metric_sums = None
        if group_sums and not grouped_by and is_complete and uses_shown_texts:
            metric_sums, grouped_by = group_sums, metric.name
        alignments.append(
            pack_segments(report_data, metric_index, segments, metric_sums, jobs, progress)
        )
    return alignments, grouped_by
