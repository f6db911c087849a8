"""What training PEM found out, as people and programs read it."""

from ..training.pem import TrainedPem
from .training_regression import render_regression


def render_pem(trained: TrainedPem, style: str) -> str:
    """Agreement and error on held-out folds for each choice, and what was chosen."""
    facts = trained.model.training
    controls = f" and {facts['controls']} control pairs" if facts["controls"] else ""
    without = f" ({trained.chosen.rated:.4f} without the controls)" if controls else ""
    learnt_from = f"{facts['pairs']} rated pairs{controls}, {facts['sources']} sources"
    return render_regression(trained, style, learnt_from, "sources", without)
