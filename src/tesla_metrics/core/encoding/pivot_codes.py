"""Encoders of bags of pivot n-grams and stems, for TESLA-B and PEM."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...errors import ResourceError, UsageError
from ...files.item import Segment
from ...files.sentence import get_function_word_tags
from ...resources.pivot.phrase_table import PhraseTable, open_phrase_table
from ...text.languages.registry import uses_penn_tags
from ...text.stemming import stem_word
from ..matching.ngram_bags import Words
from ..matching.pivot_bags import (
    PivotBagBuilder,
    PivotBags,
    PivotWord,
    PooledBag,
    PooledBagSettings,
)
from .analysis import Analysis
from .encoder import Encoder


class PivotEncoder(Encoder[PivotBags]):
    """Encoder of bags of pivot n-grams, which a phrase table assigns to the words of a text."""

    def __init__(self, analysis: Analysis, pivot: PivotBagBuilder) -> None:
        super().__init__(analysis)
        self.pivot = pivot

    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        pivot, table = self.pivot, self.pivot.table
        tag_kind = table.settings["tags"]
        with convert_phrase_table_errors(table):
            return native.PivotEncoder(
                lexicon,
                make_phrase_arrays(native, table),
                order=pivot.order,
                discount=pivot.discount,
                least=pivot.min_probability,
                upos=tag_kind == "upos",
                function_tags=sorted(get_function_word_tags(uses_penn_tags(table.pivot, tag_kind))),
                most_bytes=self.analysis.session.memory,
            )

    def make_codes(self, segments: Sequence[Segment]) -> list[PivotBags]:
        return [
            self.pivot.make_bags(self.make_pivot_words(words))
            for words in self.analysis.get_words(segments)
        ]

    def make_pivot_words(self, words: Words) -> list[PivotWord]:
        """Convert words to pivot words, which represent them if they have no pivot phrases."""
        # Use the same kind of tags as the pivot words of the table.
        uses_upos = self.pivot.table.settings["tags"] == "upos"
        tags = words.upos if uses_upos else words.tags
        return list(map(PivotWord, words.lemmas, tags, words.function_flags))  # type: ignore[arg-type]


@contextmanager
def convert_phrase_table_errors(table: PhraseTable) -> Iterator[None]:
    """Convert errors of the native core to a `ResourceError`: the phrase table is malformed."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise ResourceError(
            f"phrase table {table.name} is malformed ({error}); build or fetch it again"
        ) from error


def make_phrase_arrays(native: Any, table: PhraseTable) -> Any:
    """Pass the arrays of a table to the native core without copying them."""
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


def get_pivot_encoder(
    analysis: Analysis, path: str, order: int, discount: float, min_probability: float
) -> PivotEncoder:
    """Return the encoder for a phrase table, which the session shares.

    If the file has changed, it is read again. Raise `UsageError` if the table is not for the
    language and the lemmas of the analysis.
    """
    table = analysis.session.of_file(open_phrase_table, path)
    lang = analysis.lang
    if table.target != lang:
        raise UsageError(
            f"{path} is a phrase table of {table.target!r} with {table.pivot!r} as pivot, but the "
            f"texts are {lang!r}: use a table whose target is {lang!r}"
        )
    if table.settings.get("key") != "lemma":
        raise UsageError(
            f"{path} was built with --key {table.settings.get('key')}, but phrases are looked up "
            "by their lemmas: build it with --key lemma"
        )
    return analysis.session.once(
        PivotEncoder, analysis, PivotBagBuilder(table, order, discount, min_probability)
    )


class StemBagEncoder(Encoder[PooledBag]):
    """Encoder of bags of stem n-grams."""

    def __init__(self, analysis: Analysis, bag_settings: PooledBagSettings) -> None:
        super().__init__(analysis)
        self.bag_settings = bag_settings

    def make_codes(self, segments: Sequence[Segment]) -> list[PooledBag]:
        return [
            self.make_bag(self.stem_forms(words.forms))
            for words in self.analysis.get_words(segments)
        ]

    def stem_forms(self, forms: Sequence[str]) -> list[str]:
        """Return the stems of word forms."""
        return [stem_word(form, self.analysis.lang) for form in forms]

    def make_bag(self, stems: Sequence[str]) -> PooledBag:
        """Return the bag of a text with these stems."""
        return self.bag_settings.of_words(stems)

    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        return self._make_bag_encoder(native, lexicon, None, 0.0)

    def _make_bag_encoder(
        self, native: Any, lexicon: Any, arrays: Any, min_probability: float
    ) -> Any:
        """Return the native encoder; `arrays` is a phrase table, or None for bags of stems."""
        return native.TogetherEncoder(
            lexicon,
            arrays,
            order=self.bag_settings.order,
            least=min_probability,
            least_gram=self.bag_settings.min_weight,
            most_bytes=self.analysis.session.memory,
        )


class StemPivotEncoder(StemBagEncoder):
    """Encoder of bags of pivot n-grams of stems; its phrase table is built with `--key stem`."""

    def __init__(
        self, analysis: Analysis, bag_settings: PooledBagSettings, pivot: PivotBagBuilder
    ) -> None:
        super().__init__(analysis, bag_settings)
        self.pivot = pivot

    def make_bag(self, stems: Sequence[str]) -> PooledBag:
        return self.bag_settings.of_pivots(self.pivot, stems)

    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        with convert_phrase_table_errors(self.pivot.table):
            arrays = make_phrase_arrays(native, self.pivot.table)
            return self._make_bag_encoder(native, lexicon, arrays, self.pivot.min_probability)
