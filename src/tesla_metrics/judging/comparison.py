"""Is system a better than b, and where? `compare` and the value it gives."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from ..analysis.sentence import Sentence
from ..doubts.doubts import Doubts, doubt
from ..errors import UsageError
from ..intake.beside import Beside
from ..intake.references import present, reference_counts
from ..metrics.base import Metric, Progress, Scorer
from ..metrics.inputs import References, Rows, Texts
from ..metrics.registry import DEFAULT
from ..metrics.signature import one_count
from ..notebooks import data_frame, html_table
from ..resampling import LEVEL, SEED
from ..tasks import Segment
from .between_systems.checks import (
    check_choices,
    check_ids,
    check_numbers,
    check_texts,
    chosen_metrics,
    enough_samples,
)
from .between_systems.findings import Bucket, Contrast, PairTest, Standing
from .between_systems.pairwise import TESTS, judge_pairs
from .between_systems.ranking import rank_systems
from .between_systems.rows import (
    PAIR,
    STANDING,
    pair_line,
    pair_row,
    standing_line,
    standing_row,
)
from .between_systems.table import EvidenceTable, gather_table
from .between_systems.where import by_length, contrasts


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
        """The pairs in which another is significantly worse, by the first metric and test.

        All others were tested against the system, or it is no question to ask.
        """
        if system not in self.systems or self.baseline not in (None, system):
            known = [self.baseline] if self.baseline else self.systems
            raise UsageError(f"nothing was tested against {system!r}: ask for {', '.join(known)}")
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

    def to_frame(self, package: str = "pandas", *, of: str = "standings") -> Any:
        """The standings, or the pairs, as a DataFrame of pandas or polars."""
        names, rows = self._table(of)
        columns = (list(column) for column in zip(*rows, strict=True))
        return data_frame(dict(zip(names, columns, strict=True)), package)

    def _repr_html_(self) -> str:
        titles = {"standings": self._title, "pairs": "pairs, and a less b"}
        return "".join(html_table(title, *self._table(of)) for of, title in titles.items())

    def _table(self, of: str) -> tuple[Sequence[str], list[tuple[Any, ...]]]:
        """Names of columns, and rows."""
        if of == "standings":
            return STANDING, [standing_row(one) for one in self.standings]
        if of == "pairs":
            return PAIR, [pair_row(one, self.significant(one)) for one in self.pairs]
        raise UsageError(f"no table of {of!r}: choose from standings, pairs")

    def __str__(self) -> str:
        systems = map(standing_line, self.standings)
        pairs = (pair_line(pair, self.significant(pair)) for pair in self.pairs)
        return "\n".join([self._title, *systems, *pairs])

    @property
    def _title(self) -> str:
        return f"{self.segments} segments, {100 * self.level:g} % intervals"


def compare(
    systems: Mapping[str, Texts] | Rows,
    references: References | None = None,
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str = DEFAULT,
    *,
    lang: str = "",
    sources: Texts | None = None,
    references_by: str | None = None,
    tests: Sequence[str] = ("bootstrap",),
    baseline: str | None = None,
    samples: int | None = None,
    seed: int = SEED,
    level: float = LEVEL,
    show: int = 5,
    jobs: int = 1,
    progress: Progress | None = None,
    sampling: Progress | None = None,
    doubts: Doubts | None = None,
    ids: Sequence[str] = (),
    gathered: Callable[[EvidenceTable, Beside], None] | None = None,
) -> Comparison:
    """Compare all pairs of systems, or all systems with `baseline`.

    `systems` are outputs by name, or rows that name theirs; `references`, `sources` and what
    follows are those of `Metric.score`. `metrics`, one or more, may be names, with `lang`. The
    first metric and test decide on clusters and on the `show` segments that differ most;
    `sampling` is told of samples that are drawn; `doubts` names texts, `ids` segments; `gathered`
    is handed what all is judged by.
    """
    metrics = chosen_metrics(metrics, lang)
    outputs, beside = check_texts(systems, references, sources, references_by, metrics)
    tests = check_choices(outputs, metrics, tests, TESTS, baseline)
    check_numbers(samples, seed, level, show, jobs)
    doubt(metrics, outputs, beside.used(metrics), doubts)
    scorers = [_open(metric, beside) for metric in metrics]
    pairs = _pairs(outputs, baseline)
    check_ids(ids, segments := len(next(iter(outputs.values()))))
    samples = enough_samples(samples, len(pairs) * bool(set(tests) - {"sign"}), level)
    table = gather_table(outputs, beside, scorers, samples, seed, level, jobs, progress, sampling)
    if gathered is not None:
        gathered(table, beside)
    judged = judge_pairs(table, pairs, tests, sampling)
    return Comparison(
        systems=tuple(outputs), metrics=tuple(metric.name for metric in metrics), tests=tests,
        baseline=baseline, segments=segments, samples=samples, seed=seed, level=level,
        standings=tuple(_standings(table, judged, tests[0] if baseline is None else None)),
        pairs=tuple(judged), buckets=tuple(by_length(table)),
        contrasts=tuple(contrasts(table, pairs, show, ids)),
        signatures=_signatures(scorers, beside, outputs), lower_is_better=_lower_is_better(metrics),
    )  # fmt: skip


def _open(metric: Metric[Any], beside: Beside) -> Scorer[Any]:
    return metric.open(None, lambda: present(beside.of(metric.against)))


def _lower_is_better(metrics: Sequence[Metric[Any]]) -> frozenset[str]:
    return frozenset(metric.name for metric in metrics if not metric.higher_is_better)


def _signatures(
    scorers: Sequence[Scorer[Any]], beside: Beside, outputs: Mapping[str, Sequence[Segment]]
) -> dict[str, str]:
    analysed = isinstance(next(iter(outputs.values()))[0], Sentence)
    return {
        one.metric.name: str(one.signature(_count(one.metric, beside), analysed)) for one in scorers
    }


def _count(metric: Metric[Any], beside: Beside) -> int:
    return one_count(reference_counts(beside.of(metric.against)))


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
