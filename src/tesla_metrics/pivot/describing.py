"""What a phrase table says of itself, and whether it can be made at all."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from ..errors import InputError, UsageError
from ..files.lines import STDIN, display_name
from ..files.work import fingerprint
from .analysing import preferred_tags
from .bitext import Bitext
from .pharaoh import check_counts
from .pieces import PairCounts
from .settings import TableSettings


def describe(settings: TableSettings, alignments: str | None) -> dict[str, Any]:
    """What is known before any sentence is read, pruning aside."""
    target, pivot = (side.load() for side in settings.sides())
    return {
        "target": settings.target,
        "pivot": settings.pivot,
        "target_analyzer": target.name,
        "pivot_analyzer": pivot.name,
        "key": settings.key,
        # Without it tables are what they were before there was a choice, to the byte.
        **({"punctuation": True} if settings.keep_punctuation else {}),
        "tags": preferred_tags(pivot),
        "max_words": settings.max_words,
        "max_phrase": settings.max_phrase,
        "aligner": settings.aligner(alignments),
    }


def with_sources(
    description: dict[str, Any], settings: TableSettings, names: Sequence[str], counts: PairCounts
) -> dict[str, Any]:
    """All that a table says of itself; `names` are the files it comes from."""
    return {
        **description,
        "pruning": settings.pruning._asdict(),
        "sources": [Path(name).name for name in names],
        "sentence_pairs": asdict(counts),
    }


def identity(
    settings: TableSettings,
    description: dict[str, Any],
    names: Sequence[str],
    alignments: str | None,
) -> dict[str, Any]:
    """What must be the same for the work so far to serve again; pruning comes after all of it."""
    files = [*names, *([alignments] if alignments is not None else [])]
    return {**description, "align_on": settings.align_on, "inputs": fingerprint(files), "layout": 2}


def check_alignments(bitexts: Sequence[Bitext], names: Sequence[str], alignments: str) -> None:
    """Refuse links that are not one line for each sentence pair, or cannot be read twice."""
    if STDIN in (*names, alignments):
        raise UsageError("with --alignments nothing can come from standard input: name files")
    check_counts(alignments, chain.from_iterable(bitext.pairs() for bitext in bitexts))


def check_used(counts: PairCounts, names: Sequence[str]) -> None:
    """Refuse a bitext of which no sentence pair can be used."""
    if not counts.used:
        shown = ", ".join(map(display_name, names))
        raise InputError(
            f"{shown}: none of {counts.read} sentence pairs can be used, {counts.empty} have an "
            f"empty side and {counts.long} are too long: check that both languages are there"
        )
