"""The features of TESLA-F, and the model file that training writes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from .._version import __version__
from ..core.comparing.comparer import CombinedComparer, Comparer
from ..core.comparing.pivot_comparers import PivotComparer, RoleComparer
from ..core.comparing.texts import ChrfComparer, FluencyComparer, LengthComparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.role_codes import RoleReader, role_reader
from ..core.encoding.session import Session
from ..errors import ResourceError, UsageError, warn_user
from ..files.long_runs import file_stamp
from ..files.resource import TRAINING, checksum, read_json_model, write_json_model
from ..files.schema import (
    LANGUAGE,
    SHA256,
    Shape,
    integer,
    list_of,
    mapping_of,
    number,
    one_of,
    record,
    text,
)
from ..resources.lm.loading import LanguageModel
from .options import declared_options
from .tesla_b import TeslaB
from .tesla_m import TeslaM
from .tesla_x_model import WORD_LEVELS

# Names of feature sets: the features of the paper; also recall, precision, chrF and lengths; and
# also semantic roles.
PAPER, EXTENDED, ROLES = "paper", "extended", "roles"
FEATURE_SETS = (PAPER, EXTENDED, ROLES)
_ROLES_LANGUAGE = "en"


@dataclass(frozen=True, kw_only=True)
class FeatureSettings:
    """Settings that the features of a model depend on, as recorded in its file."""

    lang: str
    analyzer: str = "builtin"
    synonyms: str = "auto"
    tags: str = "auto"
    compounds: str = "auto"
    script: str = "as-is"
    order: int = 3
    alpha: float = 0.8
    discount: float = 0.1
    prune: float = 0.1

    def to_dict(self) -> dict[str, str | int | float]:
        """Return all settings by name."""
        return asdict(self)


def _shape(name: str) -> Shape:
    """Return the schema of the values of an option of TESLA-B, or of the language."""
    if name == "lang":
        return LANGUAGE
    option = next(
        declaration.option for declaration in declared_options(TeslaB) if declaration.name == name
    )
    if option.kind == "whole":
        return integer(int(option.minimum), int(option.maximum))
    if option.kind == "number":
        return number(
            option.minimum,
            option.maximum,
            exclusive_minimum=option.exclusive_minimum,
            exclusive_maximum=option.exclusive_maximum,
        )
    return one_of(*option.choices) if option.choices else text()


# Schema of the settings in a model file.
SETTINGS = record({field.name: _shape(field.name) for field in fields(FeatureSettings)})


def base_metric(settings: FeatureSettings, tables: Sequence[str]) -> TeslaM:
    """Return TESLA-B with these tables, or TESLA-M if there are none."""
    options = settings.to_dict()
    if tables:
        return TeslaB(tables=tuple(tables), **options)  # type: ignore[arg-type]
    del options["prune"]
    return TeslaM(**options)  # type: ignore[arg-type]


def make_features(
    feature_set: str,
    settings: FeatureSettings,
    tables: Mapping[str, str],
    models: Mapping[str, LanguageModel],
    session: Session,
) -> CombinedComparer:
    """Return the comparer that computes a feature set.

    `tables` has the files of phrase tables by label, `models` the language models by label.
    """
    if feature_set not in FEATURE_SETS:
        raise UsageError(f"unknown features {feature_set!r}: choose {', '.join(FEATURE_SETS)}")
    base = base_metric(settings, list(tables.values()))
    analysis = base.analysis(session)
    parts: list[Comparer] = [base.bags(analysis)]
    if isinstance(base, TeslaB):
        labelled_pivots = zip(tables, base.pivots(analysis), strict=True)
        parts += [
            PivotComparer(comparer.pivots, base.alpha, label) for label, comparer in labelled_pivots
        ]
    parts += [FluencyComparer(label, model) for label, model in models.items()]
    if feature_set != PAPER:
        parts += [
            base.bags(analysis, alpha=1.0, label="recall:"),
            base.bags(analysis, alpha=0.0, label="precision:"),
            ChrfComparer(session.native),
            LengthComparer(settings.lang),
        ]
    if feature_set == ROLES:
        # With these levels, words that share only the part of speech are not similar.
        parts.append(RoleComparer(_reader(analysis), settings.alpha, WORD_LEVELS))
    return CombinedComparer(tuple(parts))


def role_names(features: CombinedComparer) -> dict[str, str]:
    """Return the names of the semantic role labeller, as in signatures.

    The result is empty if there are no role features.
    """
    readers = (part.reader for part in features.parts if isinstance(part, RoleComparer))
    return next((reader.names for reader in readers), {})


def _reader(analysis: Analysis) -> RoleReader:
    if analysis.lang != _ROLES_LANGUAGE:
        raise UsageError(
            f"roles are supported for English only, not for {analysis.lang!r}: choose the features "
            f"{PAPER} or {EXTENDED}"
        )
    return role_reader(analysis)


def group_of(name: str) -> str:
    """Return the group of a feature for a feature study, such as "ms", "pos" or "lm:LABEL".

    Features of a phrase table have the label of the table as their group.
    """
    if name.startswith("lm:"):
        return name
    return name.partition(":")[0] if ":" in name else name.partition("-")[0]


KIND, VERSION = "tesla-f", 1
_COMMAND = "'tesla train tesla-f'"
USED_FILES = list_of(record({"label": text(), "file": text(), "sha256": SHA256}))
_CONTENT = record(
    {
        "language": LANGUAGE,
        "feature_set": one_of(*FEATURE_SETS),
        "features": mapping_of(number(-1e9, 1e9), min_items=1),
        "settings": SETTINGS,
        "analysis": mapping_of(text()),
        "tables": USED_FILES,
        "language_models": USED_FILES,
        "training": TRAINING,
        "made_by": text(),
    }
)


class _Hashed(Protocol):
    @property
    def digest(self) -> str: ...


_T = TypeVar("_T", bound=_Hashed)


@dataclass(frozen=True)
class UsedFile:
    """The record of a phrase table or language model in the file of a model trained with it.

    label
        The name in feature names.
    file
        The path in training.
    sha256
        The checksum.
    """

    label: str
    file: str
    sha256: str


@dataclass(frozen=True)
class TeslaFModel:
    """A trained model of TESLA-F: the weight of each feature by name.

    analysis
        The names and hashes of the analysers, as in signatures.
    """

    settings: FeatureSettings
    feature_set: str
    weights: Mapping[str, float]
    analysis: Mapping[str, str]
    tables: tuple[UsedFile, ...] = ()
    language_models: tuple[UsedFile, ...] = ()
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def content(self) -> dict[str, Any]:
        """Return the content of the model file."""
        return {
            "language": self.settings.lang,
            "feature_set": self.feature_set,
            "features": dict(self.weights),
            "settings": self.settings.to_dict(),
            "analysis": dict(self.analysis),
            "tables": [asdict(used) for used in self.tables],
            "language_models": [asdict(used) for used in self.language_models],
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """Return the hash that signatures print."""
        return checksum(self.content())[:8]


def write_model(path: Path, model: TeslaFModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, KIND, VERSION, model.content())


def read_model(path: Path) -> TeslaFModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, KIND, VERSION, _COMMAND, _CONTENT)
    return TeslaFModel(
        FeatureSettings(**content["settings"]),
        content["feature_set"],
        {name: float(weight) for name, weight in content["features"].items()},
        content["analysis"],
        tuple(UsedFile(**used) for used in content["tables"]),
        tuple(UsedFile(**used) for used in content["language_models"]),
        content["training"],
        content["made_by"],
    )


def find_used_file(
    model: Path,
    used: UsedFile,
    paths: Iterable[str],
    load: Callable[[str], _T],
    what: str,
    option: str,
) -> tuple[str, _T]:
    """Find a recorded file by its hash, and return its path and loaded content.

    The file is searched among `paths`, at its recorded path, and in the folder of the model file
    `model`. `load` loads a file. Messages contain a description of the file and the `option` that
    names it.
    """
    sibling = model.parent / Path(used.file).name
    existing = [name for name in (used.file, str(sibling)) if any(file_stamp(Path(name)))]
    rejected = []
    for name in dict.fromkeys([*paths, *existing]):
        loaded = load(name)
        if loaded.digest == used.sha256:
            return name, loaded
        rejected.append(f"{name} ({loaded.digest[:8]})")
    if not rejected:
        raise ResourceError(
            f"{model} needs the {what} {used.file} (hash {used.sha256[:8]}), which is neither "
            f"there nor in the folder of the model: give it with {option} FILE"
        )
    raise ResourceError(
        f"{model} was trained with the {what} {used.file} of hash {used.sha256[:8]}, but only "
        f"{', '.join(rejected)} was found: give that file with {option}, or train again"
    )


def compare_analysis(model: str, trained: Mapping[str, str], current: Mapping[str, str]) -> None:
    """Warn if texts are analysed differently than in training."""
    for what, name in trained.items():
        if current.get(what) != name:
            _warn_once(model, what, name, str(current.get(what)))


@lru_cache(maxsize=64)
def _warn_once(model: str, what: str, trained: str, current: str) -> None:
    warn_user(
        f"{model} was trained with {what} {trained}, but now it is {current}: weights may not fit; "
        "to be sure, train again"
    )


def unique_labels(names: Sequence[str]) -> list[str]:
    """Return the names, with a number appended to each repeated name."""
    labels = []
    for index, name in enumerate(names):
        n_earlier = names[:index].count(name)
        labels.append(f"{name}.{n_earlier + 1}" if n_earlier else name)
    return labels
