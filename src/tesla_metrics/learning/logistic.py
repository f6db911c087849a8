"""Logistic regression on named features, with weights as small whole numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ..arrays import Floats
from ..optional import needs
from .linear import LinearClassifier

# What would weigh more weighs this.
LARGEST = 999


def fit_logistic(
    rows: Sequence[Iterable[str]],
    labels: Sequence[str],
    *,
    strength: float = 1.0,
    least_count: int = 2,
    scale: float = 0.01,
    balance: float = 0.0,
) -> LinearClassifier:
    """Learnt by scikit-learn; what comes back does without it.

    rows        the features of each example; one that is named twice counts twice
    strength    scikit-learn's C: the higher, the weaker the penalty
    least_count features in fewer examples than this are left out
    balance     0: every example weighs the same; 1: every label does; between them by degrees
    """
    with needs("scikit-learn, which learns from examples,", "train"):
        from sklearn.feature_extraction import DictVectorizer
    counted = [Counter(row) for row in rows]
    met = Counter(feature for row in counted for feature in row)
    counted = [
        Counter({name: count for name, count in row.items() if met[name] >= least_count})
        for row in counted
    ]
    vectorizer = DictVectorizer(sparse=True, sort=True)
    matrix = vectorizer.fit_transform(counted)
    shares = {label: len(labels) / count for label, count in Counter(labels).items()}
    weights = [shares[label] ** balance for label in labels]
    machine = _machine(strength).fit(matrix, list(labels), weights)
    names = vectorizer.get_feature_names_out().tolist()
    return _rounded(tuple(machine.classes_.tolist()), names, machine.coef_, scale)


def _machine(strength: float) -> Any:
    from sklearn.linear_model import LogisticRegression

    # No intercept: examples that need one have a feature that is always there.
    return LogisticRegression(C=strength, fit_intercept=False, max_iter=1000)


def _rounded(
    labels: tuple[str, ...], names: Sequence[str], coefficients: Floats, scale: float
) -> LinearClassifier:
    # Of two classes there is one row, for the second.
    columns = coefficients.T if len(labels) > 2 else [(0.0, row[0]) for row in coefficients.T]
    weights = {}
    for name, column in zip(names, columns, strict=True):
        whole = tuple(max(-LARGEST, min(LARGEST, round(float(one) / scale))) for one in column)
        if any(whole):
            weights[name] = whole
    return LinearClassifier(labels, weights, scale)
