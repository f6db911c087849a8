"""`Explanation`: the words, matches, n-grams and penalties of a score, with their losses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError

if TYPE_CHECKING:
    from .coherence_values import TextCoherence

# Kinds of `Reason`, from identical words to words with little similarity.
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

_MAX_SUMMARY_WORDS = 5  # words per side in the summary
_MIN_SHOWN_LOSS = 5e-4  # smaller losses are 0.000 when rounded to three digits
_MIN_UNMATCHED_WEIGHT = 1e-9  # less is a rounding error


class Reason(NamedTuple):
    """The reason why two words, or two n-grams, are similar.

    kind    one of REASONS
    shown   evidence: the words of the shared synset, the shared translations or pivot words, ...
    """

    kind: str
    shown: tuple[str, ...] = ()


class Word(NamedTuple):
    """A word of one side, as the metric splits the text.

    start, end  character offsets in the text; parts of a split word may have the same offsets
    weight      weight as a unigram; 0 if the metric does not match this word
    lost        part of 1 - score that is attributed to the word
    """

    text: str
    start: int
    end: int
    weight: float = 0.0
    lost: float = 0.0
    lemma: str = ""
    tag: str = ""


class Side(NamedTuple):
    """One of the two texts, and its words.

    A text with punctuation only has a single word of weight 0; a blank text has no words.
    """

    text: str
    words: tuple[Word, ...]


class NgramMatch(NamedTuple):
    """Weight that flows between an n-gram of the reference and one of the hypothesis.

    reference_words, hypothesis_words   indices of the words on either side
    reasons                             one per pair of words, or a single one for the n-gram
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

    words   indices of its words; for a pivot n-gram, of the words that it is a translation of
    price   right-hand derivative of the score with respect to the weight of the same n-gram on the
            other side; infinite or NaN if it does not exist or takes too long to compute
    lost    part of 1 - score that is attributed to the n-gram
    """

    text: str
    words: tuple[int, ...]
    weight: float
    matched: float
    price: float
    lost: float

    @property
    def unmatched(self) -> float:
        """Return the weight that is not matched."""
        return max(self.weight - self.matched, 0.0)


class Feature(NamedTuple):
    """One of the values that the score is computed from.

    name        column of the comparer: words-1, ms-2, fr:lem-1, ...
    kind        the similarity: words, ms, pos, lem, characters, skips, cover, fluency, ...
    n           length of its n-grams; 0 if it has no n-grams or n-grams of several lengths
    slope       derivative of the score with respect to this feature
    lost        part of 1 - score that is attributed to the feature: the sum over its n-grams
    matched     matches, those with the largest weight first
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
        return _sort_unmatched(self.reference)

    @property
    def extra(self) -> list[NgramLoss]:
        """Return the n-grams of the hypothesis with unmatched weight, largest first."""
        return _sort_unmatched(self.hypothesis)


class Cause(NamedTuple):
    """The words that caused a penalty, and a description."""

    shown: str
    reference_words: tuple[int, ...]
    hypothesis_words: tuple[int, ...]


class Penalty(NamedTuple):
    """A factor of the score for a change of meaning, such as a changed number.

    share   share of the numbers, negations, ... that changed
    factor  factor of the score; 1 would be no penalty
    lost    part of 1 - score that is attributed to the penalty
    """

    name: str
    share: float
    factor: float
    lost: float
    causes: tuple[Cause, ...]


@dataclass(frozen=True)
class ReferenceComparison:
    """The comparison with one reference (or source).

    The losses of all words add up to 1 - score.

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
        How the scores of several references are combined: "only", "mean" or "max".
    held : str
        Text that the hypothesis is compared with: "reference", "source" or "nothing".
    against : tuple of ReferenceComparison
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
        """Return the comparison with the largest share, or the best score if shares are equal.

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
        best, n_references = self.best, len(self.against)
        title = f"{self.metric} {self.score:.4f}"
        if n_references > 1:
            title += f", the {self.combined} of {n_references} {self.held}s"
            title += f"; the best: {best.score:.4f}"
        lines = [title]
        for name, side in ((self.held, best.reference), ("hypothesis", best.hypothesis)):
            losses = _format_largest_losses(side)
            if losses:
                lines.append(f"{name} lost {losses}")
        return "\n".join([*lines, *self._coherence_lines()])

    def _coherence_lines(self) -> list[str]:
        return [str(self.coherence)] if self.coherence else []

    def _repr_html_(self) -> str:
        from .page.explanations import render_notebook_view  # imported only in notebooks

        return render_notebook_view(self.to_dict())

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
            "against": [_comparison_to_dict(comparison) for comparison in self.against],
            **({"coherence": self.coherence.to_dict()} if self.coherence else {}),
        }


def _format_largest_losses(side: Side) -> str:
    """Return the words with the largest losses, as in "0.120 by dog, 0.031 by the"."""
    words = [word for word in side.words if word.lost >= _MIN_SHOWN_LOSS]
    words.sort(key=lambda word: -word.lost)
    return ", ".join(f"{word.lost:.3f} by {word.text}" for word in words[:_MAX_SUMMARY_WORDS])


def _sort_unmatched(grams: tuple[NgramLoss, ...]) -> list[NgramLoss]:
    unmatched_grams = [gram for gram in grams if gram.unmatched > _MIN_UNMATCHED_WEIGHT]
    return sorted(unmatched_grams, key=lambda gram: -gram.unmatched)


def _comparison_to_dict(comparison: ReferenceComparison) -> dict[str, Any]:
    return {
        "score": comparison.score,
        "share": comparison.share,
        "reference": _side_to_dict(comparison.reference),
        "hypothesis": _side_to_dict(comparison.hypothesis),
        "features": [_feature_to_dict(feature) for feature in comparison.features],
        "penalties": [
            {
                **penalty._asdict(),
                "causes": [_namedtuple_to_dict(cause) for cause in penalty.causes],
            }
            for penalty in comparison.penalties
        ],
    }


def _side_to_dict(side: Side) -> dict[str, Any]:
    return {"text": side.text, "words": [word._asdict() for word in side.words]}


def _feature_to_dict(feature: Feature) -> dict[str, Any]:
    return {
        **feature._asdict(),
        "matched": [_match_to_dict(match) for match in feature.matched],
        "reference": [_gram_to_dict(gram) for gram in feature.reference],
        "hypothesis": [_gram_to_dict(gram) for gram in feature.hypothesis],
    }


def _match_to_dict(match: NgramMatch) -> dict[str, Any]:
    return {
        **_namedtuple_to_dict(match),
        "reasons": [_namedtuple_to_dict(reason) for reason in match.reasons],
    }


def _gram_to_dict(gram: NgramLoss) -> dict[str, Any]:
    # JSON has no infinity: a price that is not finite becomes null.
    price = gram.price if isfinite(gram.price) else None
    return {**_namedtuple_to_dict(gram), "price": price}


def _namedtuple_to_dict(record: Any) -> dict[str, Any]:
    """Return the fields by name, with lists instead of tuples."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in record._asdict().items()
    }
