"""Decode, pool, optimise: until no new candidates come, or nothing gets better."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...arrays import Floats
from ...encoding.session import Session
from ...errors import InputError
from ...files.lines import read_lines
from ...files.locked import locked
from ...metrics.base import Metric
from ...nbest.nbest import Nbest, pool
from ...nbest.weights import Weights, write_weights
from ...watching import Watch, unwatched
from ..decoders.base import Decoder
from ..decoders.moses_weights import write_moses_weights
from ..statistics import CandidateStatistics
from ..tune import tune
from ..whole import perfect
from .config import LoopSettings, read_config
from .decoder import decoder_identity, open_decoder, takes_moses_weights
from .obeying import Obedience
from .state import Iteration, WorkState, file_digest

# Less than this part of a perfect score is no gain.
_GAIN = 1e-4


@dataclass(frozen=True)
class LoopResult:
    """The weights whose translations scored best, and how it went.

    value       of what the decoder translates with these weights
    start       of what it translated with those it began with
    reason      why the run ended
    scored      candidates that were scored; those that an interrupted run had scored are not
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
        """By name, as JSON can have it."""
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
    watch: Watch = unwatched,
    tell: Callable[[Iteration], object] = lambda iteration: None,
    say: Callable[[str], object] = lambda line: None,
    session: Session | None = None,
) -> LoopResult:
    """Tune the decoder of a configuration, or of a file with one, and write its weights.

    A run that was interrupted goes on where it was; `restart` begins anew. `watch` hears what is
    going on, `tell` of every iteration that is done; `say` gets lines that no bar has: where a run
    goes on, and that a decoder is at work which tells nothing until its end.
    """
    settings = config if isinstance(config, LoopSettings) else read_config(Path(config))
    sources = read_lines(str(settings.source))
    references = [_references(path, settings, len(sources)) for path in settings.references]
    with locked(settings.output), locked(settings.work.with_name(f"{settings.work.name}.run")):
        decoder = open_decoder(settings, sources)
        written = [decoder.as_written(texts) for texts in references]
        statistics = CandidateStatistics(settings.metric, written, session)
        state = WorkState(settings.work, _identity(settings, _signature(statistics, decoder)))
        state.open(restart)
        result = _Loop(settings, state, decoder, statistics, jobs, watch, say).run(tell)
        if takes_moses_weights(settings):
            write_moses_weights(result.weights, settings.output)
        else:
            write_weights(result.weights, str(settings.output), _note(result))
    return result


def _references(path: Path, settings: LoopSettings, wanted: int) -> list[str]:
    lines = read_lines(str(path))
    if len(lines) != wanted:
        raise InputError(
            f"{path} has {len(lines)} lines and {settings.source} has {wanted}: give a reference "
            "for each sentence"
        )
    return lines


def _signature(statistics: CandidateStatistics, decoder: Decoder) -> str:
    """Of the scores; references that the decoder's form has changed give others."""
    own = statistics.signature()
    form = (("references", decoder.form),) if decoder.form else ()
    return str(replace(own, fields=(*own.fields, *form)))


def _identity(settings: LoopSettings, signature: str) -> dict[str, Any]:
    """All that the results depend on; more iterations may be asked for later.

    The signature knows what is in the metric's files, and the version.
    """
    return {
        "source": file_digest(settings.source),
        "references": [file_digest(path) for path in settings.references],
        "signature": signature,
        "decoder": decoder_identity(settings),
        "features": dict(settings.features),
        "bounds": {name: list(map(str, ends)) for name, ends in settings.bounds.items()},
        "nbest": settings.nbest,
        "restarts": settings.restarts,
        "seed": settings.seed,
    }


def _note(result: LoopResult) -> str:
    return (
        f"{result.metric} {result.value!r} of the decoder's translations, {result.start!r} at the "
        f"start, decoded {len(result.iterations)} times\n{result.signature}"
    )


def _gained(last: Iteration, metric: Metric[Any]) -> bool:
    return abs(last.tuned - last.before) >= _GAIN * perfect(metric)


class _Loop:
    def __init__(
        self,
        settings: LoopSettings,
        state: WorkState,
        decoder: Decoder,
        statistics: CandidateStatistics,
        jobs: int,
        watch: Watch,
        say: Callable[[str], object],
    ) -> None:
        self._settings, self._state, self._decoder = settings, state, decoder
        self._statistics, self._jobs, self._watch = statistics, jobs, watch
        self._say, self._obedience, self._goes_on = say, Obedience(), False
        self._bounds = {**decoder.bounds, **settings.bounds}
        self._pooled: Nbest | None = None

    def run(self, tell: Callable[[Iteration], object]) -> LoopResult:
        weights, reason = self._decoder.start, ""
        done: list[Iteration] = []
        while not reason:
            iteration = self._iteration(len(done), weights)
            done.append(iteration)
            tell(iteration)
            reason = self._reason(iteration)
            weights = Weights(iteration.names, iteration.after)
        sign = 1 if self._statistics.metric.higher_is_better else -1
        best = max(done, key=lambda one: sign * one.decoded)  # of equals the first
        return LoopResult(
            Weights(best.names, best.weights),
            best.decoded,
            done[0].decoded,
            tuple(done),
            reason,
            self._statistics.scored,
            self._statistics.metric.name,
            _signature(self._statistics, self._decoder),
        )

    def _reason(self, last: Iteration) -> str:
        """Why the run ends here, if it does."""
        if not last.new:
            return "no new candidates"
        if not _gained(last, self._statistics.metric):
            return "no more gain"
        return "all iterations are done" if last.number == self._settings.iterations else ""

    def _iteration(self, number: int, weights: Weights) -> Iteration:
        nbest = self._decoded(number, weights)
        seen = 0 if self._pooled is None else len(self._pooled.texts)
        self._pooled = pool([nbest] if self._pooled is None else [self._pooled, nbest])
        self._obedience.see(number, weights, nbest)
        known = self._state.done(number)
        if known is not None:
            self._rows(number, nbest)
            return known
        self._tell_where(number)
        rows = self._rows(number, nbest)[nbest.starts[:-1]]
        decoded = self._statistics.metric.system_values(rows.sum(axis=0)[None])[0]
        new = len(self._pooled.texts) - seen
        # Without new candidates it is the last iteration, and all restarts were made before.
        restarts = self._settings.restarts if new else 0
        before, tuned, after = self._tuned(number, weights, restarts)
        iteration = Iteration(
            number,
            weights.names,
            weights.values,
            float(decoded),
            before,
            tuned,
            new,
            len(self._pooled.texts),
            tuple(after.of(weights.names).tolist()),
        )
        self._state.keep_done(iteration)
        return iteration

    def _decoded(self, number: int, weights: Weights) -> Nbest:
        nbest = self._state.lists(number)
        self._goes_on = self._goes_on or nbest is not None
        if nbest is None:
            self._tell_where(number)
            if self._decoder.log:
                log = self._state.folder(number) / self._decoder.log
                self._say(f"iteration {number}: decoding (what the decoder says is in {log})")
            advance = self._watch(
                f"iteration {number}: decoding", len(self._statistics.references[0])
            )
            folder = self._state.folder(number)
            nbest = self._decoder.decode(weights, self._settings.nbest, folder, advance)
            self._state.keep_lists(number, nbest)
        return nbest

    def _tell_where(self, number: int) -> None:
        """That a run goes on, once, where an earlier one has left lists."""
        if self._goes_on:
            self._say(f"going on at iteration {number}")
        self._goes_on = False

    def _rows(self, number: int, nbest: Nbest) -> Floats:
        """The statistics of the list, from an interrupted run where it got so far."""
        kept = self._state.statistics(number, nbest)
        if kept is not None:
            keys = list(zip(nbest.owners.tolist(), nbest.texts, strict=True))
            seen = set(zip(*self._statistics.kept()[:2], strict=True))
            places = {key: place for place, key in enumerate(keys) if key not in seen}
            idents, texts = [key[0] for key in places], [key[1] for key in places]
            self._statistics.keep(idents, texts, kept[list(places.values())])
            return kept
        advance = self._watch(f"iteration {number}: scoring", len(nbest.texts))
        rows = self._statistics.of(nbest, self._jobs, advance)
        self._state.keep_statistics(number, nbest, rows)
        return rows

    def _tuned(self, number: int, weights: Weights, restarts: int) -> tuple[float, float, Weights]:
        """Values on all candidates so far, before and after, and what weights give the latter."""
        assert self._pooled is not None
        advance = self._watch(f"iteration {number}: tuning", restarts + 1)
        tuned = tune(
            self._pooled, self._statistics, start=weights, bounds=self._bounds, restarts=restarts,
            seed=self._settings.seed + number, jobs=self._jobs,
            searching=advance,
        )  # fmt: skip
        return tuned.start_value, tuned.value, tuned.weights
