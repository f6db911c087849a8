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
from ...files.locking import output_lock
from ...files.long_runs import ProgressCallback, WorkFolder, no_progress
from ...processes import parallel_map
from .alignment_links import AlignmentFile
from .analysed_pairs import SideSettings, analyse, save_chunk
from .bitext import Bitext
from .corpus import Corpus, number_chunks, open_corpus
from .phrase_counts import PAIRS_PER_RUN, ExtractionSettings, extract_run, merge_runs, prune
from .table_writing import (
    TableSettings,
    check_alignments,
    check_usable_pairs,
    describe_run,
    describe_table,
    with_sources,
    write_table,
)
from .translation_lexicon import has_lexicon
from .word_alignment import evenly_spaced, save_lexicon, train_lexicon

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
        A file with links in Pharaoh format; by default words are aligned by `train_lexicon`.
    jobs : int
        The number of processes.
    watch : Watch
        Receives the name and progress of each step.

    Returns
    -------
    dict
        The settings of the table.
    """
    settings.check()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs: give a number of at least 1")
    names = [path for bitext in bitexts for path in bitext.paths]
    if alignments is not None:
        check_alignments(bitexts, names, alignments)
    with output_lock(output):
        return _build(bitexts, names, output, settings, alignments, jobs, watch)


def _build(
    bitexts: Sequence[Bitext],
    names: Sequence[str],
    output: Path,
    settings: TableSettings,
    alignments: str | None,
    jobs: int,
    watch: ProgressCallback,
) -> dict[str, Any]:
    description = describe_table(settings, alignments)
    work = WorkFolder(output, describe_run(settings, description, names, alignments))
    work.open()
    try:
        chunks = _analyse_bitexts(bitexts, work, settings, jobs, watch)
        alignment_links = AlignmentFile(alignments) if alignments is not None else None
        counts = number_chunks(chunks, work.folder("corpus"), settings.max_words, alignment_links)
        check_usable_pairs(counts, names)
    except InputError:
        work.remove()  # corrected input is different input, so the work so far is useless
        raise
    corpus = open_corpus(work.folder("corpus"))
    if alignments is None:
        _learn_lexicon(corpus, work, settings, watch)
    runs = _extract(corpus, work, settings, alignments is None, jobs, watch)
    watch("counting phrase pairs", 0)
    table_settings = write_table(
        output,
        work.path,
        (prune(counted, settings.pruning) for counted in merge_runs(runs)),
        (corpus.target.pool, corpus.pivot.pool),
        with_sources(description, settings, names, counts),
        settings.max_phrase,
    )
    work.remove()
    return table_settings


def _analyse_bitexts(
    bitexts: Sequence[Bitext],
    work: WorkFolder,
    settings: TableSettings,
    jobs: int,
    watch: ProgressCallback,
) -> list[tuple[Path, Path]]:
    folder = work.folder("analysed")
    advance = watch("analysing sentences", 0)
    pairs = chain.from_iterable(bitext.pairs() for bitext in bitexts)
    paths: list[tuple[Path, Path]] = []

    def missing() -> Iterator[tuple[int, Path, list[str]]]:
        while chunk_pairs := list(islice(pairs, _PAIRS_PER_CHUNK)):
            stem = f"{len(paths):06}"
            paths.append((folder / f"{stem}.target.npz", folder / f"{stem}.pivot.npz"))
            for side, path in enumerate(paths[-1]):
                if path.exists():
                    advance(len(chunk_pairs))
                else:
                    yield side, path, [pair[side] for pair in chunk_pairs]

    analyse_side = partial(_analyse_piece, sides=settings.sides())
    for count in parallel_map(analyse_side, missing(), jobs, kind=itemgetter(0), kinds=2):
        advance(count)
    return paths


def _analyse_piece(
    chunk: tuple[int, Path, list[str]], sides: tuple[SideSettings, SideSettings]
) -> int:
    side, path, texts = chunk
    save_chunk(path, analyse(texts, sides[side]))
    return len(texts)


def _learn_lexicon(
    corpus: Corpus, work: WorkFolder, settings: TableSettings, watch: ProgressCallback
) -> None:
    folder = work.folder("lexicon")
    if has_lexicon(folder):
        return
    advance = watch("learning word alignment", settings.iterations)
    sample = evenly_spaced(len(corpus), settings.learn_on)
    save_lexicon(folder, train_lexicon(corpus, sample, settings.iterations, advance))


def _extract(
    corpus: Corpus,
    work: WorkFolder,
    settings: TableSettings,
    learned: bool,
    jobs: int,
    watch: ProgressCallback,
) -> list[Path]:
    extraction = ExtractionSettings(
        str(work.path), settings.symmetrisation, settings.max_phrase, learned
    )
    folder = work.folder("runs")
    advance = watch("aligning and extracting", len(corpus))
    starts = range(0, len(corpus), PAIRS_PER_RUN)
    paths = [folder / f"{index:06}.npy" for index in range(len(starts))]
    missing = []
    for start, path in zip(starts, paths, strict=True):
        if path.exists():
            advance(min(PAIRS_PER_RUN, len(corpus) - start))
        else:
            missing.append((start, path))
    for count in parallel_map(partial(extract_run, settings=extraction), missing, jobs):
        advance(count)
    return paths
