"""Score systems and write the HTML report."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...evaluation.systems.comparison import compare
from ...evaluation.systems.comparison_inputs import check_ids, check_texts, make_metrics
from ...evaluation.systems.evidence import StatisticsTable
from ...files.atomic import check_output_folder, write_atomically
from ...files.inputs.columns import convert_to_list, is_frame
from ...files.inputs.counterparts import Counterparts
from ...files.inputs.rows import build_system_columns, get_rows
from ...files.item import ReferenceSet
from ...metrics.base import Metric, Progress
from ...metrics.inputs import References, Rows, Texts, check_segments
from ...metrics.registry import DEFAULT_METRIC
from ...resampling import DEFAULT_LEVEL
from .report import render_report
from .study import ReportData, SegmentLabels, build_comparison_data, build_score_data


def write_report(
    path: str | Path,
    systems: Mapping[str, Texts] | Rows,
    references: References | None = None,
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str = DEFAULT_METRIC,
    *,
    lang: str = "",
    sources: Texts | None = None,
    references_by: str | None = None,
    ids: Sequence[str] = (),
    documents: Sequence[str] = (),
    title: str = "",
    drawn: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Score one or more systems and write the HTML report of `tesla compare --html`.

    Parameters
    ----------
    path : str or Path
        Output file.
    systems, references, metrics, lang, sources, references_by, jobs, progress
        As in `compare`; a single system is allowed, too.
        Sources are shown even if no metric compares with them.
    ids, documents : sequence of str
        Ids and document names of segments.
    title : str
        Title of the report.
    drawn : int, optional
        Maximum number of pairs of output and reference with alignments, which all metrics share
        (default: all pairs for tesla-x, 1,000 for all other metrics together).
    """
    check_output_folder(Path(path))
    report_data = make_report_data(
        systems, references, metrics, lang=lang, sources=sources, references_by=references_by,
        labels=SegmentLabels(list(ids), list(documents)), jobs=jobs, progress=progress,
    )  # fmt: skip
    page = render_report(report_data, title, drawn=drawn, jobs=jobs)
    write_atomically(Path(path), page.encode())


def make_report_data(
    systems: Mapping[str, Texts] | Rows,
    references: References | None,
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str,
    *,
    lang: str,
    sources: Texts | None,
    references_by: str | None,
    labels: SegmentLabels,
    jobs: int,
    progress: Progress | None,
) -> ReportData:
    """Score the systems and collect the data of the report."""
    metric_list = make_metrics(metrics, lang)
    if not isinstance(systems, Mapping) and not is_frame(systems):
        systems = convert_to_list("systems", systems)
    outputs, counterparts = check_texts(systems, references, sources, references_by, metric_list)
    shown_sources = counterparts.sources
    if not isinstance(systems, Mapping) and not shown_sources:
        shown_sources = _get_row_sources(systems, metric_list)
    for names in labels:
        check_ids(names, len(next(iter(outputs.values()))))
    if len(outputs) == 1:
        report_data = _score_single_system(
            outputs, counterparts, metric_list, labels, jobs, progress
        )
        return replace(report_data, counterparts=counterparts._replace(sources=shown_sources))
    tables: list[tuple[StatisticsTable, Counterparts]] = []
    comparison = compare(
        outputs,
        list(counterparts.references) or None,
        metric_list,
        sources=counterparts.source_texts,
        references_by="set" if counterparts.references else None,
        show=0,
        jobs=jobs,
        progress=progress,
        on_table=lambda *items: tables.append(items),
    )
    table, compared_texts = tables[0]
    shown_texts = compared_texts._replace(sources=shown_sources)
    return build_comparison_data(comparison, table, shown_texts, labels)


def _get_row_sources(rows: Rows, metrics: Sequence[Metric[Any]]) -> Sequence[ReferenceSet]:
    """Return the sources of rows, which no metric uses, as the only column; () without sources."""
    kinds = {metric.against for metric in metrics}
    _, _, sources = build_system_columns(get_rows(rows) or [], kinds, with_sources=True)
    if sources is None:
        return ()
    check_segments("sources", [source for source in sources if source is not None])
    return (sources,)


def _score_single_system(
    outputs: Mapping[str, Any],
    counterparts: Counterparts,
    metrics: Sequence[Metric[Any]],
    labels: SegmentLabels,
    jobs: int,
    progress: Progress | None,
) -> ReportData:
    if len({metric.name for metric in metrics}) < len(metrics) or not metrics:
        raise UsageError("give one or more metrics with different names")
    ((name, texts),) = outputs.items()
    scores = []
    for metric in metrics:
        counterpart_sets = counterparts.select(metric.against)
        score = metric.score(
            texts,
            counterpart_sets,
            references_by="set",
            jobs=jobs,
            progress=progress,
            confidence=DEFAULT_LEVEL,
        )
        scores.append((name, score))
    return build_score_data(outputs, counterparts, metrics, scores, labels)
