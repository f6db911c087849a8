"""From a bitext to a phrase table: analyse, number, learn, align and extract, count, write.

What each step makes lies in a work folder, so that an interrupted run goes on where it was.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from ..errors import InputError, UsageError
from ..files.locked import locked
from ..files.work import WorkFolder
from ..processes import shared
from ..watching import Watch, unwatched
from .align import evenly_spaced, learn, save_lexicon
from .align.lexicon import has_lexicon
from .analysing import SideSettings, analyse
from .bitext import Bitext
from .chunk import save_chunk
from .corpus import Corpus, open_corpus
from .counting import merge_runs
from .describing import check_alignments, check_used, describe, identity, with_sources
from .extracting import PAIRS, ExtractionSettings, extract_run
from .numbering import number_chunks
from .pharaoh import GivenLinks
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
        check_alignments(bitexts, names, alignments)
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
    description = describe(settings, alignments)
    work = WorkFolder(output, identity(settings, description, names, alignments))
    work.open()
    try:
        chunks = _analyse(bitexts, work, settings, jobs, watch)
        given = GivenLinks(alignments) if alignments is not None else None
        counts = number_chunks(chunks, work.folder("corpus"), settings.max_words, given)
        check_used(counts, names)
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
        with_sources(description, settings, names, counts),
        settings.max_phrase,
    )
    work.remove()
    return facts


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


def _learn(corpus: Corpus, work: WorkFolder, settings: TableSettings, watch: Watch) -> None:
    folder = work.folder("lexicon")
    if has_lexicon(folder):
        return
    advance = watch("learning word alignment", settings.iterations)
    sample = evenly_spaced(len(corpus), settings.learn_on)
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
