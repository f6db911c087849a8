"""Words and skip bigrams of two texts of several sentences, by degrees.

A word of the candidate that the reference has stands for itself, any other one for the word of the
reference that is most like it. So every gram of the candidate has one gram of the reference to go
to, and the optimum of the transport problem among these is found gram by gram, the likest first:
the time grows with the length of the texts, where that of the whole problem grows with its cube.
"""

from collections.abc import Hashable, Sequence

from .alike import GradedWord, Levels, similarity
from .match import Match
from .matching import WeighedWords

# Weights are whole numbers of these, so that their sums are the same in any order.
UNITS = 1 << 30

FormGram = tuple[str, ...]
# A form of the reference, and how well a word of the candidate stands for it.
Image = tuple[str, float]


class GradedBags:
    """Bags of a text; words that are analysed alike are one kind of words.

    kinds       each once, in the order of the text
    counts      how often there are words, and skip bigrams with at most `gap` words between, by
                the kinds of their words
    bags        what these weigh, by the forms of their words, in units of 1 / UNITS for each word
    """

    def __init__(self, text: Sequence[WeighedWords], gap: int) -> None:
        numbers: dict[Hashable, int] = {}
        self.kinds: list[GradedWord] = []
        self._units: list[int] = []
        words: dict[tuple[int, ...], int] = {}
        skips: dict[tuple[int, ...], int] = {}
        for sentence in text:
            own = []
            for word, weight in zip(sentence.words, sentence.weights, strict=True):
                number = numbers.setdefault((word.form, word.lemma, word.tag), len(self.kinds))
                if number == len(self.kinds):
                    self.kinds.append(word)
                    self._units.append(round(weight * UNITS))
                own.append(number)
            for place, first in enumerate(own):
                words[first,] = words.get((first,), 0) + 1
                for second in own[place + 1 : place + gap + 2]:
                    skips[first, second] = skips.get((first, second), 0) + 1
        self.counts = words, skips
        forms = [word.form for word in self.kinds]
        self.bags: list[dict[FormGram, int]] = [{}, {}]
        for bag, counts in zip(self.bags, self.counts, strict=True):
            for gram, count in counts.items():
                key = tuple(forms[number] for number in gram)
                bag[key] = bag.get(key, 0) + self.weight(gram) * count

    def weight(self, gram: tuple[int, ...]) -> int:
        """Of one such gram: the mean of its words', in units of the whole."""
        return sum(self._units[number] for number in gram)


def match_graded(reference: GradedBags, candidate: GradedBags, levels: Levels) -> list[Match]:
    """Of words and of skip bigrams; a bigram weighs and is worth the mean of its words."""
    images = images_of(reference.kinds, candidate.kinds, levels)
    matches = []
    for n, (x, y) in enumerate(zip(reference.bags, candidate.bags, strict=True), 1):
        unit = n * UNITS
        value = 0.0
        whole = 0  # of what is worth 1, which is summed up without rounding
        for gram, by_worth in _arriving(candidate, n, images).items():
            room = x.get(gram, 0)
            for worth in sorted(by_worth, reverse=True):
                taken = min(room, by_worth[worth])
                room -= taken
                if worth == 1:
                    whole += taken
                else:
                    value += worth * taken
        totals = sum(x.values()) / unit, sum(y.values()) / unit
        matches.append(Match((whole + value) / unit, *totals, unit, None))
    return matches


def images_of(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], levels: Levels
) -> list[Image | None]:
    """What words of the candidate stand for.

    Of several words that are equally like one it is the first of the reference.
    """
    forms = {word.form for word in xs}
    images: list[Image | None] = []
    for y in ys:
        worth, form = 1.0, y.form
        if form not in forms:
            worth = 0.0
            for x in xs:
                own = similarity(x, y, levels)
                if own > worth:
                    worth, form = own, x.form
        images.append((form, worth) if worth else None)
    return images


def _arriving(
    candidate: GradedBags, n: int, images: Sequence[Image | None]
) -> dict[FormGram, dict[float, int]]:
    """What goes to each gram of the reference: by its worth, how much there is of it."""
    found: dict[FormGram, dict[float, int]] = {}
    for gram, count in candidate.counts[n - 1].items():
        own = [image for number in gram if (image := images[number]) is not None]
        if len(own) == n:
            by_worth = found.setdefault(tuple(form for form, _ in own), {})
            worth = sum(worth for _, worth in own) / n
            by_worth[worth] = by_worth.get(worth, 0) + candidate.weight(gram) * count
    return found
