"""Read the folder of an encoder of the BERT family: configuration, tokeniser and weights."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Float32s
from ...errors import ResourceError
from ...files.compression import MIB, read_bounded
from ...files.schema import (
    SchemaError,
    anything,
    integer,
    number,
    one_of,
    parse_json,
    record,
    require,
)
from ...optional import requires_extra
from .word_pieces import Architecture, PieceTokenizer, check_tokenizer

CONTEXT_EXTRA = "context"
CONFIG_FILE, TOKENIZER_FILE, WEIGHTS_FILE = "config.json", "tokenizer.json", "model.safetensors"
_MAX_JSON_BYTES = 64 * MIB
_MODEL_TYPES = ("bert", "roberta", "xlm-roberta", "camembert")
# Some positions are needed for special tokens at both ends of a text.
_MIN_POSITIONS = 8
_CONFIG_SHAPE = record(
    {
        "model_type": one_of(*_MODEL_TYPES),
        "hidden_size": integer(1, 20_000),
        "num_hidden_layers": integer(1, 200),
        "num_attention_heads": integer(1, 1000),
        "intermediate_size": integer(1, 200_000),
        "max_position_embeddings": integer(_MIN_POSITIONS, 1_000_000),
        "vocab_size": integer(1, 10_000_000),
        "hidden_act": one_of("gelu"),
        "layer_norm_eps": number(0.0, 0.1, exclusive_minimum=True),
    },
    {"position_embedding_type": one_of("absolute"), "pad_token_id": integer(0, 1000)},
    other_fields=anything(),
)
# Names of number types in safetensors.
_BFLOAT16 = "BF16"
_FLOAT_TYPES = ("F16", _BFLOAT16, "F32", "F64")
_SELF_ATTENTION, _ATTENTION_OUTPUT = "attention.self", "attention.output"
# Names of arrays in a layer of `Architecture.shapes`, and the part between the layer index and
# `.weight` or `.bias` in safetensors files.
_LAYER_NAMES = {
    "q": f"{_SELF_ATTENTION}.query",
    "k": f"{_SELF_ATTENTION}.key",
    "v": f"{_SELF_ATTENTION}.value",
    "o": f"{_ATTENTION_OUTPUT}.dense",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm1": f"{_ATTENTION_OUTPUT}.LayerNorm",
    "norm2": "output.LayerNorm",
}
_EMBEDDING_NAMES = {
    "words": "word_embeddings.weight",
    "positions": "position_embeddings.weight",
    "type": "token_type_embeddings.weight",
    "norm.weight": "LayerNorm.weight",
    "norm.bias": "LayerNorm.bias",
}


class EncoderFolder(NamedTuple):
    """Content of an encoder folder.

    `arrays`          arrays by the names of `Architecture.shapes`
    `tokenizer`       content of the tokeniser file
    `weights_sha256`  SHA-256 of the weights file
    """

    architecture: Architecture
    arrays: dict[str, Float32s]
    tokenizer: bytes
    weights_sha256: str


def read_encoder_folder(folder: Path) -> EncoderFolder:
    """Read an encoder folder and check that its files match."""
    architecture = _read_architecture(folder / CONFIG_FILE)
    tokenizer = _read_bytes(folder / TOKENIZER_FILE)
    check_tokenizer(PieceTokenizer(tokenizer, folder / TOKENIZER_FILE), architecture, folder)
    weights_path = folder / WEIGHTS_FILE
    return EncoderFolder(
        architecture,
        _read_arrays(weights_path, architecture),
        tokenizer,
        compute_sha256(weights_path),
    )


def compute_sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise _make_read_error(path, error) from error


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return read_bounded(stream, _MAX_JSON_BYTES, path)
    except OSError as error:
        raise _make_read_error(path, error) from error


def _make_read_error(path: Path, error: OSError) -> ResourceError:
    return ResourceError(
        f"cannot read {path}: {error.strerror}; an encoder is a folder with {CONFIG_FILE}, "
        f"{TOKENIZER_FILE} "
        f"and {WEIGHTS_FILE}"
    )


def _read_architecture(path: Path) -> Architecture:
    try:
        config: dict[str, Any] = _CONFIG_SHAPE(parse_json(_read_bytes(path)), "")
        dim, heads = config["hidden_size"], config["num_attention_heads"]
        require(dim % heads == 0, f"hidden_size {dim} is not a multiple of {heads} attention heads")
        # Positions of RoBERTa start after its padding id.
        first_position = 0 if config["model_type"] == "bert" else config.get("pad_token_id", 1) + 1
        n_positions = config["max_position_embeddings"] - first_position
        require(
            n_positions >= _MIN_POSITIONS,
            f"max_position_embeddings leaves {n_positions} positions after pad_token_id, fewer "
            f"than {_MIN_POSITIONS}",
        )
    except SchemaError as error:
        raise ResourceError(
            f"{path} does not describe a supported encoder ({error}): use one of the types "
            f"{', '.join(_MODEL_TYPES)}"
        ) from error
    return Architecture(
        config["num_hidden_layers"],
        heads,
        dim,
        config["intermediate_size"],
        config["vocab_size"],
        n_positions,
        first_position,
        float(config["layer_norm_eps"]),
    )


def _read_arrays(path: Path, architecture: Architecture) -> dict[str, Float32s]:
    with requires_extra("safetensors", CONTEXT_EXTRA):
        from safetensors import SafetensorError, safe_open
    try:
        with safe_open(path, "np") as tensors:
            prefix = _find_prefix(set(tensors.keys()))
            return {
                name: _read_array(path, tensors, prefix + _get_original_name(name), name, shape)
                for name, shape in architecture.shapes.items()
            }
    except OSError as error:
        raise _make_read_error(path, error) from error
    except (SafetensorError, SchemaError) as error:
        raise ResourceError(
            f"{path} is damaged, or not the weights of its {CONFIG_FILE} ({error}): fetch it again"
        ) from error


def _find_prefix(names: set[str]) -> str:
    """Return the common prefix of the names; it is not empty in models with a task head."""
    suffix = f"embeddings.{_EMBEDDING_NAMES['words']}"
    prefixes = sorted(name.removesuffix(suffix) for name in names if name.endswith(suffix))
    require(prefixes, f"{suffix} is missing")
    return prefixes[0]


def _get_original_name(name: str) -> str:
    """Return the name of an array in safetensors files, without the prefix."""
    if name in _EMBEDDING_NAMES:
        return f"embeddings.{_EMBEDDING_NAMES[name]}"
    layer, part, kind = name.split(".")
    return f"encoder.layer.{layer}.{_LAYER_NAMES[part]}.{kind}"


def _read_array(
    path: Path, tensors: Any, original_name: str, name: str, shape: tuple[int, ...]
) -> Float32s:
    require(original_name in tensors.keys(), f"{original_name} is missing")  # noqa: SIM118
    dtype = tensors.get_slice(original_name).get_dtype()
    require(
        dtype in _FLOAT_TYPES,
        f"{original_name} has type {dtype}, expected is one of {', '.join(_FLOAT_TYPES)}",
    )
    array = (
        _read_bfloat16(path, original_name)
        if dtype == _BFLOAT16
        else tensors.get_tensor(original_name)
    )
    if name == "type":  # the first of the token types
        array = array[0]
    require(
        array.shape == shape,
        f"{original_name} has the shape {list(array.shape)}, not {list(shape)}",
    )
    values = array.astype(np.float32)
    require(np.isfinite(values).all(), f"{original_name} has values that are not numbers")
    return values


def _read_bfloat16(path: Path, original_name: str) -> Float32s:
    """Read an array of bfloat16, the upper halves of 32-bit floats, which numpy cannot read."""
    with path.open("rb") as stream:
        # The file begins with the length of its header, which safetensors has validated.
        header_size = int.from_bytes(stream.read(8), "little")
        tensor_description = json.loads(stream.read(header_size))[original_name]
        start, end = tensor_description["data_offsets"]
        stream.seek(8 + header_size + start)
        upper_halves = np.frombuffer(stream.read(end - start), dtype="<u2")
    values: Float32s = (upper_halves.astype(np.uint32) << 16).view(np.float32)
    return values.reshape(tensor_description["shape"])
