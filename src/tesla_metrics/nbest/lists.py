"""Candidates of one source, as they come."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..intake.beside import Beside
from ..tasks import Segment
from .nbest import Nbest


@dataclass(frozen=True)
class CandidateList:
    """What there is to choose from.

    ident       what the list is called: the id of its rows, or its number
    source      what the candidates were made from
    references  what they should say
    scores      what the system that made them gave each, if that is known
    line        the one, from 0, of what they translate, where their id says that
    named       whether the id comes with them
    """

    ident: str
    candidates: tuple[Segment, ...]
    source: Segment | None = None
    references: tuple[Segment, ...] = ()
    scores: tuple[float, ...] = ()
    line: int | None = None
    named: bool = True

    @property
    def name(self) -> str:
        """As messages call it: a number alone would look like a count."""
        return f"{'id' if self.named else 'list'} {self.ident}"


def of_nbest(
    nbest: Nbest,
    sources: Sequence[Segment] | None = None,
    references: Sequence[Sequence[Segment | None]] = (),
) -> list[CandidateList]:
    """N-best lists beside a source and reference for each."""
    scores, labels = nbest.scores, nbest.labels
    return [
        CandidateList(
            labels[place] if labels else str(ident),
            tuple(nbest.candidates(place)),
            None if sources is None else sources[place],
            tuple(own for column in references if (own := column[place]) is not None),
            () if scores is None else tuple(scores[nbest.list_at(place)].tolist()),
            ident if labels is None else None,
            labels != (),
        )
        for place, ident in enumerate(nbest.ids)
    ]


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
