"""Why two graded words are as alike as they are, with what proves it."""

from ..analysis.synonyms.base import Members, Synonyms
from ..matching.alike import GradedWord, Levels, dice, reason
from .explanation import DERIVATION, LEMMA, PARAPHRASE, SPELLING, SYNONYM, SYNSET, TAG, Reason

# Of a synset: some have dozens.
_MOST_WORDS = 12


def reason_of(x: GradedWord, y: GradedWord, levels: Levels, synonyms: Synonyms) -> Reason:
    """The level that counts, and what the words share there."""
    kind = reason(x, y, levels)
    return Reason(kind, _shown(kind, x, y, synonyms))


def _shown(kind: str, x: GradedWord, y: GradedWord, synonyms: Synonyms) -> tuple[str, ...]:
    if kind == LEMMA:
        return (x.lemma,)
    if kind == DERIVATION:
        return (x.lemma, y.lemma)
    if kind in (SYNONYM, SYNSET):
        return synset_words(x.synsets & y.synsets, synonyms)
    if kind == PARAPHRASE:
        return (f"strength {x.related[y.lemma]:.2f}",)
    if kind == SPELLING:
        return (f"dice {dice(x.bigrams, y.bigrams):.2f}",)
    return (str(x.tag),) if kind == TAG else ()


def synset_words(shared: frozenset[int], synonyms: Synonyms) -> tuple[str, ...]:
    """Of the smallest synset that two words share, which says most."""
    if not isinstance(synonyms, Members):
        return ()
    return min((synonyms.members(synset) for synset in sorted(shared)), key=len)[:_MOST_WORDS]
