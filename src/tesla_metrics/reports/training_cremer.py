"""What training CREMER found out, as people and programs read it."""

from ..training.cremer import TrainedCremer
from .training_regression import render_regression


def render_cremer(trained: TrainedCremer, style: str) -> str:
    """Agreement and error on held-out folds for each choice, and what was chosen."""
    facts = trained.model.training
    learnt_from = f"{facts['human']} of {facts['summaries']} summaries of {facts['topics']} topics"
    return render_regression(trained, style, learnt_from, "topics")
