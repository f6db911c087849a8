"""An encoder with what was learnt for it, ready for texts."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..errors import ResourceError, UsageError
from .adapter_file import EncoderAdapter, check_fits, read_adapter
from .encoder_file import PackedEncoder
from .features import ContextText, make_text
from .finding import AUTO, check_installed, find_encoder
from .head import Head, PlainHead
from .pieces import TextPieces
from .runtime import EncodedPieces, Runtime

NONE = "none"
_SHIPPED = Path(__file__).resolve().parents[1] / "data" / "context"


class ContextModel:
    """Makes vectors of texts, and says how features of pairs become scores."""

    def __init__(
        self, packed: PackedEncoder, adapter: EncoderAdapter | None, arithmetic: str
    ) -> None:
        self.packed, self.adapter, self.arithmetic = packed, adapter, arithmetic
        last = packed.architecture.layers
        self.head: Head = adapter.head if adapter else PlainHead((plain_layer(last),))
        wanted = sorted({*self.head.layers, last})
        self._matched = [wanted.index(layer) for layer in self.head.layers]
        self.runtime = Runtime(packed, adapter, wanted, arithmetic)

    def texts(self, texts: Sequence[str], threads: int = 1) -> list[ContextText]:
        """Their vectors; a text's are the same in whatever company."""
        cut = self.packed.pieces.cut(texts)
        if threads == 1 or len(cut) < 2:
            return list(map(self._encoded, cut))
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(self._encoded, cut))

    def _encoded(self, pieces: TextPieces) -> ContextText:
        # Here, so that all layers of but a few texts are there at once.
        return self.text(pieces, self.runtime.encode(pieces.ids))

    def text(self, pieces: TextPieces, found: EncodedPieces) -> ContextText:
        """What is kept of what the encoder gave."""
        matched = [found.layers[place] for place in self._matched]
        if self.adapter is None:
            return make_text(pieces.keys, matched, found.whole)
        weights = self.adapter.weights(pieces.ids, found.layers[-1])
        return make_text(pieces.keys, matched, found.whole, weights)


def plain_layer(layers: int) -> int:
    """The one whose vectors say most of what a piece means: of six the fourth."""
    return max(round(layers * 2 / 3), 1)


def open_model(encoder: str, adapter: str, lang: str, arithmetic: str) -> ContextModel:
    """The encoder that is named, with the adapter that is."""
    check_installed(encoder)
    packed = find_encoder(encoder, lang)
    return ContextModel(packed, _adapter(adapter, packed, lang), arithmetic)


def _adapter(named: str, packed: PackedEncoder, lang: str) -> EncoderAdapter | None:
    if named == NONE:
        return None
    if named != AUTO:
        return _checked(Path(named), packed, lang)
    for path in sorted(_SHIPPED.glob("*.adapter")):
        found = read_adapter(path)
        if (found.encoder, found.lang) == (packed.weights, lang):
            return _checked(path, packed, lang)
    return None


def _checked(path: Path, packed: PackedEncoder, lang: str) -> EncoderAdapter:
    adapter = read_adapter(path)
    if adapter.encoder != packed.weights:
        raise ResourceError(
            f"{path} was trained for the encoder with the SHA-256 {adapter.encoder[:8]}..., this "
            f"one has {packed.weights[:8]}...: give the right --encoder, or --adapter none"
        )
    if adapter.lang != lang:
        raise UsageError(
            f"{path} was trained on texts in {adapter.lang!r}, but these are {lang!r}: leave "
            "--adapter out, or train one with 'tesla train tesla-n'"
        )
    check_fits(adapter, packed.architecture, path)
    return adapter
