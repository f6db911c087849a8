"""Build a phrase table from a bitext.

Each step writes its result to a work folder, so that an interrupted run can be continued.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from ...errors import InputError, UsageError
from ...files.locking import hold_output_lock
from ...files.long_runs import ProgressCallback, WorkFolder, no_progress
from ...processes import parallel_map
from .alignment_links import AlignmentFile
from .analysed_pairs import SideSettings, analyse, save_chunk
from .bitext import Bitext, iterate_checked_pairs
from .corpus import Corpus, number_chunks, open_corpus
from .phrase_counts import PAIRS_PER_RUN, ExtractionSettings, extract_run, merge_runs, prune
from .table_writing import (
    TableSettings,
    add_sources,
    check_alignments,
    check_usable_pairs,
    describe_run,
    describe_table,
    write_table,
)
from .translation_lexicon import has_lexicon
from .word_alignment import save_lexicon, select_evenly, train_lexicon

_PAIRS_PER_CHUNK = 2000


def build_phrase_table(
    bitexts: Sequence[Bitext],
    output: Path,
    settings: TableSettings,
    *,
    alignments: str | None = None,
    jobs: int = 1,
    watch: ProgressCallback = no_progress,
) -> dict[str, Any]:
    """Write a phrase table and return its settings, which include its size.

    The output is locked: another process that builds the same output gets an error.

    Parameters
    ----------
    bitexts : sequence of Bitext
        The sentence pairs.
    output : Path
        The file to write. The work folder is created next to it.
    settings : TableSettings
        How sentences are analysed and aligned, and how the table is pruned.
    alignments : str, optional
        A file with links in Pharaoh format. By default, words are aligned with a lexicon that is
        trained on the bitexts.
    jobs : int
        The number of processes.
    watch : ProgressCallback
        Called with the name and the size of each step; returns a function that is called with the
        progress of the step.

    Returns
    -------
    dict
        The settings of the table.
    """
    settings.check()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs: give a number of at least 1")
    input_paths = [path for bitext in bitexts for path in bitext.paths]
    if alignments is not None:
        check_alignments(bitexts, input_paths, alignments)
    with hold_output_lock(output):
        return _build(bitexts, input_paths, output, settings, alignments, jobs, watch)


def _build(
    bitexts: Sequence[Bitext],
    input_paths: Sequence[str],
    output: Path,
    settings: TableSettings,
    alignments: str | None,
    jobs: int,
    watch: ProgressCallback,
) -> dict[str, Any]:
    description = describe_table(settings, alignments)
    work_folder = WorkFolder(output, describe_run(settings, description, input_paths, alignments))
    work_folder.open()
    try:
        chunks = _analyse_bitexts(bitexts, work_folder, settings, jobs, watch)
        alignment_file = AlignmentFile(alignments) if alignments is not None else None
        pair_counts = number_chunks(
            chunks, work_folder.create_step_folder("corpus"), settings.max_words, alignment_file
        )
        check_usable_pairs(pair_counts, input_paths)
    except InputError:
        work_folder.remove()  # the input must be corrected, so that the work so far is useless
        raise
    corpus = open_corpus(work_folder.create_step_folder("corpus"))
    if alignments is None:
        _learn_lexicon(corpus, work_folder, settings, watch)
    runs = _extract_phrases(corpus, work_folder, settings, alignments is None, jobs, watch)
    watch("counting phrase pairs", 0)
    table_settings = write_table(
        output,
        work_folder.path,
        (prune(counts_of_chunk, settings.pruning) for counts_of_chunk in merge_runs(runs)),
        (corpus.target.pool, corpus.pivot.pool),
        add_sources(description, settings, input_paths, pair_counts),
        settings.max_phrase,
    )
    work_folder.remove()
    return table_settings


def _analyse_bitexts(
    bitexts: Sequence[Bitext],
    work_folder: WorkFolder,
    settings: TableSettings,
    jobs: int,
    watch: ProgressCallback,
) -> list[tuple[Path, Path]]:
    """Analyse all sentences in chunks; return the paths of the target and pivot side of chunks.

    Chunks that an interrupted run has analysed are not analysed again.
    """
    folder = work_folder.create_step_folder("analysed")
    advance = watch("analysing sentences", 0)
    pairs = chain.from_iterable(
        iterate_checked_pairs(bitext, settings.target, settings.pivot) for bitext in bitexts
    )
    paths: list[tuple[Path, Path]] = []

    def iter_missing_chunks() -> Iterator[tuple[int, Path, list[str]]]:
        """Yield (side, path, texts) of the chunks that are not analysed yet."""
        while chunk_pairs := list(islice(pairs, _PAIRS_PER_CHUNK)):
            stem = f"{len(paths):06}"
            paths.append((folder / f"{stem}.target.npz", folder / f"{stem}.pivot.npz"))
            for side, path in enumerate(paths[-1]):
                if path.exists():
                    advance(len(chunk_pairs))
                else:
                    yield side, path, [pair[side] for pair in chunk_pairs]

    analyse_side = partial(_analyse_chunk_side, sides=settings.get_side_settings())
    for count in parallel_map(
        analyse_side, iter_missing_chunks(), jobs, get_kind=itemgetter(0), n_kinds=2
    ):
        advance(count)
    return paths


def _analyse_chunk_side(
    chunk: tuple[int, Path, list[str]], sides: tuple[SideSettings, SideSettings]
) -> int:
    """Analyse one side of a chunk and write the result; return the number of sentences."""
    side, path, texts = chunk
    save_chunk(path, analyse(texts, sides[side]))
    return len(texts)


def _learn_lexicon(
    corpus: Corpus, work_folder: WorkFolder, settings: TableSettings, watch: ProgressCallback
) -> None:
    folder = work_folder.create_step_folder("lexicon")
    if has_lexicon(folder):
        return
    advance = watch("learning word alignment", settings.iterations)
    sample = select_evenly(len(corpus), settings.learn_on)
    save_lexicon(folder, train_lexicon(corpus, sample, settings.iterations, advance))


def _extract_phrases(
    corpus: Corpus,
    work_folder: WorkFolder,
    settings: TableSettings,
    use_lexicon: bool,
    jobs: int,
    watch: ProgressCallback,
) -> list[Path]:
    """Align words and extract phrase pairs; return the paths of the runs of counted pairs."""
    extraction = ExtractionSettings(
        str(work_folder.path), settings.symmetrisation, settings.max_phrase, use_lexicon
    )
    folder = work_folder.create_step_folder("runs")
    advance = watch("aligning and extracting", len(corpus))
    starts = range(0, len(corpus), PAIRS_PER_RUN)
    paths = [folder / f"{index:06}.npy" for index in range(len(starts))]
    missing_runs = []
    for start, path in zip(starts, paths, strict=True):
        if path.exists():
            advance(min(PAIRS_PER_RUN, len(corpus) - start))
        else:
            missing_runs.append((start, path))
    for count in parallel_map(partial(extract_run, settings=extraction), missing_runs, jobs):
        advance(count)
    return paths
