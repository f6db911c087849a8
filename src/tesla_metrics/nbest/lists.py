"""Candidates of one source, as they come."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..intake.beside import Beside
from ..tasks import Segment


@dataclass(frozen=True)
class CandidateList:
    """What there is to choose from.

    ident       what the list is called: the id of its rows, or its number
    source      what the candidates were made from
    references  what they should say
    scores      what the system that made them gave each, if that is known
    """

    ident: str
    candidates: tuple[Segment, ...]
    source: Segment | None = None
    references: tuple[Segment, ...] = ()
    scores: tuple[float, ...] = ()


def beside_candidates(lists: Sequence[CandidateList]) -> Beside:
    """What each candidate of all lists is held against."""
    most = max(len(one.references) for one in lists)
    sets = [
        [
            one.references[number] if number < len(one.references) else None
            for one in lists
            for _ in one.candidates
        ]
        for number in range(most)
    ]
    sourced = all(one.source is not None for one in lists)
    sources = [[one.source for one in lists for _ in one.candidates]] if sourced else []
    return Beside(sets, sources)
