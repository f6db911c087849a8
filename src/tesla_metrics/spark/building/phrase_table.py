"""A phrase table built by Spark, with the bytes that `pivot.build` gives it on one machine.

The driver reads the bitext, numbers words and learns to align from a sample; workers analyse,
align, extract and count. What steps make lies in the stage.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array
from ...files.lines import iterate_lines
from ...files.locked import locked
from ...files.work import WorkFolder
from ...pivot.align import learn
from ...pivot.bitext import Bitext
from ...pivot.describing import check_alignments, check_used, describe, identity, with_sources
from ...pivot.pieces import PairCounts
from ...pivot.settings import TableSettings
from ...pivot.vocabulary import NumberedWords, number_words
from ...pivot.writing import write_table
from ...watching import Watch, unwatched
from ..collecting import collected
from ..faults import told
from ..large_rows import large_rows
from ..shipped import ship_given
from ..staging import PIECE, read_stage, stage, unglobbed
from ..tasks import watched_tasks
from .aligners import SentWords, send_lexicon, send_words
from .first_words import first_words
from .phrase_counts import BLOCKS, ENTRIES, CountSettings, count_pieces, entries_of, merge_blocks
from .piece_rows import COUNTS, SCHEMA, PieceSettings, analyse_pieces, analyse_texts
from .sampling import sample_corpus

_BUILTIN = "builtin:"
# A stretch of hashes has about so many rows before they are added up; a word makes about so many.
_STRETCH = 500_000
_ROWS_OF_WORD = 4
_LEAST_STRETCHES = 64
_STRETCHES_OF_TASK = 16


def build_phrase_table_on_spark(
    spark: Any,
    folder: str,
    bitexts: Sequence[Bitext],
    output: Path,
    settings: TableSettings,
    *,
    alignments: str | None = None,
    piece: int = PIECE,
    watch: Watch = unwatched,
) -> dict[str, Any]:
    """Write the table and return its settings, as `build_phrase_table` does.

    `folder` is the URI of a stage (`stage_folder`); `piece` is how many sentence pairs a worker
    has at a time.
    """
    settings.check()
    names = [path for bitext in bitexts for path in bitext.paths]
    if alignments is not None:
        check_alignments(bitexts, names, alignments)
    description = describe(settings, alignments)
    with locked(output):
        same = identity(settings, description, names, alignments)
        work = WorkFolder(output, {**same, "engine": "spark"})
        work.open()
        try:
            build = _Build(spark, folder, settings, alignments, watch)
            return build.run(bitexts, names, output, work.path, description, piece)
        finally:
            work.remove()


class _Build(NamedTuple):
    """One run."""

    spark: Any
    folder: str
    settings: TableSettings
    alignments: str | None
    watch: Watch

    def run(
        self,
        bitexts: Sequence[Bitext],
        names: Sequence[str],
        output: Path,
        work: Path,
        description: dict[str, Any],
        piece: int,
    ) -> dict[str, Any]:
        staged = self._stage(bitexts, piece)
        with told(doing="cannot read the stage"):
            pieces = staged.count()
        if not pieces:
            check_used(PairCounts(), names)
        analysed, used, counts = self._analyse(staged, pieces)
        check_used(counts, names)
        with watched_tasks(self.spark, self.watch, "numbering words"):
            words = first_words(self.spark, analysed)
        numbered = number_words(words[0]), number_words(words[1])
        sent = send_words(self.spark, words, numbered)
        del words
        lexicon = None
        if self.alignments is None:
            lexicon = self._learn(analysed, sent, used, numbered)
        self._count(analysed, sent, lexicon)
        self.watch("writing the table", 0)
        return write_table(
            output,
            work,
            self._entries(),
            (numbered[0].pool, numbered[1].pool),
            with_sources(description, self.settings, names, counts),
            self.settings.max_phrase,
        )

    def _stage(self, bitexts: Sequence[Bitext], piece: int) -> Any:
        return stage(
            self.spark,
            f"{self.folder}/pairs",
            _rows(bitexts, self.alignments),
            ("target", "pivot", *(["links"] if self.alignments is not None else [])),
            lines=piece,
            progress=self.watch("reading sentence pairs", 0),
        )

    def _analyse(self, staged: Any, pieces: int) -> tuple[Any, Array, PairCounts]:
        """The pieces, how many pairs of each are used, and all counts."""
        settings = self._piece_settings()
        doing, folder = "cannot analyse sentences", f"{self.folder}/analysed"
        with (
            large_rows(self.spark),
            told(doing=doing),
            watched_tasks(self.spark, self.watch, "analysing sentences"),
        ):
            staged.mapInArrow(analyse_pieces(settings), SCHEMA).write.parquet(folder)
        analysed = read_stage(self.spark, folder, pieces)
        rows = collected(analysed.select("piece", "bad", *COUNTS), doing)
        facts = np.concatenate([_columns(batch) for batch in rows])
        facts = facts[np.argsort(facts[:, 0])]
        if facts[:, 1].any():
            self._refuse(staged, settings, facts)
        totals = facts[:, 2:].sum(axis=0).tolist()
        return analysed, facts[:, -1], PairCounts(*totals)

    def _piece_settings(self) -> PieceSettings:
        sides = self.settings.sides()
        taggers = []
        for side in sides:
            file = side.analyzer.removeprefix(_BUILTIN)
            given = file if file != side.analyzer else None
            taggers.append(given and ship_given(self.spark, Path(given), "tagger"))
        return PieceSettings(
            sides, (taggers[0], taggers[1]), self.settings.max_words, self.alignments
        )

    def _refuse(self, staged: Any, settings: PieceSettings, facts: Array) -> None:
        """Read the first piece again whose links are bad, and say so."""
        number = int(facts[np.flatnonzero(facts[:, 1])[0], 0])
        before = int(facts[:number, 2].sum())
        with told(doing="cannot read the stage"):
            row = staged.where(f"piece = {number}").first().asDict()
        analyse_texts(row, settings._replace(taggers=(None, None)), before + 1)

    def _learn(
        self,
        analysed: Any,
        words: SentWords,
        used: Array,
        numbered: tuple[NumberedWords, NumberedWords],
    ) -> str:
        settings = self.settings
        corpus = sample_corpus(self.spark, analysed, words, used, numbered, settings.learn_on)
        advance = self.watch("learning word alignment", settings.iterations)
        lexicon = learn(corpus, np.arange(len(corpus)), settings.iterations, advance)
        return send_lexicon(self.spark, lexicon)

    def _count(self, analysed: Any, words: SentWords, lexicon: str | None) -> None:
        settings, spark = self.settings, self.spark
        with (
            large_rows(spark),
            told(doing="cannot count phrase pairs"),
            watched_tasks(spark, self.watch, "aligning and extracting"),
        ):
            size = analysed.selectExpr("sum(length(target_numbers))").first()[0] // 4
            stretches = max(_LEAST_STRETCHES, size * _ROWS_OF_WORD // _STRETCH)
            cores = spark.sparkContext.defaultParallelism
            how = CountSettings(
                words, lexicon, settings.symmetrisation, settings.max_phrase, stretches
            )
            blocks = analysed.mapInArrow(count_pieces(how), BLOCKS)
            parts = min(stretches, max(2 * cores, stretches // _STRETCHES_OF_TASK))
            gathered = blocks.repartition(parts, "stretch")
            merge = merge_blocks(settings.max_phrase, settings.pruning)
            entries = gathered.sortWithinPartitions("stretch").mapInArrow(merge, ENTRIES)
            entries.write.parquet(f"{self.folder}/entries")

    def _entries(self) -> Iterator[Any]:
        doing = "cannot gather phrase pairs"
        with large_rows(self.spark, 1):
            with told(doing=doing):
                frame = self.spark.read.parquet(unglobbed(f"{self.folder}/entries")).orderBy(
                    "stretch"
                )
            yield from entries_of(collected(frame, doing), self.settings.max_phrase)


def _rows(bitexts: Sequence[Bitext], alignments: str | None) -> Iterator[Sequence[str]]:
    pairs = chain.from_iterable(bitext.pairs() for bitext in bitexts)
    if alignments is None:
        return pairs
    lines = iterate_lines(alignments)
    return ((*pair, links) for pair, links in zip(pairs, lines, strict=True))


def _columns(batch: Any) -> Array:
    import pyarrow as pa

    return np.stack([column.cast(pa.int64()).to_numpy() for column in batch.columns], axis=1)
