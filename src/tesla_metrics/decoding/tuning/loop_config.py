"""Read the TOML configuration of the tuning loop, and open its decoder."""

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...errors import InputError, UsageError
from ...files.compression import MIB, read_bounded
from ...files.schema import (
    SchemaError,
    anything,
    boolean,
    either,
    integer,
    list_of,
    mapping_of,
    number,
    one_of,
    record,
    text,
)
from ...metrics.base import Metric
from ...metrics.options import get_declared_options
from ...metrics.registry import get_metric_class, make_metric, needs_language
from ...resampling import DEFAULT_SEED
from ...text.languages import UNDETERMINED, parse_language
from ..decoders.base import Decoder
from ..decoders.command import CommandDecoder
from ..decoders.thot import read_description
from ..nbest.nbest_files import READ_FORMATS
from ..nbest.weights import Weights
from .mert import DEFAULT_RESTARTS

_MAX_CONFIG_BYTES = MIB
_WEIGHT_SCHEMA = number(-math.inf, math.inf, exclusive_minimum=True, exclusive_maximum=True)
_FEATURE_SCHEMA = either(
    _WEIGHT_SCHEMA,
    record({"start": _WEIGHT_SCHEMA}, {"low": _WEIGHT_SCHEMA, "high": _WEIGHT_SCHEMA}),
)
_COMMAND_SCHEMA = record(
    {"kind": one_of("command"), "command": text()},
    {
        "weights_format": one_of("plain", "moses"),
        "nbest_format": one_of(*READ_FORMATS),
        "shell": boolean(),
    },
)
_THOT_SCHEMA = record(
    {"kind": one_of("thot"), "model": text()},
    {"reordering": integer(0, 100), "stack": integer(1, 1000)},
)
_DECODER_SCHEMAS = {"command": _COMMAND_SCHEMA, "thot": _THOT_SCHEMA}


def _check_decoder(value: Any, location: str = "") -> Any:
    """Check the table of the decoder by the schema of its kind; `location` is used in messages."""
    table = record({"kind": one_of(*_DECODER_SCHEMAS)}, other_fields=anything())(value, location)
    return _DECODER_SCHEMAS[table["kind"]](value, location)


_CONFIG_SCHEMA = record(
    {
        "source": text(),
        "references": either(list_of(text(), 1), text()),
        "metric": text(),
        "decoder": _check_decoder,
    },
    {
        "lang": text(),
        "metric_options": mapping_of(anything()),
        "nbest": integer(1, 100_000),
        "iterations": integer(1, 1000),
        "restarts": integer(0, 10_000),
        "seed": integer(0, 2**63 - 1),
        "work": text(),
        "output": text(),
        "features": mapping_of(_FEATURE_SCHEMA, 1),
    },
)


@dataclass(frozen=True)
class LoopSettings:
    """The content of a configuration file. Paths are absolute, except in the decoder's table.

    `source`      file with the sentences to translate
    `decoder`     table of the decoder, with its kind
    `features`    initial weights by feature name
    `bounds`      (low, high) by feature name, for features with restricted weights
    `work`        folder for the state of the loop
    `output`      file for the tuned weights
    `folder`      folder of the configuration file
    `nbest`       number of candidates per sentence
    `iterations`  maximum number of iterations
    `restarts`    number of random starts of the optimiser
    """

    source: Path
    references: tuple[Path, ...]
    metric: Metric[Any]
    decoder: Mapping[str, Any]
    features: Mapping[str, float]
    bounds: Mapping[str, tuple[float, float]]
    work: Path
    output: Path
    folder: Path
    nbest: int = 300
    iterations: int = 20
    restarts: int = DEFAULT_RESTARTS
    seed: int = DEFAULT_SEED


def read_config(path: Path) -> LoopSettings:
    """Read a configuration file. Relative paths are relative to its folder."""
    config = _read_toml(path)
    folder = path.resolve().parent
    references = config["references"]
    features, bounds = _parse_features(config.get("features", {}), path)
    decoder = config["decoder"]
    if decoder["kind"] == "command" and not features:
        raise InputError(
            f"{path}: features is missing: add a [features] table with the decoder's features and "
            "their initial weights"
        )
    options = {
        name: config[name] for name in ("nbest", "iterations", "restarts", "seed") if name in config
    }
    return LoopSettings(
        source=folder / config["source"],
        references=tuple(
            folder / file_name
            for file_name in ([references] if isinstance(references, str) else references)
        ),
        metric=_build_metric(config, folder),
        decoder=decoder,
        features=features,
        bounds=bounds,
        work=folder / config.get("work", f"{path.stem}.work"),
        output=folder / config.get("output", f"{path.stem}.weights"),
        folder=folder,
        **options,
    )


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            content = read_bounded(stream, _MAX_CONFIG_BYTES, path)
        config: dict[str, Any] = _CONFIG_SCHEMA(tomllib.loads(content.decode()), "")
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}; give a file as shown in docs/tune.md"
        ) from error
    except (SchemaError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}; docs/tune.md describes all keys") from error
    return config


def _parse_features(
    table: Mapping[str, Any], path: Path
) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Return the initial weights and the bounds by feature name."""
    start_weights: dict[str, float] = {}
    bounds: dict[str, tuple[float, float]] = {}
    for name, value in table.items():
        settings = value if isinstance(value, dict) else {"start": value}
        low, high = settings.get("low", -math.inf), settings.get("high", math.inf)
        start_weights[name] = float(settings["start"])
        if not low <= start_weights[name] <= high:
            raise InputError(
                f"{path}: features.{name} starts at {start_weights[name]:g}, outside {low:g} to "
                f"{high:g}: start within the bounds"
            )
        if math.isfinite(low) or math.isfinite(high):
            bounds[name] = (float(low), float(high))
    return start_weights, bounds


def _build_metric(config: Mapping[str, Any], folder: Path) -> Metric[Any]:
    options = dict(config.get("metric_options", {}))
    if "lang" in config:
        options["lang"] = config["lang"]
    elif "lang" in options:
        raise UsageError("metric_options.lang: give lang next to metric instead")
    for declaration in get_declared_options(get_metric_class(config["metric"])):
        # Paths are relative to the configuration file. An option of kind text may be a path too.
        may_be_file = declaration.option.kind in ("file", "text") and not declaration.option.choices
        if may_be_file and isinstance(options.get(declaration.name), str):
            options[declaration.name] = _resolve_path(folder, options[declaration.name])
        elif declaration.option.kind == "files" and isinstance(options.get(declaration.name), list):
            options[declaration.name] = tuple(
                _resolve_path(folder, str(file)) for file in options[declaration.name]
            )
    if "lang" not in options and needs_language(config["metric"]):
        raise UsageError(
            f"{config['metric']} needs the language of the texts: give lang next to metric, for "
            'example lang = "en"'
        )
    return make_metric(config["metric"], **options)


def _resolve_path(folder: Path, name: str) -> str:
    """Return the path of a file in the folder if it exists, else the name unchanged."""
    return str(folder / name) if (folder / name).is_file() else name


def get_decoder_identity(settings: LoopSettings) -> dict[str, Any]:
    """Return the settings that determine the decoder's lists.

    For Thot, these include the description of the model. Files of a command are not checked.
    """
    identity = dict(settings.decoder)
    if identity["kind"] == "thot":
        identity["model"] = asdict(read_description(settings.folder / identity["model"]))
    return identity


def uses_moses_weights(settings: LoopSettings) -> bool:
    """Return whether the decoder reads weights in Moses' format."""
    return settings.decoder.get("weights_format") == "moses"


def _check_language(settings: LoopSettings, folder: Path) -> None:
    """Check that the language of the metric is the target language of the Thot system."""
    metric_language, target = getattr(settings.metric, "lang", ""), read_description(folder).target
    if metric_language and parse_language(metric_language) not in (
        UNDETERMINED,
        parse_language(target),
    ):
        raise InputError(
            f"lang is {metric_language!r} but {folder} translates into {target!r}: give "
            f'lang = "{target}" in the configuration'
        )


def open_decoder(settings: LoopSettings, sources: Sequence[str]) -> Decoder:
    """Return a decoder that is ready to translate these sentences."""
    decoder_settings = dict(settings.decoder)
    if decoder_settings.pop("kind") == "thot":
        from ..decoders.thot import ThotDecoder

        folder = settings.folder / decoder_settings.pop("model")
        _check_language(settings, folder)
        return ThotDecoder(folder, sources, settings.features, **decoder_settings)
    names = tuple(settings.features)
    decoder = CommandDecoder(
        decoder_settings["command"],
        settings.source,
        len(sources),
        settings.folder,
        Weights(names, tuple(settings.features.values())),
        weights_format=decoder_settings.get("weights_format", "plain"),
        shell=decoder_settings.get("shell", False),
        kind=decoder_settings.get("nbest_format"),
    )
    decoder.check()
    return decoder
