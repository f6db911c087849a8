"""Render comparisons of systems."""

import json
from collections.abc import Iterator, Sequence

from ..evaluation.systems.comparison import Comparison
from ..evaluation.systems.findings import Contrast, LengthBucket, PairTest
from ..files.field_names import NOTHING
from .charts.chart import Bar, BarChart
from .table import Cell, Table, escape_markdown, render_table


def describe_pairs(comparison: Comparison) -> Iterator[str]:
    """Yield one sentence per pair of systems, based on the first significance test."""
    first_test_pairs = [pair for pair in comparison.pairs if pair.test == comparison.tests[0]]
    for start in range(0, len(first_test_pairs), len(comparison.metrics)):
        yield _describe_pair(comparison, first_test_pairs[start : start + len(comparison.metrics)])


def describe_clusters(comparison: Comparison) -> Iterator[str]:
    """Yield one line per metric with the order of the clusters of systems."""
    for metric in comparison.metrics:
        groups: dict[int | None, list[str]] = {}
        for standing in comparison.standings:
            if standing.metric == metric:
                groups.setdefault(standing.cluster, []).append(standing.system)
        yield f"By {metric}: {' > '.join(', '.join(group) for group in groups.values())}."


def format_p_value(p_value: float) -> str:
    """Format a p-value as in papers: no zero before the point, three digits."""
    if p_value < 0.001:
        return "p < .001"
    digits = f"{p_value:.3f}"
    return f"p = {digits[1:]}" if digits < "1" else "p = 1"


def _describe_pair(comparison: Comparison, pair_tests: Sequence[PairTest]) -> str:
    """Return a sentence about two systems; `pair_tests` has one test result per metric."""
    significant_rows = [row for row in pair_tests if comparison.significant(row)]
    other_rows = [row for row in pair_tests if not comparison.significant(row)]
    if not significant_rows:
        return (
            f"{pair_tests[0].a} and {pair_tests[0].b} do not differ significantly by "
            f"{_list_metrics(other_rows, 'or')}."
        )
    better_system = significant_rows[0].better
    worse_system = pair_tests[0].b if better_system == pair_tests[0].a else pair_tests[0].a
    better_rows = [row for row in significant_rows if row.better == better_system]
    worse_rows = [row for row in significant_rows if row.better != better_system]
    sentence = f"{better_system} is better than {worse_system} by {_list_metrics(better_rows)}"
    if worse_rows:
        sentence += f", worse by {_list_metrics(worse_rows)}"
    if other_rows:
        sentence += f"; they do not differ significantly by {_list_metrics(other_rows, 'or')}"
    return sentence + "."


def _list_metrics(rows: Sequence[PairTest], conjunction: str = "and") -> str:
    metrics_with_p = [f"{row.metric} ({format_p_value(row.p_holm)})" for row in rows]
    if len(metrics_with_p) == 1:
        return metrics_with_p[0]
    return f"{', '.join(metrics_with_p[:-1])} {conjunction} {metrics_with_p[-1]}"


# With more pairs, text output shows clusters instead of pairs.
_MAX_SHOWN_PAIRS = 15
# With more systems, details are shown for the two best only.
_MAX_DETAILED_SYSTEMS = 3

_TEST_NAMES = {
    "bootstrap": "the paired bootstrap",
    "randomisation": "approximate randomisation",
    "sign": "the sign test",
}
_PAIR_COLUMNS = (
    *("a", "b", "metric", "test", "difference", "low", "high", "p_value", "p_holm"),
    *("effect_size", "wins", "losses", "ties"),
)


def render_comparison(comparison: Comparison, style: str) -> str:
    """Render a comparison in one of FORMATS; TSV has only the pairs of systems."""
    if style == "json":
        return json.dumps(comparison.to_dict(), indent=2) + "\n"
    if style == "tsv":
        return render_table(_build_pair_table(comparison), style)
    notes = [*_build_remarks(comparison), *comparison.signatures.values()]
    if style == "latex":
        ranking = render_table(_build_ranking_table(comparison, notes), style)
        return ranking + "\n" + render_table(_build_pair_table(comparison), style)
    shows_pairs = _shows_pairs(comparison)
    verdicts = describe_pairs(comparison) if shows_pairs else describe_clusters(comparison)
    parts = [
        _render_lines(list(verdicts), style),
        render_table(_build_ranking_table(comparison), style),
    ]
    if shows_pairs:
        parts.append(render_table(_build_pair_table(comparison), style))
    parts.append(render_table(_build_bucket_table(comparison), style))
    parts += _render_contrasts(comparison, style)
    parts.append(_render_lines(notes, style))
    return "\n".join(parts)


def _build_ranking_table(comparison: Comparison, notes: list[str] | None = None) -> Table:
    has_clusters = comparison.baseline is None
    rows: list[list[Cell]] = [
        [
            standing.metric,
            standing.rank,
            standing.system,
            standing.score,
            *standing.interval,
            *([standing.cluster] if standing.cluster else []),
        ]
        for standing in comparison.standings
    ]
    columns = ("metric", "rank", "system", "score", "low", "high")
    return Table((*columns, "cluster") if has_clusters else columns, rows, notes or ())


def _build_pair_table(comparison: Comparison) -> Table:
    return Table(_PAIR_COLUMNS, [_build_pair_row(pair) for pair in comparison.pairs])


def _build_pair_row(pair: PairTest) -> list[Cell]:
    names: list[Cell] = [pair.a, pair.b, pair.metric, pair.test]
    effect = "-" if pair.effect_size is None else pair.effect_size
    statistics = [pair.difference, *pair.interval, pair.p_value, pair.p_holm]
    return [*names, *statistics, effect, pair.wins, pair.losses, pair.ties]


def _build_bucket_table(comparison: Comparison) -> Table:
    shown_systems = _select_detailed_systems(comparison)
    rows: list[list[Cell]] = []
    for bucket in comparison.buckets:
        scores = [bucket.scores[name] for name in shown_systems]
        wins = [bucket.wins[name] for name in shown_systems]
        rows.append([bucket.metric, _format_length_range(bucket), bucket.segments, *scores, *wins])
    columns = (
        "metric",
        "words",
        "segments",
        *shown_systems,
        *(f"wins of {name}" for name in shown_systems),
    )
    return Table(columns, rows)


def _format_length_range(bucket: LengthBucket) -> str:
    return f"{bucket.low}+" if bucket.high is None else f"{bucket.low}-{bucket.high}"


def _render_contrasts(comparison: Comparison, style: str) -> Iterator[str]:
    shown_systems = _select_detailed_systems(comparison)
    for contrast in comparison.contrasts:
        if contrast.a in shown_systems and contrast.b in shown_systems:
            yield _render_contrast(contrast, style)


def _render_contrast(contrast: Contrast, style: str) -> str:
    id_text = f", id {contrast.id}" if contrast.id else ""
    has_no_counterpart = contrast.beside == NOTHING
    heading = f"segment {contrast.segment}{id_text}, {contrast.metric} {contrast.difference:+.4f}"
    rows = [
        *(
            []
            if has_no_counterpart
            else [(contrast.beside, "", _to_single_line(contrast.reference))]
        ),
        (contrast.a, f"{contrast.score_a:.4f}", _to_single_line(contrast.output_a)),
        (contrast.b, f"{contrast.score_b:.4f}", _to_single_line(contrast.output_b)),
    ]
    if style == "markdown":
        return f"{escape_markdown(heading)}\n\n" + render_table(
            Table(("", "score", "text"), rows), style
        )
    name_width = max(len(name) for name, _, _ in rows)
    score_width = max(len(score) for _, score, _ in rows)
    lines = [
        f"  {name.ljust(name_width)}  {score.rjust(score_width)}  {text}".rstrip()
        for name, score, text in rows
    ]
    return "\n".join([heading, *lines]) + "\n"


def _to_single_line(text: str) -> str:
    return " ".join(text.split())


def _build_remarks(comparison: Comparison) -> Iterator[str]:
    """Yield notes about the tests and about omitted details."""
    yield (
        f"seed {comparison.seed}, {comparison.samples} samples, {comparison.segments} segments; "
        f"low and high: {100 * comparison.level:g} % bootstrap interval"
    )
    yield "scores by length are means of segment scores"
    decided_parts = "words" if comparison.baseline else "words and clusters"
    test_name = _TEST_NAMES[comparison.tests[0]]
    yield f"{decided_parts} by p_holm of {test_name}, corrected for all pairs"
    if not _shows_pairs(comparison):
        yield "-f tsv and json list all pairs; --baseline compares with one system only"
    if len(_select_detailed_systems(comparison)) < len(comparison.systems):
        shown_systems = " and ".join(_select_detailed_systems(comparison))
        yield f"lengths and segments are shown for {shown_systems}; -f json has them all"


def _render_lines(lines: Sequence[str], style: str) -> str:
    if style == "markdown":
        lines = [f"- {escape_markdown(line)}" for line in lines]
    return "\n".join(lines) + "\n"


def _shows_pairs(comparison: Comparison) -> bool:
    n_tests = len(comparison.metrics) * len(comparison.tests)
    return len(comparison.pairs) <= _MAX_SHOWN_PAIRS * n_tests or comparison.baseline is not None


def _select_detailed_systems(comparison: Comparison) -> list[str]:
    """Return the names of the systems for which details are shown."""
    if len(comparison.systems) <= _MAX_DETAILED_SYSTEMS:
        return list(comparison.systems)
    ranked_systems = [
        standing.system
        for standing in comparison.standings
        if standing.metric == comparison.metrics[0]
    ]
    if comparison.baseline is None:
        return ranked_systems[:2]
    best = next(name for name in ranked_systems if name != comparison.baseline)
    return [comparison.baseline, best]


def build_comparison_charts(comparison: Comparison) -> list[BarChart]:
    """Return one chart per metric, with scores and intervals."""
    note = f"{100 * comparison.level:g} % bootstrap intervals"
    charts = []
    for metric in comparison.metrics:
        standings = [standing for standing in comparison.standings if standing.metric == metric]
        bars = [Bar(standing.system, standing.score, *standing.interval) for standing in standings]
        label = "score, lower is better" if metric in comparison.lower_is_better else "score"
        charts.append(BarChart(metric, label, bars, note))
    return charts
