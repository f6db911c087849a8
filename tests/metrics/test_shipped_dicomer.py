"""The model of DICOMER that ships, with the discourse parser that ships."""

from tesla_metrics import Dicomer
from tesla_metrics.evaluation.training.train_dicomer import PERMUTATIONS_PER_TEXT
from tesla_metrics.metrics.dicomer import read_dicomer, shipped_dicomer
from tesla_metrics.parsing.discourse.parser import load_discourse

TEXT = "The mill stood still because the river was dry. Then it rained. So the miller ground corn."


def test_it_was_trained_with_what_ships() -> None:
    model = read_dicomer(shipped_dicomer("en"))
    assert model.analysis == load_discourse("en").names
    assert model.training["permutations"] == PERMUTATIONS_PER_TEXT


def test_it_scores_without_a_warning() -> None:
    (score,) = Dicomer(lang="en").score([TEXT]).segments
    assert 0.0 < score < 1.0
