"""Two neighbouring sentences as features: each by itself, and both held together."""

from collections.abc import Iterator

from .sentence_features import SentenceFeatures

_MOST_SHARED = 4
_SHARES = 5  # steps of how much of the shorter one is shared


def pair_features(one: SentenceFeatures, other: SentenceFeatures) -> Iterator[str]:
    """Of the first sentence and the one that follows."""
    yield "always"
    yield from (f"1 {feature}" for feature in one.own)
    yield from (f"2 {feature}" for feature in other.own)
    yield from (f"both rule {rule}" for rule in one.rules & other.rules)
    yield f"verbs {one.verb} | {other.verb}"
    yield f"lengths {one.length} | {other.length}"
    yield f"tops {one.top} | {other.top}"
    yield f"negated {one.negated:d}{other.negated:d}"
    yield f"modal {one.modal:d}{other.modal:d}"
    yield f"ends {one.last} | {other.last}"
    yield from _shared(one, other)


def _shared(one: SentenceFeatures, other: SentenceFeatures) -> Iterator[str]:
    both = one.content.keys() & other.content.keys()
    shorter = min(len(one.content), len(other.content))
    yield f"shared {min(len(both), _MOST_SHARED)}"
    yield f"share {_SHARES * len(both) // shorter if shorter else 0}"
    yield from (f"shared tag {tag}" for tag in {other.content[lemma] for lemma in both})
    if other.topic in both:
        yield "shared topic"
    if one.first == other.first:
        yield "same first"
        yield f"same first {one.first}"
