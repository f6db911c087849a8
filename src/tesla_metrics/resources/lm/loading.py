"""Load a language model from a file, for scoring with numpy or KenLM."""

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
from ...files.compression import FileKind, detect_file_type, get_compression_suffix
from ...files.disk_space import write_temporary
from ...files.lines import get_max_line_length, iterate_raw_lines, open_lines
from ...optional import requires_extra
from .arpa import read_arpa, read_settings
from .backoff import BackoffScorer, format_model_name
from .packed_model import read_packed_model
from .text import ALL_SYMBOLS, UNKNOWN, TextSettings

# Words and lines that KenLM cannot score: it splits words at white space, stops at NUL, and fails
# on unpaired surrogates.
_INVALID_WORD = re.compile("^$|[\0\t\n\v\f\r \ud800-\udfff]")
_INVALID_LINE = re.compile("^ | $|  |[\0\t\n\v\f\r\ud800-\udfff]")

# KenLM sums in single precision, with errors above 1e-5 in longer sentences.
_MAX_SINGLE_PRECISION_WORDS = 250


@dataclass(frozen=True)
class KenlmScorer:
    """Implementation of `LanguageModel` with `kenlm.Model`, which has single precision."""

    kenlm: Any
    path: Path
    text: TextSettings
    digest: str

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickling the KenLM model would store the path of a temporary file that no longer exists.
        return load_kenlm, (self.path, self.text, self.digest)

    @cached_property
    def order(self) -> int:
        return int(self.kenlm.order)

    @property
    def name(self) -> str:
        return f"{format_model_name(self.order, self.text, self.digest)}/kenlm"

    def log10(self, sentence: Sequence[str]) -> float:
        if len(sentence) > _MAX_SINGLE_PRECISION_WORDS:
            return float(sum(self.log10_words(sentence)))
        return float(self.kenlm.score(_format_sentence(sentence)))

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        return [word[0] for word in self.kenlm.full_scores(_format_sentence(sentence))]

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        return list(map(self.log10, sentences))


def load_kenlm(path: Path, text: TextSettings, digest: str) -> KenlmScorer:
    """Read an ARPA file with KenLM."""
    with requires_extra("KenLM", "lm", ", or use the engine numpy"):
        import kenlm
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    try:
        if not get_compression_suffix(str(path)):
            return KenlmScorer(kenlm.Model(str(path), config), path, text, digest)
        # The wheels of KenLM are built without zlib and other compression libraries.
        with tempfile.TemporaryDirectory(prefix="tesla-") as folder:
            plain_path = Path(folder) / "plain.arpa"
            with open_lines(str(path)) as stream:
                write_temporary(
                    plain_path, iterate_raw_lines(stream, str(path), get_max_line_length())
                )
            return KenlmScorer(kenlm.Model(str(plain_path), config), path, text, digest)
    except (OSError, RuntimeError, InputError) as error:
        reason = " ".join(str(error).split())
        raise ResourceError(
            f"KenLM cannot read language model {path} ({reason}); build or fetch it again"
        ) from error


def _format_sentence(sentence: Sequence[str]) -> str:
    """Join words for KenLM; reserved symbols and words that it cannot read become <unk>."""
    text = " ".join(sentence)
    is_invalid = text.count(" ") >= len(sentence) or _INVALID_LINE.search(text)
    if is_invalid or not ALL_SYMBOLS.isdisjoint(sentence):
        return " ".join(map(_replace_invalid_word, sentence))
    return text


def _replace_invalid_word(word: str) -> str:
    return UNKNOWN if word in ALL_SYMBOLS or _INVALID_WORD.search(word) else word


ENGINES = ("numpy", "kenlm")


@runtime_checkable
class LanguageModel(Protocol):
    """Protocol of language models; unknown words have the probability of <unk>."""

    @property
    def order(self) -> int:
        """Length of the longest n-grams."""

    @property
    def name(self) -> str:
        """Name in signatures: order, language and checksum."""

    @property
    def digest(self) -> str:
        """SHA-256 of the model file."""

    @property
    def text(self) -> TextSettings:
        """Settings of the conversion of lines to words."""

    def log10(self, sentence: Sequence[str]) -> float:
        """Return the log10 probability of a sentence, including </s>."""

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        """Return the log10 probability of each word and of </s>, given the words before it."""

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        """Return the log10 probabilities of sentences; faster than separate calls of `log10`."""


def load_language_model(
    path: str | Path, engine: str = "numpy", text: TextSettings | None = None
) -> LanguageModel:
    """Load a model from an ARPA file, compressed or not, or from a packed file.

    KenLM is faster but must be requested explicitly: it rounds differently, and scores must not
    depend on whether it is installed. `text` has the text settings of models of other programs;
    models of `tesla build lm` record them. The default splits at white space and converts to lower
    case.
    """
    if engine not in ENGINES:
        raise UsageError(f"unknown engine {engine!r}: give {', '.join(ENGINES)}")
    path = Path(path)
    if path.is_file() and detect_file_type(path).kind is FileKind.RESOURCE:
        if engine == "kenlm":
            raise UsageError(f"{path} is packed, which kenlm cannot read: omit the engine")
        return read_packed_model(path)
    digest = _compute_digest(path)
    if engine == "kenlm":
        text_settings = _get_recorded_text(read_settings(path), path) or text or TextSettings()
        try:
            return load_kenlm(path, text_settings, digest)
        except ResourceError:
            # If the file is invalid, `read_arpa` raises an error that names the line.
            if find_spec("kenlm"):
                read_arpa(path)
            raise
    model, trie = read_arpa(path)
    text_settings = _get_recorded_text(model.settings, path) or text or TextSettings()
    return BackoffScorer(model.order, model.words, trie, text_settings, digest)


def _get_recorded_text(settings: Mapping[str, Any], path: Path) -> TextSettings | None:
    """Return the text settings that a model file records; None if it records none."""
    if not settings:
        return None
    try:
        return TextSettings.from_dict(settings)
    except UsageError as error:
        raise ResourceError(
            f"language model {path} records invalid settings ({error}); build it again"
        ) from error


def _compute_digest(path: Path) -> str:
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
