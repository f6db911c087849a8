"""The protocol of language models, and loading one from a file."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ..errors import ResourceError, UsageError
from ..files.kinds import FileKind, tell_file
from .arpa import read_arpa, read_settings
from .kenlm_scorer import load_kenlm
from .packed import read_packed
from .scorer import BackoffScorer
from .text import TextSettings

ENGINES = ("numpy", "kenlm")


@runtime_checkable
class LanguageModel(Protocol):
    """Gives sentences a probability; unknown words get that of <unk>."""

    @property
    def order(self) -> int:
        """The length of its longest n-grams."""

    @property
    def name(self) -> str:
        """Goes into signatures: order, language, checksum."""

    @property
    def digest(self) -> str:
        """The SHA-256 of its file."""

    @property
    def text(self) -> TextSettings:
        """How a line becomes the words that the model knows."""

    def log10(self, sentence: Sequence[str]) -> float:
        """log10 P(words and </s>)."""

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        """The same of each word by itself, given those before it, and of </s>."""

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        """log10 P of many sentences, faster than one by one."""


def load_language_model(
    path: str | Path, engine: str = "numpy", text: TextSettings | None = None
) -> LanguageModel:
    """From an ARPA file, plain or compressed, or a packed one.

    KenLM, which is faster, is asked for by name: it rounds otherwise, so that scores would hang on
    whether it is installed. `text` is for models from elsewhere; those of `tesla build lm` record
    their own. Without either, words are what stands between white space, lower-cased.
    """
    if engine not in ENGINES:
        raise UsageError(f"unknown engine {engine!r}: give {', '.join(ENGINES)}")
    path = Path(path)
    if path.is_file() and tell_file(path).kind is FileKind.RESOURCE:
        if engine == "kenlm":
            raise UsageError(f"{path} is packed, which kenlm does not read: leave the engine out")
        return read_packed(path)
    digest = _digest(path)
    if engine == "kenlm":
        recorded = _recorded(read_settings(path), path) or text or TextSettings()
        try:
            return load_kenlm(path, recorded, digest)
        except ResourceError:
            # Where the file is at fault, the reader names the line.
            if find_spec("kenlm"):
                read_arpa(path)
            raise
    model, trie = read_arpa(path)
    recorded = _recorded(model.settings, path) or text or TextSettings()
    return BackoffScorer(model.order, model.words, trie, recorded, digest)


def _recorded(settings: Mapping[str, Any], path: Path) -> TextSettings | None:
    if not settings:
        return None
    try:
        return TextSettings.from_facts(settings)
    except UsageError as error:
        raise ResourceError(
            f"language model {path} records settings that are none ({error}); build it again"
        ) from error


def _digest(path: Path) -> str:
    if path.exists() and not path.is_file():  # a device may never end
        raise ResourceError(f"cannot read language model {path}: it is no file; check the path")
    try:
        told = tell_file(path)
        if told.kind not in (FileKind.LANGUAGE_MODEL, FileKind.TEXT, FileKind.PACKED):
            raise ResourceError(f"language model {path} is {told.called}: build or fetch it again")
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ResourceError(
            f"cannot read language model {path}: {error.strerror}; check the path"
        ) from error
