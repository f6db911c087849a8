"""Segments by the length of their reference."""

from collections.abc import Sequence

import numpy as np

from ...analysis.sentence import has_alphanumeric
from ...analysis.tokenizers.script_based import ScriptTokenizer
from ...arrays import Flags
from ...tasks import Segment

# Fixed, so that two runs can be compared; None is without end.
_BOUNDS: tuple[tuple[int, int | None], ...] = ((0, 10), (11, 20), (21, 30), (31, 50), (51, None))


def length_buckets(references: Sequence[Segment]) -> list[tuple[int, int | None, Flags]]:
    """First and last length of each bucket that is not empty, and which segments are in it."""
    tokenizer = ScriptTokenizer("und")  # counts words in any language, characters where none show
    lengths = np.array([_length(segment, tokenizer) for segment in references])
    found = []
    for low, high in _BOUNDS:
        inside = lengths >= low if high is None else (lengths >= low) & (lengths <= high)
        if inside.any():
            found.append((low, high, inside))
    return found


def _length(segment: Segment, tokenizer: ScriptTokenizer) -> int:
    if isinstance(segment, str):
        return sum(map(has_alphanumeric, tokenizer.tokenize(segment)))
    return sum(has_alphanumeric(token.form) for token in segment.tokens)
