"""What TESLA-CELAB and its variant without a dictionary share."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from .._core.covering import CoverProblem, all_covered, most_covered
from .._core.native import core_name, load_native
from .._version import __version__
from ..errors import UsageError
from ..languages import parse_language
from ..matching.grams import Grams
from ..matching.links import link, turned
from .base import SegmentMetric
from .inputs import Segment
from .signature import Signature
from .tokens import TokenPipeline, load_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .celab_engine import CelabEngine

MOST_ORDER = 100
MOST_WEIGHT = 1e6


@dataclass(frozen=True, kw_only=True)
class Celab(SegmentMetric):
    """N-grams of all lengths in one matching, where a match covers all that is within it.

    lang                language of the texts (ISO 639); it decides what the tokens are
    compounds           auto (German is split), none, or a file of counts
    script              as-is, simplified or traditional: what Chinese is converted to
    order               longest n-grams
    candidate_weight    f: what covering the candidate counts for beside covering the reference
    weights             m(X): what an n-gram of length 1, 2, ... counts for (all the same)
    """

    lang: str
    compounds: str = "auto"
    script: str = "as-is"
    order: int = 4
    candidate_weight: float = 0.25
    weights: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.order, int) or not 1 <= self.order <= MOST_ORDER:
            raise UsageError(
                f"order {self.order!r}: give a whole number of tokens from 1 to {MOST_ORDER}"
            )
        weight = self.candidate_weight
        if not isinstance(weight, int | float) or not 0 <= weight <= MOST_WEIGHT:
            raise UsageError(
                f"candidate_weight {weight!r}: give a number from 0 to {MOST_WEIGHT}, such as 0.25"
            )
        for option in ("compounds", "script", *self._texts()):
            if not isinstance(getattr(self, option), str):
                raise UsageError(f"{option} {getattr(self, option)!r}: give a text such as 'auto'")
        self._check_weights()
        parse_language(self.lang)

    def _texts(self) -> tuple[str, ...]:
        return ()

    def _check_weights(self) -> None:
        given = self.weights
        if not isinstance(given, Sequence) or isinstance(given, str):
            raise UsageError(f"weights {given!r}: give one for each length, such as (1, 1, 1, 1)")
        # A list would make the metric unhashable.
        object.__setattr__(self, "weights", tuple(given))
        if given and len(given) != self.order:
            raise UsageError(
                f"{len(given)} weights for n-grams up to {self.order}: give one for each length"
            )
        for weight in given:
            if not isinstance(weight, int | float) or not 0 <= weight <= MOST_WEIGHT:
                raise UsageError(
                    f"weight {weight!r} of an n-gram: give numbers from 0 to {MOST_WEIGHT}"
                )
        if given and not any(given):
            raise UsageError("the weights of n-grams are all 0: give one above 0")

    @property
    def dictionary(self) -> str:
        """What `load_synonyms` is asked for."""
        return "none"

    @property
    def pipeline(self) -> TokenPipeline:
        """The tokens and the dictionary that these settings name."""
        lang = parse_language(self.lang)
        return load_tokens(lang, self.dictionary, self.compounds, self.script)

    @property
    def threaded(self) -> bool:
        # Cutting German takes longer than matching, and it is done in Python.
        return load_native() is not None

    def segment_scores(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        threads: int = 1,
    ) -> list[float]:
        scores = [self._against(hypotheses, column, threads) for column in references]
        return scores[0] if len(scores) == 1 else [fmean(s) for s in zip(*scores, strict=True)]

    def _against(
        self, hypotheses: Sequence[Segment], column: Sequence[Segment], threads: int
    ) -> list[float]:
        xs, ys = self.pipeline.tokens(column), self.pipeline.tokens(hypotheses)
        engine = self._engine()
        if engine is not None:
            return engine.score(xs, ys, *self._numbers(), threads)
        return [
            self._pair(Grams(x, self.order), Grams(y, self.order))
            for x, y in zip(xs, ys, strict=True)
        ]

    def _matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int
    ) -> "NDArray[np.float64]":
        import numpy as np

        xs, ys = self.pipeline.tokens(references), self.pipeline.tokens(hypotheses)
        engine = self._engine()
        if engine is not None:
            return engine.matrix(xs, ys, *self._numbers(), jobs)
        refs = [Grams(tokens, self.order) for tokens in xs]
        rows = (Grams(tokens, self.order) for tokens in ys)
        return np.array([[self._pair(x, y) for x in refs] for y in rows], dtype=np.float64)

    def _pair(self, reference: Grams, candidate: Grams) -> float:
        if not reference.tokens or not candidate.tokens:
            return float(len(reference) == len(candidate))
        f, weights = self._numbers()
        sizes = len(reference.tokens), len(candidate.tokens)
        most = all_covered(sizes[0], weights) + f * all_covered(sizes[1], weights)
        if not most:
            # Both are too short to have an n-gram that counts: then all of theirs do.
            weights = [1.0] * self.order
            most = all_covered(sizes[0], weights) + f * all_covered(sizes[1], weights)
        links = link(reference, candidate, self.pipeline.phrases.codes)
        back = turned(links, candidate)
        x = _problem(reference, links, back, candidate, weights)
        y = _problem(candidate, back, links, reference, weights)
        return min(1.0, (most_covered(x) + f * most_covered(y)) / most)

    def _numbers(self) -> tuple[float, list[float]]:
        """f, and weights of which the greatest is 1: Z takes the scale away."""
        weights = self.weights or (1.0,) * self.order
        return float(self.candidate_weight), [weight / max(weights) for weight in weights]

    def _engine(self) -> "CelabEngine | None":
        return None if load_native() is None else self.pipeline.engine

    def signature(self, references: int, analysed: bool = False) -> Signature:
        pipeline = self.pipeline
        fields = [
            ("lang", parse_language(self.lang)),
            ("tokens", "given" if analysed else pipeline.cutter.name),
            ("synonyms", pipeline.phrases.synonyms.name),
            ("refs", str(references)),
            ("n", str(self.order)),
            ("f", repr(float(self.candidate_weight))),
        ]
        if len(set(self.weights)) > 1:
            fields.append(("weights", ",".join(repr(float(weight)) for weight in self.weights)))
        fields.append(("version", __version__))
        return Signature(self.name, tuple(fields), core_name())


def _problem(
    own: Grams,
    partners: list[list[int]],
    sharers: list[list[int]],
    other: Grams,
    weights: Sequence[float],
) -> CoverProblem:
    return CoverProblem(
        len(own.tokens), own.starts, own.lengths, partners, sharers, other.counts, weights
    )
