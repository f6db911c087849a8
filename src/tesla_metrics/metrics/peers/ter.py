"""TER, computed by sacreBLEU."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Floats
from ...text.languages import find_language, parse_language
from .base import Peer, Statistics, peer_option

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric


@dataclass(frozen=True)
class Ter(Peer):
    """TER (Snover et al. 2006): edits per reference word; lower is better.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639), for a warning about text without spaces.
    normalized : bool
        Whether punctuation is separated from words first.
    no_punct : bool
        Whether punctuation is removed.
    asian_support : bool
        Whether the two options above also apply to Chinese: characters become single words, and
        Chinese punctuation is separated or removed.
    case_sensitive : bool
        Whether words that differ only in case are different.
    """

    name: ClassVar[str] = "ter"
    higher_is_better: ClassVar[bool] = False
    step: ClassVar[int] = 1  # Progress is reported often, since a long segment takes seconds.
    lang: str = ""
    normalized: bool = peer_option(
        False, "flag", "ter separates punctuation from words", flag="ter-normalized"
    )
    no_punct: bool = peer_option(False, "flag", "ter removes punctuation", flag="ter-no-punct")
    asian_support: bool = peer_option(
        False, "flag",
        "with the two options above: ter splits Chinese characters and handles their punctuation",
        flag="ter-asian-support",
    )  # fmt: skip
    case_sensitive: bool = peer_option(
        False, "flag", "ter is case-sensitive (default: it is not)", flag="ter-case-sensitive"
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
        # If the reference is empty, the rate is 1 if there are edits, else 0.
        rates = np.divide(edits, words, out=(edits > 0).astype(np.float64), where=words > 0)
        values: Floats = 100 * rates
        return values

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
            "give normalized and asian_support (--ter-normalized --ter-asian-support), which "
            "split Chinese characters"
        )
