"""The metrics people compare with, computed by sacreBLEU, on their own scales."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from ..analysis.sentence import Sentence
from ..languages import parse_language
from .base import Metric, Progress
from .inputs import Segment
from .signature import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sacrebleu.metrics.base import Metric as SacreMetric

_STEP = 100


class Peer(Metric):
    """Statistics are extracted once; segments and system are both computed from them."""

    lang: str

    def __post_init__(self) -> None:
        if self.lang:
            parse_language(self.lang)

    @abstractmethod
    def _make(self, segments: bool) -> "SacreMetric":
        """sacreBLEU's object, for single segments or for whole systems."""

    @cached_property
    def _system(self) -> "SacreMetric":
        return self._make(segments=False)

    @cached_property
    def _segment(self) -> "SacreMetric":
        return self._make(segments=True)

    def signature(self, references: int, analysed: bool = False) -> Signature:
        del analysed  # peers read the text, whatever else is known of it
        described = self._make(segments=False)
        described.num_refs = references
        facts = described.get_signature().info
        fields = [("sacrebleu", str(facts.pop("version")))]
        fields += [(key, _plain(value)) for key, value in facts.items() if value is not None]
        return Signature(self.name, (*fields, *self._notes()))

    def _notes(self) -> tuple[tuple[str, str], ...]:
        return ()

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        jobs: int,
        progress: Progress | None,
    ) -> Sequence[Any]:
        del jobs  # statistics are cheap beside starting processes
        return list(self._statistics(hypotheses, references, progress))

    def segment_value(self, row: Any) -> float:
        return float(self._segment._aggregate_and_compute([row]).score)

    def total(self, rows: Sequence[Any]) -> Any:
        return [sum(column) for column in zip(*rows, strict=True)]

    def system_value(self, total: Any) -> float:
        return float(self._system._aggregate_and_compute([total]).score)

    def resampled(
        self, rows: Sequence[Any], weights: "NDArray[np.float64]"
    ) -> "NDArray[np.float64]":
        import numpy as np

        totals = weights @ np.array(rows, dtype=np.float64)
        return np.array([self.system_value(total) for total in totals.tolist()])

    def _statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        progress: Progress | None,
    ) -> Iterator[Any]:
        for start in range(0, len(hypotheses), _STEP):
            part = slice(start, start + _STEP)
            texts = [_text(segment) for segment in hypotheses[part]]
            columns = [[_text(segment) for segment in column[part]] for column in references]
            yield from self._system._extract_corpus_statistics(texts, columns)
            if progress is not None:
                progress(len(texts))


@dataclass(frozen=True)
class Bleu(Peer):
    """BLEU (Papineni et al. 2002); segments by sentence BLEU with effective order."""

    name: ClassVar[str] = "bleu"
    lang: str = ""
    tokenize: str = "auto"

    def _make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.bleu import BLEU

        tokenize = self.tokenize if self.tokenize != "auto" else _bleu_tokenizer(self.lang)
        return BLEU(tokenize=tokenize, effective_order=segments)

    def _notes(self) -> tuple[tuple[str, str], ...]:
        return (("segments", "sentence-bleu-effective-order"),)


@dataclass(frozen=True)
class Chrf(Peer):
    """chrF (Popović 2015)."""

    name: ClassVar[str] = "chrf"
    word_order: ClassVar[int] = 0
    lang: str = ""

    def _make(self, segments: bool) -> "SacreMetric":
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

    def _make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.ter import TER

        # Without these a Chinese or Japanese line would be one word.
        unspaced = bool(self.lang) and parse_language(self.lang) in ("zh", "ja")
        return TER(normalized=unspaced, asian_support=unspaced)


def _bleu_tokenizer(lang: str) -> str:
    # sacreBLEU's own choices, where what they need is installed.
    wanted = {"zh": ("zh", None), "ja": ("ja-mecab", "MeCab"), "ko": ("ko-mecab", "mecab_ko")}
    name, module = wanted.get(parse_language(lang) if lang else "", ("13a", None))
    return name if module is None or find_spec(module) is not None else "char"


def _text(segment: Segment) -> str:
    return segment.text if isinstance(segment, Sentence) else segment


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
