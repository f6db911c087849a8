"""Training a tagger from labelled sentences: pure Python, the same result for the same seed."""

import random
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from ...errors import InputError
from ...files.resource import Resource
from ..lemmas import Lemmatizer
from .body import KIND, VERSION, Body, encode_body
from .examples import Sample, TaggedExamples
from .perceptron import Perceptron
from .quantise import SCALE, fit
from .vocabulary import Limits, Tagged, survey

Progress = Callable[[int, int, float], None]

# The header takes some of the 1,000,000 bytes a shipped tagger may have.
DEFAULT_BYTES = 990_000


@dataclass(frozen=True)
class Noise:
    """Disturbances in training only, so that the tagger bears what the corpus does not show.

    A word counted n times is taken for unknown in `hidden / (hidden + n)` of the cases; `recased`
    of the sentences turn up in lower case, capitals or title case.
    """

    hidden: float = 1.0
    recased: float = 0.05


@dataclass(frozen=True)
class Recipe:
    """How to train, all of which the file records."""

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
    """Learn from sentences of (form, label); a label is `NOUN` or `NOUN NN`.

    `progress` hears, after each iteration, its number, their count and the share of right guesses
    so far in it. `settings` are added to what the file says of itself.
    """
    recipe = Recipe(iterations, seed, limits or Limits(), noise or Noise(), largest_bytes)
    corpus = [list(sentence) for sentence in sentences]
    _check(corpus)
    vocabulary = survey(corpus, recipe.limits)
    lemmatizer = Lemmatizer(language)
    perceptron = Perceptron()
    examples = TaggedExamples(vocabulary, lemmatizer, perceptron)
    rng = random.Random(seed)
    for iteration in range(1, iterations + 1):
        right = seen = 0
        for number in rng.sample(range(len(corpus)), len(corpus)):
            sample = examples.sample(corpus[number], recipe.noise.hidden, recipe.noise.recased, rng)
            right += _learn(sample, examples, perceptron)
            seen += len(sample.truth)
        if progress is not None:
            progress(iteration, iterations, right / max(seen, 1))
    bare = Body(vocabulary.labels, vocabulary.open, vocabulary.words, {})
    body, least = fit(bare, perceptron.averages(), largest_bytes)
    facts = {
        "language": language,
        "labels": "joint" if any(" " in label for label in body.labels) else "upos",
        "lemmas": lemmatizer.name,
        "recipe": asdict(recipe),
        "quantised": {"scale": SCALE, "least": least, "features": len(body.weights)},
    }
    return Resource(KIND, VERSION, facts | (settings or {}), encode_body(body))


def _learn(sample: Sample, examples: TaggedExamples, perceptron: Perceptron) -> int:
    """One pass over one sentence; how many guesses were right."""
    before = previous = examples.start
    count = examples.start
    right = 0
    for position, truth in enumerate(sample.truth):
        perceptron.steps += 1
        candidates = sample.words[position + 2].candidates
        guess = candidates[0]
        if len(candidates) > 1:
            features = examples.features(sample.words, position + 2, before, previous)
            guess = perceptron.best(features, candidates, [0] * count)
            if guess != truth and truth in candidates:
                perceptron.update(features, truth, guess)
        right += guess == truth
        before, previous = previous, guess
    return right


def _check(corpus: list[list[tuple[str, str]]]) -> None:
    if not any(corpus):
        raise InputError("there is nothing to train a tagger on; give it labelled sentences")
    for sentence in corpus:
        for form, label in sentence:
            if not form or not label or any(char in "\t\n" for char in form + label):
                raise InputError(
                    f"cannot train on the token {form!r} labelled {label!r}; "
                    "neither may be empty or hold tabs or line ends"
                )
