"""What is done with files of text, pairs and judgments: they are read to the end, and looked at."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tesla_metrics import Chrf, Sentence, TeslaM, evaluate, read_testset, read_tracks, score_track
from tesla_metrics.decoding.nbest.candidates import read_candidates
from tesla_metrics.decoding.nbest.nbest_files import pool, read_nbest, write_nbest
from tesla_metrics.decoding.nbest.weights import read_weights, write_weights
from tesla_metrics.decoding.rerank import rerank_lists
from tesla_metrics.decoding.tuning.loop_config import open_decoder, read_config
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.metric_scores import read_metric_scores
from tesla_metrics.evaluation.training.ratings import read_ratings
from tesla_metrics.files.lines import iterate_lines
from tesla_metrics.resources.pivot.alignment_links import AlignmentFile, check_line_count
from tesla_metrics.resources.pivot.bitext import find_bitexts

from .faults import check
from .place import Place
from .scores import agreed
from .sources import REFERENCES, SENTENCES


def lines(place: Place, path: Path) -> Any:
    """A file of systems beside itself."""
    testset = read_testset([str(path)], [str(path)])
    outputs, references = testset.read(testset.systems[0])
    check([outputs] == references, "a file is not what it is")
    check(all(isinstance(text, str) and "\n" not in text for text in outputs), "no lines of text")
    check(outputs == list(iterate_lines(str(path))), "lines are others in a test set")
    return outputs


def conllu(place: Place, path: Path) -> Any:
    """Sentences, which are scored."""
    testset = read_testset([str(path)], [str(path)], kind="conllu")
    outputs, references = testset.read(testset.systems[0])
    check(all(isinstance(one, Sentence) for one in outputs), "something else than sentences")
    check([outputs] == references, "a file is not what it is")
    few = outputs[:5]
    return agreed(place, TeslaM(lang="en"), few, few[::-1])


def table(kind: str, *columns: str) -> Callable[[Place, Path], Any]:
    """A test set with systems and references in one file."""

    def read(place: Place, path: Path) -> Any:
        testset = read_testset([str(path)], kind=kind, columns=columns)
        found = {system: testset.read(system) for system in testset.systems}
        check(bool(found), "no system in a test set")
        for outputs, references in found.values():
            check(bool(outputs) and bool(references), "a test set without segments")
            lengths = {len(outputs), *map(len, references)}
            check(len(lengths) == 1, f"columns of {lengths} segments")
            check(all(isinstance(text, str) for text in outputs), "outputs that are no text")
            for beside in zip(*references, strict=True):
                check(any(text is not None for text in beside), "a segment without reference")
        return found

    return read


def sgml(place: Place, path: Path) -> Any:
    """Outputs in markup beside the same as references."""
    testset = read_testset([str(path)], [str(path)], kind="sgml")
    return [testset.read(system) for system in testset.systems]


def ratings(place: Place, path: Path) -> Any:
    """Rated pairs, in [0,1]."""
    found = read_ratings([str(path)])
    check(bool(found) and all(0 <= pair.rating <= 1 for pair in found), "ratings off the scale")
    return found


def nbest(place: Place, path: Path) -> Any:
    """Candidates of each sentence, which are sorted and stay as many."""
    lists = read_candidates(str(path), None, [str(place.workshop.file("text.en"))], kind="nbest")
    found = rerank_lists(lists, Chrf())
    for one, own in zip(lists, found.lists, strict=True):
        places = sorted(ranked.place for ranked in own.candidates)
        check(places == list(range(1, len(one.candidates) + 1)), "candidates got lost")
        scores = [ranked.score for ranked in own.candidates]
        check(scores == sorted(scores, reverse=True), "candidates in no order")
    return found


def features(place: Place, path: Path) -> Any:
    """The same with features and scores, which are finite and come back."""
    found = read_nbest([str(path)], "jsonl" if path.suffix == ".jsonl" else "nbest")
    check(bool(np.isfinite(found.features).all()), "features that are no numbers")
    again = path.with_name("again.jsonl")
    write_nbest(found, str(again), "jsonl")
    other = read_nbest([str(again)], "jsonl")
    check(other.ids == found.ids and list(other.texts) == list(found.texts), "other candidates")
    check(other.features.tolist() == found.features.tolist(), "other features")
    return len(pool([found, other]).texts)


def tuning(place: Place, path: Path) -> Any:
    """A configuration that is taken makes a decoder, or says what is wrong with it."""
    found = read_config(path)
    if found.decoder["kind"] == "command":
        open_decoder(found, ["Un texte."])
    return found


def weights(place: Place, path: Path) -> Any:
    """Weights, which come back."""
    found = read_weights(str(path))
    again = path.with_name("again.weights")
    write_weights(found, str(again))
    check(read_weights(str(again)) == found, "other weights")
    return found


def bitext(place: Place, path: Path) -> Any:
    """Pairs of texts."""
    found = [pair for one in find_bitexts([str(path)], "en", "fr") for pair in one.iter_pairs()]
    check(all(isinstance(text, str) for pair in found for text in pair), "pairs of no texts")
    return found


def two_files(place: Place, path: Path) -> Any:
    """Line by line beside a whole one."""
    other = str(place.workshop.file("text.fr"))
    (found,) = find_bitexts([str(path), other], "en", "fr")
    return list(found.iter_pairs())


def alignments(place: Place, path: Path) -> Any:
    """Links within the pairs that they are of."""
    check_line_count(str(path), iter(SENTENCES))
    links = AlignmentFile(str(path))
    found = []
    for one, two, _ in SENTENCES:
        sizes = len(one.split()), len(two.split())
        found.append(links.read_next(*sizes, range(sizes[0]), range(sizes[1])))
        within = all(0 <= i < sizes[0] and 0 <= j < sizes[1] for i, j in found[-1])
        check(within, f"links {found[-1]} of {sizes} words")
    return found


def judgments(folder: str, name: str) -> Callable[[Place, Path], Any]:
    """A judged set in which this file is the damaged one."""

    def read(place: Place, path: Path) -> Any:
        copy = place.path() / folder
        shutil.copytree(place.workshop.file(folder), copy)
        try:
            shutil.copyfile(path, copy / name)
            return _judged(copy, FaultCollector())
        finally:
            shutil.rmtree(copy.parent)

    return read


def _judged(folder: Path, faults: FaultCollector) -> Any:
    tracks = read_tracks([folder], faults=faults)
    scored = [[score_track(Chrf(), track)] for track in tracks]
    told = evaluate(tracks, scored, test="none")
    for block in told.blocks:
        for row in block.rows:
            check(row.mean is None or -1 - 1e-9 <= row.mean <= 1 + 1e-9, f"{row.metric} {row.mean}")
    return [block.measure.name for block in told.blocks]


def metric_scores(place: Place, path: Path) -> Any:
    """Scores of a metric that we do not run, beside a judged set."""
    tracks = read_tracks([place.workshop.file("de-en")])
    found = read_metric_scores([path], tracks, FaultCollector())
    check(len(tracks[0].references["A"]) == len(REFERENCES), "another set")
    return len(found)


def judged_file(human: Sequence[str]) -> Callable[[Place, Path], Any]:
    """Summaries or rated pairs, which a metric is held against."""

    def read(place: Place, path: Path) -> Any:
        tracks = read_tracks([path], human=human, lang="en")
        scored = [[score_track(Chrf(), track)] for track in tracks]
        found = evaluate(tracks, scored, test="none")
        for block in found.blocks:
            for row in block.rows:
                check(not abs(row.mean) > 1 + 1e-9, f"{block.measure.name} is {row.mean}")
        return [(track.name, track.outputs, track.references) for track in tracks]

    return read
