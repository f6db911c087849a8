"""Random edits that make a translation worse, for synthetic training data."""

import re
from collections import defaultdict
from random import Random

from .sentence_edits import (
    TrainingVocabulary,
    Words,
    change_digits,
    choose_or_none,
    choose_other_spelt_number,
    parse_spelt_number,
    replace_word,
    strip_punctuation,
)

_AUXILIARIES = frozenset(
    "is are was were will would can could should has had have must may might does did do".split()
)
_NEGATIONS = ("not", "never", "no")
_EDIT_NAMES = (
    "drop drop_some cut_end swap shuffle repeat replace replace negate negate renumber renumber "
    "renumber"
).split()
_MAX_ATTEMPTS = 12
# A word may replace another one if it occurs at least this often.
_MIN_REPLACEMENT_COUNT = 3
# Minimum length of sentences, in words, to drop several words from, and to shuffle.
_MIN_WORDS_TO_DROP, _MIN_WORDS_TO_SHUFFLE = 8, 6


class MeaningChangingEdits:
    """Edits that change the meaning.

    Each method in `_EDIT_NAMES` returns the edited words, or None if it is not applicable.
    """

    def __init__(self, random: Random, vocabulary: TrainingVocabulary) -> None:
        self._random, self._vocabulary = random, vocabulary
        self._words_by_ending: dict[tuple[bool, str], list[str]] = defaultdict(list)
        for word in vocabulary.list_frequent_content_words(_MIN_REPLACEMENT_COUNT):
            self._words_by_ending[word[0].isupper(), word[-2:].lower()].append(word)

    def apply_random_edit(self, words: Words) -> tuple[str, Words] | None:
        """Apply a random edit; return its name and the edited words, or None."""
        for _ in range(_MAX_ATTEMPTS):
            name = self._random.choice(_EDIT_NAMES)
            edited: Words | None = getattr(self, name)(words)
            if edited and edited != words:
                return name, edited
        return None

    def drop(self, words: Words) -> Words | None:
        """Remove a content word."""
        content_indices = self._vocabulary.find_content_indices(words)
        index = choose_or_none(self._random, content_indices) if len(content_indices) > 1 else None
        return None if index is None else words[:index] + words[index + 1 :]

    def drop_some(self, words: Words) -> Words | None:
        """Remove several consecutive words."""
        if len(words) < _MIN_WORDS_TO_DROP:
            return None
        count = self._random.randint(2, max(2, len(words) // 4))
        start = self._random.randrange(len(words) - count)
        return words[:start] + words[start + count :]

    def cut_end(self, words: Words) -> Words | None:
        """Remove the last words."""
        if len(words) < _MIN_WORDS_TO_DROP:
            return None
        return words[: len(words) - self._random.randint(2, max(2, len(words) // 3))]

    def swap(self, words: Words) -> Words | None:
        """Exchange two content words; punctuation stays in its position."""
        content_indices = self._vocabulary.find_content_indices(words)
        if len(content_indices) < 2:
            return None
        first, second = sorted(self._random.sample(content_indices, 2))
        edited = replace_word(words, first, strip_punctuation(words[second]))
        return replace_word(edited, second, strip_punctuation(words[first]))

    def shuffle(self, words: Words) -> Words | None:
        """Shuffle several consecutive words."""
        if len(words) < _MIN_WORDS_TO_SHUFFLE:
            return None
        count = self._random.randint(4, min(10, len(words)))
        start = self._random.randrange(len(words) - count + 1)
        shuffled_words = words[start : start + count]
        self._random.shuffle(shuffled_words)
        return words[:start] + shuffled_words + words[start + count :]

    def repeat(self, words: Words) -> Words | None:
        """Repeat one to three words."""
        count = self._random.randint(1, min(3, len(words)))
        start = self._random.randrange(len(words) - count + 1)
        return words[: start + count] + words[start:]

    def negate(self, words: Words) -> Words | None:
        """Remove an English negation, or insert one."""
        lower_words = [strip_punctuation(word).lower() for word in words]
        index = choose_or_none(
            self._random,
            [word_index for word_index, word in enumerate(lower_words) if word in _NEGATIONS],
        )
        if index is not None:
            return words[:index] + words[index + 1 :]
        contracted_indices = [
            word_index
            for word_index, word in enumerate(lower_words)
            if re.fullmatch(r".*[^ao]n't", word)
        ]
        index = choose_or_none(self._random, contracted_indices)
        if index is not None:
            return replace_word(words, index, strip_punctuation(words[index])[:-3])
        index = choose_or_none(
            self._random,
            [word_index for word_index, word in enumerate(lower_words) if word in _AUXILIARIES],
        )
        if index is None or index + 1 == len(words):
            return None
        return [*words[: index + 1], self._random.choice(_NEGATIONS[:2]), *words[index + 1 :]]

    def renumber(self, words: Words) -> Words | None:
        """Replace a number by another number."""
        digit_indices = [
            word_index for word_index, word in enumerate(words) if re.search(r"\d", word)
        ]
        spelt_indices = [
            word_index
            for word_index, word in enumerate(words)
            if parse_spelt_number(strip_punctuation(word))
        ]
        index = choose_or_none(self._random, digit_indices + spelt_indices)
        if index is None:
            return None
        if index in spelt_indices:
            return replace_word(
                words,
                index,
                choose_other_spelt_number(strip_punctuation(words[index]), self._random),
            )
        changed_word = change_digits(words[index], self._random)
        return None if changed_word is None else [*words[:index], changed_word, *words[index + 1 :]]

    def replace(self, words: Words) -> Words | None:
        """Replace a word by one with the same ending."""
        index = choose_or_none(self._random, self._vocabulary.find_content_indices(words))
        if index is None:
            return None
        word = strip_punctuation(words[index])
        replacements = self._words_by_ending.get((word[0].isupper(), word[-2:].lower()))
        return (
            replace_word(words, index, self._random.choice(replacements)) if replacements else None
        )
