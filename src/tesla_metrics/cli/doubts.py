"""Doubts about files, by the names that the user gave them."""

import argparse
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import TeslaWarning

if TYPE_CHECKING:
    from ..doubts.doubts import Doubts
    from ..metrics.base import Metric
    from ..testsets.testset import Testset

# Whoever runs the command on a few lines should see what it would say of many.
_FEW = 2


def open_doubts(
    args: argparse.Namespace, metrics: "Sequence[Metric[Any]]", testset: "Testset"
) -> "Doubts":
    """Of a test set; that a file is on both sides is known before it is read."""
    from ..doubts import doubts as of_texts
    from ..intake.beside import looked_at

    references, sources = looked_at(metrics, bool(testset.source_name))
    doubts = of_texts.open_doubts(
        metrics,
        args.lang or "",
        testset.reference_names if references else [],
        sources=[testset.source_name] if sources else [],
        analysed=args.input == "conllu",
        few=_FEW,
    )
    for system, reference in testset.same_files():
        doubts.same_file(system, reference)
    for one, other in testset.same_references():
        doubts.same_references(one, other)
    return doubts


def warn_of_taggers(metrics: "Sequence[Metric[Any]]", lang: str, told: set[str]) -> None:
    """Once a language."""
    from ..doubts.doubts import no_tagger

    if lang not in told and any(metric.untagged for metric in metrics):
        told.add(lang)
        warnings.warn(no_tagger(lang), TeslaWarning, stacklevel=2)
