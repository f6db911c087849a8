"""chrF and chrF++, by sacreBLEU."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from ...arrays import Floats
from ...comparing.chrf import chrf_values
from ..segments import Fields
from .base import MOST_ORDER, Peer, peer_option

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric


def _word_order(default: int) -> Any:
    """Of chrF, and of chrF++, which differs in nothing else."""
    return peer_option(
        default,
        "whole",
        "longest n-grams of words",
        most=MOST_ORDER,
        metavar="N",
        flag="chrf-word-order",
        short="-cw",
    )


@dataclass(frozen=True)
class Chrf(Peer):
    """chrF (Popović 2015).

    char_order      longest n-grams of characters
    word_order      longest n-grams of words
    beta            what recall counts for, precision counting 1
    lowercase       whether case counts for nothing
    whitespace      whether white space is among the characters
    eps_smoothing   whether lengths that a text has no n-grams of count as nearly 0; else they are
                    left out
    """

    name: ClassVar[str] = "chrf"
    lang: str = ""
    char_order: int = peer_option(
        6,
        "whole",
        "longest n-grams of characters",
        least=1,
        most=MOST_ORDER,
        metavar="N",
        flag="chrf-char-order",
        short="-cc",
    )
    word_order: int = _word_order(0)
    beta: int = peer_option(
        2,
        "whole",
        "weight of recall, precision having 1",
        most=1_000,
        metavar="B",
        flag="chrf-beta",
    )
    lowercase: bool = peer_option(
        False, "flag", "chrf and chrf++ lower-case both sides first", flag="chrf-lowercase"
    )
    whitespace: bool = peer_option(
        False, "flag", "chrf and chrf++ have white space among the characters",
        flag="chrf-whitespace",
    )  # fmt: skip
    eps_smoothing: bool = peer_option(
        False, "flag",
        "chrf and chrf++ count lengths that a text has no n-grams of, as chrF++.py does",
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

    def counting(self, native: ModuleType) -> Any:
        return native.ChrfStatistics(
            characters=self.char_order,
            words=self.word_order,
            beta=self.beta,
            white_space=self.whitespace,
            smoothed=self.eps_smoothing,
        )

    def preparing(self) -> Callable[[str], str] | None:
        return str.lower if self.lowercase else None

    def system_values(self, totals: Floats) -> Floats:
        return 100 * chrf_values(totals, self.beta, self.eps_smoothing)

    def segment_values(self, rows: Floats) -> Floats:
        return self.system_values(rows)

    def notes(self) -> Fields:
        # sacreBLEU has it in the name before its signature.
        return [("beta", str(self.beta))] if self.beta != 2 else []


@dataclass(frozen=True)
class ChrfPlusPlus(Chrf):
    """chrF++ (Popović 2017): chrF with word unigrams and bigrams."""

    name: ClassVar[str] = "chrf++"
    word_order: int = _word_order(2)
