"""A comparison of systems as people and programs read it."""

import json
from collections.abc import Iterator, Sequence

from ..judging.between_systems.findings import Bucket, Contrast, PairTest
from ..judging.comparison import Comparison
from ..names import NOTHING
from .charts.model import Bar, Bars
from .table import Cell, Table, escape_markdown, render
from .verdicts import cluster_verdicts, pair_verdicts

# More pairs are for programs; people read the clusters.
_PAIRS = 15
# With more systems than this, details are of the two best only.
_DETAILED = 3

_TESTS = {
    "bootstrap": "the paired bootstrap",
    "randomisation": "approximate randomisation",
    "sign": "the sign test",
}
_COLUMNS = (
    *("a", "b", "metric", "test", "difference", "low", "high", "p_value", "p_holm"),
    *("effect_size", "wins", "losses", "ties"),
)


def render_comparison(comparison: Comparison, style: str) -> str:
    """`style` is one of FORMATS; TSV has the pairs only, JSON everything."""
    if style == "json":
        return json.dumps(comparison.to_dict(), indent=2) + "\n"
    if style == "tsv":
        return render(_pair_table(comparison), style)
    notes = [*_remarks(comparison), *comparison.signatures.values()]
    if style == "latex":
        ranking = render(_ranking(comparison, notes), style)
        return ranking + "\n" + render(_pair_table(comparison), style)
    few = _few(comparison)
    words = pair_verdicts(comparison) if few else cluster_verdicts(comparison)
    parts = [_lines(list(words), style), render(_ranking(comparison), style)]
    if few:
        parts.append(render(_pair_table(comparison), style))
    parts.append(render(_bucket_table(comparison), style))
    parts += _contrasts(comparison, style)
    parts.append(_lines(notes, style))
    return "\n".join(parts)


def _ranking(comparison: Comparison, notes: list[str] | None = None) -> Table:
    clustered = comparison.baseline is None
    rows: list[list[Cell]] = [
        [s.metric, s.rank, s.system, s.score, *s.interval, *([s.cluster] if s.cluster else [])]
        for s in comparison.standings
    ]
    columns = ("metric", "rank", "system", "score", "low", "high")
    return Table((*columns, "cluster") if clustered else columns, rows, notes or ())


def _pair_table(comparison: Comparison) -> Table:
    return Table(_COLUMNS, [_pair_row(pair) for pair in comparison.pairs])


def _pair_row(pair: PairTest) -> list[Cell]:
    named: list[Cell] = [pair.a, pair.b, pair.metric, pair.test]
    effect = "-" if pair.effect_size is None else pair.effect_size
    tested = [pair.difference, *pair.interval, pair.p_value, pair.p_holm]
    return [*named, *tested, effect, pair.wins, pair.losses, pair.ties]


def _bucket_table(comparison: Comparison) -> Table:
    shown = _detailed(comparison)
    rows: list[list[Cell]] = []
    for bucket in comparison.buckets:
        scores = [bucket.scores[name] for name in shown]
        wins = [bucket.wins[name] for name in shown]
        rows.append([bucket.metric, _span(bucket), bucket.segments, *scores, *wins])
    columns = ("metric", "words", "segments", *shown, *(f"wins of {name}" for name in shown))
    return Table(columns, rows)


def _span(bucket: Bucket) -> str:
    return f"{bucket.low}+" if bucket.high is None else f"{bucket.low}-{bucket.high}"


def _contrasts(comparison: Comparison, style: str) -> Iterator[str]:
    shown = _detailed(comparison)
    for contrast in comparison.contrasts:
        if contrast.a in shown and contrast.b in shown:
            yield _contrast(contrast, style)


def _contrast(contrast: Contrast, style: str) -> str:
    called = f", id {contrast.id}" if contrast.id else ""
    alone = contrast.beside == NOTHING
    heading = f"segment {contrast.segment}{called}, {contrast.metric} {contrast.difference:+.4f}"
    rows = [
        *([] if alone else [(contrast.beside, "", _one_line(contrast.reference))]),
        (contrast.a, f"{contrast.score_a:.4f}", _one_line(contrast.output_a)),
        (contrast.b, f"{contrast.score_b:.4f}", _one_line(contrast.output_b)),
    ]
    if style == "markdown":
        return f"{escape_markdown(heading)}\n\n" + render(Table(("", "score", "text"), rows), style)
    name, score = (max(len(row[i]) for row in rows) for i in (0, 1))
    lines = [f"  {a.ljust(name)}  {b.rjust(score)}  {text}".rstrip() for a, b, text in rows]
    return "\n".join([heading, *lines]) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _remarks(comparison: Comparison) -> Iterator[str]:
    yield (
        f"seed {comparison.seed}, {comparison.samples} samples, {comparison.segments} segments; "
        f"low and high: {100 * comparison.level:g} % bootstrap interval"
    )
    yield "scores by length are means of segment scores"
    words = "words" if comparison.baseline else "words and clusters"
    yield f"{words} by p_holm of {_TESTS[comparison.tests[0]]}, corrected for all pairs"
    if not _few(comparison):
        yield "-f tsv and json list all pairs; --baseline compares with one system only"
    if len(_detailed(comparison)) < len(comparison.systems):
        shown = " and ".join(_detailed(comparison))
        yield f"lengths and segments are of {shown}; -f json has them all"


def _lines(lines: Sequence[str], style: str) -> str:
    if style == "markdown":
        lines = [f"- {escape_markdown(line)}" for line in lines]
    return "\n".join(lines) + "\n"


def _few(comparison: Comparison) -> bool:
    tests = len(comparison.metrics) * len(comparison.tests)
    return len(comparison.pairs) <= _PAIRS * tests or comparison.baseline is not None


def _detailed(comparison: Comparison) -> list[str]:
    """The systems that people are shown in detail."""
    if len(comparison.systems) <= _DETAILED:
        return list(comparison.systems)
    by_first = [s.system for s in comparison.standings if s.metric == comparison.metrics[0]]
    if comparison.baseline is None:
        return by_first[:2]
    best = next(name for name in by_first if name != comparison.baseline)
    return [comparison.baseline, best]


def comparison_charts(comparison: Comparison) -> list[Bars]:
    """Scores with their intervals, a chart a metric."""
    note = f"{100 * comparison.level:g} % bootstrap intervals"
    charts = []
    for metric in comparison.metrics:
        own = [standing for standing in comparison.standings if standing.metric == metric]
        bars = [Bar(standing.system, standing.score, *standing.interval) for standing in own]
        label = "score, lower is better" if metric in comparison.lower_is_better else "score"
        charts.append(Bars(metric, label, bars, note))
    return charts
