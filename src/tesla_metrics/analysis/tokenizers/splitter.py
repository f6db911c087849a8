"""Splits a compound piece (letters, digits and what joins them) into syntactic words."""

import re
from collections.abc import Iterable

from ...languages import Rules
from .casing import cut
from .verb_clitics import VerbParting

_ADDRESS = re.compile(r"@|\.(?:com|org|net|edu|gov|info|de|fr|es|cz|uk|eu)(?:/|$)", re.IGNORECASE)
_LETTER_DOTS = re.compile(r"[^\W\d_](?>(?:\.-?[^\W\d_])*)")
_INNER_DOT = re.compile(r"(?<=[^\W\d_]{2})\.(?=[^\W\d_]{2})")
_NUMBER = re.compile(r"[-+]?\d[\d.,:]*+")
_NUMBER_UNIT = re.compile(r"([-+]?\d[\d.,:]*+)([^\W\d_]++)(\d*+)")
_HYPHEN = re.compile(r"(?<=.)([-‐‑])")
_PHONE = re.compile(r"\d{3}-\d{4}|\d+(?>(?:-\d+){2,})")
# Nobody stacks more clitics; the bound keeps odd input linear.
_MOST_CLITICS = 3


class Splitter:
    """The word-level rules of one language."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._verbs = VerbParting(rules.verb_clitics) if rules.verb_clitics else None

    def letters(self, word: str) -> tuple[str, ...]:
        """A word of letters only."""
        rules = self._rules
        lower = word.lower()
        if lower in rules.contractions and word not in rules.uncontracted:
            return cut(word, rules.contractions[lower])
        return (self._verbs and self._verbs(word)) or (word,)

    def split(self, piece: str) -> tuple[str, ...]:
        """The words of a piece as the scanner finds it, perhaps with a dot at the end."""
        piece = piece.replace("’", "'")
        if not piece.endswith("."):
            return tuple(self._slashes(piece))
        head, tail = self._elided(piece[:-1])
        if self._keeps_dot(tail):
            return *head, f"{tail}."
        return *self._slashes(piece[:-1]), "."

    def clitic(self, mark: str, piece: str) -> tuple[str, ...]:
        """The words of mark and piece where they belong together ('s, -vous), else nothing."""
        rules = self._rules
        body = piece.removesuffix(".")
        form = mark + body.lower()
        stop = (".",) if piece.endswith(".") else ()
        if form in rules.contractions:
            return *cut(mark + body, rules.contractions[form]), *stop
        if mark == "-":
            kept = form in rules.hyphen_clitics
        else:
            kept = form in rules.suffixes or form in rules.apostrophe_words
            kept = kept or (body[:2].isdigit() and body[2:] in {"", "s"})
        return (mark + body, *stop) if kept else ()

    def _keeps_dot(self, body: str) -> bool:
        rules = self._rules
        if body.isdigit():
            return len(body) <= rules.ordinal_digits
        if body.lower() in rules.abbreviations:
            return True
        if not rules.initials or not _LETTER_DOTS.fullmatch(body):
            return False
        # I. is the pronoun or a king's number at the end of a sentence.
        return len(body) > 1 or (body.isupper() and body != "I")

    def _slashes(self, piece: str) -> Iterable[str]:
        if piece.isalpha():
            return self.letters(piece)
        if _ADDRESS.search(piece):
            return (piece,)
        if "/" not in piece:
            return self._clitics(piece)
        parts = piece.split("/")
        # A fraction is three words, a date is one.
        is_date = len(piece) > 3 and all(map(_NUMBER.fullmatch, parts))
        whole = is_date or piece.lower() in self._rules.whole_words
        return (piece,) if whole else self._joined(parts, "/")

    def _joined(self, parts: list[str], join: str) -> Iterable[str]:
        for at, part in enumerate(parts):
            if at:
                yield join
            yield from self._clitics(part)

    def _clitics(self, piece: str) -> Iterable[str]:
        """Takes off what is joined by an apostrophe, then what is joined by hyphens."""
        head, piece = self._elided(piece)
        yield from head
        tail: list[str] = []
        endings = (*self._rules.suffixes, *self._rules.hyphen_clitics)
        while len(tail) < _MOST_CLITICS and (ending := self._ending(piece, endings)):
            piece, clitic = piece[: -len(ending)], piece[-len(ending) :]
            tail.append(clitic)
        yield from self._hyphens(piece)
        yield from reversed(tail)

    def _ending(self, piece: str, endings: tuple[str, ...]) -> str:
        lower = piece.lower()
        rules = self._rules
        if lower in rules.apostrophe_words or lower in rules.whole_words:
            return ""
        for ending in endings:
            if lower.endswith(ending) and len(lower) > len(ending):
                return "" if lower[-len(ending) - 1].isdigit() else ending
        return ""

    def _elided(self, piece: str) -> tuple[list[str], str]:
        """Takes l', d', qu' off the front."""
        words: list[str] = []
        rules = self._rules
        while len(words) < _MOST_CLITICS and piece.lower() not in rules.apostrophe_words:
            first, apostrophe, rest = piece.partition("'")
            if not rest or first.lower() not in rules.elisions:
                break
            words.append(first + apostrophe)
            piece = rest
        return words, piece

    def _hyphens(self, piece: str) -> Iterable[str]:
        rules = self._rules
        parts = _HYPHEN.split(piece)
        if len(parts) == 1 or piece.lower() in rules.whole_words:
            return self._dots(piece)
        if all(map(_NUMBER.fullmatch, parts[::2])):
            whole = not rules.split_ranges or _PHONE.fullmatch(piece) is not None
        else:
            whole = not rules.split_hyphens
        if whole:
            return (piece,)
        if parts[0].lower() in rules.hyphen_prefixes:
            parts[:3] = ["".join(parts[:3])]
        return (word for at, part in enumerate(parts) for word in self._part(part, at))

    def _part(self, part: str, at: int) -> Iterable[str]:
        if at % 2 or _HYPHEN.search(part):
            return (part,)
        return self.split(part) if part.endswith(".") else self._dots(part)

    def _dots(self, piece: str) -> Iterable[str]:
        """Parts a number from its unit, and sentences that lack a space between them."""
        if piece.isalpha():
            return self.letters(piece)
        unit = _NUMBER_UNIT.fullmatch(piece)
        if unit and unit[2].lower() in self._rules.units:
            return tuple(filter(None, unit.groups()))
        words: list[str] = []
        start = 0
        for dot in _INNER_DOT.finditer(piece):
            at = dot.start()
            before = piece[start:at]
            if piece[at + 1].isupper() and piece[at - 1].islower() and not self._keeps_dot(before):
                words += (*self.letters(before), ".")
                start = at + 1
        return *words, *(self.letters(piece[start:]) if start else (piece,))
