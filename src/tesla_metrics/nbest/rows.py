"""Candidates as files have them: a row each, in any order."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..arrays import Floats

# What stands between the fields of a line, and so in none.
BARS = "|||"
# Ids count lines, and there are no more of these.
MOST_ID = 10**9


@dataclass(frozen=True, eq=False)
class CandidateRows:
    """What a file of n-best lists holds.

    idents    of each candidate: the line, from 0, of what it translates
    names     of features
    features  a row a candidate
    scores    what the decoder gave each
    """

    idents: Sequence[int]
    texts: Sequence[str]
    names: tuple[str, ...]
    features: Floats
    scores: Floats | None
