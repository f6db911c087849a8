"""Whole files of every kind that the library builds, made once and by its own commands."""

import contextlib
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tesla_metrics.app.cli.main import main
from tesla_metrics.files.resource import write_resource
from tesla_metrics.resources.lm.arpa import read_arpa
from tesla_metrics.resources.lm.packed_model import pack_model
from tesla_metrics.resources.pivot.packed_table import pack_table
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table

from . import sources
from .sources import write_lines

TABBED = ("doctor\tphysician", "boat\tship", "sell\tvend\thawk", "雨伞\t伞", "big\tlarge")
MYTHES = (
    "UTF-8",
    *("doctor|1", "(noun)|physician|medic (coll.)"),
    *("boat|2", "-|ship|vessel (generic term)", "-|craft"),
)
CILIN = ("Di15A04= 雨伞 伞 阳伞", "Aa01A01= 人 士 人物", "Bp31B01# 牛 黄牛")


class Workshop:
    """What is asked for is built, and stays in the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, name: str) -> Path:
        """The file of that name, one of NAMES."""
        path = self.folder / name
        if not path.exists():
            _MAKERS[name](self, path)
        return path

    def sure(self) -> None:
        """All of them, so that several processes can share the folder."""
        for name in _MAKERS:
            self.file(name)


def run(*arguments: object) -> None:
    """A command that must succeed."""
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        code = main([str(argument) for argument in arguments])
    if code:
        raise RuntimeError(f"tesla {' '.join(map(str, arguments))}: {said.getvalue()}")


def _lines(content: Callable[[], list[str]] | tuple[str, ...]) -> Callable[[Workshop, Path], None]:
    def write(shop: Workshop, path: Path) -> None:
        write_lines(path, content() if callable(content) else content)

    return write


def _judged(shop: Workshop, path: Path) -> None:
    sources.write_judged(path)


def _mt_metrics_eval(shop: Workshop, path: Path) -> None:
    sources.write_mt_metrics_eval(path)


def _wmt_csv(shop: Workshop, path: Path) -> None:
    sources.write_judged(path)
    (path / "human.rank.tsv").unlink()
    write_lines(path / "human.rank.csv", sources.wmt_rankings())
    numbers = range(1, len(sources.REFERENCES) + 1)
    write_lines(path / "segments.tsv", ["seg\torig_line", *(f"{n}\t{n}" for n in numbers)])


def _analysed(shop: Workshop, path: Path) -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        main(["analyze", "-l", "en", str(shop.file("text.en"))])
    path.write_bytes(said.getvalue().encode())


def _tagger(shop: Workshop, path: Path) -> None:
    run("build", "tagger", shop.file("text.conllu"), "-l", "en", "-o", path, "-q")


def _synonyms(shop: Workshop, path: Path) -> None:
    run("build", "synonyms", shop.file("own.tsv"), "-l", "und", "-o", path)


def _counts(shop: Workshop, path: Path) -> None:
    run("build", "counts", shop.file("text.de"), "-l", "de", "--min-count", "1", "-o", path)


def _frequencies(shop: Workshop, path: Path) -> None:
    least = ("--min-words", "1", "--min-grams", "1")
    run("build", "frequencies", shop.file("text.en"), "-l", "en", *least, "-o", path)


def _table(pivot: str, *how: str) -> Callable[[Workshop, Path], None]:
    def build(shop: Workshop, path: Path) -> None:
        what = ("--target", "en", "--pivot", pivot, "-q", *how)
        run("build", "phrase-table", shop.file("bitext.tsv"), *what, "-o", path)

    return build


def _packed_table(shop: Workshop, path: Path) -> None:
    table = open_phrase_table(shop.file("pem.en-fr.table"))
    every = np.ones(len(table.pair_counts), bool)
    write_resource(path, pack_table(table.settings, table.sections, every))


def _packed_lm(shop: Workshop, path: Path) -> None:
    write_resource(path, pack_model(read_arpa(shop.file("en.arpa"))[0]))


def _paraphrases(shop: Workshop, path: Path) -> None:
    tables = [shop.file("en-fr.table"), shop.file("en-de.table")]
    run("build", "paraphrases", *tables, "--least", "0.01", "-o", path)


def _lm(shop: Workshop, path: Path) -> None:
    how = ("-l", "en", "-n", "3", "--discount-fallback", "-q")
    run("build", "lm", shop.file("text.en"), *how, "-o", path)


def _tesla_x(shop: Workshop, path: Path) -> None:
    run("train", "tesla-x", "--judgments", shop.file("de-en"), "-q", "-o", path)


def _tesla_f(shop: Workshop, path: Path) -> None:
    with_files = ("--table", shop.file("en-fr.table"), "--lm", shop.file("en.arpa"), "-q")
    run("train", "tesla-f", "--judgments", shop.file("de-en"), *with_files, "-o", path)


def _extended(shop: Workshop, path: Path) -> None:
    how = ("--features", "extended", "-q")
    run("train", "tesla-f", "--judgments", shop.file("de-en"), *how, "-o", path)


def _roles(shop: Workshop, path: Path) -> None:
    how = ("--features", "roles", "-q")
    run("train", "tesla-f", "--judgments", shop.file("de-en"), *how, "-o", path)


def _pem(shop: Workshop, path: Path) -> None:
    files = ("--table", shop.file("pem.en-fr.table"), "--lm", shop.file("en.arpa"), "-q")
    how = ("-l", "en", "--controls")
    run("train", "pem", "--ratings", shop.file("ratings.tsv"), *how, *files, "-o", path)


_FOR_PEM = ("--key", "stem", "--keep-punctuation")
_MAKERS: dict[str, Callable[[Workshop, Path], None]] = {
    "text.en": _lines(sources.ENGLISH),
    "text.fr": _lines(sources.FRENCH),
    "text.de": _lines(sources.GERMAN),
    "text.conllu": _analysed,
    "bitext.tsv": _lines(sources.bitext),
    "bitext.tmx": _lines(sources.tmx),
    "links.pharaoh": _lines(sources.alignments),
    "own.tsv": _lines(TABBED),
    "own.dat": _lines(MYTHES),
    "own.cilin": _lines(CILIN),
    "de-en": _judged,
    "cs-en": _wmt_csv,
    "mt-metrics-eval": _mt_metrics_eval,
    "en.tagger": _tagger,
    "en.synonyms": _synonyms,
    "de.counts": _counts,
    "en.frequencies": _frequencies,
    "en-fr.table": _table("fr"),
    "en-de.table": _table("de"),
    "pem.en-fr.table": _table("fr", *_FOR_PEM),
    "pem.en-de.table": _table("de", *_FOR_PEM),
    "packed.table": _packed_table,
    "en.lm": _packed_lm,
    "en.paraphrases": _paraphrases,
    "en.arpa": _lm,
    "x.model": _tesla_x,
    "f.model": _tesla_f,
    "extended.model": _extended,
    "roles.model": _roles,
    "ratings.tsv": _lines(sources.ratings),
    "nbest.txt": _lines(sources.nbest),
    "samples.jsonl": _lines(sources.samples),
    "weights.txt": _lines(sources.weights),
    "tune.toml": _lines(sources.tuning),
    "pem.model": _pem,
}
NAMES = tuple(_MAKERS)
