"""What sacreBLEU's metrics share here: statistics, signatures, options.

Options have the names of sacreBLEU's constructors, and on the command line those of its command.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from ...arrays import Floats
from ...encoding.session import Session
from ...errors import warn_user
from ...languages import find_language, parse_language
from ...tasks import ReferenceSet, Segment, text_of
from ..base import AllReferences, Metric, Progress, Scorer
from ..options import check_options, option
from ..segments import Fields
from ..signature import Signature

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric

# Fewer than the 100 tokenised lines in one call after which sacreBLEU logs a warning: it would
# repeat that from call to call.
_STEP = 99
# The same of the native core, and pairs of a matrix that are counted at once.
_NATIVE_STEP = 200
_MOST_PAIRS = 100_000
_GROUP = "bleu, chrf, ter (by sacreBLEU's own names)"
MOST_ORDER = 100
# Versions of sacreBLEU that the native core counts like; of others nobody knows.
_KNOWN = ("2.4.", "2.5.", "2.6.")

Statistics: TypeAlias = list[float]  # as sacreBLEU has them


def peer_option(default: Any, kind: str, help: str, **facts: Any) -> Any:
    """One by a name of sacreBLEU's."""
    return option(default, kind, help, group=_GROUP, **facts)


class Peer(Metric[Statistics]):
    """Statistics are extracted once; segments and system are both computed from them."""

    lang: str
    step: ClassVar[int] = _STEP  # segments between two words of progress

    def __post_init__(self) -> None:
        check_options(self)
        if self.lang:
            parse_language(self.lang)

    @abstractmethod
    def make(self, segments: bool) -> "SacreMetric":
        """sacreBLEU's object, for single segments or for whole systems."""

    @cached_property
    def system(self) -> "SacreMetric":
        """For whole systems."""
        return self.make(segments=False)

    @cached_property
    def _segment(self) -> "SacreMetric":
        return self.make(segments=True)

    def counting(self, native: ModuleType) -> Any | None:
        """What counts in the native core as sacreBLEU does; None where only that can."""
        del native
        return None

    def preparing(self) -> Callable[[str], str] | None:
        """What is done to texts before the native core sees them."""
        return None

    def notes(self) -> Fields:
        """What signatures say beside sacreBLEU's: what that leaves out, and where we deviate."""
        return []

    def unspaced_hint(self) -> str:
        """What to do instead, if words are what stands between spaces; else nothing."""
        return ""

    @property
    def cuts_at_spaces(self) -> bool:
        return not self.lang and bool(self.unspaced_hint())

    def open_in(self, session: Session, references: AllReferences | None) -> "PeerScorer":
        hint = self.unspaced_hint()
        if self.lang and hint and not find_language(parse_language(self.lang)).spaces:
            warn_user(
                f"{self.name} compares words between spaces, which {self.lang!r} does not write: "
                f"{hint}"
            )
        return PeerScorer(self, session.native)

    def segment_value(self, row: Statistics) -> float:
        return float(self._segment._aggregate_and_compute([row]).score)

    def segment_values(self, rows: Floats) -> Floats:
        """The score of each row, as `segment_value` has it to the last digits but one."""
        return np.array([self.segment_value(row) for row in rows.tolist()], dtype=np.float64)

    def total(self, rows: Sequence[Statistics]) -> Statistics:
        return [sum(column) for column in zip(*rows, strict=True)]

    def system_value(self, total: Statistics) -> float:
        return float(self.system._aggregate_and_compute([total]).score)


def _is_known() -> bool:
    import sacrebleu

    return str(sacrebleu.__version__).startswith(_KNOWN)


class PeerScorer(Scorer[Statistics]):
    """sacreBLEU reads the text, whatever else is known of it, and needs nothing more.

    The native core counts the same, where it can.
    """

    def __init__(self, metric: Peer, native: ModuleType | None) -> None:
        self.metric: Peer = metric
        self._system = metric.system  # what its tokeniser needs is missed now, if at all
        self._counting = None if native is None or not _is_known() else metric.counting(native)
        self._prepare = None if self._counting is None else metric.preparing()

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Statistics]:
        rows: list[Statistics] = []
        step = self.metric.step if self._counting is None else _NATIVE_STEP
        for start in range(0, len(hypotheses), step):
            part = slice(start, start + step)
            texts = self._texts(hypotheses[part])
            columns = [self._texts(column[part]) for column in references]
            if self._counting is not None:
                rows += self._counting.count(texts, columns, jobs)
            else:  # cheap beside starting processes
                # sacreBLEU takes None for a missing reference, though its types do not say so.
                rows += self._system._extract_corpus_statistics(texts, columns)  # type: ignore[arg-type]
            if progress is not None:
                progress(len(texts))
        return rows

    def _texts(self, segments: Sequence[Segment | None]) -> list[str | None]:
        """As they are counted."""
        prepare = self._prepare
        if prepare is None:
            return [None if one is None else _text(one) for one in segments]
        return [None if one is None else prepare(_text(one)) for one in segments]

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Floats:
        if self._counting is not None:
            return self._native_matrix(self._texts(hypotheses), self._texts(references), jobs)
        value = self.metric.segment_value
        columns = [
            [value(row) for row in self.statistics(hypotheses, [[reference] * len(hypotheses)])]
            for reference in references
        ]
        return np.array(columns, dtype=np.float64).T

    def _native_matrix(
        self, hypotheses: Sequence[str | None], references: Sequence[str | None], jobs: int
    ) -> Floats:
        assert self._counting is not None
        columns = []
        step = max(1, _MOST_PAIRS // len(hypotheses))
        for start in range(0, len(references), step):
            some = references[start : start + step]
            # One reference with all hypotheses: what is made of it is used for all of them.
            left = np.repeat(np.arange(len(some)), len(hypotheses))
            right = np.tile(np.arange(len(hypotheses)), len(some))
            rows = self._counting.count_pairs(some, hypotheses, left, right, jobs)
            columns.append(self.metric.segment_values(rows).reshape(len(some), -1))
        return np.concatenate(columns).T

    def signature(self, references: int, analysed: bool = False) -> Signature:
        """sacreBLEU's own as it prints it, between our name and our notes."""
        described = copy(self._system)
        described.num_refs = references
        fields = []
        for field in described.get_signature().format().split("|"):
            key, _, value = field.partition(":")
            fields.append((key, value))
        return Signature(self.metric.name, (*fields, *self.metric.notes()))


def _text(segment: Segment) -> str:
    """A line end is a space to every metric; sacreBLEU would join what a hyphen stands before."""
    return text_of(segment).replace("-\n", "- ")
