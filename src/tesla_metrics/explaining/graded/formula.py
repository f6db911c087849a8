"""What TESLA-X makes of its columns."""

from collections.abc import Mapping
from typing import NamedTuple


class Formula(NamedTuple):
    """B = word_share W + (1 - word_share) C, times what each penalty leaves.

    penalties   what each costs where all of it has changed, in the order of the columns
    """

    word_share: float
    penalties: Mapping[str, float]
