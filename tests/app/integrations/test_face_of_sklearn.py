"""scikit-learn's scorers."""

from typing import Any

import numpy as np
import pytest

from tesla_metrics import Chrf, Ter, TeslaX
from tesla_metrics.app.integrations.sklearn import TextScore, text_scorer

pytestmark = pytest.mark.integrations
pytest.importorskip("sklearn")

from sklearn.base import BaseEstimator  # noqa: E402
from sklearn.metrics import make_scorer  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402

SOURCE = np.array([["der Zug hält"], ["drei Karten"], ["er zahlt"], ["es regnet"]])
REF = ["the train stops", "three tickets", "he pays", "it rains"]
BOOK = {"der Zug hält": "the train stops", "drei Karten": "three cards", "er zahlt": "he counts"}


class Phrasebook(BaseEstimator):  # type: ignore[misc]
    """Knows some sentences, and says nothing of others unless it may guess."""

    def __init__(self, guess: str = "") -> None:
        self.guess = guess

    def fit(self, x: Any, y: Any) -> "Phrasebook":
        self.fitted_ = True
        return self

    def predict(self, x: Any) -> Any:
        return np.array([BOOK.get(text, self.guess) for (text,) in x])


def test_scores() -> None:
    predicted = Phrasebook("it snows").fit(SOURCE, REF).predict(SOURCE)
    expected = TeslaX(lang="en").score(list(predicted), REF).score
    assert TextScore("tesla-x", lang="en")(REF, predicted) == expected
    scorer = text_scorer(TeslaX(lang="en"))
    assert scorer(Phrasebook("it snows").fit(SOURCE, REF), SOURCE, np.array(REF)) == expected
    assert "tesla-x" in repr(scorer)
    own = make_scorer(TextScore("chrf"))
    assert (
        own(Phrasebook("x"), SOURCE, REF)
        == Chrf().score(["the train stops", "three cards", "he counts", "x"], REF).score
    )


def test_lower_is_better() -> None:
    found = text_scorer("ter")(Phrasebook("it snows"), SOURCE, REF)
    predicted = Phrasebook("it snows").predict(SOURCE)
    assert found == -Ter().score(predicted, REF).score


def test_several_references() -> None:
    predicted = Phrasebook("it snows").predict(SOURCE)
    several = [[one, one.upper()] for one in REF]
    expected = Chrf().score(predicted, several, references_by="segment").score
    assert TextScore("chrf")(np.array(several), predicted) == expected
    assert TextScore("chrf")(several, predicted) == expected


def test_square_references_belong_to_segments() -> None:
    predicted, square = ["the train", "a map"], [["the train", "a train"], ["the map", "a map"]]
    expected = Chrf().score(predicted, square, references_by="segment").score
    assert TextScore("chrf")(square, predicted) == expected == 100


def test_searches() -> None:
    scoring = text_scorer("chrf")
    scores = cross_val_score(Phrasebook("it snows"), SOURCE, np.array(REF), scoring=scoring, cv=2)
    assert len(scores) == 2
    search = GridSearchCV(
        Phrasebook(), {"guess": ["zzz", "it rains"]}, scoring=scoring, cv=2, n_jobs=2
    )
    assert search.fit(SOURCE, np.array(REF)).best_params_ == {"guess": "it rains"}
