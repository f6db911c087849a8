"""The constants of TESLA-X, and the model file that training writes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from .._version import __version__
from ..core.comparing.graded import GradedConstants
from ..core.matching.word_similarity import Levels
from ..errors import warn_user
from ..files.resource import TRAINING_SCHEMA, compute_checksum, read_json_model, write_json_model
from ..files.schema import LANGUAGE, Schema, integer, list_of, mapping_of, number, record, text
from .options import option

MAX_CONSTANT_ORDER = 8

# Default values, which were chosen on four language pairs of WMT 2012; see
# benchmarks/tesla_x_constants.py. The parameters of `TeslaX` describe the constants.
DEFAULT_CONSTANTS: Mapping[str, float] = {
    "order": 2,
    "alpha": 0.9,
    "lemma": 0.9,
    "derivation": 0.7,
    "synonym": 0.8,
    "synset": 0.6,
    "paraphrase": 0.5,
    "tag": 0.1,
    "function": 0.3,
    "spelling": 1.5,
    "unknown": 1.5,
    "least": 0.2,
    "characters": 4,
    "character_alpha": 0.5,
    "stand_in": 0.5,
    "word_share": 0.6,
    "number_penalty": 0.2,
    "negation_penalty": 0.2,
    "order_penalty": 0.1,
    "case_penalty": 0.2,
    "ending_penalty": 0.2,
}
_DEFAULT_LEVELS = {name: float(DEFAULT_CONSTANTS[name]) for name in Levels.__dataclass_fields__}
# The default similarities, except that words that share only the part of speech have similarity 0.
LEVELS_WITHOUT_TAGS = replace(Levels(**_DEFAULT_LEVELS), tag=0.0, function=0.0)
# Constants that are integers; training does not change them.
INTEGER_CONSTANTS = ("order", "characters")
_EXPONENT_BOUNDS = {"paraphrase": (0.1, 4.0), "spelling": (0.25, 8.0), "unknown": (0.25, 8.0)}
# The minimum and maximum of each constant that training can change.
LEARNABLE_BOUNDS: Mapping[str, tuple[float, float]] = {
    name: _EXPONENT_BOUNDS.get(name, (0.0, 1.0))
    for name in DEFAULT_CONSTANTS
    if name not in INTEGER_CONSTANTS
}
# The same without alpha, which is an ordinary option.
CONSTANT_BOUNDS: Mapping[str, tuple[float, float]] = {
    name: bounds for name, bounds in LEARNABLE_BOUNDS.items() if name != "alpha"
}
_HELP_TEXTS = {"order": "longest n-grams", "alpha": "weight of recall"}
# Constants that are set by --constant; order and alpha have their own options.
OPTION_CONSTANTS = ("characters", *CONSTANT_BOUNDS)


def declare_constant(name: str, **settings: Any) -> Any:
    """Declare the option of a constant; None means the constant of the model or the default."""
    help = _HELP_TEXTS.get(name, "see docs/tesla-x.md")
    kind = "whole" if name in INTEGER_CONSTANTS else "number"
    minimum, maximum = LEARNABLE_BOUNDS.get(name, (1, MAX_CONSTANT_ORDER))
    return option(
        None,
        kind,
        help,
        minimum=minimum,
        maximum=maximum,
        effective_default=DEFAULT_CONSTANTS[name],
        **settings,
    )


@dataclass(frozen=True)
class ConstantValues:
    """The values of all constants by name."""

    values: Mapping[str, float]

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    @property
    def order(self) -> int:
        """Return the length of the longest n-grams of words."""
        return int(self.values["order"])

    @property
    def graded_constants(self) -> GradedConstants:
        """Return the constants that the comparer needs."""
        names = Levels.__dataclass_fields__
        return GradedConstants(
            self.order,
            Levels(**{name: float(self.values[name]) for name in names}),
            float(self.values["alpha"]),
            float(self.values["character_alpha"]),
            float(self.values["stand_in"]),
        )


MODEL_KIND, MODEL_VERSION = "tesla-x", 2
_TRAIN_COMMAND = "'tesla train tesla-x'"
_CONSTANT_SCHEMAS: dict[str, Schema] = {
    **{name: integer(1, MAX_CONSTANT_ORDER) for name in INTEGER_CONSTANTS},
    **{name: number(*bounds) for name, bounds in LEARNABLE_BOUNDS.items()},
}
_MODEL_SCHEMA = record(
    {
        "languages": list_of(LANGUAGE, min_items=1),
        "constants": record(_CONSTANT_SCHEMAS),
        "analysis": mapping_of(mapping_of(text())),
        "training": TRAINING_SCHEMA,
        "made_by": text(),
    }
)


@dataclass(frozen=True)
class ConstantsModel:
    """A trained model of TESLA-X.

    constants
        The values of all constants, so that a change of the defaults does not change the model.
    languages
        The languages of the training data.
    analysis
        The names of the tables in training, by language and kind, as in signatures.
    """

    constants: Mapping[str, float]
    languages: tuple[str, ...]
    analysis: Mapping[str, Mapping[str, str]]
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def build_content(self) -> dict[str, Any]:
        """Return the content of the model file."""
        return {
            "languages": list(self.languages),
            "constants": dict(self.constants),
            "analysis": {lang: dict(names) for lang, names in self.analysis.items()},
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """Return the hash that signatures print."""
        return compute_checksum(self.build_content())[:8]


def write_constants(path: Path, model: ConstantsModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, MODEL_KIND, MODEL_VERSION, model.build_content())


def read_constants(path: Path) -> ConstantsModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, MODEL_KIND, MODEL_VERSION, _TRAIN_COMMAND, _MODEL_SCHEMA)
    return ConstantsModel(
        {name: content["constants"][name] for name in _CONSTANT_SCHEMAS},
        tuple(content["languages"]),
        content["analysis"],
        content["training"],
        content["made_by"],
    )


@lru_cache(maxsize=64)
def warn_about_table(path: str, kind: str, trained_table: str, current_table: str) -> None:
    """Warn once that a model is used with other tables than in training."""
    warn_user(
        f"{path} was trained with the {kind} {trained_table}, but {current_table} are used now: "
        "give the same "
        f"--{kind} as in training"
    )


@lru_cache(maxsize=64)
def warn_about_language(path: str, languages: tuple[str, ...], lang: str) -> None:
    """Warn once that a model is used for a language that it was not trained on."""
    warn_user(
        f"{path} was trained on {', '.join(languages)}, but the texts are {lang}: its constants "
        f"may not fit; to be sure, train a model on judgments of {lang}"
    )
