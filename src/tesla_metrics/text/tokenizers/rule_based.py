"""The tokeniser for languages with rules."""

import re
from collections.abc import Iterable

from ..languages import TokenizerRules, VerbClitics
from .base import Tokenizer
from .patterns import EMOTICON_PATTERN, EMOTICON_STARTS, PIECE_PATTERN, URL_FINAL_MARKS, get_shape


def match_case(form: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Convert words to the case of `form`: upper-case, capitalised or unchanged."""
    if len(form) > 1 and form.isupper():
        return tuple(word.upper() for word in words)
    if form[:1].isupper():
        return words[0][:1].upper() + words[0][1:], *words[1:]
    return words


def split_contraction(form: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that `form` stands for, in the case of `form`.

    If `form` is the concatenation of the words, substrings of `form` are returned.
    """
    lower = form.lower()
    if "".join(words) != lower or len(form) != len(lower):
        return match_case(form, words)
    substrings = []
    start = 0
    for word in words:
        substrings.append(form[start : start + len(word)])
        start += len(word)
    return tuple(substrings)


class VerbSplitter:
    """Splits object pronouns from verbs. Verbs are recognised by their endings."""

    def __init__(self, clitics: VerbClitics) -> None:
        self._clitics = clitics
        self._gerund = re.compile(clitics.gerund)
        self._infinitive = re.compile(clitics.infinitive)
        self._finite = re.compile(clitics.finite)
        self._remove_accents = str.maketrans(dict(clitics.accents))

    def __call__(self, word: str) -> tuple[str, ...] | None:
        """Return the verb and its pronouns; None unless the word is surely a verb with pronouns."""
        clitics = self._clitics
        lower = word.lower()
        if lower in clitics.imperatives:
            return split_contraction(word, clitics.imperatives[lower])
        if lower[-1:] not in clitics.last_letters:
            return None
        if match := self._gerund.fullmatch(lower):
            return self._split_pronouns(word, match, match[1].translate(self._remove_accents))
        # Most capitalised words are names.
        if word != lower and not lower.endswith(clitics.reflexive):
            return None
        if lower in clitics.not_verbs or self._finite.fullmatch(lower):
            return None
        match = self._infinitive.fullmatch(lower)
        if match is None:
            return None
        verb = match[1]
        if not verb.endswith(clitics.accented_endings):
            verb = verb.translate(self._remove_accents)
        return self._split_pronouns(word, match, verb)

    def _split_pronouns(self, word: str, match: re.Match[str], verb: str) -> tuple[str, ...]:
        pronouns = filter(None, match.groups()[1:])
        return split_contraction(word, (verb, *pronouns))


_WEB_ADDRESS = re.compile(
    r"@|\.(?:com|org|net|edu|gov|info|de|fr|es|cz|uk|eu)(?:/|$)", re.IGNORECASE
)
_DOTTED_LETTERS = re.compile(r"[^\W\d_](?>(?:\.-?[^\W\d_])*)")
_DOT_BETWEEN_WORDS = re.compile(r"(?<=[^\W\d_]{2})\.(?=[^\W\d_]{2})")
_NUMBER = re.compile(r"[-+]?\d[\d.,:]*+")
_NUMBER_WITH_UNIT = re.compile(r"([-+]?\d[\d.,:]*+)([^\W\d_]++)(\d*+)")
_HYPHEN = re.compile(r"(?<=.)([-‐‑])")
_PHONE_NUMBER = re.compile(r"\d{3}-\d{4}|\d+(?>(?:-\d+){2,})")
# Maximum number of clitics of a word. More do not occur, and the limit ensures linear time.
_MAX_CLITICS = 3


class WordSplitter:
    """Splits words by the rules of a language for contractions, clitics, hyphens, dots and units.

    A word is split in several steps, each of which passes the parts to the next step: final dot,
    slashes, clitics, hyphens, units and dots between words, contractions.
    """

    def __init__(self, rules: TokenizerRules) -> None:
        self._rules = rules
        self._verb_splitter = VerbSplitter(rules.verb_clitics) if rules.verb_clitics else None

    def split_letters(self, word: str) -> tuple[str, ...]:
        """Split a word that consists of letters only."""
        rules = self._rules
        lower = word.lower()
        if lower in rules.contractions and word not in rules.uncontracted:
            return split_contraction(word, rules.contractions[lower])
        verb_words = self._verb_splitter(word) if self._verb_splitter is not None else None
        return verb_words or (word,)

    def split(self, piece: str) -> tuple[str, ...]:
        """Return the words of a piece of text, which may end with a dot."""
        piece = piece.replace("’", "'")
        if not piece.endswith("."):
            return tuple(self._split_undotted(piece))
        head, tail = self._split_elisions(piece[:-1])
        if self._keeps_dot(tail):
            return *head, f"{tail}."
        return *self._split_undotted(piece[:-1]), "."

    def split_clitic(self, mark: str, piece: str) -> tuple[str, ...]:
        """Return the words of a mark and the next piece if they form a clitic: 's, -vous.

        The result is empty if they do not form a clitic.
        """
        rules = self._rules
        undotted = piece.removesuffix(".")
        clitic = mark + undotted
        key = clitic.lower()
        final_dot = (".",) if piece.endswith(".") else ()
        if key in rules.contractions:
            return *split_contraction(clitic, rules.contractions[key]), *final_dot
        if mark == "-":
            is_clitic = key in rules.hyphen_clitics
        else:
            is_decade = undotted[:2].isdigit() and undotted[2:] in {"", "s"}  # '90s
            is_clitic = key in rules.suffixes or key in rules.apostrophe_words or is_decade
        return (clitic, *final_dot) if is_clitic else ()

    def _keeps_dot(self, word: str) -> bool:
        """Return whether a dot after the word belongs to the word."""
        rules = self._rules
        if word.isdigit():
            return len(word) <= rules.ordinal_digits
        if word.lower() in rules.abbreviations:
            return True
        if not rules.initials or not _DOTTED_LETTERS.fullmatch(word):
            return False
        # "I." is the pronoun or a Roman numeral at the end of a sentence.
        return len(word) > 1 or (word.isupper() and word != "I")

    def _split_undotted(self, piece: str) -> Iterable[str]:
        """Split a piece without final dot, first at slashes."""
        if piece.isalpha():
            return self.split_letters(piece)
        if _WEB_ADDRESS.search(piece):
            return (piece,)
        if "/" not in piece:
            return self._split_clitics(piece)
        parts = piece.split("/")
        # A fraction (1/2) is three words, a date (1/2/2024) is one word.
        is_date = len(piece) > 3 and all(map(_NUMBER.fullmatch, parts))
        is_one_word = is_date or piece.lower() in self._rules.unsplit_words
        return (piece,) if is_one_word else self._split_slashed_parts(parts)

    def _split_slashed_parts(self, parts: list[str]) -> Iterable[str]:
        """Split the parts of a piece with slashes; each slash is a word."""
        for index, part in enumerate(parts):
            if index:
                yield "/"
            yield from self._split_clitics(part)

    def _split_clitics(self, piece: str) -> Iterable[str]:
        """Split off elided words and clitics, then split the rest at hyphens."""
        elided_words, piece = self._split_elisions(piece)
        yield from elided_words
        clitics: list[str] = []  # from the last to the first
        endings = (*self._rules.suffixes, *self._rules.hyphen_clitics)
        while len(clitics) < _MAX_CLITICS and (ending := self._find_clitic(piece, endings)):
            piece, clitic = piece[: -len(ending)], piece[-len(ending) :]
            clitics.append(clitic)
        yield from self._split_hyphens(piece)
        yield from reversed(clitics)

    def _find_clitic(self, piece: str, endings: tuple[str, ...]) -> str:
        """Return the first of the endings that can be split off; empty if there is none."""
        lower = piece.lower()
        rules = self._rules
        if lower in rules.apostrophe_words or lower in rules.unsplit_words:
            return ""
        for ending in endings:
            if lower.endswith(ending) and len(lower) > len(ending):
                return "" if lower[-len(ending) - 1].isdigit() else ending
        return ""

    def _split_elisions(self, piece: str) -> tuple[list[str], str]:
        """Return the elided words (l', d', qu') at the beginning of a piece, and the rest of it."""
        words: list[str] = []
        rules = self._rules
        while len(words) < _MAX_CLITICS and piece.lower() not in rules.apostrophe_words:
            elided_word, apostrophe, remainder = piece.partition("'")
            if not remainder or elided_word.lower() not in rules.elisions:
                break
            words.append(elided_word + apostrophe)
            piece = remainder
        return words, piece

    def _split_hyphens(self, piece: str) -> Iterable[str]:
        rules = self._rules
        parts = _HYPHEN.split(piece)  # parts and hyphens in turn
        if len(parts) == 1 or piece.lower() in rules.unsplit_words:
            return self._split_units_and_dots(piece)
        if all(map(_NUMBER.fullmatch, parts[::2])):
            is_one_word = not rules.split_ranges or _PHONE_NUMBER.fullmatch(piece) is not None
        else:
            is_one_word = not rules.split_hyphens
        if is_one_word:
            return (piece,)
        if parts[0].lower() in rules.hyphen_prefixes:
            parts[:3] = ["".join(parts[:3])]  # the prefix keeps its hyphen
        return (
            word
            for index, part in enumerate(parts)
            for word in self._split_hyphenated_part(part, index)
        )

    def _split_hyphenated_part(self, part: str, index: int) -> Iterable[str]:
        is_hyphen = index % 2 == 1
        if is_hyphen or _HYPHEN.search(part):
            return (part,)
        return self.split(part) if part.endswith(".") else self._split_units_and_dots(part)

    def _split_units_and_dots(self, piece: str) -> Iterable[str]:
        """Split a number from its unit, and two sentences that have no space between them."""
        if piece.isalpha():
            return self.split_letters(piece)
        unit = _NUMBER_WITH_UNIT.fullmatch(piece)
        if unit and unit[2].lower() in self._rules.units:
            return tuple(filter(None, unit.groups()))
        words: list[str] = []
        start = 0
        for dot in _DOT_BETWEEN_WORDS.finditer(piece):
            index = dot.start()
            word = piece[start:index]
            if (
                piece[index + 1].isupper()
                and piece[index - 1].islower()
                and not self._keeps_dot(word)
            ):
                words += (*self.split_letters(word), ".")
                start = index + 1
        last_words = self.split_letters(piece[start:]) if start else (piece,)
        return *words, *last_words


_APOSTROPHES = "'’"
# The first character of Thai, the script without spaces that has the lowest code points.
_FIRST_SPACELESS_CHARACTER = "\u0e00"
# The Penn Treebank's names for brackets.
_BRACKET_NAMES = frozenset({"-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-"})


class RuleTokenizer(Tokenizer):
    """Splits text into the syntactic words of Universal Dependencies by the rules of a language."""

    def __init__(self, lang: str, rules: TokenizerRules) -> None:
        super().__init__(f"rules-{lang}")
        self._rules = rules
        self._word_splitter = WordSplitter(rules)

    def tokenize_chunk(self, chunk: str) -> tuple[str, ...]:
        if chunk.isalpha() and max(chunk) < _FIRST_SPACELESS_CHARACTER:
            return self._word_splitter.split_letters(chunk)
        if chunk in _BRACKET_NAMES:
            return (chunk,)
        words: list[str] = []
        classes = get_shape(chunk)
        start = 0
        while start < len(chunk):
            start = self._add_piece(chunk, classes, start, words)
        return tuple(words)

    def _add_piece(self, chunk: str, classes: str, start: int, words: list[str]) -> int:
        """Append the words of the piece that begins at `start`; return the end of the piece.

        `classes` is the shape of the chunk.
        """
        if chunk[start] in EMOTICON_STARTS and (smiley := EMOTICON_PATTERN.match(chunk, start)):
            words.append(smiley[0])
            return smiley.end()
        match = PIECE_PATTERN.match(classes, start)
        assert match is not None
        end = match.end()
        kind = match.lastgroup
        if kind == "url" or (kind == "word" and chunk[start : start + 4].lower() == "www."):
            end = start + len(chunk[start:].rstrip(URL_FINAL_MARKS))
            words.append(chunk[start:end])
        elif kind == "word":
            return self._add_word(chunk, start, end, words)
        elif kind == "other":
            return self._add_mark(chunk, classes, start, end, words)
        else:
            words.append(chunk[start:end])
        return end

    def _add_word(self, chunk: str, start: int, end: int, words: list[str]) -> int:
        """Append the words of `chunk[start:end]`; return the end of the processed text."""
        if end < len(chunk) and chunk[end] in _APOSTROPHES:
            word = chunk[start:end]
            if word.lower() in self._rules.elisions:
                words.append(f"{word}'")
                return end + 1
        words += self._word_splitter.split(chunk[start:end])
        return end

    def _add_mark(self, chunk: str, classes: str, start: int, end: int, words: list[str]) -> int:
        """Append a punctuation mark, repeated marks, or a clitic that begins with a mark.

        The mark is `chunk[start:end]`. The result is the end of the processed text.
        """
        mark = chunk[start:end]
        if mark == "°" and words and words[-1] in {"n", "N"}:
            words[-1] += mark
            return end
        if mark in "'’-":
            following = PIECE_PATTERN.match(classes, end)
            if following is not None and following.lastgroup == "word":
                clitic = self._word_splitter.split_clitic(
                    mark.replace("’", "'"), chunk[end : following.end()]
                )
                if clitic:
                    words += clitic
                    return following.end()
        rules = self._rules
        if mark in rules.repeatable_characters:
            joined_marks = mark
        elif rules.join_marks and mark in "!?":
            joined_marks = "!?"
        else:
            words.append(mark)
            return end
        while end < len(chunk) and chunk[end] in joined_marks:
            end += 1
        words.append(chunk[start:end])
        return end
