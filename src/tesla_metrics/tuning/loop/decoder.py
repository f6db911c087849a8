"""The decoder that a configuration names."""

from collections.abc import Sequence

from ...nbest.weights import Weights
from ..decoders.base import Decoder
from ..decoders.command import CommandDecoder
from .config import LoopSettings


def open_decoder(settings: LoopSettings, sources: Sequence[str]) -> Decoder:
    """Ready to translate these sentences."""
    facts = dict(settings.decoder)
    if facts.pop("kind") == "thot":
        # Thot is not wanted by anyone else, and slow to load.
        from pathlib import Path

        from ..decoders.thot import ThotDecoder

        return ThotDecoder(Path(facts.pop("model")), sources, settings.features, **facts)
    names = tuple(settings.features)
    decoder = CommandDecoder(
        facts["command"],
        settings.source,
        len(sources),
        settings.folder,
        Weights(names, tuple(settings.features.values())),
        weights_format=facts.get("weights_format", "plain"),
        shell=facts.get("shell", False),
        kind=facts.get("nbest_format"),
    )
    decoder.check()
    return decoder
