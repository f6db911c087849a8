"""What training CREMER leaves on disk: support vectors, and the DICOMER model behind them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...arrays import Floats
from ...comparing.comparer import Rows
from ...files.described import checksum, read_described, write_described
from ...files.schema import LANGUAGE, SHA256, mapping_of, one_of, record, text
from ...learning.described import described_regression, regression_of, regression_shape
from ...learning.kernel_regression import KernelRegression
from ...learning.kernels import KERNELS
from ..tesla_f_model import TRAINING, Used
from .parts import PARTS

KIND, VERSION = "cremer", 1
_MEND = "'tesla train cremer'"
_CONTENT = record(
    {
        "language": LANGUAGE,
        "analysis": mapping_of(text()),
        "dicomer": record({"label": text(), "file": text(), "sha256": SHA256}),
        "kernel": one_of(*KERNELS),
        "regression": regression_shape(len(PARTS)),
        "training": TRAINING,
        "made_by": text(),
    }
)


@dataclass(frozen=True, eq=False)
class CremerModel:
    """From content and coherence to a score; features are scaled as in training."""

    language: str
    regression: KernelRegression
    analysis: Mapping[str, str]  # of content: names with hashes, as signatures print them
    dicomer: Used
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def combine(self, parts: Rows) -> Rows:
        """The score of each row of content and coherence, clipped to [0,1]."""
        return self.regression.predict(parts).clip(0.0, 1.0)

    def slopes(self, parts: Floats) -> Floats:
        """What a score gains by each unit of its parts: nothing where it is clipped."""
        (score,) = self.regression.predict(parts[None, :]).tolist()
        inside: Floats = self.regression.slopes(parts) * (0.0 < score < 1.0)
        return inside

    def content(self) -> dict[str, Any]:
        """What is written to the file."""
        return {
            "language": self.language,
            "analysis": dict(self.analysis),
            "dicomer": asdict(self.dicomer),
            "kernel": self.regression.kernel.name,
            "regression": described_regression(self.regression),
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """What signatures print."""
        return checksum(self.content())[:8]


def write_cremer(path: Path, model: CremerModel) -> None:
    """Write whole or not at all."""
    write_described(path, KIND, VERSION, model.content())


def read_cremer(path: Path) -> CremerModel:
    """The model in a file; a damaged one is refused."""
    facts = read_described(path, KIND, VERSION, _MEND, _CONTENT)
    return CremerModel(
        facts["language"],
        regression_of(facts["regression"], KERNELS[facts["kernel"]]),
        facts["analysis"],
        Used(**facts["dicomer"]),
        facts["training"],
        facts["made_by"],
    )
