"""TESLA-B (Dahlmeier, Liu & Ng 2011): TESLA-M and pivot-language phrases, half and half."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..core.comparing.comparer import CombinedComparer, Comparer, Rows
from ..core.comparing.pivot_comparers import PivotComparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.pivot_codes import pivot_encoder
from ..errors import UsageError
from ..files.atomic import check_distinct
from .options import option
from .segment_metric import Fields
from .tesla_m import TeslaM

TABLES = (
    "phrase table for tesla-b, tesla-f and pem, made by tesla build phrase-table (repeat it for "
    "other pivots)"
)
PRUNE = (
    "minimum probability of the pivot phrases that tesla-b and pem use; the most probable one of a "
    "phrase is always kept"
)


@dataclass(frozen=True, kw_only=True)
class TeslaB(TeslaM):
    """TESLA-B: (mean of TESLA-M's features + mean of all pivot features) / 2.

    For each table there are six F-measures over its pivot n-grams: s_lem and s_pos over uni-, bi-
    and trigrams.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    tables : tuple of str
        Phrase tables made by `tesla build phrase-table`, one per pivot language.
    prune : float
        Minimum probability of pivot phrases. The most probable one of a phrase is always kept; 0
        keeps all.
    discount, analyzer, tags, synonyms, compounds, script, order, alpha, multi, lowercase
        See `TeslaM`.
    """

    name: ClassVar[str] = "tesla-b"
    tables: tuple[str, ...] = option((), "files", TABLES, flag="table", metavar="FILE")
    prune: float = option(0.1, "number", PRUNE, exclusive_maximum=True, metavar="P")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.tables:
            raise UsageError(
                f"{self.name} needs a phrase table: give --table FILE, made by "
                "'tesla build phrase-table'"
            )

    def comparer(self, analysis: Analysis) -> Comparer:
        return CombinedComparer((self.bags(analysis), *self.pivots(analysis)))

    def pivots(self, analysis: Analysis) -> tuple[PivotComparer, ...]:
        """Return one comparer per table, in their order."""
        comparers = tuple(
            PivotComparer(
                pivot_encoder(analysis, path, self.order, self.discount, self.prune), self.alpha
            )
            for path in self.tables
        )
        check_distinct(
            "phrase table",
            self.tables,
            [comparer.pivot.table.digest for comparer in comparers],
        )
        return comparers

    def combine(self, columns: Rows) -> Rows:
        n_bag_columns = 2 * self.order
        means: Rows = (
            columns[:, :n_bag_columns].mean(axis=1) + columns[:, n_bag_columns:].mean(axis=1)
        ) / 2
        return means

    def extra_fields(self, comparer: Any) -> Fields:
        tables = "+".join(pivots.pivot.table.name for pivots in comparer.parts[1:])
        return [
            *super().extra_fields(comparer),
            ("pivots", tables),
            ("prune", repr(float(self.prune))),
        ]
