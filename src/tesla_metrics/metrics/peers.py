"""The metrics people compare with, computed by sacreBLEU, on their own scales."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from ..arrays import Floats
from ..encoding.session import Session
from ..errors import ResourceError
from ..languages import parse_language
from ..tasks import ReferenceSet, Segment, text_of
from .base import AllReferences, Metric, Progress, Scorer
from .options import check_options, option
from .signature import Signature

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric

_STEP = 100


# sacreBLEU's names.
TOKENIZERS = (
    "auto", "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "spm", "flores101",
    "flores200",
)  # fmt: skip

Statistics: TypeAlias = list[float]  # as sacreBLEU has them


class Peer(Metric[Statistics]):
    """Statistics are extracted once; segments and system are both computed from them."""

    lang: str

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

    def notes(self) -> tuple[tuple[str, str], ...]:
        """What signatures say beside sacreBLEU's."""
        return ()

    def open_in(self, session: Session, references: AllReferences | None) -> "PeerScorer":
        return PeerScorer(self)

    def segment_value(self, row: Statistics) -> float:
        return float(self._segment._aggregate_and_compute([row]).score)

    def total(self, rows: Sequence[Statistics]) -> Statistics:
        return [sum(column) for column in zip(*rows, strict=True)]

    def system_value(self, total: Statistics) -> float:
        return float(self.system._aggregate_and_compute([total]).score)

    def resampled(self, rows: Sequence[Statistics] | Floats, weights: Floats) -> Floats:
        totals = weights @ np.array(rows, dtype=np.float64)
        return np.array([self.system_value(total) for total in totals.tolist()])


class PeerScorer(Scorer[Statistics]):
    """sacreBLEU reads the text, whatever else is known of it, and needs nothing more."""

    def __init__(self, metric: Peer) -> None:
        self.metric: Peer = metric

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Statistics]:
        del jobs  # statistics are cheap beside starting processes
        rows: list[Statistics] = []
        for start in range(0, len(hypotheses), _STEP):
            part = slice(start, start + _STEP)
            texts = list(map(text_of, hypotheses[part]))
            columns = [list(map(_text_or_none, column[part])) for column in references]
            # sacreBLEU takes None for a missing reference, though its types do not say so.
            rows += self.metric.system._extract_corpus_statistics(texts, columns)  # type: ignore[arg-type]
            if progress is not None:
                progress(len(texts))
        return rows

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Floats:
        value = self.metric.segment_value
        columns = [
            [value(row) for row in self.statistics(hypotheses, [[reference] * len(hypotheses)])]
            for reference in references
        ]
        return np.array(columns, dtype=np.float64).T

    def signature(self, references: int, analysed: bool = False) -> Signature:
        described = self.metric.make(segments=False)
        described.num_refs = references
        facts = described.get_signature().info
        fields = [("sacrebleu", str(facts.pop("version")))]
        fields += [(key, _plain(value)) for key, value in facts.items() if value is not None]
        return Signature(self.metric.name, (*fields, *self.metric.notes()))


@dataclass(frozen=True)
class Bleu(Peer):
    """BLEU (Papineni et al. 2002); segments by sentence BLEU with effective order."""

    name: ClassVar[str] = "bleu"
    lang: str = ""
    tokenize: str = option(
        "auto",
        "text",
        "how bleu cuts text into words: auto (default: as sacreBLEU does for the language), or a "
        "name of sacreBLEU's",
        choices=TOKENIZERS,
    )

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.bleu import BLEU

        tokenize = self.tokenize if self.tokenize != "auto" else _bleu_tokenizer(self.lang)
        try:
            return BLEU(tokenize=tokenize, effective_order=segments)
        except (ImportError, RuntimeError, OSError) as error:
            raise ResourceError(
                f"sacreBLEU's tokeniser {tokenize!r} cannot be had ({error}): install what it "
                "needs, or give --tokenize char"
            ) from error

    def notes(self) -> tuple[tuple[str, str], ...]:
        return (("segments", "sentence-bleu-effective-order"),)


@dataclass(frozen=True)
class Chrf(Peer):
    """chrF (Popović 2015)."""

    name: ClassVar[str] = "chrf"
    word_order: ClassVar[int] = 0
    lang: str = ""

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(word_order=self.word_order)


@dataclass(frozen=True)
class ChrfPlusPlus(Chrf):
    """chrF++ (Popović 2017): chrF with word unigrams and bigrams."""

    name: ClassVar[str] = "chrf++"
    word_order: ClassVar[int] = 2


@dataclass(frozen=True)
class Ter(Peer):
    """TER (Snover et al. 2006): edits for each reference word, lower is better."""

    name: ClassVar[str] = "ter"
    higher_is_better: ClassVar[bool] = False
    lang: str = ""

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.ter import TER

        # Without these a Chinese or Japanese line would be one word.
        unspaced = bool(self.lang) and parse_language(self.lang) in ("zh", "ja")
        return TER(normalized=unspaced, asian_support=unspaced)


def _bleu_tokenizer(lang: str) -> str:
    # sacreBLEU's own choices, where what they need is installed.
    wanted = {"zh": ("zh", None), "ja": ("ja-mecab", "MeCab"), "ko": ("ko-mecab", "mecab_ko")}
    name, module = wanted.get(parse_language(lang) if lang else "", ("13a", None))
    return name if module is None or find_spec(module) is not None else "char"


def _text_or_none(reference: Segment | None) -> str | None:
    return None if reference is None else text_of(reference)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
