"""What must not change, column by column."""

import pytest
from cores import columns

from tesla_metrics import TeslaX
from tesla_metrics.metrics.tesla_x import PENALTIES
from tesla_metrics.metrics.tesla_x_model import DEFAULT_CONSTANTS

UNIFORM = {"frequencies": "none", "synonyms": "none", "paraphrases": "none", "relations": "none"}


def changed(lang: str, reference: str, candidate: str) -> dict[str, float]:
    metric = TeslaX(lang=lang, **UNIFORM)  # type: ignore[arg-type]
    comparer = metric.open().comparer
    (row,) = columns(metric, [candidate], [reference]).tolist()
    assert list(comparer.columns[-len(PENALTIES) :]) == list(PENALTIES)
    return dict(zip(PENALTIES, row[-len(PENALTIES) :], strict=True))


@pytest.mark.parametrize(
    ("lang", "reference", "candidate", "share"),
    [
        ("en", "Anna rows to the island.", "anna rows to the island.", 0),
        ("en", "Today Anna rows home.", "Today anna rows home.", 1 / 4),
        ("en", "Today Anna rows home.", "Today Anna Rows Home.", 2 / 4),
        ("en", "Today Anna rows home.", "TODAY ANNA ROWS HOME.", 0),
        ("en", "Today ANNA rows home.", "Today Anna rows home.", 1 / 4),
        # Only what both have counts.
        ("en", "Today Anna rows home.", "Today anna swims away.", 1 / 2),
        ("en", "Today Anna rows home.", "Quite another thing.", 0),
        ("de", "Heute rudert der alte Mann.", "Heute rudert der alte mann.", 1 / 5),
        ("fr", "Elle rame vers l'Espagne.", "Elle rame vers l'espagne.", 1 / 5),
    ],
)
def test_cases(lang: str, reference: str, candidate: str, share: float) -> None:
    assert changed(lang, reference, candidate)["cases"] == pytest.approx(share)
    assert changed(lang, candidate, reference)["cases"] == pytest.approx(share)


def test_rare_words_weigh_more() -> None:
    metric = TeslaX(lang="en")
    lines = ["Today the Lighthouse and the boat.", "Today The lighthouse and the boat."]
    (rare, frequent) = columns(metric, lines, ["Today the lighthouse and the boat."] * 2)[:, -2]
    assert rare > frequent > 0


@pytest.mark.parametrize(
    ("reference", "candidate", "share"),
    [
        ("Anna rows home.", "Anna rows home", 0.5),
        ("Anna rows home.", "Anna rows home!", 0.5),
        ("Anna rows home.", "Anna rows home?", 1),
        ("Anna rows home", "Anna rows home?", 1),
        ("Anna rows home.", "“Anna rows home.”", 0),
        ("Anna rows home?", "Quite another thing?", 0),
        ("Anna rows home?", "", 1),
    ],
)
@pytest.mark.filterwarnings("ignore:.*:tesla_metrics.TeslaWarning")
def test_endings(reference: str, candidate: str, share: float) -> None:
    for lang in ("en", "und"):
        assert changed(lang, reference, candidate)["endings"] == share
        assert changed(lang, candidate, reference)["endings"] == share


@pytest.mark.parametrize(
    ("lang", "reference", "candidate", "numbers"),
    [
        ("en", "They paid $3.5bn for boats.", "They paid 3.5 billion dollars for boats.", 0),
        ("en", "They paid $3.5bn for boats.", "They paid $3.5m for boats.", 1),
        ("en", "It had 1,500,000 sheep.", "It had 1.5 million sheep.", 0),
        ("en", "It had 1,500,000 sheep.", "It had 1.5 billion sheep.", 1),
        ("en", "We met at 8:40 pm.", "We met at 20:40.", 0),
        ("en", "We met at 8:40 pm.", "We met at 8:40 am.", 1),
        ("de", "Es waren −5 Grad.", "Es waren minus fünf Grad.", 0),
        ("de", "Es waren −5 Grad.", "Es waren 5 Grad.", 1),
        ("fr", "Il y avait au moins 20 bateaux.", "Il y avait bien 20 bateaux.", 0),
        ("es", "Había por lo menos 20 barcos.", "Había unos 20 barcos.", 0),
        ("cs", "Bylo tam 2,5 mil. ovcí.", "Bylo tam 2 500 000 ovcí.", 0),
    ],
)
def test_numbers(lang: str, reference: str, candidate: str, numbers: float) -> None:
    assert changed(lang, reference, candidate)["numbers"] == numbers


def test_miscased_words_stand_for_none() -> None:
    """Characters do not take them for what they are in the reference."""
    metric = TeslaX(lang="en", stand_in=1.0)
    letters = int(DEFAULT_CONSTANTS["order"])
    found = columns(
        metric, ["Today anna rows home.", "today Anna rows home."], ["Today Anna rows home."] * 2
    )
    assert found[0, letters] < 1
    assert found[1, letters] == pytest.approx(1)
