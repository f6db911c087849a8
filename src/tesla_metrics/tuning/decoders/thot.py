"""Thot, a phrase-based decoder in this process (the extra [smt])."""

import math
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ...errors import ResourceError, TeslaError, UsageError
from ...nbest.nbest import Nbest
from ...nbest.weights import Weights
from ...optional import needs
from ..smt.model import language_model, read_description, translation_model
from ..smt.phrases import LONGEST, filter_phrases
from ..smt.train import INSTALL
from .base import Advance

# Thot's own order: words written, language model, lengths of target segments, jumps in the source,
# lengths of source segments, phrases both ways, length of the sentence.
NAMES = ("words", "lm", "target", "jump", "source", "direct", "inverse", "length")
_START = (0.0, 1.0, 0.0, 0.5, 0.0, 0.5, 0.5, 0.5)
# Log probabilities, of which more is better: the search itself relies on that.
_POSITIVE = ("lm", "jump", "direct", "inverse")
# Many derivations have one text: so many times as many are asked for.
_DERIVATIONS = 5
# Translations of a phrase that are tried.
_OPTIONS = 10
# Sentences at a time: between these an interruption is heard.
_BATCH = 16


class ThotDecoder:
    """A system that `tesla tune --train-smt` made, and the sentences to translate.

    The phrase table is cut down to the sentences, which is done once.
    """

    def __init__(
        self,
        folder: Path,
        sources: Sequence[str],
        start: Mapping[str, float] | None = None,
        *,
        reordering: int = 0,
        stack: int = 10,
    ) -> None:
        self._system = read_description(folder)
        self._tokens = [self._system.source_tokens(text) for text in sources]
        # Where nothing is reordered there are no jumps to weigh.
        names = tuple(name for name in NAMES if reordering or name != "jump")
        unknown = set(start or ()) - set(names)
        if unknown:
            raise UsageError(
                f"Thot has no feature {min(unknown)!r} here: its features are {', '.join(names)}"
            )
        usual = dict(zip(NAMES, _START, strict=True)) | dict(start or {})
        self.start = Weights(names, tuple(usual[name] for name in names))
        self.bounds = dict.fromkeys(set(_POSITIVE).intersection(names), (0.0, math.inf))
        self._stack = stack
        with needs("sil-thot", "smt", INSTALL):
            self._model = _load(folder, self._tokens)
        self._model.a, self._model.e, self._model.w = LONGEST, 2, _OPTIONS
        self._model.heuristic = 6  # the finest of its estimates of what is left to translate
        self._model.non_monotonicity = reordering

    @property
    def form(self) -> str:
        """What the bitext's target side went through."""
        return "tokenised+lowercased" if self._system.lowercase else "tokenised"

    @property
    def log(self) -> str:
        """None: it tells of each sentence."""
        return ""

    def decode(self, weights: Weights, n: int, folder: Path, advance: Advance) -> Nbest:
        """Distinct texts, each with its best derivation."""
        from thot import translation as thot

        names = self.start.names
        values = weights.of(names)
        whole = dict(zip(NAMES, _START, strict=True)) | dict(
            zip(names, values.tolist(), strict=True)
        )
        self._model.weights = [whole[name] for name in NAMES]
        decoder = thot.SmtDecoder(self._model)
        decoder.s, decoder.is_breadth_first = self._stack, True
        texts: list[str] = []
        features: list[Sequence[float]] = []
        starts = [0]
        for start in range(0, len(self._tokens), _BATCH):
            batch = self._tokens[start : start + _BATCH]
            found = decoder.translate_n_batch(
                [" ".join(tokens) for tokens in batch], n * _DERIVATIONS
            )
            for tokens, derivations in zip(batch, found, strict=True):
                for text, components in _distinct(tokens, derivations, n).items():
                    texts.append(text)
                    features.append(components)
                starts.append(len(texts))
            advance(len(batch))
        table = np.array(features, dtype=float)[:, [NAMES.index(name) for name in names]]
        ids, ends = tuple(range(len(self._tokens))), np.array(starts, dtype=np.intp)
        return Nbest(ids, ends, texts, names, table, table @ values)

    def as_written(self, texts: Sequence[str]) -> list[str]:
        """Tokenised and lower-cased as the target side of the bitext was."""
        return [" ".join(self._system.target_tokens(text)) for text in texts]


def _distinct(tokens: Sequence[str], derivations: Any, n: int) -> dict[str, Sequence[float]]:
    """Up to n texts with their components, best first; of an empty sentence the empty one."""
    found: dict[str, Sequence[float]] = {}
    for one in derivations:
        found.setdefault(" ".join(one.target), one.score_components)
        if len(found) == n:
            break
    if not found:
        if tokens:
            raise TeslaError(
                f"Thot found no translation of {' '.join(tokens)[:60]!r}: raise decoder.stack"
            )
        found[""] = [0.0] * len(NAMES)
    return found


def _load(folder: Path, sentences: Sequence[Sequence[str]]) -> Any:
    from thot import alignment, translation

    model = translation.SmtModel(alignment.AlignmentModelType.HMM)
    whole = translation_model(folder)
    with TemporaryDirectory(prefix="tesla-smt-") as kept:
        part = translation_model(Path(kept))
        for file in folder.glob(f"{whole.name}*"):
            if file.suffix != ".ttable":
                shutil.copyfile(file, part.parent / file.name)
        filter_phrases(Path(f"{whole}.ttable"), sentences, Path(f"{part}.ttable"))
        loaded = model.load_translation_model(str(part))
    if not loaded or not model.load_language_model(str(language_model(folder))):
        raise ResourceError(f"Thot cannot load {folder}: train it anew with tesla tune --train-smt")
    return model
