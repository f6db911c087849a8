"""What training TESLA-X leaves on disk: constants, and what they were learnt from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from .._version import __version__
from ..errors import warn_user
from ..files.described import TRAINING, checksum, read_described, write_described
from ..files.schema import LANGUAGE, Shape, list_of, mapping_of, number, record, text, whole
from .tesla_x_constants import LEARNT, MOST_ORDER, WHOLE

KIND, VERSION = "tesla-x", 2
_MEND = "'tesla train tesla-x'"
_CONSTANTS: dict[str, Shape] = {
    **{name: whole(1, MOST_ORDER) for name in WHOLE},
    **{name: number(*bounds) for name, bounds in LEARNT.items()},
}
_CONTENT = record(
    {
        "languages": list_of(LANGUAGE, least=1),
        "constants": record(_CONSTANTS),
        "analysis": mapping_of(mapping_of(text())),
        "training": TRAINING,
        "made_by": text(),
    }
)


@dataclass(frozen=True)
class ConstantsModel:
    """Every constant, moved or not: a model stays what it is when defaults change."""

    constants: Mapping[str, float]
    languages: tuple[str, ...]
    analysis: Mapping[str, Mapping[str, str]]  # by language, names as signatures print them
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def content(self) -> dict[str, Any]:
        """What is written to the file."""
        return {
            "languages": list(self.languages),
            "constants": dict(self.constants),
            "analysis": {lang: dict(names) for lang, names in self.analysis.items()},
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """What signatures print."""
        return checksum(self.content())[:8]


def write_constants(path: Path, model: ConstantsModel) -> None:
    """Write whole or not at all."""
    write_described(path, KIND, VERSION, model.content())


def read_constants(path: Path) -> ConstantsModel:
    """The model in a file; a damaged one is refused."""
    facts = read_described(path, KIND, VERSION, _MEND, _CONTENT)
    return ConstantsModel(
        {name: facts["constants"][name] for name in _CONSTANTS},
        tuple(facts["languages"]),
        facts["analysis"],
        facts["training"],
        facts["made_by"],
    )


@lru_cache(maxsize=64)
def warn_of_table(path: str, kind: str, trained: str, used: str) -> None:
    """Once: a model does not carry the tables that it was trained with."""
    warn_user(
        f"{path} was trained with the {kind} {trained}, but {used} are in use: give the same "
        f"--{kind} as in training"
    )


@lru_cache(maxsize=64)
def warn_of_language(path: str, languages: tuple[str, ...], lang: str) -> None:
    """Once: constants mean the same in every language, but people may want others there."""
    warn_user(
        f"{path} was trained on {', '.join(languages)}, but the texts are {lang}: its constants "
        f"may not fit, train one on judgments of {lang} to be sure"
    )
