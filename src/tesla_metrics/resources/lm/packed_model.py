"""Language models compressed for distribution.

The body has the words, one per line, then the levels from unigrams upwards: how many n-grams begin
with each n-gram of the level below, and the differences between consecutive last words; log10
probabilities; and back-off weights, except for the longest n-grams. Values are rounded to 256
evenly spaced ones, so probabilities add up to 1 only approximately.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Floats
from ...errors import InputError
from ...files.mapped_arrays import PlaneReader, to_planes
from ...files.resource import Resource, malformed_error, read_resource
from ...files.schema import SchemaError, integer, list_of, record, require, text
from .backoff import BackoffModel, BackoffScorer, Trie, TrieLevel, build_trie
from .counts import Integers
from .text import SETTINGS as TEXT_SETTINGS
from .text import SYMBOLS, TextSettings

KIND = "packed-lm"
VERSION = 1
_CODES = 256
_STEP_BYTES, _MAX_STEP = 4, 1.0  # size of the float; upper limit of valid steps
_MAX_ITEMS = 1 << 28
_MAX_ORDER = 6
SETTINGS = record(
    {
        "text": TEXT_SETTINGS,
        "order": integer(1, _MAX_ORDER),
        "counts": list_of(
            integer(1, _MAX_ITEMS), 1, _MAX_ORDER
        ),  # without orders whose n-grams were all pruned
        "word_bytes": integer(1, _MAX_ITEMS),
        "sources": list_of(text()),
    }
)


def pack_model(model: BackoffModel) -> Resource:
    """Compress a model. Words are sorted by probability, as small ids compress better."""
    unigrams = model.levels[0].log10
    ranks = np.argsort(-unigrams, kind="stable")
    trie = build_trie(_reorder_words(model, ranks))
    names = "\n".join(model.words[index] for index in ranks.tolist()).encode()
    parts = [names]
    for order, level in enumerate(trie.levels, 1):
        if order > 1:
            contexts, words = np.divmod(level.keys, trie.size)
            children = np.bincount(contexts, minlength=len(trie.levels[order - 2].keys))
            parts += [to_planes(children, 4), to_planes(_word_steps(contexts, words), 4)]
        parts.append(_quantise(level.log10))
        if order < len(trie.levels):
            parts.append(_quantise(level.backoff))
    settings = {
        "text": TextSettings.from_dict(model.settings).to_dict(),
        "order": model.order,
        "counts": [len(level.keys) for level in trie.levels],
        "word_bytes": len(names),
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


def _unpack(body: PlaneReader, settings: Mapping[str, Any]) -> tuple[list[str], Trie]:
    counts = settings["counts"]
    require(len(counts) <= settings["order"], "it has n-grams that are longer than its order")
    words = body.lines(settings["word_bytes"])
    require(
        len(words) == counts[0] == len(set(words)), "its words are incomplete or have duplicates"
    )
    require(set(SYMBOLS) <= set(words), f"it lacks one of {' '.join(SYMBOLS)}")
    trie = Trie(len(words), [])
    for order, count in enumerate(counts, 1):
        first = order == 1
        keys = np.arange(count) if first else _keys(body, counts[order - 2], count, trie.size)
        log10 = _dequantise(body, count)
        backoff = _dequantise(body, count) if order < len(counts) else np.zeros(count)
        trie.levels.append(TrieLevel(keys, log10, backoff))
    body.finish()
    return words, trie


def _keys(body: PlaneReader, contexts: int, count: int, size: int) -> Integers:
    children = body.planes(contexts, 4)
    require(int(children.sum()) == count, "the number of its n-grams is wrong")
    # Read first, so that a body that is too short does not cause a huge allocation.
    steps = body.planes(count, 4)
    rows = np.repeat(np.arange(contexts), children)
    # Cumulative sums over all n-grams, minus the sum before each context.
    sums = np.cumsum(steps)
    first_rows = (np.cumsum(children) - children)[children > 0]
    offsets = np.where(first_rows > 0, sums[first_rows - 1], 0)
    words = sums - np.repeat(offsets, children[children > 0]) - 1
    require(((words >= 0) & (words < size)).all(), "one of its n-grams has an unknown word")
    keys: Integers = rows * size + words
    require((keys[1:] > keys[:-1]).all(), "its n-grams are out of order")
    return keys


def _word_steps(contexts: Integers, words: Integers) -> Integers:
    """Return the difference, at least 1, of each word to the previous one with the same context.

    The first word of a context is counted from -1.
    """
    steps = np.diff(words, prepend=-1)
    first = np.diff(contexts, prepend=-1) != 0
    result: Integers = np.where(first, words + 1, steps)
    return result


def _reorder_words(model: BackoffModel, ranks: Integers) -> BackoffModel:
    new_ids = np.empty_like(ranks)
    new_ids[ranks] = np.arange(len(ranks))
    first, *rest = model.levels
    unigrams = type(first)(first.grams[ranks], first.log10[ranks], first.backoff[ranks])
    higher = [
        type(level)(new_ids[level.grams].astype(np.int32), level.log10, level.backoff)
        for level in rest
    ]
    words = [model.words[index] for index in ranks.tolist()]
    return BackoffModel(words, [unigrams, *higher], model.settings)


def _quantise(values: Floats) -> bytes:
    """Encode a step size, and for each value one byte: how many steps it is below 0."""
    if values.max() > 0.0:
        raise InputError(
            "a packed model cannot have back-off weights above 1: keep the model as ARPA"
        )
    step = np.float32(-values.min() / (_CODES - 1) or 1.0)
    codes = np.rint(values / -float(step)).clip(0, _CODES - 1)
    return bytes(np.array([step], "<f4")) + bytes(codes.astype(np.uint8))


def _dequantise(body: PlaneReader, count: int) -> Floats:
    (step,) = np.frombuffer(body.bytes(_STEP_BYTES), "<f4").astype(np.float64)
    require(0 < step < _MAX_STEP, "the step size of its values is invalid")
    codes = np.frombuffer(body.bytes(count), np.uint8)
    values: Floats = codes * -step
    return values
