"""Edits that leave a translation nearly as good as it was."""

from collections import defaultdict
from collections.abc import Mapping
from random import Random

from ....analysis.synonyms import Synonyms
from ....analysis.synonyms.base import Members
from .numbers import SPELT, spelt_number
from .words import KnownWords, Words, bare, pick, put

_KINDS = ("synonym synonym synonym drop_function notation notation misspell front inflect").split()
_TRIES = 10
_ARTICLES = ("the", "that", "a", "an")
_PHRASES = ("in", "on", "after", "before", "during", "since", "when", "because", "last")
# Seen at least so often, a word may stand for another.
_OFTEN, _FORMS = 10, 2
_MOST_SYNONYMS = 40
_MISSPELT = 6  # letters that a word has at least


class Kindness:
    """Each edit gives words that differ, or None where it cannot be made."""

    def __init__(
        self,
        drawn: Random,
        vocabulary: KnownWords,
        synonyms: Synonyms | None,
        lemmas: Mapping[str, str],
    ) -> None:
        self._drawn, self._vocabulary, self._synonyms = drawn, vocabulary, synonyms
        self._lemmas = lemmas
        self._family: dict[str, list[str]] = defaultdict(list)
        for word in vocabulary.often(_FORMS):
            if word.isalpha() and word.islower():
                self._family[self.lemma(word)].append(word)

    def any(self, words: Words) -> tuple[str, Words] | None:
        """One of all, by chance, and its name."""
        for _ in range(_TRIES):
            name = self._drawn.choice(_KINDS)
            made: Words | None = getattr(self, name)(words)
            if made and made != words:
                return name, made
        return None

    def lemma(self, word: str) -> str:
        """Of a word in lower case."""
        return self._lemmas.get(word) or word

    def synonym(self, words: Words) -> Words | None:
        contents = self._vocabulary.contents(words)
        self._drawn.shuffle(contents)
        for place in contents[:8]:
            if options := self._alike(bare(words[place])):
                return put(words, place, self._drawn.choice(options))
        return None

    def _alike(self, word: str) -> list[str]:
        known, members = self._synonyms, self._synonyms
        if known is None or not isinstance(members, Members) or not word.islower():
            return []
        found = {
            member
            for synset in known.synsets(word)
            for member in members.members(synset)
            if member != word and member.isalpha() and member.islower()
        }
        often = [one for one in found if self._vocabulary.counts[one] >= _OFTEN]
        return sorted(often)[:_MOST_SYNONYMS]

    def drop_function(self, words: Words) -> Words | None:
        """English: without an article."""
        place = pick(self._drawn, [at for at, one in enumerate(words) if at and one in _ARTICLES])
        return None if place is None else words[:place] + words[place + 1 :]

    def notation(self, words: Words) -> Words | None:
        """English: a small number in words or in digits."""
        for place, word in enumerate(map(bare, words)):
            if (value := spelt_number(word)) is not None:
                return put(words, place, str(value))
            if word.isascii() and word.isdigit() and 2 <= int(word) < len(SPELT):
                return put(words, place, SPELT[int(word)])
        return None

    def misspell(self, words: Words) -> Words | None:
        """Two letters swapped."""
        long = [at for at in self._vocabulary.contents(words) if len(bare(words[at])) >= _MISSPELT]
        place = pick(self._drawn, long)
        if place is None:
            return None
        own = bare(words[place])
        at = self._drawn.randrange(2, len(own) - 2)
        return put(words, place, own[:at] + own[at + 1] + own[at] + own[at + 2 :])

    def inflect(self, words: Words) -> Words | None:
        """Another form of a word."""
        place = pick(self._drawn, self.inflected(words))
        if place is None:
            return None
        own = bare(words[place])
        forms = [form for form in self._family[self.lemma(own)] if form != own]
        return put(words, place, self._drawn.choice(forms)) if forms else None

    def inflected(self, words: Words) -> list[int]:
        """Places of words that have other forms."""
        return [
            place
            for place in self._vocabulary.contents(words)
            if bare(words[place]).islower()
            and len(self._family.get(self.lemma(bare(words[place])), ())) > 1
        ]

    def front(self, words: Words) -> Words | None:
        """English: the last phrase moved to the front."""
        late = range(len(words) // 2, len(words) - 2)
        places = [place for place in late if words[place].lower() in _PHRASES]
        if not places or not words[-1].endswith("."):
            return None
        place, first = places[-1], words[0]
        if first.lower() in self._vocabulary.function and first != "I":
            first = first.lower()
        moved = [words[place].capitalize(), *words[place + 1 : -1], words[-1][:-1] + ","]
        return [*moved, first, *words[1 : place - 1], words[place - 1] + "."]
