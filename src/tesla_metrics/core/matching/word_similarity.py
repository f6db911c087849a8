"""Graded similarity of two words, by form, lemma, synonyms, paraphrases, spelling or tag."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Levels:
    """Similarities of two words of different form; if several apply, the highest one counts.

    lemma       similarity of words with the same lemma
    derivation  similarity of words of the same word family
    synonym     similarity of words with a common synset and the same part of speech
    synset      similarity of words with a common synset and different parts of speech
    paraphrase  exponent p: the similarity of paraphrases is strength ** p
    tag         similarity of words with the same part of speech, except names
    function    similarity of function words with the same part of speech
    spelling    exponent p: the similarity of spellings is d ** p, where d is the Dice coefficient
                of their character bigrams
    unknown     this exponent, if one of the words is unknown and may be misspelt
    least       minimum Dice coefficient for a similarity of spellings
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
    """Properties of a word that determine similarities; a tag of None does not equal any tag."""

    form: str  # in lower case; the digits of a number
    lemma: str
    tag: Hashable | None
    synsets: frozenset[int]
    paraphrases: Mapping[str, float]  # strengths of paraphrases, by lemma
    word_family: frozenset[str]  # lemmas of the same word family
    opposites: frozenset[str]  # lemmas of the opposite meaning, which have similarity 0
    is_number: bool  # whether it has a digit; numbers are similar only to themselves
    is_negation: bool  # a negation is similar to other words only by its tag
    is_known: bool  # whether it is too frequent to be a misspelling
    is_function_word: bool  # whether it is a function word
    is_name: bool  # two known names are not similar by their spelling
    character_bigrams: frozenset[str]  # character bigrams of the form, see `get_character_bigrams`


def get_character_bigrams(form: str) -> frozenset[str]:
    """Return the set of character bigrams of a word, with a line break before and after it."""
    marked = f"\n{form}\n"
    return frozenset(marked[start : start + 2] for start in range(len(marked) - 1))


def compute_dice(x: Collection[str], y: Collection[str]) -> float:
    """Return the Dice coefficient of two sets."""
    shared = sum(item in y for item in x)
    return 2 * shared / (len(x) + len(y))


def can_stand_in(x: GradedWord, y: GradedWord) -> bool:
    """Return whether one word can stand in for the other.

    It can if they have a common lemma, word family, synset or translation, or are function words
    with the same tag, but not if only one of them is a negation or if they are opposites.
    """
    if x.is_negation != y.is_negation or y.lemma in x.opposites:
        return False
    if x.lemma == y.lemma or y.lemma in x.word_family or y.lemma in x.paraphrases:
        return True
    if not x.synsets.isdisjoint(y.synsets):
        return True
    return x.is_function_word and y.is_function_word and x.tag is not None and x.tag == y.tag


def compute_similarity(x: GradedWord, y: GradedWord, levels: Levels) -> float:
    """Return the similarity of two words, in [0, 1]."""
    if x.form == y.form:
        return 1.0
    if x.is_number or y.is_number:
        return 0.0
    return max((value for _, value in _iter_levels(x, y, levels)), default=0.0)


def find_reason(x: GradedWord, y: GradedWord, levels: Levels) -> str:
    """Return the name of the level that determines the similarity of two words."""
    if x.form == y.form:
        return "form"
    if x.is_number or y.is_number:
        return "nothing"
    name, value = max(_iter_levels(x, y, levels), key=lambda grade: grade[1], default=("", 0.0))
    return name if value else "nothing"


def _iter_levels(x: GradedWord, y: GradedWord, levels: Levels) -> Iterator[tuple[str, float]]:
    """Yield the levels that apply to two words of different form, as (name, similarity)."""
    if y.lemma in x.opposites:
        return
    same_tag = x.tag is not None and x.tag == y.tag
    if x.is_negation == y.is_negation:
        if x.lemma == y.lemma:
            yield "lemma", levels.lemma
        if y.lemma in x.word_family:
            yield "derivation", levels.derivation
        if not x.synsets.isdisjoint(y.synsets):
            yield ("synonym", levels.synonym) if same_tag else ("synset", levels.synset)
        if y.lemma in x.paraphrases:
            yield "paraphrase", x.paraphrases[y.lemma] ** levels.paraphrase
        if not (x.is_name and y.is_name and x.is_known and y.is_known):
            dice_coefficient = compute_dice(x.character_bigrams, y.character_bigrams)
            if dice_coefficient >= levels.least:
                are_known = x.is_known and y.is_known
                yield (
                    "spelling",
                    dice_coefficient ** (levels.spelling if are_known else levels.unknown),
                )
    if same_tag and not x.is_name:
        yield "tag", levels.function if x.is_function_word and y.is_function_word else levels.tag


def compute_similarities(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], levels: Levels
) -> list[list[float]]:
    """Return the similarities of words, one row per word of `xs`, one column per word of `ys`."""
    return [[compute_similarity(x, y, levels) for y in ys] for x in xs]


def find_missing_words(words: Sequence[GradedWord], forms: Collection[str]) -> list[int]:
    """Return the indices of words that have none of these forms and are not numbers."""
    return [
        index for index, word in enumerate(words) if word.form not in forms and not word.is_number
    ]


def find_stand_ins(
    xs: Sequence[GradedWord],
    ys: Sequence[GradedWord],
    word_similarities: Sequence[Sequence[float]],
    missing_x: Sequence[int],
    missing_y: Sequence[int],
) -> list[tuple[int, int]]:
    """Return pairs (i, j) of indices: the word ys[j] stands in for the word xs[i].

    `missing_x` and `missing_y` are the indices of the words that are missing on the other side.
    Each word of `missing_y` in turn is paired with the most similar of the remaining words that it
    can stand in for.
    """
    remaining = list(missing_x)
    pairs = []
    for j in missing_y:
        replaceable = [i for i in remaining if can_stand_in(xs[i], ys[j])]
        if replaceable:
            best = max(replaceable, key=lambda i: word_similarities[i][j])
            remaining.remove(best)
            pairs.append((best, j))
    return pairs


def compute_gram_similarities(
    word_similarities: Sequence[Sequence[float]],
    n: int,
    starts_x: Iterable[int],
    starts_y: Sequence[int],
) -> list[list[float]]:
    """Return the similarities of n-grams that start at these rows and columns of `words`.

    `words` has the similarities of words. The similarity of two n-grams is the mean over their
    words, or 0 if two words have similarity 0.
    """
    return [
        [_average([word_similarities[i + k][j + k] for k in range(n)]) for j in starts_y]
        for i in starts_x
    ]


def _average(word_similarities: Sequence[float]) -> float:
    return sum(word_similarities) / len(word_similarities) if all(word_similarities) else 0.0


def compute_gram_weights(word_weights: Sequence[float], n: int) -> list[float]:
    """Return the weights of n-grams: the means over the weights of their `words`."""
    return [sum(word_weights[i : i + n]) / n for i in range(len(word_weights) - n + 1)]
