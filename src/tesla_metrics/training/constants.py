"""Scores of judged outputs by TESLA-X with these constants or those, and what moves them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ..metrics.tesla_x import TeslaX
from ..metrics.tesla_x_model import LEARNT
from .judged_outputs import JudgedOutputs

if TYPE_CHECKING:
    from numpy.typing import NDArray

# A move of 1 is so much of a constant that is a share, and of one that is an exponent; no constant
# moves by more than MOST of them, since what was never seen there need not be good elsewhere.
SHARE, EXPONENT, MOST = 0.1, 0.5, 2.0
_DIGITS = 4  # that are written down


@dataclass(frozen=True)
class Constants:
    """Some constants as they are, and how moves of them are counted."""

    start: Mapping[str, float]

    @property
    def bounds(self) -> "NDArray[np.float64]":
        """The least and the greatest move of each, in two rows."""
        ends = [
            [(end - value) / unit(name) for end in LEARNT[name]]
            for name, value in self.start.items()
        ]
        least, most = np.array(ends).T
        return np.stack([np.maximum(least, -MOST), np.minimum(most, MOST)])

    def moved(self, moves: "NDArray[np.float64]") -> dict[str, float]:
        """The constants after these moves."""
        found = {}
        for (name, value), move in zip(self.start.items(), moves.tolist(), strict=True):
            least, most = LEARNT[name]
            found[name] = min(max(round(value + move * unit(name), _DIGITS), least), most)
        return found

    def around(self, name: str) -> tuple[float, float]:
        """A move below and a move above, as far as bounds allow."""
        least, most = LEARNT[name]
        value = self.start[name]
        return max(value - unit(name), least), min(value + unit(name), most)


def unit(name: str) -> float:
    """A move of 1."""
    return SHARE if LEARNT[name][1] <= 1 else EXPONENT


class Rescorer:
    """The texts of judged outputs, scored as often as one likes."""

    def __init__(
        self,
        judged: Sequence[JudgedOutputs],
        metrics: Sequence[TeslaX],
        jobs: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._jobs, self._progress = jobs, progress
        self._tracks = [_texts(one) for one in judged]
        # Where frequencies come from the references, they are those of the whole track.
        self._metrics = [
            _for_track(metric, one) for metric, one in zip(metrics, judged, strict=True)
        ]

    def scores(
        self, constants: Mapping[str, float], rows: "NDArray[np.intp] | None" = None
    ) -> "NDArray[np.float64]":
        """Of all outputs, or of these, which are in order."""
        values: list[float] = []
        start = 0
        for metric, (outputs, columns) in zip(self._metrics, self._tracks, strict=True):
            end = start + len(outputs)
            own = range(len(outputs)) if rows is None else _between(rows, start, end)
            start = end
            if not len(own):
                continue
            statistics = replace(metric, **constants).statistics(  # type: ignore[arg-type]
                [outputs[n] for n in own],
                [[column[n] for n in own] for column in columns],
                self._jobs,
                self._progress,
            )
            values += [value for value, _ in statistics]
        return np.array(values)

    def slopes(self, constants: Constants) -> "NDArray[np.float64]":
        """How scores change with a move of each constant, a column each.

        Differences are as wide as moves, so that thresholds and maxima count as they will.
        """
        columns = []
        for name in constants.start:
            low, high = constants.around(name)
            above = self.scores({**constants.start, name: high})
            below = self.scores({**constants.start, name: low})
            columns.append((above - below) * unit(name) / (high - low))
        return np.stack(columns, axis=1)


def _texts(judged: JudgedOutputs) -> tuple[list[str], list[list[str]]]:
    outputs = list(judged.track.outputs.values())
    places = list(zip(judged.system.tolist(), judged.segment.tolist(), strict=True))
    columns = judged.track.references.values()
    return (
        [outputs[system][segment] for system, segment in places],
        [[column[segment] for _, segment in places] for column in columns],
    )


def _for_track(metric: TeslaX, judged: JudgedOutputs) -> TeslaX:
    own = metric.for_references(lambda: chain(*judged.track.references.values()))
    assert isinstance(own, TeslaX)
    return own


def _between(rows: "NDArray[np.intp]", start: int, end: int) -> list[int]:
    found: list[int] = (rows[(rows >= start) & (rows < end)] - start).tolist()
    return found
