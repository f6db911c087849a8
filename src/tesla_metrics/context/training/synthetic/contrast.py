"""Two edits of the same place, of which one does less harm: names, numbers, inflections."""

from collections import defaultdict
from random import Random

from .harm import Harm
from .kindness import Kindness
from .numbers import other_numbers
from .words import KnownWords, Words, bare, names, pick, put

CONTRASTS = ("name", "name", "number", "number", "changed_number", "inflection")
# Letters that are taken for one another.
_LIKE = (
    "c:k a:e i:y s:z o:u e:i v:w t:d b:p ck:k ph:f ei:ie h: a:o n:m k:c e:a y:i z:s u:o i:e w:v "
    "d:t p:b k:ck f:ph ie:ei o:a m:n"
).split()
_TRIES = 20
_NEAREST, _LENGTHS = 8, 4
_OFTEN = 5
Two = tuple[Words, Words]


class ContrastingEdits:
    """Each gives the better words and the worse ones, or None where there are none."""

    def __init__(
        self, drawn: Random, vocabulary: KnownWords, harm: Harm, kindness: Kindness
    ) -> None:
        self._drawn, self._vocabulary = drawn, vocabulary
        self._harm, self._kindness = harm, kindness
        self._known = frozenset(vocabulary.names)
        self._grams = {name: _grams(name) for name in vocabulary.names}
        self._ending: dict[str, list[str]] = defaultdict(list)
        for word in vocabulary.often(_OFTEN):
            if word.isalpha() and word.islower():
                self._ending[word[-2:]].append(word)

    def make(self, which: str, words: Words) -> Two | None:
        """By a name of `CONTRASTS`."""
        made: Two | None = getattr(self, which)(words)
        if made is None or words in made or made[0] == made[1]:
            return None
        return made

    def name(self, words: Words) -> Two | None:
        """A name misspelt is better than another name."""
        place = pick(self._drawn, [at for at in names(words) if bare(words[at]) in self._known])
        if place is None:
            return None
        own = bare(words[place])
        wrong, other = self._misspelt(own), self._other_name(own)
        if wrong is None or other.startswith(own) or own.startswith(other):
            return None
        return put(words, place, wrong), put(words, place, other)

    def _misspelt(self, name: str) -> str | None:
        for _ in range(_TRIES):
            found = name
            for _ in range(1 if self._drawn.random() < 0.7 else 2):
                found = self._one_wrong(found)
            if found != name and found not in self._known:
                return found
        return None

    def _one_wrong(self, name: str) -> str:
        at, way = self._drawn.randrange(1, len(name) - 1), self._drawn.randrange(5)
        if way == 0:
            return name[:at] + name[at] + name[at:]
        if way == 1 and len(name) > 3:
            return name[:at] + name[at + 1 :]
        if way == 2:
            return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        old, new = self._drawn.choice(_LIKE).split(":")
        return name[0] + name[1:].replace(old, new, 1)

    def _other_name(self, name: str) -> str:
        """Every other time one that looks like it."""
        if self._drawn.random() < 0.5:
            own = _grams(name)
            alike = [
                (-len(own & grams) / len(own | grams), other)
                for other, grams in self._grams.items()
                if abs(len(other) - len(name)) < _LENGTHS
                and (other[0] == name[0] or other[-2:] == name[-2:])
                and not (other.startswith(name) or name.startswith(other))
            ]
            if alike:
                return self._drawn.choice(sorted(alike)[:_NEAREST])[1]
        return self._drawn.choice(self._vocabulary.names)

    def number(self, words: Words) -> Two | None:
        """A number written otherwise is better than another number."""
        found = other_numbers(words, self._drawn)
        if not found:
            return None
        one = self._drawn.choice(found)
        before, after = words[: one.start], words[one.end :]
        return [*before, one.same, *after], [*before, one.other, *after]

    def changed_number(self, words: Words) -> Two | None:
        """A harmless edit elsewhere is better than another number."""
        worse = self._harm.renumber(words)
        if worse is None:
            return None
        synonym = self._drawn.random() < 0.75
        better = self._kindness.synonym(words) if synonym else self._kindness.inflect(words)
        return None if better is None else (better, worse)

    def inflection(self, words: Words) -> Two | None:
        """Another form of a word is better than another word with its ending."""
        better = self._kindness.inflect(words)
        if better is None:
            return None
        (place,) = [at for at, word in enumerate(words) if better[at] != word]
        own = bare(words[place])
        options = self._ending.get(own[-2:])
        other = self._drawn.choice(options) if options else own
        if self._kindness.lemma(other) == self._kindness.lemma(own):
            return None
        return better, put(words, place, other)


def _grams(name: str) -> frozenset[str]:
    lower = name.lower()
    return frozenset(lower[at : at + 2] for at in range(len(lower) - 1))
