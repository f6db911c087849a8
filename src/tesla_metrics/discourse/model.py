"""The discourse model: a file of classifiers and lists."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ..learning.parts_model import PartsModel

_SHIPPED = Path(__file__).resolve().parents[1] / "data" / "discourse"


@dataclass(frozen=True)
class DiscourseModel(PartsModel):
    """What the parser learnt."""

    kind: ClassVar[str] = "discourse"
    version: ClassVar[int] = 1


def shipped_discourse(lang: str) -> Path | None:
    """The file that comes with the package, if there is one for the language."""
    path = _SHIPPED / f"{lang}.discourse"
    return path if path.is_file() else None
