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
from ...files.atomic import check_distinct
from ...files.compression import uncompressed_name
from ...metrics.tesla_f_model import (
    PAPER,
    FeatureSettings,
    TeslaFModel,
    UsedFile,
    base_metric,
    group_of,
    make_features,
    role_names,
    unique_labels,
    write_model,
)
from ...resources.learning.ranking import linear_svc_class
from ...resources.learning.regression import (
    FOLDS,
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


class GroupStudy(NamedTuple):
    """Agreement on held-out folds without a feature group, and with this group alone."""

    group: str
    features: int
    without: float | None  # None if no features would remain
    group_only: float


def study_groups(
    problem: LearningProblem,
    names: Sequence[str],
    strength: float,
    progress: Callable[[int], None] | None = None,
) -> list[GroupStudy]:
    """Study each feature group, with the folds and the regularisation strength of the model."""
    groups = [group_of(name) for name in names]
    studies = []
    for group in dict.fromkeys(groups):
        group_columns = [
            column for column, column_group in enumerate(groups) if column_group == group
        ]
        other_columns = [
            column for column, column_group in enumerate(groups) if column_group != group
        ]
        without = cross_validate(problem, other_columns, strength) if other_columns else None
        alone = cross_validate(problem, group_columns, strength)
        studies.append(GroupStudy(group, len(group_columns), without, alone))
        if progress is not None:
            progress(1)
    return studies


@dataclass(frozen=True, eq=False)
class TrainedTeslaF:
    """A trained model, and the problem that it was learnt from."""

    model: TeslaFModel
    problem: LearningProblem
    validated: ValidationResult
    deviations: Floats  # standard deviation of each feature over the outputs

    def write(self, path: str | Path) -> None:
        """Write the model to a file for `TeslaF`."""
        write_model(Path(path), self.model)


def train_tesla_f(
    tracks: Sequence[Track],
    settings: FeatureSettings | None = None,
    *,
    tables: Sequence[str] = (),
    lms: Sequence[str] = (),
    features: str = PAPER,
    method: str = "auto",
    margin: float = DEFAULT_MARGIN,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    planned: Callable[[int], None] | None = None,
) -> TrainedTeslaF:
    """Train TESLA-F on judged tracks into one target language; return a `TrainedTeslaF`.

    `tables` and `lms` are paths of files. `method` is ranking, regression or auto; `margin` is the
    minimum difference of scores in a pair, in standard deviations. `planned` is called with the
    total number of outputs, `progress` with the number of newly finished ones.
    """
    settings = settings or FeatureSettings(lang=tracks[0].lang if tracks else "")
    other_language = next((track for track in tracks if track.lang != settings.lang), None)
    if other_language is not None:
        raise UsageError(
            f"{other_language.name} is not into {settings.lang!r}: a model has one target "
            "language, choose tracks of one"
        )
    method = choose_method(tracks, method, margin)
    judged = [select_outputs(track, method, margin) for track in tracks]
    if method == "ranking":
        linear_svc_class()  # raises an error early if scikit-learn is missing
    session = default_session()
    used_tables, used_lms = _open_tables(tables, session), _open_lms(lms, settings.lang, session)
    feature_set = _feature_set(features, settings, used_tables, used_lms, session)
    if planned is not None:
        planned(sum(len(track_outputs.segment) for track_outputs in judged))
    examples = make_examples(judged, feature_set, jobs=jobs, progress=progress)
    problem = examples.problem(method)
    validated = choose_c(problem)
    all_rows = np.arange(len(problem.groups))
    weights = problem.fit(all_rows, np.arange(problem.n_features), validated.c)
    model = TeslaFModel(
        settings,
        features,
        dict(zip(feature_set.columns, weights.tolist(), strict=True)),
        base_metric(settings, ()).analysis(session).names | role_names(feature_set),
        used_tables,
        used_lms,
        _training(method, margin, count_judgments(judged, method), problem, validated),
    )
    return TrainedTeslaF(model, problem, validated, examples.features.std(axis=0))


def _training(
    method: str,
    margin: float,
    sizes: Mapping[str, int],
    problem: LearningProblem,
    validated: ValidationResult,
) -> dict[str, Any]:
    return {
        "method": method,
        "margin": float(margin),
        "pairs" if method == "ranking" else "outputs": dict(sizes),
        "segments": len(np.unique(problem.groups)),
        "folds": min(FOLDS, len(np.unique(problem.groups))),
        "c": validated.c,
        problem.measure: validated.agreement,
    }


def _feature_set(
    features: str,
    settings: FeatureSettings,
    tables: Sequence[UsedFile],
    lms: Sequence[UsedFile],
    session: Session,
) -> CombinedComparer:
    models = {used.label: session.of_file(load_language_model, used.file) for used in lms}
    files = {used.label: used.file for used in tables}
    return make_features(features, settings, files, models, session)


def _open_tables(files: Sequence[str], session: Session) -> tuple[UsedFile, ...]:
    opened = [session.of_file(open_phrase_table, file) for file in files]
    check_distinct("phrase table", files, [table.digest for table in opened])
    return _used_files([table.pivot for table in opened], files, [table.digest for table in opened])


def _open_lms(files: Sequence[str], lang: str, session: Session) -> tuple[UsedFile, ...]:
    loaded = [session.of_file(load_language_model, file) for file in files]
    check_distinct("language model", files, [model.digest for model in loaded])
    for file, model in zip(files, loaded, strict=True):
        model_language = model.text.language  # None in models of other programs
        if model_language not in (None, "und", lang):
            raise UsageError(
                f"{file} is a language model of {model_language!r}, but the texts are {lang!r}: "
                f"give one that was built with -l {lang}"
            )
    return _used_files([_stem(file) for file in files], files, [model.digest for model in loaded])


def _used_files(
    names: Sequence[str], files: Sequence[str], digests: Sequence[str]
) -> tuple[UsedFile, ...]:
    return tuple(map(UsedFile, unique_labels(names), map(str, files), digests))


def _stem(file: str) -> str:
    return uncompressed_name(Path(file).name).removesuffix(".arpa") or "lm"
