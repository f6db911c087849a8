"""From a bitext to a phrase table: analyse, number, learn, align and extract, count, write.

What each step makes lies in a work folder, so that an interrupted run goes on where it was.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError, UsageError
from ..files.lines import STDIN, display_name
from ..files.locked import locked
from ..files.work import WorkFolder, fingerprint
from ..processes import shared
from ..watching import Watch, unwatched
from .align import learn, save_lexicon
from .align.lexicon import has_lexicon
from .analysing import SideSettings, analyse, preferred_tags
from .bitext import Bitext
from .chunk import save_chunk
from .corpus import Corpus, open_corpus
from .counting import merge_runs
from .extracting import PAIRS, ExtractionSettings, extract_run
from .numbering import PairCounts, number_chunks
from .pharaoh import GivenLinks, check_counts
from .pruning import prune
from .settings import TableSettings
from .writing import write_table

_CHUNK = 2000


def build_phrase_table(
    bitexts: Sequence[Bitext],
    output: Path,
    settings: TableSettings,
    *,
    alignments: str | None = None,
    jobs: int = 1,
    watch: Watch = unwatched,
) -> dict[str, Any]:
    """Write the table and return its settings, in which its size is told.

    Who makes the same output meanwhile is refused.
    """
    settings.check()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs: give a number from 1 on")
    names = [path for bitext in bitexts for path in bitext.paths]
    if alignments is not None:
        _check_alignments(bitexts, names, alignments)
    with locked(output):
        return _build(bitexts, names, output, settings, alignments, jobs, watch)


def _build(
    bitexts: Sequence[Bitext],
    names: Sequence[str],
    output: Path,
    settings: TableSettings,
    alignments: str | None,
    jobs: int,
    watch: Watch,
) -> dict[str, Any]:
    description = _describe(settings, alignments)
    work = WorkFolder(output, _identity(settings, description, names, alignments))
    work.open()
    try:
        chunks = _analyse(bitexts, work, settings, jobs, watch)
        given = GivenLinks(alignments) if alignments is not None else None
        counts = number_chunks(chunks, work.folder("corpus"), settings.max_words, given)
        _check(counts, names)
    except InputError:
        work.remove()  # mended input is other input, and nothing done so far would serve it
        raise
    corpus = open_corpus(work.folder("corpus"))
    if alignments is None:
        _learn(corpus, work, settings, watch)
    runs = _extract(corpus, work, settings, alignments is None, jobs, watch)
    watch("counting phrase pairs", 0)
    facts = write_table(
        output,
        work.path,
        (prune(counted, settings.pruning) for counted in merge_runs(runs)),
        (corpus.target.pool, corpus.pivot.pool),
        {
            **description,
            "pruning": settings.pruning._asdict(),
            "sources": [Path(name).name for name in names],
            "sentence_pairs": asdict(counts),
        },
        settings.max_phrase,
    )
    work.remove()
    return facts


def _describe(settings: TableSettings, alignments: str | None) -> dict[str, Any]:
    """What a table says of itself, pruning aside."""
    target, pivot = (side.load() for side in settings.sides())
    return {
        "target": settings.target,
        "pivot": settings.pivot,
        "target_analyzer": target.name,
        "pivot_analyzer": pivot.name,
        "key": settings.key,
        # Without it tables are what they were before there was a choice, to the byte.
        **({"punctuation": True} if settings.keep_punctuation else {}),
        "tags": preferred_tags(pivot),
        "max_words": settings.max_words,
        "max_phrase": settings.max_phrase,
        "aligner": settings.aligner(alignments),
    }


def _identity(
    settings: TableSettings,
    description: dict[str, Any],
    names: Sequence[str],
    alignments: str | None,
) -> dict[str, Any]:
    """What must be the same for the work so far to serve again; pruning comes after all of it."""
    files = [*names, *([alignments] if alignments is not None else [])]
    return {**description, "align_on": settings.align_on, "inputs": fingerprint(files), "layout": 2}


def _check_alignments(bitexts: Sequence[Bitext], names: Sequence[str], alignments: str) -> None:
    if STDIN in (*names, alignments):
        raise UsageError("with --alignments nothing can come from standard input: name files")
    check_counts(alignments, chain.from_iterable(bitext.pairs() for bitext in bitexts))


def _analyse(
    bitexts: Sequence[Bitext], work: WorkFolder, settings: TableSettings, jobs: int, watch: Watch
) -> list[tuple[Path, Path]]:
    folder = work.folder("analysed")
    advance = watch("analysing sentences", 0)
    pairs = chain.from_iterable(bitext.pairs() for bitext in bitexts)
    paths: list[tuple[Path, Path]] = []

    def missing() -> Iterator[tuple[int, Path, list[str]]]:
        while piece := list(islice(pairs, _CHUNK)):
            stem = f"{len(paths):06}"
            paths.append((folder / f"{stem}.target.npz", folder / f"{stem}.pivot.npz"))
            for side, path in enumerate(paths[-1]):
                if path.exists():
                    advance(len(piece))
                else:
                    yield side, path, [pair[side] for pair in piece]

    analyse_side = partial(_analyse_piece, sides=settings.sides())
    for done in shared(analyse_side, missing(), jobs, kind=itemgetter(0), kinds=2):
        advance(done)
    return paths


def _analyse_piece(
    piece: tuple[int, Path, list[str]], sides: tuple[SideSettings, SideSettings]
) -> int:
    side, path, texts = piece
    save_chunk(path, analyse(texts, sides[side]))
    return len(texts)


def _check(counts: PairCounts, names: Sequence[str]) -> None:
    if not counts.used:
        shown = ", ".join(map(display_name, names))
        raise InputError(
            f"{shown}: none of {counts.read} sentence pairs can be used, {counts.empty} have an "
            f"empty side and {counts.long} are too long: check that both languages are there"
        )


def _learn(corpus: Corpus, work: WorkFolder, settings: TableSettings, watch: Watch) -> None:
    folder = work.folder("lexicon")
    if has_lexicon(folder):
        return
    count = len(corpus)
    advance = watch("learning word alignment", settings.iterations)
    sample = np.arange(count)
    if count > settings.learn_on:  # evenly spaced, so that every source has its share
        sample = np.arange(settings.learn_on) * count // settings.learn_on
    save_lexicon(folder, learn(corpus, sample, settings.iterations, advance))


def _extract(
    corpus: Corpus,
    work: WorkFolder,
    settings: TableSettings,
    learned: bool,
    jobs: int,
    watch: Watch,
) -> list[Path]:
    extraction = ExtractionSettings(
        str(work.path), settings.symmetrisation, settings.max_phrase, learned
    )
    folder = work.folder("runs")
    advance = watch("aligning and extracting", len(corpus))
    starts = range(0, len(corpus), PAIRS)
    paths = [folder / f"{number:06}.npy" for number in range(len(starts))]
    missing = []
    for start, path in zip(starts, paths, strict=True):
        if path.exists():
            advance(min(PAIRS, len(corpus) - start))
        else:
            missing.append((start, path))
    for done in shared(partial(extract_run, settings=extraction), missing, jobs):
        advance(done)
    return paths
