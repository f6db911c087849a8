"""Training TESLA-X: constants that order outputs as people do, not far from the defaults.

Held-out folds say how far constants may move. With each strength, constants are learnt on four
folds and outputs of the fifth are scored with them. What is taken is the weakest strength that is
worse than the best one by less than a standard error of the difference (paired bootstrap over
segments); staying where one is, strength 0, is among them. So constants move if that clearly helps.
Of the way they then go n / (n + 500) with n judged segments: what helps here need not help
elsewhere.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Floats, Indices
from ..encoding.session import default_session
from ..errors import UsageError
from ..judging.judgments import Track
from ..languages import parse_language
from ..learning.tuning import RankingTuning, RegressionTuning, Tuning
from ..learning.validation import FOLDS, SEED, make_folds
from ..metrics.tesla_x import TeslaX
from ..metrics.tesla_x_constants import DEFAULTS, LEARNT, WHOLE
from ..metrics.tesla_x_model import ConstantsModel, write_constants
from .constants import Constants, Rescorer
from .examples import judged_pairs, judged_scores, judgments, segment_groups
from .judged_outputs import MARGIN, JudgedOutputs, choose_method, judged_outputs

STRENGTHS = (0.125, 0.25, 0.5, 1.0)
SAMPLES = 1000
HALF_WAY = 500  # judged segments
FEW = 100  # judged segments; with fewer, held-out folds tell little


@dataclass(frozen=True)
class Tried:
    """Agreement on held-out folds with one strength, and how it differs from the default's."""

    strength: float
    agreement: float
    gain: float
    error: float  # standard error of the gain


@dataclass(frozen=True, eq=False)
class TrainedX:
    """A model, the constants it started from, and what held-out folds said."""

    model: ConstantsModel
    start: Mapping[str, float]
    measure: str
    curve: tuple[Tried, ...]  # from strength 0 on
    chosen: Tried

    @property
    def segments(self) -> int:
        """How many were learnt from."""
        return int(self.model.training["segments"])

    def write(self, path: str | Path) -> None:
        """The model as a file for `TeslaX`."""
        write_constants(Path(path), self.model)


def train_tesla_x(
    tracks: Sequence[Track],
    settings: Mapping[str, Any] | None = None,
    *,
    method: str = "auto",
    margin: float = MARGIN,
    seed: int = SEED,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    planned: Callable[[int], None] | None = None,
) -> TrainedX:
    """A model of tracks, which may be into several languages.

    `settings` are options of `TeslaX`; constants among them are kept as they are given. `method`
    and `margin` are as in `train_tesla_f`. `seed` deals segments to folds and draws samples.
    `planned` is told the number of scores before `progress` hears of any.
    """
    settings = dict(settings or {})
    if not tracks:
        raise UsageError("there is nothing to learn from: give judged sets")
    if strange := settings.keys() & {"lang", "model", "lowercase"}:
        raise UsageError(f"{min(strange)} cannot be chosen in training: leave it out")
    metrics = [TeslaX(lang=track.lang, **settings) for track in tracks]
    whole = {**DEFAULTS, **metrics[0].given()}
    start = {name: float(whole[name]) for name in LEARNT if name not in settings}
    if not start:
        raise UsageError("every constant is given: leave out those that are to be learnt")
    method = choose_method(tracks, method, margin)
    judged = [judged_outputs(track, method, margin) for track in tracks]
    constants = Constants(start)
    if planned is not None:
        outputs = sum(len(one.segment) for one in judged)
        planned(outputs * (1 + 2 * len(start) + len(STRENGTHS)))
    search = _Search(judged, method, constants, Rescorer(judged, metrics, jobs, progress), seed)
    curve, chosen = search.validate()
    found = search.found(np.arange(len(search.tuning.groups)), chosen.strength)
    model = ConstantsModel(
        {name: {**whole, **found}[name] for name in (*WHOLE, *LEARNT)},
        tuple(dict.fromkeys(parse_language(track.lang) for track in tracks)),
        {parse_language(metric.lang): _analysis(metric) for metric in metrics},
        {
            "method": method,
            "margin": float(margin),
            "pairs" if method == "ranking" else "outputs": judgments(judged, method),
            **search.facts(curve[0], chosen),
        },
    )
    return TrainedX(model, start, search.tuning.measure, curve, chosen)


class _Search:
    """Scores and slopes of all outputs, computed once, and what is learnt from them."""

    def __init__(
        self,
        judged: Sequence[JudgedOutputs],
        method: str,
        constants: Constants,
        rescorer: Rescorer,
        seed: int,
    ) -> None:
        self._groups = segment_groups(judged)
        self.segments = int(self._groups.max()) + 1
        self._folds = make_folds(self._groups, seed=seed)
        self.tuning = _tuning(judged, method, self._groups)
        self._constants, self._rescorer, self._seed = constants, rescorer, seed
        self._scores = rescorer.scores(constants.start)
        self._slopes = rescorer.slopes(constants)

    def found(self, rows: Indices, strength: float) -> dict[str, float]:
        """The constants that these judgments ask for."""
        if not strength:
            return dict(self._constants.start)
        moves = self.tuning.moves(
            rows, self._scores, self._slopes, self._constants.bounds, strength
        )
        # By all segments, those held out as well: folds show what the model will do.
        return self._constants.moved(moves * self.segments / (self.segments + HALF_WAY))

    def validate(self) -> tuple[tuple[Tried, ...], Tried]:
        """All that was tried, and the one to take."""
        held = {strength: self._held_out(strength) for strength in STRENGTHS}
        held = {0.0: self._scores, **held}
        drawn = _samples(self.segments, self._seed)
        plain = np.ones((1, self.segments))
        values = {c: float(self.tuning.agreement(s, plain)[0]) for c, s in held.items()}
        samples = {c: self.tuning.agreement(s, drawn) for c, s in held.items()}
        curve = tuple(
            Tried(c, values[c], values[c] - values[0.0], _spread(samples[c] - samples[0.0]))
            for c in held
        )
        best = max(curve, key=lambda tried: tried.agreement).strength
        chosen = next(
            tried
            for tried in curve
            if values[best] - tried.agreement <= _spread(samples[best] - samples[tried.strength])
        )
        return curve, chosen

    def facts(self, default: Tried, chosen: Tried) -> dict[str, Any]:
        """What a model records of how it was found."""
        return {
            "segments": self.segments,
            "folds": min(FOLDS, self.segments),
            "seed": self._seed,
            "strength": chosen.strength,
            self.tuning.measure: chosen.agreement,
            f"{self.tuning.measure}_of_default": default.agreement,
            "standard_error_of_gain": chosen.error,
        }

    def _held_out(self, strength: float) -> Floats:
        """Scores of each output by constants that were learnt without its segment."""
        scores = np.empty(len(self._groups))
        for fold in self._folds:
            held = np.isin(self.tuning.groups, self._groups[fold])
            constants = self.found(np.flatnonzero(~held), strength)
            scores[fold] = self._rescorer.scores(constants, fold)
        return scores


def _tuning(judged: Sequence[JudgedOutputs], method: str, groups: Indices) -> Tuning:
    if method == "ranking":
        better, worse = judged_pairs(judged)
        return RankingTuning(better, worse, groups[better])
    tracks = np.repeat(np.arange(len(judged)), [len(one.segment) for one in judged])
    return RegressionTuning(judged_scores(judged), tracks, groups)


def _samples(size: int, seed: int) -> Floats:
    """How often each segment is drawn, a row a sample."""
    generator = np.random.default_rng([seed, 1])
    return generator.multinomial(size, np.full(size, 1 / size), SAMPLES).astype(np.float64)


def _spread(differences: Floats) -> float:
    return float(np.nanstd(differences))


def _analysis(metric: TeslaX) -> dict[str, str]:
    session = default_session()
    return {**metric.analysis(session).names, **metric.tables(session)}
