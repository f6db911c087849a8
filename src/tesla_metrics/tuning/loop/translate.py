"""Other texts through a decoder that was tuned: what its weights are good for."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

from ...errors import InputError, TeslaError
from ...files.lines import read_lines
from ...nbest.weights import Weights, read_weights
from ...watching import Watch, unwatched
from ..decoders.base import Decoder
from ..decoders.moses_weights import named_as
from .config import LoopSettings, read_config
from .decoder import open_decoder, takes_moses_weights


def translate(
    config: LoopSettings | Path | str, source: Path | str, *, watch: Watch = unwatched
) -> list[str]:
    """The sentences of a file by the decoder of a configuration, with the weights it was tuned to.

    A translation a sentence: the first candidate of each, as tuning counts it. `watch` hears what
    is going on.
    """
    settings = config if isinstance(config, LoopSettings) else read_config(Path(config))
    if not settings.output.is_file():
        raise InputError(
            f"there are no tuned weights in {settings.output} yet: tune first, with tesla tune "
            "--config"
        )
    sentences = read_lines(str(source))
    with _folder() as folder:
        # A decoder wants plain text in a file, whatever was given: a packed one, standard input.
        text = folder / "source"
        text.write_text("".join(f"{one}\n" for one in sentences), encoding="utf-8", newline="\n")
        decoder = open_decoder(replace(settings, source=text), sentences)
        weights = _weights(settings, decoder)
        nbest = decoder.decode(weights, 1, folder, watch("translating", len(sentences)))
    # A list may be JSON, in which texts can have line ends.
    return [" ".join(nbest.texts[start].splitlines()) for start in nbest.starts[:-1].tolist()]


@contextmanager
def _folder() -> Iterator[Path]:
    """For what the decoder reads and writes; it stays where an error names its log."""
    folder, stays = Path(mkdtemp(prefix="tesla-translate-")), False
    try:
        yield folder
    except TeslaError as error:
        stays = str(folder) in str(error)
        raise
    finally:
        if not stays:
            shutil.rmtree(folder, ignore_errors=True)


def _weights(settings: LoopSettings, decoder: Decoder) -> Weights:
    found, names = read_weights(str(settings.output)), decoder.start.names
    if takes_moses_weights(settings):
        found = named_as(names, found)
    if set(found.names) != set(names):
        raise InputError(
            f"{settings.output} has weights of {', '.join(found.names)}, but the decoder's "
            f"features are {', '.join(names)}: tune it anew"
        )
    return found
