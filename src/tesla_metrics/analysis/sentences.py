"""Text to sentences, by rules: summaries are compared within sentences."""

import re
from collections.abc import Iterable, Iterator

from ..languages import Rules, find_language, parse_language
from .sentence import Sentence, Token, has_alphanumeric

# Latin, Arabic, Urdu, Devanagari, Armenian, Ethiopic, Burmese and Khmer. Thai has none.
_MARKS = ".!?…‼⁇⁈⁉؟۔।॥։።။។"
_WIDE = "。！？｡"  # no space follows these
_CLOSING = "\"'”’»›)]}」』）】〉》"
_OPENING = "\"'`“‘„«‹([{¿¡「『（【〈《"
_AFTER_WIDE = re.compile(rf"(?<=[{_WIDE}])(?![{_WIDE}{re.escape(_CLOSING)}])|"
                         rf"(?<=[{_WIDE}][{re.escape(_CLOSING)}])")  # fmt: skip
# U.S, p.m, J.-P
_LETTER_DOTS = re.compile(r"[^\W\d_](?>(?:\.-?[^\W\d_])+)")
_ENDING = _MARKS + _WIDE
_LAST = frozenset(_ENDING + _CLOSING)
_NO_RULES = Rules()
# Ends a sentence that was given as one. White space to all others, and nobody writes it.
GIVEN_END = "\x1e"


def split_sentences(text: str, lang: str) -> list[str]:
    """The sentences of a text, with one space between words; a line break ends one always.

    A mark that stands by itself, as in tokenised text, ends one too. A dot at the end of a word
    does not where the word is a known abbreviation or initials, and no mark does where the next
    word begins with a small letter, unless the text has no capitals at all. Sentences that were
    joined are what they were. What has no letter or digit is no sentence: it stays with the one
    before, or goes to the next.
    """
    found: list[list[str]] = []
    before: list[str] = []  # what has no sentence before it
    given = GIVEN_END in text
    for words in map(str.split, text.split(GIVEN_END)) if given else _by_rule(text, lang):
        if any(map(has_alphanumeric, words)):
            found.append(before + words)
            before = []
        else:
            (found[-1] if found else before).extend(words)
    return [" ".join(words) for words in found]


def join_sentences(sentences: Iterable[str]) -> str:
    """A text of sentences that somebody has cut, which nobody cuts again."""
    return "".join(" ".join(one.split()) + GIVEN_END for one in sentences)


def _by_rule(text: str, lang: str) -> Iterator[list[str]]:
    rules = find_language(parse_language(lang)).rules or _NO_RULES
    cased = text != text.lower()
    for line in text.splitlines():
        for piece in [line] if line.isascii() else _AFTER_WIDE.split(line):
            yield from _cut(piece.split(), rules, cased)


def given_sentences(given: Sentence) -> list[Sentence]:
    """The same of one that was analysed: tokens that are marks end sentences."""
    found: list[Sentence] = []
    tokens: list[Token] = []
    for token in given.tokens:
        tokens.append(token)
        if token.form and not token.form.strip(_ENDING):
            found.append(_sentence_of(tokens))
            tokens = []
    if tokens:
        found.append(_sentence_of(tokens))
    # Its text is as it was written.
    return [given] if len(found) == 1 else found


def _sentence_of(tokens: list[Token]) -> Sentence:
    return Sentence(" ".join(token.form for token in tokens), tuple(tokens))


def _cut(chunks: list[str], rules: Rules, cased: bool) -> Iterator[list[str]]:
    start = 0
    for place, chunk in enumerate(chunks[:-1], 1):
        if chunk[-1] in _LAST and _ends(chunk, chunks[place], rules, cased):
            yield chunks[start:place]
            start = place
    if chunks:
        yield chunks[start:]


def _ends(chunk: str, following: str, rules: Rules, cased: bool) -> bool:
    """Whether a sentence ends with this chunk, another one standing after it."""
    whole = chunk.rstrip(_CLOSING)
    word = whole.rstrip(_ENDING)
    marks = whole[len(word) :]
    if not marks:
        return False
    word = word.lstrip(_OPENING)
    if not word:
        return len(marks) == 1 or not _begins_small(following, cased)
    if marks == "." and _is_short(word, rules):
        return False
    return not _begins_small(following, cased)


def _begins_small(following: str, cased: bool) -> bool:
    return cased and following.lstrip(_OPENING)[:1].islower()


def _is_short(word: str, rules: Rules) -> bool:
    """Whether the dot is the word's own."""
    if word.isdigit():
        return len(word) <= rules.ordinal_digits
    if word.lower() in rules.abbreviations or _LETTER_DOTS.fullmatch(word):
        return True
    # I. is the pronoun or a king's number at the end of a sentence.
    return len(word) == 1 and word.isupper() and word != "I"
