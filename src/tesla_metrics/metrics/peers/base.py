"""Base classes of the metrics computed by sacreBLEU: statistics, signatures, options.

Options have the same names as in the constructors of sacreBLEU and, on the command line, as in the
command `sacrebleu`.
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
from ...files.item import ReferenceSet, Segment, get_text
from ...text.languages import find_language, parse_language
from ..base import Metric, Progress, ReferencesFactory, Scorer
from ..options import check_options, option
from ..score import Signature
from ..segment_metric import SignatureFields

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric

# Segments per call of sacreBLEU. It logs a warning in each call with 100 or more lines that look
# tokenised.
_BATCH_SIZE = 99
# Segments per call of the native core.
_NATIVE_BATCH_SIZE = 200
# Maximum number of pairs of a matrix per call of the native core.
_MAX_MATRIX_PAIRS = 100_000
_OPTION_GROUP = "bleu, chrf, ter (named as in sacreBLEU)"
MAX_NGRAM_ORDER = 100
# Versions of sacreBLEU for which the native core gives the same counts.
_SUPPORTED_VERSIONS = ("2.4.", "2.5.", "2.6.")

# The statistics of a segment or system, in the order of sacreBLEU.
Statistics: TypeAlias = list[float]


def peer_option(default: Any, kind: str, help: str, **settings: Any) -> Any:
    """Declare an option that has the same name as in sacreBLEU."""
    return option(default, kind, help, group=_OPTION_GROUP, **settings)


class Peer(Metric[Statistics]):
    """Base class of metrics computed by sacreBLEU.

    Statistics are extracted once; segment and system scores are both computed from them.
    """

    lang: str
    # Segments per call of sacreBLEU, and between two calls of `progress`.
    step: ClassVar[int] = _BATCH_SIZE

    def __post_init__(self) -> None:
        check_options(self)
        if self.lang:
            parse_language(self.lang)

    @abstractmethod
    def make(self, segments: bool) -> "SacreMetric":
        """Return the metric object of sacreBLEU, for scores of segments or of systems."""

    @cached_property
    def system(self) -> "SacreMetric":
        """Return the metric object of sacreBLEU for system scores."""
        return self.make(segments=False)

    @cached_property
    def _segment(self) -> "SacreMetric":
        return self.make(segments=True)

    def native_counter(self, native: ModuleType) -> Any | None:
        """Return an object of the native core that computes the same statistics, or None."""
        del native
        return None

    def text_preparer(self) -> Callable[[str], str] | None:
        """Return the function that prepares texts for the native core; None if not needed."""
        return None

    def extra_fields(self) -> SignatureFields:
        """Return fields of the signature in addition to the fields of sacreBLEU.

        These are settings that sacreBLEU omits, and deviations from sacreBLEU.
        """
        return []

    def unspaced_hint(self) -> str:
        """Return the advice for languages without spaces if words are split at spaces, else ""."""
        return ""

    @property
    def cuts_at_spaces(self) -> bool:
        return not self.lang and bool(self.unspaced_hint())

    def open_in(self, session: Session, references: ReferencesFactory | None) -> "PeerScorer":
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
        """Return the segment score of each row; `segment_value` may differ in the last digits."""
        return np.array([self.segment_value(row) for row in rows.tolist()], dtype=np.float64)

    def total(self, rows: Sequence[Statistics]) -> Statistics:
        return [sum(column) for column in zip(*rows, strict=True)]

    def system_value(self, total: Statistics) -> float:
        return float(self.system._aggregate_and_compute([total]).score)


def _is_supported_sacrebleu() -> bool:
    import sacrebleu

    return str(sacrebleu.__version__).startswith(_SUPPORTED_VERSIONS)


class PeerScorer(Scorer[Statistics]):
    """Scorer that passes texts to sacreBLEU, or to an equivalent counter of the native core."""

    def __init__(self, metric: Peer, native: ModuleType | None) -> None:
        self.metric: Peer = metric
        self._sacrebleu_metric = (
            metric.system
        )  # Raises an error here if its tokeniser is not available.
        self._native_counter: Any | None = None
        if native is not None and _is_supported_sacrebleu():
            self._native_counter = metric.native_counter(native)
        self._prepare_text = None if self._native_counter is None else metric.text_preparer()

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Statistics]:
        rows: list[Statistics] = []
        step = self.metric.step if self._native_counter is None else _NATIVE_BATCH_SIZE
        for start in range(0, len(hypotheses), step):
            batch = slice(start, start + step)
            texts = self._prepare_texts(hypotheses[batch])
            reference_texts = [self._prepare_texts(column[batch]) for column in references]
            if self._native_counter is not None:
                rows += self._native_counter.count(texts, reference_texts, jobs)
            else:
                # There are no worker processes: starting them would take longer. sacreBLEU accepts
                # None for a missing reference, although its type annotations do not allow it.
                rows += self._sacrebleu_metric._extract_corpus_statistics(texts, reference_texts)  # type: ignore[arg-type]
            if progress is not None:
                progress(len(texts))
        return rows

    def _prepare_texts(self, segments: Sequence[Segment | None]) -> list[str | None]:
        """Return the prepared texts; None is a missing reference."""
        prepare = self._prepare_text
        if prepare is None:
            return [
                None if segment is None else _join_hyphenated_lines(segment) for segment in segments
            ]
        return [
            None if segment is None else prepare(_join_hyphenated_lines(segment))
            for segment in segments
        ]

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Floats:
        if self._native_counter is not None:
            return self._compute_native_matrix(
                self._prepare_texts(hypotheses), self._prepare_texts(references), jobs
            )
        value = self.metric.segment_value
        columns = [
            [value(row) for row in self.statistics(hypotheses, [[reference] * len(hypotheses)])]
            for reference in references
        ]
        return np.array(columns, dtype=np.float64).T

    def _compute_native_matrix(
        self, hypotheses: Sequence[str | None], references: Sequence[str | None], jobs: int
    ) -> Floats:
        assert self._native_counter is not None
        columns = []
        step = max(1, _MAX_MATRIX_PAIRS // len(hypotheses))
        for start in range(0, len(references), step):
            batch = references[start : start + step]
            # Pairs of the same reference follow each other: its n-grams are extracted once.
            left = np.repeat(np.arange(len(batch)), len(hypotheses))
            right = np.tile(np.arange(len(hypotheses)), len(batch))
            rows = self._native_counter.count_pairs(batch, hypotheses, left, right, jobs)
            columns.append(self.metric.segment_values(rows).reshape(len(batch), -1))
        return np.concatenate(columns).T

    def signature(self, references: int, analysed: bool = False) -> Signature:
        """Return the name of the metric, the fields of sacreBLEU, and further fields."""
        described_metric = copy(self._sacrebleu_metric)
        described_metric.num_refs = references
        fields = []
        for field in described_metric.get_signature().format().split("|"):
            key, _, value = field.partition(":")
            fields.append((key, value))
        return Signature(self.metric.name, (*fields, *self.metric.extra_fields()))


def _join_hyphenated_lines(segment: Segment) -> str:
    """Return the text of a segment with spaces in place of line breaks after hyphens.

    Every metric treats a line break as a space, but sacreBLEU would join the two words.
    """
    return get_text(segment).replace("-\n", "- ")
