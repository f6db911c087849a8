"""Word pieces of texts, and the sizes of encoders."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Float32s, Indices
from ...errors import ResourceError
from ...files.schema import Schema, integer, make_schema_error, number, record
from ...optional import requires_extra

# Names of the matrices of a layer: query, key, value and output of the attention, and the two
# matrices of the feed-forward network.
MATRIX_NAMES = ("q", "k", "v", "o", "up", "down")
# Arrays of an encoder by name, see `Architecture.shapes`. Matrices have one row per output.
Arrays = Mapping[str, Float32s]


class Architecture(NamedTuple):
    """Sizes of an encoder.

    layers      number of layers
    heads       number of attention heads
    dim         number of dimensions of the vectors
    inner       number of dimensions inside the feed-forward network of a layer
    vocabulary  number of word pieces
    positions   maximum number of pieces of an input, including special tokens
    first       index of the first position, because some models reserve the first positions
    epsilon     epsilon of the layer normalisation
    """

    layers: int
    heads: int
    dim: int
    inner: int
    vocabulary: int
    positions: int
    first: int
    epsilon: float

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of all arrays by name."""
        dim = self.dim
        shapes: dict[str, tuple[int, ...]] = {
            "words": (self.vocabulary, dim),
            "positions": (self.first + self.positions, dim),
            "type": (dim,),
            "norm.weight": (dim,),
            "norm.bias": (dim,),
        }
        for layer in range(self.layers):
            for name, shape in self.iterate_matrices(layer):
                shapes[f"{name}.weight"], shapes[f"{name}.bias"] = shape, shape[:1]
            for norm in ("norm1", "norm2"):
                shapes[f"{layer}.{norm}.weight"] = shapes[f"{layer}.{norm}.bias"] = (dim,)
        return shapes

    def iterate_matrices(self, layer: int) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the names of the matrices of a layer, without `.weight`, and their shapes."""
        for name in MATRIX_NAMES:
            rows = self.inner if name == "up" else self.dim
            columns = self.inner if name == "down" else self.dim
            yield f"{layer}.{name}", (rows, columns)


_ARCHITECTURE_SHAPE = record(
    {
        "layers": integer(1, 200),
        "heads": integer(1, 1000),
        "dim": integer(1, 20_000),
        "inner": integer(1, 200_000),
        "vocabulary": integer(1, 10_000_000),
        "positions": integer(8, 1_000_000),
        "first": integer(0, 1000),
        "epsilon": number(0.0, 0.1, exclusive_minimum=True),
    }
)


def make_architecture_shape() -> Schema:
    """Return a function that checks the description of an architecture in a file."""

    def check(value: Any, field_path: str = "") -> Any:
        fields: dict[str, Any] = _ARCHITECTURE_SHAPE(value, field_path)
        if fields["dim"] % fields["heads"]:
            raise make_schema_error(
                f"{field_path}.dim", fields["dim"], f"a multiple of {fields['heads']} heads"
            )
        return fields

    return check


_SAMPLE_TEXT = "a"


class TextPieces(NamedTuple):
    """Word pieces of one text, without special tokens.

    ids         ids of the pieces
    keys        ids of known pieces; for unknown pieces a negative hash of their text
    offsets     start and end of each piece in the text, in characters
    """

    ids: Indices
    keys: Indices
    offsets: list[tuple[int, int]]


class PieceTokenizer:
    """Tokeniser in the format of Hugging Face's tokenizers.

    `start_ids` and `end_ids` are the special tokens before and after the pieces of a text.
    """

    def __init__(self, content: bytes, path: Path) -> None:
        with requires_extra("tokenizers", "context"):
            from tokenizers import Tokenizer
        try:
            self._tokenizer = Tokenizer.from_str(content.decode())
        except Exception as error:  # tokenizers has no exception class of its own
            raise ResourceError(
                f"{path} is not a readable tokeniser ({str(error)[:80]}): fetch it again"
            ) from error
        # The file may demand truncation and padding, which must not happen here.
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        encoded = self._tokenizer.encode(_SAMPLE_TEXT)
        text_positions = [
            index for index, is_special in enumerate(encoded.special_tokens_mask) if not is_special
        ]
        ids = np.array(encoded.ids, dtype=np.intp)
        if not text_positions:
            raise ResourceError(
                f"{path} returns no pieces for the letter a: use a complete tokeniser"
            )
        self.start_ids, self.end_ids = ids[: text_positions[0]], ids[text_positions[-1] + 1 :]
        self._unknown_id = self._find_unknown_id(content)

    @property
    def vocabulary_size(self) -> int:
        """One more than the largest id of a piece."""
        return max(self._tokenizer.get_vocab(with_added_tokens=True).values(), default=-1) + 1

    def tokenize(self, texts: Sequence[str]) -> list[TextPieces]:
        """Return the pieces of each text."""
        # Texts are passed one by one, because a batch would start additional threads.
        return [self._tokenize_text(_replace_surrogates(text)) for text in texts]

    def _tokenize_text(self, text: str) -> TextPieces:
        encoded = self._tokenizer.encode(text, add_special_tokens=False)
        ids = np.array(encoded.ids, dtype=np.intp)
        keys = ids.copy()
        for index in np.flatnonzero(ids == self._unknown_id).tolist():
            start, end = encoded.offsets[index]
            keys[index] = self._make_unknown_key(text[start:end])
        return TextPieces(ids, keys, encoded.offsets)

    def _make_unknown_key(self, piece: str) -> int:
        """Return the key of an unknown piece, which is the same in every process."""
        # Case and accents do not matter if the normalizer removes them.
        normalizer = self._tokenizer.normalizer
        normalised = (normalizer.normalize_str(piece) if normalizer else piece).strip()
        hash_value = int.from_bytes(sha256(normalised.encode()).digest()[:8])
        return -1 - hash_value % np.iinfo(np.intp).max

    def _find_unknown_id(self, content: bytes) -> int | None:
        """Return the id of the piece that represents unknown pieces, or None."""
        model = json.loads(content)["model"]
        if "unk_id" in model:  # the Python tokeniser does not have this value
            unknown_id: int | None = model["unk_id"]
            return unknown_id
        token = model.get("unk_token")
        token_id: int | None = self._tokenizer.token_to_id(token) if token else None
        return token_id


def _replace_surrogates(text: str) -> str:
    """Replace unpaired surrogates by question marks."""
    return text.encode(errors="replace").decode()


def check_tokenizer(tokenizer: PieceTokenizer, architecture: "Architecture", path: Path) -> None:
    """Raise `ResourceError` if the encoder has no embeddings for some pieces of the tokeniser."""
    if tokenizer.vocabulary_size > architecture.vocabulary:
        raise ResourceError(
            f"{path}: the tokeniser has {tokenizer.vocabulary_size} pieces, but the encoder has "
            "embeddings of "
            f"{architecture.vocabulary}: use both from the same model"
        )
