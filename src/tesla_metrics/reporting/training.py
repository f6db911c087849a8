"""Render results of training."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from ..evaluation.training.srl_settings import RoleCheck
from ..evaluation.training.train_cremer import TrainedCremer
from ..evaluation.training.train_dicomer import TrainedDicomer
from ..evaluation.training.train_pem import TrainedPem
from ..evaluation.training.train_tesla_f import GroupStudy, TrainedTeslaF
from ..evaluation.training.train_tesla_x import TrainedTeslaX
from ..parsing.srl.role_model import CLASSIFY, IDENTIFY, RoleModel
from ..resources.learning.kernel_regression import KernelRegression, LinearKernel
from ..resources.learning.svr import GridPoint
from .table import Cell, Table, render_table

if TYPE_CHECKING:
    from ..resources.contextual.training.adapter import TrainedAdapter


def render_training(trained: TrainedTeslaF, study: Sequence[GroupStudy], style: str) -> str:
    """Render agreement on held-out folds, weights, and the feature study if there is one."""
    if style == "json":
        return json.dumps(_record(trained, study), indent=2, ensure_ascii=False) + "\n"
    parts = [render_table(_weight_table(trained), style)]
    if study:
        parts.append(render_table(_study_table(trained, study), style))
    return "\n".join(parts)


def _record(trained: TrainedTeslaF, study: Sequence[GroupStudy]) -> dict[str, object]:
    record: dict[str, object] = {
        "training": dict(trained.model.training),
        "features": dict(trained.model.weights),
        "curve": [{"c": c, "agreement": value} for c, value in trained.validated.curve],
    }
    if study:
        record["study"] = [group._asdict() for group in study]
    return record


def _weight_table(trained: TrainedTeslaF) -> Table:
    rows: list[Sequence[Cell]] = [
        (name, weight, weight * deviation)
        for (name, weight), deviation in zip(
            trained.model.weights.items(), trained.deviations.tolist(), strict=True
        )
    ]
    return Table(("feature", "weight", "effect"), rows, _notes(trained))


def _notes(trained: TrainedTeslaF) -> list[str]:
    facts, validated = trained.model.training, trained.validated
    curve = ", ".join(f"{value:.4f} at {c:g}" for c, value in validated.curve)
    return [
        describe_training_data(facts),
        f"{trained.problem.measure} {validated.agreement:.4f} on {facts['folds']} held-out folds "
        f"with C = {validated.c:g} ({curve})",
    ]


def describe_training_data(facts: Mapping[str, Any], units: str = "segments") -> str:
    """Describe the judgments that a model was trained on; `units` are what folds do not share."""
    kind = "pairs" if "pairs" in facts else "outputs"
    sizes = facts[kind]
    sets = ", ".join(f"{name} {size}" for name, size in sizes.items())
    return (
        f"{facts['method']} on {sum(sizes.values())} {kind} ({sets}), {facts['segments']} {units}"
    )


def _study_table(trained: TrainedTeslaF, study: Sequence[GroupStudy]) -> Table:
    agreement = trained.validated.agreement
    rows: list[Sequence[Cell]] = [("(all)", sum(group.features for group in study), "", agreement)]
    rows += [
        (
            group.group,
            group.features,
            "-" if group.without is None else f"{group.without:.4f}",
            group.group_only,
        )
        for group in study
    ]
    measure = trained.problem.measure
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
    trained: TrainedRegression, style: str, rated_texts: str, fold_units: str, remark: str = ""
) -> str:
    """Render agreement and error on held-out folds for each grid point, and the chosen one.

    rated_texts  what the ratings are of
    fold_units         what folds do not share
    remark       further note on the agreement
    """
    facts = trained.model.training
    vectors = len(trained.model.regression.weights)
    if style == "json":
        record = {
            "training": dict(facts),
            "grid": [_grid_values(trained, point) for point in trained.grid],
            "alone": dict(trained.part_correlations),
            "support_vectors": vectors,
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (*_grid_cells(_grid_values(trained, point)), "*" * (point is trained.chosen))
        for point in trained.grid
    ]
    single_parts = ", ".join(
        f"{name} {value:.4f}" for name, value in trained.part_correlations.items()
    )
    low, high = facts["scale"]["low"], facts["scale"]["high"]
    notes = [
        f"support vector regression on {rated_texts}, ratings from {low:g} to {high:g}",
        f"pearson {trained.chosen.pearson:.4f} on {facts['folds']} held-out folds of "
        f"{fold_units}{remark}, {vectors} support vectors",
        f"pearson of each part alone: {single_parts}",
    ]
    columns = [_COLUMN_TITLES.get(name, name) for name in _grid_values(trained, trained.chosen)]
    return render_table(Table((*columns, "chosen"), rows, notes), style)


def _grid_values(trained: TrainedRegression, point: GridPoint) -> dict[str, float]:
    """Return the values of a grid point that apply.

    A linear kernel has no gamma, and without controls all rows are rated.
    """
    excluded = set[str]()
    if isinstance(trained.model.regression.kernel, LinearKernel):
        excluded.add("gamma")
    if not trained.model.training.get("controls"):
        excluded.add("rated")
    return {name: value for name, value in asdict(point).items() if name not in excluded}


def _grid_cells(values: Mapping[str, float]) -> list[Cell]:
    return [f"{value:g}" if name in ("c", "gamma") else value for name, value in values.items()]


def render_cremer(trained: TrainedCremer, style: str) -> str:
    """Render agreement and error on held-out folds for each grid point, and the chosen one."""
    facts = trained.model.training
    learnt_from = f"{facts['human']} of {facts['summaries']} summaries of {facts['topics']} topics"
    return render_regression(trained, style, learnt_from, "topics")


_MAX_FEATURES = 10  # features per sign


def render_dicomer(trained: TrainedDicomer, style: str) -> str:
    """Render agreement on held-out folds, and the largest positive and negative weights."""
    judge, validated = trained.model.judge, trained.learnt.validated
    if style == "json":
        record = {
            "training": dict(trained.model.training),
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
    shown = by_weight[:_MAX_FEATURES] + by_weight[_MAX_FEATURES:][-_MAX_FEATURES:]
    rows: list[Sequence[Cell]] = [(name, str(weight)) for name, weight in shown]
    return render_table(Table(("feature", "weight"), rows, _dicomer_notes(trained)), style)


def _dicomer_notes(trained: TrainedDicomer) -> list[str]:
    facts, validated = trained.model.training, trained.learnt.validated
    curve = ", ".join(f"{value:.4f} at {c:g}" for c, value in validated.curve)
    return [
        describe_training_data(facts, "topics"),
        f"consistency {validated.agreement:.4f} on {facts['folds']} held-out folds with C = "
        f"{validated.c:g} ({curve})",
        f"{len(trained.model.judge.weights)} features of {trained.model.judge.kind.name}",
    ]


def render_adapter(trained: "TrainedAdapter", style: str) -> str:
    """Render the agreement with human judgments on held-out segments, for tesla-n and tesla-x."""
    if style == "json":
        record = {
            "training": dict(trained.description.training),
            "encoder": trained.description.encoder,
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = []
    for name in ("consistency", "pearson"):
        tesla_n_value, tesla_x_value = (
            getattr(trained.held_out, name),
            getattr(trained.tesla_x, name),
        )
        if tesla_n_value is not None:
            rows.append((name, f"{tesla_n_value:.4f}", f"{tesla_x_value:.4f}"))
    sets = trained.description.training["judged sets"]
    counts = [
        sum(judged_set[kind] for judged_set in sets.values()) for kind in ("rankings", "scores")
    ]
    note = f"learnt from {counts[0]} rankings and {counts[1]} scores of {len(sets)} judged sets"
    return render_table(Table(("held out", "tesla-n", "tesla-x"), rows, [note]), style)


def render_pem(trained: TrainedPem, style: str) -> str:
    """Render agreement and error on held-out folds for each grid point, and the chosen one."""
    facts = trained.model.training
    controls = f" and {facts['controls']} control pairs" if facts["controls"] else ""
    without = f" ({trained.chosen.rated:.4f} without the controls)" if controls else ""
    learnt_from = f"{facts['pairs']} rated pairs{controls}, {facts['sources']} sources"
    return render_regression(trained, style, learnt_from, "sources", without)


# Columns of predicates, followed by those of senses and arguments.
_SRL_COLUMNS = ("precision", "recall", "found", "senses", "identified", "classified", "both")
_SRL_NOTE = "per cent: F1 of predicates; for given predicates, senses and F1 of arguments; on"


def render_srl(model: RoleModel, checks: Mapping[str, RoleCheck], style: str) -> str:
    """Render the sizes of a model's parts and, if it was tested, F1 of its stages in per cent."""
    if style == "json":
        record = {
            "training": dict(model.settings),
            "parts": {kind: _sizes(model, kind) for kind in model.kinds},
            "test": {kind: _srl_figures(check) for kind, check in checks.items()},
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = []
    for kind in model.kinds:
        sizes = [str(size) for size in _sizes(model, kind).values()]
        check = checks.get(kind)
        figures = (
            [_format_percentage(value) for value in _srl_figures(check).values()] if check else []
        )
        rows.append((kind, *sizes, *figures))
    tested = [f"{check.predicates.gold} {kind}s" for kind, check in checks.items()]
    notes = [f"{_SRL_NOTE} {' and '.join(tested)} with given trees"] if tested else []
    columns = ["predicates", "roles", "identifying", "classifying"]
    if tested:
        columns += _SRL_COLUMNS
    return render_table(Table(columns, rows, notes), style)


def _sizes(model: RoleModel, kind: str) -> dict[str, int]:
    """Return the numbers of labels and of the features of both stages."""
    identifier, classifier = (model.classifier(f"{kind}.{stage}") for stage in (IDENTIFY, CLASSIFY))
    return {
        "roles": len(classifier.labels),
        "identify": len(identifier.weights),
        "classify": len(classifier.weights),
    }


def _srl_figures(check: RoleCheck) -> dict[str, float | None]:
    """Return the figures of a test; None if the gold standard has no items."""
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


def render_constants(trained: TrainedTeslaX, style: str) -> str:
    """Render the changed constants (JSON: all of them) and the agreement on held-out folds."""
    if style == "json":
        record = {
            "training": dict(trained.model.training),
            "constants": dict(trained.model.constants),
            "start": dict(trained.start),
            "curve": [asdict(tried) for tried in trained.curve],
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (name, f"{value:g}", f"{trained.model.constants[name]:g}")
        for name, value in trained.start.items()
        if trained.model.constants[name] != value
    ]
    notes = [_unchanged_note(trained, len(trained.start) - len(rows)), *_constants_notes(trained)]
    return render_table(Table(("constant", "before", "after"), rows, notes), style)


def _unchanged_note(trained: TrainedTeslaX, count: int) -> str:
    note = f"{count} of {len(trained.start)} learnt constants stayed at their defaults"
    if not trained.chosen.strength:
        note += ": no others are clearly better on held-out segments"
    return note


def _constants_notes(trained: TrainedTeslaX) -> list[str]:
    facts, chosen = trained.model.training, trained.chosen
    tried = ", ".join(f"{item.agreement:.4f} at {item.strength:g}" for item in trained.curve)
    return [
        describe_training_data(facts),
        f"{trained.measure} {chosen.agreement:.4f} on {facts['folds']} held-out folds with "
        f"strength {chosen.strength:g} ({tried}); before {trained.curve[0].agreement:.4f}",
    ]
