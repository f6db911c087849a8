"""Metrics whose system score is the mean of their segments', and how these are scored."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import fsum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from ..analysis.sentence import Sentence
from ..arrays import Floats, Indices
from ..comparing.comparer import Comparer, Rows
from ..encoding.batches import in_batches
from ..encoding.pairs import Pairs, Product
from ..encoding.session import Session
from ..errors import UsageError
from ..intake.references import no_reference, present
from ..languages import Language, find_language, parse_language, register
from ..languages.registry import is_registered
from ..names import NOTHING
from ..tasks import ReferenceSet, Segment, lowered
from .base import AllReferences, Metric, Progress, Scorer, unexplained
from .inputs import check_inputs
from .options import LOWERCASE, check_options, option
from .signature import Signature

if TYPE_CHECKING:
    from ..explaining.coherence.coherence import TextCoherence
    from ..explaining.drawings import Drawings
    from ..explaining.explanation import Against, Explanation

# The sum of scores, the sums of their parts, and of how many.
Mean: TypeAlias = tuple[float, ...]
Fields = list[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class SegmentMetric(Metric[Mean]):
    """Columns of pairs of segments become scores of segments; its parts are columns by name.

    lowercase   whether both sides are lower-cased before all else
    """

    lowercase: bool = option(False, "flag", LOWERCASE, short="-lc")

    def __post_init__(self) -> None:
        check_options(self)

    @abstractmethod
    def open_in(self, session: Session, references: AllReferences | None) -> "SegmentScorer": ...

    def open(
        self, session: Session | None = None, references: AllReferences | None = None
    ) -> "SegmentScorer":
        opened = super().open(session, self.as_compared(references))
        assert isinstance(opened, SegmentScorer)
        return opened

    def as_compared(self, references: AllReferences | None) -> AllReferences | None:
        """References as the metric sees them."""
        return partial(_all_lowered, references) if self.lowercase and references else references

    def explain(
        self,
        hypothesis: Segment,
        references: Segment | Sequence[Segment] = (),
        *,
        session: Session | None = None,
    ) -> "Explanation":
        given = [references] if isinstance(references, str | Sentence) else list(references)
        for segment in (hypothesis, *given):
            if not isinstance(segment, str | Sentence):
                raise UsageError(
                    f"explain takes one hypothesis and its references, but here is a "
                    f"{type(segment).__name__}: call it for each segment"
                )
        texts, sets = check_inputs(
            [hypothesis], [[one] for one in given], None, against=self.against,
            documents=self.of_documents,
        )  # fmt: skip
        scorer = self.open(session, lambda: present(sets))
        return scorer.explain(texts[0], list(present(sets)))

    def explain_pair(
        self, scorer: "SegmentScorer", reference: Segment, hypothesis: Segment
    ) -> "Against":
        """One hypothesis against one reference; `scorer` is what the metric opened."""
        raise unexplained(self)

    def explain_text(self, scorer: "SegmentScorer", hypothesis: Segment) -> "TextCoherence | None":
        """How a hypothesis hangs together by itself, of a metric that minds that."""
        return None

    def segment_value(self, row: Mean) -> float:
        return row[0]

    def total(self, rows: Sequence[Mean]) -> Mean:
        *sums, counts = zip(*rows, strict=True)
        return (*map(fsum, sums), sum(counts))

    def system_value(self, total: Mean) -> float:
        return total[0] / total[-1]

    def part_values(self, row: Mean) -> tuple[float, ...]:
        return tuple(part / row[-1] for part in row[1:-1])

    def system_values(self, totals: Floats) -> Floats:
        means: Floats = totals[:, 0] / totals[:, -1]
        return means


class SegmentScorer(Scorer[Mean]):
    """A comparer, and the formula that makes scores of its columns.

    combine     from columns, a row a pair, to scores
    fields      of the signature, for so many references, of given analyses or not
    multi       mean or max: over several references
    decisive    which column of a row, the score or a part behind it, says which reference is best
    """

    decisive: ClassVar[int] = 0

    def __init__(
        self,
        metric: SegmentMetric,
        session: Session,
        comparer: Comparer,
        combine: Callable[[Rows], Rows],
        fields: Callable[[int, bool], Fields],
        multi: str = "mean",
    ) -> None:
        self.metric: SegmentMetric = metric
        self.session, self.comparer = session, comparer
        self.combine, self._fields, self._multi = combine, fields, multi
        self._parts = [comparer.columns.index(name) for name in metric.parts]

    @property
    def threaded(self) -> bool:
        return self.comparer.threaded

    def pair_rows(self, pairs: Pairs, threads: int = 1) -> Rows:
        """The score of each pair, with its parts behind it."""
        # Here, so that no more than a batch is there twice.
        if self.metric.lowercase:
            pairs = pairs.lowered()
        columns = self.comparer.compare(pairs, threads)
        return np.column_stack([self.combine(columns), columns[:, self._parts]])

    def rows(self, pairs: Pairs, jobs: int = 1, progress: Progress | None = None) -> Rows:
        """The same in batches, by threads or processes."""
        own = self.session
        send = partial(_in_process, self.metric, own.core, own.memory, self._language())
        return in_batches(
            self.pair_rows, pairs, jobs, progress, threaded=self.comparer.threaded, send=send
        )

    def scores(self, pairs: Pairs, jobs: int = 1, progress: Progress | None = None) -> Rows:
        """The score of each pair alone."""
        return self.rows(pairs, jobs, progress)[:, 0]

    def _language(self) -> Language | None:
        """What a user has said of the language, which other processes have not heard."""
        code = getattr(self.metric, "lang", "")
        code = parse_language(code) if code else ""
        return find_language(code) if is_registered(code) else None

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Mean]:
        # Who looks at candidates by themselves finds each beside itself.
        alone = self.metric.against == NOTHING
        pairs = Pairs.of_sets(hypotheses, [hypotheses] if alone else references)
        rows = self.over_references(self.rows(pairs, jobs, progress), pairs)
        return [(*row, 1) for row in rows.tolist()]

    def over_references(self, rows: Rows, pairs: Pairs) -> Rows:
        """The row of each candidate; pairs are in their order."""
        counts = np.bincount(pairs.right, minlength=len(pairs.candidates))
        if not counts.all():
            raise no_reference(int(np.argmin(counts)) + 1)
        if len(rows) == len(counts):  # one each
            return rows
        starts = np.cumsum(counts) - counts
        if self._multi == "max":
            return rows[_first_best(rows[:, self.decisive], counts, starts)]
        # A column at a time: numpy adds up in another order where it has several.
        sums = np.column_stack([np.add.reduceat(column, starts) for column in rows.T])
        means: Rows = sums / counts[:, None]
        return means

    def explain(self, hypothesis: Segment, references: Sequence[Segment]) -> "Explanation":
        """Why a segment has its score: checked input."""
        from ..explaining.explanation import Explanation  # who scores needs none of it

        if self.metric.lowercase:
            hypothesis, references = lowered(hypothesis), list(map(lowered, references))
        pairs = [self.metric.explain_pair(self, one, hypothesis) for one in references]
        (row,) = self.statistics([hypothesis], [[one] for one in references])
        analysed = not isinstance(hypothesis, str)
        return Explanation(
            self.metric.name,
            str(self.signature(len(references), analysed)),
            self.metric.segment_value(row),
            self._multi if len(references) > 1 else "only",
            self.metric.against,
            tuple(map(_with_share, pairs, self._shares(hypothesis, references))),
            self.metric.parts_by_name(row),
            self.metric.explain_text(self, hypothesis),
        )

    def drawings(self, pairs: Pairs, jobs: int = 1, progress: Progress | None = None) -> "Drawings":
        """The alignments of many pairs; progress hears how many candidates are done."""
        from ..explaining.drawings import drawings_of  # who scores needs none of it

        if not len(pairs):
            return drawings_of(pairs, [])
        return self.draw_pairs(pairs.lowered() if self.metric.lowercase else pairs, jobs, progress)

    def draw_pairs(self, pairs: Pairs, jobs: int, progress: Progress | None) -> "Drawings":
        """Each pair explained by itself; a metric that knows a quicker way has its own."""
        from ..explaining.drawings import drawings_of

        explained, seen = [], set[int]()
        for left, right in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True):
            own = pairs.references[left], pairs.candidates[right]
            explained.append(self.metric.explain_pair(self, *own))
            if progress is not None and right not in seen:
                seen.add(right)
                progress(1)
        return drawings_of(pairs, explained)

    def _shares(self, hypothesis: Segment, references: Sequence[Segment]) -> list[float]:
        """What each reference counts for."""
        if self._multi != "max" or len(references) == 1:
            return [1 / len(references) for _ in references]
        rows = self.pair_rows(Pairs.products([Product([hypothesis], references)]))
        scores = rows[:, self.decisive].tolist()
        best = scores.index(max(scores))
        return [float(number == best) for number in range(len(scores))]

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Rows:
        return self.matrices([Product(hypotheses, references)], jobs)[0]

    def matrices(
        self, groups: Sequence[Product], jobs: int = 1, progress: Progress | None = None
    ) -> list[Rows]:
        # All at once: lists are short, and threads and processes want work to share.
        scores = self.scores(Pairs.products(groups), jobs, progress)
        sizes = [(len(group.candidates), len(group.references)) for group in groups]
        ends = np.cumsum([rows * columns for rows, columns in sizes])
        parts = np.split(scores, ends[:-1])
        return [part.reshape(size) for part, size in zip(parts, sizes, strict=True)]

    def signature(self, references: int, analysed: bool = False) -> Signature:
        fields = list(self._fields(references, analysed))
        if self.metric.lowercase:
            fields.insert(1, ("case", "lc"))  # as sacreBLEU has it
        return Signature(self.metric.name, tuple(fields), self.session.core)


def check_explains(metric: Metric[Any]) -> SegmentMetric:
    """The same metric, which can say why; peers cannot."""
    if isinstance(metric, SegmentMetric) and explains(type(metric)):
        return metric
    raise unexplained(metric)


def explains(kind: type[Metric[Any]]) -> bool:
    """Whether metrics of this kind can say why."""
    if not issubclass(kind, SegmentMetric):
        return False
    pair, text = SegmentMetric.explain_pair, SegmentMetric.explain_text
    return kind.explain_pair is not pair or kind.explain_text is not text


def _with_share(pair: "Against", share: float) -> "Against":
    return replace(pair, share=share)


def _first_best(scores: Rows, counts: Indices, starts: Indices) -> Indices:
    """The places of the best scores of stretches, of equal ones the first; NaN if one is NaN."""
    highest = np.maximum.reduceat(scores, starts).repeat(counts)
    best = np.flatnonzero((scores == highest) | np.isnan(scores))
    return best[np.searchsorted(best, starts)]


def _all_lowered(references: AllReferences) -> Iterable[Segment]:
    return map(lowered, references())


@lru_cache(maxsize=2)
def _session(core: str, memory: int) -> Session:
    return Session(core=core, memory=memory)


def _in_process(
    metric: SegmentMetric, core: str, memory: int, language: Language | None, pairs: Pairs
) -> Rows:
    """In a process of its own, which keeps its session from batch to batch."""
    if language is not None and find_language(language.code).revision != language.revision:
        register(language)
    return metric.open(_session(core, memory)).pair_rows(pairs)
