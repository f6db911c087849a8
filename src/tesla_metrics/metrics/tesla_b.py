"""TESLA-B (Dahlmeier, Liu & Ng 2011): TESLA-M and pivot-language phrases, half and half."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..comparing.comparer import Comparer, Rows, SideBySide
from ..comparing.pivots import PivotComparer
from ..encoding.analysis import Analysis
from ..encoding.pivots import pivot_encoder
from ..errors import UsageError
from ..files.distinct import check_distinct
from .options import option
from .segments import Fields
from .tesla_m import TeslaM

TABLES = (
    "phrase table of tesla-b, tesla-f and pem, made by tesla build phrase-table (again for another "
    "pivot)"
)
PRUNE = (
    "least probability of the pivot phrases that tesla-b and pem use; the most probable one of a "
    "phrase always stays"
)


@dataclass(frozen=True, kw_only=True)
class TeslaB(TeslaM):
    """(mean of TESLA-M's features + mean of all pivot features) / 2.

    For each table six F-measures over its pivot n-grams: s_lem and s_pos, uni-, bi- and trigrams.

    tables      phrase tables, files that `tesla build phrase-table` made, one a pivot language
    prune       pivot phrases of lower probability are left out, but a phrase keeps its most
                probable one (0: all stay)
    """

    name: ClassVar[str] = "tesla-b"
    tables: tuple[str, ...] = option((), "files", TABLES, flag="table", metavar="FILE")
    prune: float = option(0.1, "number", PRUNE, below=True, metavar="P")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.tables:
            raise UsageError(
                f"{self.name} needs a phrase table: give --table FILE, made by "
                "'tesla build phrase-table'"
            )

    def comparer(self, analysis: Analysis) -> Comparer:
        return SideBySide((self.bags(analysis), *self.pivots(analysis)))

    def pivots(self, analysis: Analysis) -> tuple[PivotComparer, ...]:
        """One for each table, in their order."""
        found = tuple(
            PivotComparer(
                pivot_encoder(analysis, path, self.order, self.discount, self.prune), self.alpha
            )
            for path in self.tables
        )
        check_distinct("phrase table", self.tables, [one.pivot.table.digest for one in found])
        return found

    def combine(self, columns: Rows) -> Rows:
        own = 2 * self.order
        means: Rows = (columns[:, :own].mean(axis=1) + columns[:, own:].mean(axis=1)) / 2
        return means

    def notes(self, comparer: Any) -> Fields:
        tables = "+".join(pivots.pivot.table.name for pivots in comparer.parts[1:])
        return [
            *super().notes(comparer),
            ("pivots", tables),
            ("prune", repr(float(self.prune))),
        ]
