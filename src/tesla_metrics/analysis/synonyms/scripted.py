"""A dictionary whose words are converted to one script."""

from dataclasses import dataclass, field

from ..adapters.opencc import Script
from .base import UNKNOWN, Dictionary
from .source import key


@dataclass(frozen=True, eq=False)
class ScriptedSynonyms:
    """Words that become the same share their synsets; a word is looked up converted, too."""

    dictionary: Dictionary
    script: Script
    _spellings: dict[str, list[str]] = field(init=False, repr=False)
    _asked: dict[str, frozenset[int]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        words = list(self.dictionary.words())
        spellings: dict[str, list[str]] = {}
        # One by one, since OpenCC looks at a word's neighbours.
        for word, converted in zip(words, map(self.script, words), strict=True):
            spellings.setdefault(converted, []).append(word)
        object.__setattr__(self, "_spellings", spellings)

    @property
    def name(self) -> str:
        return f"{self.dictionary.name}+{self.script.name}"

    def synsets(self, lemma: str) -> frozenset[int]:
        """The synsets of a lower-cased lemma in either script; empty if it is not known."""
        known = self._asked.get(lemma)
        if known is None:
            # As it is comes first: what is cut out of converted text needs no converting.
            words = self._spellings.get(lemma) or self._spellings.get(self.script(key(lemma)))
            if words is None:
                return UNKNOWN
            known = frozenset().union(*map(self.dictionary.synsets, words))
            self._asked[lemma] = known
        return known

    def members(self, synset: int) -> tuple[str, ...]:
        """The words of a synset, in the script."""
        return tuple(sorted(set(map(self.script, self.dictionary.members(synset)))))
