"""F1 of bags that hold n-grams of all lengths."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..encoding.together import StemBagEncoder
from ..matching.one_bag import OneBag, f1
from .comparer import CodeComparer
from .pivots import NATIVE_ORDER


class TogetherComparer(CodeComparer[OneBag, OneBag]):
    """One column; it is the same for both orders of a pair."""

    def __init__(self, encoder: StemBagEncoder, label: str) -> None:
        super().__init__(encoder)
        self._label, self._order = label, encoder.together.order

    @property
    def columns(self) -> tuple[str, ...]:
        return (f"{self._label}:f1",)

    @property
    def settings(self) -> Mapping[str, Any] | None:
        session = self.encoder.analysis.session
        return None if session.native is None or self._order > NATIVE_ORDER else {}

    def prepare(self, code: OneBag) -> OneBag:
        return code

    def pair(self, reference: OneBag, candidate: OneBag) -> Sequence[float]:
        return [f1(reference, candidate)]
