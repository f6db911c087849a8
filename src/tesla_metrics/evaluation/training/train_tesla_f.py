"""Train TESLA-F and measure the contribution of its feature groups."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Floats
from ...core.comparing.comparer import CombinedComparer
from ...core.encoding.session import Session, default_session
from ...errors import UsageError
from ...files.atomic import check_distinct_content
from ...files.compression import strip_compression_suffix
from ...metrics.tesla_f_model import (
    PAPER_FEATURES,
    FeatureSettings,
    TeslaFModel,
    UsedFile,
    build_base_metric,
    build_features,
    get_feature_group,
    get_role_reader_names,
    make_unique_labels,
    write_tesla_f,
)
from ...resources.learning.ranking import import_linear_svc
from ...resources.learning.regression import (
    N_FOLDS,
    LearningProblem,
    ValidationResult,
    choose_c,
    cross_validate,
)
from ...resources.lm.loading import load_language_model
from ...resources.pivot.phrase_table import open_phrase_table
from ..judgments import Track
from .judged_outputs import (
    DEFAULT_MARGIN,
    choose_method,
    count_judgments,
    make_examples,
    select_outputs,
)


class GroupContribution(NamedTuple):
    """Contribution of a feature group, as agreement on held-out folds.

    features    number of features of the group
    without     agreement without the group; None if no features would remain
    group_only  agreement with this group alone
    """

    group: str
    n_features: int
    agreement_without: float | None
    agreement_alone: float


def measure_contributions(
    problem: LearningProblem,
    names: Sequence[str],
    strength: float,
    progress: Callable[[int], None] | None = None,
) -> list[GroupContribution]:
    """Measure the contribution of each feature group.

    names     names of the features
    strength  regularisation strength C of the model
    progress  called with 1 for each finished group
    """
    groups = [get_feature_group(name) for name in names]
    contributions = []
    for group in dict.fromkeys(groups):
        columns = range(len(groups))
        group_columns = [column for column in columns if groups[column] == group]
        other_columns = [column for column in columns if groups[column] != group]
        agreement_without = (
            cross_validate(problem, other_columns, strength) if other_columns else None
        )
        agreement_alone = cross_validate(problem, group_columns, strength)
        contributions.append(
            GroupContribution(group, len(group_columns), agreement_without, agreement_alone)
        )
        if progress is not None:
            progress(1)
    return contributions


@dataclass(frozen=True, eq=False)
class TrainedTeslaF:
    """A trained TESLA-F model and the results of training.

    problem     the problem that the model was learnt from
    validated   results on held-out folds
    deviations  standard deviation of each feature over the outputs
    """

    model: TeslaFModel
    problem: LearningProblem
    validated: ValidationResult
    deviations: Floats

    def write(self, path: str | Path) -> None:
        """Write the model to a file for `TeslaF`."""
        write_tesla_f(Path(path), self.model)


def train_tesla_f(
    tracks: Sequence[Track],
    settings: FeatureSettings | None = None,
    *,
    tables: Sequence[str] = (),
    lms: Sequence[str] = (),
    features: str = PAPER_FEATURES,
    method: str = "auto",
    margin: float = DEFAULT_MARGIN,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    planned: Callable[[int], None] | None = None,
) -> TrainedTeslaF:
    """Train TESLA-F on judged tracks into one target language; return a `TrainedTeslaF`.

    `tables` and `lms` are paths of files. `method` is ranking, regression or auto; `margin` is the
    minimum difference of scores in a pair, in standard deviations. `planned` is called once with
    the total number of outputs, `progress` with the number of newly finished outputs.
    """
    settings = settings or FeatureSettings(lang=tracks[0].lang if tracks else "")
    mismatched_track = next((track for track in tracks if track.lang != settings.lang), None)
    if mismatched_track is not None:
        raise UsageError(
            f"{mismatched_track.name} is not into {settings.lang!r}: a model has one target "
            "language, choose tracks of one"
        )
    method = choose_method(tracks, method, margin)
    judged_outputs = [select_outputs(track, method, margin) for track in tracks]
    if method == "ranking":
        import_linear_svc()  # raises an error early if scikit-learn is missing
    session = default_session()
    used_tables, used_lms = _open_tables(tables, session), _open_lms(lms, settings.lang, session)
    feature_set = _open_features(features, settings, used_tables, used_lms, session)
    if planned is not None:
        planned(sum(len(track_outputs.segment) for track_outputs in judged_outputs))
    examples = make_examples(judged_outputs, feature_set, jobs=jobs, progress=progress)
    problem = examples.build_problem(method)
    validation = choose_c(problem)
    all_rows = np.arange(len(problem.groups))
    weights = problem.fit(all_rows, np.arange(problem.n_features), validation.c)
    model = TeslaFModel(
        settings,
        features,
        dict(zip(feature_set.columns, weights.tolist(), strict=True)),
        build_base_metric(settings, ()).analysis(session).signature_names
        | get_role_reader_names(feature_set),
        used_tables,
        used_lms,
        _build_training_record(
            method, margin, count_judgments(judged_outputs, method), problem, validation
        ),
    )
    return TrainedTeslaF(model, problem, validation, examples.features.std(axis=0))


def _build_training_record(
    method: str,
    margin: float,
    judgment_counts: Mapping[str, int],
    problem: LearningProblem,
    validation: ValidationResult,
) -> dict[str, Any]:
    return {
        "method": method,
        "margin": float(margin),
        "pairs" if method == "ranking" else "outputs": dict(judgment_counts),
        "segments": len(np.unique(problem.groups)),
        "folds": min(N_FOLDS, len(np.unique(problem.groups))),
        "c": validation.c,
        problem.measure: validation.agreement,
    }


def _open_features(
    features: str,
    settings: FeatureSettings,
    tables: Sequence[UsedFile],
    lms: Sequence[UsedFile],
    session: Session,
) -> CombinedComparer:
    models_by_label = {
        used_file.label: session.of_file(load_language_model, used_file.file) for used_file in lms
    }
    tables_by_label = {used_file.label: used_file.file for used_file in tables}
    return build_features(features, settings, tables_by_label, models_by_label, session)


def _open_tables(files: Sequence[str], session: Session) -> tuple[UsedFile, ...]:
    phrase_tables = [session.of_file(open_phrase_table, file) for file in files]
    digests = [table.digest for table in phrase_tables]
    check_distinct_content("phrase table", files, digests)
    return _list_used_files([table.pivot for table in phrase_tables], files, digests)


def _open_lms(files: Sequence[str], lang: str, session: Session) -> tuple[UsedFile, ...]:
    models = [session.of_file(load_language_model, file) for file in files]
    digests = [model.digest for model in models]
    check_distinct_content("language model", files, digests)
    for file, model in zip(files, models, strict=True):
        model_language = model.text.language  # None in models of other programs
        if model_language not in (None, "und", lang):
            raise UsageError(
                f"{file} is a language model of {model_language!r}, but the texts are {lang!r}: "
                f"give one that was built with -l {lang}"
            )
    return _list_used_files([_get_model_name(file) for file in files], files, digests)


def _list_used_files(
    names: Sequence[str], files: Sequence[str], digests: Sequence[str]
) -> tuple[UsedFile, ...]:
    return tuple(map(UsedFile, make_unique_labels(names), map(str, files), digests))


def _get_model_name(file: str) -> str:
    """Return the file name of a language model without suffixes."""
    return strip_compression_suffix(Path(file).name).removesuffix(".arpa") or "lm"
