"""Check the arguments of `compare`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from ...errors import InputError, UsageError, warn_user
from ...files.field_names import NOTHING
from ...files.inputs.columns import convert_to_list, is_frame
from ...files.inputs.counterparts import (
    Counterparts,
    check_references_given,
    find_required_counterpart,
)
from ...files.inputs.references import check_sentences, drop_references_without_sentence
from ...files.inputs.rows import build_system_columns, get_rows
from ...files.item import Segment
from ...metrics.base import Metric
from ...metrics.inputs import (
    References,
    Rows,
    Texts,
    check_references,
    check_references_match,
    check_segments,
    check_sources,
)
from ...metrics.registry import make_metric
from ...resampling import DEFAULT_SAMPLES, check_resampling

_METRICS_HINT = "give names such as 'bleu', metrics such as Bleu(), or a list of these"
# The default number of samples is this multiple of the smallest number with which a corrected
# p-value can be significant.
_SAMPLES_FACTOR = 5
_MAX_DEFAULT_SAMPLES = 20_000


def make_metrics(
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str, lang: str
) -> tuple[Metric[Any], ...]:
    """Return metrics as a tuple; make metrics of the language from names."""
    candidates = (metrics,) if isinstance(metrics, Metric | str) else metrics
    if not isinstance(candidates, Iterable):
        raise UsageError(f"metrics {candidates!r}: {_METRICS_HINT}")
    metrics_or_names = tuple(candidates)
    for metric in metrics_or_names:
        if not isinstance(metric, Metric | str):
            raise UsageError(f"metric {metric!r}: {_METRICS_HINT}")
    if lang and metrics_or_names and all(isinstance(metric, Metric) for metric in metrics_or_names):
        raise UsageError(
            f"lang {lang!r} applies only to names of metrics: give it to the metrics, or give names"
        )
    options = {"lang": lang} if lang else {}
    return tuple(
        make_metric(metric, **options) if isinstance(metric, str) else metric
        for metric in metrics_or_names
    )


def check_names(
    systems: Mapping[str, Texts],
    metrics: Sequence[Metric[Any]],
    tests: Sequence[str],
    available_tests: Sequence[str],
    baseline: str | None,
) -> tuple[str, ...]:
    """Check the names of systems, metrics, tests and baseline; return tests without duplicates."""
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
        if test not in available_tests:
            raise UsageError(f"unknown test {test!r}: choose from {', '.join(available_tests)}")
    if not tests:
        raise UsageError(f"no test is given: choose from {', '.join(available_tests)}")
    return tuple(dict.fromkeys(tests))


def check_ranges(samples: int | None, seed: int, level: float, show: int, jobs: int) -> None:
    """Check that numeric arguments are in range."""
    check_resampling(samples, seed, level)
    if show < 0:
        raise UsageError(f"{show} segments to show: give 0 or more")
    if jobs < 1:
        raise UsageError(f"{jobs} jobs: give 1 or more")


class _ComparisonTexts(NamedTuple):
    """Outputs by system, with references and sources, as the user passed them.

    references_by  whether references are grouped by segment or by set; None: not stated
    """

    outputs: Mapping[str, Texts]
    references: References | None
    sources: Texts | None
    references_by: str | None


def check_texts(
    systems: Mapping[str, Texts] | Rows,
    references: References | None,
    sources: Texts | None,
    references_by: str | None,
    metrics: Sequence[Metric[Any]],
) -> tuple[dict[str, Sequence[Segment]], Counterparts]:
    """Check all texts; return outputs by system, and the references and sources."""
    user_texts = _ComparisonTexts({}, references, sources, references_by)
    if isinstance(systems, Mapping):
        user_texts = user_texts._replace(outputs=systems)
    else:
        user_texts = _split_rows(systems, user_texts, {metric.against for metric in metrics})
    # A generator cannot be read twice, so sources are listed here.
    source_texts = (
        None if user_texts.sources is None else convert_to_list("sources", user_texts.sources)
    )
    counterpart_kind = find_required_counterpart(metrics)
    lacks_references = user_texts.references is None and (
        source_texts is not None or counterpart_kind == NOTHING
    )
    check_references_given(metrics, has_references=not lacks_references)
    reference_sets = []
    if not lacks_references:
        reference_sets = check_references(
            user_texts.references, user_texts.references_by, counterpart_kind
        )
    has_documents = any(metric.of_documents for metric in metrics)
    if has_documents:
        reference_sets = list(map(drop_references_without_sentence, reference_sets))
    outputs: dict[str, Sequence[Segment]] = {}
    for name, hypotheses in user_texts.outputs.items():
        try:
            outputs[name] = check_segments("hypotheses", hypotheses)
            if not lacks_references:
                check_references_match(outputs[name], reference_sets, user_texts.references_by)
            if has_documents:
                check_sentences(outputs[name])
            if source_texts is not None:
                check_sources(outputs[name], source_texts)
        except InputError as error:
            raise InputError(f"system {name}: {error}") from None
    _check_equal_lengths(outputs)
    return outputs, Counterparts(reference_sets, [] if source_texts is None else [source_texts])


def _check_equal_lengths(outputs: Mapping[str, Sequence[Segment]]) -> None:
    """Check that all systems have the same number of segments."""
    first_name = next(iter(outputs), "")
    for name, texts in outputs.items():
        if len(texts) != len(outputs[first_name]):
            raise InputError(
                f"system {name} has {len(texts)} hypotheses but {first_name} has "
                f"{len(outputs[first_name])}: give outputs of the same segments"
            )


def _split_rows(
    systems: Rows, other_texts: _ComparisonTexts, counterpart_kinds: Collection[str]
) -> _ComparisonTexts:
    """Return the texts in rows with names of systems.

    `counterpart_kinds` has the kinds of texts that metrics compare with: reference, source or
    nothing.
    """
    rows = get_rows(systems if is_frame(systems) else convert_to_list("systems", systems))
    if rows is None:
        raise InputError("systems have no names: give a mapping from names to outputs, or rows")
    if other_texts.references is not None or other_texts.sources is not None:
        raise InputError(
            "rows and frames contain their systems and references: leave references out, or give "
            "outputs as a mapping, {'a': frame['a'], …}"
        )
    return _ComparisonTexts(*build_system_columns(rows, counterpart_kinds), "segment")


def choose_sample_count(samples: int | None, n_pairs: int, level: float) -> int:
    """Return `samples`, or by default a number that suffices for Holm's correction.

    The smallest p-value of n samples is 1 / (n + 1), and Holm's correction multiplies it by the
    number of pairs. The default is at least 1000. Too few samples cause a warning.
    """
    min_samples = ceil(n_pairs / (1 - level))
    if samples is None:
        samples = min(max(DEFAULT_SAMPLES, _SAMPLES_FACTOR * min_samples), _MAX_DEFAULT_SAMPLES)
    if samples < min_samples - 1:
        warn_user(
            f"with {samples} samples none of {n_pairs} pairs can differ significantly after the "
            f"correction for many pairs: give {_SAMPLES_FACTOR * min_samples} or more, or "
            "a baseline"
        )
    return samples


def check_ids(ids: Sequence[str], n_segments: int) -> None:
    """Check that there is one id per segment, or no id."""
    if ids and len(ids) != n_segments:
        raise UsageError(f"{len(ids)} ids for {n_segments} segments: give one per segment")
