"""The tuning loop: decode, pool the n-best lists, optimise the weights, and repeat."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Floats
from ...core.encoding.session import Session
from ...errors import InputError, warn_user
from ...files.lines import read_lines
from ...files.locking import hold_output_lock
from ...files.long_runs import ProgressCallback, no_progress
from ...metrics.base import Metric
from ..decoders.base import Decoder
from ..decoders.command import write_moses_weights
from ..nbest.nbest import Nbest
from ..nbest.nbest_files import pool
from ..nbest.weights import Weights, weighted_sums, write_weights
from .candidate_statistics import CandidateStatistics, get_perfect_score
from .loop_config import (
    LoopSettings,
    get_decoder_identity,
    open_decoder,
    read_config,
    uses_moses_weights,
)
from .loop_state import Iteration, WorkState, compute_file_digest
from .tune import tune

# Warn only if more than this share of lists is affected: fewer can be ties or rounding errors.
_MIN_AFFECTED_SHARE = 0.1
# Smaller differences of scores are ignored because decoders print six digits. Relative to the sum
# of absolute weighted features.
_SCORE_TOLERANCE = 1e-3


class WeightsIgnoredCheck:
    """Warn once if the decoder seems to ignore its weights.

    The lists of the first iteration are only stored for comparison with the second iteration,
    because the decoder may have used its default weights.
    """

    def __init__(self) -> None:
        self._has_warned = False
        self._previous: tuple[Weights, Nbest] | None = None

    def update(self, iteration: int, weights: Weights, nbest: Nbest) -> None:
        """Check the lists that were decoded in an iteration with these weights."""
        previous, self._previous = self._previous, (weights, nbest)
        if previous is None or self._has_warned:
            return
        n_not_best, n_unsorted = _count_unsorted(nbest, weights)
        threshold = _MIN_AFFECTED_SHARE * len(nbest)
        is_unchanged = _differ_in_direction(weights, previous[0]) and _are_same_lists(
            nbest, previous[1]
        )
        if n_not_best > threshold:
            problem = (
                f"for {n_not_best} of {len(nbest)} sentences the decoder's first candidate is not "
                "the one that its weights choose from the same list"
            )
        elif is_unchanged and n_unsorted > threshold:
            problem = "the decoder wrote the same lists as with other weights"
        else:
            return
        self._has_warned = True
        warn_user(
            f"iteration {iteration}: {problem}; check that it reads {{weights}} and sorts lists by "
            "them: run its command by hand with two different weights files"
        )


def _count_unsorted(nbest: Nbest, weights: Weights) -> tuple[int, int]:
    """Return two counts of lists that contradict the weights.

    The first counts lists whose first candidate is not the best one, the second counts lists that
    are not sorted by falling score.
    """
    values = weights.of(nbest.names)
    scores = weighted_sums(nbest.features.T, values)
    tolerances = _SCORE_TOLERANCE * weighted_sums(np.abs(nbest.features.T), np.abs(values))
    starts = nbest.starts[:-1]
    gaps: Floats = np.maximum.reduceat(scores, starts) - scores[starts]
    is_not_best = gaps > np.maximum.reduceat(tolerances, starts)
    is_rise = (np.diff(scores) > tolerances[1:]) & (np.diff(nbest.owners) == 0)
    return int(is_not_best.sum()), len(np.unique(nbest.owners[1:][is_rise]))


def _differ_in_direction(first: Weights, second: Weights) -> bool:
    """Return whether weights differ in more than a common factor, which has no effect."""
    value_pair = [values.of(first.names) for values in (first, second)]
    sizes = [np.abs(values).sum() or 1.0 for values in value_pair]
    return not np.allclose(value_pair[0] / sizes[0], value_pair[1] / sizes[1], rtol=1e-6, atol=1e-9)


def _are_same_lists(first: Nbest, second: Nbest) -> bool:
    return (
        np.array_equal(first.starts, second.starts)
        and list(first.texts) == list(second.texts)
        and np.array_equal(first.features, second.features)
    )


# A smaller gain of an iteration ends the loop. Relative to a perfect score.
_MIN_GAIN = 1e-4


@dataclass(frozen=True)
class LoopResult:
    """The weights whose translations scored best, and the history of the loop.

    Parameters
    ----------
    weights : Weights
        Best weights.
    value : float
        Score of the decoder's translations with these weights.
    start : float
        Score of its translations with the initial weights.
    iterations : tuple of Iteration
    reason : str
        Why the loop ended.
    scored : int
        Number of scored candidates, without those of an interrupted run.
    metric : str
        Name of the metric.
    signature : str
        Signature of the metric.
    """

    weights: Weights
    value: float
    start: float
    iterations: tuple[Iteration, ...]
    reason: str
    scored: int
    metric: str
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Return all values by name, in types that JSON supports."""
        return {
            "metric": self.metric,
            "value": self.value,
            "start": self.start,
            "weights": dict(zip(self.weights.names, self.weights.values, strict=True)),
            "iterations": [iteration.to_dict() for iteration in self.iterations],
            "reason": self.reason,
            "scored": self.scored,
            "signature": self.signature,
        }


def tune_decoder(
    config: LoopSettings | Path | str,
    *,
    restart: bool = False,
    jobs: int = 1,
    watch: ProgressCallback = no_progress,
    tell: Callable[[Iteration], object] = lambda iteration: None,
    say: Callable[[str], object] = lambda line: None,
    session: Session | None = None,
) -> LoopResult:
    """Tune a decoder by repeated decoding and optimisation, and write its weights.

    Parameters
    ----------
    config : LoopSettings or path
        Settings, or a TOML file with settings.
    restart : bool, default False
        Whether to start again instead of resuming an interrupted run.
    jobs : int, default 1
        Number of threads or processes.
    watch : callable, optional
        Reports progress.
    tell : callable, optional
        Called with each finished `Iteration`.
    say : callable, optional
        Called with messages: where a run resumes, and where the decoder's log is.
    session : Session, optional
        Owner of loaded resources.

    Returns
    -------
    LoopResult
    """
    settings = config if isinstance(config, LoopSettings) else read_config(Path(config))
    sources = read_lines(str(settings.source))
    references = [_read_references(path, settings, len(sources)) for path in settings.references]
    with (
        hold_output_lock(settings.output),
        hold_output_lock(settings.work.with_name(f"{settings.work.name}.run")),
    ):
        decoder = open_decoder(settings, sources)
        normalised_references = [decoder.normalise_references(texts) for texts in references]
        statistics = CandidateStatistics(settings.metric, normalised_references, session)
        state = WorkState(
            settings.work, _build_identity(settings, _build_signature(statistics, decoder))
        )
        state.open(restart)
        result = _Loop(settings, state, decoder, statistics, jobs, watch, say).run(tell)
        if uses_moses_weights(settings):
            write_moses_weights(result.weights, settings.output)
        else:
            write_weights(result.weights, str(settings.output), _format_note(result))
    return result


def _read_references(path: Path, settings: LoopSettings, n_expected: int) -> list[str]:
    lines = read_lines(str(path))
    if len(lines) != n_expected:
        raise InputError(
            f"{path} has {len(lines)} lines and {settings.source} has {n_expected}: give a "
            "reference for each sentence"
        )
    return lines


def _build_signature(statistics: CandidateStatistics, decoder: Decoder) -> str:
    """Return the signature of the scores, which depend on the decoder's form of references."""
    signature = statistics.get_signature()
    if not decoder.reference_form:
        return str(signature)
    fields = (*signature.fields, ("references", decoder.reference_form))
    return str(replace(signature, fields=fields))


def _build_identity(settings: LoopSettings, signature: str) -> dict[str, Any]:
    """Return everything that the results depend on, except the number of iterations.

    A run can be resumed only if all of these are unchanged. The signature identifies the metric
    with its files and the version of this package.
    """
    return {
        "source": compute_file_digest(settings.source),
        "references": [compute_file_digest(path) for path in settings.references],
        "signature": signature,
        "decoder": get_decoder_identity(settings),
        "features": dict(settings.features),
        "bounds": {name: list(map(str, ends)) for name, ends in settings.bounds.items()},
        "nbest": settings.nbest,
        "restarts": settings.restarts,
        "seed": settings.seed,
    }


def _format_note(result: LoopResult) -> str:
    return (
        f"{result.metric} {result.value!r} of the decoder's translations, {result.start!r} at the "
        f"start, decoded {len(result.iterations)} times\n{result.signature}"
    )


def _has_gained(iteration: Iteration, metric: Metric[Any]) -> bool:
    return abs(iteration.tuned - iteration.before) >= _MIN_GAIN * get_perfect_score(metric)


class _Loop:
    """One run of the tuning loop, which stores each step in `state` and can be resumed."""

    def __init__(
        self,
        settings: LoopSettings,
        state: WorkState,
        decoder: Decoder,
        statistics: CandidateStatistics,
        jobs: int,
        watch: ProgressCallback,
        say: Callable[[str], object],
    ) -> None:
        self._settings, self._state, self._decoder = settings, state, decoder
        self._statistics, self._jobs, self._watch = statistics, jobs, watch
        self._say, self._weights_check, self._is_resumed = say, WeightsIgnoredCheck(), False
        self._bounds = {**decoder.bounds, **settings.bounds}
        self._pooled_nbest: Nbest | None = None

    def run(self, tell: Callable[[Iteration], object]) -> LoopResult:
        weights, reason = self._decoder.start, ""
        iterations: list[Iteration] = []
        while not reason:
            iteration = self._run_iteration(len(iterations), weights)
            iterations.append(iteration)
            tell(iteration)
            reason = self._get_end_reason(iteration)
            weights = Weights(iteration.names, iteration.after)
        sign = 1 if self._statistics.metric.higher_is_better else -1
        # max() returns the first of equal iterations.
        best = max(iterations, key=lambda iteration: sign * iteration.decoded)
        return LoopResult(
            Weights(best.names, best.weights),
            best.decoded,
            iterations[0].decoded,
            tuple(iterations),
            reason,
            self._statistics.n_scored,
            self._statistics.metric.name,
            _build_signature(self._statistics, self._decoder),
        )

    def _get_end_reason(self, iteration: Iteration) -> str:
        """Return the reason to end the loop after this iteration, or "" to continue."""
        if not iteration.new:
            return "no new candidates"
        if not _has_gained(iteration, self._statistics.metric):
            return "no more gain"
        return "all iterations are done" if iteration.number == self._settings.iterations else ""

    def _run_iteration(self, index: int, weights: Weights) -> Iteration:
        nbest = self._decode(index, weights)
        n_known = 0 if self._pooled_nbest is None else len(self._pooled_nbest.texts)
        self._pooled_nbest = pool(
            [nbest] if self._pooled_nbest is None else [self._pooled_nbest, nbest]
        )
        self._weights_check.update(index, weights, nbest)
        stored_iteration = self._state.read_iteration(index)
        if stored_iteration is not None:
            self._get_statistics(index, nbest)
            return stored_iteration
        self._report_resume(index)
        rows = self._get_statistics(index, nbest)[nbest.starts[:-1]]
        decoded_score = self._statistics.metric.system_values(rows.sum(axis=0)[None])[0]
        n_new = len(self._pooled_nbest.texts) - n_known
        # Without new candidates this is the last iteration, and restarts would repeat a search.
        restarts = self._settings.restarts if n_new else 0
        start_score, tuned_score, new_weights = self._tune(index, weights, restarts)
        iteration = Iteration(
            index,
            weights.names,
            weights.values,
            float(decoded_score),
            start_score,
            tuned_score,
            n_new,
            len(self._pooled_nbest.texts),
            tuple(new_weights.of(weights.names).tolist()),
        )
        self._state.write_iteration(iteration)
        return iteration

    def _decode(self, index: int, weights: Weights) -> Nbest:
        nbest = self._state.read_lists(index)
        self._is_resumed = self._is_resumed or nbest is not None
        if nbest is None:
            self._report_resume(index)
            if self._decoder.log:
                log = self._state.get_iteration_folder(index) / self._decoder.log
                self._say(f"iteration {index}: decoding (the decoder's log is {log})")
            advance = self._watch(
                f"iteration {index}: decoding", len(self._statistics.references[0])
            )
            folder = self._state.get_iteration_folder(index)
            nbest = self._decoder.decode(weights, self._settings.nbest, folder, advance)
            self._state.write_lists(index, nbest)
        return nbest

    def _report_resume(self, index: int) -> None:
        """Report once that the run resumes an earlier one."""
        if self._is_resumed:
            self._say(f"resuming at iteration {index}")
        self._is_resumed = False

    def _get_statistics(self, index: int, nbest: Nbest) -> Floats:
        """Return the statistics of all candidates, from an interrupted run if it stored them."""
        stored_rows = self._state.read_statistics(index, nbest)
        if stored_rows is not None:
            keys = list(zip(nbest.owners.tolist(), nbest.texts, strict=True))
            cached_keys = set(zip(*self._statistics.get_cached()[:2], strict=True))
            new_indices = {key: index for index, key in enumerate(keys) if key not in cached_keys}
            list_ids, texts = [key[0] for key in new_indices], [key[1] for key in new_indices]
            self._statistics.add_cached(list_ids, texts, stored_rows[list(new_indices.values())])
            return stored_rows
        advance = self._watch(f"iteration {index}: scoring", len(nbest.texts))
        rows = self._statistics.compute(nbest, self._jobs, advance)
        self._state.write_statistics(index, nbest, rows)
        return rows

    def _tune(self, index: int, weights: Weights, restarts: int) -> tuple[float, float, Weights]:
        """Tune on all candidates so far.

        Return the score with the old weights, the score with the new weights, and the new weights.
        """
        assert self._pooled_nbest is not None
        advance = self._watch(f"iteration {index}: tuning", restarts + 1)
        result = tune(
            self._pooled_nbest,
            self._statistics,
            start=weights,
            bounds=self._bounds,
            restarts=restarts,
            seed=self._settings.seed + index,
            jobs=self._jobs,
            searching=advance,
        )
        return result.start_value, result.value, result.weights
