"""The file that says what is tuned, how and by which decoder: TOML, checked before all else."""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import InputError, UsageError
from ...files.bounded import MIB, read_bounded
from ...files.schema import (
    MisfitError,
    anything,
    either,
    flag,
    list_of,
    mapping_of,
    number,
    one_of,
    record,
    text,
    whole,
)
from ...metrics.base import Metric
from ...metrics.options import declared
from ...metrics.registry import make_metric, metric_class, needs_language
from ...nbest.nbest import READ_KINDS
from ...resampling import SEED
from ..mert.optimise import RESTARTS

_MOST = MIB
_WEIGHT = number(-math.inf, math.inf, above=True, below=True)
_FEATURE = either(_WEIGHT, record({"start": _WEIGHT}, {"low": _WEIGHT, "high": _WEIGHT}))
_COMMAND = record(
    {"kind": one_of("command"), "command": text()},
    {
        "weights_format": one_of("plain", "moses"),
        "nbest_format": one_of(*READ_KINDS),
        "shell": flag(),
    },
)
_THOT = record(
    {"kind": one_of("thot"), "model": text()},
    {"reordering": whole(0, 100), "stack": whole(1, 1000)},
)
_KINDS = {"command": _COMMAND, "thot": _THOT}


def _decoder(value: Any, where: str = "") -> Any:
    found = record({"kind": one_of(*_KINDS)}, others=anything())(value, where)
    return _KINDS[found["kind"]](value, where)


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
        "nbest": whole(1, 100_000),
        "iterations": whole(1, 1000),
        "restarts": whole(0, 10_000),
        "seed": whole(0, 2**63 - 1),
        "work": text(),
        "output": text(),
        "features": mapping_of(_FEATURE, 1),
    },
)


@dataclass(frozen=True)
class LoopSettings:
    """What the file says; names of files are whole paths, but for those in the decoder's table.

    features    start of each, as the user names them
    bounds      of those that have any
    decoder     its table, with its kind
    folder      where the file lies
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
    """Files that it names lie where it lies, unless they say otherwise."""
    facts = _checked(path)
    folder = path.resolve().parent
    given = facts["references"]
    features, bounds = _features(facts.get("features", {}), path)
    decoder = facts["decoder"]
    if decoder["kind"] == "command" and not features:
        raise InputError(
            f"{path}: features is missing: a [features] table has the decoder's features, each "
            "with the weight to start from"
        )
    named = {
        name: facts[name] for name in ("nbest", "iterations", "restarts", "seed") if name in facts
    }
    return LoopSettings(
        source=folder / facts["source"],
        references=tuple(folder / one for one in ([given] if isinstance(given, str) else given)),
        metric=_metric(facts, folder),
        decoder=decoder,
        features=features,
        bounds=bounds,
        work=folder / facts.get("work", f"{path.stem}.work"),
        output=folder / facts.get("output", f"{path.stem}.weights"),
        folder=folder,
        **named,
    )


def _checked(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            content = read_bounded(stream, _MOST, path)
        facts: dict[str, Any] = _SHAPE(tomllib.loads(content.decode()), "")
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}; give a file as docs/tune.md shows"
        ) from error
    except (MisfitError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}; docs/tune.md has all keys") from error
    return facts


def _features(
    table: Mapping[str, Any], path: Path
) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    starts: dict[str, float] = {}
    bounds: dict[str, tuple[float, float]] = {}
    for name, given in table.items():
        facts = given if isinstance(given, dict) else {"start": given}
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
        raise UsageError("metric_options.lang: give lang beside metric instead")
    for one in declared(metric_class(facts["metric"])):
        # A model or table lies where the configuration lies; texts may name one too.
        may_be_file = one.option.kind in ("file", "text") and not one.option.choices
        if may_be_file and isinstance(options.get(one.name), str):
            options[one.name] = _beside(folder, options[one.name])
        elif one.option.kind == "files" and isinstance(options.get(one.name), list):
            options[one.name] = tuple(_beside(folder, str(file)) for file in options[one.name])
    if "lang" not in options and needs_language(facts["metric"]):
        raise UsageError(
            f'{facts["metric"]} needs the language of the texts: give lang = "en", say, beside '
            "metric"
        )
    return make_metric(facts["metric"], **options)


def _beside(folder: Path, name: str) -> str:
    """A file of that name there; else what a metric knows by that name itself."""
    return str(folder / name) if (folder / name).is_file() else name
