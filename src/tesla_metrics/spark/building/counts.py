"""How often words occur, counted on Spark: by these counts compounds are split."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...analysis.compounds.counts import check_min_count, frequent_resource, words_of
from ...files.resource import Resource
from ...watching import Watch, unwatched
from ..staging import PIECE
from ..tasks import watched_tasks
from .tallies import tallied
from .texts import StagedTexts


def count_words_on_spark(
    spark: Any,
    folder: str,
    paths: Sequence[str],
    lang: str,
    min_count: int,
    sources: Sequence[str] = (),
    *,
    watch: Watch = unwatched,
    piece: int = PIECE,
) -> Resource:
    """What `count_words` gives for the same lines, to the byte.

    `folder` is the URI of a stage (`stage_folder`).
    """
    check_min_count(min_count)
    texts = StagedTexts(spark, folder, paths, watch, piece=piece)
    with watched_tasks(spark, watch, "counting"):
        words, tokens = tallied(texts.frame, _Words, (min_count, 1))
    return frequent_resource(words, tokens.total(), lang, min_count, sources)


class _Words:
    """What a worker counts: words, and how many there are."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._tokens = 0

    @property
    def counters(self) -> Sequence[Counter[str]]:
        return self._words, Counter({"": self._tokens} if self._tokens else {})

    def add(self, lines: Sequence[str]) -> None:
        for line in lines:
            words = words_of(line)
            self._words.update(words)
            self._tokens += len(words)
