"""Vocabulary, examples and perceptron weights for training a tagger."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..lemmatizer import Lemmatizer
from .features import (
    BOUNDARY,
    get_label_features,
    get_unlisted_kind,
    get_word_features,
    join_feature,
    normalize_form,
)
from .tagger import WordEntry, format_kind

# A sentence: pairs of a form and its label.
TaggedSentence = Sequence[tuple[str, str]]
# The kinds of words that are not listed in the vocabulary, see `get_unlisted_kind`.
UNLISTED_KINDS = ("?X", "?x", "?0", "?.")


@dataclass(frozen=True)
class Limits:
    """Frequency thresholds, chosen on held-out data. They are stored in the tagger file.

    A listed word can only get labels that it has in the training corpus. The candidates of unlisted
    words, the open-class labels, are learnt from rare words.
    """

    label: int = 25  # minimum count of a label; others become the most frequent label of the UPOS
    listed: int = 8  # minimum count of a listed word
    closed: int = 2  # minimum count of a listed word that has no open-class label
    share: float = 0.005  # minimum share of a candidate among the labels of a listed word
    rare: int = 5  # maximum count of a rare word
    open_share: float = 0.002  # minimum share of a candidate among the labels of rare words


@dataclass(frozen=True)
class TaggerVocabulary:
    """The labels and words of a training corpus. Candidates are indices into `labels`."""

    labels: tuple[str, ...]
    label_indices: dict[str, int]  # label of the corpus -> index of the label or of its replacement
    word_counts: dict[str, int]  # normalised form -> number of occurrences
    candidates_by_word: dict[str, tuple[int, ...]]  # normalised form of a listed word -> candidates
    candidates_by_kind: dict[str, tuple[int, ...]]  # kind of unlisted word -> candidates


def build_vocabulary(sentences: Sequence[TaggedSentence], limits: Limits) -> TaggerVocabulary:
    """Build the vocabulary of a corpus from its frequent labels and words."""
    label_counts = Counter(label for sentence in sentences for _, label in sentence)
    frequent_labels = sorted(label for label in label_counts if label_counts[label] >= limits.label)
    labels = tuple(frequent_labels or sorted(label_counts))
    label_indices = _index_labels(label_counts, labels)
    labels_by_word: defaultdict[str, Counter[int]] = defaultdict(Counter)
    labels_by_kind: dict[str, Counter[int]] = {kind: Counter() for kind in UNLISTED_KINDS}
    kinds: dict[str, str] = {}
    for sentence in sentences:
        for form, label in sentence:
            if label in label_indices:
                labels_by_word[normalize_form(form)][label_indices[label]] += 1
    word_counts = {word: tally.total() for word, tally in labels_by_word.items()}
    for sentence in sentences:
        for form, label in sentence:
            if label not in label_indices:
                continue
            kind = kinds.setdefault(form, get_unlisted_kind(form))
            # There are few distinct punctuation marks in a corpus, so all of them are counted.
            if kind == "?." or word_counts[normalize_form(form)] <= limits.rare:
                labels_by_kind[kind][label_indices[label]] += 1
    candidates_by_kind = {
        kind: _select_frequent(tally, limits.open_share) for kind, tally in labels_by_kind.items()
    }
    open_labels = {label for candidates in candidates_by_kind.values() for label in candidates}
    candidates_by_word = {}
    for word, tally in labels_by_word.items():
        min_count = limits.closed if open_labels.isdisjoint(tally) else limits.listed
        if word_counts[word] >= min_count:
            candidates_by_word[word] = _select_frequent(tally, limits.share)
    return TaggerVocabulary(
        labels, label_indices, word_counts, candidates_by_word, candidates_by_kind
    )


def _index_labels(label_counts: Counter[str], labels: tuple[str, ...]) -> dict[str, int]:
    """Map each label of the corpus to its index in `labels`, or to the index of its replacement.

    A rare label is replaced by the most frequent label with the same UPOS. It is left out if there
    is none.
    """
    index_by_label = {label: index for index, label in enumerate(labels)}
    most_frequent: dict[str, int] = {}  # UPOS -> index of the most frequent label
    for label in sorted(labels, key=lambda label: label_counts[label]):
        most_frequent[label.partition(" ")[0]] = index_by_label[label]
    label_indices = {}
    for label in label_counts:
        index = index_by_label.get(label, most_frequent.get(label.partition(" ")[0]))
        if index is not None:
            label_indices[label] = index
    return label_indices


def _select_frequent(label_counts: Counter[int], min_share: float) -> tuple[int, ...]:
    """Return the labels whose share of all counts is `min_share` or more, in ascending order."""
    min_count = min_share * label_counts.total()
    return tuple(sorted(label for label, count in label_counts.items() if count >= min_count))


class Perceptron:
    """An averaged perceptron: the result is the average of the weights after each step.

    The weights are not summed after every step, which would be slow. Instead, each update is also
    added to a second sum, multiplied by the number of its step. The average of a weight is its
    final value minus this sum divided by the number of steps.

    Attributes
    ----------
    steps : int
        Number of steps so far; callers increase it before each guess.
    weights : list of dict
        By index of the feature: mapping from label index to weight.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.weights: list[dict[int, int]] = []
        self._step_weighted_updates: list[dict[int, int]] = []
        self._feature_indices_by_name: dict[str, int] = {}

    def get_feature_index(self, feature: str) -> int:
        """Return the index of a feature; add the feature if it is new."""
        index = self._feature_indices_by_name.get(feature)
        if index is None:
            index = self._feature_indices_by_name[feature] = len(self.weights)
            self.weights.append({})
            self._step_weighted_updates.append({})
        return index

    def find_best_label(
        self, features: list[int], candidates: tuple[int, ...], scores: list[int]
    ) -> int:
        """Return the first candidate with the highest score.

        `scores` has one initial score per label and is changed.
        """
        weights = self.weights
        for feature in features:
            for label, weight in weights[feature].items():
                scores[label] += weight
        return max(candidates, key=scores.__getitem__)

    def update(self, features: list[int], truth: int, guess: int) -> None:
        """Increase the weights of the true label and decrease those of the wrong guess by 1."""
        step = self.steps
        for feature in features:
            weights, weighted_updates = self.weights[feature], self._step_weighted_updates[feature]
            weights[truth] = weights.get(truth, 0) + 1
            weighted_updates[truth] = weighted_updates.get(truth, 0) + step
            weights[guess] = weights.get(guess, 0) - 1
            weighted_updates[guess] = weighted_updates.get(guess, 0) - step

    def average_weights(self) -> dict[str, dict[int, float]]:
        """Return a mapping from features to the average weight of each label index."""
        steps = max(self.steps, 1)
        return {
            feature: {
                label: weight - self._step_weighted_updates[index][label] / steps
                for label, weight in self.weights[index].items()
            }
            for feature, index in self._feature_indices_by_name.items()
        }


# A word with the indices of its features.
IndexedWord = WordEntry[list[int]]


class TrainingSentence(NamedTuple):
    """A sentence for training."""

    words: list[IndexedWord]  # with two boundary words at the beginning and at the end
    true_labels: list[int]  # index of the true label of each word; -1: not in the vocabulary


class TaggingExamples:
    """Creates the training examples from labelled sentences.

    Attributes
    ----------
    start : int
        The label index that stands for the boundary before the first word.
    """

    def __init__(
        self, vocabulary: TaggerVocabulary, lemmatizer: Lemmatizer, perceptron: Perceptron
    ) -> None:
        self._vocabulary = vocabulary
        self._lemmatizer = lemmatizer
        self._feature_index = perceptron.get_feature_index
        self._word_cache: dict[tuple[str, bool], IndexedWord] = {}
        self._pair_cache: dict[tuple[int, int], list[int]] = {}
        self.start_label = len(vocabulary.labels)
        self._all_labels = tuple(range(self.start_label))
        self._label_names = (*vocabulary.labels, BOUNDARY)
        self._upos = tuple(name.partition(" ")[0] for name in self._label_names)
        self._boundary = self._create_word(BOUNDARY, is_known=True)

    def create_example(
        self, sentence: TaggedSentence, hidden_rate: float, recased_share: float, rng: random.Random
    ) -> TrainingSentence:
        """Return a sentence for training, with random noise (see `Noise`).

        Some words are treated as unknown, and the case of the sentence may be changed.
        """
        forms = [form for form, _ in sentence]
        if rng.random() < recased_share:
            forms = _change_case(forms, rng.random())
        counts = self._vocabulary.word_counts
        words = [self._boundary, self._boundary]
        for form in forms:
            count = counts.get(normalize_form(form), 0)
            is_known = rng.random() * (hidden_rate + count) >= hidden_rate
            words.append(self._get_word(form, is_known))
        words += (self._boundary, self._boundary)
        return TrainingSentence(
            words, [self._vocabulary.label_indices.get(label, -1) for _, label in sentence]
        )

    def get_features(
        self, words: list[IndexedWord], position: int, second_previous: int, previous: int
    ) -> list[int]:
        """Return the indices of all features of the word at index `position`.

        `second_previous` and `previous` are the labels of the two words before it.
        """
        word, following = words[position], words[position + 1]
        own_features = word.by_previous_label.get(previous)
        if own_features is None:
            context_free_features = (
                word.at_sentence_start if previous == self.start_label else word.inside_sentence
            )
            upos = self._upos[previous]
            own_features = context_free_features + [
                self._feature_index(join_feature(stem, upos)) for stem in word.previous_stems
            ]
            word.by_previous_label[previous] = own_features
        kind = following.kind
        next_features = word.by_next_kind.get(kind)
        if next_features is None:
            next_features = [
                self._feature_index(join_feature(stem, kind)) for stem in word.next_stems
            ]
            word.by_next_kind[kind] = next_features
        return [
            *own_features,
            *next_features,
            *self._get_pair_features(second_previous, previous),
            *words[position - 1].for_next,
            *words[position - 2].for_second_next,
            *following.for_previous,
            *words[position + 2].for_second_previous,
        ]

    def _get_pair_features(self, second_previous: int, previous: int) -> list[int]:
        indices = self._pair_cache.get((second_previous, previous))
        if indices is None:
            names = self._label_names
            features = tuple(get_label_features(names[previous], names[second_previous]))
            indices = self._feature_indices(features)
            self._pair_cache[second_previous, previous] = indices
        return indices

    def _get_word(self, form: str, is_known: bool) -> IndexedWord:
        word = self._word_cache.get((form, is_known))
        if word is None:
            word = self._word_cache[form, is_known] = self._create_word(form, is_known)
        return word

    def _create_word(self, form: str, is_known: bool) -> IndexedWord:
        vocabulary = self._vocabulary
        candidates = vocabulary.candidates_by_word.get(normalize_form(form)) if is_known else None
        if candidates is None:
            kind = get_unlisted_kind(form)
            candidates = vocabulary.candidates_by_kind.get(kind, ())
        else:
            kind = format_kind(candidates)
        lemma = self._lemmatizer.base_lemma(form)
        features = get_word_features(form, lemma, self._lemmatizer.is_listed(form), kind, is_known)
        return WordEntry(
            candidates or self._all_labels,
            kind,
            self._feature_indices(features.for_next),
            self._feature_indices(features.for_second_next),
            self._feature_indices(features.for_previous),
            self._feature_indices(features.for_second_previous),
            self._feature_indices(features.current + features.at_sentence_start),
            self._feature_indices(features.current + features.inside_sentence),
            features.previous_stems,
            features.next_stems,
        )

    def _feature_indices(self, features: tuple[str, ...]) -> list[int]:
        return [self._feature_index(feature) for feature in features]


def _change_case(forms: list[str], draw: float) -> list[str]:
    """Convert forms to lower, upper or title case, depending on a random number below 1."""
    if draw < 0.5:
        return [form.lower() for form in forms]
    if draw < 0.75:
        return [form.upper() for form in forms]
    return [form[:1].upper() + form[1:] for form in forms]
