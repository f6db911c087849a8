"""Training TESLA-F: features of judged outputs, weights that order them as people do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Floats
from ..comparing.comparer import SideBySide
from ..encoding.session import Session, default_session
from ..errors import UsageError
from ..files.distinct import check_distinct
from ..files.packed import unpacked_name
from ..judging.judgments import Track
from ..learning.problem import Problem
from ..learning.ranking import linear_svc
from ..learning.validation import FOLDS, Validated, choose_strength
from ..lm.model import load_language_model
from ..metrics.tesla_f_features import (
    PAPER,
    FeatureSettings,
    base_metric,
    make_features,
    role_names,
)
from ..metrics.tesla_f_model import Model, Used, labelled, write_model
from ..pivot.table import open_phrase_table
from .examples import judgments, make_examples
from .judged_outputs import MARGIN, choose_method, judged_outputs


@dataclass(frozen=True, eq=False)
class Trained:
    """A model, and what it was learnt from."""

    model: Model
    problem: Problem
    validated: Validated
    deviations: Floats  # of each feature over the outputs

    def write(self, path: str | Path) -> None:
        """The model as a file for `TeslaF`."""
        write_model(Path(path), self.model)


def train_tesla_f(
    tracks: Sequence[Track],
    settings: FeatureSettings | None = None,
    *,
    tables: Sequence[str] = (),
    lms: Sequence[str] = (),
    features: str = PAPER,
    method: str = "auto",
    margin: float = MARGIN,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    planned: Callable[[int], None] | None = None,
) -> Trained:
    """A model of tracks of one target language, which is that of the settings.

    `tables` and `lms` are files. `method` is ranking, regression or auto; `margin` is how far
    apart scores must be to make a pair, in standard deviations. `planned` is told the number of
    outputs before `progress` hears of any.
    """
    settings = settings or FeatureSettings(lang=tracks[0].lang if tracks else "")
    strange = next((track for track in tracks if track.lang != settings.lang), None)
    if strange is not None:
        raise UsageError(
            f"{strange.name} is not into {settings.lang!r}: a model is of one target language, "
            "choose tracks of one"
        )
    method = choose_method(tracks, method, margin)
    judged = [judged_outputs(track, method, margin) for track in tracks]
    if method == "ranking":
        linear_svc()  # where it is missing, that is said before the long work
    session = default_session()
    used_tables, used_lms = _tables(tables, session), _language_models(lms, settings.lang, session)
    feature_set = _feature_set(features, settings, used_tables, used_lms, session)
    if planned is not None:
        planned(sum(len(one.segment) for one in judged))
    examples = make_examples(judged, feature_set, jobs=jobs, progress=progress)
    problem = examples.problem(method)
    validated = choose_strength(problem)
    everything = np.arange(len(problem.groups))
    weights = problem.fit(everything, np.arange(problem.columns), validated.strength)
    model = Model(
        settings,
        features,
        dict(zip(feature_set.columns, weights.tolist(), strict=True)),
        base_metric(settings, ()).analysis(session).names | role_names(feature_set),
        used_tables,
        used_lms,
        _training(method, margin, judgments(judged, method), problem, validated),
    )
    return Trained(model, problem, validated, examples.features.std(axis=0))


def _training(
    method: str, margin: float, sizes: Mapping[str, int], problem: Problem, validated: Validated
) -> dict[str, Any]:
    return {
        "method": method,
        "margin": float(margin),
        "pairs" if method == "ranking" else "outputs": dict(sizes),
        "segments": len(np.unique(problem.groups)),
        "folds": min(FOLDS, len(np.unique(problem.groups))),
        "c": validated.strength,
        problem.measure: validated.agreement,
    }


def _feature_set(
    which: str,
    settings: FeatureSettings,
    tables: Sequence[Used],
    lms: Sequence[Used],
    session: Session,
) -> SideBySide:
    models = {used.label: session.of_file(load_language_model, used.file) for used in lms}
    files = {used.label: used.file for used in tables}
    return make_features(which, settings, files, models, session)


def _tables(files: Sequence[str], session: Session) -> tuple[Used, ...]:
    opened = [session.of_file(open_phrase_table, file) for file in files]
    check_distinct("phrase table", files, [table.digest for table in opened])
    return _used([table.pivot for table in opened], files, [table.digest for table in opened])


def _language_models(files: Sequence[str], lang: str, session: Session) -> tuple[Used, ...]:
    loaded = [session.of_file(load_language_model, file) for file in files]
    check_distinct("language model", files, [model.digest for model in loaded])
    for file, model in zip(files, loaded, strict=True):
        own = model.text.language  # models from elsewhere do not say
        if own not in (None, "und", lang):
            raise UsageError(
                f"{file} is a language model of {own!r}, but the texts are {lang!r}: give one that "
                f"was built with -l {lang}"
            )
    return _used([_stem(file) for file in files], files, [model.digest for model in loaded])


def _used(names: Sequence[str], files: Sequence[str], digests: Sequence[str]) -> tuple[Used, ...]:
    return tuple(map(Used, labelled(names), map(str, files), digests))


def _stem(file: str) -> str:
    return unpacked_name(Path(file).name).removesuffix(".arpa") or "lm"
