"""TESLA-B (Dahlmeier, Liu & Ng 2011): TESLA-M and pivot-language phrases, half and half."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..errors import UsageError
from ..files.distinct import check_distinct
from .inputs import Segment
from .pivot_engine import native_order
from .pivoting import Pivoting, load_pivoting
from .tesla_m import TeslaM

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class TeslaB(TeslaM):
    """(mean of TESLA-M's features + mean of all pivot features) / 2.

    For each table six F-measures over its pivot n-grams: s_lem and s_pos, uni-, bi- and trigrams.

    tables      phrase tables, files that `tesla build phrase-table` made, one a pivot language
    prune       pivot phrases of lower probability are left out, but a phrase keeps its most
                probable one (0: all stay)
    """

    name: ClassVar[str] = "tesla-b"
    tables: tuple[str, ...] = ()
    prune: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.tables, list):  # as the command line gives them
            object.__setattr__(self, "tables", tuple(self.tables))
        if isinstance(self.tables, str) or not all(isinstance(t, str) for t in self.tables):
            raise UsageError(f"tables {self.tables!r}: give a tuple of files")
        if not isinstance(self.prune, int | float) or not 0 <= self.prune < 1:
            raise UsageError(f"prune {self.prune!r}: give a probability from 0 up to below 1")
        if not self.tables:
            raise UsageError(
                f"{self.name} needs a phrase table: give --table FILE, made by "
                "'tesla build phrase-table'"
            )

    @property
    def pivoting(self) -> tuple[Pivoting, ...]:
        """What makes the features of each table."""
        found = tuple(
            load_pivoting(self.resources, path, self.order, self.discount, self.prune)
            for path in self.tables
        )
        check_distinct("phrase table", self.tables, [one.pivot.table.digest for one in found])
        return found

    @property
    def threaded(self) -> bool:
        return super().threaded and native_order(self.order)

    def combine(self, features: "NDArray[np.float64]") -> "NDArray[np.float64]":
        own = 2 * self.order
        means: NDArray[np.float64] = (
            features[:, :own].mean(axis=1) + features[:, own:].mean(axis=1)
        ) / 2
        return means

    def pair_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        import numpy as np

        own = super().pair_features(hypotheses, references, threads)
        pivots = [
            pivoting.pair_features(hypotheses, references, self.alpha, threads)
            for pivoting in self.pivoting
        ]
        return np.hstack([own, *pivots])

    def all_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        import numpy as np

        own = super().all_features(hypotheses, references, threads)
        pivots = [
            pivoting.all_features(hypotheses, references, self.alpha, threads)
            for pivoting in self.pivoting
        ]
        return np.hstack([own, *pivots])

    def _notes(self) -> list[tuple[str, str]]:
        tables = "+".join(pivoting.pivot.table.name for pivoting in self.pivoting)
        return [*super()._notes(), ("pivots", tables), ("prune", repr(float(self.prune)))]
