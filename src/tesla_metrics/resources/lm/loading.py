"""Load a language model from a file, and score with KenLM on request."""

import hashlib
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ...errors import InputError, ResourceError, UsageError
from ...files.compression import FileKind, compression_suffix, detect_file_type
from ...files.disk_space import write_temporary
from ...files.lines import max_line, open_lines, raw_lines
from ...optional import needs
from .arpa import read_arpa, read_settings
from .backoff import BackoffScorer, model_name
from .packed_model import read_packed_model
from .text import ALL_SYMBOLS, UNKNOWN, TextSettings

# KenLM splits words at these characters, stops at a NUL, and fails on unpaired surrogates.
_INVALID_WORD = re.compile("^$|[\0\t\n\v\f\r \ud800-\udfff]")
_INVALID_LINE = re.compile("^ | $|  |[\0\t\n\v\f\r\ud800-\udfff]")

# KenLM sums in single precision, whose error exceeds 1e-5 in longer sentences.
_MAX_SINGLE_PRECISION_WORDS = 250


@dataclass(frozen=True)
class KenlmScorer:
    """A `LanguageModel` based on `kenlm.Model`, with single precision."""

    kenlm: Any
    path: Path
    text: TextSettings
    digest: str

    def __reduce__(self) -> tuple[Any, ...]:
        # KenLM would look for the decompressed file, which no longer exists.
        return load_kenlm, (self.path, self.text, self.digest)

    @cached_property
    def order(self) -> int:
        return int(self.kenlm.order)

    @property
    def name(self) -> str:
        return f"{model_name(self.order, self.text, self.digest)}/kenlm"

    def log10(self, sentence: Sequence[str]) -> float:
        if len(sentence) > _MAX_SINGLE_PRECISION_WORDS:
            return float(sum(self.log10_words(sentence)))
        return float(self.kenlm.score(_line(sentence)))

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        return [word[0] for word in self.kenlm.full_scores(_line(sentence))]

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        return list(map(self.log10, sentences))


def load_kenlm(path: Path, text: TextSettings, digest: str) -> KenlmScorer:
    """Read an ARPA file with KenLM."""
    with needs("KenLM", "lm", ", or use the engine numpy"):
        import kenlm
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    try:
        if not compression_suffix(str(path)):
            return KenlmScorer(kenlm.Model(str(path), config), path, text, digest)
        # The wheels of KenLM are built without zlib and other compression libraries.
        with tempfile.TemporaryDirectory(prefix="tesla-") as folder:
            plain = Path(folder) / "plain.arpa"
            with open_lines(str(path)) as packed:
                write_temporary(plain, raw_lines(packed, str(path), max_line()))
            return KenlmScorer(kenlm.Model(str(plain), config), path, text, digest)
    except (OSError, RuntimeError, InputError) as error:
        reason = " ".join(str(error).split())
        raise ResourceError(
            f"KenLM cannot read language model {path} ({reason}); build or fetch it again"
        ) from error


def _line(sentence: Sequence[str]) -> str:
    text = " ".join(sentence)
    invalid = text.count(" ") >= len(sentence) or _INVALID_LINE.search(text)
    if invalid or not ALL_SYMBOLS.isdisjoint(sentence):
        return " ".join(map(_valid_word, sentence))
    return text


def _valid_word(word: str) -> str:
    return UNKNOWN if word in ALL_SYMBOLS or _INVALID_WORD.search(word) else word


ENGINES = ("numpy", "kenlm")


@runtime_checkable
class LanguageModel(Protocol):
    """Assigns probabilities to sentences; unknown words get that of <unk>."""

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""

    @property
    def name(self) -> str:
        """The name in signatures: order, language and checksum."""

    @property
    def digest(self) -> str:
        """The SHA-256 of the model file."""

    @property
    def text(self) -> TextSettings:
        """How a line is converted to the words of the model."""

    def log10(self, sentence: Sequence[str]) -> float:
        """Return log10 P of the words and </s>."""

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        """Return log10 P of each word given the words before it, and of </s>."""

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        """Return log10 P of many sentences; faster than separate calls."""


def load_language_model(
    path: str | Path, engine: str = "numpy", text: TextSettings | None = None
) -> LanguageModel:
    """Load a model from an ARPA file, compressed or not, or from a packed file.

    KenLM is faster but must be requested explicitly: it rounds differently, so scores must not
    depend on whether it is installed. `text` is for external models; models of `tesla build lm`
    record their text settings. The default splits at white space and converts to lower case.
    """
    if engine not in ENGINES:
        raise UsageError(f"unknown engine {engine!r}: give {', '.join(ENGINES)}")
    path = Path(path)
    if path.is_file() and detect_file_type(path).kind is FileKind.RESOURCE:
        if engine == "kenlm":
            raise UsageError(f"{path} is packed, which kenlm cannot read: omit the engine")
        return read_packed_model(path)
    digest = _digest(path)
    if engine == "kenlm":
        recorded = _recorded_text(read_settings(path), path) or text or TextSettings()
        try:
            return load_kenlm(path, recorded, digest)
        except ResourceError:
            # If the file is invalid, our reader raises an error that names the line.
            if find_spec("kenlm"):
                read_arpa(path)
            raise
    model, trie = read_arpa(path)
    recorded = _recorded_text(model.settings, path) or text or TextSettings()
    return BackoffScorer(model.order, model.words, trie, recorded, digest)


def _recorded_text(settings: Mapping[str, Any], path: Path) -> TextSettings | None:
    if not settings:
        return None
    try:
        return TextSettings.from_dict(settings)
    except UsageError as error:
        raise ResourceError(
            f"language model {path} records invalid settings ({error}); build it again"
        ) from error


def _digest(path: Path) -> str:
    if path.exists() and not path.is_file():  # reading a device may never end
        raise ResourceError(f"cannot read language model {path}: it is not a file; check the path")
    try:
        file_type = detect_file_type(path)
        if file_type.kind not in (FileKind.LANGUAGE_MODEL, FileKind.TEXT, FileKind.COMPRESSED):
            raise ResourceError(
                f"language model {path} is {file_type.description}: build or fetch it again"
            )
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ResourceError(
            f"cannot read language model {path}: {error.strerror}; check the path"
        ) from error
