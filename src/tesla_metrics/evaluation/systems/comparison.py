"""Compare systems: ranking, significance tests, and segments in which they differ."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ...arrays import Flags
from ...errors import UsageError
from ...files.inputs.columns import build_data_frame, format_html_table
from ...files.inputs.counterparts import Counterparts
from ...files.inputs.references import count_references_per_segment, iterate_references
from ...files.item import Segment, format_for_display
from ...files.sentence import Sentence, has_alphanumeric
from ...metrics.base import Metric, Progress, Scorer
from ...metrics.inputs import References, Rows, Texts
from ...metrics.registry import DEFAULT_METRIC
from ...metrics.score import find_common_count
from ...resampling import DEFAULT_LEVEL, DEFAULT_SEED
from ...text.input_checks import InputChecker, check_input
from ...text.tokenizers.base import ScriptTokenizer
from .comparison_inputs import (
    check_ids,
    check_names,
    check_ranges,
    check_texts,
    choose_sample_count,
    make_metrics,
)
from .evidence import StatisticsTable, collect_table
from .findings import (
    PAIR_COLUMNS,
    STANDING_COLUMNS,
    Contrast,
    LengthBucket,
    PairTest,
    RankedSystem,
    build_pair_row,
    build_standing_row,
    format_pair,
    format_standing,
)
from .significance import (
    SYSTEM_TESTS,
    count_best,
    find_most_different,
    rank_systems,
    run_pair_tests,
)

# Minimum and maximum number of words of each length bucket; None: no maximum. The bounds are
# fixed, so that results of different runs are comparable.
_LENGTH_BOUNDS: tuple[tuple[int, int | None], ...] = (
    (0, 10),
    (11, 20),
    (21, 30),
    (31, 50),
    (51, None),
)


def find_length_buckets(references: Sequence[Segment]) -> list[tuple[int, int | None, Flags]]:
    """Return the nonempty length buckets as (minimum, maximum, mask of segments)."""
    # For any language; in scripts without spaces each character is a word.
    tokenizer = ScriptTokenizer("und")
    lengths = np.array([_count_words(segment, tokenizer) for segment in references])
    buckets = []
    for low, high in _LENGTH_BOUNDS:
        is_inside = lengths >= low if high is None else (lengths >= low) & (lengths <= high)
        if is_inside.any():
            buckets.append((low, high, is_inside))
    return buckets


def _count_words(segment: Segment, tokenizer: ScriptTokenizer) -> int:
    if isinstance(segment, str):
        return sum(map(has_alphanumeric, tokenizer.tokenize(segment)))
    return sum(has_alphanumeric(token.form) for token in segment.tokens)


def compare_by_length(table: StatisticsTable) -> Iterator[LengthBucket]:
    """Yield mean segment scores and wins by number of words in the first reference.

    Without references the words of the first system's output are counted.
    """
    buckets = find_length_buckets(table.first_references)
    for metric in table.metrics:
        scores = np.stack(
            [table.statistics[metric.name, name].segment_scores for name in table.systems]
        )
        for low, high, is_inside in buckets:
            bucket_scores = scores[:, is_inside]
            means = dict(zip(table.systems, bucket_scores.mean(axis=1).tolist(), strict=True))
            win_counts = count_best(bucket_scores, metric.higher_is_better)
            wins = dict(zip(table.systems, win_counts, strict=True))
            yield LengthBucket(metric.name, low, high, bucket_scores.shape[1], means, wins)


def find_contrasts(
    table: StatisticsTable,
    pairs: Sequence[tuple[str, str]],
    max_segments: int,
    ids: Sequence[str] = (),
) -> Iterator[Contrast]:
    """Yield the segments in which the two systems of each pair differ most by the first metric."""
    metric = table.metrics[0].name
    references = table.first_references if table.references else None
    for a, b in pairs:
        scores_a, scores_b = (table.statistics[metric, name].segment_scores for name in (a, b))
        for segment in find_most_different(scores_a, scores_b, max_segments):
            score_a, score_b = float(scores_a[segment]), float(scores_b[segment])
            yield Contrast(
                a,
                b,
                metric,
                segment + 1,
                score_a,
                score_b,
                score_a - score_b,
                "" if references is None else format_for_display(references[segment]),
                format_for_display(table.systems[a][segment]),
                format_for_display(table.systems[b][segment]),
                ids[segment] if ids else "",
                table.counterpart_kind,
            )


@dataclass(frozen=True)
class Comparison:
    """Results of `compare`: rankings, tests of pairs, length buckets and contrasts.

    Parameters
    ----------
    systems, metrics, tests : names, in the order of the arguments
    baseline : name of the system that all others were compared with, or None
    segments, samples : number of segments and of bootstrap samples or permutations
    seed, level : seed of the samples, confidence level of intervals and tests
    standings : ranking of the systems, ordered by metric and rank
    pairs : tests of pairs, in the order of the systems
    buckets : mean scores by length of the reference
    contrasts : segments in which two systems differ most
    signatures : signature by metric
    lower_is_better : names of metrics for which lower is better
    """

    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    tests: tuple[str, ...]
    baseline: str | None
    segments: int
    samples: int
    seed: int
    level: float
    standings: tuple[RankedSystem, ...]
    pairs: tuple[PairTest, ...]
    buckets: tuple[LengthBucket, ...]
    contrasts: tuple[Contrast, ...]
    signatures: Mapping[str, str]
    lower_is_better: frozenset[str] = frozenset()  # names of metrics

    def significant(self, pair: PairTest) -> bool:
        """Return whether the systems of a pair differ significantly, corrected for all pairs."""
        return _is_significant(pair, self.level)

    def pairs_worse_than(self, system: str) -> tuple[PairTest, ...]:
        """Return the pairs in which `system` is significantly better, by the first metric and test.

        Raises
        ------
        UsageError
            If not all other systems were tested against `system`.
        """
        if system not in self.systems or self.baseline not in (None, system):
            choices = [self.baseline] if self.baseline else self.systems
            raise UsageError(
                f"systems were not tested against {system!r}: choose from {', '.join(choices)}"
            )
        metric_and_test = self.metrics[0], self.tests[0]
        return tuple(
            pair
            for pair in self.pairs
            if (pair.metric, pair.test) == metric_and_test
            and pair.better == system
            and self.significant(pair)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that `tesla compare -f json` prints, with one key per attribute."""
        return asdict(self) | {"lower_is_better": sorted(self.lower_is_better)}

    def to_frame(self, package: str = "pandas", *, of: str = "standings") -> Any:
        """Return a DataFrame of pandas or polars.

        `of` is the name of a table: "standings" or "pairs".
        """
        names, rows = self._build_table(of)
        columns = (list(column) for column in zip(*rows, strict=True))
        return build_data_frame(dict(zip(names, columns, strict=True)), package)

    def _repr_html_(self) -> str:
        titles = {"standings": self._title, "pairs": "pairs, with the difference a - b"}
        tables = [
            format_html_table(title, *self._build_table(name)) for name, title in titles.items()
        ]
        return "".join(tables)

    def _build_table(self, name: str) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
        """Return the column names and the rows of a table."""
        if name == "standings":
            return STANDING_COLUMNS, [build_standing_row(row) for row in self.standings]
        if name == "pairs":
            return PAIR_COLUMNS, [build_pair_row(row, self.significant(row)) for row in self.pairs]
        raise UsageError(f"unknown table {name!r}: choose from standings, pairs")

    def __str__(self) -> str:
        system_lines = map(format_standing, self.standings)
        pair_lines = (format_pair(pair, self.significant(pair)) for pair in self.pairs)
        return "\n".join([self._title, *system_lines, *pair_lines])

    @property
    def _title(self) -> str:
        return f"{self.segments} segments, {100 * self.level:g} % intervals"


def compare(
    systems: Mapping[str, Texts] | Rows,
    references: References | None = None,
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str = DEFAULT_METRIC,
    *,
    lang: str = "",
    sources: Texts | None = None,
    references_by: str | None = None,
    tests: Sequence[str] = ("bootstrap",),
    baseline: str | None = None,
    samples: int | None = None,
    seed: int = DEFAULT_SEED,
    level: float = DEFAULT_LEVEL,
    show: int = 5,
    jobs: int = 1,
    progress: Progress | None = None,
    sampling: Progress | None = None,
    checks: InputChecker | None = None,
    ids: Sequence[str] = (),
    on_table: Callable[[StatisticsTable, Counterparts], None] | None = None,
) -> Comparison:
    """Compare all pairs of systems, or all systems with `baseline`; return a `Comparison`.

    `systems` are outputs by name, or rows with names; `references`, `sources`, `references_by` and
    `progress` are as in `Metric.score`. `metrics` may be names, used with `lang`. The first metric
    and test determine clusters and the `show` most different segments; `ids` are names of segments.
    `sampling` is called with numbers of new samples, `on_table` with all statistics and compared
    texts; `checks` warns about suspicious texts.
    """
    metrics = make_metrics(metrics, lang)
    outputs, counterparts = check_texts(systems, references, sources, references_by, metrics)
    tests = check_names(outputs, metrics, tests, SYSTEM_TESTS, baseline)
    check_ranges(samples, seed, level, show, jobs)
    check_input(metrics, outputs, counterparts.select_checked(metrics), checks)
    scorers = [_open_scorer(metric, counterparts) for metric in metrics]
    pairs = _list_pairs(outputs, baseline)
    segments = len(next(iter(outputs.values())))
    check_ids(ids, segments)
    needs_samples = any(test != "sign" for test in tests)
    samples = choose_sample_count(samples, len(pairs) if needs_samples else 0, level)
    table = collect_table(
        outputs, counterparts, scorers, samples, seed, level, jobs, progress, sampling
    )
    if on_table is not None:
        on_table(table, counterparts)
    pair_tests = run_pair_tests(table, pairs, tests, sampling)
    return Comparison(
        systems=tuple(outputs), metrics=tuple(metric.name for metric in metrics), tests=tests,
        baseline=baseline, segments=segments, samples=samples, seed=seed, level=level,
        standings=tuple(_rank_by_metric(table, pair_tests, tests[0] if baseline is None else None)),
        pairs=tuple(pair_tests), buckets=tuple(compare_by_length(table)),
        contrasts=tuple(find_contrasts(table, pairs, show, ids)),
        signatures=_get_signatures(scorers, counterparts, outputs),
        lower_is_better=_find_lower_is_better(metrics),
    )  # fmt: skip


def _open_scorer(metric: Metric[Any], counterparts: Counterparts) -> Scorer[Any]:
    return metric.open(None, lambda: iterate_references(counterparts.select(metric.against)))


def _find_lower_is_better(metrics: Sequence[Metric[Any]]) -> frozenset[str]:
    """Return the names of the metrics for which lower is better."""
    return frozenset(metric.name for metric in metrics if not metric.higher_is_better)


def _get_signatures(
    scorers: Sequence[Scorer[Any]],
    counterparts: Counterparts,
    outputs: Mapping[str, Sequence[Segment]],
) -> dict[str, str]:
    """Return the signature of each metric by name."""
    is_analysed = isinstance(next(iter(outputs.values()))[0], Sentence)
    signatures = {}
    for scorer in scorers:
        reference_count = _count_references(scorer.metric, counterparts)
        signatures[scorer.metric.name] = str(scorer.signature(reference_count, is_analysed))
    return signatures


def _count_references(metric: Metric[Any], counterparts: Counterparts) -> int:
    return find_common_count(count_references_per_segment(counterparts.select(metric.against)))


def _list_pairs(systems: Iterable[str], baseline: str | None) -> list[tuple[str, str]]:
    """Return all pairs of systems, or all pairs of a system and the baseline."""
    if baseline is None:
        return list(combinations(systems, 2))
    return [(name, baseline) for name in systems if name != baseline]


def _rank_by_metric(
    table: StatisticsTable, pair_tests: Sequence[PairTest], test: str | None
) -> Iterator[RankedSystem]:
    """Yield the ranking by each metric.

    `test` determines the clusters. It is None if not all pairs were tested: then there are none.
    """
    for metric in table.metrics:
        different_pairs = None
        if test is not None:
            different_pairs = _find_significant_pairs(pair_tests, metric.name, test, table.level)
        yield from rank_systems(table, metric, different_pairs)


def _find_significant_pairs(
    pair_tests: Sequence[PairTest], metric: str, test: str, level: float
) -> set[tuple[str, str]]:
    """Return the pairs that differ significantly, with the better system first."""
    return {
        (pair.a, pair.b) if pair.better == pair.a else (pair.b, pair.a)
        for pair in pair_tests
        if (pair.metric, pair.test) == (metric, test) and _is_significant(pair, level)
    }


def _is_significant(pair: PairTest, level: float) -> bool:
    """Return whether the corrected p-value is significant at a confidence level."""
    return pair.p_holm <= round(1 - level, 12)
