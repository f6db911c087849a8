"""Train a tagger from labelled sentences."""

import random
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ...errors import InputError
from ...files.resource import Resource
from ..lemmatizer import Lemmatizer
from .tagger import KIND, MAX_WEIGHT, VERSION, TaggerContent, encode_body, encode_weights
from .training_examples import (
    Limits,
    Perceptron,
    TaggedSentence,
    TaggingExamples,
    TrainingSentence,
    build_vocabulary,
)

# Feature -> label index -> weight.
WeightsByFeature = Mapping[str, Mapping[int, float]]

# Weights are multiplied by this factor before they are rounded to integers.
WEIGHT_SCALE = 10.0


def quantise(weights: WeightsByFeature, min_weight: int) -> dict[str, str]:
    """Convert weights to integers and encode them; drop absolute values below `min_weight`.

    The result maps features to encoded weights. Features without any weight left are dropped.
    """
    encoded: dict[str, str] = {}
    for feature, weight_by_label in weights.items():
        rounded = {label: round(weight * WEIGHT_SCALE) for label, weight in weight_by_label.items()}
        clipped = {
            label: max(-MAX_WEIGHT, min(MAX_WEIGHT, weight))
            for label, weight in rounded.items()
            if abs(weight) >= min_weight
        }
        if clipped:
            encoded[feature] = encode_weights(clipped)
    return encoded


def fit_to_size(
    body: TaggerContent, weights: WeightsByFeature, max_bytes: int
) -> tuple[TaggerContent, int]:
    """Return the content with as many weights as fit into `max_bytes` compressed bytes.

    The second result is the minimum absolute value of the kept weights, after quantisation.
    """
    min_weight = 1
    while True:
        candidate = replace(body, weights=quantise(weights, min_weight))
        if len(zlib.compress(encode_body(candidate), 9)) <= max_bytes or not candidate.weights:
            return candidate, min_weight
        min_weight += 1


# Called with the iteration (from 1), the number of iterations and the share of correct guesses.
TrainingProgress = Callable[[int, int, float], None]

# Maximum compressed size. A shipped tagger has at most 1,000,000 bytes, including its header.
DEFAULT_MAX_BYTES = 990_000


@dataclass(frozen=True)
class Noise:
    """Noise for training, which makes the tagger robust against unknown words and other case."""

    hidden: float = 1.0
    """A word that occurs n times is treated as unknown with probability hidden / (hidden + n)."""
    recased: float = 0.05
    """Share of the sentences that are converted to lower case, upper case or title case."""


@dataclass(frozen=True)
class TaggerTrainingSettings:
    """Training settings, which are stored in the tagger file."""

    iterations: int = 8
    seed: int = 1
    limits: Limits = field(default_factory=Limits)
    noise: Noise = field(default_factory=Noise)
    largest_bytes: int = DEFAULT_MAX_BYTES


def train_tagger(
    sentences: Iterable[TaggedSentence],
    *,
    language: str,
    iterations: int = 8,
    seed: int = 1,
    limits: Limits | None = None,
    noise: Noise | None = None,
    largest_bytes: int = DEFAULT_MAX_BYTES,
    settings: dict[str, Any] | None = None,
    progress: TrainingProgress | None = None,
) -> Resource:
    """Train a tagger on sentences of (form, label) pairs; a label is `NOUN` or `NOUN NN`.

    `largest_bytes` is the maximum compressed size of the result. `settings` are added to the
    settings in the file. `progress` is called after each iteration.
    """
    training_settings = TaggerTrainingSettings(
        iterations, seed, limits or Limits(), noise or Noise(), largest_bytes
    )
    corpus = [list(sentence) for sentence in sentences]
    _check_corpus(corpus)
    vocabulary = build_vocabulary(corpus, training_settings.limits)
    lemmatizer = Lemmatizer(language)
    perceptron = Perceptron()
    examples = TaggingExamples(vocabulary, lemmatizer, perceptron)
    rng = random.Random(seed)
    for iteration in range(1, iterations + 1):
        n_correct = n_words = 0
        for index in rng.sample(range(len(corpus)), len(corpus)):
            example = examples.create_example(
                corpus[index], training_settings.noise.hidden, training_settings.noise.recased, rng
            )
            n_correct += _train_on_sentence(example, examples, perceptron)
            n_words += len(example.true_labels)
        if progress is not None:
            progress(iteration, iterations, n_correct / max(n_words, 1))
    without_weights = TaggerContent(
        vocabulary.labels, vocabulary.candidates_by_kind, vocabulary.candidates_by_word, {}
    )
    body, min_weight = fit_to_size(without_weights, perceptron.average_weights(), largest_bytes)
    header = {
        "language": language,
        "labels": "joint" if any(" " in label for label in body.labels) else "upos",
        "lemmas": lemmatizer.name,
        "recipe": asdict(training_settings),
        "quantised": {"scale": WEIGHT_SCALE, "least": min_weight, "features": len(body.weights)},
    }
    return Resource(KIND, VERSION, header | (settings or {}), encode_body(body))


def _train_on_sentence(
    example: TrainingSentence, examples: TaggingExamples, perceptron: Perceptron
) -> int:
    """Train on one sentence; return the number of correct guesses."""
    second_previous = previous = examples.start_label
    n_labels = examples.start_label
    n_correct = 0
    for position, truth in enumerate(example.true_labels, 2):  # after two boundary words
        perceptron.steps += 1
        candidates = example.words[position].candidates
        guess = candidates[0]
        if len(candidates) > 1:
            features = examples.get_features(example.words, position, second_previous, previous)
            guess = perceptron.find_best_label(features, candidates, [0] * n_labels)
            if guess != truth and truth in candidates:
                perceptron.update(features, truth, guess)
        n_correct += guess == truth
        second_previous, previous = previous, guess
    return n_correct


def _check_corpus(corpus: list[list[tuple[str, str]]]) -> None:
    if not any(corpus):
        raise InputError("there are no sentences to train a tagger on; give labelled sentences")
    for sentence in corpus:
        for form, label in sentence:
            if not form or not label or any(char in "\t\n" for char in form + label):
                raise InputError(
                    f"cannot train on the token {form!r} labelled {label!r}; "
                    "neither may be empty or contain tabs or line ends"
                )
