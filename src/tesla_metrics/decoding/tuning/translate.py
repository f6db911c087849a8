"""Translate a file with a tuned decoder."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

from ...errors import InputError, TeslaError
from ...files.lines import read_lines
from ...files.long_runs import ProgressCallback, no_progress
from ..decoders.base import Decoder
from ..decoders.command import restore_names
from ..nbest.weights import Weights, read_weights
from .loop_config import LoopSettings, open_decoder, read_config, uses_moses_weights


def translate(
    config: LoopSettings | Path | str, source: Path | str, *, watch: ProgressCallback = no_progress
) -> list[str]:
    """Translate a file with the decoder and the tuned weights of a configuration.

    Parameters
    ----------
    config : LoopSettings or path
        Settings, or a TOML file with settings.
    source : path
        File with one sentence per line.
    watch : callable, optional
        Reports progress.

    Returns
    -------
    list of str
        The first candidate of each sentence.

    Raises
    ------
    InputError
        If the decoder was not tuned yet.
    """
    settings = config if isinstance(config, LoopSettings) else read_config(Path(config))
    if not settings.output.is_file():
        raise InputError(
            f"there are no tuned weights in {settings.output} yet: tune first, with tesla tune "
            "--config"
        )
    sentences = read_lines(str(source))
    with _create_folder() as folder:
        # A decoder needs a plain text file, but the source may be compressed or standard input.
        source_copy = folder / "source"
        source_copy.write_text(
            "".join(f"{sentence}\n" for sentence in sentences), encoding="utf-8", newline="\n"
        )
        decoder = open_decoder(replace(settings, source=source_copy), sentences)
        weights = _read_tuned_weights(settings, decoder)
        nbest = decoder.decode(weights, 1, folder, watch("translating", len(sentences)))
    # Texts of JSON lists can contain line ends.
    return [" ".join(nbest.texts[start].splitlines()) for start in nbest.starts[:-1].tolist()]


@contextmanager
def _create_folder() -> Iterator[Path]:
    """Create a temporary folder; delete it at the end unless an error message mentions it."""
    folder, is_kept = Path(mkdtemp(prefix="tesla-translate-")), False
    try:
        yield folder
    except TeslaError as error:
        is_kept = str(folder) in str(error)
        raise
    finally:
        if not is_kept:
            shutil.rmtree(folder, ignore_errors=True)


def _read_tuned_weights(settings: LoopSettings, decoder: Decoder) -> Weights:
    weights, names = read_weights(str(settings.output)), decoder.start.names
    if uses_moses_weights(settings):
        weights = restore_names(names, weights)
    if set(weights.names) != set(names):
        raise InputError(
            f"{settings.output} has weights for {', '.join(weights.names)}, but the decoder's "
            f"features are {', '.join(names)}: tune it again"
        )
    return weights
