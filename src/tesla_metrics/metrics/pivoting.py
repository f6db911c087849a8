"""Features of pivot n-grams: one table with one analysis, its bags remembered within bounds."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from .._core.native import load_native
from ..errors import UsageError
from ..matching.match import f_measures
from ..pivot.bags import Pivot, PivotBags, PivotWord, match_pivots
from ..pivot.table import open_phrase_table
from .inputs import Segment, all_texts
from .pipeline import Pipeline, Resources, load_pipeline
from .pivot_engine import PivotEngine, native_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Bags that are kept: references come again with every system.
_KEPT = 20_000


class Pivoting:
    """Segments to bags of pivot n-grams, and pairs of these to F-measures."""

    def __init__(self, pipeline: Pipeline, pivot: Pivot) -> None:
        self._pipeline, self.pivot = pipeline, pivot
        self._memo: dict[str, PivotBags] = {}

    def pair_features(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Segment],
        alpha: float,
        threads: int = 1,
    ) -> "NDArray[np.float64]":
        """s_lem, then s_pos, n = 1 .. order, a row a pair."""
        import numpy as np

        engine = self._engine(hypotheses, references)
        if engine is not None:
            both = cast(Sequence[str], hypotheses), cast(Sequence[str], references)
            return engine.score(*both, alpha, threads)
        pairs = zip(self.bags(references), self.bags(hypotheses), strict=True)
        return np.array([_features(x, y, alpha) for x, y in pairs], dtype=np.float64)

    def all_features(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Segment],
        alpha: float,
        threads: int = 1,
    ) -> "NDArray[np.float64]":
        """The same for every hypothesis with every reference, references fastest."""
        import numpy as np

        engine = self._engine(hypotheses, references)
        if engine is not None:
            both = cast(Sequence[str], hypotheses), cast(Sequence[str], references)
            return engine.matrix(*both, alpha, threads)
        xs, ys = self.bags(references), self.bags(hypotheses)
        return np.array([_features(x, y, alpha) for y in ys for x in xs], dtype=np.float64)

    def _engine(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment]
    ) -> PivotEngine | None:
        """The native way, where there is one for these segments."""
        if load_native() is None or not native_order(self.pivot.order):
            return None
        return self._native if all_texts(hypotheses) and all_texts(references) else None

    @cached_property
    def _native(self) -> PivotEngine | None:
        native, texts = load_native(), self._pipeline.engine
        return None if native is None or texts is None else PivotEngine(native, texts, self.pivot)

    def forget(self) -> None:
        """Drop the bags of texts, as benchmarks must between rounds."""
        self._memo.clear()
        if load_native() is not None and self._native is not None:
            self._native.forget_texts()

    def bags(self, segments: Sequence[Segment]) -> list[PivotBags]:
        """The bags of each segment."""
        memo = self._memo
        found = {text: memo.get(text) for text in segments if isinstance(text, str)}
        fresh = [text for text, bags in found.items() if bags is None]
        if len(memo) + len(fresh) > _KEPT:
            memo.clear()
        for text, bags in zip(fresh, self._make(fresh), strict=True):
            found[text] = memo[text] = bags
        given = [segment for segment in segments if not isinstance(segment, str)]
        analysed = iter(self._make(given))
        return [
            cast(PivotBags, found[segment]) if isinstance(segment, str) else next(analysed)
            for segment in segments
        ]

    def _make(self, segments: Sequence[Segment]) -> list[PivotBags]:
        # A word without pivots stands among pivot words: where these have UPOS, so has it.
        upos = self.pivot.table.settings["tags"] == "upos"
        made = []
        for words in self._pipeline.words(segments):
            tags = words.upos if upos else words.tags
            made.append(self.pivot.bags(list(map(PivotWord, words.lemmas, tags, words.function))))  # type: ignore[arg-type]
        return made


def load_pivoting(
    resources: Resources, path: str, order: int, discount: float, below: float
) -> Pivoting:
    """One for equal choices, as long as the file stays the same."""
    table = open_phrase_table(Path(path))
    if table.target != resources.lang:
        raise UsageError(
            f"{path} is a phrase table of {table.target!r} with {table.pivot!r} as pivot, but the "
            f"texts are {resources.lang!r}: give one whose target is {resources.lang!r}"
        )
    if table.settings.get("key") != "lemma":
        raise UsageError(
            f"{path} was built with --key {table.settings.get('key')}, but phrases are looked up "
            "by their lemmas: build it with --key lemma"
        )
    return _load(resources, Pivot(table, order, discount, below))


@lru_cache(maxsize=16)
def _load(resources: Resources, pivot: Pivot) -> Pivoting:
    return Pivoting(load_pipeline(resources), pivot)


def _features(reference: PivotBags, candidate: PivotBags, alpha: float) -> list[float]:
    lemmas, tags = match_pivots(reference, candidate)
    return f_measures(lemmas, alpha) + f_measures(tags, alpha)
