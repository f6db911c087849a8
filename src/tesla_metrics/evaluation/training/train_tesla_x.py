"""Train the constants of TESLA-X."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Floats, Indices
from ...core.encoding.pairs import Pairs
from ...core.encoding.session import default_session
from ...errors import UsageError
from ...files.inputs.references import iterate_present
from ...metrics.tesla_x import GradedScorer, TeslaX
from ...metrics.tesla_x_model import (
    DEFAULTS,
    INTEGER_CONSTANTS,
    LEARNABLE_BOUNDS,
    ConstantsModel,
    write_constants,
)
from ...resources.learning.constant_search import ConstantTuning, RankingTuning, RegressionTuning
from ...resources.learning.regression import FOLDS, SEED, make_folds
from ...text.languages import parse_language
from ..judgments import Track
from .judged_outputs import (
    DEFAULT_MARGIN,
    JudgedOutputs,
    choose_method,
    count_judgments,
    judged_pairs,
    judged_scores,
    segment_groups,
    select_outputs,
)

# Size of a move of 1 for constants that are shares and for exponents. No constant moves by more
# than MOST moves, because values far from the defaults may not work for other data.
SHARE_STEP, EXPONENT_STEP, MAX_MOVES = 0.1, 0.5, 2.0
_DECIMALS = 4  # of constants in model files
_TEXTS_PER_BATCH = 500


@dataclass(frozen=True)
class Constants:
    """Initial values of constants, and the conversion of moves to values."""

    start: Mapping[str, float]

    @property
    def bounds(self) -> Floats:
        """Minimum and maximum move of each constant, in two rows."""
        ends = [
            [(end - value) / move_size(name) for end in LEARNABLE_BOUNDS[name]]
            for name, value in self.start.items()
        ]
        min_moves, max_moves = np.array(ends).T
        return np.stack([np.maximum(min_moves, -MAX_MOVES), np.minimum(max_moves, MAX_MOVES)])

    def moved(self, moves: Floats) -> dict[str, float]:
        """Return the constants after these moves."""
        moved = {}
        for (name, value), move in zip(self.start.items(), moves.tolist(), strict=True):
            low, high = LEARNABLE_BOUNDS[name]
            moved[name] = min(max(round(value + move * move_size(name), _DECIMALS), low), high)
        return moved

    def neighbours(self, name: str) -> tuple[float, float]:
        """Return the values one move below and above, within the allowed range."""
        low, high = LEARNABLE_BOUNDS[name]
        value = self.start[name]
        return max(value - move_size(name), low), min(value + move_size(name), high)


def move_size(name: str) -> float:
    """Return the size of a move of 1."""
    return SHARE_STEP if LEARNABLE_BOUNDS[name][1] <= 1 else EXPONENT_STEP


class Rescorer:
    """Judged outputs that can be scored repeatedly with different constants.

    Texts are encoded once for all choices of constants of a call.
    """

    def __init__(
        self,
        judged: Sequence[JudgedOutputs],
        metrics: Sequence[TeslaX],
        jobs: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._jobs, self._progress = jobs, progress
        self._tracks = [outputs.texts() for outputs in judged]
        # Word frequencies from references are computed on the complete track.
        self._scorers = [
            _open_scorer(metric, outputs) for metric, outputs in zip(metrics, judged, strict=True)
        ]

    def scores(self, constants: Mapping[str, float], rows: Indices | None = None) -> Floats:
        """Return the scores of all outputs, or of those in `rows`, which must be in order."""
        (scores,) = self.all_scores([constants], rows)
        return np.asarray(scores)

    def all_scores(
        self, choices: Sequence[Mapping[str, float]], rows: Indices | None = None
    ) -> Floats:
        """Return scores with one row per choice of constants."""
        scores = []
        start = 0
        for scorer, (outputs, columns) in zip(self._scorers, self._tracks, strict=True):
            end = start + len(outputs)
            track_rows = range(len(outputs)) if rows is None else _rows_between(rows, start, end)
            start = end
            if len(track_rows):
                texts = [outputs[row] for row in track_rows]
                references = [[column[row] for row in track_rows] for column in columns]
                scores.append(self._score_track(scorer, choices, texts, references))
        return np.concatenate(scores, axis=1)

    def _score_track(
        self,
        scorer: GradedScorer,
        choices: Sequence[Mapping[str, float]],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
    ) -> Floats:
        scorers = [scorer.with_constants(constants) for constants in choices]
        scores = np.empty((len(choices), len(outputs)))
        for start in range(0, len(outputs), _TEXTS_PER_BATCH):
            part = slice(start, start + _TEXTS_PER_BATCH)
            pairs = Pairs.of_sets(outputs[part], [column[part] for column in references])
            codes = scorer.graded.encode(pairs, self._jobs)
            for row, choice_scorer in zip(scores, scorers, strict=True):
                columns = choice_scorer.graded.compare_codes(codes, pairs, self._jobs)
                row[part] = choice_scorer.combine_references(
                    choice_scorer.combine(columns)[:, None], pairs
                )[:, 0]
                if self._progress is not None:
                    self._progress(len(outputs[part]))
        return scores

    def slopes(self, constants: Constants) -> Floats:
        """Return the change of scores per move of each constant, with one column per constant.

        Differences are between values one move apart, so that the effects of thresholds and maxima
        are included.
        """
        ends = {name: constants.neighbours(name) for name in constants.start}
        choices = [
            {**constants.start, name: end} for name, around in ends.items() for end in around
        ]
        scores = self.all_scores(choices)
        columns = [
            (above - below) * move_size(name) / (high - low)
            for (name, (low, high)), below, above in zip(
                ends.items(), scores[::2], scores[1::2], strict=True
            )
        ]
        return np.stack(columns, axis=1)


def _open_scorer(metric: TeslaX, judged: JudgedOutputs) -> GradedScorer:
    scorer = metric.open(None, lambda: iterate_present(judged.track.references.values()))
    assert isinstance(scorer, GradedScorer)
    return scorer


def _rows_between(rows: Indices, start: int, end: int) -> list[int]:
    indices: list[int] = (rows[(rows >= start) & (rows < end)] - start).tolist()
    return indices


# Training of TESLA-X finds constants near the defaults that order outputs as people do.
#
# Cross-validation determines how far constants may move. For each strength, constants are learnt on
# four folds, and outputs of the fifth are scored with them. The weakest strength is chosen that is
# worse than the best one by less than a standard error of the difference (paired bootstrap over
# segments). Strength 0, which keeps the defaults, is among them, so constants move only if that
# clearly helps. Moves are then multiplied by n / (n + 500) with n judged segments, because they may
# help less on other data.

STRENGTHS = (0.125, 0.25, 0.5, 1.0)
SAMPLES = 1000
HALF_MOVE_SEGMENTS = 500  # judged segments with which moves are halved
FEW_SEGMENTS = 100  # judged segments; with fewer, results on held-out folds are unreliable


@dataclass(frozen=True)
class StrengthResult:
    """Agreement on held-out folds with one strength, and its gain over the default."""

    strength: float
    agreement: float
    gain: float
    error: float  # standard error of the gain


@dataclass(frozen=True, eq=False)
class TrainedTeslaX:
    """A trained model, the initial constants, and the results on held-out folds."""

    model: ConstantsModel
    start: Mapping[str, float]
    measure: str
    curve: tuple[StrengthResult, ...]  # in ascending order of the strength, from 0
    chosen: StrengthResult

    @property
    def segments(self) -> int:
        """Number of judged segments in the training data."""
        return int(self.model.training["segments"])

    def write(self, path: str | Path) -> None:
        """Write the model to a file for `TeslaX`."""
        write_constants(Path(path), self.model)


def train_tesla_x(
    tracks: Sequence[Track],
    settings: Mapping[str, Any] | None = None,
    *,
    method: str = "auto",
    margin: float = DEFAULT_MARGIN,
    seed: int = SEED,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    planned: Callable[[int], None] | None = None,
) -> TrainedTeslaX:
    """Train the constants of TESLA-X on judged tracks; return a `TrainedTeslaX`.

    Tracks may have different languages. `settings` are options of `TeslaX`; constants among them
    are fixed. `method` and `margin` are as in `train_tesla_f`. `seed` assigns segments to folds and
    draws samples. `planned` is called with the total number of scores, `progress` with newly
    finished ones.
    """
    settings = dict(settings or {})
    if not tracks:
        raise UsageError("there are no tracks to learn from: give judged sets")
    if forbidden := settings.keys() & {"lang", "model", "lowercase"}:
        raise UsageError(f"{min(forbidden)} cannot be chosen in training: leave it out")
    metrics = [TeslaX(lang=track.lang, **settings) for track in tracks]
    values = {**DEFAULTS, **metrics[0].explicit_constants()}
    start = {name: float(values[name]) for name in LEARNABLE_BOUNDS if name not in settings}
    if not start:
        raise UsageError("all constants are given: leave out those that should be learnt")
    method = choose_method(tracks, method, margin)
    judged = [select_outputs(track, method, margin) for track in tracks]
    constants = Constants(start)
    if planned is not None:
        outputs = sum(len(track_outputs.segment) for track_outputs in judged)
        planned(outputs * (1 + 2 * len(start) + len(STRENGTHS)))
    search = _Search(judged, method, constants, Rescorer(judged, metrics, jobs, progress), seed)
    curve, chosen = search.validate()
    learnt = search.learn_constants(np.arange(len(search.tuning.groups)), chosen.strength)
    model = ConstantsModel(
        {name: {**values, **learnt}[name] for name in (*INTEGER_CONSTANTS, *LEARNABLE_BOUNDS)},
        tuple(dict.fromkeys(parse_language(track.lang) for track in tracks)),
        {parse_language(metric.lang): _analysis(metric) for metric in metrics},
        {
            "method": method,
            "margin": float(margin),
            "pairs" if method == "ranking" else "outputs": count_judgments(judged, method),
            **search.training_record(curve[0], chosen),
        },
    )
    return TrainedTeslaX(model, start, search.tuning.measure, curve, chosen)


class _Search:
    """Search for constants, with scores and slopes of all outputs computed once."""

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

    def learn_constants(self, rows: Indices, strength: float) -> dict[str, float]:
        """Return the constants learnt from these judgments."""
        if not strength:
            return dict(self._constants.start)
        moves = self.tuning.best_steps(
            rows, self._scores, self._slopes, self._constants.bounds, strength
        )
        # The count includes held-out segments, so that folds shrink moves as the final model does.
        return self._constants.moved(moves * self.segments / (self.segments + HALF_MOVE_SEGMENTS))

    def validate(self) -> tuple[tuple[StrengthResult, ...], StrengthResult]:
        """Return the results of all strengths, and the chosen one."""
        scores_by_strength = {strength: self._held_out(strength) for strength in STRENGTHS}
        scores_by_strength = {0.0: self._scores, **scores_by_strength}
        bootstrap_weights = _bootstrap_weights(self.segments, self._seed)
        unit_weights = np.ones((1, self.segments))
        values = {
            strength: float(self.tuning.agreement(scores, unit_weights)[0])
            for strength, scores in scores_by_strength.items()
        }
        samples = {
            strength: self.tuning.agreement(scores, bootstrap_weights)
            for strength, scores in scores_by_strength.items()
        }
        curve = tuple(
            StrengthResult(
                c, values[c], values[c] - values[0.0], _spread(samples[c] - samples[0.0])
            )
            for c in scores_by_strength
        )
        best = max(curve, key=lambda tried: tried.agreement).strength
        chosen = next(
            tried
            for tried in curve
            if values[best] - tried.agreement <= _spread(samples[best] - samples[tried.strength])
        )
        return curve, chosen

    def training_record(self, default: StrengthResult, chosen: StrengthResult) -> dict[str, Any]:
        """Return what a model file records about training."""
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
        """Return the score of each output by constants that were learnt without its segment."""
        scores = np.empty(len(self._groups))
        for fold in self._folds:
            held_out = np.isin(self.tuning.groups, self._groups[fold])
            constants = self.learn_constants(np.flatnonzero(~held_out), strength)
            scores[fold] = self._rescorer.scores(constants, fold)
        return scores


def _tuning(judged: Sequence[JudgedOutputs], method: str, groups: Indices) -> ConstantTuning:
    if method == "ranking":
        better, worse = judged_pairs(judged)
        return RankingTuning(better, worse, groups[better])
    tracks = np.repeat(np.arange(len(judged)), [len(outputs.segment) for outputs in judged])
    return RegressionTuning(judged_scores(judged), tracks, groups)


def _bootstrap_weights(size: int, seed: int) -> Floats:
    """Return the count of each segment in bootstrap samples, with one row per sample."""
    generator = np.random.default_rng([seed, 1])
    return generator.multinomial(size, np.full(size, 1 / size), SAMPLES).astype(np.float64)


def _spread(differences: Floats) -> float:
    return float(np.nanstd(differences))


def _analysis(metric: TeslaX) -> dict[str, str]:
    session = default_session()
    return {**metric.analysis(session).names, **metric.tables(session)}
