"""Takes object pronouns off the end of verbs, where a language writes them there."""

import re

from ...languages import VerbClitics
from .casing import cut


class VerbParting:
    """The verbs of one language, told by their endings."""

    def __init__(self, facts: VerbClitics) -> None:
        self._facts = facts
        self._gerund = re.compile(facts.gerund)
        self._infinitive = re.compile(facts.infinitive)
        self._finite = re.compile(facts.finite)
        self._plain = str.maketrans(dict(facts.accents))

    def __call__(self, word: str) -> tuple[str, ...] | None:
        """The verb and its pronouns, or nothing where word is not surely a verb with one."""
        facts = self._facts
        lower = word.lower()
        if lower in facts.imperatives:
            return cut(word, facts.imperatives[lower])
        if lower[-1:] not in facts.last_letters:
            return None
        if match := self._gerund.fullmatch(lower):
            return self._parted(word, match, match[1].translate(self._plain))
        # A capital mostly means a name.
        if word != lower and not lower.endswith(facts.reflexive):
            return None
        if lower in facts.not_verbs or self._finite.fullmatch(lower):
            return None
        match = self._infinitive.fullmatch(lower)
        if match is None:
            return None
        own = match[1].endswith(facts.own_accents)
        return self._parted(word, match, match[1] if own else match[1].translate(self._plain))

    def _parted(self, word: str, match: re.Match[str], verb: str) -> tuple[str, ...]:
        return cut(word, (verb, *filter(None, match.groups()[1:])))
