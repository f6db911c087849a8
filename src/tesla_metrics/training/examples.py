"""Judged outputs of several tracks as rows of features: what learners take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ..arrays import Floats, Indices
from ..comparing.comparer import SideBySide
from ..encoding.pairs import Pairs
from ..learning.problem import Problem
from ..learning.ranking import Ranking
from ..learning.regression import Regression
from .judged_outputs import JudgedOutputs

_CHUNK = 500


@dataclass(frozen=True, eq=False)
class Examples:
    """Features of all outputs, a row each, in the order of the tracks."""

    judged: Sequence[JudgedOutputs]
    features: Floats

    def ranking(self) -> Ranking:
        """Learning from pairs: the features of the better output minus those of the worse."""
        better, worse = judged_pairs(self.judged)
        groups = segment_groups(self.judged)[better]
        return Ranking(self.features[better] - self.features[worse], groups)

    def regression(self) -> Regression:
        """Learning from scores: features beside what people gave."""
        groups = segment_groups(self.judged)
        return Regression(self.features, judged_scores(self.judged), groups)

    def problem(self, method: str) -> Problem:
        """The problem that a method solves, `ranking` or `regression`."""
        return self.ranking() if method == "ranking" else self.regression()


def judged_pairs(judged: Sequence[JudgedOutputs]) -> tuple[Indices, Indices]:
    """Better and worse outputs, numbered through all tracks."""
    starts = [0, *accumulate(len(one.segment) for one in judged)][:-1]
    better = np.concatenate([start + j.better for start, j in zip(starts, judged, strict=True)])
    worse = np.concatenate([start + j.worse for start, j in zip(starts, judged, strict=True)])
    return better, worse


def judged_scores(judged: Sequence[JudgedOutputs]) -> Floats:
    """People's scores of all outputs."""
    return np.concatenate([one.scores for one in judged if one.scores is not None])


def judgments(judged: Sequence[JudgedOutputs], method: str) -> dict[str, int]:
    """How many pairs or outputs come from each track."""
    return {
        one.track.name: len(one.better) if method == "ranking" else len(one.segment)
        for one in judged
    }


def segment_groups(judged: Sequence[JudgedOutputs]) -> Indices:
    """Numbers of segments. Those of equal references are one: tracks of a test set share
    them, and what is held out must not be known from another track."""
    known: dict[tuple[str, ...], int] = {}
    groups = []
    for one in judged:
        columns = list(one.track.references.values())
        for segment in one.segment.tolist():
            texts = tuple(column[segment] for column in columns)
            groups.append(known.setdefault(texts, len(known)))
    return np.array(groups, dtype=np.intp)


def make_examples(
    judged: Sequence[JudgedOutputs],
    features: SideBySide,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Examples:
    """Compute the features of every output once, whatever the number of pairs it is in."""
    blocks = []
    for one in judged:
        outputs, columns = one.texts()
        for start in range(0, len(outputs), _CHUNK):
            part = slice(start, start + _CHUNK)
            beside = [column[part] for column in columns]
            blocks.append(_means(features, outputs[part], beside, jobs))
            if progress is not None:
                progress(len(outputs[part]))
    return Examples(judged, np.concatenate(blocks))


def _means(
    features: SideBySide, texts: Sequence[str], references: Sequence[Sequence[str]], jobs: int
) -> Floats:
    """Over reference sets, a row a text."""
    rows = [features.compare(Pairs.of_lines(texts, column), jobs) for column in references]
    means: Floats = np.mean(rows, axis=0)
    return means
