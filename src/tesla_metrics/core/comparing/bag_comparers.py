"""The comparer of TESLA-M: F-measures of bags of n-grams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..encoding.encoder import WordEncoder
from ..matching.ngram_bags import Bags, Words, f_measures, match_ms, match_tags
from .comparer import CodeComparer

# Limits of the native core. The weights of texts of 10,000 words and more, in integer units, must
# add up to less than 2^63, and the positions of an n-gram must fit in a 32-bit mask.
_MAX_NATIVE_UNITS = 2**40
_MAX_NATIVE_ORDER = 32


@dataclass(frozen=True)
class BagSettings:
    """Settings for making and comparing bags.

    order       length of the longest n-grams
    alpha       weight of recall in F
    discount    factor of an n-gram's weight for each function word
    """

    order: int
    alpha: float
    discount: Fraction
    with_tags: bool  # whether s_pos is computed in addition to s_ms

    @property
    def fits_native_core(self) -> bool:
        """Whether the weights fit in the integers of the native core."""
        if self.order > _MAX_NATIVE_ORDER:
            return False
        units: int = self.discount.denominator**self.order
        return units * 2 * self.order <= _MAX_NATIVE_UNITS


class BagComparer(CodeComparer[Words, Bags]):
    """Comparer with the columns s_ms and, if requested, s_pos, each for n = 1 .. order.

    s_ms compares lemmas, synonyms and tags of words; s_pos compares only tags (TESLA-M).
    `column_prefix` is the prefix of the names of columns.
    """

    def __init__(
        self, encoder: WordEncoder, bag_settings: BagSettings, column_prefix: str = ""
    ) -> None:
        super().__init__(encoder)
        self.bag_settings, self._column_prefix = bag_settings, column_prefix

    @property
    def columns(self) -> tuple[str, ...]:
        kinds = ("ms", "pos") if self.bag_settings.with_tags else ("ms",)
        return tuple(
            f"{self._column_prefix}{kind}-{n}"
            for kind in kinds
            for n in range(1, self.bag_settings.order + 1)
        )

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        bag_settings, native = self.bag_settings, self.encoder.analysis.session.native
        if native is None or not bag_settings.fits_native_core:
            return None
        native_settings = native.BagSettings(
            order=bag_settings.order,
            alpha=bag_settings.alpha,
            p=bag_settings.discount.numerator,
            q=bag_settings.discount.denominator,
            tags=bag_settings.with_tags,
        )
        return {"settings": native_settings}

    def prepare(self, code: Words) -> Bags:
        return Bags(code, self.bag_settings.order, self.bag_settings.discount)

    def pair(self, reference: Bags, candidate: Bags) -> Sequence[float]:
        values = f_measures(match_ms(reference, candidate), self.bag_settings.alpha)
        if self.bag_settings.with_tags:
            values += f_measures(match_tags(reference, candidate), self.bag_settings.alpha)
        return values
