"""Split text into sentences by rules."""

import re
from collections.abc import Iterable, Iterator

from ..files.item import SENTENCE_END
from ..files.sentence import Sentence, Token, has_alphanumeric
from .languages import TokenizerRules, find_language, parse_language

# Marks at the end of a sentence that are followed by a space: of Latin, Arabic, Urdu, Devanagari,
# Armenian, Ethiopic, Burmese and Khmer scripts. Thai has none.
_SPACED_MARKS = ".!?…‼⁇⁈⁉؟۔।॥։።။។"
_WIDE_MARKS = "。！？｡"  # marks that are not followed by a space
_CLOSING_MARKS = "\"'”’»›)]}」』）】〉》"
_OPENING_MARKS = "\"'`“‘„«‹([{¿¡「『（【〈《"
# The position after a wide mark and, if there is one, a closing quote or bracket.
_CLOSING_CLASS = re.escape(_CLOSING_MARKS)
_BOUNDARY_AFTER_WIDE_MARK = re.compile(
    rf"(?<=[{_WIDE_MARKS}])(?![{_WIDE_MARKS}{_CLOSING_CLASS}])"
    rf"|(?<=[{_WIDE_MARKS}][{_CLOSING_CLASS}])"
)
# Letters with dots between them: U.S, p.m, J.-P
_DOTTED_LETTERS = re.compile(r"[^\W\d_](?>(?:\.-?[^\W\d_])+)")
_END_MARKS = _SPACED_MARKS + _WIDE_MARKS
_FINAL_CHARACTERS = frozenset(_END_MARKS + _CLOSING_MARKS)
_NO_RULES = TokenizerRules()


def split_sentences(text: str, lang: str) -> list[str]:
    """Return the sentences of a text, with one space between words.

    A text that was joined from sentences (`SENTENCE_END`) is split at the same positions. In other
    texts, these rules are used:

    - A line break ends a sentence.
    - A mark that is a separate chunk, as in tokenised text, ends a sentence.
    - Other marks end a sentence, unless the next word begins with a lower-case letter. In a text
      without any capital letters, the next word is not checked.
    - A dot after an abbreviation or initials does not end a sentence.

    A sentence without letters or digits is added to the previous sentence or, at the beginning, to
    the next one.
    """
    sentences: list[list[str]] = []
    leading: list[str] = []  # words before the first sentence
    word_lists: Iterable[list[str]]
    if SENTENCE_END in text:
        word_lists = map(str.split, text.split(SENTENCE_END))
    else:
        word_lists = _split_by_rules(text, lang)
    for words in word_lists:
        if any(map(has_alphanumeric, words)):
            sentences.append(leading + words)
            leading = []
        else:
            (sentences[-1] if sentences else leading).extend(words)
    return [" ".join(words) for words in sentences]


def _split_by_rules(text: str, lang: str) -> Iterator[list[str]]:
    """Yield the words of each sentence."""
    rules = find_language(parse_language(lang)).rules or _NO_RULES
    has_capitals = text != text.lower()
    for line in text.splitlines():
        for piece in [line] if line.isascii() else _BOUNDARY_AFTER_WIDE_MARK.split(line):
            yield from _split_chunks(piece.split(), rules, has_capitals)


def split_analysed(sentence: Sentence) -> list[Sentence]:
    """Split an analysed text into sentences after tokens that consist of end marks."""
    sentences: list[Sentence] = []
    tokens: list[Token] = []
    for token in sentence.tokens:
        tokens.append(token)
        if token.form and not token.form.strip(_END_MARKS):
            sentences.append(_create_sentence(tokens))
            tokens = []
    if tokens:
        sentences.append(_create_sentence(tokens))
    # The original sentence keeps its text.
    return [sentence] if len(sentences) == 1 else sentences


def _create_sentence(tokens: list[Token]) -> Sentence:
    return Sentence(" ".join(token.form for token in tokens), tuple(tokens))


def _split_chunks(
    chunks: list[str], rules: TokenizerRules, has_capitals: bool
) -> Iterator[list[str]]:
    """Split the chunks (text between spaces) of a line into sentences."""
    start = 0
    for next_index, chunk in enumerate(chunks[:-1], 1):
        may_end_sentence = chunk[-1] in _FINAL_CHARACTERS
        if may_end_sentence and _ends_sentence(chunk, chunks[next_index], rules, has_capitals):
            yield chunks[start:next_index]
            start = next_index
    if chunks:
        yield chunks[start:]


def _ends_sentence(chunk: str, following: str, rules: TokenizerRules, has_capitals: bool) -> bool:
    """Return whether a sentence ends between a chunk and the following chunk."""
    without_closing = chunk.rstrip(_CLOSING_MARKS)
    without_marks = without_closing.rstrip(_END_MARKS)
    marks = without_closing[len(without_marks) :]
    if not marks:
        return False
    word = without_marks.lstrip(_OPENING_MARKS)
    if not word:
        return len(marks) == 1 or not _starts_lower_case(following, has_capitals)
    if marks == "." and _keeps_dot(word, rules):
        return False
    return not _starts_lower_case(following, has_capitals)


def _starts_lower_case(following: str, has_capitals: bool) -> bool:
    """Return whether a chunk begins with a lower-case letter, in a text that has capitals."""
    return has_capitals and following.lstrip(_OPENING_MARKS)[:1].islower()


def _keeps_dot(word: str, rules: TokenizerRules) -> bool:
    """Return whether a dot after the word is part of the word."""
    if word.isdigit():
        return len(word) <= rules.ordinal_digits
    if word.lower() in rules.abbreviations or _DOTTED_LETTERS.fullmatch(word):
        return True
    # "I." is the pronoun or a Roman numeral at the end of a sentence.
    return len(word) == 1 and word.isupper() and word != "I"
