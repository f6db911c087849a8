"""What an explanation says: the same nouns for every metric. Drawing them is the reports' work."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError

if TYPE_CHECKING:
    from .coherence.coherence import TextCoherence

# Of words that are alike, from the same word to what is hardly so.
FORM, LEMMA, DERIVATION, SYNONYM, SYNSET = "form", "lemma", "derivation", "synonym", "synset"
PARAPHRASE, SPELLING, TAG, PIVOT, COVER = "paraphrase", "spelling", "tag", "pivot", "cover"
CONTEXT = "context"
# A drawing's reasons are places in here.
REASONS = (
    FORM, LEMMA, DERIVATION, SYNONYM, SYNSET, PARAPHRASE, SPELLING, TAG, PIVOT, COVER, CONTEXT,
)  # fmt: skip
# So are its penalties, in the order of the columns; those of a metric that has others are left out.
PENALTIES = ("numbers", "negations", "reordered", "cases", "endings")

_NAMED = 5  # words of a side, where there is room for a line


class Reason(NamedTuple):
    """Why two words, or two n-grams as wholes, are as alike as they are.

    kind    one of REASONS
    shown   what proves it: the synset's words, the translations or pivot words shared, ...
    """

    kind: str
    shown: tuple[str, ...] = ()


class Word(NamedTuple):
    """A word of one side, as the metric cuts the text.

    start, end  where it is written in the text; parts of a word that is cut further share its place
    weight      as a unigram; 0 for what is not matched
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
    """One of the two texts. A text without words is one word that weighs nothing."""

    text: str
    words: tuple[Word, ...]


class Matched(NamedTuple):
    """Weight that flows between an n-gram of the reference and one of the hypothesis.

    reference_words, hypothesis_words   places among the words of either side
    reasons                             one for each pair of words, or one for the whole
    """

    reference: str
    hypothesis: str
    weight: float
    similarity: float
    reasons: tuple[Reason, ...]
    reference_words: tuple[int, ...]
    hypothesis_words: tuple[int, ...]


class Gram(NamedTuple):
    """An n-gram of one side: what it weighs, how much of that flows, and what it costs.

    words   places among the words of its side; of a pivot n-gram those that it was made of
    price   the right-hand derivative of the score by its weight on the other side; not finite where
            there is none, or it would take too long to find
    lost    its share of 1 - score
    """

    text: str
    words: tuple[int, ...]
    weight: float
    matched: float
    price: float
    lost: float

    @property
    def left(self) -> float:
        """The weight that found no partner."""
        return max(self.weight - self.matched, 0.0)


class Feature(NamedTuple):
    """One of the numbers that a score is made of.

    name        of the comparer's column: words-1, ms-2, fr:lem-1, ...
    kind        the similarity: words, ms, pos, lem, characters, skips, cover, fluency, ...
    n           length of its n-grams; 0 where it has none, or of several lengths
    slope       what the score gains by each unit of it
    lost        its share of 1 - score: that of its n-grams together
    matched     heaviest first
    """

    name: str
    kind: str
    n: int
    value: float
    slope: float
    lost: float
    matched: tuple[Matched, ...] = ()
    reference: tuple[Gram, ...] = ()
    hypothesis: tuple[Gram, ...] = ()

    @property
    def missing(self) -> list[Gram]:
        """N-grams of the reference with weight that found no partner, the most of it first."""
        return _left(self.reference)

    @property
    def strange(self) -> list[Gram]:
        """The same of the hypothesis."""
        return _left(self.hypothesis)


class Cause(NamedTuple):
    """Words that together made a penalty, and what it is about them."""

    shown: str
    reference_words: tuple[int, ...]
    hypothesis_words: tuple[int, ...]


class Penalty(NamedTuple):
    """What the score was multiplied by because something must not change.

    share   how much of it changed
    lost    its share of 1 - score
    """

    name: str
    share: float
    factor: float
    lost: float
    causes: tuple[Cause, ...]


@dataclass(frozen=True)
class Against:
    """The hypothesis against one reference (or source): the words' shares make 1 - score.

    share   what this reference counts for in the whole score
    """

    score: float
    share: float
    reference: Side
    hypothesis: Side
    features: tuple[Feature, ...]
    penalties: tuple[Penalty, ...] = ()

    @property
    def lost(self) -> float:
        """All shares together."""
        return fsum(word.lost for side in (self.reference, self.hypothesis) for word in side.words)


@dataclass(frozen=True)
class Explanation:
    """Why a segment has its score.

    combined    only, mean or max: how several references combine
    held        reference, source or nothing: what the hypothesis is held against
    against     one a reference; none where it is held against nothing
    parts       what else the metric says of the segment
    coherence   how the hypothesis hangs together, if the metric minds that
    """

    metric: str
    signature: str
    score: float
    combined: str
    held: str
    against: tuple[Against, ...]
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    coherence: "TextCoherence | None" = None

    @property
    def best(self) -> Against:
        """What counts most, of equals where the score is highest, and of these the first."""
        if not self.against:
            raise UsageError(f"{self.metric} is held against nothing: look at .coherence")
        return max(self.against, key=lambda one: (one.share, one.score))

    @property
    def matched(self) -> tuple[tuple[Matched, ...], ...]:
        """The flows of the best reference, feature by feature."""
        return tuple(feature.matched for feature in self.best.features)

    def __str__(self) -> str:
        """The score, and the words that lost most of it, against the best of several references."""
        if not self.against:
            return "\n".join([f"{self.metric} {self.score:.4f}", *self._hangs()])
        best, count = self.best, len(self.against)
        several = f", the {self.combined} of {count} {self.held}s; the best: {best.score:.4f}"
        sides = {self.held: best.reference, "hypothesis": best.hypothesis}
        return "\n".join(
            [
                f"{self.metric} {self.score:.4f}{several * (count > 1)}",
                *(f"{name} lost {most}" for name, side in sides.items() if (most := _most(side))),
                *self._hangs(),
            ]
        )

    def _hangs(self) -> list[str]:
        return [str(self.coherence)] if self.coherence else []

    def _repr_html_(self) -> str:
        from ..page.notebook import notebook_view  # few are shown so

        return notebook_view(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """All of it by name, as JSON can have it."""
        return {
            "metric": self.metric,
            "signature": self.signature,
            "score": self.score,
            **({"parts": dict(self.parts)} if self.parts else {}),
            "combined": self.combined,
            "held": self.held,
            "against": [_against(one) for one in self.against],
            **({"coherence": self.coherence.to_dict()} if self.coherence else {}),
        }


def _most(side: Side) -> str:
    """The words that lost most, as far as three digits show it."""
    words = sorted((word for word in side.words if word.lost >= 5e-4), key=lambda word: -word.lost)
    return ", ".join(f"{word.lost:.3f} by {word.text}" for word in words[:_NAMED])


def _left(grams: tuple[Gram, ...]) -> list[Gram]:
    return sorted((gram for gram in grams if gram.left > 1e-9), key=lambda gram: -gram.left)


def _against(one: Against) -> dict[str, Any]:
    return {
        "score": one.score,
        "share": one.share,
        "reference": _side(one.reference),
        "hypothesis": _side(one.hypothesis),
        "features": [_feature(feature) for feature in one.features],
        "penalties": [
            {**penalty._asdict(), "causes": [_listed(cause) for cause in penalty.causes]}
            for penalty in one.penalties
        ],
    }


def _side(side: Side) -> dict[str, Any]:
    return {"text": side.text, "words": [word._asdict() for word in side.words]}


def _feature(feature: Feature) -> dict[str, Any]:
    return {
        **feature._asdict(),
        "matched": [_matched(one) for one in feature.matched],
        "reference": [_gram(gram) for gram in feature.reference],
        "hypothesis": [_gram(gram) for gram in feature.hypothesis],
    }


def _matched(one: Matched) -> dict[str, Any]:
    return {**_listed(one), "reasons": [_listed(reason) for reason in one.reasons]}


def _gram(gram: Gram) -> dict[str, Any]:
    # JSON has no infinity: a price that is none is left open.
    price = gram.price if isfinite(gram.price) else None
    return {**_listed(gram), "price": price}


def _listed(one: Any) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in one._asdict().items()
    }
