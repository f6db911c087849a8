"""The tokeniser for languages with rules."""

import re
from collections.abc import Iterable

from ..languages import TokenizerRules, VerbClitics
from .base import Tokenizer
from .patterns import EMOTICON, EMOTICON_STARTS, PIECE, URL_TAIL, shape


def match_case(form: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words in the case of `form`: upper-case, capitalised or unchanged."""
    if len(form) > 1 and form.isupper():
        return tuple(word.upper() for word in words)
    if form[:1].isupper():
        return words[0][:1].upper() + words[0][1:], *words[1:]
    return words


def split_like(form: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Split `form` into substrings if `words` spell it; otherwise return the words in its case."""
    if "".join(words) != form.lower() or len(form) != len(form.lower()):
        return match_case(form, words)
    pieces = []
    start = 0
    for word in words:
        pieces.append(form[start : start + len(word)])
        start += len(word)
    return tuple(pieces)


class VerbSplitter:
    """Splits pronouns from the verbs of a language, which are recognised by their endings."""

    def __init__(self, facts: VerbClitics) -> None:
        self._facts = facts
        self._gerund = re.compile(facts.gerund)
        self._infinitive = re.compile(facts.infinitive)
        self._finite = re.compile(facts.finite)
        self._plain = str.maketrans(dict(facts.accents))

    def __call__(self, word: str) -> tuple[str, ...] | None:
        """Return the verb and its pronouns; None if the word is not certainly a verb with one."""
        facts = self._facts
        lower = word.lower()
        if lower in facts.imperatives:
            return split_like(word, facts.imperatives[lower])
        if lower[-1:] not in facts.last_letters:
            return None
        if match := self._gerund.fullmatch(lower):
            return self._split_pronouns(word, match, match[1].translate(self._plain))
        # Most capitalised words are names.
        if word != lower and not lower.endswith(facts.reflexive):
            return None
        if lower in facts.not_verbs or self._finite.fullmatch(lower):
            return None
        match = self._infinitive.fullmatch(lower)
        if match is None:
            return None
        keeps_accent = match[1].endswith(facts.accented_endings)
        return self._split_pronouns(
            word, match, match[1] if keeps_accent else match[1].translate(self._plain)
        )

    def _split_pronouns(self, word: str, match: re.Match[str], verb: str) -> tuple[str, ...]:
        return split_like(word, (verb, *filter(None, match.groups()[1:])))


_ADDRESS = re.compile(r"@|\.(?:com|org|net|edu|gov|info|de|fr|es|cz|uk|eu)(?:/|$)", re.IGNORECASE)
_LETTER_DOTS = re.compile(r"[^\W\d_](?>(?:\.-?[^\W\d_])*)")
_INNER_DOT = re.compile(r"(?<=[^\W\d_]{2})\.(?=[^\W\d_]{2})")
_NUMBER = re.compile(r"[-+]?\d[\d.,:]*+")
_NUMBER_UNIT = re.compile(r"([-+]?\d[\d.,:]*+)([^\W\d_]++)(\d*+)")
_HYPHEN = re.compile(r"(?<=.)([-‐‑])")
_PHONE = re.compile(r"\d{3}-\d{4}|\d+(?>(?:-\d+){2,})")
# More clitics do not occur; the limit keeps the time linear for unusual input.
_MAX_CLITICS = 3


class WordSplitter:
    """Splits words by the word-level rules of one language."""

    def __init__(self, rules: TokenizerRules) -> None:
        self._rules = rules
        self._verbs = VerbSplitter(rules.verb_clitics) if rules.verb_clitics else None

    def split_letters(self, word: str) -> tuple[str, ...]:
        """Split a word that consists of letters only."""
        rules = self._rules
        lower = word.lower()
        if lower in rules.contractions and word not in rules.uncontracted:
            return split_like(word, rules.contractions[lower])
        return (self._verbs and self._verbs(word)) or (word,)

    def split(self, piece: str) -> tuple[str, ...]:
        """Return the words of a piece, which may end with a dot."""
        piece = piece.replace("’", "'")
        if not piece.endswith("."):
            return tuple(self._split_slashes(piece))
        head, tail = self._split_elisions(piece[:-1])
        if self._keeps_dot(tail):
            return *head, f"{tail}."
        return *self._split_slashes(piece[:-1]), "."

    def split_clitic(self, mark: str, piece: str) -> tuple[str, ...]:
        """Return the words of a mark and a piece that form a clitic ('s, -vous), else nothing."""
        rules = self._rules
        body = piece.removesuffix(".")
        form = mark + body.lower()
        stop = (".",) if piece.endswith(".") else ()
        if form in rules.contractions:
            return *split_like(mark + body, rules.contractions[form]), *stop
        if mark == "-":
            is_clitic = form in rules.hyphen_clitics
        else:
            is_clitic = form in rules.suffixes or form in rules.apostrophe_words
            is_clitic = is_clitic or (body[:2].isdigit() and body[2:] in {"", "s"})
        return (mark + body, *stop) if is_clitic else ()

    def _keeps_dot(self, body: str) -> bool:
        rules = self._rules
        if body.isdigit():
            return len(body) <= rules.ordinal_digits
        if body.lower() in rules.abbreviations:
            return True
        if not rules.initials or not _LETTER_DOTS.fullmatch(body):
            return False
        # "I." is the pronoun or a Roman numeral at the end of a sentence.
        return len(body) > 1 or (body.isupper() and body != "I")

    def _split_slashes(self, piece: str) -> Iterable[str]:
        if piece.isalpha():
            return self.split_letters(piece)
        if _ADDRESS.search(piece):
            return (piece,)
        if "/" not in piece:
            return self._split_clitics(piece)
        parts = piece.split("/")
        # A fraction is three words, a date is one word.
        is_date = len(piece) > 3 and all(map(_NUMBER.fullmatch, parts))
        is_one_word = is_date or piece.lower() in self._rules.unsplit_words
        return (piece,) if is_one_word else self._join_parts(parts, "/")

    def _join_parts(self, parts: list[str], join: str) -> Iterable[str]:
        for index, part in enumerate(parts):
            if index:
                yield join
            yield from self._split_clitics(part)

    def _split_clitics(self, piece: str) -> Iterable[str]:
        """Split off clitics with an apostrophe, then parts with hyphens."""
        head, piece = self._split_elisions(piece)
        yield from head
        tail: list[str] = []
        endings = (*self._rules.suffixes, *self._rules.hyphen_clitics)
        while len(tail) < _MAX_CLITICS and (ending := self._find_ending(piece, endings)):
            piece, clitic = piece[: -len(ending)], piece[-len(ending) :]
            tail.append(clitic)
        yield from self._split_hyphens(piece)
        yield from reversed(tail)

    def _find_ending(self, piece: str, endings: tuple[str, ...]) -> str:
        lower = piece.lower()
        rules = self._rules
        if lower in rules.apostrophe_words or lower in rules.unsplit_words:
            return ""
        for ending in endings:
            if lower.endswith(ending) and len(lower) > len(ending):
                return "" if lower[-len(ending) - 1].isdigit() else ending
        return ""

    def _split_elisions(self, piece: str) -> tuple[list[str], str]:
        """Split off elided words (l', d', qu') at the beginning."""
        words: list[str] = []
        rules = self._rules
        while len(words) < _MAX_CLITICS and piece.lower() not in rules.apostrophe_words:
            first, apostrophe, rest = piece.partition("'")
            if not rest or first.lower() not in rules.elisions:
                break
            words.append(first + apostrophe)
            piece = rest
        return words, piece

    def _split_hyphens(self, piece: str) -> Iterable[str]:
        rules = self._rules
        parts = _HYPHEN.split(piece)
        if len(parts) == 1 or piece.lower() in rules.unsplit_words:
            return self._split_dots(piece)
        if all(map(_NUMBER.fullmatch, parts[::2])):
            is_one_word = not rules.split_ranges or _PHONE.fullmatch(piece) is not None
        else:
            is_one_word = not rules.split_hyphens
        if is_one_word:
            return (piece,)
        if parts[0].lower() in rules.hyphen_prefixes:
            parts[:3] = ["".join(parts[:3])]
        return (word for index, part in enumerate(parts) for word in self._split_part(part, index))

    def _split_part(self, part: str, index: int) -> Iterable[str]:
        if index % 2 or _HYPHEN.search(part):
            return (part,)
        return self.split(part) if part.endswith(".") else self._split_dots(part)

    def _split_dots(self, piece: str) -> Iterable[str]:
        """Split a number from its unit, and sentences without a space between them."""
        if piece.isalpha():
            return self.split_letters(piece)
        unit = _NUMBER_UNIT.fullmatch(piece)
        if unit and unit[2].lower() in self._rules.units:
            return tuple(filter(None, unit.groups()))
        words: list[str] = []
        start = 0
        for dot in _INNER_DOT.finditer(piece):
            index = dot.start()
            head = piece[start:index]
            if (
                piece[index + 1].isupper()
                and piece[index - 1].islower()
                and not self._keeps_dot(head)
            ):
                words += (*self.split_letters(head), ".")
                start = index + 1
        return *words, *(self.split_letters(piece[start:]) if start else (piece,))


_APOSTROPHES = "'’"
# Thai is the first script (by code point) that is written without spaces.
_FIRST_SPACELESS = "\u0e00"
# The Penn Treebank's names for brackets.
_BRACKETS = frozenset({"-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-"})


class RuleTokenizer(Tokenizer):
    """Splits text into the syntactic words of Universal Dependencies by language rules."""

    def __init__(self, lang: str, rules: TokenizerRules) -> None:
        super().__init__(f"rules-{lang}")
        self._rules = rules
        self._splitter = WordSplitter(rules)

    def chunk(self, chunk: str) -> tuple[str, ...]:
        if chunk.isalpha() and max(chunk) < _FIRST_SPACELESS:
            return self._splitter.split_letters(chunk)
        if chunk in _BRACKETS:
            return (chunk,)
        words: list[str] = []
        classes = shape(chunk)
        start = 0
        while start < len(chunk):
            start = self._add_piece(chunk, classes, start, words)
        return tuple(words)

    def _add_piece(self, chunk: str, classes: str, start: int, words: list[str]) -> int:
        """Add the words of the piece that begins at `start`; return its end."""
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
            return self._add_word(chunk, start, end, words)
        elif kind == "other":
            return self._add_mark(chunk, classes, start, end, words)
        else:
            words.append(chunk[start:end])
        return end

    def _add_word(self, chunk: str, start: int, end: int, words: list[str]) -> int:
        if end < len(chunk) and chunk[end] in _APOSTROPHES:
            word = chunk[start:end]
            if word.lower() in self._rules.elisions:
                words.append(f"{word}'")
                return end + 1
        words += self._splitter.split(chunk[start:end])
        return end

    def _add_mark(self, chunk: str, classes: str, start: int, end: int, words: list[str]) -> int:
        """Add a punctuation mark, a run of marks, or a clitic that begins with a mark."""
        mark = chunk[start:end]
        if mark == "°" and words and words[-1] in {"n", "N"}:
            words[-1] += mark
            return end
        if mark in "'’-":
            following = PIECE.match(classes, end)
            if following is not None and following.lastgroup == "word":
                clitic = self._splitter.split_clitic(
                    mark.replace("’", "'"), chunk[end : following.end()]
                )
                if clitic:
                    words += clitic
                    return following.end()
        rules = self._rules
        if mark in rules.repeatable_characters:
            run = mark
        elif rules.join_marks and mark in "!?":
            run = "!?"
        else:
            words.append(mark)
            return end
        while end < len(chunk) and chunk[end] in run:
            end += 1
        words.append(chunk[start:end])
        return end
