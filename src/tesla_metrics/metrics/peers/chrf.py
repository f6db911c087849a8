"""chrF and chrF++, computed by sacreBLEU."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from ...arrays import Floats
from ...core.comparing.texts import compute_chrf
from ..segment_metric import SignatureFields
from .base import MAX_NGRAM_ORDER, Peer, peer_option

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric


def _declare_word_order(default: int) -> Any:
    """Declare the option for word n-grams; its default differs between chrF and chrF++."""
    return peer_option(
        default,
        "whole",
        "longest n-grams of words",
        maximum=MAX_NGRAM_ORDER,
        metavar="N",
        flag="chrf-word-order",
        short="-cw",
    )


@dataclass(frozen=True)
class Chrf(Peer):
    """chrF (Popović 2015): F-measure of character n-grams.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639). It is checked but has no effect.
    char_order : int
        Longest n-grams of characters.
    word_order : int
        Longest n-grams of words.
    beta : int
        Weight of recall, relative to precision.
    lowercase : bool
        Whether to ignore case.
    whitespace : bool
        Whether white space is included in character n-grams.
    eps_smoothing : bool
        Whether orders of which a text has no n-grams count as nearly 0; otherwise they are ignored.
    """

    name: ClassVar[str] = "chrf"
    lang: str = ""
    char_order: int = peer_option(
        6,
        "whole",
        "longest n-grams of characters",
        minimum=1,
        maximum=MAX_NGRAM_ORDER,
        metavar="N",
        flag="chrf-char-order",
        short="-cc",
    )
    word_order: int = _declare_word_order(0)
    beta: int = peer_option(
        2,
        "whole",
        "weight of recall, relative to precision",
        maximum=1_000,
        metavar="B",
        flag="chrf-beta",
    )
    lowercase: bool = peer_option(
        False, "flag", "chrf and chrf++ lower-case both sides first", flag="chrf-lowercase"
    )
    whitespace: bool = peer_option(
        False, "flag", "chrf and chrf++ include white space in character n-grams",
        flag="chrf-whitespace",
    )  # fmt: skip
    eps_smoothing: bool = peer_option(
        False, "flag",
        "chrf and chrf++ count lengths of which a text has no n-grams, as chrF++.py does",
        flag="chrf-eps-smoothing",
    )  # fmt: skip

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(
            char_order=self.char_order,
            word_order=self.word_order,
            beta=self.beta,
            lowercase=self.lowercase,
            whitespace=self.whitespace,
            eps_smoothing=self.eps_smoothing,
        )

    def native_counter(self, native: ModuleType) -> Any:
        return native.ChrfStatistics(
            characters=self.char_order,
            words=self.word_order,
            beta=self.beta,
            white_space=self.whitespace,
            smoothed=self.eps_smoothing,
        )

    def text_preparer(self) -> Callable[[str], str] | None:
        return str.lower if self.lowercase else None

    def system_values(self, totals: Floats) -> Floats:
        return 100 * compute_chrf(totals, self.beta, self.eps_smoothing)

    def segment_values(self, rows: Floats) -> Floats:
        return self.system_values(rows)

    def extra_fields(self) -> SignatureFields:
        # sacreBLEU shows beta in the name of the metric, which is not part of its signature.
        return [("beta", str(self.beta))] if self.beta != 2 else []


@dataclass(frozen=True)
class ChrfPlusPlus(Chrf):
    """chrF++ (Popović 2017): chrF with word unigrams and bigrams; see `Chrf` for the parameters."""

    name: ClassVar[str] = "chrf++"
    word_order: int = _declare_word_order(2)
