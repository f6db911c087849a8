"""What training CREMER leaves on disk: support vectors, and the DICOMER model behind them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..._version import __version__
from ...arrays import Floats
from ...comparing.comparer import Rows
from ...files.described import TRAINING, checksum, read_described, write_described
from ...files.schema import LANGUAGE, SHA256, mapping_of, number, one_of, record, row, text
from ...learning.described import described_regression, regression_of, regression_shape
from ...learning.kernel_regression import KernelRegression
from ...learning.kernels import KERNELS
from ..tesla_f_model import Used
from .parts import PARTS

KIND, VERSION = "cremer", 1
_MEND = "'tesla train cremer'"
_SHARE = number(0.0, 1.0)
_CONTENT = record(
    {
        "language": LANGUAGE,
        "analysis": mapping_of(text()),
        "dicomer": record({"label": text(), "file": text(), "sha256": SHA256}),
        "kernel": one_of(*KERNELS),
        "regression": regression_shape(len(PARTS)),
        # The least and the most of each part.
        "seen": row(*[row(_SHARE, _SHARE)] * len(PARTS)),
        "training": TRAINING,
        "made_by": text(),
    }
)


@dataclass(frozen=True, eq=False)
class CremerModel:
    """From content and coherence to a score; features are scaled as in training.

    seen    the least and the most of each part in training. Beyond these a kernel knows nothing (an
            RBF falls back to its intercept, a polynomial goes anywhere): parts are held to them
    """

    language: str
    regression: KernelRegression
    seen: Floats
    analysis: Mapping[str, str]  # of content: names with hashes, as signatures print them
    dicomer: Used
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def combine(self, parts: Rows) -> Rows:
        """The score of each row of content and coherence, clipped to [0,1]."""
        return self.regression.predict(parts.clip(*self.seen.T)).clip(0.0, 1.0)

    def slopes(self, parts: Floats) -> Floats:
        """What a score gains by each unit of its parts: nothing where it or they are clipped."""
        least, most = self.seen.T
        held = parts.clip(least, most)
        (score,) = self.regression.predict(held[None, :]).tolist()
        inside = (least <= parts) & (parts < most) & (0.0 < score < 1.0)
        found: Floats = self.regression.slopes(held) * inside
        return found

    def content(self) -> dict[str, Any]:
        """What is written to the file."""
        return {
            "language": self.language,
            "analysis": dict(self.analysis),
            "dicomer": asdict(self.dicomer),
            "kernel": self.regression.kernel.name,
            "regression": described_regression(self.regression),
            "seen": self.seen.tolist(),
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
        np.array(facts["seen"], dtype=np.float64),
        facts["analysis"],
        Used(**facts["dicomer"]),
        facts["training"],
        facts["made_by"],
    )
