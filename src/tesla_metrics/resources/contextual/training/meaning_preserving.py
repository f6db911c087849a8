"""Random edits that hardly change the quality of a translation, for synthetic training data."""

from collections import defaultdict
from collections.abc import Mapping
from random import Random

from ....text.synonyms import Synonyms
from ....text.synonyms.base import SynsetMembers
from .sentence_edits import (
    SPELT_NUMBERS,
    TrainingVocabulary,
    Words,
    choose_or_none,
    parse_spelt_number,
    replace_word,
    strip_punctuation,
)

_EDIT_NAMES = (
    "synonym synonym synonym drop_function notation notation misspell front inflect"
).split()
_MAX_ATTEMPTS = 10
_ARTICLES = ("the", "that", "a", "an")
_PHRASE_FIRST_WORDS = ("in", "on", "after", "before", "during", "since", "when", "because", "last")
# Minimum counts of synonyms and of other forms of a word.
_MIN_SYNONYM_COUNT, _MIN_FORM_COUNT = 10, 2
_MAX_SYNONYMS = 40
_MIN_MISSPELT_LETTERS = 6


class MeaningPreservingEdits:
    """Edits that preserve the meaning.

    Each method in `_EDIT_NAMES` returns the edited words, or None if it is not applicable.
    """

    def __init__(
        self,
        random: Random,
        vocabulary: TrainingVocabulary,
        synonyms: Synonyms | None,
        lemmas: Mapping[str, str],
    ) -> None:
        self._random, self._vocabulary, self._synonyms = random, vocabulary, synonyms
        self._lemmas = lemmas
        self._forms_by_lemma: dict[str, list[str]] = defaultdict(list)
        for word in vocabulary.list_frequent_content_words(_MIN_FORM_COUNT):
            if word.isalpha() and word.islower():
                self._forms_by_lemma[self.get_lemma(word)].append(word)

    def apply_random_edit(self, words: Words) -> tuple[str, Words] | None:
        """Apply a random edit; return its name and the edited words, or None."""
        for _ in range(_MAX_ATTEMPTS):
            name = self._random.choice(_EDIT_NAMES)
            edited: Words | None = getattr(self, name)(words)
            if edited and edited != words:
                return name, edited
        return None

    def get_lemma(self, word: str) -> str:
        """Return the lemma of a lower-case word."""
        return self._lemmas.get(word) or word

    def synonym(self, words: Words) -> Words | None:
        """Replace a word by a synonym."""
        content_indices = self._vocabulary.find_content_indices(words)
        self._random.shuffle(content_indices)
        for index in content_indices[:8]:
            if synonyms := self._find_synonyms(strip_punctuation(words[index])):
                return replace_word(words, index, self._random.choice(synonyms))
        return None

    def _find_synonyms(self, word: str) -> list[str]:
        """Return the frequent synonyms of a lower-case word."""
        synonyms, members = self._synonyms, self._synonyms
        if synonyms is None or not isinstance(members, SynsetMembers) or not word.islower():
            return []
        candidates = {
            member
            for synset in synonyms.synsets(word)
            for member in members.members(synset)
            if member != word and member.isalpha() and member.islower()
        }
        frequent_synonyms = [
            candidate
            for candidate in candidates
            if self._vocabulary.counts[candidate] >= _MIN_SYNONYM_COUNT
        ]
        return sorted(frequent_synonyms)[:_MAX_SYNONYMS]

    def drop_function(self, words: Words) -> Words | None:
        """Remove an English article."""
        index = choose_or_none(
            self._random,
            [
                word_index
                for word_index, word in enumerate(words)
                if word_index and word in _ARTICLES
            ],
        )
        return None if index is None else words[:index] + words[index + 1 :]

    def notation(self, words: Words) -> Words | None:
        """Write a small English number in digits instead of words, or vice versa."""
        for index, word in enumerate(map(strip_punctuation, words)):
            if (value := parse_spelt_number(word)) is not None:
                return replace_word(words, index, str(value))
            if word.isascii() and word.isdigit() and 2 <= int(word) < len(SPELT_NUMBERS):
                return replace_word(words, index, SPELT_NUMBERS[int(word)])
        return None

    def misspell(self, words: Words) -> Words | None:
        """Swap two letters of a word."""
        long_word_indices = [
            word_index
            for word_index in self._vocabulary.find_content_indices(words)
            if len(strip_punctuation(words[word_index])) >= _MIN_MISSPELT_LETTERS
        ]
        index = choose_or_none(self._random, long_word_indices)
        if index is None:
            return None
        word = strip_punctuation(words[index])
        letter = self._random.randrange(2, len(word) - 2)
        swapped_letters = word[letter + 1] + word[letter]
        return replace_word(words, index, word[:letter] + swapped_letters + word[letter + 2 :])

    def inflect(self, words: Words) -> Words | None:
        """Replace a word by another form of it."""
        index = choose_or_none(self._random, self.find_inflected_indices(words))
        if index is None:
            return None
        word = strip_punctuation(words[index])
        forms = [form for form in self._forms_by_lemma[self.get_lemma(word)] if form != word]
        return replace_word(words, index, self._random.choice(forms)) if forms else None

    def find_inflected_indices(self, words: Words) -> list[int]:
        """Return the indices of words that have other forms."""
        indices = []
        for index in self._vocabulary.find_content_indices(words):
            word = strip_punctuation(words[index])
            if word.islower() and len(self._forms_by_lemma.get(self.get_lemma(word), ())) > 1:
                indices.append(index)
        return indices

    def front(self, words: Words) -> Words | None:
        """Move the last phrase of an English sentence to the front."""
        second_half = range(len(words) // 2, len(words) - 2)
        starts = [start for start in second_half if words[start].lower() in _PHRASE_FIRST_WORDS]
        if not starts or not words[-1].endswith("."):
            return None
        start, first_word = starts[-1], words[0]
        if first_word.lower() in self._vocabulary.function_words and first_word != "I":
            first_word = first_word.lower()
        moved_words = [words[start].capitalize(), *words[start + 1 : -1], words[-1][:-1] + ","]
        return [*moved_words, first_word, *words[1 : start - 1], words[start - 1] + "."]
