"""The TOML configuration of the tuning loop, and opening its decoder."""

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
from ...metrics.options import declared_options
from ...metrics.registry import make_metric, metric_class, needs_language
from ...resampling import SEED
from ...text.languages import UNDETERMINED, parse_language
from ..decoders.base import Decoder
from ..decoders.command import CommandDecoder
from ..decoders.thot import read_description
from ..nbest.nbest_files import READ_FORMATS
from ..nbest.weights import Weights
from .mert import RESTARTS

_MAX_BYTES = MIB
_WEIGHT = number(-math.inf, math.inf, exclusive_minimum=True, exclusive_maximum=True)
_FEATURE = either(_WEIGHT, record({"start": _WEIGHT}, {"low": _WEIGHT, "high": _WEIGHT}))
_COMMAND = record(
    {"kind": one_of("command"), "command": text()},
    {
        "weights_format": one_of("plain", "moses"),
        "nbest_format": one_of(*READ_FORMATS),
        "shell": boolean(),
    },
)
_THOT = record(
    {"kind": one_of("thot"), "model": text()},
    {"reordering": integer(0, 100), "stack": integer(1, 1000)},
)
_KINDS = {"command": _COMMAND, "thot": _THOT}


def _decoder(value: Any, where: str = "") -> Any:
    table = record({"kind": one_of(*_KINDS)}, others=anything())(value, where)
    return _KINDS[table["kind"]](value, where)


_SHAPE = record(
    {
        "source": text(),
        "references": either(list_of(text(), 1), text()),
        "metric": text(),
        "decoder": _decoder,
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
        "features": mapping_of(_FEATURE, 1),
    },
)


@dataclass(frozen=True)
class LoopSettings:
    """The content of a configuration file. Paths are absolute, except in the decoder's table.

    features    initial weights by feature name
    bounds      bounds of features that have any
    decoder     table of the decoder, with its kind
    folder      folder of the configuration file
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
    restarts: int = RESTARTS
    seed: int = SEED


def read_config(path: Path) -> LoopSettings:
    """Read a configuration file. Relative paths are relative to its folder."""
    facts = _checked(path)
    folder = path.resolve().parent
    references = facts["references"]
    features, bounds = _features(facts.get("features", {}), path)
    decoder = facts["decoder"]
    if decoder["kind"] == "command" and not features:
        raise InputError(
            f"{path}: features is missing: add a [features] table with the decoder's features and "
            "their initial weights"
        )
    options = {
        name: facts[name] for name in ("nbest", "iterations", "restarts", "seed") if name in facts
    }
    return LoopSettings(
        source=folder / facts["source"],
        references=tuple(
            folder / file_name
            for file_name in ([references] if isinstance(references, str) else references)
        ),
        metric=_metric(facts, folder),
        decoder=decoder,
        features=features,
        bounds=bounds,
        work=folder / facts.get("work", f"{path.stem}.work"),
        output=folder / facts.get("output", f"{path.stem}.weights"),
        folder=folder,
        **options,
    )


def _checked(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            content = read_bounded(stream, _MAX_BYTES, path)
        facts: dict[str, Any] = _SHAPE(tomllib.loads(content.decode()), "")
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}; give a file as shown in docs/tune.md"
        ) from error
    except (SchemaError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}; docs/tune.md describes all keys") from error
    return facts


def _features(
    table: Mapping[str, Any], path: Path
) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    starts: dict[str, float] = {}
    bounds: dict[str, tuple[float, float]] = {}
    for name, value in table.items():
        facts = value if isinstance(value, dict) else {"start": value}
        low, high = facts.get("low", -math.inf), facts.get("high", math.inf)
        starts[name] = float(facts["start"])
        if not low <= starts[name] <= high:
            raise InputError(
                f"{path}: features.{name} starts at {starts[name]:g}, outside {low:g} to {high:g}: "
                "start within the bounds"
            )
        if math.isfinite(low) or math.isfinite(high):
            bounds[name] = (float(low), float(high))
    return starts, bounds


def _metric(facts: Mapping[str, Any], folder: Path) -> Metric[Any]:
    options = dict(facts.get("metric_options", {}))
    if "lang" in facts:
        options["lang"] = facts["lang"]
    elif "lang" in options:
        raise UsageError("metric_options.lang: give lang next to metric instead")
    for declaration in declared_options(metric_class(facts["metric"])):
        # Paths are relative to the configuration. Options of kind text may name a file too.
        may_be_file = declaration.option.kind in ("file", "text") and not declaration.option.choices
        if may_be_file and isinstance(options.get(declaration.name), str):
            options[declaration.name] = _resolve(folder, options[declaration.name])
        elif declaration.option.kind == "files" and isinstance(options.get(declaration.name), list):
            options[declaration.name] = tuple(
                _resolve(folder, str(file)) for file in options[declaration.name]
            )
    if "lang" not in options and needs_language(facts["metric"]):
        raise UsageError(
            f"{facts['metric']} needs the language of the texts: give lang next to metric, for "
            'example lang = "en"'
        )
    return make_metric(facts["metric"], **options)


def _resolve(folder: Path, name: str) -> str:
    """Return the path of a file in the folder if it exists, else the name unchanged."""
    return str(folder / name) if (folder / name).is_file() else name


def decoder_identity(settings: LoopSettings) -> dict[str, Any]:
    """Return what the decoder's lists depend on; for a command, only its configuration."""
    facts = dict(settings.decoder)
    if facts["kind"] == "thot":
        facts["model"] = asdict(read_description(settings.folder / facts["model"]))
    return facts


def takes_moses_weights(settings: LoopSettings) -> bool:
    """Return whether weights are in Moses' format."""
    return settings.decoder.get("weights_format") == "moses"


def _check_language(settings: LoopSettings, folder: Path) -> None:
    """Check that the metric and the decoder have the same language."""
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
    facts = dict(settings.decoder)
    if facts.pop("kind") == "thot":
        from ..decoders.thot import ThotDecoder

        folder = settings.folder / facts.pop("model")
        _check_language(settings, folder)
        return ThotDecoder(folder, sources, settings.features, **facts)
    names = tuple(settings.features)
    decoder = CommandDecoder(
        facts["command"],
        settings.source,
        len(sources),
        settings.folder,
        Weights(names, tuple(settings.features.values())),
        weights_format=facts.get("weights_format", "plain"),
        shell=facts.get("shell", False),
        kind=facts.get("nbest_format"),
    )
    decoder.check()
    return decoder
