"""In how many sentences words and character n-grams occur, counted on Spark."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...analysis.frequencies import SentenceCounts
from ...encoding.analysis import open_analysis
from ...encoding.session import default_session
from ...languages import Language, find_language, parse_language, register
from ...watching import Watch, unwatched
from ..staging import PIECE
from ..tasks import watched_tasks
from .tallies import tallied
from .texts import StagedTexts


def count_sentences_on_spark(
    spark: Any,
    folder: str,
    paths: Sequence[str],
    lang: str,
    min_words: int,
    min_grams: int,
    *,
    watch: Watch = unwatched,
    piece: int = PIECE,
) -> SentenceCounts:
    """The counts of all lines that are not blank, without what is rarer than so.

    `folder` is the URI of a stage (`stage_folder`).
    """
    texts = StagedTexts(spark, folder, paths, watch, piece=piece)
    make = partial(_Sentences, find_language(parse_language(lang)))
    with watched_tasks(spark, watch, "counting"):
        words, grams, sentences = tallied(texts.frame, make, (min_words, min_grams, 1))
    return SentenceCounts(sentences.total(), words, grams)


@dataclass
class _Sentences:
    """What a worker counts; it may not have heard of the language."""

    language: Language
    counts: SentenceCounts = field(default_factory=SentenceCounts)

    def __post_init__(self) -> None:
        language = self.language
        if language.revision and find_language(language.code).revision != language.revision:
            register(language)
        self._analysis = open_analysis(default_session(), language.code, synonyms="none")

    @property
    def counters(self) -> Sequence[Counter[str]]:
        sentences = Counter({"": self.counts.sentences} if self.counts.sentences else {})
        return self.counts.words, self.counts.grams, sentences

    def add(self, lines: Sequence[str]) -> None:
        self.counts.add(self._analysis.sentences(line for line in lines if line.strip()))
