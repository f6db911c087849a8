"""The constants of TESLA-X: what they are by default, and what they can be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..comparing.graded import GradedConstants
from ..matching.alike import Levels
from .options import option

MOST_ORDER = 8

# Chosen on four language pairs of WMT 2012: see benchmarks/tesla_x_constants.py.
DEFAULTS: Mapping[str, float] = {
    "order": 2,
    "alpha": 0.9,
    "lemma": 0.9,
    "derivation": 0.7,
    "synonym": 0.8,
    "synset": 0.6,
    "paraphrase": 0.5,
    "tag": 0.1,
    "function": 0.3,
    "spelling": 1.5,
    "unknown": 1.5,
    "least": 0.2,
    "characters": 4,
    "character_alpha": 0.5,
    "stand_in": 0.5,
    "word_share": 0.6,
    "number_penalty": 0.2,
    "negation_penalty": 0.2,
    "order_penalty": 0.1,
    "case_penalty": 0.2,
    "ending_penalty": 0.2,
}
# The same where words of one part of speech alone have nothing in common.
_LEVELS = {name: float(DEFAULTS[name]) for name in Levels.__dataclass_fields__}
WORD_LEVELS = replace(Levels(**_LEVELS), tag=0.0, function=0.0)
# What makes scores what they are and is no number between bounds.
WHOLE = ("order", "characters")
_EXPONENTS = {"paraphrase": (0.1, 4.0), "spelling": (0.25, 8.0), "unknown": (0.25, 8.0)}
# What can be learnt, with the least and the most of each.
LEARNT: Mapping[str, tuple[float, float]] = {
    name: _EXPONENTS.get(name, (0.0, 1.0)) for name in DEFAULTS if name not in WHOLE
}
BOUNDS: Mapping[str, tuple[float, float]] = {
    name: bounds for name, bounds in LEARNT.items() if name != "alpha"
}
_HELP = {"order": "longest n-grams", "alpha": "weight of recall"}
# Those that are given by --constant; order and alpha other metrics have as well.
CONSTANTS = ("characters", *BOUNDS)


def constant(name: str, **facts: Any) -> Any:
    """An option of that name, not given by default: the model's or the default constant stands."""
    help = _HELP.get(name, "docs/tesla-x.md says what it is")
    kind, (least, most) = "number", LEARNT.get(name, (1, MOST_ORDER))
    if name in WHOLE:
        kind = "whole"
    return option(None, kind, help, least=least, most=most, usual=DEFAULTS[name], **facts)


@dataclass(frozen=True)
class AllConstants:
    """All of them, wherever they come from."""

    values: Mapping[str, float]

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    @property
    def order(self) -> int:
        """Longest n-grams of words."""
        return int(self.values["order"])

    @property
    def graded(self) -> GradedConstants:
        """Those that the comparer needs; the others are the formula's."""
        names = Levels.__dataclass_fields__
        return GradedConstants(
            self.order,
            Levels(**{name: float(self.values[name]) for name in names}),
            float(self.values["alpha"]),
            float(self.values["character_alpha"]),
            float(self.values["stand_in"]),
        )
