"""Check the arguments of `compare`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from ...errors import InputError, UsageError, warn_user
from ...files.field_names import NOTHING
from ...files.inputs.columns import as_list, is_frame
from ...files.inputs.counterparts import Counterparts, check_references_given, required_counterpart
from ...files.inputs.references import check_sentences, drop_without_sentence
from ...files.inputs.rows import rows_of, systems_of
from ...files.item import Segment
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
from ...resampling import SAMPLES, check_resampling

_METRICS_HINT = "give names such as 'bleu', metrics such as Bleu(), or a list of these"
_SAMPLES_FACTOR = (
    5  # times the samples with which the correction leaves a p-value below the level at all
)
_MAX_DEFAULT_SAMPLES = 20_000  # if the user gives no number of samples


def make_metrics(
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str, lang: str
) -> tuple[Metric[Any], ...]:
    """Return the metrics; names are made into metrics of the language."""
    candidates = (metrics,) if isinstance(metrics, Metric | str) else metrics
    if not isinstance(candidates, Iterable):
        raise UsageError(f"metrics {candidates!r}: {_METRICS_HINT}")
    chosen = tuple(candidates)
    for metric in chosen:
        if not isinstance(metric, Metric | str):
            raise UsageError(f"metric {metric!r}: {_METRICS_HINT}")
    if lang and chosen and all(isinstance(metric, Metric) for metric in chosen):
        raise UsageError(
            f"lang {lang!r} applies only to names of metrics: give it to the metrics, or give names"
        )
    options = {"lang": lang} if lang else {}
    return tuple(
        make_metric(metric, **options) if isinstance(metric, str) else metric for metric in chosen
    )


def check_choices(
    systems: Mapping[str, Texts],
    metrics: Sequence[Metric[Any]],
    tests: Sequence[str],
    known_tests: Sequence[str],
    baseline: str | None,
) -> tuple[str, ...]:
    """Check systems, metrics, tests and baseline; return the tests without duplicates."""
    if len(systems) < 2:
        raise UsageError(
            "a comparison needs two systems or more: give the output of another system"
        )
    if baseline is not None and baseline not in systems:
        raise UsageError(f"the baseline {baseline!r} is not one of the systems: add its output")
    names = [metric.name for metric in metrics]
    if not names:
        raise UsageError("no metric is given: name at least one")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two metrics are named {name}: compare by one of them at a time")
    for test in tests:
        if test not in known_tests:
            raise UsageError(f"unknown test {test!r}: choose from {', '.join(known_tests)}")
    if not tests:
        raise UsageError(f"no test is given: choose from {', '.join(known_tests)}")
    return tuple(dict.fromkeys(tests))


def check_numbers(samples: int | None, seed: int, level: float, show: int, jobs: int) -> None:
    """Check that numeric arguments are in range."""
    check_resampling(samples, seed, level)
    if show < 0:
        raise UsageError(f"{show} segments to show: give 0 or more")
    if jobs < 1:
        raise UsageError(f"{jobs} jobs: give 1 or more")


class _ComparisonTexts(NamedTuple):
    """Outputs by system, with references and sources, as given by the user."""

    outputs: Mapping[str, Texts]
    references: References | None
    sources: Texts | None
    by: str | None


def check_texts(
    systems: Mapping[str, Texts] | Rows,
    references: References | None,
    sources: Texts | None,
    references_by: str | None,
    metrics: Sequence[Metric[Any]],
) -> tuple[dict[str, Sequence[Segment]], Counterparts]:
    """Check all texts; return the outputs by system, and the texts that they are compared with."""
    texts = _ComparisonTexts({}, references, sources, references_by)
    if isinstance(systems, Mapping):
        texts = texts._replace(outputs=systems)
    else:
        texts = _texts_from_rows(systems, texts, {metric.against for metric in metrics})
    # Listed once, because a generator cannot be read twice.
    source_texts = None if texts.sources is None else as_list("sources", texts.sources)
    counterpart = required_counterpart(metrics)
    without_references = texts.references is None and (
        source_texts is not None or counterpart == NOTHING
    )
    check_references_given(metrics, references=not without_references)
    reference_sets = (
        [] if without_references else check_references(texts.references, texts.by, counterpart)
    )
    documents = any(metric.of_documents for metric in metrics)
    if documents:
        reference_sets = list(map(drop_without_sentence, reference_sets))
    outputs: dict[str, Sequence[Segment]] = {}
    for name, hypotheses in texts.outputs.items():
        try:
            outputs[name] = check_segments("hypotheses", hypotheses)
            if not without_references:
                check_fit(outputs[name], reference_sets, texts.by)
            if documents:
                check_sentences(outputs[name])
            if source_texts is not None:
                check_sources(outputs[name], source_texts)
        except InputError as error:
            raise InputError(f"system {name}: {error}") from None
    _check_equal_lengths(outputs)
    return outputs, Counterparts(reference_sets, [] if source_texts is None else [source_texts])


def _check_equal_lengths(outputs: Mapping[str, Sequence[Segment]]) -> None:
    """Check that systems have equally many segments, even without references and sources."""
    first = next(iter(outputs), "")
    for name, texts in outputs.items():
        if len(texts) != len(outputs[first]):
            raise InputError(
                f"system {name} has {len(texts)} hypotheses but {first} has {len(outputs[first])}: "
                "give outputs of the same segments"
            )


def _texts_from_rows(
    systems: Rows, texts: _ComparisonTexts, counterparts: Collection[str]
) -> _ComparisonTexts:
    rows = rows_of(systems if is_frame(systems) else as_list("systems", systems))
    if rows is None:
        raise InputError("systems have no names: give a mapping from names to outputs, or rows")
    if texts.references is not None or texts.sources is not None:
        raise InputError(
            "rows and frames contain their systems and references: leave references out, or give "
            "outputs as a mapping, {'a': frame['a'], …}"
        )
    return _ComparisonTexts(*systems_of(rows, counterparts), "segment")


def choose_sample_count(samples: int | None, pairs: int, level: float) -> int:
    """Return the given number of samples, or a default that suffices for the correction.

    The smallest p-value of n samples is 1 / (n + 1), and Holm's correction multiplies it by the
    number of pairs. The default is at least 1000. Too few samples cause a warning.
    """
    min_samples = ceil(pairs / (1 - level))
    if samples is None:
        samples = min(max(SAMPLES, _SAMPLES_FACTOR * min_samples), _MAX_DEFAULT_SAMPLES)
    if samples < min_samples - 1:
        warn_user(
            f"with {samples} samples none of {pairs} pairs can differ significantly after the "
            f"correction for many pairs: give {_SAMPLES_FACTOR * min_samples} or more, or "
            "a baseline"
        )
    return samples


def check_ids(ids: Sequence[str], segments: int) -> None:
    """Check that there is one id per segment, or no id."""
    if ids and len(ids) != segments:
        raise UsageError(f"{len(ids)} ids for {segments} segments: give one per segment")
