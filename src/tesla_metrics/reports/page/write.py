"""`write_report`: from texts to a page in one call."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...files.atomic import write_atomically
from ...files.writable import check_writable
from ...intake.beside import Beside
from ...judging.between_systems.checks import check_ids, check_texts, chosen_metrics
from ...judging.between_systems.table import EvidenceTable
from ...judging.comparison import compare
from ...metrics.base import Metric, Progress
from ...metrics.inputs import References, Rows, Texts
from ...metrics.registry import DEFAULT
from ...resampling import LEVEL
from .report import render_report
from .study import Labels, Study, of_comparison, of_scores


def write_report(
    path: str | Path,
    systems: Mapping[str, Texts] | Rows,
    references: References | None = None,
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str = DEFAULT,
    *,
    lang: str = "",
    sources: Texts | None = None,
    references_by: str | None = None,
    ids: Sequence[str] = (),
    documents: Sequence[str] = (),
    title: str = "",
    drawn: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Score systems, or one, and write the report that `tesla compare --html` writes.

    `systems`, `references`, `metrics` and what follows are those of `compare`.
    `ids` and `documents` say what segments are called and where they stand. `drawn` is how many
    pairs of output and reference are drawn at most (default: all of tesla-x, 1,000 of others).
    """
    check_writable(Path(path))
    study = make_study(
        systems, references, metrics, lang=lang, sources=sources, references_by=references_by,
        labels=Labels(list(ids), list(documents)), jobs=jobs, progress=progress,
    )  # fmt: skip
    page = render_report(study, title, drawn=drawn, jobs=jobs)
    write_atomically(Path(path), page.encode())


def make_study(
    systems: Mapping[str, Texts] | Rows,
    references: References | None,
    metrics: Iterable[Metric[Any] | str] | Metric[Any] | str,
    *,
    lang: str,
    sources: Texts | None,
    references_by: str | None,
    labels: Labels,
    jobs: int,
    progress: Progress | None,
) -> Study:
    """What there is to report."""
    chosen = chosen_metrics(metrics, lang)
    outputs, beside = check_texts(systems, references, sources, references_by, chosen)
    for given in labels:
        check_ids(given, len(next(iter(outputs.values()))))
    if len(outputs) == 1:
        return _single(outputs, beside, chosen, labels, jobs, progress)
    kept: list[tuple[EvidenceTable, Beside]] = []
    comparison = compare(
        outputs, list(beside.references) or None, chosen, sources=beside.originals,
        references_by="set" if beside.references else None, show=0, jobs=jobs, progress=progress,
        gathered=lambda *both: kept.append(both),
    )  # fmt: skip
    return of_comparison(comparison, *kept[0], labels)


def _single(
    outputs: Mapping[str, Any],
    beside: Beside,
    metrics: Sequence[Metric[Any]],
    labels: Labels,
    jobs: int,
    progress: Progress | None,
) -> Study:
    if len({metric.name for metric in metrics}) < len(metrics) or not metrics:
        raise UsageError("give one metric or several, each of another name")
    ((name, texts),) = outputs.items()
    scores = []
    for metric in metrics:
        sets = beside.of(metric.against)
        score = metric.score(
            texts, sets, references_by="set", jobs=jobs, progress=progress, confidence=LEVEL
        )
        scores.append((name, score))
    return of_scores(outputs, beside, metrics, scores, labels)
