"""Word pieces of texts, and the architecture of encoders."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Float32s, Indices
from ...errors import ResourceError
from ...files.schema import Shape, integer, number, record, schema_error
from ...optional import needs

# The names of the matrices of a layer.
LINEAR_NAMES = ("q", "k", "v", "o", "up", "down")
# The arrays of an encoder by name, see `Architecture.shapes`; matrices have one row per output.
Arrays = Mapping[str, Float32s]


class Architecture(NamedTuple):
    """Sizes of an encoder.

    layers      number of layers
    heads       number of attention heads
    dim         size of the vectors
    inner       size of the inner vectors of a layer
    vocabulary  number of word pieces
    positions   maximum number of pieces of an input, including special tokens
    first       index of the first position, as some models reserve positions
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
        """The shapes of all arrays by name."""
        dim = self.dim
        shapes: dict[str, tuple[int, ...]] = {
            "words": (self.vocabulary, dim),
            "positions": (self.first + self.positions, dim),
            "type": (dim,),
            "norm.weight": (dim,),
            "norm.bias": (dim,),
        }
        for layer in range(self.layers):
            for name, shape in self.linear(layer):
                shapes[f"{name}.weight"], shapes[f"{name}.bias"] = shape, shape[:1]
            for norm in ("norm1", "norm2"):
                shapes[f"{layer}.{norm}.weight"] = shapes[f"{layer}.{norm}.bias"] = (dim,)
        return shapes

    def linear(self, layer: int) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the names of the matrices of a layer, without `.weight`, and their shapes."""
        for name in LINEAR_NAMES:
            rows = self.inner if name == "up" else self.dim
            columns = self.inner if name == "down" else self.dim
            yield f"{layer}.{name}", (rows, columns)


_FIELDS = record(
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


def architecture_schema() -> Shape:
    """Return the schema of an architecture in a file."""

    def check(value: Any, where: str = "") -> Any:
        fields: dict[str, Any] = _FIELDS(value, where)
        if fields["dim"] % fields["heads"]:
            raise schema_error(
                f"{where}.dim", fields["dim"], f"a multiple of {fields['heads']} heads"
            )
        return fields

    return check


_SAMPLE = "a"


class TextPieces(NamedTuple):
    """The word pieces of one text, without special tokens.

    ids     ids of the pieces
    keys    the ids; for unknown pieces a negative hash of their text
    offsets  start and end of each piece in the text
    """

    ids: Indices
    keys: Indices
    offsets: list[tuple[int, int]]


class PieceTokenizer:
    """A tokeniser in the format of Hugging Face's tokenizers."""

    def __init__(self, content: bytes, path: Path) -> None:
        with needs("tokenizers", "context"):
            from tokenizers import Tokenizer
        try:
            self._tokenizer = Tokenizer.from_str(content.decode())
        except Exception as error:  # tokenizers has no exception class of its own
            raise ResourceError(
                f"{path} is not a readable tokeniser ({str(error)[:80]}): fetch it again"
            ) from error
        # Texts are neither truncated nor padded here.
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        encoded = self._tokenizer.encode(_SAMPLE)
        inside = [
            index for index, is_special in enumerate(encoded.special_tokens_mask) if not is_special
        ]
        ids = np.array(encoded.ids, dtype=np.intp)
        if not inside:
            raise ResourceError(
                f"{path} returns no pieces for the letter a: use a complete tokeniser"
            )
        self.start_ids, self.end_ids = ids[: inside[0]], ids[inside[-1] + 1 :]
        self._unknown = self._unknown_id(content)

    @property
    def size(self) -> int:
        """One more than the largest id of a piece."""
        return max(self._tokenizer.get_vocab(with_added_tokens=True).values(), default=-1) + 1

    def tokenize(self, texts: Sequence[str]) -> list[TextPieces]:
        """Return the pieces of each text."""
        # One by one: a batch would start additional threads.
        return [self._cut(_replace_surrogates(text)) for text in texts]

    def _cut(self, text: str) -> TextPieces:
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        ids = np.array(encoding.ids, dtype=np.intp)
        keys = ids.copy()
        for index in np.flatnonzero(ids == self._unknown).tolist():
            start, end = encoding.offsets[index]
            keys[index] = self._key(text[start:end])
        return TextPieces(ids, keys, encoding.offsets)

    def _key(self, piece: str) -> int:
        """Return the key of an unknown piece, which is the same in every process."""
        normalizer = (
            self._tokenizer.normalizer
        )  # removes case and accents if the encoder ignores them
        normalised = (normalizer.normalize_str(piece) if normalizer else piece).strip()
        hash_value = int.from_bytes(sha256(normalised.encode()).digest()[:8])
        return -1 - hash_value % np.iinfo(np.intp).max

    def _unknown_id(self, content: bytes) -> int | None:
        """Return the id of the piece that represents unknown pieces, if there is one."""
        model = json.loads(content)["model"]
        if "unk_id" in model:  # no attribute of the tokeniser has it
            unknown_id: int | None = model["unk_id"]
            return unknown_id
        token = model.get("unk_token")
        token_id: int | None = self._tokenizer.token_to_id(token) if token else None
        return token_id


def _replace_surrogates(text: str) -> str:
    """Replace unpaired surrogates by question marks."""
    return text.encode(errors="replace").decode()


def check_tokenizer(pieces: PieceTokenizer, architecture: "Architecture", where: Path) -> None:
    """Raise `ResourceError` if the tokeniser has ids that the encoder has no embedding for."""
    if pieces.size > architecture.vocabulary:
        raise ResourceError(
            f"{where}: the tokeniser has {pieces.size} pieces, but the encoder has embeddings of "
            f"{architecture.vocabulary}: use both from the same model"
        )
