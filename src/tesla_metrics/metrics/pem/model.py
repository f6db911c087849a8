"""What training PEM leaves on disk: support vectors, settings, and the files behind the parts."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...arrays import Floats
from ...comparing.comparer import Rows
from ...errors import ResourceError
from ...files.described import TRAINING, checksum, read_described, write_described
from ...files.schema import LANGUAGE, mapping_of, number, record, text, whole
from ...learning.described import described_regression, regression_of, regression_shape
from ...learning.kernel_regression import KernelRegression
from ...learning.kernels import RbfKernel
from ..analysed import MOST_ORDER
from ..tesla_f_model import USED, Used
from .parts import PARTS, PemSettings

KIND, VERSION = "pem", 1
_MEND = "'tesla train pem'"
_CONTENT = record(
    {
        "language": LANGUAGE,
        "settings": record(
            {
                "lang": LANGUAGE,
                "analyzer": text(),
                "compounds": text(),
                "order": whole(1, MOST_ORDER),
                "prune": number(0.0, 1.0, below=True),
                "least": number(0.0, 1.0),
            }
        ),
        "analysis": mapping_of(text()),
        "tables": USED,
        "language_models": USED,
        "regression": regression_shape(len(PARTS)),
        "training": TRAINING,
        "made_by": text(),
    }
)


@dataclass(frozen=True, eq=False)
class PemModel:
    """From parts to a score; features are scaled as in training."""

    settings: PemSettings
    regression: KernelRegression
    analysis: Mapping[str, str]  # names with hashes, as signatures print them
    tables: tuple[Used, ...]
    language_model: Used
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def combine(self, parts: Rows) -> Rows:
        """The score of each row of adequacy, fluency, dissimilarity, clipped to [0,1]."""
        return self.regression.predict(parts).clip(0.0, 1.0)

    def slopes(self, parts: Floats) -> Floats:
        """What a score gains by each unit of its parts: nothing where it is clipped."""
        (score,) = self.regression.predict(parts[None, :]).tolist()
        inside: Floats = self.regression.slopes(parts) * (0.0 < score < 1.0)
        return inside

    @property
    def name(self) -> str:
        """What signatures print."""
        return self.short_hash

    def content(self) -> dict[str, Any]:
        """What is written to the file."""
        return {
            "language": self.settings.lang,
            "settings": self.settings.facts(),
            "analysis": dict(self.analysis),
            "tables": [asdict(used) for used in self.tables],
            "language_models": [asdict(self.language_model)],
            "regression": described_regression(self.regression),
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """Of all that it is."""
        return checksum(self.content())[:8]


def write_pem(path: Path, model: PemModel) -> None:
    """Write whole or not at all."""
    write_described(path, KIND, VERSION, model.content())


def read_pem(path: Path) -> PemModel:
    """The model in a file; a damaged one is refused."""
    facts = read_described(path, KIND, VERSION, _MEND, _CONTENT)
    if not facts["tables"] or len(facts["language_models"]) != 1:
        raise ResourceError(
            f"{path} is malformed (it names {len(facts['tables'])} phrase tables and "
            f"{len(facts['language_models'])} language models): make it anew with {_MEND}"
        )
    return PemModel(
        PemSettings(**facts["settings"]),
        regression_of(facts["regression"], RbfKernel),
        facts["analysis"],
        tuple(Used(**used) for used in facts["tables"]),
        Used(**facts["language_models"][0]),
        facts["training"],
        facts["made_by"],
    )
