"""Render results of training."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from ..evaluation.training.srl_settings import RoleAccuracy
from ..evaluation.training.train_cremer import TrainedCremer
from ..evaluation.training.train_dicomer import TrainedDicomer
from ..evaluation.training.train_pem import TrainedPem
from ..evaluation.training.train_tesla_f import GroupContribution, TrainedTeslaF
from ..evaluation.training.train_tesla_x import TrainedTeslaX
from ..parsing.srl.role_model import CLASSIFY_STAGE, IDENTIFY_STAGE, RoleModel
from ..resources.learning.kernel_regression import KernelRegression, LinearKernel
from ..resources.learning.svr import GridPoint
from .table import Cell, Table, render_table

if TYPE_CHECKING:
    from ..resources.contextual.training.adapter import TrainedAdapter


def render_training(result: TrainedTeslaF, study: Sequence[GroupContribution], style: str) -> str:
    """Render the training of TESLA-F: agreement on held-out folds, and weights of features.

    `study` has the agreement without each group of features and with this group only; it may be
    empty.
    """
    if style == "json":
        return json.dumps(_build_record(result, study), indent=2, ensure_ascii=False) + "\n"
    parts = [render_table(_build_weight_table(result), style)]
    if study:
        parts.append(render_table(_build_study_table(result, study), style))
    return "\n".join(parts)


def _build_record(result: TrainedTeslaF, study: Sequence[GroupContribution]) -> dict[str, object]:
    record: dict[str, object] = {
        "training": dict(result.model.training),
        "features": dict(result.model.weights),
        "curve": [{"c": c, "agreement": value} for c, value in result.validated.curve],
    }
    if study:
        record["study"] = [group._asdict() for group in study]
    return record


def _build_weight_table(result: TrainedTeslaF) -> Table:
    rows: list[Sequence[Cell]] = [
        (name, weight, weight * deviation)
        for (name, weight), deviation in zip(
            result.model.weights.items(), result.deviations.tolist(), strict=True
        )
    ]
    return Table(("feature", "weight", "effect"), rows, _build_notes(result))


def _build_notes(result: TrainedTeslaF) -> list[str]:
    training_info, validated = result.model.training, result.validated
    curve_text = ", ".join(f"{value:.4f} at {c:g}" for c, value in validated.curve)
    return [
        describe_training_data(training_info),
        f"{result.problem.measure} {validated.agreement:.4f} on {training_info['folds']} "
        f"held-out folds with C = {validated.c:g} ({curve_text})",
    ]


def describe_training_data(training_info: Mapping[str, Any], units: str = "segments") -> str:
    """Describe the method and the judgments that a model was trained on.

    `units` is the name of the units that are not divided between folds.
    """
    kind = "pairs" if "pairs" in training_info else "outputs"
    sizes = training_info[kind]
    set_sizes = ", ".join(f"{name} {size}" for name, size in sizes.items())
    total = sum(sizes.values())
    examples = f"{total} {kind} ({set_sizes}), {training_info['segments']} {units}"
    return f"{training_info['method']} on {examples}"


def _build_study_table(result: TrainedTeslaF, study: Sequence[GroupContribution]) -> Table:
    agreement = result.validated.agreement
    rows: list[Sequence[Cell]] = [
        ("(all)", sum(group.n_features for group in study), "", agreement)
    ]
    rows += [
        (
            group.group,
            group.n_features,
            "-" if group.agreement_without is None else f"{group.agreement_without:.4f}",
            group.agreement_alone,
        )
        for group in study
    ]
    measure = result.problem.measure
    return Table(("group", "features", "without it", "alone"), rows, [f"{measure}, held out"])


_COLUMN_TITLES = {"c": "C", "rated": "rated alone"}


class RegressionModel(Protocol):
    """Interface of models that are trained on ratings."""

    @property
    def regression(self) -> KernelRegression: ...

    @property
    def training(self) -> Mapping[str, Any]: ...


class TrainedRegression(Protocol):
    """Interface of results of training on ratings."""

    @property
    def model(self) -> RegressionModel: ...

    @property
    def chosen(self) -> GridPoint: ...

    @property
    def grid(self) -> tuple[GridPoint, ...]: ...

    @property
    def part_correlations(self) -> Mapping[str, float]: ...


def render_regression(
    result: TrainedRegression, style: str, rated_texts: str, fold_units: str, remark: str = ""
) -> str:
    """Render agreement and error on held-out folds for each grid point, and mark the chosen one.

    `rated_texts`  description of the training data
    `fold_units`   name of the units that are not divided between folds
    `remark`       further note on the agreement
    """
    training_info = result.model.training
    n_support_vectors = len(result.model.regression.weights)
    if style == "json":
        record = {
            "training": dict(training_info),
            "grid": [_get_grid_values(result, point) for point in result.grid],
            "alone": dict(result.part_correlations),
            "support_vectors": n_support_vectors,
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (*_format_grid_cells(_get_grid_values(result, point)), "*" * (point is result.chosen))
        for point in result.grid
    ]
    part_correlations = ", ".join(
        f"{name} {value:.4f}" for name, value in result.part_correlations.items()
    )
    low, high = training_info["scale"]["low"], training_info["scale"]["high"]
    notes = [
        f"support vector regression on {rated_texts}, ratings from {low:g} to {high:g}",
        f"pearson {result.chosen.pearson:.4f} on {training_info['folds']} held-out folds of "
        f"{fold_units}{remark}, {n_support_vectors} support vectors",
        f"pearson of each part alone: {part_correlations}",
    ]
    columns = [_COLUMN_TITLES.get(name, name) for name in _get_grid_values(result, result.chosen)]
    return render_table(Table((*columns, "chosen"), rows, notes), style)


def _get_grid_values(result: TrainedRegression, point: GridPoint) -> dict[str, float]:
    """Return the values of a grid point by name, without values that do not apply.

    A linear kernel has no gamma. Without control pairs, the correlation on rated pairs is the same
    as the correlation on all pairs.
    """
    excluded_names = set[str]()
    if isinstance(result.model.regression.kernel, LinearKernel):
        excluded_names.add("gamma")
    if not result.model.training.get("controls"):
        excluded_names.add("rated")
    return {name: value for name, value in asdict(point).items() if name not in excluded_names}


def _format_grid_cells(values: Mapping[str, float]) -> list[Cell]:
    return [f"{value:g}" if name in ("c", "gamma") else value for name, value in values.items()]


def render_cremer(result: TrainedCremer, style: str) -> str:
    """Render the training of CREMER; see `render_regression`."""
    training_info = result.model.training
    rated_texts = (
        f"{training_info['human']} of {training_info['summaries']} summaries of "
        f"{training_info['topics']} topics"
    )
    return render_regression(result, style, rated_texts, "topics")


# Number of features with the largest positive weights that are shown, and the same for negative.
_MAX_FEATURES_PER_SIGN = 10


def render_dicomer(result: TrainedDicomer, style: str) -> str:
    """Render the training of DICOMER: agreement on held-out folds, and the largest weights."""
    judge, validated = result.model.coherence_model, result.learnt.validated
    if style == "json":
        record = {
            "training": dict(result.model.training),
            "logistic": {
                "slope": judge.slope,
                "centre": judge.intercept,
                "bend": judge.length_slope,
            },
            "weights": dict(judge.weights),
            "curve": [{"c": c, "agreement": value} for c, value in validated.curve],
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    by_weight = sorted(judge.weights.items(), key=lambda item: -item[1])
    shown_weights = (
        by_weight[:_MAX_FEATURES_PER_SIGN]
        + by_weight[_MAX_FEATURES_PER_SIGN:][-_MAX_FEATURES_PER_SIGN:]
    )
    rows: list[Sequence[Cell]] = [(name, str(weight)) for name, weight in shown_weights]
    return render_table(Table(("feature", "weight"), rows, _build_dicomer_notes(result)), style)


def _build_dicomer_notes(result: TrainedDicomer) -> list[str]:
    training_info, validated = result.model.training, result.learnt.validated
    curve_text = ", ".join(f"{value:.4f} at {c:g}" for c, value in validated.curve)
    return [
        describe_training_data(training_info, "topics"),
        f"consistency {validated.agreement:.4f} on {training_info['folds']} held-out folds with C "
        f"= {validated.c:g} ({curve_text})",
        f"{len(result.model.coherence_model.weights)} features of "
        f"{result.model.coherence_model.feature_kind.name}",
    ]


def render_adapter(result: "TrainedAdapter", style: str) -> str:
    """Render the training of TESLA-N: its agreement with human judgments on held-out segments.

    The agreement of TESLA-X is shown for comparison.
    """
    if style == "json":
        record = {
            "training": dict(result.description.training),
            "encoder": result.description.encoder,
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = []
    for name in ("consistency", "pearson"):
        tesla_n_value, tesla_x_value = (
            getattr(result.held_out, name),
            getattr(result.tesla_x, name),
        )
        if tesla_n_value is not None:
            rows.append((name, f"{tesla_n_value:.4f}", f"{tesla_x_value:.4f}"))
    sets = result.description.training["judged sets"]
    counts = [
        sum(judged_set[kind] for judged_set in sets.values()) for kind in ("rankings", "scores")
    ]
    note = f"learnt from {counts[0]} rankings and {counts[1]} scores of {len(sets)} judged sets"
    return render_table(Table(("held out", "tesla-n", "tesla-x"), rows, [note]), style)


def render_pem(result: TrainedPem, style: str) -> str:
    """Render the training of PEM; see `render_regression`."""
    training_info = result.model.training
    controls = (
        f" and {training_info['controls']} control pairs" if training_info["controls"] else ""
    )
    remark = f" ({result.chosen.rated:.4f} without the controls)" if controls else ""
    rated_texts = (
        f"{training_info['pairs']} rated pairs{controls}, {training_info['sources']} sources"
    )
    return render_regression(result, style, rated_texts, "sources", remark)


# Columns of figures: three about predicates, followed by senses and arguments.
_SRL_COLUMNS = ("precision", "recall", "found", "senses", "identified", "classified", "both")
_SRL_NOTE = "per cent: F1 of predicates; for given predicates, senses and F1 of arguments; on"


def render_srl(model: RoleModel, checks: Mapping[str, RoleAccuracy], style: str) -> str:
    """Render the sizes of a model of semantic roles, and F1 of its stages in per cent.

    `checks` has the results of tests by kind of predicate; it is empty if there were no tests.
    """
    if style == "json":
        record = {
            "training": dict(model.settings),
            "parts": {kind: _count_features(model, kind) for kind in model.kinds},
            "test": {kind: _get_srl_figures(check) for kind, check in checks.items()},
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = []
    for kind in model.kinds:
        sizes = [str(size) for size in _count_features(model, kind).values()]
        check = checks.get(kind)
        figures = (
            [_format_percentage(value) for value in _get_srl_figures(check).values()]
            if check
            else []
        )
        rows.append((kind, *sizes, *figures))
    tested_predicates = [f"{check.predicates.gold} {kind}s" for kind, check in checks.items()]
    notes = (
        [f"{_SRL_NOTE} {' and '.join(tested_predicates)} with given trees"]
        if tested_predicates
        else []
    )
    columns = ["predicates", "roles", "identifying", "classifying"]
    if tested_predicates:
        columns += _SRL_COLUMNS
    return render_table(Table(columns, rows, notes), style)


def _count_features(model: RoleModel, kind: str) -> dict[str, int]:
    """Return the number of roles, and the numbers of features of the two classifiers."""
    identifier, classifier = (
        model.get_classifier(f"{kind}.{stage}") for stage in (IDENTIFY_STAGE, CLASSIFY_STAGE)
    )
    return {
        "roles": len(classifier.labels),
        "identify": len(identifier.weights),
        "classify": len(classifier.weights),
    }


def _get_srl_figures(check: RoleAccuracy) -> dict[str, float | None]:
    """Return the figures of a test by name; None for a figure without items in the test data."""
    predicates, *other_tallies = check
    figures = {
        "precision": predicates.precision,
        "recall": predicates.recall,
        "found": predicates.f1,
        **{name: item.f1 for name, item in zip(_SRL_COLUMNS[3:], other_tallies, strict=True)},
    }
    tallies = predicates, predicates, predicates, *other_tallies
    return {
        name: value if tally.gold else None
        for (name, value), tally in zip(figures.items(), tallies, strict=True)
    }


def _format_percentage(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def render_constants(result: TrainedTeslaX, style: str) -> str:
    """Render the training of TESLA-X: changed constants, and agreement on held-out folds.

    JSON output has all constants.
    """
    if style == "json":
        record = {
            "training": dict(result.model.training),
            "constants": dict(result.model.constants),
            "start": dict(result.start),
            "curve": [asdict(point) for point in result.curve],
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (name, f"{value:g}", f"{result.model.constants[name]:g}")
        for name, value in result.start.items()
        if result.model.constants[name] != value
    ]
    notes = [
        _format_unchanged_note(result, len(result.start) - len(rows)),
        *_build_constants_notes(result),
    ]
    return render_table(Table(("constant", "before", "after"), rows, notes), style)


def _format_unchanged_note(result: TrainedTeslaX, count: int) -> str:
    note = f"{count} of {len(result.start)} learnt constants stayed at their defaults"
    if not result.chosen.strength:
        note += ": no others are clearly better on held-out segments"
    return note


def _build_constants_notes(result: TrainedTeslaX) -> list[str]:
    training_info, chosen_point = result.model.training, result.chosen
    curve_text = ", ".join(f"{point.agreement:.4f} at {point.strength:g}" for point in result.curve)
    return [
        describe_training_data(training_info),
        f"{result.measure} {chosen_point.agreement:.4f} on {training_info['folds']} held-out "
        f"folds with strength {chosen_point.strength:g} ({curve_text}); before "
        f"{result.curve[0].agreement:.4f}",
    ]
