"""Settings for building a phrase table, and writing the table file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Array
from ...errors import InputError, UsageError
from ...files.atomic import open_atomically
from ...files.lines import STDIN, get_display_name
from ...files.long_runs import fingerprint_files
from ...files.mapped_arrays import Section, write_mapped
from .alignment_links import check_line_count, check_method
from .analysed_pairs import PairCounts, SideSettings, get_tag_kind
from .bitext import Bitext
from .phrase_counts import PrunedEntries, Pruning
from .phrase_table import KIND, VERSION

_MAX_PHRASE_WORDS = 10


@dataclass(frozen=True)
class TableSettings:
    """Settings for building a table; `tesla build phrase-table --help` explains each of them."""

    target: str
    pivot: str
    target_analyzer: str = "builtin"
    pivot_analyzer: str = "builtin"
    compounds: str = "auto"
    key: str = "lemma"  # words of target phrases: "lemma", "form" or "stem"
    keep_punctuation: bool = False
    align_on: str = "lemma"  # words for alignment: "lemma" or "form"
    max_words: int = 100  # maximum number of words of a sentence
    symmetrisation: str = "grow-diag-final-and"
    max_phrase: int = 4  # maximum number of words of a phrase
    iterations: int = 5
    learn_on: int = 200_000  # maximum number of sentence pairs for training the word alignment
    pruning: Pruning = field(default_factory=Pruning)

    def check(self) -> None:
        """Raise `UsageError` for invalid values."""
        check_method(self.symmetrisation)
        for name, value, minimum in (
            ("--max-phrase", self.max_phrase, 1),
            ("--max-words", self.max_words, 1),
            ("--iterations", self.iterations, 1),
            ("--learn-on", self.learn_on, 1),
            ("--min-count", self.pruning.min_count, 1),
            ("--top", self.pruning.top, 0),
        ):
            if value < minimum:
                raise UsageError(f"{name} is {value}: give a number of at least {minimum}")
        if self.max_phrase > _MAX_PHRASE_WORDS:
            raise UsageError(
                f"--max-phrase is {self.max_phrase}: give a number up to {_MAX_PHRASE_WORDS}"
            )
        if not 0.0 <= self.pruning.min_probability <= 1.0:
            raise UsageError(
                f"--min-probability is {self.pruning.min_probability}: give a number from 0 to 1"
            )

    def get_side_settings(self) -> tuple[SideSettings, SideSettings]:
        """Return the settings for analysing the target side and the pivot side."""
        target, pivot = (
            SideSettings(
                lang, analyzer, self.compounds, self.align_on, phrase_form, self.keep_punctuation
            )
            for lang, analyzer, phrase_form in (
                (self.target, self.target_analyzer, self.key),
                (self.pivot, self.pivot_analyzer, "tagged"),
            )
        )
        return target, pivot

    def describe_aligner(self, alignments: str | None) -> dict[str, Any]:
        """Return the description of the word alignment, as it is stored in the table.

        `alignments` is the path of an alignment file, or None if words are aligned with a lexicon.
        """
        if alignments is not None:
            return {"name": "file"}
        return {
            "name": "diagonal",
            "iterations": self.iterations,
            "learn_on": self.learn_on,
            "align_on": self.align_on,
            "symmetrisation": self.symmetrisation,
        }


def describe_table(settings: TableSettings, alignments: str | None) -> dict[str, Any]:
    """Return the settings of a table, without pruning, that are known before reading sentences."""
    target, pivot = (side.load_analyzer() for side in settings.get_side_settings())
    return {
        "target": settings.target,
        "pivot": settings.pivot,
        "target_analyzer": target.name,
        "pivot_analyzer": pivot.name,
        "key": settings.key,
        # Stored only if it is set, so that the bytes of other tables do not change.
        **({"punctuation": True} if settings.keep_punctuation else {}),
        "tags": get_tag_kind(pivot),
        "max_words": settings.max_words,
        "max_phrase": settings.max_phrase,
        "aligner": settings.describe_aligner(alignments),
    }


def add_sources(
    description: dict[str, Any],
    settings: TableSettings,
    input_paths: Sequence[str],
    pair_counts: PairCounts,
) -> dict[str, Any]:
    """Return all settings of a table except its size, for the input files `input_paths`."""
    return {
        **description,
        "pruning": settings.pruning._asdict(),
        "sources": [Path(name).name for name in input_paths],
        "sentence_pairs": asdict(pair_counts),
    }


def describe_run(
    settings: TableSettings,
    description: dict[str, Any],
    input_paths: Sequence[str],
    alignments: str | None,
) -> dict[str, Any]:
    """Return the settings and input files that must be the same to continue an interrupted run.

    Pruning is not included, because it is the last step and is never continued.
    """
    files = [*input_paths, *([alignments] if alignments is not None else [])]
    return {
        **description,
        "align_on": settings.align_on,
        "inputs": fingerprint_files(files),
        "layout": 2,
    }


def check_alignments(
    bitexts: Sequence[Bitext], input_paths: Sequence[str], alignments: str
) -> None:
    """Check that an alignment file has one line per sentence pair.

    Raise `UsageError` if one of the files is standard input, which cannot be read twice.
    """
    if STDIN in (*input_paths, alignments):
        raise UsageError("--alignments does not work with standard input: give files")
    check_line_count(alignments, chain.from_iterable(bitext.iter_pairs() for bitext in bitexts))


def check_usable_pairs(pair_counts: PairCounts, input_paths: Sequence[str]) -> None:
    """Raise `InputError` if no sentence pair of a bitext is usable."""
    if not pair_counts.used:
        display_names = ", ".join(map(get_display_name, input_paths))
        raise InputError(
            f"{display_names}: none of {pair_counts.read} sentence pairs can be used, "
            f"{pair_counts.empty} "
            f"have an empty side and {pair_counts.long} are too long: check that the bitext has "
            "both "
            "languages"
        )


_COUNT_TYPE = np.dtype("<u4")


def write_table(
    path: Path,
    work_folder: Path,
    entries: Iterable[PrunedEntries],
    pools: tuple[tuple[Array, Array], tuple[Array, Array]],
    settings: Mapping[str, Any],
    max_words: int,
) -> dict[str, Any]:
    """Write a table and return its settings including its size.

    `work_folder` is a folder for temporary files, `pools` has the packed words of the target side
    and of the pivot side, and `max_words` is the maximum number of words of a phrase.
    """
    (target_starts, target_bytes), (pivot_starts, pivot_bytes) = pools
    max_pool_size = max(len(target_starts), len(pivot_starts))
    word_type = np.dtype("<u2" if max_pool_size < 2**16 else "<u4")
    sections = _make_sections(work_folder, word_type, max_words)
    n_extracted = 0
    with ExitStack() as files:
        for section in sections.values():
            files.enter_context(section.open())
        for part in entries:
            for section, values in zip(sections.values(), part, strict=False):
                section.append(values)
            n_extracted += part.n_extracted
    pairs_section = sections.pop("pairs")
    if not pairs_section.length:
        raise InputError(
            "no phrase pair remains: give a larger bitext, or prune less (--min-count, "
            "--min-probability)"
        )
    starts = np.zeros(pairs_section.length + 1, np.int64)
    np.cumsum(np.fromfile(pairs_section.path, _COUNT_TYPE), out=starts[1:])
    table_settings = {
        **settings,
        "total": n_extracted,
        "phrases": pairs_section.length,
        "pairs": int(starts[-1]),
    }
    content: dict[str, Section] = {name: section.description for name, section in sections.items()}
    content |= {
        "starts": starts,
        "target-starts": target_starts,
        "target-bytes": target_bytes,
        "pivot-starts": pivot_starts,
        "pivot-bytes": pivot_bytes,
    }
    write_mapped(path, KIND, VERSION, table_settings, content)
    return table_settings


def _make_sections(
    work_folder: Path, word_type: "np.dtype[Any]", max_words: int
) -> "dict[str, _GrowingArray]":
    """Return the arrays of a table, in the order of the fields of `PrunedEntries`."""
    return {
        "hashes": _GrowingArray(work_folder / "hashes.section", np.dtype("<u8")),
        "phrases": _GrowingArray(work_folder / "phrases.section", word_type, max_words),
        "counts": _GrowingArray(work_folder / "counts.section", _COUNT_TYPE),
        "pairs": _GrowingArray(work_folder / "pairs.section", _COUNT_TYPE),
        "pivot-phrases": _GrowingArray(work_folder / "pivot-phrases.section", word_type, max_words),
        "pair-counts": _GrowingArray(work_folder / "pair-counts.section", _COUNT_TYPE),
    }


class _GrowingArray:
    """An array on disk to which rows can be appended; `columns` is the shape of a row."""

    def __init__(self, path: Path, dtype: "np.dtype[Any]", *row_shape: int) -> None:
        self.path = path
        self._dtype, self._row_shape = dtype, row_shape
        self.length = 0

    @contextmanager
    def open(self) -> Iterator[None]:
        """Open the file for writing, atomically: another process may have mapped the old file."""
        with open_atomically(self.path, remove_old=False) as self._stream:
            yield

    def append(self, values: Any) -> None:
        self._stream.write(np.ascontiguousarray(values, self._dtype).data)
        self.length += len(values)

    @property
    def description(self) -> tuple[Path, str, tuple[int, ...]]:
        """The file with the type and shape of the array."""
        return self.path, self._dtype.str, (self.length, *self._row_shape)
