"""Base classes of the metrics computed by sacreBLEU: statistics, signatures, options.

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
from ...core.encoding.session import Session
from ...errors import warn_user
from ...files.item import ReferenceSet, Segment, text_of
from ...text.languages import find_language, parse_language
from ..base import AllReferences, Metric, Progress, Scorer
from ..options import check_options, option
from ..score import Signature
from ..segment_metric import Fields

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric

# Below the 100 tokenised lines per call at which sacreBLEU logs a warning, which it would repeat in
# every call.
_BATCH_SIZE = 99
# Batch size of the native core, and the number of pairs of a matrix that are counted at once.
_NATIVE_BATCH_SIZE = 200
_MAX_PAIRS = 100_000
_GROUP = "bleu, chrf, ter (named as in sacreBLEU)"
MAX_ORDER = 100
# Versions of sacreBLEU whose counts the native core is known to reproduce.
_SUPPORTED_VERSIONS = ("2.4.", "2.5.", "2.6.")

Statistics: TypeAlias = list[float]  # in sacreBLEU's order


def peer_option(default: Any, kind: str, help: str, **settings: Any) -> Any:
    """Declare an option with a name of sacreBLEU's."""
    return option(default, kind, help, group=_GROUP, **settings)


class Peer(Metric[Statistics]):
    """Base class of metrics computed by sacreBLEU.

    Statistics are extracted once; segment and system scores are both computed from them.
    """

    lang: str
    step: ClassVar[int] = _BATCH_SIZE  # segments between two calls of `progress`

    def __post_init__(self) -> None:
        check_options(self)
        if self.lang:
            parse_language(self.lang)

    @abstractmethod
    def make(self, segments: bool) -> "SacreMetric":
        """Return sacreBLEU's object, for single segments or for systems."""

    @cached_property
    def system(self) -> "SacreMetric":
        """Return sacreBLEU's object for systems."""
        return self.make(segments=False)

    @cached_property
    def _segment(self) -> "SacreMetric":
        return self.make(segments=True)

    def native_counter(self, native: ModuleType) -> Any | None:
        """Return the counter of the native core that equals sacreBLEU's; None if there is none."""
        del native
        return None

    def text_preparer(self) -> Callable[[str], str] | None:
        """Return the function that prepares texts for the native core, if any."""
        return None

    def extra_fields(self) -> Fields:
        """Return fields of the signature that sacreBLEU omits, and deviations from it."""
        return []

    def unspaced_hint(self) -> str:
        """Return what to do for text without spaces if words are split at spaces; else ""."""
        return ""

    @property
    def cuts_at_spaces(self) -> bool:
        return not self.lang and bool(self.unspaced_hint())

    def open_in(self, session: Session, references: AllReferences | None) -> "PeerScorer":
        hint = self.unspaced_hint()
        if self.lang and hint and not find_language(parse_language(self.lang)).spaces:
            warn_user(
                f"{self.name} splits words at spaces, but {self.lang!r} is written without spaces: "
                f"{hint}"
            )
        return PeerScorer(self, session.native)

    def segment_value(self, row: Statistics) -> float:
        return float(self._segment._aggregate_and_compute([row]).score)

    def segment_values(self, rows: Floats) -> Floats:
        """Return the score of each row; equal to `segment_value` except for the last digits."""
        return np.array([self.segment_value(row) for row in rows.tolist()], dtype=np.float64)

    def total(self, rows: Sequence[Statistics]) -> Statistics:
        return [sum(column) for column in zip(*rows, strict=True)]

    def system_value(self, total: Statistics) -> float:
        return float(self.system._aggregate_and_compute([total]).score)


def _is_supported() -> bool:
    import sacrebleu

    return str(sacrebleu.__version__).startswith(_SUPPORTED_VERSIONS)


class PeerScorer(Scorer[Statistics]):
    """Scorer that passes texts to sacreBLEU, or to an equivalent counter of the native core."""

    def __init__(self, metric: Peer, native: ModuleType | None) -> None:
        self.metric: Peer = metric
        self._system = metric.system  # raises an error now if its tokeniser lacks something
        self._counter = (
            None if native is None or not _is_supported() else metric.native_counter(native)
        )
        self._prepare = None if self._counter is None else metric.text_preparer()

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Statistics]:
        rows: list[Statistics] = []
        step = self.metric.step if self._counter is None else _NATIVE_BATCH_SIZE
        for start in range(0, len(hypotheses), step):
            part = slice(start, start + step)
            texts = self._texts(hypotheses[part])
            columns = [self._texts(column[part]) for column in references]
            if self._counter is not None:
                rows += self._counter.count(texts, columns, jobs)
            else:  # cheap compared with starting processes
                # sacreBLEU takes None for a missing reference, though its types do not say so.
                rows += self._system._extract_corpus_statistics(texts, columns)  # type: ignore[arg-type]
            if progress is not None:
                progress(len(texts))
        return rows

    def _texts(self, segments: Sequence[Segment | None]) -> list[str | None]:
        """Return the texts as they are counted."""
        prepare = self._prepare
        if prepare is None:
            return [None if segment is None else _text(segment) for segment in segments]
        return [None if segment is None else prepare(_text(segment)) for segment in segments]

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Floats:
        if self._counter is not None:
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
        assert self._counter is not None
        columns = []
        step = max(1, _MAX_PAIRS // len(hypotheses))
        for start in range(0, len(references), step):
            batch = references[start : start + step]
            # One reference with all hypotheses, so that its n-grams are extracted once.
            left = np.repeat(np.arange(len(batch)), len(hypotheses))
            right = np.tile(np.arange(len(hypotheses)), len(batch))
            rows = self._counter.count_pairs(batch, hypotheses, left, right, jobs)
            columns.append(self.metric.segment_values(rows).reshape(len(batch), -1))
        return np.concatenate(columns).T

    def signature(self, references: int, analysed: bool = False) -> Signature:
        """Return sacreBLEU's signature, preceded by our name and followed by our notes."""
        described = copy(self._system)
        described.num_refs = references
        fields = []
        for field in described.get_signature().format().split("|"):
            key, _, value = field.partition(":")
            fields.append((key, value))
        return Signature(self.metric.name, (*fields, *self.metric.extra_fields()))


def _text(segment: Segment) -> str:
    """Return the text with line breaks after hyphens as spaces.

    Every metric reads a line break as a space, but sacreBLEU would join the words.
    """
    return text_of(segment).replace("-\n", "- ")
