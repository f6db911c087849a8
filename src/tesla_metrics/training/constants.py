"""Scores of judged outputs by TESLA-X with these constants or those, and what moves them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Indices
from ..encoding.pairs import Pairs
from ..intake.references import present
from ..metrics.tesla_x import GradedScorer, TeslaX
from ..metrics.tesla_x_constants import LEARNT
from .judged_outputs import JudgedOutputs

# A move of 1 is so much of a constant that is a share, and of one that is an exponent; no constant
# moves by more than MOST of them, since what was never seen there need not be good elsewhere.
SHARE, EXPONENT, MOST = 0.1, 0.5, 2.0
_DIGITS = 4  # that are written down
_BATCH = 500


@dataclass(frozen=True)
class Constants:
    """Some constants as they are, and how moves of them are counted."""

    start: Mapping[str, float]

    @property
    def bounds(self) -> Floats:
        """The least and the greatest move of each, in two rows."""
        ends = [
            [(end - value) / unit(name) for end in LEARNT[name]]
            for name, value in self.start.items()
        ]
        least, most = np.array(ends).T
        return np.stack([np.maximum(least, -MOST), np.minimum(most, MOST)])

    def moved(self, moves: Floats) -> dict[str, float]:
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
    """The texts of judged outputs, scored as often as one likes; each is encoded once for all."""

    def __init__(
        self,
        judged: Sequence[JudgedOutputs],
        metrics: Sequence[TeslaX],
        jobs: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._jobs, self._progress = jobs, progress
        self._tracks = [one.texts() for one in judged]
        # Where frequencies come from the references, they are those of the whole track.
        self._scorers = [_opened(metric, one) for metric, one in zip(metrics, judged, strict=True)]

    def scores(self, constants: Mapping[str, float], rows: Indices | None = None) -> Floats:
        """Of all outputs, or of these, which are in order."""
        (own,) = self.all_scores([constants], rows)
        return np.asarray(own)

    def all_scores(
        self, choices: Sequence[Mapping[str, float]], rows: Indices | None = None
    ) -> Floats:
        """The same for each choice of constants, a row each."""
        found = []
        start = 0
        for scorer, (outputs, columns) in zip(self._scorers, self._tracks, strict=True):
            end = start + len(outputs)
            own = range(len(outputs)) if rows is None else _between(rows, start, end)
            start = end
            if len(own):
                texts = [outputs[n] for n in own]
                beside = [[column[n] for n in own] for column in columns]
                found.append(self._of_track(scorer, choices, texts, beside))
        return np.concatenate(found, axis=1)

    def _of_track(
        self,
        scorer: GradedScorer,
        choices: Sequence[Mapping[str, float]],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
    ) -> Floats:
        scorers = [scorer.with_constants(constants) for constants in choices]
        found = np.empty((len(choices), len(outputs)))
        for start in range(0, len(outputs), _BATCH):
            part = slice(start, start + _BATCH)
            pairs = Pairs.of_sets(outputs[part], [column[part] for column in references])
            codes = scorer.graded.encode(pairs, self._jobs)
            for row, own in zip(found, scorers, strict=True):
                columns = own.graded.compare_codes(codes, pairs, self._jobs)
                row[part] = own.over_references(own.combine(columns)[:, None], pairs)[:, 0]
                if self._progress is not None:
                    self._progress(len(outputs[part]))
        return found

    def slopes(self, constants: Constants) -> Floats:
        """How scores change with a move of each constant, a column each.

        Differences are as wide as moves, so that thresholds and maxima count as they will.
        """
        ends = {name: constants.around(name) for name in constants.start}
        choices = [
            {**constants.start, name: end} for name, around in ends.items() for end in around
        ]
        scores = self.all_scores(choices)
        columns = [
            (above - below) * unit(name) / (high - low)
            for (name, (low, high)), below, above in zip(
                ends.items(), scores[::2], scores[1::2], strict=True
            )
        ]
        return np.stack(columns, axis=1)


def _opened(metric: TeslaX, judged: JudgedOutputs) -> GradedScorer:
    scorer = metric.open(None, lambda: present(judged.track.references.values()))
    assert isinstance(scorer, GradedScorer)
    return scorer


def _between(rows: Indices, start: int, end: int) -> list[int]:
    found: list[int] = (rows[(rows >= start) & (rows < end)] - start).tolist()
    return found
