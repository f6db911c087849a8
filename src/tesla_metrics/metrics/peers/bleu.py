"""BLEU, by sacreBLEU."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats
from ...errors import UsageError
from ...languages import parse_language
from ..options import LOWERCASE, option
from ..segments import Fields
from .base import MOST_ORDER, Peer, Statistics, peer_option
from .tokenizers import PLAIN, TOKENIZERS, check_tokenizer, sacre_name, usual_tokenizer

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric

_SMOOTHED = ("floor", "add-k")
# Tokenisers that the native core has too; the others cut text before it counts.
_NATIVE = ("none", "13a", "zh", "char")


@dataclass(frozen=True)
class Bleu(Peer):
    """BLEU (Papineni et al. 2002); segments by sentence BLEU with effective order.

    tokenize            auto (zh, ja-mecab and ko-mecab for their languages, char for th, lo, km
                        and my, else 13a), or a name of sacreBLEU's
    lowercase           whether case counts for nothing
    smooth_method       exp, floor, add-k or none: what becomes of n-grams that never match
    smooth_value        of floor (0.1) and add-k (1)
    max_ngram_order     longest n-grams
    force               no warning of text that looks tokenised
    """

    name: ClassVar[str] = "bleu"
    lang: str = ""
    tokenize: str = peer_option(
        "auto",
        "text",
        "how bleu cuts text into words: auto (default: zh, ja-mecab and ko-mecab for their "
        f"languages, char for th, lo, km and my, else 13a), {', '.join(TOKENIZERS[1:])}",
        choices=TOKENIZERS,
        words=PLAIN,
        metavar="NAME",
        short="-tok",
    )
    lowercase: bool = option(False, "flag", LOWERCASE, short="-lc")
    smooth_method: str = peer_option(
        "exp",
        "text",
        "of bleu's precisions that are 0: exp (default), floor, add-k or none",
        choices=("exp", *_SMOOTHED, "none"),
        metavar="HOW",
    )
    smooth_value: float | None = peer_option(
        None,
        "number",
        "of bleu's --smooth-method floor (default: 0.1) or add-k (1)",
        most=1e6,
        metavar="V",
        short="-sv",
    )
    max_ngram_order: int = peer_option(
        4, "whole", "longest n-grams of words", least=1, most=MOST_ORDER, metavar="N"
    )
    force: bool = peer_option(
        False, "flag", "insist that what looks tokenised is not: bleu does not warn of it"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smooth_value is not None and self.smooth_method not in _SMOOTHED:
            raise UsageError(
                f"smooth_value does nothing with smooth_method {self.smooth_method!r}: leave it "
                f"out, or choose {' or '.join(_SMOOTHED)}"
            )

    @property
    def tokenizer(self) -> str:
        """The one in use."""
        return usual_tokenizer(self.lang) if self.tokenize == "auto" else self.tokenize

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.bleu import BLEU

        with check_tokenizer(self.tokenizer):
            return BLEU(
                lowercase=self.lowercase,
                force=self.force,
                tokenize=sacre_name(self.tokenizer),
                smooth_method=self.smooth_method,
                smooth_value=self.smooth_value,
                max_ngram_order=self.max_ngram_order,
                effective_order=segments,
            )

    def counting(self, native: ModuleType) -> Any:
        tokens = self.tokenizer if self.tokenizer in _NATIVE else "none"
        return native.BleuStatistics(order=self.max_ngram_order, tokens=tokens)

    def preparing(self) -> Callable[[str], str] | None:
        if self.tokenizer not in _NATIVE:
            return self.system._preprocess_segment
        return str.lower if self.lowercase else None

    def details(self, total: Statistics) -> Mapping[str, Any]:
        score: Any = self.system._aggregate_and_compute([total])
        names = ("precisions", "bp", "ratio", "sys_len", "ref_len", "counts", "totals")
        return {name: getattr(score, name) for name in names}

    def system_values(self, totals: Floats) -> Floats:
        return self._values(totals, effective=False)

    def segment_values(self, rows: Floats) -> Floats:
        return self._values(rows, effective=True)

    def _values(self, totals: Floats, effective: bool) -> Floats:
        """With effective order lengths that there are no n-grams of do not count."""
        length, reference = totals.T[:2]
        shared, counts = np.split(totals[:, 2:], 2, axis=1)
        precisions, there = self._precisions(shared, counts)
        used = there if effective else np.ones_like(there)
        none = (used & (precisions <= 0)).any(axis=1) | ~shared.any(axis=1)
        # An output without a word is as short as can be.
        excess = np.divide(reference, length, out=np.full_like(length, np.inf), where=length > 0)
        penalty = np.where(length < reference, np.exp(1 - np.maximum(excess, 1)), 1.0)
        logs = np.log(np.where(precisions > 0, precisions, 1.0))
        means = logs.sum(axis=1) / np.maximum(used.sum(axis=1), 1)
        found: Floats = np.where(none, 0.0, 100 * penalty * np.exp(means))
        return found

    def _precisions(self, shared: Floats, counts: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Of each length, smoothed, and whether there are n-grams; 0 where there are not."""
        if self.smooth_method == "add-k":
            more = np.full(shared.shape[1], self._smoothing)
            more[0] = 0.0
            shared, counts = shared + more, counts + more
        there = counts > 0
        missed = (shared == 0) & there
        if self.smooth_method == "exp":
            shared = np.where(missed, 0.5 ** np.cumsum(missed, axis=1), shared)
        elif self.smooth_method == "floor":
            shared = np.where(missed, self._smoothing, shared)
        return np.divide(shared, counts, out=np.zeros_like(shared), where=there), there

    @property
    def _smoothing(self) -> float:
        usual = {"floor": 0.1, "add-k": 1.0}
        return usual[self.smooth_method] if self.smooth_value is None else self.smooth_value

    def unspaced_hint(self) -> str:
        spaced = self.tokenize == "auto" and self.tokenizer == "13a"
        return (
            "give tokenize='char' (--tokenize char), or zh for Chinese characters" if spaced else ""
        )

    def notes(self) -> Fields:
        found = []
        # sacreBLEU rounds it to two digits.
        if self.smooth_value is not None and self.smooth_value != round(self.smooth_value, 2):
            found.append(("smooth_value", repr(float(self.smooth_value))))
        if self.max_ngram_order != 4:
            found.append(("max_ngram_order", str(self.max_ngram_order)))
        if self.tokenize == "auto" and self.tokenizer == "char":
            found.append(("deviation", f"char-for-{parse_language(self.lang)}"))
        return [*found, ("segments", "sentence-bleu-effective-order")]
