"""Folders with an encoder of the family of BERT: its sizes, its weights and its tokeniser."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Singles
from ..errors import ResourceError
from ..files.bounded import MIB, read_bounded
from ..files.schema import MisfitError, anything, demand, number, one_of, record, whole
from ..files.strict_json import parse_json
from ..optional import needs
from .architecture import Architecture
from .pieces import PieceCutter, check_tokenizer

EXTRA = "context"
CONFIG, TOKENIZER, WEIGHTS = "config.json", "tokenizer.json", "model.safetensors"
_MOST_JSON = 64 * MIB
_KINDS = ("bert", "roberta", "xlm-roberta", "camembert")
# Of which both ends of a text take some.
_LEAST_POSITIONS = 8
_CONFIG = record(
    {
        "model_type": one_of(*_KINDS),
        "hidden_size": whole(1, 20_000),
        "num_hidden_layers": whole(1, 200),
        "num_attention_heads": whole(1, 1000),
        "intermediate_size": whole(1, 200_000),
        "max_position_embeddings": whole(_LEAST_POSITIONS, 1_000_000),
        "vocab_size": whole(1, 10_000_000),
        "hidden_act": one_of("gelu"),
        "layer_norm_eps": number(0.0, 0.1, above=True),
    },
    {"position_embedding_type": one_of("absolute"), "pad_token_id": whole(0, 1000)},
    others=anything(),
)
# Types of numbers, as safetensors calls them.
_BFLOAT16 = "BF16"
_FLOATS = ("F16", _BFLOAT16, "F32", "F64")
_SELF, _OUT = "attention.self", "attention.output"
# Ours, and what stands between the number of the layer and `.weight` there.
_LAYER = {
    "q": f"{_SELF}.query",
    "k": f"{_SELF}.key",
    "v": f"{_SELF}.value",
    "o": f"{_OUT}.dense",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm1": f"{_OUT}.LayerNorm",
    "norm2": "output.LayerNorm",
}
_EMBEDDED = {
    "words": "word_embeddings.weight",
    "positions": "position_embeddings.weight",
    "type": "token_type_embeddings.weight",
    "norm.weight": "LayerNorm.weight",
    "norm.bias": "LayerNorm.bias",
}


class Folder(NamedTuple):
    """An encoder as it was read; `sha256` is that of its weights."""

    architecture: Architecture
    arrays: dict[str, Singles]
    tokenizer: bytes
    sha256: str


def read_folder(folder: Path) -> Folder:
    """All of it, checked against each other."""
    architecture = _architecture(folder / CONFIG)
    tokenizer = _bytes(folder / TOKENIZER)
    check_tokenizer(PieceCutter(tokenizer, folder / TOKENIZER), architecture, folder)
    weights = folder / WEIGHTS
    return Folder(architecture, _arrays(weights, architecture), tokenizer, sha256_of(weights))


def sha256_of(path: Path) -> str:
    """Of a file, a piece at a time."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise _unreadable(path, error) from error


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return read_bounded(stream, _MOST_JSON, path)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> ResourceError:
    return ResourceError(
        f"cannot read {path}: {error.strerror}; an encoder is a folder with {CONFIG}, {TOKENIZER} "
        f"and {WEIGHTS}"
    )


def _architecture(path: Path) -> Architecture:
    try:
        facts: dict[str, Any] = _CONFIG(parse_json(_bytes(path)), "")
        dim, heads = facts["hidden_size"], facts["num_attention_heads"]
        demand(dim % heads == 0, f"hidden_size {dim} is no multiple of {heads} attention heads")
        # RoBERTa counts positions from behind its padding.
        first = 0 if facts["model_type"] == "bert" else facts.get("pad_token_id", 1) + 1
        positions = facts["max_position_embeddings"] - first
        demand(
            positions >= _LEAST_POSITIONS,
            f"max_position_embeddings leaves {positions} positions behind pad_token_id, fewer than "
            f"{_LEAST_POSITIONS}",
        )
    except MisfitError as error:
        raise ResourceError(
            f"{path} is of no encoder that is known here ({error}): take one of the kinds "
            f"{', '.join(_KINDS)}"
        ) from error
    return Architecture(
        facts["num_hidden_layers"],
        heads,
        dim,
        facts["intermediate_size"],
        facts["vocab_size"],
        positions,
        first,
        float(facts["layer_norm_eps"]),
    )


def _arrays(path: Path, architecture: Architecture) -> dict[str, Singles]:
    with needs("safetensors", EXTRA):
        from safetensors import SafetensorError, safe_open
    try:
        with safe_open(path, "np") as tensors:
            prefix = _prefix(set(tensors.keys()))
            return {
                name: _array(path, tensors, prefix + _theirs(name), name, shape)
                for name, shape in architecture.shapes.items()
            }
    except OSError as error:
        raise _unreadable(path, error) from error
    except (SafetensorError, MisfitError) as error:
        raise ResourceError(
            f"{path} is damaged, or not the weights of its {CONFIG} ({error}): fetch it again"
        ) from error


def _prefix(names: set[str]) -> str:
    """What stands before all names: models with a head on top have one."""
    last = f"embeddings.{_EMBEDDED['words']}"
    found = sorted(name.removesuffix(last) for name in names if name.endswith(last))
    demand(found, f"there is no {last} in it")
    return found[0]


def _theirs(name: str) -> str:
    if name in _EMBEDDED:
        return f"embeddings.{_EMBEDDED[name]}"
    layer, own, what = name.split(".")
    return f"encoder.layer.{layer}.{_LAYER[own]}.{what}"


def _array(path: Path, tensors: Any, theirs: str, name: str, shape: tuple[int, ...]) -> Singles:
    demand(theirs in tensors.keys(), f"there is no {theirs} in it")  # noqa: SIM118
    kind = tensors.get_slice(theirs).get_dtype()
    demand(kind in _FLOATS, f"{theirs} holds {kind}, wanted is one of {', '.join(_FLOATS)}")
    found = _bfloat16(path, theirs) if kind == _BFLOAT16 else tensors.get_tensor(theirs)
    if name == "type":  # the first of the types that a text may be of
        found = found[0]
    demand(found.shape == shape, f"{theirs} has the shape {list(found.shape)}, not {list(shape)}")
    whole = found.astype(np.float32)
    demand(np.isfinite(whole).all(), f"{theirs} has what is no number")
    return whole


def _bfloat16(path: Path, theirs: str) -> Singles:
    """The upper halves of numbers of 32 bits, which numpy has no type for."""
    with path.open("rb") as stream:
        # The file begins with how long its header is; safetensors has checked it.
        size = int.from_bytes(stream.read(8), "little")
        facts = json.loads(stream.read(size))[theirs]
        start, end = facts["data_offsets"]
        stream.seek(8 + size + start)
        halves = np.frombuffer(stream.read(end - start), dtype="<u2")
    found: Singles = (halves.astype(np.uint32) << 16).view(np.float32)
    return found.reshape(facts["shape"])
