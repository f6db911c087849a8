"""Score: what scoring gives."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..notebooks import data_frame, html_table
from ..resampling import Confidence
from .signature import Signature


@dataclass(frozen=True)
class Score:
    """A system's score, its segments' scores, and what produced them.

    details         what else the metric knows of the system, by name
    parts           what the score is made of, where the metric tells that, by name
    segment_parts   the same of each segment
    """

    metric: str
    score: float
    segments: tuple[float, ...]
    signature: Signature
    higher_is_better: bool = True
    confidence: Confidence | None = None
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    segment_parts: Mapping[str, tuple[float, ...]] = field(default_factory=dict, hash=False)

    def to_dict(self, segments: bool = True) -> dict[str, Any]:
        """All of it by name, as JSON can have it; parts and details stand beside the rest."""
        found: dict[str, Any] = {
            "metric": self.metric,
            "score": float(self.score),
            **{name: float(value) for name, value in self.parts.items()},
            "higher_is_better": self.higher_is_better,
            "signature": str(self.signature),
            **({} if self.confidence is None else {"confidence": asdict(self.confidence)}),
            **self.details,
        }
        if segments:
            found["segments"] = list(map(float, self.segments))
            if self.parts:
                found["segment_parts"] = {
                    name: list(map(float, values)) for name, values in self.segment_parts.items()
                }
        return found

    def at(self, place: int) -> dict[str, float]:
        """The score of one segment, by the metric's name, and its parts by theirs."""
        parts = {name: values[place] for name, values in self.segment_parts.items()}
        return {self.metric: self.segments[place], **parts}

    def to_frame(self, package: str = "pandas") -> Any:
        """The segments as a DataFrame of pandas or polars: number, from 1, score and parts."""
        numbers = list(range(1, len(self.segments) + 1))
        parts = {name: list(values) for name, values in self.segment_parts.items()}
        return data_frame({"segment": numbers, "score": list(self.segments), **parts}, package)

    def _repr_html_(self) -> str:
        facts = self.to_dict(segments=False) | {"segments": len(self.segments)}
        return html_table("Score", ("", ""), facts.items())

    def __float__(self) -> float:
        return self.score

    def __round__(self, digits: int | None = None) -> float:
        return round(self.score, digits)

    def __format__(self, spec: str) -> str:
        """The number in that format; without one all that `str` says."""
        return format(self.score, spec) if spec else str(self)

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {value:.4f}" for name, value in self.parts.items())
        return f"{self.metric} {self.score:.4f} {f'({parts}) ' * bool(parts)}{self.signature}"
