"""Is system a better than b, and where? `compare` and the value it gives."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from ..analysis.sentence import Sentence
from ..doubts.doubts import Doubts, doubt
from ..intake.references import present, reference_counts
from ..metrics.base import Metric, Progress, Scorer
from ..metrics.inputs import References, Rows, Texts
from ..metrics.signature import one_count
from ..notebooks import data_frame, html_table
from ..resampling import LEVEL, SEED, warn_of_few
from ..tasks import ReferenceSet
from .between_systems.checks import (
    by_system,
    check_choices,
    check_numbers,
    check_texts,
    enough_samples,
)
from .between_systems.findings import Bucket, Contrast, PairTest, Standing
from .between_systems.pairwise import TESTS, judge_pairs
from .between_systems.ranking import rank_systems
from .between_systems.table import EvidenceTable, gather_table
from .between_systems.where import by_length, contrasts

_STANDING = ("metric", "rank", "system", "score", "low", "high", "cluster")
_SPOILT = (
    "intervals are too narrow and its p-values too small; add segments, or choose the "
    "randomisation test"
)


@dataclass(frozen=True)
class Comparison:
    """All that was found; standings are ordered by metric and rank, pairs as systems were given."""

    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    tests: tuple[str, ...]
    baseline: str | None
    segments: int
    samples: int
    seed: int
    level: float
    standings: tuple[Standing, ...]
    pairs: tuple[PairTest, ...]
    buckets: tuple[Bucket, ...]
    contrasts: tuple[Contrast, ...]
    signatures: Mapping[str, str]
    lower_is_better: frozenset[str] = frozenset()  # metrics

    def significant(self, pair: PairTest) -> bool:
        """Whether the systems differ at the level asked for, all pairs considered."""
        return _significant(pair, self.level)

    def worse_than(self, system: str) -> tuple[PairTest, ...]:
        """The pairs in which another is significantly worse, by the first metric and test."""
        decisive = self.metrics[0], self.tests[0]
        return tuple(
            pair
            for pair in self.pairs
            if (pair.metric, pair.test) == decisive
            and pair.better == system
            and self.significant(pair)
        )

    def to_dict(self) -> dict[str, Any]:
        """What `tesla compare -f json` prints: the attributes, by their names."""
        return asdict(self) | {"lower_is_better": sorted(self.lower_is_better)}

    def to_frame(self, package: str = "pandas") -> Any:
        """The standings as a DataFrame of pandas or polars."""
        rows = [_standing_row(standing) for standing in self.standings]
        columns = zip(*rows, strict=True)
        return data_frame(
            {name: list(column) for name, column in zip(_STANDING, columns, strict=True)}, package
        )

    def _repr_html_(self) -> str:
        title = f"{self.segments} segments, {100 * self.level:g} % intervals"
        return html_table(title, _STANDING, map(_standing_row, self.standings))


def compare(
    systems: Mapping[str, Texts] | Rows,
    references: References | None = None,
    metrics: Sequence[Metric[Any]] = (),
    *,
    references_by: str | None = None,
    tests: Sequence[str] = ("bootstrap",),
    baseline: str | None = None,
    samples: int | None = None,
    seed: int = SEED,
    level: float = LEVEL,
    show: int = 5,
    jobs: int = 1,
    progress: Progress | None = None,
    doubts: Doubts | None = None,
) -> Comparison:
    """Compare all pairs of systems, or all systems with `baseline`.

    `systems` are outputs by name, `references` (`references_by`, `jobs`, `progress`) those of
    `Metric.score`; or `systems` are rows, which name their system. The first of `tests` (bootstrap,
    randomisation, sign) decides about clusters, the first metric which `show` segments differ most.
    There are 1000 `samples` unless many pairs need more; `doubts` knows names of references.
    """
    named, beside, by = by_system(systems, references, references_by)
    check_choices(named, metrics, tests, TESTS, baseline)
    check_numbers(samples, seed, level, show, jobs)
    outputs, sets = check_texts(named, beside, by)
    doubt(metrics, outputs, sets, doubts, stacklevel=2)
    scorers = [metric.open(None, lambda: present(sets)) for metric in metrics]
    warn_of_few(len(sets[0]), _SPOILT)
    tests, pairs = tuple(dict.fromkeys(tests)), _pairs(outputs, baseline)
    samples = enough_samples(samples, len(pairs) if set(tests) - {"sign"} else 0, level)
    table = gather_table(outputs, sets, scorers, samples, seed, level, jobs, progress)
    judged = judge_pairs(table, pairs, tests)
    return Comparison(
        systems=tuple(outputs),
        metrics=tuple(metric.name for metric in metrics),
        tests=tests,
        baseline=baseline,
        segments=len(sets[0]),
        samples=samples,
        seed=seed,
        level=level,
        standings=tuple(_standings(table, judged, tests[0] if baseline is None else None)),
        pairs=tuple(judged),
        buckets=tuple(by_length(table)),
        contrasts=tuple(contrasts(table, pairs, show)),
        signatures=_signatures(scorers, sets),
        lower_is_better=frozenset(m.name for m in metrics if not m.higher_is_better),
    )


def _standing_row(one: Standing) -> tuple[Any, ...]:
    return (one.metric, one.rank, one.system, one.score, *one.interval, one.cluster)


def _signatures(scorers: Sequence[Scorer[Any]], sets: Sequence[ReferenceSet]) -> dict[str, str]:
    analysed = isinstance(next(present(sets)), Sentence)
    count = one_count(reference_counts(sets))
    return {s.metric.name: str(s.signature(count, analysed)) for s in scorers}


def _pairs(systems: Iterable[str], baseline: str | None) -> list[tuple[str, str]]:
    if baseline is None:
        return list(combinations(systems, 2))
    return [(name, baseline) for name in systems if name != baseline]


def _standings(
    table: EvidenceTable, judged: Sequence[PairTest], test: str | None
) -> Iterator[Standing]:
    """Clusters are told by all pairs: none where only some were tested, and no test is named."""
    for metric in table.metrics:
        apart = None if test is None else _told_apart(judged, metric.name, test, table.level)
        yield from rank_systems(table, metric, apart)


def _told_apart(
    judged: Sequence[PairTest], metric: str, test: str, level: float
) -> set[tuple[str, str]]:
    """Pairs that differ, the better system first."""
    return {
        (pair.a, pair.b) if pair.better == pair.a else (pair.b, pair.a)
        for pair in judged
        if (pair.metric, pair.test) == (metric, test) and _significant(pair, level)
    }


def _significant(pair: PairTest, level: float) -> bool:
    return pair.p_holm <= round(1 - level, 12)
