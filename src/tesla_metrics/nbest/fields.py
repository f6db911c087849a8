"""The field of features in a line of an n-best list, in all the ways in which it is written."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .rows import BARS

_ENDS = ("=", ":")


@dataclass(frozen=True)
class FeatureField:
    """The features of one line.

    labels  what is written before numbers, each with how many follow; "" where nothing is
    glued   those that are one word with their number, as in lm=-3.5, which Joshua writes
    """

    labels: tuple[tuple[str, int], ...]
    values: Sequence[float]
    glued: frozenset[str] = frozenset()

    def names(self, glued: Collection[str]) -> list[str]:
        """Moses' own: lm_0, tm_0, tm_1; 0, 1, … of unnamed ones.

        A label among `glued` is a whole name where one number is all that it has.
        """
        counts: Counter[str] = Counter()
        for label, count in self.labels:
            counts[label] += count
        seen: Counter[str] = Counter()
        found = []
        for label, count in self.labels:
            for _ in range(count):
                number = seen[label]
                seen[label] += 1
                whole = label in glued and counts[label] == 1
                found.append(label if whole else f"{label}_{number}" if label else str(number))
        return found


def parse_field(text: str) -> FeatureField:
    """`lm= -3 tm= -1 -2`, `lm: -3`, `lm=-3`, `-3 -1 -2`; a ValueError says what is none of them."""
    labels: list[tuple[str, int]] = []
    values: list[float] = []
    glued = set()
    for word in text.split():
        label, number = _parted(word)
        if label:
            if labels and not labels[-1][1]:
                raise ValueError(f"feature {labels[-1][0]} has no value")
            labels.append((label, 0))
            if not number:
                continue
            glued.add(label)
        if not labels:
            labels.append(("", 0))
        values.append(_number(number))
        labels[-1] = (labels[-1][0], labels[-1][1] + 1)
    if labels and not labels[-1][1]:
        raise ValueError(f"feature {labels[-1][0]} has no value")
    return FeatureField(tuple(labels), values, frozenset(glued))


def _parted(word: str) -> tuple[str, str]:
    """Label and number of a word, which may lack either."""
    for end in _ENDS:
        label, found, number = word.rpartition(end)
        if found and label:
            return label, number
    return "", word


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is no number") from None


def parse_alike(texts: Sequence[str], like: FeatureField) -> list[float] | None:
    """All numbers of fields that are written as one before them, at once; None where one is not."""
    # A bar after each: a number that one field lacks and another has too many would go unseen.
    joined = f" {BARS} ".join([*texts, ""])
    words = (joined.replace("=", "= ") if like.glued else joined).split()
    width = len(like.values) + sum(label != "" for label, _ in like.labels)
    ends = words[width :: width + 1]
    if len(words) != (width + 1) * len(texts) or ends.count(BARS) != len(texts):
        return None
    del words[width :: width + 1]
    for place, label in _label_places(like):
        column = words[place::width]
        if not any(column.count(label + end) == len(texts) for end in _ENDS):
            return None
        del words[place::width]
        width -= 1
    try:
        return list(map(float, words))
    except ValueError:
        return None


def _label_places(like: FeatureField) -> list[tuple[int, str]]:
    """Where the labels stand, counted without those before."""
    found, place = [], 0
    for label, count in like.labels:
        if label:
            found.append((place, label))
        place += count
    return found
