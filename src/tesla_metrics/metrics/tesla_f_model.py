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
from ..core.encoding.role_codes import RoleEncoder, get_role_encoder
from ..core.encoding.session import Session
from ..errors import ResourceError, UsageError, warn_user
from ..files.long_runs import get_file_stamp
from ..files.resource import TRAINING_SCHEMA, compute_checksum, read_json_model, write_json_model
from ..files.schema import (
    LANGUAGE,
    SHA256,
    Schema,
    integer,
    list_of,
    mapping_of,
    number,
    one_of,
    record,
    text,
)
from ..resources.lm.loading import LanguageModel
from .options import get_declared_options
from .tesla_b import TeslaB
from .tesla_m import TeslaM
from .tesla_x_model import LEVELS_WITHOUT_TAGS

# Names of feature sets: the features of the paper; also recall, precision, chrF and lengths; and
# also semantic roles.
PAPER_FEATURES, EXTENDED_FEATURES, ROLE_FEATURES = "paper", "extended", "roles"
FEATURE_SETS = (PAPER_FEATURES, EXTENDED_FEATURES, ROLE_FEATURES)
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


def _build_option_schema(name: str) -> Schema:
    """Return the schema of the values of an option of TESLA-B, or of the language."""
    if name == "lang":
        return LANGUAGE
    option = next(
        declaration.option
        for declaration in get_declared_options(TeslaB)
        if declaration.name == name
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
SETTINGS_SCHEMA = record(
    {field.name: _build_option_schema(field.name) for field in fields(FeatureSettings)}
)


def build_base_metric(settings: FeatureSettings, tables: Sequence[str]) -> TeslaM:
    """Return TESLA-B with these tables, or TESLA-M if there are none."""
    options = settings.to_dict()
    if tables:
        return TeslaB(tables=tuple(tables), **options)  # type: ignore[arg-type]
    del options["prune"]
    return TeslaM(**options)  # type: ignore[arg-type]


def build_features(
    feature_set: str,
    settings: FeatureSettings,
    tables: Mapping[str, str],
    language_models: Mapping[str, LanguageModel],
    session: Session,
) -> CombinedComparer:
    """Return the comparer that computes a feature set.

    `tables` has the files of phrase tables by label, `language_models` the language models by
    label.
    """
    if feature_set not in FEATURE_SETS:
        raise UsageError(f"unknown features {feature_set!r}: choose {', '.join(FEATURE_SETS)}")
    base = build_base_metric(settings, list(tables.values()))
    analysis = base.analysis(session)
    comparers: list[Comparer] = [base.bags(analysis)]
    if isinstance(base, TeslaB):
        labelled_pivots = zip(tables, base.pivots(analysis), strict=True)
        comparers += [
            PivotComparer(comparer.pivot_encoder, base.alpha, label)
            for label, comparer in labelled_pivots
        ]
    comparers += [FluencyComparer(label, model) for label, model in language_models.items()]
    if feature_set != PAPER_FEATURES:
        comparers += [
            base.bags(analysis, alpha=1.0, label="recall:"),
            base.bags(analysis, alpha=0.0, label="precision:"),
            ChrfComparer(session.native),
            LengthComparer(settings.lang),
        ]
    if feature_set == ROLE_FEATURES:
        # With these levels, words that share only the part of speech are not similar.
        comparers.append(
            RoleComparer(_get_role_reader(analysis), settings.alpha, LEVELS_WITHOUT_TAGS)
        )
    return CombinedComparer(tuple(comparers))


def get_role_reader_names(features: CombinedComparer) -> dict[str, str]:
    """Return the names of the semantic role labeller, as in signatures.

    The result is empty if there are no role features.
    """
    readers = (part.role_encoder for part in features.comparers if isinstance(part, RoleComparer))
    return next((reader.signature_names for reader in readers), {})


def _get_role_reader(analysis: Analysis) -> RoleEncoder:
    if analysis.lang != _ROLES_LANGUAGE:
        raise UsageError(
            f"roles are supported for English only, not for {analysis.lang!r}: choose the features "
            f"{PAPER_FEATURES} or {EXTENDED_FEATURES}"
        )
    return get_role_encoder(analysis)


def get_feature_group(name: str) -> str:
    """Return the group of a feature for a feature study, such as "ms", "pos" or "lm:LABEL".

    Features of a phrase table have the label of the table as their group.
    """
    if name.startswith("lm:"):
        return name
    return name.partition(":")[0] if ":" in name else name.partition("-")[0]


MODEL_KIND, MODEL_VERSION = "tesla-f", 1
_TRAIN_COMMAND = "'tesla train tesla-f'"
USED_FILES_SCHEMA = list_of(record({"label": text(), "file": text(), "sha256": SHA256}))
_MODEL_SCHEMA = record(
    {
        "language": LANGUAGE,
        "feature_set": one_of(*FEATURE_SETS),
        "features": mapping_of(number(-1e9, 1e9), min_items=1),
        "settings": SETTINGS_SCHEMA,
        "analysis": mapping_of(text()),
        "tables": USED_FILES_SCHEMA,
        "language_models": USED_FILES_SCHEMA,
        "training": TRAINING_SCHEMA,
        "made_by": text(),
    }
)


class _HasDigest(Protocol):
    @property
    def digest(self) -> str: ...


_HashedT = TypeVar("_HashedT", bound=_HasDigest)


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

    def build_content(self) -> dict[str, Any]:
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
        return compute_checksum(self.build_content())[:8]


def write_tesla_f(path: Path, model: TeslaFModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, MODEL_KIND, MODEL_VERSION, model.build_content())


def read_tesla_f(path: Path) -> TeslaFModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, MODEL_KIND, MODEL_VERSION, _TRAIN_COMMAND, _MODEL_SCHEMA)
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
    model_path: Path,
    recorded_file: UsedFile,
    user_paths: Iterable[str],
    load: Callable[[str], _HashedT],
    description: str,
    option: str,
) -> tuple[str, _HashedT]:
    """Find a recorded file by its hash, and return its path and loaded content.

    The file is searched among `user_paths`, at its recorded path, and in the folder of the model
    file `model_path`. `load` loads a file. Messages contain a description of the file and the
    `option` that names it.
    """
    model_folder_path = model_path.parent / Path(recorded_file.file).name
    existing_paths = [
        name
        for name in (recorded_file.file, str(model_folder_path))
        if any(get_file_stamp(Path(name)))
    ]
    rejected_files = []
    for name in dict.fromkeys([*user_paths, *existing_paths]):
        loaded = load(name)
        if loaded.digest == recorded_file.sha256:
            return name, loaded
        rejected_files.append(f"{name} ({loaded.digest[:8]})")
    if not rejected_files:
        raise ResourceError(
            f"{model_path} needs the {description} {recorded_file.file} (hash "
            f"{recorded_file.sha256[:8]}), which is neither "
            f"there nor in the folder of the model: give it with {option} FILE"
        )
    raise ResourceError(
        f"{model_path} was trained with the {description} {recorded_file.file} of hash "
        f"{recorded_file.sha256[:8]}, but only "
        f"{', '.join(rejected_files)} was found: give that file with {option}, or train again"
    )


def warn_about_analysis(
    model_path: str, trained_names: Mapping[str, str], current_names: Mapping[str, str]
) -> None:
    """Warn if texts are analysed differently than in training."""
    for component, name in trained_names.items():
        if current_names.get(component) != name:
            _warn_about_component(model_path, component, name, str(current_names.get(component)))


@lru_cache(maxsize=64)
def _warn_about_component(
    model_path: str, component: str, trained_name: str, current_name: str
) -> None:
    warn_user(
        f"{model_path} was trained with {component} {trained_name}, but now it is {current_name}: "
        "weights may not fit; "
        "to be sure, train again"
    )


def make_unique_labels(names: Sequence[str]) -> list[str]:
    """Return the names, with a number appended to each repeated name."""
    labels = []
    for index, name in enumerate(names):
        n_earlier = names[:index].count(name)
        labels.append(f"{name}.{n_earlier + 1}" if n_earlier else name)
    return labels
