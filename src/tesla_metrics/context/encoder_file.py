"""Encoders in files of our own: a third of what they were elsewhere, with their tokeniser.

Vectors of pieces have whole numbers of eight bits and a factor each, matrices floating-point
numbers of sixteen bits: a learnt change is added to these before they are rounded to fewer.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array, Indices, Singles
from ..errors import ResourceError
from ..files.header import malformed
from ..files.mapped import Mapped, decode_mapped, encode_mapped, read_mapped, write_mapped
from ..files.schema import SHA256, MisfitError, demand, record
from .architecture import Architecture, architecture_shape
from .pieces import PieceCutter, check_tokenizer
from .reading import Folder

KIND, VERSION = "encoder", 1
_SETTINGS = record({"architecture": architecture_shape(), "weights": SHA256})
_MOST = 127
_SCALE, _TOKENIZER = "words.scale", "tokenizer"


class PackedEncoder(NamedTuple):
    """An encoder as it lies in its file.

    weights     SHA-256 of the weights that it was made of
    digest      of all that vectors depend on: weights, sizes, tokeniser
    """

    architecture: Architecture
    sections: Mapping[str, Array]
    weights: str
    digest: str
    pieces: PieceCutter

    def array(self, name: str) -> Singles:
        """One of its arrays, but for the vectors of pieces."""
        return np.asarray(self.sections[name], dtype=np.float32)

    def words(self, ids: Indices) -> Singles:
        """Vectors of pieces."""
        rows: Singles = self.sections["words"][ids] * self.sections[_SCALE][ids, None]
        return rows

    def arrays(self) -> dict[str, Singles]:
        """All of them, as the plain encoder takes them."""
        every = np.arange(self.architecture.vocabulary)
        found = {name: self.array(name) for name in self.architecture.shapes if name != "words"}
        return {"words": self.words(every), **found}


def write_encoder(path: Path, folder: Folder) -> None:
    """Write whole or not at all."""
    write_mapped(path, KIND, VERSION, *_content(folder))


def encode_encoder(folder: Folder) -> bytes:
    """What is written."""
    return encode_mapped(KIND, VERSION, *_content(folder))


def read_encoder(path: Path) -> PackedEncoder:
    """A file that `tesla build encoder` made."""
    return _checked(read_mapped(path, KIND, VERSION, _SETTINGS), path)


def decode_encoder(content: bytes, path: Path) -> PackedEncoder:
    """The same of what `encode_encoder` made of the folder at `path`."""
    return _checked(decode_mapped(content, path, KIND, VERSION, _SETTINGS), path)


def _content(folder: Folder) -> tuple[dict[str, Any], dict[str, Array]]:
    settings = {"architecture": folder.architecture._asdict(), "weights": folder.sha256}
    words = folder.arrays["words"]
    scale = np.maximum(np.abs(words).max(axis=1) / _MOST, np.float32(1e-30)).astype(np.float32)
    sections: dict[str, Array] = {
        "words": np.round(words / scale[:, None]).astype(np.int8),
        _SCALE: scale,
        _TOKENIZER: np.frombuffer(folder.tokenizer, dtype=np.uint8),
    }
    for name, array in folder.arrays.items():
        if name != "words":
            sections[name] = _halves(name, array) if array.ndim > 1 else array.astype(np.float32)
    return settings, sections


def _halves(name: str, array: Singles) -> Array:
    """With sixteen bits."""
    with np.errstate(over="ignore"):
        found = array.astype(np.float16)
    if not np.isfinite(found).all():
        raise ResourceError(
            f"the encoder has a weight of {np.abs(array).max():.4g} in {name}, more than the "
            f"{np.finfo(np.float16).max:.0f} that its file can hold: take another encoder"
        )
    return found


def _checked(opened: Mapped, path: Path) -> PackedEncoder:
    architecture = Architecture(**opened.settings["architecture"])
    try:
        _check_sections(opened.sections, architecture)
    except MisfitError as error:
        raise malformed(path, error, KIND) from error
    tokenizer = opened.sections[_TOKENIZER].tobytes()
    pieces = PieceCutter(tokenizer, path)
    check_tokenizer(pieces, architecture, path)
    weights: str = opened.settings["weights"]
    facts = f"{weights} {architecture!r} {hashlib.sha256(tokenizer).hexdigest()}"
    digest = hashlib.sha256(facts.encode()).hexdigest()
    return PackedEncoder(architecture, opened.sections, weights, digest, pieces)


def _check_sections(sections: Mapping[str, Array], architecture: Architecture) -> None:
    shapes = {**architecture.shapes, _SCALE: (architecture.vocabulary,)}
    for name, shape in shapes.items():
        demand(name in sections, f"there is no {name} in it")
        found = sections[name]
        demand(found.shape == shape, f"{name} has the shape {list(found.shape)}")
        wanted = np.signedinteger if name == "words" else np.floating
        demand(np.issubdtype(found.dtype, wanted), f"{name} holds {found.dtype}")
    demand(_TOKENIZER in sections, f"there is no {_TOKENIZER} in it")
    demand(sections[_TOKENIZER].dtype == np.uint8, f"{_TOKENIZER} is no text")
