"""Scores sentences with KenLM, where the package `ufal-kenlm` is installed."""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import InputError, ResourceError
from ..files.limits import max_line
from ..files.lines import open_lines, raw_lines
from ..files.packed import packing
from ..files.room import copy_to
from ..optional import needs
from .scorer import model_name
from .symbols import IS_SYMBOL, UNKNOWN
from .text import TextSettings

# KenLM splits at these, stops at a NUL, and cannot take halves of surrogate pairs.
_NO_WORD = re.compile("^$|[\0\t\n\v\f\r \ud800-\udfff]")
_ODD = re.compile("^ | $|  |[\0\t\n\v\f\r\ud800-\udfff]")

# KenLM adds up in single precision, which errs by more than 1e-5 in long lines.
_LONG = 250


@dataclass(frozen=True)
class KenlmScorer:
    """A `LanguageModel` over `kenlm.Model`; single precision."""

    kenlm: Any
    path: Path
    text: TextSettings
    digest: str

    def __reduce__(self) -> tuple[Any, ...]:
        # KenLM would look for the unpacked file, which is gone.
        return load_kenlm, (self.path, self.text, self.digest)

    @cached_property
    def order(self) -> int:
        return int(self.kenlm.order)

    @property
    def name(self) -> str:
        return f"{model_name(self.order, self.text, self.digest)}/kenlm"

    def log10(self, sentence: Sequence[str]) -> float:
        if len(sentence) > _LONG:
            return float(sum(self.log10_words(sentence)))
        return float(self.kenlm.score(_line(sentence)))

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        return [word[0] for word in self.kenlm.full_scores(_line(sentence))]

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        return list(map(self.log10, sentences))


def load_kenlm(path: Path, text: TextSettings, digest: str) -> KenlmScorer:
    """Read an ARPA file with KenLM."""
    with needs("KenLM", "lm", ", or let the engine be numpy"):
        import kenlm
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    try:
        if not packing(str(path)):
            return KenlmScorer(kenlm.Model(str(path), config), path, text, digest)
        # The wheels come without zlib and its like.
        with tempfile.TemporaryDirectory(prefix="tesla-") as folder:
            plain = Path(folder) / "plain.arpa"
            with open_lines(str(path)) as packed:
                copy_to(plain, raw_lines(packed, str(path), max_line()))
            return KenlmScorer(kenlm.Model(str(plain), config), path, text, digest)
    except (OSError, RuntimeError, InputError) as error:
        reason = " ".join(str(error).split())
        raise ResourceError(
            f"KenLM cannot read language model {path} ({reason}); build or fetch it again"
        ) from error


def _line(sentence: Sequence[str]) -> str:
    text = " ".join(sentence)
    odd = text.count(" ") >= len(sentence) or _ODD.search(text)
    if odd or not IS_SYMBOL.isdisjoint(sentence):
        return " ".join(map(_known_or_not, sentence))
    return text


def _known_or_not(word: str) -> str:
    return UNKNOWN if word in IS_SYMBOL or _NO_WORD.search(word) else word
