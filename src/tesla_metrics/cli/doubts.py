"""Doubts about files, by the names that the user gave them."""

import argparse
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import TeslaWarning
from ..files.lines import STDIN, display_name

if TYPE_CHECKING:
    from ..doubts.doubts import Doubts
    from ..metrics.base import Metric

# Whoever runs the command on a few lines should see what it would say of many.
_FEW = 2


def open_doubts(
    args: argparse.Namespace, metrics: "Sequence[Metric[Any]]", labels: Mapping[str, str]
) -> "Doubts":
    """Of systems by their labels; that a file is on both sides is known before it is read."""
    from ..doubts.doubts import Doubts

    untagged = args.input == "text" and any(metric.untagged for metric in metrics)
    names = list(map(display_name, args.references))
    doubts = Doubts(args.lang, names, untagged=untagged, few=_FEW)
    for path, label in labels.items():
        for reference in args.references:
            if _same_file(path, reference):
                doubts.same_file(label, display_name(reference))
    return doubts


def warn_of_taggers(metrics: "Sequence[Metric[Any]]", lang: str, told: set[str]) -> None:
    """Once a language."""
    from ..doubts.doubts import no_tagger

    if lang not in told and any(metric.untagged for metric in metrics):
        told.add(lang)
        warnings.warn(no_tagger(lang), TeslaWarning, stacklevel=2)


def _same_file(one: str, other: str) -> bool:
    if STDIN in (one, other) or not Path(one).is_file() or not Path(other).is_file():
        return False
    return Path(one).samefile(other)
