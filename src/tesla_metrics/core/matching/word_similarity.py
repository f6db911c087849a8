"""Graded similarity of two words: form, lemma, synonym, paraphrase, spelling, tag."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Levels:
    """Similarities of two words of different form that share ...; the highest one counts.

    lemma       ... their lemma
    derivation  ... their word family
    synonym     ... a synset and their part of speech
    synset      ... only a synset
    paraphrase  exponent of the strength with which they have the same translations
    tag         ... only their part of speech; 0 if they are names
    function    ... only their part of speech, and are function words
    spelling    exponent of the Dice coefficient of their character bigrams
    unknown     the same exponent where one of the words is unknown and may be misspelt
    least       minimum Dice coefficient that counts
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
    """Properties of a word that similarities use; a tag of None equals no other tag."""

    form: str  # in lower case, numbers by their digits
    lemma: str
    tag: Hashable | None
    synsets: frozenset[int]
    related: Mapping[str, float]  # lemmas with the same translations, with their strengths
    family: frozenset[str]  # lemmas of the same word family
    opposites: frozenset[str]  # lemmas that mean the opposite: similarity 0
    number: bool  # has a digit: similar only to itself
    negates: bool  # shares only its part of speech with words that do not negate
    known: bool  # frequent enough not to be a misspelling
    function: bool
    name: bool  # two known names are different, however similar their spelling
    bigrams: frozenset[str]  # of characters, including the ends of the word


def bigrams(form: str) -> frozenset[str]:
    """Return the set of character bigrams of a word with a mark at either end."""
    marked = f"\n{form}\n"
    return frozenset(marked[start : start + 2] for start in range(len(marked) - 1))


def dice(x: Collection[str], y: Collection[str]) -> float:
    """Return the Dice coefficient of two sets."""
    shared = sum(item in y for item in x)
    return 2 * shared / (len(x) + len(y))


def can_stand_in(x: GradedWord, y: GradedWord) -> bool:
    """Return whether one word can stand in for the other.

    It can if they share a lemma, word family, synset, translation or kind of function word, but not
    if only one of them negates or if they are opposites.
    """
    if x.negates != y.negates or y.lemma in x.opposites:
        return False
    if x.lemma == y.lemma or y.lemma in x.family or y.lemma in x.related:
        return True
    if not x.synsets.isdisjoint(y.synsets):
        return True
    return x.function and y.function and x.tag is not None and x.tag == y.tag


def similarity(x: GradedWord, y: GradedWord, levels: Levels) -> float:
    """Return the similarity of two words, in [0, 1]."""
    if x.form == y.form:
        return 1.0
    if x.number or y.number:
        return 0.0
    return max((value for _, value in _grades(x, y, levels)), default=0.0)


def reason(x: GradedWord, y: GradedWord, levels: Levels) -> str:
    """Return the name of the level that determines the similarity of two words."""
    if x.form == y.form:
        return "form"
    if x.number or y.number:
        return "nothing"
    name, value = max(_grades(x, y, levels), key=lambda grade: grade[1], default=("", 0.0))
    return name if value else "nothing"


def _grades(x: GradedWord, y: GradedWord, levels: Levels) -> Iterator[tuple[str, float]]:
    """Yield the levels that two words of different form share, with their values."""
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
    """Return the similarities of words, one row per word of xs."""
    return [[similarity(x, y, levels) for y in ys] for x in xs]


def missing_words(words: Sequence[GradedWord], forms: Collection[str]) -> list[int]:
    """Return the indices of words with none of these forms; numbers are left out."""
    return [k for k, word in enumerate(words) if word.form not in forms and not word.number]


def stand_ins(
    xs: Sequence[GradedWord],
    ys: Sequence[GradedWord],
    word_similarities: Sequence[Sequence[float]],
    missing_x: Sequence[int],
    missing_y: Sequence[int],
) -> list[tuple[int, int]]:
    """Return pairs (x, y): a word of ys that stands in for a word of xs.

    `missing_x` and `missing_y` are the indices of the words that are missing on the other side.
    Each word
    of `missing_y` takes the most similar one of the remaining related words, the first of equals.
    """
    remaining = list(missing_x)
    pairs = []
    for j in missing_y:
        related = [i for i in remaining if can_stand_in(xs[i], ys[j])]
        if related:
            best = max(related, key=lambda i: word_similarities[i][j])
            remaining.remove(best)
            pairs.append((best, j))
    return pairs


def gram_similarities(
    words: Sequence[Sequence[float]], n: int, rows: Iterable[int], columns: Sequence[int]
) -> list[list[float]]:
    """Return the similarities of n-grams that start at these rows and columns of `words`.

    It is the mean over their words, or 0 where two words have similarity 0.
    """
    return [[_mean([words[i + k][j + k] for k in range(n)]) for j in columns] for i in rows]


def _mean(parts: Sequence[float]) -> float:
    return sum(parts) / len(parts) if all(parts) else 0.0


def gram_weights(words: Sequence[float], n: int) -> list[float]:
    """Return the weights of n-grams: the means over their words."""
    return [sum(words[i : i + n]) / n for i in range(len(words) - n + 1)]
