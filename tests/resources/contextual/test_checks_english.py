"""What the English encoder does not see by itself, and tesla-n does."""

import pytest
from tiny_encoder import need_packages

from tesla_metrics import TeslaN
from tesla_metrics.resources.contextual.encoder_file import is_default_installed

# Reference, better, worse, and the check that tells them apart; None: misspelt, not another name.
PAIRS = [
    (
        "The bakery on the corner opens at 6:30 every morning.",
        "The corner bakery opens at 6:30 every morning.",
        "The bakery on the corner opens at 6:50 every morning.",
        "numbers",
    ),
    (
        "Our neighbours have never complained about the noise.",
        "Our neighbours have never grumbled about the noise.",
        "Our neighbours have often complained about the noise.",
        "negations",
    ),
    (
        "Maria and Thomas met Mrs Walker in Dublin last Friday.",
        "Maria and Thomas met Mrs Walker in Dublin on Friday.",
        "maria and thomas met mrs walker in dublin last friday.",
        "cases",
    ),
    (
        "The flight from Portugal was late because of thick fog.",
        "The flight from Portugall was late because of thick fog.",
        "The flight from Finland was late because of thick fog.",
        None,
    ),
]


@pytest.mark.parametrize("pair", PAIRS, ids=["number", "negation", "case", "name"])
def test_told_apart(pair: tuple[str, str, str, str | None]) -> None:
    need_packages()
    if not is_default_installed():
        pytest.skip("the encoder's package is not installed")
    reference, *both, check = pair
    metric = TeslaN(lang="en")
    better, worse = metric.score(both, [reference] * 2).segments
    assert better > worse
    shown = [penalty.name for penalty in metric.explain(both[1], reference).best.penalties]
    assert shown == ([check] if check else [])
