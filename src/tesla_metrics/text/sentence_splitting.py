"""Split text into sentences by rules."""

import re
from collections.abc import Iterator

from ..files.item import SENTENCE_END
from ..files.sentence import Sentence, Token, has_alphanumeric
from .languages import TokenizerRules, find_language, parse_language

# Marks of Latin, Arabic, Urdu, Devanagari, Armenian, Ethiopic, Burmese and Khmer; Thai has none.
_MARKS = ".!?…‼⁇⁈⁉؟۔।॥։።။។"
_WIDE_MARKS = "。！？｡"  # not followed by a space
_CLOSING = "\"'”’»›)]}」』）】〉》"
_OPENING = "\"'`“‘„«‹([{¿¡「『（【〈《"
_AFTER_WIDE = re.compile(rf"(?<=[{_WIDE_MARKS}])(?![{_WIDE_MARKS}{re.escape(_CLOSING)}])|"
                         rf"(?<=[{_WIDE_MARKS}][{re.escape(_CLOSING)}])")  # fmt: skip
# U.S, p.m, J.-P
_LETTER_DOTS = re.compile(r"[^\W\d_](?>(?:\.-?[^\W\d_])+)")
_ENDING = _MARKS + _WIDE_MARKS
_FINAL_CHARACTERS = frozenset(_ENDING + _CLOSING)
_NO_RULES = TokenizerRules()


def split_sentences(text: str, lang: str) -> list[str]:
    """Return the sentences of a text, with one space between words.

    A line break always ends a sentence, and so does a separate mark, as in tokenised text. A dot
    after a known abbreviation or initials does not end a sentence, and no mark does if the next
    word begins with a lower-case letter, unless the text has no capital letters at all. Texts that
    were joined from sentences are split at the joints. A sentence without letters or digits is
    added to the previous sentence or, at the beginning, to the next one.
    """
    sentences: list[list[str]] = []
    leading: list[str] = []  # words before the first sentence
    is_presplit = SENTENCE_END in text
    for words in (
        map(str.split, text.split(SENTENCE_END)) if is_presplit else _split_by_rules(text, lang)
    ):
        if any(map(has_alphanumeric, words)):
            sentences.append(leading + words)
            leading = []
        else:
            (sentences[-1] if sentences else leading).extend(words)
    return [" ".join(words) for words in sentences]


def _split_by_rules(text: str, lang: str) -> Iterator[list[str]]:
    rules = find_language(parse_language(lang)).rules or _NO_RULES
    cased = text != text.lower()
    for line in text.splitlines():
        for piece in [line] if line.isascii() else _AFTER_WIDE.split(line):
            yield from _split_words(piece.split(), rules, cased)


def split_analysed(sentence: Sentence) -> list[Sentence]:
    """Split an analysed text into sentences at tokens that are marks."""
    sentences: list[Sentence] = []
    tokens: list[Token] = []
    for token in sentence.tokens:
        tokens.append(token)
        if token.form and not token.form.strip(_ENDING):
            sentences.append(_sentence_of(tokens))
            tokens = []
    if tokens:
        sentences.append(_sentence_of(tokens))
    # The original sentence keeps its text.
    return [sentence] if len(sentences) == 1 else sentences


def _sentence_of(tokens: list[Token]) -> Sentence:
    return Sentence(" ".join(token.form for token in tokens), tuple(tokens))


def _split_words(chunks: list[str], rules: TokenizerRules, cased: bool) -> Iterator[list[str]]:
    start = 0
    for index, chunk in enumerate(chunks[:-1], 1):
        if chunk[-1] in _FINAL_CHARACTERS and _ends_sentence(chunk, chunks[index], rules, cased):
            yield chunks[start:index]
            start = index
    if chunks:
        yield chunks[start:]


def _ends_sentence(chunk: str, following: str, rules: TokenizerRules, cased: bool) -> bool:
    """Return whether a sentence ends between a chunk and the following one."""
    unquoted = chunk.rstrip(_CLOSING)
    word = unquoted.rstrip(_ENDING)
    marks = unquoted[len(word) :]
    if not marks:
        return False
    word = word.lstrip(_OPENING)
    if not word:
        return len(marks) == 1 or not _starts_lower_case(following, cased)
    if marks == "." and _keeps_dot(word, rules):
        return False
    return not _starts_lower_case(following, cased)


def _starts_lower_case(following: str, cased: bool) -> bool:
    return cased and following.lstrip(_OPENING)[:1].islower()


def _keeps_dot(word: str, rules: TokenizerRules) -> bool:
    """Return whether a final dot is part of the word."""
    if word.isdigit():
        return len(word) <= rules.ordinal_digits
    if word.lower() in rules.abbreviations or _LETTER_DOTS.fullmatch(word):
        return True
    # "I." is the pronoun or a Roman numeral at the end of a sentence.
    return len(word) == 1 and word.isupper() and word != "I"
