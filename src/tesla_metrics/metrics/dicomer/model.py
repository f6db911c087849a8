"""What training DICOMER leaves on disk: weights of features, and what found the relations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...coherence.features import KINDS
from ...coherence.judge import CoherenceJudge
from ...errors import UsageError
from ...files.described import TRAINING, checksum, read_described, write_described
from ...files.schema import LANGUAGE, mapping_of, number, one_of, record, text, whole

KIND, VERSION = "dicomer", 1
# Of weights: the largest one is that large.
LARGEST = 9_999
_MEND = "'tesla train dicomer'"
_SHIPPED = Path(__file__).parents[2] / "data" / "dicomer"
_ANY = number(-1e9, 1e9)
_CONTENT = record(
    {
        "language": LANGUAGE,
        "features": one_of(*KINDS),
        "analysis": mapping_of(text()),
        "logistic": record({"slope": number(0.0, 1e9, above=True), "centre": _ANY, "bend": _ANY}),
        "weights": mapping_of(whole(-LARGEST, LARGEST), least=1),
        "training": TRAINING,
        "made_by": text(),
    }
)


@dataclass(frozen=True)
class DicomerModel:
    """From role matrices to scores, and whose relations it was trained on."""

    language: str
    judge: CoherenceJudge
    analysis: Mapping[str, str]  # names with hashes, as signatures print them
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def content(self) -> dict[str, Any]:
        """What is written to the file."""
        own = self.judge
        return {
            "language": self.language,
            "features": own.kind.name,
            "analysis": dict(self.analysis),
            "logistic": {"slope": own.slope, "centre": own.centre, "bend": own.bend},
            "weights": dict(own.weights),
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def digest(self) -> str:
        """Of all that it is."""
        return checksum(self.content())

    @property
    def short_hash(self) -> str:
        """What signatures print."""
        return self.digest[:8]


def write_dicomer(path: Path, model: DicomerModel) -> None:
    """Write whole or not at all."""
    write_described(path, KIND, VERSION, model.content())


def read_dicomer(path: Path) -> DicomerModel:
    """The model in a file; a damaged one is refused."""
    facts = read_described(path, KIND, VERSION, _MEND, _CONTENT)
    logistic = facts["logistic"]
    judge = CoherenceJudge(
        KINDS[facts["features"]],
        facts["weights"],
        *(float(logistic[name]) for name in ("slope", "centre", "bend")),
    )
    return DicomerModel(
        facts["language"], judge, facts["analysis"], facts["training"], facts["made_by"]
    )


def shipped_dicomer(lang: str) -> Path:
    """The file that came with the package."""
    path = _SHIPPED / f"{lang}.model"
    if not path.exists():
        # None can be trained either.
        raise UsageError(
            f"dicomer and cremer cannot read {lang!r}: relations are found in English only (-l en)"
        )
    return path
