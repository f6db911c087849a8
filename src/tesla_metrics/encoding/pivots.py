"""Bags of pivot n-grams: what TESLA-B compares beside TESLA-M's."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..analysis.sentence import function_tags, uses_penn
from ..errors import ResourceError, UsageError
from ..matching.bags import Words
from ..pivot.bags import Pivot, PivotBags, PivotWord
from ..pivot.table import PhraseTable, open_phrase_table
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder


class PivotEncoder(Encoder[PivotBags]):
    """A phrase table with one analysis."""

    def __init__(self, analysis: Analysis, pivot: Pivot) -> None:
        super().__init__(analysis)
        self.pivot = pivot

    def make_core(self, native: Any, lexicon: Any) -> Any:
        pivot, table = self.pivot, self.pivot.table
        kind = table.settings["tags"]
        with whole_table(table):
            return native.PivotEncoder(
                lexicon,
                phrase_arrays(native, table),
                order=pivot.order,
                discount=pivot.discount,
                least=pivot.below,
                upos=kind == "upos",
                function_tags=sorted(function_tags(uses_penn(table.pivot, kind))),
                most_bytes=self.analysis.session.memory,
            )

    def make(self, segments: Sequence[Segment]) -> list[PivotBags]:
        return [self.pivot.bags(self.words(words)) for words in self.analysis.words(segments)]

    def words(self, words: Words) -> list[PivotWord]:
        """What they are among pivot words, where they have no pivots."""
        # Where pivots have UPOS, so have they.
        upos = self.pivot.table.settings["tags"] == "upos"
        tags = words.upos if upos else words.tags
        return list(map(PivotWord, words.lemmas, tags, words.function))  # type: ignore[arg-type]


@contextmanager
def whole_table(table: PhraseTable) -> Iterator[None]:
    """What the core refuses of a table is said as of a file."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise ResourceError(
            f"phrase table {table.name} is malformed ({error}); build or fetch it again"
        ) from error


def phrase_arrays(native: Any, table: PhraseTable) -> Any:
    """A table's arrays for the core, which uses them where they lie."""
    return native.PhraseArrays(
        hashes=table.hashes,
        phrases=table.phrases,
        counts=table.counts,
        starts=table.starts,
        pivot_phrases=table.pivot_phrases,
        pair_counts=table.pair_counts,
        target_starts=table.target_words.starts,
        target_bytes=table.target_words.content,
        pivot_starts=table.pivot_words.starts,
        pivot_bytes=table.pivot_words.content,
        total=table.total,
    )


def pivot_encoder(
    analysis: Analysis, path: str, order: int, discount: float, below: float
) -> PivotEncoder:
    """The session's encoder for a table, as the file is now."""
    table = analysis.session.of_file(open_phrase_table, path)
    lang = analysis.lang
    if table.target != lang:
        raise UsageError(
            f"{path} is a phrase table of {table.target!r} with {table.pivot!r} as pivot, but the "
            f"texts are {lang!r}: give one whose target is {lang!r}"
        )
    if table.settings.get("key") != "lemma":
        raise UsageError(
            f"{path} was built with --key {table.settings.get('key')}, but phrases are looked up "
            "by their lemmas: build it with --key lemma"
        )
    return analysis.session.once(PivotEncoder, analysis, Pivot(table, order, discount, below))
