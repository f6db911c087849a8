"""Sentences as the learner meets them: words as numbered features, noise included."""

import random
from typing import NamedTuple

from ..lemmas import Lemmatizer
from .features import (
    BOUNDARY,
    joined,
    label_features,
    normal,
    unknown_kind,
    word_features,
)
from .perceptron import Perceptron
from .tag_lexicon import Entry, kind_of
from .vocabulary import Tagged, Vocabulary

Word = Entry[list[int]]


class Sample(NamedTuple):
    """A sentence with two boundary words on either side, and its true labels (-1: none)."""

    words: list[Word]
    truth: list[int]


class TaggedExamples:
    """Makes words and features for one training run."""

    def __init__(
        self, vocabulary: Vocabulary, lemmatizer: Lemmatizer, perceptron: Perceptron
    ) -> None:
        self._vocabulary = vocabulary
        self._lemmatizer = lemmatizer
        self._number = perceptron.number
        self._words: dict[tuple[str, bool], Word] = {}
        self._pairs: dict[tuple[int, int], list[int]] = {}
        self.start = len(vocabulary.labels)
        self._fallback = tuple(range(self.start))
        self._names = (*vocabulary.labels, BOUNDARY)
        self._upos = tuple(name.partition(" ")[0] for name in self._names)
        self._edge = self._make(BOUNDARY, known=True)

    def sample(self, sentence: Tagged, hidden: float, recased: float, rng: random.Random) -> Sample:
        """A sentence as training sees it this time: some words hidden, perhaps in another case."""
        forms = [form for form, _ in sentence]
        if rng.random() < recased:
            forms = _recase(forms, rng.random())
        counts = self._vocabulary.counts
        words = [self._edge, self._edge]
        for form in forms:
            count = counts.get(normal(form), 0)
            words.append(self._word(form, rng.random() * (hidden + count) >= hidden))
        words += (self._edge, self._edge)
        return Sample(words, [self._vocabulary.replaced.get(label, -1) for _, label in sentence])

    def features(self, words: list[Word], position: int, before: int, previous: int) -> list[int]:
        """The numbers of all features of the token at `position`."""
        word, following = words[position], words[position + 1]
        own = word.own.get(previous)
        if own is None:
            case = word.first if previous == self.start else word.inside
            upos = self._upos[previous]
            own = case + [self._number(joined(stem, upos)) for stem in word.previous_stems]
            word.own[previous] = own
        kind = following.kind
        onward = word.with_next.get(kind)
        if onward is None:
            onward = [self._number(joined(stem, kind)) for stem in word.next_stems]
            word.with_next[kind] = onward
        return [
            *own,
            *onward,
            *self._pair(before, previous),
            *words[position - 1].before,
            *words[position - 2].before2,
            *following.after,
            *words[position + 2].after2,
        ]

    def _pair(self, before: int, previous: int) -> list[int]:
        numbers = self._pairs.get((before, previous))
        if numbers is None:
            features = label_features(self._names[previous], self._names[before])
            numbers = self._pairs[before, previous] = self._numbers(tuple(features))
        return numbers

    def _word(self, form: str, known: bool) -> Word:
        word = self._words.get((form, known))
        if word is None:
            word = self._words[form, known] = self._make(form, known)
        return word

    def _make(self, form: str, known: bool) -> Word:
        listed = self._vocabulary.words.get(normal(form)) if known else None
        kind = unknown_kind(form) if listed is None else kind_of(listed)
        candidates = self._vocabulary.open.get(kind, ()) if listed is None else listed
        lemma = self._lemmatizer.base(form)
        features = word_features(form, lemma, self._lemmatizer.knows(form), kind, known)
        return Entry(
            candidates or self._fallback,
            kind,
            self._numbers(features.before),
            self._numbers(features.before2),
            self._numbers(features.after),
            self._numbers(features.after2),
            self._numbers(features.own + features.first),
            self._numbers(features.own + features.inside),
            features.with_previous,
            features.with_next,
        )

    def _numbers(self, features: tuple[str, ...]) -> list[int]:
        return [self._number(feature) for feature in features]


def _recase(forms: list[str], dice: float) -> list[str]:
    if dice < 0.5:
        return [form.lower() for form in forms]
    if dice < 0.75:
        return [form.upper() for form in forms]
    return [form[:1].upper() + form[1:] for form in forms]
