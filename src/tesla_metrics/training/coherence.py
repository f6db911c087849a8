"""Learning what hangs together: weights of features from pairs of texts, the better one first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Floats, Indices
from ..coherence.features import FeatureKind
from ..coherence.judge import CoherenceJudge
from ..errors import InputError
from ..learning.curve import fit_curve
from ..learning.sparse_ranking import SparseRanking, common_names
from ..learning.validation import Validated, choose_strength, make_folds
from ..metrics.dicomer.model import LARGEST

# A feature that fewer texts have is no rule.
LEAST = 3


@dataclass(frozen=True, eq=False)
class CoherencePairs:
    """Texts by their features, and which of two is better; pairs of a group are held out together.

    Texts of one sentence have no features, and no pair teaches anything with one of these.

    sentences   of each text, where those of a pair have as many: then margins are measured from
                what is usual for that number
    """

    texts: Sequence[Mapping[str, float]]
    better: Indices
    worse: Indices
    groups: Indices
    sentences: Indices | None = None

    @cached_property
    def telling(self) -> Indices:
        """The pairs that can be learnt from."""
        there = np.array([bool(text) for text in self.texts], dtype=bool)
        return np.flatnonzero(there[self.better] & there[self.worse])

    def ranking(self) -> SparseRanking:
        """The problem of these."""
        rows = self.telling
        if not len(rows):
            raise InputError(
                "no two judged texts have two sentences each: there is nothing to learn, give "
                "longer texts"
            )
        names = common_names(self.texts, LEAST) or common_names(self.texts, 1)
        return SparseRanking(
            self.texts, names, self.better[rows], self.worse[rows], self.groups[rows]
        )


@dataclass(frozen=True, eq=False)
class LearntJudge:
    """What was learnt, and how well it does on held-out groups."""

    judge: CoherenceJudge
    problem: SparseRanking
    validated: Validated


def learn_judge(
    pairs: CoherencePairs, kind: FeatureKind, validated: Validated | None = None
) -> LearntJudge:
    """By a ranking SVM; the logistic function is fitted to margins of held-out texts.

    `validated` has the strength where it is known already; else it is looked for.
    """
    problem = pairs.ranking()
    validated = choose_strength(problem) if validated is None else validated
    if validated.agreement <= 0.5:
        raise InputError(
            "nothing was learnt: of pairs of held-out texts "
            f"{validated.agreement:.1%} are ordered as people do, which is chance; look whether "
            "scores stand beside their texts, and give more of them"
        )
    everything = np.arange(len(problem.groups))
    weights = problem.fit(everything, np.arange(problem.columns), validated.strength)
    factor = LARGEST / float(np.abs(weights).max())
    better, worse = _held_out(problem, validated.strength)
    beside = None if pairs.sentences is None else 1.0 / pairs.sentences[problem.better]
    curve = fit_curve(better * factor, worse * factor, beside)
    if curve.slope <= 0:
        raise InputError(
            "nothing was learnt: the better ones of held-out pairs have no higher sums than the "
            "worse ones; give more texts"
        )
    whole = np.rint(weights * factor).astype(int).tolist()
    named = {name: weight for name, weight in zip(problem.names, whole, strict=True) if weight}
    judge = CoherenceJudge(kind, named, *curve)
    return LearntJudge(judge, problem, validated)


def _held_out(problem: SparseRanking, strength: float) -> tuple[Floats, Floats]:
    """Margins of the better and of the worse texts, by weights that do not know them."""
    everything, columns = np.arange(len(problem.groups)), np.arange(problem.columns)
    better, worse = np.empty(len(everything)), np.empty(len(everything))
    for held in make_folds(problem.groups):
        weights = problem.fit(np.setdiff1d(everything, held), columns, strength)
        margins = problem.margins(weights)
        better[held], worse[held] = margins[problem.better[held]], margins[problem.worse[held]]
    return better, worse
