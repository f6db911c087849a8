"""Packed language models, which are compressed for distribution.

The body of the file has the words, one per line, and then for each order, from unigrams upwards:

- the number of n-grams with each context, and the differences between the ids of consecutive last
  words (not for unigrams)
- the log10 probabilities
- the log10 back-off weights (not for the highest order)

Values are rounded to 256 evenly spaced values, so probabilities add up to 1 only approximately.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Floats
from ...errors import InputError
from ...files.mapped_arrays import PlaneReader, encode_planes
from ...files.resource import Resource, malformed_error, read_resource
from ...files.schema import SchemaError, integer, list_of, record, require, text
from .backoff import BackoffModel, BackoffScorer, NgramTrie, TrieLevel, build_trie
from .counts import Integers
from .text import SETTINGS as TEXT_SETTINGS
from .text import SYMBOLS, TextSettings

KIND = "packed-lm"
VERSION = 1
_N_CODES = 256
_STEP_BYTES = 4  # the difference of two adjacent values is stored as a 32-bit float
_MAX_STEP = 1.0
_MAX_ITEMS = 1 << 28  # maximum number of n-grams of an order, and of bytes of the words
_MAX_ORDER = 6
SETTINGS = record(
    {
        "text": TEXT_SETTINGS,
        "order": integer(1, _MAX_ORDER),
        # Number of n-grams by order, without orders of which all n-grams were pruned.
        "counts": list_of(integer(1, _MAX_ITEMS), 1, _MAX_ORDER),
        "word_bytes": integer(1, _MAX_ITEMS),
        "sources": list_of(text()),
    }
)


def pack_model(model: BackoffModel) -> Resource:
    """Compress a model. Words are sorted by probability, because small ids compress better."""
    unigram_log10 = model.levels[0].log10
    sorted_ids = np.argsort(-unigram_log10, kind="stable")
    trie = build_trie(_reorder_words(model, sorted_ids))
    word_bytes = "\n".join(model.words[index] for index in sorted_ids.tolist()).encode()
    parts = [word_bytes]
    for order, level in enumerate(trie.levels, 1):
        if order > 1:
            contexts, words = np.divmod(level.keys, trie.n_words)
            context_counts = np.bincount(contexts, minlength=len(trie.levels[order - 2].keys))
            parts += [
                encode_planes(context_counts, 4),
                encode_planes(_compute_word_steps(contexts, words), 4),
            ]
        parts.append(_quantise(level.log10))
        if order < len(trie.levels):
            parts.append(_quantise(level.backoff))
    settings = {
        "text": TextSettings.from_dict(model.settings).to_dict(),
        "order": model.order,
        "counts": [len(level.keys) for level in trie.levels],
        "word_bytes": len(word_bytes),
        "sources": list(model.settings.get("sources", ())),
    }
    return Resource(KIND, VERSION, settings, b"".join(parts))


def read_packed_model(path: Path) -> BackoffScorer:
    """Read a model that was written with `pack_model`."""
    resource = read_resource(path, KIND, VERSION, SETTINGS)
    try:
        words, trie = _unpack(PlaneReader(resource.body), resource.settings)
    except SchemaError as error:
        raise malformed_error(path, error, "lm") from error
    text_settings = TextSettings.from_dict(resource.settings["text"])
    return BackoffScorer(resource.settings["order"], words, trie, text_settings, resource.digest)


def _unpack(body: PlaneReader, settings: Mapping[str, Any]) -> tuple[list[str], NgramTrie]:
    """Read the words and the trie; raise a SchemaError if they are malformed."""
    ngram_counts = settings["counts"]
    require(len(ngram_counts) <= settings["order"], "it has n-grams that are longer than its order")
    words = body.read_lines(settings["word_bytes"])
    require(
        len(words) == ngram_counts[0] == len(set(words)),
        "its words are incomplete or have duplicates",
    )
    require(set(SYMBOLS) <= set(words), f"it lacks one of {' '.join(SYMBOLS)}")
    trie = NgramTrie(len(words), [])
    for order, count in enumerate(ngram_counts, 1):
        if order == 1:
            keys = np.arange(count)
        else:
            keys = _read_keys(body, ngram_counts[order - 2], count, trie.n_words)
        log10 = _dequantise(body, count)
        backoff = _dequantise(body, count) if order < len(ngram_counts) else np.zeros(count)
        trie.levels.append(TrieLevel(keys, log10, backoff))
    body.check_end()
    return words, trie


def _read_keys(body: PlaneReader, n_contexts: int, n_ngrams: int, n_words: int) -> Integers:
    """Read the keys of the trie level of an order above 1."""
    context_counts = body.read_planes(n_contexts, 4)
    require(int(context_counts.sum()) == n_ngrams, "the number of its n-grams is wrong")
    # Reading fails if the body is too short, before large arrays are allocated.
    steps = body.read_planes(n_ngrams, 4)
    context_rows = np.repeat(np.arange(n_contexts), context_counts)
    # Words are cumulative sums of steps, minus the sum before the first n-gram of the context.
    step_sums = np.cumsum(steps)
    first_rows = (np.cumsum(context_counts) - context_counts)[context_counts > 0]
    context_offsets = np.where(first_rows > 0, step_sums[first_rows - 1], 0)
    words = step_sums - np.repeat(context_offsets, context_counts[context_counts > 0]) - 1
    require(((words >= 0) & (words < n_words)).all(), "one of its n-grams has an unknown word")
    keys: Integers = context_rows * n_words + words
    require((keys[1:] > keys[:-1]).all(), "its n-grams are out of order")
    return keys


def _compute_word_steps(contexts: Integers, words: Integers) -> Integers:
    """Return the difference of each word id to the previous word id with the same context.

    For the first word of a context the previous id is -1, so all differences are at least 1.
    """
    steps = np.diff(words, prepend=-1)
    is_first = np.diff(contexts, prepend=-1) != 0
    word_steps: Integers = np.where(is_first, words + 1, steps)
    return word_steps


def _reorder_words(model: BackoffModel, sorted_ids: Integers) -> BackoffModel:
    """Return the model with words in the order of `sorted_ids`."""
    new_ids = np.empty_like(sorted_ids)
    new_ids[sorted_ids] = np.arange(len(sorted_ids))
    unigram_level, *higher_levels = model.levels
    unigrams = type(unigram_level)(
        unigram_level.ngrams[sorted_ids],
        unigram_level.log10[sorted_ids],
        unigram_level.backoff[sorted_ids],
    )
    reordered_levels = [
        type(level)(new_ids[level.ngrams].astype(np.int32), level.log10, level.backoff)
        for level in higher_levels
    ]
    words = [model.words[index] for index in sorted_ids.tolist()]
    return BackoffModel(words, [unigrams, *reordered_levels], model.settings)


def _quantise(values: Floats) -> bytes:
    """Encode values as a step size and one byte per value, its distance below 0 in steps."""
    if values.max() > 0.0:
        raise InputError(
            "a packed model cannot have back-off weights above 1: keep the model as ARPA"
        )
    step = np.float32(-values.min() / (_N_CODES - 1) or 1.0)
    codes = np.rint(values / -float(step)).clip(0, _N_CODES - 1)
    return bytes(np.array([step], "<f4")) + bytes(codes.astype(np.uint8))


def _dequantise(body: PlaneReader, count: int) -> Floats:
    """Read `count` values that `_quantise` encoded."""
    (step,) = np.frombuffer(body.read_bytes(_STEP_BYTES), "<f4").astype(np.float64)
    require(0 < step < _MAX_STEP, "the step size of its values is invalid")
    codes = np.frombuffer(body.read_bytes(count), np.uint8)
    values: Floats = codes * -step
    return values
