"""What is learnt from: texts, pairs of them, and what people said of the pairs."""

from typing import NamedTuple

import numpy as np

from ...arrays import Flags, Floats, Indices, Singles
from ..checks import checked


class Material(NamedTuple):
    """Texts and pairs by number; a group is a judged segment.

    pieces      of each text, with the marks of its ends
    pairs       reference and candidate, two texts a row
    graded      tesla-x's score of each pair
    changed     what must not change and has, a column a sort, in the order of PRICES
    ranked      group, pair, pair, how many prefer the first, how many the second
    scored      group and pair
    scores      people's, standardised by test set
    made        group, better pair, worse pair
    contrast    which of the made ones are two edits of the same reference
    """

    pieces: list[Indices]
    pairs: Indices
    graded: Singles
    changed: Singles
    ranked: Indices
    scored: Indices
    scores: Singles
    made: Indices
    contrast: Flags

    def lengths(self) -> Indices:
        """Pieces of the longer text of each pair."""
        texts = np.array([len(pieces) for pieces in self.pieces], dtype=np.intp)
        found: Indices = texts[self.pairs].max(axis=1, initial=0)
        return found

    def checked(self, pairs: Indices, scores: Floats) -> Floats:
        """What becomes of scores that a head gave to some of the pairs."""
        columns = (own.astype(np.float64) for own in self.changed[pairs].T)
        return checked(scores, self.graded[pairs].astype(np.float64), list(columns))

    def only(self, groups: Flags) -> "Material":
        """The judgments of some groups, with the same numbers."""
        scored, made = groups[self.scored[:, 0]], groups[self.made[:, 0]]
        return self._replace(
            ranked=self.ranked[groups[self.ranked[:, 0]]],
            scored=self.scored[scored],
            scores=self.scores[scored],
            made=self.made[made],
            contrast=self.contrast[made],
        )


def piece_weights(material: Material, vocabulary: int) -> Singles:
    """What each piece weighs: the fewer references have it, the more."""
    references = np.unique(material.pairs[:, 0]).tolist()
    having = np.zeros(vocabulary)
    for reference in references:
        having[np.unique(material.pieces[reference])] += 1
    # Not nothing: a text of frequent pieces alone has a mean, too.
    found: Floats = np.log((len(references) + 1) / (having + 1)).clip(min=0.01)
    return found.astype(np.float32)
