"""The comparer of TESLA-M: F-measures of bags of n-grams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..encoding.encoder import WordEncoder
from ..matching.ngram_bags import Bags, Words, f_measures, match_ms, match_tags
from .comparer import CodeComparer

# Sums of weights over 10,000 words and more must fit in 64 bits, and n-grams in one word of a mask.
_MAX_NATIVE_UNITS = 2**40
_MAX_NATIVE_ORDER = 32


@dataclass(frozen=True)
class BagSettings:
    """Settings for making and comparing bags.

    order       length of the longest n-grams
    alpha       weight of recall in F
    discount    factor of an n-gram's weight for each function word
    tags        whether s_pos is computed in addition to s_ms
    """

    order: int
    alpha: float
    discount: Fraction
    tags: bool

    @property
    def native(self) -> bool:
        """Whether the weights fit in the integers of the native core."""
        if self.order > _MAX_NATIVE_ORDER:
            return False
        units: int = self.discount.denominator**self.order
        return units * 2 * self.order <= _MAX_NATIVE_UNITS


class BagComparer(CodeComparer[Words, Bags]):
    """Columns s_ms and, if requested, s_pos, each for n = 1 .. order."""

    def __init__(self, encoder: WordEncoder, settings: BagSettings, label: str = "") -> None:
        super().__init__(encoder)
        self.bag_settings, self._label = settings, label

    @property
    def columns(self) -> tuple[str, ...]:
        kinds = ("ms", "pos") if self.bag_settings.tags else ("ms",)
        return tuple(
            f"{self._label}{kind}-{n}"
            for kind in kinds
            for n in range(1, self.bag_settings.order + 1)
        )

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        bags, native = self.bag_settings, self.encoder.analysis.session.native
        if native is None or not bags.native:
            return None
        p, q = bags.discount.numerator, bags.discount.denominator
        settings = native.BagSettings(order=bags.order, alpha=bags.alpha, p=p, q=q, tags=bags.tags)
        return {"settings": settings}

    def prepare(self, code: Words) -> Bags:
        return Bags(code, self.bag_settings.order, self.bag_settings.discount)

    def pair(self, reference: Bags, candidate: Bags) -> Sequence[float]:
        values = f_measures(match_ms(reference, candidate), self.bag_settings.alpha)
        if self.bag_settings.tags:
            values += f_measures(match_tags(reference, candidate), self.bag_settings.alpha)
        return values
