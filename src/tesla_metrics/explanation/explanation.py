"""`Explanation`: the words, matches, n-grams and penalties of a score, with their losses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError

if TYPE_CHECKING:
    from .coherence_values import TextCoherence

# Reasons for similarity, from identical words to hardly similar ones.
FORM, LEMMA, DERIVATION, SYNONYM, SYNSET = "form", "lemma", "derivation", "synonym", "synset"
PARAPHRASE, SPELLING, TAG, PIVOT, COVER = "paraphrase", "spelling", "tag", "pivot", "cover"
CONTEXT = "context"
# `AlignmentArrays` stores reasons as indices into this tuple.
REASONS = (
    FORM, LEMMA, DERIVATION, SYNONYM, SYNSET, PARAPHRASE, SPELLING, TAG, PIVOT, COVER, CONTEXT,
)  # fmt: skip
# `AlignmentArrays` stores penalties as indices into this tuple (in the order of the columns) and
# omits other penalties.
PENALTIES = ("numbers", "negations", "reordered", "cases", "endings")

_MAX_WORDS = 5  # words of a side in the summary


class Reason(NamedTuple):
    """Why two words, or two whole n-grams, are similar.

    kind    one of REASONS
    shown   evidence: the words of the shared synset, the shared translations or pivot words, ...
    """

    kind: str
    shown: tuple[str, ...] = ()


class Word(NamedTuple):
    """A word of one side, as the metric splits the text.

    start, end  position in the text; parts of a word that is split further have the same position
    weight      weight as a unigram; 0 for words that are not matched
    lost        its share of 1 - score
    """

    text: str
    start: int
    end: int
    weight: float = 0.0
    lost: float = 0.0
    lemma: str = ""
    tag: str = ""


class Side(NamedTuple):
    """One of the two texts. A text without words has one word of weight 0."""

    text: str
    words: tuple[Word, ...]


class NgramMatch(NamedTuple):
    """Weight that flows between an n-gram of the reference and one of the hypothesis.

    reference_words, hypothesis_words   indices of the words on either side
    reasons                             one per pair of words, or one for the whole n-gram
    """

    reference: str
    hypothesis: str
    weight: float
    similarity: float
    reasons: tuple[Reason, ...]
    reference_words: tuple[int, ...]
    hypothesis_words: tuple[int, ...]


class NgramLoss(NamedTuple):
    """An n-gram of one side, with its weight, matched weight, price and loss.

    words   indices of the words of its side; for a pivot n-gram, of the words that it comes from
    price   right-hand derivative of the score by the weight of the n-gram on the other side; not
            finite if there is none or if it would take too long to compute
    lost    its share of 1 - score
    """

    text: str
    words: tuple[int, ...]
    weight: float
    matched: float
    price: float
    lost: float

    @property
    def unmatched(self) -> float:
        """Return the weight that has no partner."""
        return max(self.weight - self.matched, 0.0)


class Feature(NamedTuple):
    """One of the numbers that the score is computed from.

    name        column of the comparer: words-1, ms-2, fr:lem-1, ...
    kind        the similarity: words, ms, pos, lem, characters, skips, cover, fluency, ...
    n           length of its n-grams; 0 if it has none or several lengths
    slope       derivative of the score by this feature
    lost        its share of 1 - score, which is the sum over its n-grams
    matched     matches with the largest weight first
    """

    name: str
    kind: str
    n: int
    value: float
    slope: float
    lost: float
    matched: tuple[NgramMatch, ...] = ()
    reference: tuple[NgramLoss, ...] = ()
    hypothesis: tuple[NgramLoss, ...] = ()

    @property
    def missing(self) -> list[NgramLoss]:
        """Return the n-grams of the reference with unmatched weight, largest first."""
        return _unmatched(self.reference)

    @property
    def extra(self) -> list[NgramLoss]:
        """Return the n-grams of the hypothesis with unmatched weight, largest first."""
        return _unmatched(self.hypothesis)


class Cause(NamedTuple):
    """The words that caused a penalty, and a description."""

    shown: str
    reference_words: tuple[int, ...]
    hypothesis_words: tuple[int, ...]


class Penalty(NamedTuple):
    """A factor of the score for a change of meaning, such as a changed number.

    share   share of the numbers, negations, ... that changed
    lost    its share of 1 - score
    """

    name: str
    share: float
    factor: float
    lost: float
    causes: tuple[Cause, ...]


@dataclass(frozen=True)
class ReferenceComparison:
    """The comparison with one reference (or source); the losses of all words add up to 1 - score.

    share   weight of this reference in the score of the segment
    """

    score: float
    share: float
    reference: Side
    hypothesis: Side
    features: tuple[Feature, ...]
    penalties: tuple[Penalty, ...] = ()

    @property
    def lost(self) -> float:
        """Return the sum of the losses of all words."""
        return fsum(word.lost for side in (self.reference, self.hypothesis) for word in side.words)


@dataclass(frozen=True)
class Explanation:
    """Explanation of the score of one segment.

    Attributes
    ----------
    metric, signature : str
        Name and signature of the metric.
    score : float
        Score of the segment.
    combined : str
        How several references combine: "only", "mean" or "max".
    held : str
        What the hypothesis is compared with: "reference", "source" or "nothing".
    against : tuple of Against
        One comparison per reference; empty if the hypothesis is compared with nothing.
    parts : mapping of str to float
        Further values of the segment.
    coherence : TextCoherence or None
        Coherence of the hypothesis, if the metric measures it.
    """

    metric: str
    signature: str
    score: float
    combined: str
    held: str
    against: tuple[ReferenceComparison, ...]
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    coherence: "TextCoherence | None" = None

    @property
    def best(self) -> ReferenceComparison:
        """Return the comparison with the largest share; of ties, the highest score.

        Raises
        ------
        UsageError
            If the hypothesis was compared with nothing.
        """
        if not self.against:
            raise UsageError(f"{self.metric} compares the hypothesis with nothing: see .coherence")
        return max(self.against, key=lambda comparison: (comparison.share, comparison.score))

    @property
    def matched(self) -> tuple[tuple[NgramMatch, ...], ...]:
        """Return the matches with the best reference, one tuple per feature."""
        return tuple(feature.matched for feature in self.best.features)

    def __str__(self) -> str:
        """Summarize the score and the words with the largest losses against the best reference."""
        if not self.against:
            return "\n".join([f"{self.metric} {self.score:.4f}", *self._coherence_lines()])
        best, count = self.best, len(self.against)
        summary = f", the {self.combined} of {count} {self.held}s; the best: {best.score:.4f}"
        sides = {self.held: best.reference, "hypothesis": best.hypothesis}
        return "\n".join(
            [
                f"{self.metric} {self.score:.4f}{summary * (count > 1)}",
                *(
                    f"{name} lost {losses}"
                    for name, side in sides.items()
                    if (losses := _largest_losses(side))
                ),
                *self._coherence_lines(),
            ]
        )

    def _coherence_lines(self) -> list[str]:
        return [str(self.coherence)] if self.coherence else []

    def _repr_html_(self) -> str:
        from .page.explanations import notebook_view  # imported only in notebooks

        return notebook_view(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as a dictionary.

        Returns
        -------
        dict
            All fields by name, in a form that can be written as JSON.
        """
        return {
            "metric": self.metric,
            "signature": self.signature,
            "score": self.score,
            **({"parts": dict(self.parts)} if self.parts else {}),
            "combined": self.combined,
            "held": self.held,
            "against": [_comparison_dict(comparison) for comparison in self.against],
            **({"coherence": self.coherence.to_dict()} if self.coherence else {}),
        }


def _largest_losses(side: Side) -> str:
    """Format the largest losses of words that are not 0 with three digits."""
    words = sorted((word for word in side.words if word.lost >= 5e-4), key=lambda word: -word.lost)
    return ", ".join(f"{word.lost:.3f} by {word.text}" for word in words[:_MAX_WORDS])


def _unmatched(grams: tuple[NgramLoss, ...]) -> list[NgramLoss]:
    return sorted(
        (gram for gram in grams if gram.unmatched > 1e-9), key=lambda gram: -gram.unmatched
    )


def _comparison_dict(comparison: ReferenceComparison) -> dict[str, Any]:
    return {
        "score": comparison.score,
        "share": comparison.share,
        "reference": _side_dict(comparison.reference),
        "hypothesis": _side_dict(comparison.hypothesis),
        "features": [_feature_dict(feature) for feature in comparison.features],
        "penalties": [
            {**penalty._asdict(), "causes": [_record_dict(cause) for cause in penalty.causes]}
            for penalty in comparison.penalties
        ],
    }


def _side_dict(side: Side) -> dict[str, Any]:
    return {"text": side.text, "words": [word._asdict() for word in side.words]}


def _feature_dict(feature: Feature) -> dict[str, Any]:
    return {
        **feature._asdict(),
        "matched": [_match_dict(match) for match in feature.matched],
        "reference": [_gram_dict(gram) for gram in feature.reference],
        "hypothesis": [_gram_dict(gram) for gram in feature.hypothesis],
    }


def _match_dict(match: NgramMatch) -> dict[str, Any]:
    return {**_record_dict(match), "reasons": [_record_dict(reason) for reason in match.reasons]}


def _gram_dict(gram: NgramLoss) -> dict[str, Any]:
    # JSON has no infinity: a price that is not finite becomes null.
    price = gram.price if isfinite(gram.price) else None
    return {**_record_dict(gram), "price": price}


def _record_dict(record: Any) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in record._asdict().items()
    }
