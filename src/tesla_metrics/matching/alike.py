"""How alike two words are, by degrees: form, lemma, synonym, paraphrase, spelling, tag."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Levels:
    """What two words of different form are worth that share ...; the best level counts.

    lemma       ... their lemma
    derivation  ... their family
    synonym     ... a synset and their part of speech
    synset      ... a synset only
    paraphrase  exponent of the strength with which they are translated alike
    tag         ... their part of speech only; nothing if they are names
    function    ... their part of speech only, and are function words
    spelling    exponent of the Dice coefficient of their character bigrams
    unknown     the same where one of the words is not known, and may be misspelt
    least       the least such coefficient that counts
    """

    lemma: float
    derivation: float
    synonym: float
    synset: float
    paraphrase: float
    tag: float
    function: float
    spelling: float
    unknown: float
    least: float


class GradedWord(NamedTuple):
    """What similarity looks at; a tag of None equals no other."""

    form: str  # in lower case, numbers by their digits
    lemma: str
    tag: Hashable | None
    synsets: frozenset[int]
    related: Mapping[str, float]  # lemmas that are translated alike, with their strengths
    family: frozenset[str]  # lemmas that are derived from one another
    opposites: frozenset[str]  # lemmas that mean the opposite: there is nothing to share
    number: bool  # has a digit: resembles nothing but itself
    negates: bool  # resembles what does not in nothing but its part of speech
    known: bool  # not so rare that it may be misspelt
    function: bool
    name: bool  # another known name is another thing, however it is spelt
    bigrams: frozenset[str]  # of characters, the ends of the word among them


def bigrams(form: str) -> frozenset[str]:
    """Those of the word with a mark at either end, each once."""
    marked = f"\n{form}\n"
    return frozenset(marked[at : at + 2] for at in range(len(marked) - 1))


def dice(x: Collection[str], y: Collection[str]) -> float:
    """The Dice coefficient of two sets."""
    shared = sum(one in y for one in x)
    return 2 * shared / (len(x) + len(y))


def kin(x: GradedWord, y: GradedWord) -> bool:
    """Whether one can stand for the other.

    That is by lemma, family, synset, translation or kind of function word. Never where only one of
    them negates, nor opposites.
    """
    if x.negates != y.negates or y.lemma in x.opposites:
        return False
    if x.lemma == y.lemma or y.lemma in x.family or y.lemma in x.related:
        return True
    if not x.synsets.isdisjoint(y.synsets):
        return True
    return x.function and y.function and x.tag is not None and x.tag == y.tag


def similarity(x: GradedWord, y: GradedWord, levels: Levels) -> float:
    """How alike two words are, in [0,1]."""
    if x.form == y.form:
        return 1.0
    if x.number or y.number:
        return 0.0
    return max((worth for _, worth in _grades(x, y, levels)), default=0.0)


def reason(x: GradedWord, y: GradedWord, levels: Levels) -> str:
    """What two words are as alike for as they are."""
    if x.form == y.form:
        return "form"
    if x.number or y.number:
        return "nothing"
    name, worth = max(_grades(x, y, levels), key=lambda grade: grade[1], default=("", 0.0))
    return name if worth else "nothing"


def _grades(x: GradedWord, y: GradedWord, levels: Levels) -> Iterator[tuple[str, float]]:
    """What words of different form share, and what that is worth."""
    if y.lemma in x.opposites:
        return
    same_tag = x.tag is not None and x.tag == y.tag
    if x.negates == y.negates:
        if x.lemma == y.lemma:
            yield "lemma", levels.lemma
        if y.lemma in x.family:
            yield "derivation", levels.derivation
        if not x.synsets.isdisjoint(y.synsets):
            yield ("synonym", levels.synonym) if same_tag else ("synset", levels.synset)
        if y.lemma in x.related:
            yield "paraphrase", x.related[y.lemma] ** levels.paraphrase
        if not (x.name and y.name and x.known and y.known):
            shared = dice(x.bigrams, y.bigrams)
            if shared >= levels.least:
                known = x.known and y.known
                yield "spelling", shared ** (levels.spelling if known else levels.unknown)
    if same_tag and not x.name:
        yield "tag", levels.function if x.function and y.function else levels.tag


def similarities(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], levels: Levels
) -> list[list[float]]:
    """A row for each of xs."""
    return [[similarity(x, y, levels) for y in ys] for x in xs]


def lacking(words: Sequence[GradedWord], forms: Collection[str]) -> list[int]:
    """Places of words with none of these forms; numbers, which stand for nothing, left out."""
    return [k for k, word in enumerate(words) if word.form not in forms and not word.number]


def stand_ins(
    xs: Sequence[GradedWord],
    ys: Sequence[GradedWord],
    alike: Sequence[Sequence[float]],
    free: Sequence[int],
    strange: Sequence[int],
) -> list[tuple[int, int]]:
    """(x, y): words of ys that stand for one of xs, both missing on the other side.

    `free` and `strange` are the places of those that are missing there. Each takes the most similar
    of its kin that is left, the first of equals.
    """
    left = list(free)
    found = []
    for j in strange:
        near = [i for i in left if kin(xs[i], ys[j])]
        if near:
            best = max(near, key=lambda i: alike[i][j])
            left.remove(best)
            found.append((best, j))
    return found


def gram_similarities(
    words: Sequence[Sequence[float]], n: int, rows: Iterable[int], columns: Sequence[int]
) -> list[list[float]]:
    """Of n-grams that begin at these rows and columns of the similarities of words.

    It is the mean over their words, 0 where two words have nothing in common.
    """
    return [[_mean([words[i + k][j + k] for k in range(n)]) for j in columns] for i in rows]


def _mean(parts: Sequence[float]) -> float:
    return sum(parts) / len(parts) if all(parts) else 0.0


def gram_weights(words: Sequence[float], n: int) -> list[float]:
    """Of n-grams: the mean over their words."""
    return [sum(words[i : i + n]) / n for i in range(len(words) - n + 1)]
