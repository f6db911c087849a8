"""`Score` and `Signature`, the results of scoring."""

from collections.abc import Mapping, Set
from dataclasses import asdict, dataclass, field
from typing import Any

from ..files.inputs.columns import build_data_frame, format_html_table
from ..resampling import Confidence

# The number of references in signatures if it differs between segments, as in sacreBLEU.
VARYING = -1


@dataclass(frozen=True)
class Signature:
    """Name and settings of a metric, which together reproduce a score.

    Parameters
    ----------
    metric : str
        Name of the metric.
    fields : tuple of (str, str)
        Settings in a fixed order.
    core : str
        The implementation that computed the score: the native core or plain Python. It is ignored
        when signatures are compared, because both give equal scores.
    """

    metric: str
    fields: tuple[tuple[str, str], ...]
    core: str = field(default="", compare=False)

    def __str__(self) -> str:
        fields = [*self.fields, ("core", self.core)] if self.core else self.fields
        return "|".join([self.metric, *(f"{key}:{value}" for key, value in fields)])


def find_common_count(counts: Set[int]) -> int:
    """Return the number of references if it is the same for all segments, else VARYING."""
    return next(iter(counts)) if len(counts) == 1 else VARYING


def format_reference_count(references: int) -> str:
    """Return a number of references as text for signatures: "var" for VARYING."""
    return "var" if references == VARYING else str(references)


@dataclass(frozen=True)
class Score:
    """The score of a system and of its segments.

    Parameters
    ----------
    metric : str
        Name of the metric.
    score : float
        System score.
    segments : tuple of float
        Segment scores.
    signature : Signature
        Settings that produced the scores.
    higher_is_better : bool
    confidence : Confidence or None
        Bootstrap interval, if it was requested.
    details : mapping
        Additional values of the system score by name, such as the precisions of BLEU.
    parts : mapping of str to float
        Components of the system score by name, if the metric has any.
    segment_parts : mapping of str to tuple of float
        Components of the segment scores by name.
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
        """Return all values by name, in types that JSON supports.

        Parameters
        ----------
        segments : bool, default True
            Whether to include the segment scores.

        Returns
        -------
        dict
            Parts and details are items of the dictionary itself, not of nested dictionaries.
        """
        result: dict[str, Any] = {
            "metric": self.metric,
            "score": float(self.score),
            **{name: float(value) for name, value in self.parts.items()},
            "higher_is_better": self.higher_is_better,
            "signature": str(self.signature),
            **({} if self.confidence is None else {"confidence": asdict(self.confidence)}),
            **self.details,
        }
        if segments:
            result["segments"] = list(map(float, self.segments))
            if self.parts:
                result["segment_parts"] = {
                    name: list(map(float, values)) for name, values in self.segment_parts.items()
                }
        return result

    def at(self, index: int) -> dict[str, float]:
        """Return the score and the parts of one segment by name.

        Parameters
        ----------
        index : int
            Index of the segment, from 0.

        Returns
        -------
        dict of str to float
        """
        parts = {name: values[index] for name, values in self.segment_parts.items()}
        return {self.metric: self.segments[index], **parts}

    def to_frame(self, package: str = "pandas") -> Any:
        """Return the segment scores as a data frame.

        Parameters
        ----------
        package : {"pandas", "polars"}

        Returns
        -------
        DataFrame
            Columns segment (from 1), score, and one per part.
        """
        numbers = list(range(1, len(self.segments) + 1))
        parts = {name: list(values) for name, values in self.segment_parts.items()}
        return build_data_frame(
            {"segment": numbers, "score": list(self.segments), **parts}, package
        )

    def _repr_html_(self) -> str:
        rows = self.to_dict(segments=False) | {"segments": len(self.segments)}
        return format_html_table("Score", ("", ""), rows.items())

    def __float__(self) -> float:
        return self.score

    def __round__(self, digits: int | None = None) -> float:
        return round(self.score, digits)

    def __format__(self, spec: str) -> str:
        """Format the system score; without a format specification, same as `str`."""
        return format(self.score, spec) if spec else str(self)

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {value:.4f}" for name, value in self.parts.items())
        return f"{self.metric} {self.score:.4f} {f'({parts}) ' * bool(parts)}{self.signature}"
