"""Damaged copies of every kind of file: refused in one line, or as good natively as in Python."""

import bz2
import gzip
import lzma
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesla_metrics
from tesla_metrics import InputError, ResourceError, TeslaError, UsageError

from . import discourse, readers, roles, sources, trials
from .containers import Mend, mended_mapped, mended_model, mended_resource
from .damage import damaged
from .faults import FoundError, check, refusal
from .formats import COLUMNS, SMALL, WRITERS
from .place import Place

DATA = Path(tesla_metrics.__file__).parent / "data"

Trial = Callable[[Place, Path], Any]


@dataclass(frozen=True)
class FileKind:
    """How to get a whole one, what is done with a copy, and how its checksum is mended.

    source      a whole file's bytes
    trial       uses a file, and gives what comes of it
    suffix      that its name has
    mend        damage under a checksum that fits; None: the kind has no checksum
    errors      that it may be refused with, beside UsageError
    """

    source: Callable[[random.Random, Place], bytes]
    trial: Trial
    suffix: str = ""
    mend: Mend | None = None
    errors: type[TeslaError] = ResourceError


def fuzz_file(name: str) -> Callable[[random.Random, Place], None]:
    """One copy of this kind with its checksum as it was, and one with a checksum that fits."""

    def work(rng: random.Random, place: Place) -> None:
        kind = FILES[name]
        content = kind.source(rng, place)
        if kind.mend is None:
            _try(place, name, "none", kind, damaged(rng, content))
            return
        spoilt = damaged(rng, content)
        _try_unmended(place, name, kind, content, spoilt)
        _try(place, name, "mended", kind, kind.mend(rng, content))

    return work


def check_whole_files(place: Place, names: Iterable[str] = ()) -> None:
    """What is not damaged is taken; else the error goes on its way."""
    for name in names or FILES:
        kind = FILES[name]
        with place.file(kind.source(random.Random(name), place), kind.suffix) as path:
            kind.trial(place, path)


def _try(place: Place, name: str, checksum: str, kind: FileKind, content: bytes) -> None:
    """Refused, or right: the trial itself compares."""
    label = f"files/{name}/{checksum}"
    with place.file(content, kind.suffix) as path:
        place.watchdog.again()
        place.count(f"{label}/fault")
        _, error = refusal(lambda: kind.trial(place, path), kind.errors, UsageError)
        check(path.read_bytes() == content, f"{name}: the file was changed")
    place.count(f"{label}/fault", -1)
    place.count(f"{label}/{'right' if error is None else 'refused'}")


def _try_unmended(place: Place, name: str, kind: FileKind, whole: bytes, content: bytes) -> None:
    """Refused; or nothing that counts was changed, such as spaces between a model's fields."""
    label = f"files/{name}/as it was"
    with place.file(content, kind.suffix) as path, place.file(whole, kind.suffix) as original:
        place.watchdog.again()
        place.count(f"{label}/fault")
        found, error = refusal(lambda: kind.trial(place, path), kind.errors, UsageError)
        if error is None and found != kind.trial(place, original):
            raise FoundError(f"{name}: took a damaged file: {content[:200]!r}")
    place.count(f"{label}/fault", -1)
    place.count(f"{label}/{'right' if error is None else 'refused'}")


def _made(name: str) -> Callable[[random.Random, Place], bytes]:
    return lambda rng, place: place.workshop.file(name).read_bytes()


def _packed(pack: Callable[[bytes], bytes]) -> Callable[[random.Random, Place], bytes]:
    return lambda rng, place: pack(place.workshop.file("text.en").read_bytes())


def _small(form: str) -> Callable[[random.Random, Place], bytes]:
    return lambda rng, place: WRITERS[form](SMALL)


def _judged(folder: str, name: str) -> FileKind:
    """A file of a judged set, the others being whole."""

    def source(rng: random.Random, place: Place) -> bytes:
        return (place.workshop.file(folder) / name).read_bytes()

    return FileKind(source, readers.judgments(folder, name), errors=InputError)


def _scores(suffix: str, rows: Callable[[], list[str]]) -> FileKind:
    content = "".join(f"{row}\n" for row in rows()).encode()
    return FileKind(lambda rng, place: content, readers.metric_scores, suffix, errors=InputError)


def _judged_file(rows: Callable[[], list[str]], suffix: str, *human: str) -> FileKind:
    """Summaries, or rated pairs: the human scores that are asked for."""
    content = "".join(f"{row}\n" for row in rows()).encode()
    return FileKind(
        lambda rng, place: content, readers.judged_file(human), suffix, errors=InputError
    )


def _shipped(folder: str) -> Callable[[random.Random, Place], bytes]:
    """Of one language, mostly a small one: large ones take long."""

    def read(rng: random.Random, place: Place) -> bytes:
        paths = sorted((DATA / folder).iterdir(), key=lambda path: (path.stat().st_size, path.name))
        few = paths[:4] if rng.random() < 0.8 else paths
        return rng.choice(few).read_bytes()

    return read


FILES: dict[str, FileKind] = {
    "tagger": FileKind(_made("en.tagger"), trials.tagger, ".tagger", mended_resource),
    "synonyms": FileKind(_made("en.synonyms"), trials.synonyms, ".synonyms", mended_resource),
    "counts": FileKind(_made("de.counts"), trials.counts, ".counts", mended_resource),
    "frequencies": FileKind(
        _made("en.frequencies"), trials.frequencies, ".frequencies", mended_resource
    ),
    "paraphrases": FileKind(
        _made("en.paraphrases"), trials.paraphrases, ".paraphrases", mended_resource
    ),
    "table": FileKind(_made("en-fr.table"), trials.table, ".table", mended_mapped),
    "pem-table": FileKind(_made("pem.en-fr.table"), trials.pem_table, ".table", mended_mapped),
    "packed-table": FileKind(_made("packed.table"), trials.pem_table, ".table", mended_resource),
    "packed-lm": FileKind(_made("en.lm"), trials.language_model, ".lm", mended_resource),
    "x-model": FileKind(_made("x.model"), trials.tesla_x, ".model", mended_model),
    "f-model": FileKind(_made("f.model"), trials.tesla_f, ".model", mended_model),
    "extended-model": FileKind(_made("extended.model"), trials.tesla_f, ".model", mended_model),
    "pem-model": FileKind(_made("pem.model"), trials.pem, ".model", mended_model),
    "dicomer-model": FileKind(
        discourse.made(discourse.write_small_dicomer),
        discourse.dicomer_model,
        ".model",
        mended_model,
    ),
    "discourse-model": FileKind(
        discourse.made(discourse.write_small_model),
        discourse.discourse_model,
        ".discourse",
        mended_resource,
    ),
    "trees": FileKind(discourse.tree_file, discourse.trees, ".mrg", errors=InputError),
    "records": FileKind(discourse.record_file, discourse.records, ".jsonl", errors=InputError),
    "frames": FileKind(roles.frame_file, roles.frames, ".jsonl", errors=InputError),
    "columns09": FileKind(roles.column_file, roles.columns, ".conll", errors=InputError),
    "propositions": FileKind(
        roles.proposition_file, roles.propositions, ".prop", errors=InputError
    ),
    "role-model": FileKind(
        discourse.made(roles.write_small_roles), roles.role_model, ".srl", mended_resource
    ),
    "ratings": FileKind(_made("ratings.tsv"), readers.ratings, ".tsv", errors=InputError),
    "nbest": FileKind(_made("nbest.txt"), readers.nbest, ".txt", errors=InputError),
    "features": FileKind(_made("nbest.txt"), readers.features, ".txt", errors=InputError),
    "samples": FileKind(_made("samples.jsonl"), readers.features, ".jsonl", errors=InputError),
    "tuning": FileKind(_made("tune.toml"), readers.tuning, ".toml", errors=InputError),
    "weights": FileKind(_made("weights.txt"), readers.weights, ".txt", errors=InputError),
    "shipped-taggers": FileKind(_shipped("taggers"), trials.shipped_tagger, "", mended_resource),
    "shipped-synonyms": FileKind(_shipped("synonyms"), trials.synonyms, "", mended_resource),
    "shipped-counts": FileKind(_shipped("counts"), trials.counts, "", mended_resource),
    "shipped-frequencies": FileKind(
        _shipped("frequencies"), trials.any_frequencies, "", mended_resource
    ),
    "shipped-paraphrases": FileKind(
        _shipped("paraphrases"), trials.any_paraphrases, "", mended_resource
    ),
    "shipped-parsers": FileKind(_shipped("parsers"), discourse.parser, "", mended_resource),
    "shipped-discourse": FileKind(
        _shipped("discourse"), discourse.discourse_model, "", mended_resource
    ),
    "shipped-roles": FileKind(_shipped("srl"), roles.role_model, "", mended_resource),
    "shipped-adapters": FileKind(_shipped("context"), trials.adapter, ".adapter", mended_mapped),
    "arpa": FileKind(_made("en.arpa"), trials.language_model, ".arpa"),
    "tabbed-synonyms": FileKind(_made("own.tsv"), trials.synonyms, ".tsv"),
    "mythes": FileKind(_made("own.dat"), trials.synonyms, ".dat"),
    "cilin": FileKind(_made("own.cilin"), trials.chinese, ".txt"),
    "conllu": FileKind(_made("text.conllu"), readers.conllu, ".conllu", errors=InputError),
    "lines": FileKind(_made("text.en"), readers.lines, ".txt", errors=InputError),
    "gz": FileKind(_packed(gzip.compress), readers.lines, ".txt.gz", errors=InputError),
    "xz": FileKind(_packed(lzma.compress), readers.lines, ".txt.xz", errors=InputError),
    "bz2": FileKind(_packed(bz2.compress), readers.lines, ".txt.bz2", errors=InputError),
    "bitext": FileKind(_made("bitext.tsv"), readers.bitext, ".tsv", errors=InputError),
    "two-files": FileKind(_made("text.en"), readers.two_files, ".en", errors=InputError),
    "tmx": FileKind(_made("bitext.tmx"), readers.bitext, ".tmx", errors=InputError),
    "alignments": FileKind(_made("links.pharaoh"), readers.alignments, "", errors=InputError),
    "tsv": FileKind(_small("tsv"), readers.table("tsv", COLUMNS), ".tsv", errors=InputError),
    "csv": FileKind(_small("csv"), readers.table("csv", COLUMNS), ".csv", errors=InputError),
    "jsonl": FileKind(_small("jsonl"), readers.table("jsonl"), ".jsonl", errors=InputError),
    "sgml": FileKind(_small("sgml"), readers.sgml, ".sgm", errors=InputError),
    "wmt-xml": FileKind(_small("wmt-xml"), readers.table("wmt-xml"), ".xml", errors=InputError),
    "ref.A.txt": _judged("de-en", "ref.A.txt"),
    "systems.txt": _judged("de-en", "systems/good.txt"),
    "human.rank.tsv": _judged("de-en", "human.rank.tsv"),
    "human.seg.tsv": _judged("de-en", "human.seg.tsv"),
    "human.sys.tsv": _judged("de-en", "human.sys.tsv"),
    "human.rank.csv": _judged("cs-en", "human.rank.csv"),
    "segments.tsv": _judged("cs-en", "segments.tsv"),
    "mqm.seg.score": _judged("mt-metrics-eval", "human-scores/de-en.mqm.seg.score"),
    "mqm.sys.score": _judged("mt-metrics-eval", "human-scores/de-en.mqm.sys.score"),
    "seg.score": _scores(".seg.score", lambda: sources.by_system(sources.segment_scores())),
    "sys.score": _scores(".sys.score", lambda: sources.by_system(sources.system_scores())),
    "scores.tsv": _scores(".tsv", sources.segment_scores),
    "topics": _judged_file(sources.topics, ".jsonl"),
    "summaries": _judged_file(sources.summaries, ".jsonl", "content"),
    "pairs": _judged_file(sources.rated_pairs, ".tsv", "meaning"),
}
