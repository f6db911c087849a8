"""What training TESLA-F leaves on disk: weights, settings, and the files they were learnt with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from .._version import __version__
from ..errors import ResourceError, warn_user
from ..files.described import TRAINING, checksum, read_described, write_described
from ..files.schema import (
    LANGUAGE,
    SHA256,
    list_of,
    mapping_of,
    number,
    one_of,
    record,
    text,
)
from ..files.stamp import stamp
from .tesla_f_features import FEATURE_SETS, SETTINGS, FeatureSettings

KIND, VERSION = "tesla-f", 1
_MEND = "'tesla train tesla-f'"
USED = list_of(record({"label": text(), "file": text(), "sha256": SHA256}))
_CONTENT = record(
    {
        "language": LANGUAGE,
        "feature_set": one_of(*FEATURE_SETS),
        "features": mapping_of(number(-1e9, 1e9), least=1),
        "settings": SETTINGS,
        "analysis": mapping_of(text()),
        "tables": USED,
        "language_models": USED,
        "training": TRAINING,
        "made_by": text(),
    }
)


class _Hashed(Protocol):
    @property
    def digest(self) -> str: ...


_T = TypeVar("_T", bound=_Hashed)


@dataclass(frozen=True)
class Used:
    """A table or language model that features were made with: label, file, SHA-256."""

    label: str
    file: str
    sha256: str


@dataclass(frozen=True)
class Model:
    """Plain weights by feature; nothing needs to be standardised before they are applied."""

    settings: FeatureSettings
    feature_set: str
    weights: Mapping[str, float]
    analysis: Mapping[str, str]  # names with hashes, as signatures print them
    tables: tuple[Used, ...] = ()
    language_models: tuple[Used, ...] = ()
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def content(self) -> dict[str, Any]:
        """What is written to the file."""
        return {
            "language": self.settings.lang,
            "feature_set": self.feature_set,
            "features": dict(self.weights),
            "settings": self.settings.facts(),
            "analysis": dict(self.analysis),
            "tables": [asdict(used) for used in self.tables],
            "language_models": [asdict(used) for used in self.language_models],
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """What signatures print."""
        return checksum(self.content())[:8]


def write_model(path: Path, model: Model) -> None:
    """Write whole or not at all."""
    write_described(path, KIND, VERSION, model.content())


def read_model(path: Path) -> Model:
    """The model in a file; a damaged one is refused."""
    facts = read_described(path, KIND, VERSION, _MEND, _CONTENT)
    return Model(
        FeatureSettings(**facts["settings"]),
        facts["feature_set"],
        {name: float(weight) for name, weight in facts["features"].items()},
        facts["analysis"],
        tuple(Used(**used) for used in facts["tables"]),
        tuple(Used(**used) for used in facts["language_models"]),
        facts["training"],
        facts["made_by"],
    )


def find_used(
    model: Path,
    wanted: Used,
    given: Iterable[str],
    load: Callable[[str], _T],
    what: str,
    option: str,
) -> tuple[str, _T]:
    """The file with the hash of training: among those given, where it was, beside the model."""
    beside = model.parent / Path(wanted.file).name
    there = [name for name in (wanted.file, str(beside)) if any(stamp(Path(name)))]
    found = []
    for name in dict.fromkeys([*given, *there]):
        loaded = load(name)
        if loaded.digest == wanted.sha256:
            return name, loaded
        found.append(f"{name} ({loaded.digest[:8]})")
    if not found:
        raise ResourceError(
            f"{model} needs the {what} {wanted.file} (hash {wanted.sha256[:8]}), which is neither "
            f"there nor beside the model: give it with {option} FILE"
        )
    raise ResourceError(
        f"{model} was trained with the {what} {wanted.file} of hash {wanted.sha256[:8]}, but found "
        f"is {', '.join(found)}: give that file with {option}, or train again"
    )


def compare_analysis(model: str, trained: Mapping[str, str], here: Mapping[str, str]) -> None:
    """Warns where texts are analysed otherwise than in training."""
    for what, name in trained.items():
        if here.get(what) != name:
            _warn_once(model, what, name, str(here.get(what)))


@lru_cache(maxsize=64)
def _warn_once(model: str, what: str, trained: str, here: str) -> None:
    warn_user(
        f"{model} was trained with {what} {trained}, here it is {here}: weights may not fit, "
        "train again to be sure"
    )


def labelled(names: Sequence[str]) -> list[str]:
    """The names, numbered where one comes again."""
    return [
        f"{name}.{names[:place].count(name) + 1}" if name in names[:place] else name
        for place, name in enumerate(names)
    ]
