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
from ...files.inputs.references import iterate_references
from ...metrics.tesla_x import GradedScorer, TeslaX
from ...metrics.tesla_x_model import (
    DEFAULT_CONSTANTS,
    INTEGER_CONSTANTS,
    LEARNABLE_BOUNDS,
    ConstantsModel,
    write_constants,
)
from ...resources.learning.constant_search import ConstantTuning, RankingTuning, RegressionTuning
from ...resources.learning.regression import N_FOLDS, SEED, make_folds
from ...text.languages import parse_language
from ..judgments import Track
from .judged_outputs import (
    DEFAULT_MARGIN,
    JudgedOutputs,
    choose_method,
    collect_pairs,
    collect_scores,
    count_judgments,
    group_by_segment,
    select_outputs,
)

# Training moves constants in units of a step, which depends on the kind of constant. No constant
# moves by more than MAX_MOVES steps, because values far from the defaults may not work for other
# data.
SHARE_STEP, EXPONENT_STEP, MAX_MOVES = 0.1, 0.5, 2.0
_DECIMALS = 4  # decimals of constants in model files
_TEXTS_PER_BATCH = 500


@dataclass(frozen=True)
class ConstantMoves:
    """Initial values of constants by name, and the conversion of moves to values.

    A move is the change of a constant in steps (`get_step`).
    """

    initial_values: Mapping[str, float]

    @property
    def bounds(self) -> Floats:
        """Minimum and maximum move of each constant, in an array of shape (2, n_constants)."""
        move_ranges = [
            [(bound - value) / get_step(name) for bound in LEARNABLE_BOUNDS[name]]
            for name, value in self.initial_values.items()
        ]
        min_moves, max_moves = np.array(move_ranges).T
        return np.stack([np.maximum(min_moves, -MAX_MOVES), np.minimum(max_moves, MAX_MOVES)])

    def apply_moves(self, moves: Floats) -> dict[str, float]:
        """Return the values of the constants after the moves."""
        new_values = {}
        for (name, value), move in zip(self.initial_values.items(), moves.tolist(), strict=True):
            low, high = LEARNABLE_BOUNDS[name]
            new_values[name] = min(max(round(value + move * get_step(name), _DECIMALS), low), high)
        return new_values

    def get_neighbours(self, name: str) -> tuple[float, float]:
        """Return the values one step below and above the initial value, within its bounds."""
        low, high = LEARNABLE_BOUNDS[name]
        value = self.initial_values[name]
        return max(value - get_step(name), low), min(value + get_step(name), high)


def get_step(name: str) -> float:
    """Return the size of one step of a constant."""
    return SHARE_STEP if LEARNABLE_BOUNDS[name][1] <= 1 else EXPONENT_STEP


class Rescorer:
    """Scorer of judged outputs with different constants.

    A call encodes texts once for all its sets of constants.
    """

    def __init__(
        self,
        judged_outputs: Sequence[JudgedOutputs],
        metrics: Sequence[TeslaX],
        jobs: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._jobs, self._progress = jobs, progress
        self._tracks = [outputs.get_texts() for outputs in judged_outputs]
        # Word frequencies from references are computed on the complete track.
        self._scorers = [
            _open_scorer(metric, outputs)
            for metric, outputs in zip(metrics, judged_outputs, strict=True)
        ]

    def compute_scores(
        self, constants: Mapping[str, float], output_indices: Indices | None = None
    ) -> Floats:
        """Return the scores of all outputs, or of the outputs at the ascending indices
        `output_indices`.
        """
        (scores,) = self.compute_all_scores([constants], output_indices)
        return np.asarray(scores)

    def compute_all_scores(
        self, constant_sets: Sequence[Mapping[str, float]], output_indices: Indices | None = None
    ) -> Floats:
        """Return scores of shape (n_sets, n_outputs); `constant_sets` are sets of values of
        constants.
        """
        score_blocks = []
        start = 0
        for scorer, (outputs, reference_columns) in zip(self._scorers, self._tracks, strict=True):
            end = start + len(outputs)
            track_rows = (
                range(len(outputs))
                if output_indices is None
                else _select_between(output_indices, start, end)
            )
            start = end
            if len(track_rows):
                texts = [outputs[row] for row in track_rows]
                references = [[column[row] for row in track_rows] for column in reference_columns]
                score_blocks.append(self._score_track(scorer, constant_sets, texts, references))
        return np.concatenate(score_blocks, axis=1)

    def _score_track(
        self,
        scorer: GradedScorer,
        constant_sets: Sequence[Mapping[str, float]],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
    ) -> Floats:
        scorers = [scorer.replace_constants(constants) for constants in constant_sets]
        scores = np.empty((len(constant_sets), len(outputs)))
        for start in range(0, len(outputs), _TEXTS_PER_BATCH):
            batch = slice(start, start + _TEXTS_PER_BATCH)
            pairs = Pairs.from_reference_sets(
                outputs[batch], [column[batch] for column in references]
            )
            codes = scorer.graded_comparer.encode(pairs, self._jobs)
            for set_scores, set_scorer in zip(scores, scorers, strict=True):
                feature_columns = set_scorer.graded_comparer.compare_codes(codes, pairs, self._jobs)
                pair_scores = set_scorer.combine(feature_columns)[:, None]
                set_scores[batch] = set_scorer.combine_references(pair_scores, pairs)[:, 0]
                if self._progress is not None:
                    self._progress(len(outputs[batch]))
        return scores

    def compute_slopes(self, constants: ConstantMoves) -> Floats:
        """Return the change of each score per step of each constant.

        The array has shape (n_outputs, n_constants). Slopes are differences between the neighbours
        of the initial values, so that the effects of thresholds and maxima are included.
        """
        neighbours = {name: constants.get_neighbours(name) for name in constants.initial_values}
        constant_sets = []
        for name, (low, high) in neighbours.items():
            constant_sets += [
                {**constants.initial_values, name: low},
                {**constants.initial_values, name: high},
            ]
        scores = self.compute_all_scores(constant_sets)
        columns = []
        for (name, (low, high)), low_scores, high_scores in zip(
            neighbours.items(), scores[::2], scores[1::2], strict=True
        ):
            columns.append((high_scores - low_scores) * get_step(name) / (high - low))
        return np.stack(columns, axis=1)


def _open_scorer(metric: TeslaX, judged_outputs: JudgedOutputs) -> GradedScorer:
    scorer = metric.open(None, lambda: iterate_references(judged_outputs.track.references.values()))
    assert isinstance(scorer, GradedScorer)
    return scorer


def _select_between(indices: Indices, start: int, end: int) -> list[int]:
    """Return the indices from `initial_values` to `end`, relative to `initial_values`."""
    relative_indices: list[int] = (indices[(indices >= start) & (indices < end)] - start).tolist()
    return relative_indices


# Training of TESLA-X finds constants near the defaults that order outputs as people do.
#
# The strength determines how far constants may move; 0 keeps the defaults. It is chosen by
# cross-validation: for each strength, constants are learnt on all folds but one, and outputs of the
# remaining fold are scored with them. Training uses the smallest strength with an agreement that is
# lower than the best agreement by at most a standard error of the difference (paired bootstrap over
# segments), so constants move only if that clearly helps. Moves are then multiplied by
# n / (n + 500) with n judged segments, because they may help less on other data.

STRENGTHS = (0.125, 0.25, 0.5, 1.0)
N_BOOTSTRAP_SAMPLES = 1000
HALF_MOVE_SEGMENTS = 500  # number of judged segments with which moves are halved
FEW_SEGMENTS = 100  # with fewer judged segments, results on held-out folds are unreliable


@dataclass(frozen=True)
class StrengthResult:
    """Result on held-out folds with one strength.

    agreement  agreement with people
    gain       agreement minus the agreement of the default constants
    error      standard error of the gain
    """

    strength: float
    agreement: float
    gain: float
    error: float


@dataclass(frozen=True, eq=False)
class TrainedTeslaX:
    """A trained TESLA-X model, the initial constants, and the results on held-out folds.

    start    initial values of the learnt constants
    measure  name of the measure of agreement
    curve    results of all strengths, in ascending order from 0
    chosen   result of the chosen strength
    """

    model: ConstantsModel
    start: Mapping[str, float]
    measure: str
    curve: tuple[StrengthResult, ...]
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
    draws samples. `planned` is called once with the total number of scores to compute, `progress`
    with the number of newly computed scores.
    """
    settings = dict(settings or {})
    if not tracks:
        raise UsageError("there are no tracks to learn from: give judged sets")
    if forbidden_settings := settings.keys() & {"lang", "model", "lowercase"}:
        raise UsageError(f"{min(forbidden_settings)} cannot be chosen in training: leave it out")
    metrics = [TeslaX(lang=track.lang, **settings) for track in tracks]
    default_values = {**DEFAULT_CONSTANTS, **metrics[0].explicit_constants()}
    initial_values = {
        name: float(default_values[name]) for name in LEARNABLE_BOUNDS if name not in settings
    }
    if not initial_values:
        raise UsageError("all constants are given: leave out those that should be learnt")
    method = choose_method(tracks, method, margin)
    judged_outputs = [select_outputs(track, method, margin) for track in tracks]
    constants = ConstantMoves(initial_values)
    if planned is not None:
        n_outputs = sum(len(track_outputs.segment) for track_outputs in judged_outputs)
        planned(n_outputs * (1 + 2 * len(initial_values) + len(STRENGTHS)))
    rescorer = Rescorer(judged_outputs, metrics, jobs, progress)
    search = _ConstantSearch(judged_outputs, method, constants, rescorer, seed)
    results, chosen_result = search.validate()
    all_judgments = np.arange(len(search.tuning.groups))
    learnt_values = search.learn_constants(all_judgments, chosen_result.strength)
    final_values = {**default_values, **learnt_values}
    model = ConstantsModel(
        {name: final_values[name] for name in (*INTEGER_CONSTANTS, *LEARNABLE_BOUNDS)},
        tuple(dict.fromkeys(parse_language(track.lang) for track in tracks)),
        {parse_language(metric.lang): _get_analysis_names(metric) for metric in metrics},
        {
            "method": method,
            "margin": float(margin),
            "pairs" if method == "ranking" else "outputs": count_judgments(judged_outputs, method),
            **search.training_record(results[0], chosen_result),
        },
    )
    return TrainedTeslaX(model, initial_values, search.tuning.measure, results, chosen_result)


class _ConstantSearch:
    """Search for constants; scores and slopes of all outputs are computed once at the start."""

    def __init__(
        self,
        judged_outputs: Sequence[JudgedOutputs],
        method: str,
        constants: ConstantMoves,
        rescorer: Rescorer,
        seed: int,
    ) -> None:
        self._groups = group_by_segment(judged_outputs)
        self.segments = int(self._groups.max()) + 1
        self._folds = make_folds(self._groups, seed=seed)
        self.tuning = _build_tuning(judged_outputs, method, self._groups)
        self._constants, self._rescorer, self._seed = constants, rescorer, seed
        self._scores = rescorer.compute_scores(constants.initial_values)
        self._slopes = rescorer.compute_slopes(constants)

    def learn_constants(self, judgment_indices: Indices, strength: float) -> dict[str, float]:
        """Return constants learnt from the judgments at the indices `judgment_indices`."""
        if not strength:
            return dict(self._constants.initial_values)
        moves = self.tuning.best_steps(
            judgment_indices, self._scores, self._slopes, self._constants.bounds, strength
        )
        # Held-out segments are counted too, so that moves shrink equally in all folds and in the
        # final model.
        return self._constants.apply_moves(
            moves * self.segments / (self.segments + HALF_MOVE_SEGMENTS)
        )

    def validate(self) -> tuple[tuple[StrengthResult, ...], StrengthResult]:
        """Return the results of all strengths, and the result of the chosen strength."""
        scores_by_strength = {strength: self._score_held_out(strength) for strength in STRENGTHS}
        scores_by_strength = {0.0: self._scores, **scores_by_strength}
        bootstrap_weights = _draw_bootstrap_weights(self.segments, self._seed)
        unit_weights = np.ones((1, self.segments))
        agreements = {
            strength: float(self.tuning.agreement(scores, unit_weights)[0])
            for strength, scores in scores_by_strength.items()
        }
        sampled_agreements = {
            strength: self.tuning.agreement(scores, bootstrap_weights)
            for strength, scores in scores_by_strength.items()
        }
        results = tuple(
            StrengthResult(
                strength,
                agreements[strength],
                agreements[strength] - agreements[0.0],
                _compute_standard_error(sampled_agreements[strength] - sampled_agreements[0.0]),
            )
            for strength in scores_by_strength
        )
        best_strength = max(results, key=lambda result: result.agreement).strength

        def is_close_to_best(result: StrengthResult) -> bool:
            gap = agreements[best_strength] - result.agreement
            sampled_gaps = sampled_agreements[best_strength] - sampled_agreements[result.strength]
            return gap <= _compute_standard_error(sampled_gaps)

        chosen_result = next(result for result in results if is_close_to_best(result))
        return results, chosen_result

    def training_record(
        self, default_result: StrengthResult, chosen_result: StrengthResult
    ) -> dict[str, Any]:
        """Return the training record of the model file."""
        return {
            "segments": self.segments,
            "folds": min(N_FOLDS, self.segments),
            "seed": self._seed,
            "strength": chosen_result.strength,
            self.tuning.measure: chosen_result.agreement,
            f"{self.tuning.measure}_of_default": default_result.agreement,
            "standard_error_of_gain": chosen_result.error,
        }

    def _score_held_out(self, strength: float) -> Floats:
        """Return the score of each output by constants that were learnt without its segment."""
        scores = np.empty(len(self._groups))
        for fold in self._folds:
            is_held_out = np.isin(self.tuning.groups, self._groups[fold])
            constants = self.learn_constants(np.flatnonzero(~is_held_out), strength)
            scores[fold] = self._rescorer.compute_scores(constants, fold)
        return scores


def _build_tuning(
    judged_outputs: Sequence[JudgedOutputs], method: str, groups: Indices
) -> ConstantTuning:
    if method == "ranking":
        better, worse = collect_pairs(judged_outputs)
        return RankingTuning(better, worse, groups[better])
    track_indices = np.repeat(
        np.arange(len(judged_outputs)), [len(outputs.segment) for outputs in judged_outputs]
    )
    return RegressionTuning(collect_scores(judged_outputs), track_indices, groups)


def _draw_bootstrap_weights(n_segments: int, seed: int) -> Floats:
    """Return the count of each segment in bootstrap samples, of shape (n_samples, n_segments)."""
    generator = np.random.default_rng([seed, 1])
    return generator.multinomial(
        n_segments, np.full(n_segments, 1 / n_segments), N_BOOTSTRAP_SAMPLES
    ).astype(np.float64)


def _compute_standard_error(differences: Floats) -> float:
    """Return the standard deviation over bootstrap samples."""
    return float(np.nanstd(differences))


def _get_analysis_names(metric: TeslaX) -> dict[str, str]:
    session = default_session()
    return {**metric.analysis(session).signature_names, **metric.tables(session)}
