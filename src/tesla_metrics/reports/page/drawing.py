"""The alignments of a study's segments, block by block."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...arrays import Indices
from ...encoding.pairs import Pairs
from ...explaining.explanation import PENALTIES, REASONS
from ...intake.references import present
from ...metrics.base import Progress
from ...metrics.segments import SegmentMetric
from ...tasks import Segment
from .alignments import ENDLESS, UNIT, DrawnPairs, pack_block
from .got import GroupSums, add_drawn
from .study import Study
from .word_groups import ReferenceWords

# Pairs of a block: what is unpacked at once when a segment is opened.
_BLOCK = 600


@dataclass(frozen=True)
class Alignments:
    """Packed blocks of these segments, and the first segment of each."""

    metric: SegmentMetric
    segments: Indices
    firsts: list[int] = field(default_factory=list)
    blocks: list[bytes] = field(default_factory=list)

    def described(self) -> dict[str, Any]:
        """What the page must know before it unpacks one."""
        segments = self.segments.tolist()
        return {
            "metric": self.metric.name,
            "against": self.metric.against,
            "combined": getattr(self.metric, "multi", "mean"),
            "segments": None if segments == list(range(len(segments))) else segments,
            "count": len(segments),
            "firsts": self.firsts,
            "reasons": REASONS,
            "penalties": PENALTIES,
            "unit": UNIT,
            "endless": ENDLESS,
        }

    def packed(self) -> dict[str, bytes]:
        """By the names of the page."""
        return {f"block-{number}": block for number, block in enumerate(self.blocks)}


def draw_segments(
    study: Study,
    metric: SegmentMetric,
    segments: Indices,
    gained: tuple[GroupSums, ReferenceWords] | None,
    jobs: int,
    progress: Progress | None,
) -> Alignments:
    """Draws these; `gained` sums up what words are worth on the way."""
    scorer = metric.open(None, lambda: present(study.beside.of(metric.against)))
    found = Alignments(metric, segments)
    held = study.held(metric)
    for block in _blocks(segments, [len(held[s]) * len(study.systems) for s in segments]):
        pairs, drawn = _pairs(study, held, block)
        drawings = scorer.drawings(pairs, jobs, progress)
        found.firsts.append(int(block[0]))
        found.blocks.append(pack_block(drawings, drawn))
        if gained is not None:
            add_drawn(*gained, drawings, *drawn)
    return found


def _blocks(segments: Indices, sizes: list[int]) -> Iterator[Indices]:
    ends = np.cumsum(sizes) // _BLOCK
    for number in np.unique(ends):
        yield segments[ends == number]


def _pairs(
    study: Study, held: list[tuple[Segment, ...]], block: Indices
) -> tuple[Pairs, DrawnPairs]:
    references: list[Segment] = []
    candidates: list[Segment] = []
    left, right, segments, systems = [], [], [], []
    for segment in block.tolist():
        first = len(references)
        references += held[segment]
        for system, texts in enumerate(study.systems.values()):
            for reference in range(first, len(references)):
                left.append(reference)
                right.append(len(candidates))
                segments.append(segment)
                systems.append(system)
            candidates.append(texts[segment])
    pairs = Pairs(references, candidates, np.array(left), np.array(right))
    return pairs, DrawnPairs(np.array(segments), np.array(systems))
