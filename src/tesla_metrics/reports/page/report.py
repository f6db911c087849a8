"""The whole report as one HTML document."""

from collections.abc import Sequence

import numpy as np

from ...metrics.base import Progress
from ...page.assemble import render_page
from ...page.explanations import VIEW
from .chosen import asked_pairs, chosen_segments, explained_metric
from .drawing import Alignments, draw_segments
from .got import GroupSums, add_equal
from .grams import telling_grams
from .overview import overview, shown_grams, shown_texts
from .packing import pack_floats, pack_json
from .study import Study
from .tokens import WordNumbers
from .word_groups import ReferenceWords, reference_words

PARTS = (
    *(*VIEW, "charts", "grid", "report-data", "report-block", "report-overview"),
    *("report-differ", "report-words", "report-search", "report-segments", "report-segment"),
    "report",
)


def render_report(
    study: Study,
    title: str = "",
    *,
    drawn: int | None = None,
    commands: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress | None = None,
) -> str:
    """One page.

    drawn       pairs of output and reference whose alignment is drawn, at most (default: all of
                tesla-x, 1,000 of a metric that takes longer)
    commands    of each system, what explains a segment of it on a command line; its number follows
    """
    names = WordNumbers()
    references = names.read(study.held())
    systems = [names.read([text] for text in texts) for texts in study.systems.values()]
    grams = telling_grams(references, systems, len(names.names))
    words = reference_words(study.firsts(), study.metrics) if study.beside.shown else None
    sums = GroupSums(words.groups if words else [], len(study.systems))
    alignments = _draw(study, drawn, sums, words, jobs, progress)
    whole = alignments is not None and len(alignments.segments) == study.count
    if words and not whole:
        sums = GroupSums(words.groups, len(study.systems))
        add_equal(sums, words, names, systems)
    data = overview(study, title) | {
        "grams": [shown_grams(found, names) for found in grams],
        "groups": sums.found(),
        "got": alignments.metric.name if whole and alignments else "",
        "commands": list(commands),
        "drawn": alignments.described() if alignments else None,
    }
    packed = {
        "texts": pack_json(shown_texts(study)),
        "scores": pack_floats(np.stack(study.scores)),
        **(alignments.packed() if alignments else {}),
    }
    return render_page(str(data["title"]), parts=PARTS, data={"report": data}, packed=packed)


def _draw(
    study: Study,
    asked: int | None,
    sums: GroupSums,
    words: ReferenceWords | None,
    jobs: int,
    progress: Progress | None,
) -> Alignments | None:
    explained = explained_metric(study)
    if explained is None:
        return None
    place, metric = explained
    pairs = asked_pairs(metric, asked)
    segments = np.arange(study.count) if pairs is None else chosen_segments(study, place, pairs)
    gained = (sums, words) if words else None
    return draw_segments(study, metric, segments, gained, jobs, progress)
