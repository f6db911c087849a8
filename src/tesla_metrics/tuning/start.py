"""Where tuning starts when nobody says: at the weights that the decoder had."""

import numpy as np

from ..arrays import Floats
from ..nbest.nbest import Nbest

# Decoders print scores and features to about six digits.
_EXACT = 1e-3


def decoders_weights(nbest: Nbest) -> Floats | None:
    """Those that make its scores of the features, but for a constant of each list.

    None where there are no scores, or they are something else.
    """
    if nbest.scores is None or not nbest.names:
        return None
    begin, owners = nbest.starts[:-1], nbest.owners
    features = nbest.features - nbest.features[begin][owners]
    scores = nbest.scores - nbest.scores[begin][owners]
    # By the products of columns: a million rows need not be there twice.
    scale = np.sqrt((features * features).sum(axis=0))
    scale[scale == 0] = 1.0
    features /= scale
    weights = np.linalg.lstsq(features.T @ features, features.T @ scores, rcond=1e-9)[0]
    missed = np.abs(features @ weights - scores).max(initial=0.0)
    found: Floats = weights / scale
    return found if missed <= _EXACT * np.abs(scores).max(initial=0.0) else None
