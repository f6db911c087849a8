"""German compounds are split where the parts are frequent words (Koehn & Knight 2003).

Of all splits, the unsplit word included, the one with the highest geometric mean of the parts'
corpus counts is taken. The search is exact: counts are whole numbers, and so are the products
that are compared. Ties go to fewer parts, then to the split whose parts are longer from the left.
Parts are then split in the same way: Kinder-krankenhaus has the parts that Krankenhaus has.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from ...languages import Compounds, find_language
from .counts import read_counts, shipped_counts
from .searched import SearchedCounts

# Longer ones are no words, and the search takes the cube of the length.
MIN_WORD, MAX_WORD = 6, 100
MIN_PART = 4
MEMO_SIZE = 1 << 16

# Whose joints serve a language that says nothing of its own, where a user has counts for it.
_USUAL = "de"


@dataclass(frozen=True, eq=False)
class CompoundSplitter:
    """Splits words by a table of counts.

    Parts have `min_part` letters or more unless they are among the language's short ones, and none
    is among those that are never parts; between two parts stands one of its joints.
    """

    counts: Mapping[str, int] = field(repr=False)
    name: str = "compounds"
    min_part: int = MIN_PART
    facts: Compounds = field(default_factory=lambda: joining(_USUAL), repr=False)
    _memo: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    @property
    def _known(self) -> Mapping[str, int]:
        """The counts themselves, which are asked for hundreds of times a word."""
        return self.counts.at_hand if isinstance(self.counts, SearchedCounts) else self.counts

    def split(self, word: str) -> tuple[str, ...]:
        """The parts, capitalised if the word is; the word alone where it is better unsplit."""
        parts = self._memo.get(word)
        if parts is None:
            parts = self._split(word)
            if len(self._memo) >= MEMO_SIZE:
                self._memo.clear()
            self._memo[word] = parts
        return parts

    def _split(self, word: str) -> tuple[str, ...]:
        rest = word[1:]
        # Capitals inside a word mark an abbreviation, for which German words are no measure.
        if not MIN_WORD <= len(word) <= MAX_WORD or not word.isalpha() or rest != rest.lower():
            return (word,)
        parts = self._whole_or_parts(word.lower())
        if len(parts) == 1:
            return (word,)
        return tuple(part.capitalize() for part in parts) if word[0].isupper() else parts

    def _whole_or_parts(self, word: str) -> tuple[str, ...]:
        """A part that would be split if it stood alone is split here too, so that the two match."""
        facts = self.facts
        if len(word) < MIN_WORD or word in facts.whole or word.endswith(facts.whole_endings):
            return (word,)
        parts = self._best(word)
        if len(parts) == 1:
            return (word,)
        return tuple(smaller for part in parts for smaller in self._whole_or_parts(part))

    def _best(self, word: str) -> tuple[str, ...]:
        # best[i][k] is the greatest product of counts over splits of word[i:] into k parts, with
        # those parts. Starts are filled from the right, candidates for the first part come
        # longest first, and only a greater product displaces what is there: hence the ties.
        end, known = len(word), self._known
        best: list[dict[int, tuple[int, tuple[str, ...]]]] = [{} for _ in range(end)]
        best.append({0: (1, ())})
        for start in range(end - 1, -1, -1):
            here = best[start]
            for part, count, after in self._parts_from(word, start, known):
                for size, (product, parts) in best[after].items():
                    if size + 1 not in here or count * product > here[size + 1][0]:
                        here[size + 1] = (count * product, (part, *parts))
        best[0][1] = (known.get(word, 0), (word,))
        chosen, (highest, parts) = 1, best[0][1]
        for size in sorted(best[0]):
            product, candidate = best[0][size]
            # product ** (1 / size) > highest ** (1 / chosen), without roots
            if product**chosen > highest**size:
                chosen, highest, parts = size, product, candidate
        return parts

    def _parts_from(
        self, word: str, start: int, known: Mapping[str, int]
    ) -> Iterator[tuple[str, int, int]]:
        """Parts that may begin at `start`, longest first, with count and where the next begins."""
        end, facts = len(word), self.facts
        if start and self._may_be_part(word[start:], known):
            yield word[start:], known[word[start:]], end
        for stop in range(end - 1, start, -1):
            stem = word[start:stop]
            if stem not in known:
                part = stem + facts.lost
                # Inside a word three letters are chance: Gast-ros(e)-kopie, but Erd(e)-beben.
                least = facts.shortest_rest + (start > 0)
                if len(stem) >= least and self._may_be_part(part, known):
                    yield part, known[part], stop
            elif self._may_be_part(stem, known):
                for joint in facts.joints:
                    after = stop + len(joint.drop)
                    # The end of the word is no joint.
                    if after < end and word.startswith(joint.drop, stop) and joint.follows(stem):
                        yield stem, known[stem], after

    def _may_be_part(self, part: str, known: Mapping[str, int]) -> bool:
        return (
            part in known
            and part not in self.facts.never_parts
            and (len(part) >= self.min_part or part in self.facts.short_parts)
        )


def joining(lang: str) -> Compounds:
    """How nouns are put together in a language, or in German where that is not known."""
    facts = find_language(lang).compounds or find_language(_USUAL).compounds
    assert facts is not None
    return facts


def default_splitter(lang: str) -> CompoundSplitter | None:
    """The splitter with the shipped counts, for languages that have them."""
    path = shipped_counts(lang)
    return _shipped(path, joining(lang)) if path else None


@cache
def _shipped(path: Path, facts: Compounds) -> CompoundSplitter:
    return CompoundSplitter(*_counts(path), facts=facts)


def load_splitter(path: Path, lang: str = _USUAL) -> CompoundSplitter:
    """A splitter with the counts of a file that `tesla build counts` wrote.

    The lists of words that are no parts or no compounds go with the shipped counts only: with
    a user's own, the counts alone decide.
    """
    facts = replace(joining(lang), never_parts=frozenset(), whole=frozenset())
    return CompoundSplitter(*_counts(path), facts=facts)


def _counts(path: Path) -> tuple[Mapping[str, int], str]:
    counts, short_hash = read_counts(path)
    return counts, f"compounds@{short_hash}"
