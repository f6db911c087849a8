"""The tokeniser for languages with rules: cuts a chunk into pieces and words."""

from ...languages import Rules
from .base import Tokenizer
from .patterns import EMOTICON, EMOTICON_STARTS, PIECE, URL_TAIL
from .shape import shape
from .splitter import Splitter

_APOSTROPHES = "'’"
# Thai comes first of the scripts whose words cannot be seen by their letters.
_FIRST_SPACELESS = "\u0e00"
# The Penn Treebank's names for brackets.
_BRACKETS = frozenset({"-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-"})


class RuleTokenizer(Tokenizer):
    """Universal Dependencies' syntactic words by the rules of one language."""

    def __init__(self, lang: str, rules: Rules) -> None:
        super().__init__(f"rules-{lang}")
        self._rules = rules
        self._splitter = Splitter(rules)

    def chunk(self, chunk: str) -> tuple[str, ...]:
        if chunk.isalpha() and max(chunk) < _FIRST_SPACELESS:
            return self._splitter.letters(chunk)
        if chunk in _BRACKETS:
            return (chunk,)
        words: list[str] = []
        classes = shape(chunk)
        start = 0
        while start < len(chunk):
            start = self._piece(chunk, classes, start, words)
        return tuple(words)

    def _piece(self, chunk: str, classes: str, start: int, words: list[str]) -> int:
        """Adds the words of the piece that begins at start; returns where it ends."""
        if chunk[start] in EMOTICON_STARTS and (smiley := EMOTICON.match(chunk, start)):
            words.append(smiley[0])
            return smiley.end()
        match = PIECE.match(classes, start)
        assert match is not None
        end = match.end()
        kind = match.lastgroup
        if kind == "url" or (kind == "word" and chunk[start : start + 4].lower() == "www."):
            end = start + len(chunk[start:].rstrip(URL_TAIL))
            words.append(chunk[start:end])
        elif kind == "word":
            return self._word(chunk, start, end, words)
        elif kind == "other":
            return self._mark(chunk, classes, start, end, words)
        else:
            words.append(chunk[start:end])
        return end

    def _word(self, chunk: str, start: int, end: int, words: list[str]) -> int:
        if end < len(chunk) and chunk[end] in _APOSTROPHES:
            word = chunk[start:end]
            if word.lower() in self._rules.elisions:
                words.append(f"{word}'")
                return end + 1
        words += self._splitter.split(chunk[start:end])
        return end

    def _mark(self, chunk: str, classes: str, start: int, end: int, words: list[str]) -> int:
        """A piece of punctuation, a run of it, or a clitic that begins with a mark."""
        mark = chunk[start:end]
        if mark == "°" and words and words[-1] in {"n", "N"}:
            words[-1] += mark
            return end
        if mark in "'’-":
            following = PIECE.match(classes, end)
            if following is not None and following.lastgroup == "word":
                clitic = self._splitter.clitic(mark.replace("’", "'"), chunk[end : following.end()])
                if clitic:
                    words += clitic
                    return following.end()
        rules = self._rules
        if mark in rules.runs:
            run = mark
        elif rules.marks_run and mark in "!?":
            run = "!?"
        else:
            words.append(mark)
            return end
        while end < len(chunk) and chunk[end] in run:
            end += 1
        words.append(chunk[start:end])
        return end
