"""A language model that is small enough to ship: n-grams as a trie, values in 8 bits each.

The body has the words, one a line, then the levels from unigrams on: how many n-grams begin with
each n-gram of the level below and what their last words are, as differences to the one before;
log10 probabilities, and back-offs but for the longest n-grams. Values are rounded to 256 evenly
spaced ones, so that probabilities add up to 1 only nearly.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Floats
from ..errors import InputError
from ..files.header import malformed
from ..files.planes import PlaneReader, to_planes
from ..files.resource import Resource, read_resource
from ..files.schema import MisfitError, demand, list_of, record, text, whole
from .backoff import BackoffModel
from .counts import Integers
from .scorer import BackoffScorer
from .symbols import SYMBOLS
from .text import SETTINGS as TEXT_SETTINGS
from .text import TextSettings
from .trie import Trie, TrieLevel, build_trie

KIND = "packed-lm"
VERSION = 1
_CODES = 256
_STEP, _MOST_STEP = 4, 1.0  # its bytes, and what no log10 of a probability needs
_MOST = 1 << 28
_ORDERS = 6
SETTINGS = record(
    {
        "text": TEXT_SETTINGS,
        "order": whole(1, _ORDERS),
        "counts": list_of(whole(1, _MOST), 1, _ORDERS),  # none where all were pruned
        "word_bytes": whole(1, _MOST),
        "sources": list_of(text()),
    }
)


def pack_model(model: BackoffModel) -> Resource:
    """Words are numbered anew, the most probable first: small numbers take less room."""
    unigrams = model.levels[0].log10
    ranks = np.argsort(-unigrams, kind="stable")
    trie = build_trie(_renumbered(model, ranks))
    names = "\n".join(model.words[number] for number in ranks.tolist()).encode()
    parts = [names]
    for order, level in enumerate(trie.levels, 1):
        if order > 1:
            contexts, words = np.divmod(level.keys, trie.size)
            children = np.bincount(contexts, minlength=len(trie.levels[order - 2].keys))
            parts += [to_planes(children, 4), to_planes(_steps(contexts, words), 4)]
        parts.append(_quantised(level.log10))
        if order < len(trie.levels):
            parts.append(_quantised(level.backoff))
    settings = {
        "text": TextSettings.from_facts(model.settings).facts(),
        "order": model.order,
        "counts": [len(level.keys) for level in trie.levels],
        "word_bytes": len(names),
        "sources": list(model.settings.get("sources", ())),
    }
    return Resource(KIND, VERSION, settings, b"".join(parts))


def read_packed(path: Path) -> BackoffScorer:
    """The model in a file that `pack_model` made."""
    resource = read_resource(path, KIND, VERSION, SETTINGS)
    try:
        words, trie = _unpacked(PlaneReader(resource.body), resource.settings)
    except MisfitError as error:
        raise malformed(path, error, "lm") from error
    facts = TextSettings.from_facts(resource.settings["text"])
    return BackoffScorer(resource.settings["order"], words, trie, facts, resource.digest)


def _unpacked(body: PlaneReader, settings: Mapping[str, Any]) -> tuple[list[str], Trie]:
    counts = settings["counts"]
    demand(len(counts) <= settings["order"], "it has longer n-grams than it says")
    words = body.lines(settings["word_bytes"])
    demand(len(words) == counts[0] == len(set(words)), "its words are not all there, or twice")
    demand(set(SYMBOLS) <= set(words), f"it lacks one of {' '.join(SYMBOLS)}")
    trie = Trie(len(words), [])
    for order, count in enumerate(counts, 1):
        first = order == 1
        keys = np.arange(count) if first else _keys(body, counts[order - 2], count, trie.size)
        log10 = _values(body, count)
        backoff = _values(body, count) if order < len(counts) else np.zeros(count)
        trie.levels.append(TrieLevel(keys, log10, backoff))
    body.finish()
    return words, trie


def _keys(body: PlaneReader, contexts: int, count: int, size: int) -> Integers:
    children = body.planes(contexts, 4)
    demand(int(children.sum()) == count, "its n-grams are not as many as it says")
    # Taken first: a body that is too short must not cost the room of what it says it holds.
    steps = body.planes(count, 4)
    rows = np.repeat(np.arange(contexts), children)
    # Sums over all, less what had been added up before each context began.
    sums = np.cumsum(steps)
    begins = (np.cumsum(children) - children)[children > 0]
    before = np.where(begins > 0, sums[begins - 1], 0)
    words = sums - np.repeat(before, children[children > 0]) - 1
    demand(((words >= 0) & (words < size)).all(), "one of its n-grams has a word that is not there")
    keys: Integers = rows * size + words
    demand((keys[1:] > keys[:-1]).all(), "its n-grams are out of order")
    return keys


def _steps(contexts: Integers, words: Integers) -> Integers:
    """From 1 on: to the word before with the same context, or from the very first."""
    steps = np.diff(words, prepend=-1)
    first = np.diff(contexts, prepend=-1) != 0
    found: Integers = np.where(first, words + 1, steps)
    return found


def _renumbered(model: BackoffModel, ranks: Integers) -> BackoffModel:
    places = np.empty_like(ranks)
    places[ranks] = np.arange(len(ranks))
    first, *rest = model.levels
    unigrams = type(first)(first.grams[ranks], first.log10[ranks], first.backoff[ranks])
    higher = [type(one)(places[one.grams].astype(np.int32), one.log10, one.backoff) for one in rest]
    words = [model.words[number] for number in ranks.tolist()]
    return BackoffModel(words, [unigrams, *higher], model.settings)


def _quantised(values: Floats) -> bytes:
    """A step, and a byte for each value: how many steps it lies below 0."""
    if values.max() > 0.0:
        raise InputError("a back-off above 1 does not fit a packed model: keep the model as ARPA")
    step = np.float32(-values.min() / (_CODES - 1) or 1.0)
    codes = np.rint(values / -float(step)).clip(0, _CODES - 1)
    return bytes(np.array([step], "<f4")) + bytes(codes.astype(np.uint8))


def _values(body: PlaneReader, count: int) -> Floats:
    (step,) = np.frombuffer(body.bytes(_STEP), "<f4").astype(np.float64)
    demand(0 < step < _MOST_STEP, "its values have no step")
    codes = np.frombuffer(body.bytes(count), np.uint8)
    values: Floats = codes * -step
    return values
