"""Train a tagger from labelled sentences."""

import random
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ...errors import InputError
from ...files.resource import Resource
from ...files.sentence import FUNCTION_UPOS, Sentence
from ..lemmatizer import Lemmatizer
from .tagger import KIND, MAX_WEIGHT, VERSION, Body, Tagger, encode_body, encode_weights
from .training_examples import Limits, Perceptron, Sample, Tagged, TaggedExamples, build_vocabulary

Weights = Mapping[str, Mapping[int, float]]

SCALE = 10.0


def quantise(weights: Weights, min_weight: int) -> dict[str, str]:
    """Multiply weights by SCALE and round them; drop absolute values below `min_weight`."""
    quantised: dict[str, str] = {}
    for feature, by_label in weights.items():
        rounded = {label: round(weight * SCALE) for label, weight in by_label.items()}
        pairs = {
            label: max(-MAX_WEIGHT, min(MAX_WEIGHT, weight))
            for label, weight in rounded.items()
            if abs(weight) >= min_weight
        }
        if pairs:
            quantised[feature] = encode_weights(pairs)
    return quantised


def fit_to_size(body: Body, weights: Weights, limit: int) -> tuple[Body, int]:
    """Return the body with as many weights as fit into `limit` compressed bytes.

    The second result is the absolute value below which weights were dropped.
    """
    min_weight = 1
    while True:
        fitted = replace(body, weights=quantise(weights, min_weight))
        if len(zlib.compress(encode_body(fitted), 9)) <= limit or not fitted.weights:
            return fitted, min_weight
        min_weight += 1


Progress = Callable[[int, int, float], None]

# Shipped taggers have at most 1,000,000 bytes, including the header.
DEFAULT_BYTES = 990_000


@dataclass(frozen=True)
class Noise:
    """Noise for training, which makes the tagger robust against unknown words and other case.

    A word with count n is treated as unknown with probability `hidden / (hidden + n)`. The share
    `recased` of the sentences is converted to lower case, upper case or title case.
    """

    hidden: float = 1.0
    recased: float = 0.05


@dataclass(frozen=True)
class TaggerTrainingSettings:
    """Training settings, which are stored in the tagger file."""

    iterations: int = 8
    seed: int = 1
    limits: Limits = field(default_factory=Limits)
    noise: Noise = field(default_factory=Noise)
    largest_bytes: int = DEFAULT_BYTES


def train(
    sentences: Iterable[Tagged],
    *,
    language: str,
    iterations: int = 8,
    seed: int = 1,
    limits: Limits | None = None,
    noise: Noise | None = None,
    largest_bytes: int = DEFAULT_BYTES,
    settings: dict[str, Any] | None = None,
    progress: Progress | None = None,
) -> Resource:
    """Train a tagger on sentences of (form, label) pairs; a label is `NOUN` or `NOUN NN`.

    After each iteration, `progress` is called with its number, the number of iterations and the
    share of correct guesses in it. `settings` are added to the settings of the file.
    """
    recipe = TaggerTrainingSettings(
        iterations, seed, limits or Limits(), noise or Noise(), largest_bytes
    )
    corpus = [list(sentence) for sentence in sentences]
    _check(corpus)
    vocabulary = build_vocabulary(corpus, recipe.limits)
    lemmatizer = Lemmatizer(language)
    perceptron = Perceptron()
    examples = TaggedExamples(vocabulary, lemmatizer, perceptron)
    rng = random.Random(seed)
    for iteration in range(1, iterations + 1):
        correct = total = 0
        for index in rng.sample(range(len(corpus)), len(corpus)):
            sample = examples.sample(corpus[index], recipe.noise.hidden, recipe.noise.recased, rng)
            correct += _learn(sample, examples, perceptron)
            total += len(sample.truth)
        if progress is not None:
            progress(iteration, iterations, correct / max(total, 1))
    unweighted = Body(vocabulary.labels, vocabulary.open, vocabulary.words, {})
    body, min_weight = fit_to_size(unweighted, perceptron.averages(), largest_bytes)
    header = {
        "language": language,
        "labels": "joint" if any(" " in label for label in body.labels) else "upos",
        "lemmas": lemmatizer.name,
        "recipe": asdict(recipe),
        "quantised": {"scale": SCALE, "least": min_weight, "features": len(body.weights)},
    }
    return Resource(KIND, VERSION, header | (settings or {}), encode_body(body))


def _learn(sample: Sample, examples: TaggedExamples, perceptron: Perceptron) -> int:
    """Train on one sentence; return the number of correct guesses."""
    second_previous = previous = examples.start
    label_count = examples.start
    correct = 0
    for position, truth in enumerate(sample.truth):
        perceptron.steps += 1
        candidates = sample.words[position + 2].candidates
        guess = candidates[0]
        if len(candidates) > 1:
            features = examples.features(sample.words, position + 2, second_previous, previous)
            guess = perceptron.best(features, candidates, [0] * label_count)
            if guess != truth and truth in candidates:
                perceptron.update(features, truth, guess)
        correct += guess == truth
        second_previous, previous = previous, guess
    return correct


def _check(corpus: list[list[tuple[str, str]]]) -> None:
    if not any(corpus):
        raise InputError("there are no sentences to train a tagger on; give labelled sentences")
    for sentence in corpus:
        for form, label in sentence:
            if not form or not label or any(char in "\t\n" for char in form + label):
                raise InputError(
                    f"cannot train on the token {form!r} labelled {label!r}; "
                    "neither may be empty or contain tabs or line ends"
                )


def accuracy(tagger: Tagger, sentences: Iterable[Sentence]) -> dict[str, float]:
    """Return the percentages of correct tags on gold tokens.

    The keys are `upos`, `function` (function or content word) and, if the tagger has it, `xpos`.
    """
    tokens = upos = xpos = function = 0
    for sentence in sentences:
        tags = tagger.tag([token.form for token in sentence.tokens])
        for token, (guess, fine) in zip(sentence.tokens, tags, strict=True):
            tokens += 1
            upos += guess == token.upos
            xpos += fine == token.xpos
            function += (guess in FUNCTION_UPOS) == (token.upos in FUNCTION_UPOS)
    shares = {"upos": upos, "function": function}
    if any(" " in label for label in tagger.labels):
        shares["xpos"] = xpos
    return {name: round(100 * right / max(tokens, 1), 2) for name, right in shares.items()}
