"""F-measures of bags of n-grams, an n-gram weighing the less the more function words it has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..encoding.words import WordEncoder
from ..matching.bags import Bags, Words
from ..matching.match import f_measures, match_ms, match_tags
from .comparer import CodeComparer

# Weights and values must fit 64 bits with room for 10,000 words and more, n-grams a mask's word.
_NATIVE_UNITS = 2**40
_NATIVE_ORDER = 32


@dataclass(frozen=True)
class BagSettings:
    """How bags are made and compared.

    order       longest n-grams
    alpha       weight of recall in F
    discount    what each function word multiplies the weight of an n-gram by
    tags        whether s_pos stands beside s_ms
    """

    order: int
    alpha: float
    discount: Fraction
    tags: bool

    @property
    def native(self) -> bool:
        """Whether the core's integers hold such weights."""
        if self.order > _NATIVE_ORDER:
            return False
        units: int = self.discount.denominator**self.order
        return units * 2 * self.order <= _NATIVE_UNITS


class BagComparer(CodeComparer[Words, Bags]):
    """s_ms, then s_pos if it is wanted, n = 1 .. order."""

    def __init__(self, encoder: WordEncoder, settings: BagSettings, label: str = "") -> None:
        super().__init__(encoder)
        self.bags, self._label = settings, label

    @property
    def columns(self) -> tuple[str, ...]:
        kinds = ("ms", "pos") if self.bags.tags else ("ms",)
        return tuple(
            f"{self._label}{kind}-{n}" for kind in kinds for n in range(1, self.bags.order + 1)
        )

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        own, native = self.bags, self.encoder.analysis.session.native
        if native is None or not own.native:
            return None
        p, q = own.discount.numerator, own.discount.denominator
        settings = native.BagSettings(order=own.order, alpha=own.alpha, p=p, q=q, tags=own.tags)
        return {"settings": settings}

    def prepare(self, code: Words) -> Bags:
        return Bags(code, self.bags.order, self.bags.discount)

    def pair(self, reference: Bags, candidate: Bags) -> Sequence[float]:
        values = f_measures(match_ms(reference, candidate), self.bags.alpha)
        if self.bags.tags:
            values += f_measures(match_tags(reference, candidate), self.bags.alpha)
        return values
