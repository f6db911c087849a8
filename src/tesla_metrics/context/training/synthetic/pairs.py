"""For each judged segment translations that are made, of which one is better than the other."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from ....analysis.lemmas.dictionaries import dictionary, lemma_languages
from ....analysis.synonyms import load_synonyms
from ....errors import ResourceError
from .contrast import CONTRASTS, ContrastingEdits
from .harm import Harm
from .kindness import Kindness
from .words import KnownWords


class JudgedSegment(NamedTuple):
    """A reference and what systems made of its source."""

    reference: str
    outputs: Sequence[str]


class SyntheticPair(NamedTuple):
    """Of the segment with that number; `contrast` if both are edits of the same reference."""

    segment: int
    better: str
    worse: str
    contrast: bool


def synthetic_pairs(segments: Sequence[JudgedSegment], lang: str, seed: int) -> list[SyntheticPair]:
    """The same for the same seed; words come of the references themselves."""
    drawn = Random(seed)
    references = dict.fromkeys(one.reference for one in segments)
    vocabulary = KnownWords(reference.split() for reference in references)
    lemmas = dictionary(lang) if lang in lemma_languages() else {}
    try:
        synonyms = load_synonyms(lang)
    except ResourceError:  # none is known for the language
        synonyms = None
    harm = Harm(drawn, vocabulary)
    kindness = Kindness(drawn, vocabulary, synonyms, lemmas)
    contrast = ContrastingEdits(drawn, vocabulary, harm, kindness)
    found: dict[SyntheticPair, None] = {}
    for number, segment in enumerate(segments):
        if not segment.reference.split():
            continue
        for better, worse in _edited(segment, harm, kindness, drawn):
            found[SyntheticPair(number, better, worse, False)] = None
        for which in CONTRASTS:
            made = contrast.make(which, segment.reference.split())
            if made is not None:
                found[SyntheticPair(number, " ".join(made[0]), " ".join(made[1]), True)] = None
    return [one for one in found if one.better != one.worse]


def _edited(
    segment: JudgedSegment, harm: Harm, kindness: Kindness, drawn: Random
) -> Iterator[tuple[str, str]]:
    """The reference and a worse one, that and a worse one still, a harmless edit and a worse one;
    an output and a worse one."""
    reference = segment.reference
    words = reference.split()
    first = harm.any(words)
    if first is not None:
        once = " ".join(first[1])
        yield reference, once
        second = harm.any(first[1])
        if second is not None and second[1] != words:
            yield once, " ".join(second[1])
        kind = kindness.any(words)
        if kind is not None:
            yield " ".join(kind[1]), once
    output = drawn.choice(segment.outputs) if segment.outputs else ""
    worse = harm.any(output.split()) if output.split() else None
    if worse is not None and " ".join(worse[1]) != reference:
        yield output, " ".join(worse[1])
