"""TESLA-B (Dahlmeier, Liu & Ng 2011): the mean of TESLA-M and features of pivot languages.

Two phrases of the target language are similar if they have the same translations, which are called
pivot phrases, in another language. A phrase table contains the pivot phrases of each phrase with
their probabilities.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..core.comparing.comparer import CombinedComparer, Comparer, Rows
from ..core.comparing.pivot_comparers import PivotComparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.pivot_codes import get_pivot_encoder
from ..errors import UsageError
from ..files.atomic import check_distinct_content
from .options import option
from .segment_metric import SignatureFields
from .tesla_m import TeslaM

# Help texts of options.
TABLES_HELP = (
    "phrase table for tesla-b, tesla-f and pem, made by tesla build phrase-table (repeat it for "
    "other pivots)"
)
PRUNE_HELP = (
    "minimum probability of the pivot phrases that tesla-b and pem use; the most probable one of a "
    "phrase is always kept"
)


@dataclass(frozen=True, kw_only=True)
class TeslaB(TeslaM):
    """TESLA-B: (mean of the features of TESLA-M + mean of all pivot features) / 2.

    The pivot features of a phrase table are six F-measures over n-grams of pivot phrases: with the
    similarities s_lem and s_pos of the paper, each over uni-, bi- and trigrams.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    tables : tuple of str
        Phrase tables made by `tesla build phrase-table`, one per pivot language.
    prune : float
        Minimum probability of pivot phrases. The most probable pivot phrase of each phrase is
        always kept; 0 keeps all pivot phrases.
    discount, analyzer, tags, synonyms, compounds, script, order, alpha, multi, lowercase
        See `TeslaM`.
    """

    name: ClassVar[str] = "tesla-b"
    tables: tuple[str, ...] = option((), "files", TABLES_HELP, flag="table", metavar="FILE")
    prune: float = option(0.1, "number", PRUNE_HELP, exclusive_maximum=True, metavar="P")

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
        """Return one comparer of pivot features per phrase table, in the order of `tables`."""
        encoders = [
            get_pivot_encoder(analysis, path, self.order, self.discount, self.prune)
            for path in self.tables
        ]
        comparers = tuple(PivotComparer(encoder, self.alpha) for encoder in encoders)
        digests = [comparer.pivot.table.digest for comparer in comparers]
        check_distinct_content("phrase table", self.tables, digests)
        return comparers

    def combine(self, columns: Rows) -> Rows:
        # The features of TESLA-M come first: s_ms and s_pos for each length of n-grams.
        n_bag_columns = 2 * self.order
        bag_means = columns[:, :n_bag_columns].mean(axis=1)
        pivot_means = columns[:, n_bag_columns:].mean(axis=1)
        scores: Rows = (bag_means + pivot_means) / 2
        return scores

    def extra_fields(self, comparer: Any) -> SignatureFields:
        # The first part of the comparer computes the features of TESLA-M.
        pivot_comparers = comparer.comparers[1:]
        table_names = [pivot_comparer.pivot.table.name for pivot_comparer in pivot_comparers]
        return [
            *super().extra_fields(comparer),
            ("pivots", "+".join(table_names)),
            ("prune", repr(float(self.prune))),
        ]
