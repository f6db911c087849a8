"""Word pieces: what an encoder's tokeniser makes of a text, and where in the text they stand."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..arrays import Indices
from ..errors import ResourceError
from ..optional import needs

if TYPE_CHECKING:
    from .architecture import Architecture

_SAMPLE = "a"


class TextPieces(NamedTuple):
    """The pieces of one text, without marks of its ends.

    keys    their numbers; below 0 for what the tokeniser does not know, by how it is written
    places  from where to where each is written
    """

    ids: Indices
    keys: Indices
    places: list[tuple[int, int]]


class PieceCutter:
    """A tokeniser in the form of Hugging Face's tokenizers."""

    def __init__(self, content: bytes, path: Path) -> None:
        with needs("tokenizers", "context"):
            from tokenizers import Tokenizer
        try:
            self._made = Tokenizer.from_str(content.decode())
        except Exception as error:  # of the other package, which has no class of its own for it
            raise ResourceError(
                f"{path} is no tokeniser that can be read ({str(error)[:80]}): fetch it again"
            ) from error
        # A text is cut by nobody but us, and stands by itself.
        self._made.no_truncation()
        self._made.no_padding()
        marks = self._made.encode(_SAMPLE)
        inside = [place for place, mark in enumerate(marks.special_tokens_mask) if not mark]
        ids = np.array(marks.ids, dtype=np.intp)
        if not inside:
            raise ResourceError(f"{path} makes nothing of the letter a: take a whole tokeniser")
        self.before, self.after = ids[: inside[0]], ids[inside[-1] + 1 :]
        self._unknown = self._number_of_unknown(content)

    @property
    def size(self) -> int:
        """One more than the largest number of a piece."""
        return max(self._made.get_vocab(with_added_tokens=True).values(), default=-1) + 1

    def cut(self, texts: Sequence[str]) -> list[TextPieces]:
        """The pieces of each text."""
        # One by one: a batch would start threads of its own.
        return [self._cut(_whole(text)) for text in texts]

    def _cut(self, text: str) -> TextPieces:
        made = self._made.encode(text, add_special_tokens=False)
        ids = np.array(made.ids, dtype=np.intp)
        keys = ids.copy()
        for place in np.flatnonzero(ids == self._unknown).tolist():
            start, end = made.offsets[place]
            keys[place] = self._key(text[start:end])
        return TextPieces(ids, keys, made.offsets)

    def _key(self, written: str) -> int:
        """Of a piece that is unknown: the same in every process."""
        normalizer = self._made.normalizer  # case and accents are nothing where they are dropped
        own = (normalizer.normalize_str(written) if normalizer else written).strip()
        number = int.from_bytes(sha256(own.encode()).digest()[:8])
        return -1 - number % np.iinfo(np.intp).max

    def _number_of_unknown(self, content: bytes) -> int | None:
        """Of the piece that stands for all that are unknown, if there is one."""
        model = json.loads(content)["model"]
        if "unk_id" in model:  # which no attribute tells
            numbered: int | None = model["unk_id"]
            return numbered
        named = model.get("unk_token")
        found: int | None = self._made.token_to_id(named) if named else None
        return found


def _whole(text: str) -> str:
    """With a question mark for each half of a surrogate pair, which is no text."""
    return text.encode(errors="replace").decode()


def check_tokenizer(pieces: PieceCutter, architecture: "Architecture", where: Path) -> None:
    """It must number no piece that the encoder has no vector for."""
    if pieces.size > architecture.vocabulary:
        raise ResourceError(
            f"{where}: the tokeniser has {pieces.size} pieces, the encoder vectors for "
            f"{architecture.vocabulary}: take both from the same model"
        )
