"""Studies and drawings that are quickly made."""

import numpy as np

from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.explanation.drawings import AlignmentArrays, TextWords
from tesla_metrics.files.item import get_text


def toy_drawings(pairs: Pairs) -> AlignmentArrays:
    """Words that are equal flow, the first with the first; all weigh 1 / 2."""
    left = [_words(get_text(one)) for one in pairs.references]
    right = [_words(get_text(one)) for one in pairs.candidates]
    flows: list[tuple[int, int]] = []
    offsets, lost = [0], ([], [])  # type: ignore[var-annotated]
    for x, y in zip(pairs.reference_indices, pairs.candidate_indices, strict=True):
        free = list(range(len(right[y])))
        own = []
        for i, (form, *_) in enumerate(left[x]):
            j = next((j for j in free if right[y][j][0] == form), None)
            if j is not None:
                free.remove(j)
                own.append((i, j))
        flows += own
        offsets.append(len(flows))
        for side, words, place in ((0, left[x], 0), (1, right[y], 1)):
            matched = {one[place] for one in own}
            lost[side].append([0.0 if k in matched else 0.01 * (k + 1) for k in range(len(words))])
    x_lost, y_lost = (np.array([v for row in rows for v in row]) for rows in lost)
    x_offsets, y_offsets = (np.cumsum([0, *map(len, rows)]) for rows in lost)
    count = len(flows)
    return AlignmentArrays(
        _outlines(left), _outlines(right), pairs.reference_indices, pairs.candidate_indices,
        np.array(offsets),
        np.array([x for x, _ in flows], dtype=np.intp),
        np.array([y for _, y in flows], dtype=np.intp),
        np.full(count, 0.5), np.where(np.arange(count) % 3 == 0, 0.75, 1.0), np.arange(count) % 3,
        x_offsets, x_lost, 2 * x_lost, y_offsets, y_lost, np.full(len(y_lost), np.inf),
        np.ones(len(pairs), dtype=np.intp), np.full(len(pairs), 2), np.full(len(pairs), 0.9),
        np.full(len(pairs), 0.01),
    )  # fmt: skip


def _words(text: str) -> list[tuple[str, int, int]]:
    found, at = [], 0
    for form in text.split():
        start = text.index(form, at)
        at = start + len(form)
        found.append((form.lower(), start, at))
    return found


def _outlines(texts: list[list[tuple[str, int, int]]]) -> TextWords:
    flat = [word for words in texts for word in words]
    return TextWords(
        np.cumsum([0, *map(len, texts)]),
        np.array([start for _, start, _ in flat], dtype=np.intp),
        np.array([end for _, _, end in flat], dtype=np.intp),
        np.full(len(flat), 0.5),
        {},
    )
