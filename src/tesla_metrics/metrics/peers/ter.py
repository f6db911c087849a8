"""TER, by sacreBLEU."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Floats
from ...languages import find_language, parse_language
from .base import Peer, Statistics, peer_option

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric


@dataclass(frozen=True)
class Ter(Peer):
    """TER (Snover et al. 2006): edits for each reference word, lower is better.

    normalized      whether punctuation is cut off words first
    no_punct        whether punctuation is left out
    asian_support   whether these two know Chinese characters, which are cut apart, and the
                    punctuation that goes with them
    case_sensitive  whether case counts; it does not by default
    """

    name: ClassVar[str] = "ter"
    higher_is_better: ClassVar[bool] = False
    step: ClassVar[int] = 1  # a long one takes seconds
    lang: str = ""
    normalized: bool = peer_option(
        False, "flag", "ter cuts punctuation off words", flag="ter-normalized"
    )
    no_punct: bool = peer_option(False, "flag", "ter leaves punctuation out", flag="ter-no-punct")
    asian_support: bool = peer_option(
        False, "flag",
        "with the two above: ter cuts Chinese characters apart, and knows their punctuation",
        flag="ter-asian-support",
    )  # fmt: skip
    case_sensitive: bool = peer_option(
        False, "flag", "case counts for ter, as it does not by default", flag="ter-case-sensitive"
    )

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.ter import TER

        return TER(
            normalized=self.normalized,
            no_punct=self.no_punct,
            asian_support=self.asian_support,
            case_sensitive=self.case_sensitive,
        )

    def system_values(self, totals: Floats) -> Floats:
        edits, words = totals.T[:2]
        # Edits against an empty reference make it all wrong, none nothing.
        rates = np.divide(edits, words, out=(edits > 0).astype(np.float64), where=words > 0)
        found: Floats = 100 * rates
        return found

    def details(self, total: Statistics) -> Mapping[str, Any]:
        score: Any = self.system._aggregate_and_compute([total])
        return {"num_edits": score.num_edits, "ref_length": score.ref_length}

    def unspaced_hint(self) -> str:
        language = find_language(parse_language(self.lang)) if self.lang else None
        if language is not None and not (language.is_chinese or language.code == "ja"):
            return "use chrf instead"
        if self.normalized and self.asian_support:
            return ""
        return (
            "give normalized and asian_support (--ter-normalized --ter-asian-support), which cut "
            "Chinese characters apart"
        )
