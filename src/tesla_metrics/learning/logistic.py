"""Logistic regression on named features, with weights as small whole numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ..optional import needs
from .linear import LinearClassifier
from .named_rows import NamedRows
from .real_weights import RealWeights


def fit_logistic(
    rows: Iterable[Iterable[str]],
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
    return logistic_weights(NamedRows.of(rows, least_count), labels, strength, balance).whole(scale)


def logistic_weights(
    rows: NamedRows, labels: Sequence[str], strength: float = 1.0, balance: float = 0.0
) -> RealWeights:
    """The same before it is rounded."""
    with needs("scikit-learn, which learns from examples,", "train"):
        from sklearn.linear_model import LogisticRegression
    shares = {label: len(labels) / count for label, count in Counter(labels).items()}
    weights = [shares[label] ** balance for label in labels]
    # No intercept: examples that need one have a feature that is always there.
    machine = LogisticRegression(C=strength, fit_intercept=False, max_iter=1000)
    machine.fit(rows.matrix, list(labels), weights)
    return RealWeights(tuple(machine.classes_.tolist()), rows.names, machine.coef_.T)
