"""The decoder that a configuration names."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...languages import UNDETERMINED, parse_language
from ...nbest.weights import Weights
from ..decoders.base import Decoder
from ..decoders.command import CommandDecoder
from ..smt.model import read_description
from .config import LoopSettings


def decoder_identity(settings: LoopSettings) -> dict[str, Any]:
    """What its lists depend on, as far as anyone can know: of a command only how it is called."""
    facts = dict(settings.decoder)
    if facts["kind"] == "thot":
        facts["model"] = asdict(read_description(settings.folder / facts["model"]))
    return facts


def takes_moses_weights(settings: LoopSettings) -> bool:
    """Whether its weights are in Moses' format, which nothing but Moses reads as it is."""
    return settings.decoder.get("weights_format") == "moses"


def _check_language(settings: LoopSettings, folder: Path) -> None:
    """A metric that takes the text for another language gives numbers all the same."""
    given, written = getattr(settings.metric, "lang", ""), read_description(folder).target
    if given and parse_language(given) not in (UNDETERMINED, parse_language(written)):
        raise InputError(
            f'lang is {given!r} but {folder} writes {written!r}: give lang = "{written}" in the '
            "configuration"
        )


def open_decoder(settings: LoopSettings, sources: Sequence[str]) -> Decoder:
    """Ready to translate these sentences."""
    facts = dict(settings.decoder)
    if facts.pop("kind") == "thot":
        from ..decoders.thot import ThotDecoder

        folder = settings.folder / facts.pop("model")
        _check_language(settings, folder)
        return ThotDecoder(folder, sources, settings.features, **facts)
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
