"""What `compare` accepts; a slip is an error in one line."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from ...errors import InputError, UsageError, warn_user
from ...intake.beside import Beside, check_against, most_wanted
from ...intake.columns import is_frame, listed
from ...intake.documents import check_sentences, with_sentences
from ...intake.rows import rows_of, systems_of
from ...metrics.base import Metric
from ...metrics.inputs import (
    References,
    Rows,
    Texts,
    check_fit,
    check_references,
    check_segments,
    check_sources,
)
from ...metrics.registry import make_metric
from ...names import NOTHING
from ...resampling import SAMPLES, check_resampling
from ...tasks import Segment

_METRICS = "give names such as 'bleu', metrics such as Bleu(), or a list of these"
_AMPLE = 5  # times the samples with which the correction leaves a p-value below the level at all
_PATIENCE = 20_000  # samples that nobody asked for


def chosen_metrics(
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str, lang: str
) -> tuple[Metric[Any], ...]:
    """One metric or several, those that are names made for a language."""
    given = (metrics,) if isinstance(metrics, Metric | str) else metrics
    if not isinstance(given, Iterable):
        raise UsageError(f"metrics {given!r}: {_METRICS}")
    found = tuple(given)
    for one in found:
        if not isinstance(one, Metric | str):
            raise UsageError(f"metric {one!r}: {_METRICS}")
    if lang and found and all(isinstance(one, Metric) for one in found):
        raise UsageError(
            f"lang {lang!r} is for metrics by name: give it where these are made, or a name"
        )
    named = {"lang": lang} if lang else {}
    return tuple(make_metric(one, **named) if isinstance(one, str) else one for one in found)


def check_choices(
    systems: Mapping[str, Texts],
    metrics: Sequence[Metric[Any]],
    tests: Sequence[str],
    known_tests: Sequence[str],
    baseline: str | None,
) -> tuple[str, ...]:
    """The tests, once each.

    Too few systems, metrics of one name, and tests or baselines that there are not are refused.
    """
    if len(systems) < 2:
        raise UsageError("a comparison needs two systems or more: give another one's output")
    if baseline is not None and baseline not in systems:
        raise UsageError(f"the baseline {baseline!r} is none of the systems: add its output")
    names = [metric.name for metric in metrics]
    if not names:
        raise UsageError("no metric is given: name at least one")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two metrics are called {name}: compare by one of them at a time")
    for test in tests:
        if test not in known_tests:
            raise UsageError(f"unknown test {test!r}: choose from {', '.join(known_tests)}")
    if not tests:
        raise UsageError(f"no test is given: choose from {', '.join(known_tests)}")
    return tuple(dict.fromkeys(tests))


def check_numbers(samples: int | None, seed: int, level: float, show: int, jobs: int) -> None:
    """Refuse numbers out of range."""
    check_resampling(samples, seed, level)
    if show < 0:
        raise UsageError(f"{show} segments to show: give a number from 0 on")
    if jobs < 1:
        raise UsageError(f"{jobs} jobs: give a number from 1 on")


class _Given(NamedTuple):
    """Outputs by name, and what stands beside them, as users handed it over."""

    outputs: Mapping[str, Texts]
    references: References | None
    sources: Texts | None
    by: str | None


def check_texts(
    systems: Mapping[str, Texts] | Rows,
    references: References | None,
    sources: Texts | None,
    by: str | None,
    metrics: Sequence[Metric[Any]],
) -> tuple[dict[str, Sequence[Segment]], Beside]:
    """Outputs and what the metrics hold them against, once every system fits that."""
    given = _Given({}, references, sources, by)
    if isinstance(systems, Mapping):
        given = given._replace(outputs=systems)
    else:
        given = _of_rows(systems, given, {metric.against for metric in metrics})
    # Once: a generator cannot be read again.
    originals = None if given.sources is None else listed("sources", given.sources)
    wanted = most_wanted(metrics)
    alone = given.references is None and (originals is not None or wanted == NOTHING)
    check_against(metrics, references=not alone)
    sets = [] if alone else check_references(given.references, given.by, wanted)
    documents = any(metric.of_documents for metric in metrics)
    if documents:
        sets = list(map(with_sentences, sets))
    outputs: dict[str, Sequence[Segment]] = {}
    for name, hypotheses in given.outputs.items():
        try:
            outputs[name] = check_segments("hypotheses", hypotheses)
            if not alone:
                check_fit(outputs[name], sets, given.by)
            if documents:
                check_sentences(outputs[name])
            if originals is not None:
                check_sources(outputs[name], originals)
        except InputError as error:
            raise InputError(f"system {name}: {error}") from None
    _check_equally_many(outputs)
    return outputs, Beside(sets, [] if originals is None else [originals])


def _check_equally_many(outputs: Mapping[str, Sequence[Segment]]) -> None:
    """Of systems that nothing stands beside, which would tell that."""
    first = next(iter(outputs), "")
    for name, texts in outputs.items():
        if len(texts) != len(outputs[first]):
            raise InputError(
                f"system {name} has {len(texts)} hypotheses but {first} has {len(outputs[first])}: "
                "give outputs of the same segments"
            )


def _of_rows(systems: Rows, given: _Given, wanted: Collection[str]) -> _Given:
    rows = rows_of(systems if is_frame(systems) else listed("systems", systems))
    if rows is None:
        raise InputError("systems have no names: give a mapping of outputs, or rows")
    if given.references is not None or given.sources is not None:
        raise InputError(
            "rows and frames name their system and have references of their own: leave references "
            "out, or give outputs as a mapping, {'a': frame['a'], …}"
        )
    return _Given(*systems_of(rows, wanted), "segment")


def enough_samples(samples: int | None, pairs: int, level: float) -> int:
    """As many as asked for; else 1000, or as many as the correction for many pairs calls for.

    The smallest p-value of n samples is 1 / (n + 1), and Holm multiplies it by the pairs.
    """
    least = ceil(pairs / (1 - level))
    if samples is None:
        samples = min(max(SAMPLES, _AMPLE * least), _PATIENCE)
    if samples < least - 1:
        warn_user(
            f"{samples} samples cannot tell any of {pairs} pairs apart after the correction for "
            f"many pairs: give {_AMPLE * least} or more, or a baseline"
        )
    return samples


def check_ids(ids: Sequence[str], segments: int) -> None:
    """Names of the segments: one for each, or none."""
    if ids and len(ids) != segments:
        raise UsageError(f"{len(ids)} ids of {segments} segments: give one for each")
