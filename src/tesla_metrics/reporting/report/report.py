"""Render the HTML report."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ...arrays import Indices
from ...evaluation.systems.comparison import length_buckets
from ...evaluation.systems.findings import PairTest
from ...explanation.page.document import render_page
from ...explanation.page.explanations import VIEW_ASSETS
from ...files.field_names import NOTHING, REFERENCE, SOURCE
from ...files.item import display_text
from ...metrics.base import Progress
from ...metrics.segment_metric import SegmentMetric, can_explain
from .alignments import PackedAlignments, pack_floats, pack_json, pack_segments
from .ngram_differences import DistinctiveNgrams, distinctive_ngrams
from .study import ReportData, WordNumbering
from .word_groups import GroupMatches, ReferenceWords, add_exact_matches, reference_words

# Maximum number of drawn pairs of output and reference, for metrics that explain slowly.
_MAX_PAIRS = 1000


def first_explaining_metric(study: ReportData) -> tuple[int, SegmentMetric] | None:
    """Return the first metric that can explain scores, with its index."""
    for index, metric in enumerate(study.metrics):
        has_counterparts = metric.against != NOTHING  # only pairs can be drawn
        if has_counterparts and isinstance(metric, SegmentMetric) and can_explain(type(metric)):
            return index, metric
    return None


def choose_segments(study: ReportData, metric_index: int, max_pairs: int) -> Indices:
    """Choose segments with at most `max_pairs` pairs of output and reference, sorted by number.

    Segments with the lowest scores and with the largest differences between systems alternate.
    """
    sizes = np.array(
        [len(counterparts) for counterparts in study.compared_texts(study.metrics[metric_index])]
    ) * len(study.systems)
    scores = study.scores[metric_index]
    sign = 1 if study.metrics[metric_index].higher_is_better else -1
    lowest = np.argsort((sign * scores).min(axis=0), kind="stable")
    most_different = np.argsort(scores.min(axis=0) - scores.max(axis=0), kind="stable")
    alternating = np.stack([lowest, most_different], axis=1).ravel()
    order = alternating[np.sort(np.unique(alternating, return_index=True)[1])]
    return np.sort(order[np.cumsum(sizes[order]) <= max_pairs])


def max_drawn_pairs(metric: SegmentMetric, requested: int | None) -> int | None:
    """Return the maximum number of drawn pairs: `requested`, or the metric's default.

    None for all.
    """
    if requested is not None:
        return requested
    return None if metric.name == "tesla-x" else _MAX_PAIRS


def overview_record(study: ReportData, title: str) -> dict[str, Any]:
    """Return all data of the report except texts, segment scores and alignments."""
    names = list(study.systems)
    default_title = "Comparison of systems" if len(names) > 1 else f"Scores of {names[0]}"
    return {
        "title": title or default_title,
        "count": study.segment_count,
        "systems": names,
        "metrics": [
            {
                "name": metric.name,
                "higher": metric.higher_is_better,
                "signature": study.signatures[metric.name],
            }
            for metric in study.metrics
        ],
        "standings": [asdict(standing) for standing in study.standings],
        "pairs": [_pair_record(study, pair) for pair in study.pairs],
        "remark": study.remark,
        "level": study.level,
        "beside": _shown_kind(study),
        "lengths": _lengths(study),
        "documents": _documents(study),
        "ids": list(study.labels.ids),
    }


def segment_texts(study: ReportData) -> list[list[Any]]:
    """Return for each segment its references, its sources and the outputs of all systems.

    The texts of a segment are adjacent, so that similar texts compress well.
    """
    counterparts = study.counterparts
    rows = []
    for segment in range(study.segment_count):
        references, sources = (
            [display_text(text) for column in columns if (text := column[segment]) is not None]
            for columns in (counterparts.references, counterparts.sources)
        )
        outputs = [display_text(texts[segment]) for texts in study.systems.values()]
        rows.append([references, sources, *outputs])
    return rows


def ngram_record(ngrams: DistinctiveNgrams, names: WordNumbering) -> dict[str, Any]:
    """Return the n-grams of one length as plain values."""
    return {
        "texts": [" ".join(names.names[word] for word in words) for words in ngrams.words.tolist()],
        "wanted": ngrams.reference_counts.tolist(),
        "got": ngrams.matched_counts.tolist(),
    }


def _shown_kind(study: ReportData) -> str:
    """Return what is shown with segments: references, sources, or else the first system."""
    if study.counterparts.references:
        return REFERENCE
    return SOURCE if study.counterparts.sources else next(iter(study.systems))


def _pair_record(study: ReportData, pair: PairTest) -> dict[str, Any]:
    return asdict(pair) | {"significant": pair.p_holm <= round(1 - study.level, 12)}


def _lengths(study: ReportData) -> dict[str, Any]:
    bucket_of = [0] * study.segment_count
    names = []
    for bucket, (low, high, is_inside) in enumerate(length_buckets(study.first_texts())):
        names.append(f"{low}+" if high is None else f"{low}–{high}")
        for segment in is_inside.nonzero()[0].tolist():
            bucket_of[segment] = bucket
    return {"names": names, "of": bucket_of}


def _documents(study: ReportData) -> dict[str, Any] | None:
    """Return the document of each segment; None if there is only one document."""
    document_indices = {
        name: index for index, name in enumerate(dict.fromkeys(study.labels.documents))
    }
    if len(document_indices) < 2:
        return None
    return {
        "names": list(document_indices),
        "of": [document_indices[name] for name in study.labels.documents],
    }


REPORT_ASSETS = (
    *(*VIEW_ASSETS, "charts", "grid", "report-data", "report-block", "report-overview"),
    *("report-differ", "report-words", "report-search", "report-segments", "report-segment"),
    "report",
)


def render_report(
    study: ReportData,
    title: str = "",
    *,
    drawn: int | None = None,
    commands: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress | None = None,
) -> str:
    """Render the report as one HTML page.

    drawn       maximum number of pairs of output and reference whose alignment is drawn (default:
                all for tesla-x, 1,000 for slower metrics)
    commands    for each system, the command that explains one of its segments; the segment number
                is appended
    """
    names = WordNumbering()
    references = names.read(study.compared_texts())
    systems = [names.read([text] for text in texts) for texts in study.systems.values()]
    grams = distinctive_ngrams(references, systems, len(names.names))
    words = (
        reference_words(study.first_texts(), study.metrics)
        if study.counterparts.displayed
        else None
    )
    sums = GroupMatches(words.groups if words else [], len(study.systems))
    alignments = _draw_alignments(study, drawn, sums, words, jobs, progress)
    is_complete = alignments is not None and len(alignments.segments) == study.segment_count
    if words and not is_complete:
        sums = GroupMatches(words.groups, len(study.systems))
        add_exact_matches(sums, words, names, systems)
    data = overview_record(study, title) | {
        "grams": [ngram_record(length_grams, names) for length_grams in grams],
        "groups": sums.records(),
        "got": alignments.metric.name if is_complete and alignments else "",
        "commands": list(commands),
        "drawn": alignments.description() if alignments else None,
    }
    packed = {
        "texts": pack_json(segment_texts(study)),
        "scores": pack_floats(np.stack(study.scores)),
        **(alignments.packed_blocks() if alignments else {}),
    }
    return render_page(
        str(data["title"]), parts=REPORT_ASSETS, data={"report": data}, packed=packed
    )


def _draw_alignments(
    study: ReportData,
    max_pairs: int | None,
    sums: GroupMatches,
    words: ReferenceWords | None,
    jobs: int,
    progress: Progress | None,
) -> PackedAlignments | None:
    explained = first_explaining_metric(study)
    if explained is None:
        return None
    metric_index, metric = explained
    pairs = max_drawn_pairs(metric, max_pairs)
    segments = (
        np.arange(study.segment_count)
        if pairs is None
        else choose_segments(study, metric_index, pairs)
    )
    gained = (sums, words) if words else None
    return pack_segments(study, metric, segments, gained, jobs, progress)
