"""What vectors of pieces do not show, by tesla-x: what must not change, and what is only misspelt.

With h the head's score and x tesla-x's, where x is greater, b = h + g (x - h), and g rises from 0
to 1 while x does from TRUSTED to 1; elsewhere b = h. Pieces of a misspelt name have little to do
with the name; tesla-x takes it for what it is, and another name for another one.

With c how much has changed of each kind and p its price, m = Π (1 - p c) is the most that the score
can be, softly: s = (b^-k + m^-k - 1)^(-1/k). So s is m where b is 1, b where nothing has changed,
and hardly less than b where b is small: what is wrong all over is not punished again for numbers.
"""

from collections.abc import Sequence

import numpy as np

from ..arrays import Floats

# Chosen on the dev parts of the minimal pairs and on judgments of WMT 2012, 2014 and 2016: see
# docs/tesla-n.md. The columns of tesla-x, and what each costs where all of it has changed.
PRICES = {"numbers": 0.2, "negations": 0.25, "cases": 0.3, "endings": 0.2}
TRUSTED = 0.8
SHARPNESS = 16


def raised(scores: Floats, graded: Floats) -> Floats:
    """b: not much below tesla-x's scores where these are high."""
    trust = ((graded - TRUSTED) / (1 - TRUSTED)).clip(0.0, 1.0)
    found: Floats = scores + trust * np.maximum(graded - scores, 0.0)
    return found


def capped(scores: Floats, changed: Sequence[Floats]) -> Floats:
    """s: softly at most what the changes leave, which are in the order of PRICES."""
    most = np.ones_like(scores)
    for price, column in zip(PRICES.values(), changed, strict=True):
        most = most * (1 - price * column)
    # Written so that nothing is divided by b, which may be 0.
    over = 1 + scores**SHARPNESS * (most**-SHARPNESS - 1)
    found: Floats = scores * over ** (-1 / SHARPNESS)
    return found


def checked(scores: Floats, graded: Floats, changed: Sequence[Floats]) -> Floats:
    """The score of each pair, from the head's and tesla-x's."""
    return capped(raised(scores, graded), changed)
