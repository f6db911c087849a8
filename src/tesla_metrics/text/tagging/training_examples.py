"""Vocabulary, examples and perceptron weights for training a tagger."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..lemmatizer import Lemmatizer
from .features import (
    BOUNDARY,
    join_feature,
    label_features,
    normalize_form,
    unknown_kind,
    word_features,
)
from .tagger import Entry, kind_of

Tagged = Sequence[tuple[str, str]]
KINDS = ("?X", "?x", "?0", "?.")


@dataclass(frozen=True)
class Limits:
    """Frequency thresholds, chosen on held-out data."""

    label: int = 25  # a rarer label is replaced by the most frequent label of its UPOS
    listed: int = 8  # a word with this count has only the labels of the corpus
    closed: int = 2  # the same for words that have only closed-class labels
    share: float = 0.005  # minimum share of a label among the labels of a word
    rare: int = 5  # words up to this count represent unlisted words
    open_share: float = 0.002  # minimum share of an open-class label among these words


@dataclass(frozen=True)
class Vocabulary:
    """Candidates by word and by kind of word, as indices into `labels`."""

    labels: tuple[str, ...]
    replaced: dict[str, int]
    counts: dict[str, int]
    words: dict[str, tuple[int, ...]]
    open: dict[str, tuple[int, ...]]


def build_vocabulary(sentences: Sequence[Tagged], limits: Limits) -> Vocabulary:
    """Return the labels, words and open classes of a corpus that are frequent enough."""
    label_counts = Counter(label for sentence in sentences for _, label in sentence)
    labels = tuple(
        sorted(label for label in label_counts if label_counts[label] >= limits.label)
    ) or tuple(sorted(label_counts))
    replaced = _replacements(label_counts, labels)
    by_word: defaultdict[str, Counter[int]] = defaultdict(Counter)
    kinds: dict[str, str] = {}
    by_kind: dict[str, Counter[int]] = {kind: Counter() for kind in KINDS}
    for sentence in sentences:
        for form, label in sentence:
            if label in replaced:
                by_word[normalize_form(form)][replaced[label]] += 1
    counts = {word: tally.total() for word, tally in by_word.items()}
    for sentence in sentences:
        for form, label in sentence:
            kind = kinds.setdefault(form, unknown_kind(form))
            # There are few distinct marks in a corpus, so frequent ones represent rare ones.
            if label in replaced and (kind == "?." or counts[normalize_form(form)] <= limits.rare):
                by_kind[kind][replaced[label]] += 1
    open_labels = {kind: _frequent(tally, limits.open_share) for kind, tally in by_kind.items()}
    all_open = {label for candidates in open_labels.values() for label in candidates}
    words = {
        word: _frequent(tally, limits.share)
        for word, tally in by_word.items()
        if counts[word] >= (limits.closed if all_open.isdisjoint(tally) else limits.listed)
    }
    return Vocabulary(labels, replaced, counts, words, open_labels)


def _replacements(label_counts: Counter[str], labels: tuple[str, ...]) -> dict[str, int]:
    index = {label: label_index for label_index, label in enumerate(labels)}
    commonest: dict[str, int] = {}
    for label in sorted(labels, key=lambda label: label_counts[label]):
        commonest[label.partition(" ")[0]] = index[label]
    replaced = {}
    for label in label_counts:
        label_index = index.get(label, commonest.get(label.partition(" ")[0]))
        if label_index is not None:
            replaced[label] = label_index
    return replaced


def _frequent(tally: Counter[int], share: float) -> tuple[int, ...]:
    min_count = share * tally.total()
    return tuple(sorted(label for label, count in tally.items() if count >= min_count))


class Perceptron:
    """An averaged perceptron over numbered features.

    Instead of summing all weights after every step, each update is also stored multiplied by its
    step. The average is the weight minus that sum divided by the number of steps.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.weights: list[dict[int, int]] = []
        self._step_weighted: list[dict[int, int]] = []
        self._indices: dict[str, int] = {}

    def feature_index(self, feature: str) -> int:
        """Return the index of a feature; add the feature if it is new."""
        index = self._indices.get(feature)
        if index is None:
            index = self._indices[feature] = len(self.weights)
            self.weights.append({})
            self._step_weighted.append({})
        return index

    def best(self, features: list[int], candidates: tuple[int, ...], scores: list[int]) -> int:
        """Return the first candidate with the highest score; `scores` are the initial scores."""
        weights = self.weights
        for feature in features:
            for label, weight in weights[feature].items():
                scores[label] += weight
        return max(candidates, key=scores.__getitem__)

    def update(self, features: list[int], truth: int, guess: int) -> None:
        """Increase the weights of the true label and decrease those of the wrong guess."""
        steps = self.steps
        for feature in features:
            weights, step_weighted = self.weights[feature], self._step_weighted[feature]
            weights[truth] = weights.get(truth, 0) + 1
            step_weighted[truth] = step_weighted.get(truth, 0) + steps
            weights[guess] = weights.get(guess, 0) - 1
            step_weighted[guess] = step_weighted.get(guess, 0) - steps

    def averages(self) -> dict[str, dict[int, float]]:
        """Return the weights by feature, averaged over all steps."""
        steps = max(self.steps, 1)
        return {
            feature: {
                label: weight - self._step_weighted[index][label] / steps
                for label, weight in self.weights[index].items()
            }
            for feature, index in self._indices.items()
        }


Word = Entry[list[int]]


class Sample(NamedTuple):
    """A sentence with two boundary words on either side, and its true labels (-1: unknown)."""

    words: list[Word]
    truth: list[int]


class TaggedExamples:
    """Creates words and features for a training run."""

    def __init__(
        self, vocabulary: Vocabulary, lemmatizer: Lemmatizer, perceptron: Perceptron
    ) -> None:
        self._vocabulary = vocabulary
        self._lemmatizer = lemmatizer
        self._feature_index = perceptron.feature_index
        self._words: dict[tuple[str, bool], Word] = {}
        self._pairs: dict[tuple[int, int], list[int]] = {}
        self.start = len(vocabulary.labels)
        self._fallback = tuple(range(self.start))
        self._names = (*vocabulary.labels, BOUNDARY)
        self._upos = tuple(name.partition(" ")[0] for name in self._names)
        self._edge = self._make(BOUNDARY, known=True)

    def sample(self, sentence: Tagged, hidden: float, recased: float, rng: random.Random) -> Sample:
        """Return a sentence for training, with some words hidden and possibly in another case."""
        forms = [form for form, _ in sentence]
        if rng.random() < recased:
            forms = _recase(forms, rng.random())
        counts = self._vocabulary.counts
        words = [self._edge, self._edge]
        for form in forms:
            count = counts.get(normalize_form(form), 0)
            words.append(self._word(form, rng.random() * (hidden + count) >= hidden))
        words += (self._edge, self._edge)
        return Sample(words, [self._vocabulary.replaced.get(label, -1) for _, label in sentence])

    def features(
        self, words: list[Word], position: int, second_previous: int, previous: int
    ) -> list[int]:
        """Return the indices of all features of the token at `position`."""
        word, following = words[position], words[position + 1]
        own_features = word.by_previous.get(previous)
        if own_features is None:
            case = word.first if previous == self.start else word.inside
            upos = self._upos[previous]
            own_features = case + [
                self._feature_index(join_feature(stem, upos)) for stem in word.previous_stems
            ]
            word.by_previous[previous] = own_features
        kind = following.kind
        next_features = word.with_next.get(kind)
        if next_features is None:
            next_features = [
                self._feature_index(join_feature(stem, kind)) for stem in word.next_stems
            ]
            word.with_next[kind] = next_features
        return [
            *own_features,
            *next_features,
            *self._pair(second_previous, previous),
            *words[position - 1].before,
            *words[position - 2].before2,
            *following.after,
            *words[position + 2].after2,
        ]

    def _pair(self, second_previous: int, previous: int) -> list[int]:
        indices = self._pairs.get((second_previous, previous))
        if indices is None:
            features = label_features(self._names[previous], self._names[second_previous])
            indices = self._pairs[second_previous, previous] = self._feature_indices(
                tuple(features)
            )
        return indices

    def _word(self, form: str, known: bool) -> Word:
        word = self._words.get((form, known))
        if word is None:
            word = self._words[form, known] = self._make(form, known)
        return word

    def _make(self, form: str, known: bool) -> Word:
        listed = self._vocabulary.words.get(normalize_form(form)) if known else None
        kind = unknown_kind(form) if listed is None else kind_of(listed)
        candidates = self._vocabulary.open.get(kind, ()) if listed is None else listed
        lemma = self._lemmatizer.base(form)
        features = word_features(form, lemma, self._lemmatizer.knows(form), kind, known)
        return Entry(
            candidates or self._fallback,
            kind,
            self._feature_indices(features.before),
            self._feature_indices(features.before2),
            self._feature_indices(features.after),
            self._feature_indices(features.after2),
            self._feature_indices(features.current + features.first),
            self._feature_indices(features.current + features.inside),
            features.with_previous,
            features.with_next,
        )

    def _feature_indices(self, features: tuple[str, ...]) -> list[int]:
        return [self._feature_index(feature) for feature in features]


def _recase(forms: list[str], draw: float) -> list[str]:
    if draw < 0.5:
        return [form.lower() for form in forms]
    if draw < 0.75:
        return [form.upper() for form in forms]
    return [form[:1].upper() + form[1:] for form in forms]
