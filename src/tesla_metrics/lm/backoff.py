"""A back-off model: probabilities and back-off weights of n-grams, as ARPA files have them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import Floats
from .counts import WordIds


@dataclass(frozen=True)
class BackoffLevel:
    """The n-grams of one order, a row each: word numbers, log10 probability, log10 back-off."""

    grams: WordIds
    log10: Floats
    backoff: Floats


@dataclass(frozen=True)
class BackoffModel:
    """Words by number, and levels from unigrams on; row i of the unigrams is word i."""

    words: list[str]
    levels: list[BackoffLevel]
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def order(self) -> int:
        return len(self.levels)

    @cached_property
    def digest(self) -> str:
        """A checksum of all that scores depend on."""
        checksum = hashlib.sha256("\n".join(self.words).encode("utf-8", "surrogatepass"))
        for level in self.levels:
            for part in (level.grams, level.log10, level.backoff):
                checksum.update(np.ascontiguousarray(part).tobytes())
        return checksum.hexdigest()
