"""Command lines of each command: what it takes, and what it should not."""

from collections.abc import Callable

from . import command_words
from .command_files import Case
from .command_words import (
    ANALYSIS,
    FORMATS,
    OUTPUTS,
    READING,
    SHOWING,
    WORKING,
    Options,
    language,
    metrics,
    options,
    texts,
)
from .texts import random_text

Command = Callable[[Case], list[str]]


def _score(case: Case) -> list[str]:
    words = ["score", *texts(case, case.rng.randint(1, 2)), *language(case), *metrics(case)]
    words += options(case, {**SHOWING, **WORKING}, 3)
    if case.rng.random() < 0.1:
        words += options(case, READING, 2)
    if case.rng.random() < 0.15:
        words += ["-o", case.rng.choice(OUTPUTS)]
    if case.rng.random() < 0.05:
        words += ["--write-scores", case.rng.choice(("scores", "no/where", "hyp.txt"))]
    return words


def _compare(case: Case) -> list[str]:
    words = ["compare", *texts(case, 2), *language(case), *metrics(case)]
    words += options(case, WORKING, 2)
    words += case.rng.choice(([], ["--test", "sign"], ["--test", "randomisation"]))
    words += case.rng.choice(([], ["--baseline", "hyp.txt"], ["--fail-if-worse"], ["--show", "1"]))
    plots = ("scores.svg", "scores.html", "scores.png", "no/where.svg", "scores.gif")
    words += ["--plot", case.rng.choice(plots)] if case.rng.random() < 0.1 else []
    pages = ("report.html", "no/where.html", "report.txt", "hyp.txt")
    words += ["--html", case.rng.choice(pages)] if case.rng.random() < 0.2 else []
    words += ["--drawn", case.rng.choice(("-1", "0", "3"))] if case.rng.random() < 0.1 else []
    return [*words, "--samples", "20"]


def _explain(case: Case) -> list[str]:
    """Of files, or of two sentences or more."""
    rng = case.rng
    known: Options = {
        "-f": lambda case: case.rng.choice(("text", "json", "html", "zod")),
        "--color": lambda case: case.rng.choice(("auto", "always", "never")),
    }
    named = ["-m", rng.choice(("tesla-x", "tesla-m", "tesla-celab", "dicomer", "chrf", "zod"))]
    if rng.random() < 0.5:
        said = [random_text(rng, "en", 12) or "x" for _ in range(rng.randint(1, 3))]
        return ["explain", *options(case, known, 2), *language(case), *named, "--", *said]
    chosen = rng.choice((["--segment", rng.choice(("1", "2", "0", "x"))], ["--worst", "2"], []))
    words = ["explain", *texts(case, rng.randint(1, 2)), *language(case), *named, *chosen]
    return [*words, *options(case, known, 2), *(_output(case, "why") if rng.random() < 0.2 else [])]


def _rerank(case: Case) -> list[str]:
    rng, shop = case.rng, case.place.workshop
    src = str(shop.file("text.en"))
    given = rng.choice(
        (
            [str(shop.file("nbest.txt")), "-r", src],
            [str(shop.file("nbest.txt")), "-s", src],
            [str(shop.file("samples.jsonl")), "-r", src],
            [str(shop.file("ratings.tsv"))],
            [case.odd_file(), rng.choice(("-r", "-s")), "ref.txt"],
            ["all.jsonl"],
        )
    )
    words = ["rerank", *given, "-m", rng.choice(("chrf", "ter", "tesla-m", "pem", "zod"))]
    weighed = ["--feature-weights", str(shop.file(rng.choice(("weights.txt", "text.en"))))]
    words += rng.choice(([], [], weighed))
    known: Options = {
        "--best": None,
        "--input": lambda case: case.rng.choice(("nbest", "text", "tsv", "zod")),
        "-f": lambda case: case.rng.choice(FORMATS),
    }
    return [*words, "-l", "en", *options(case, known, 2)]


def _mbr(case: Case) -> list[str]:
    rng = case.rng
    nbest = str(case.place.workshop.file("nbest.txt"))
    words = ["mbr", rng.choice((nbest, "hyp.txt", "-", "all.jsonl", case.odd_file())), "-l", "en"]
    words += ["-m", rng.choice(("chrf", "ter", "tesla-m", "pem", "zod"))]
    known: Options = {
        "--best": None,
        "--ranking": None,
        "--evidence": lambda case: case.rng.choice((nbest, "ref.txt", case.odd_file())),
        "--weigh": lambda case: case.rng.choice(("uniform", "scores")),
        "--temperature": lambda case: case.rng.choice(("2", "0", "nan")),
        "-f": lambda case: case.rng.choice((*FORMATS, "nbest")),
    }
    return [*words, *options(case, known, 3)]


def _stream(case: Case) -> list[str]:
    """Standard input has few lines that it understands."""
    words = ["stream", "-l", "en", "-m", case.rng.choice(("chrf", "ter", "tesla-m", "rouge-1"))]
    known: Options = {
        "-r": lambda case: case.rng.choice(("ref.txt", case.odd_file())),
        "--protocol": lambda case: case.rng.choice(("plain", "zmert", "meteor", "zod")),
        "--scale": lambda case: case.rng.choice(("10", "0", "x")),
    }
    return [*words, *options(case, known, 3)]


def _tune(case: Case) -> list[str]:
    rng, shop = case.rng, case.place.workshop
    lists = rng.choice((str(shop.file("nbest.txt")), str(shop.file("samples.jsonl")), "hyp.txt"))
    words = ["tune", "--nbest", case.odd_file() if rng.random() < 0.3 else lists]
    words += ["-r", str(shop.file("text.en")) if rng.random() < 0.8 else case.odd_file()]
    words += ["-m", rng.choice(("bleu", "chrf", "ter", "tesla-m", "zod"))]
    known: Options = {
        "--start": lambda case: str(shop.file(case.rng.choice(("weights.txt", "text.en")))),
        "--bounds": lambda case: case.rng.choice(("lm_0=0:1", "tm_0=:-1", "zod=0:1", "lm_0", "=:")),
        "--fix": lambda case: case.rng.choice(("lm_0", "zod")),
        "--restarts": lambda case: case.rng.choice(("0", "1", "-1", "zod")),
        "--seed": lambda case: case.rng.choice(("0", "7", "-1")),
        "--method": lambda case: case.rng.choice(("mert", "svm", "zod")),
        "--choices": lambda case: case.rng.choice(("chosen.txt", "no/where")),
        "-f": lambda case: case.rng.choice(FORMATS),
    }
    return [*words, "-l", "en", *options(case, known, 3), *_output(case, "out.weights")]


def _analyze(case: Case) -> list[str]:
    name = case.odd_file() if case.rng.random() < 0.3 else case.rng.choice(("hyp.txt", "-"))
    return ["analyze", name, *language(case), *options(case, ANALYSIS, 1)]


def _discourse(case: Case) -> list[str]:
    """Files, or a text in quotes."""
    rng = case.rng
    said = random_text(rng, "en", 12) or "x"
    given = rng.choice(("hyp.txt", "-", case.odd_file(), f"It rained because {said}"))
    known: Options = {
        "--input": lambda case: case.rng.choice(("text", "conllu", "trees", "zod")),
        "-f": lambda case: case.rng.choice(("text", "jsonl", "zod")),
        "--color": lambda case: case.rng.choice(("auto", "always", "never")),
        "--model": lambda case: str(case.place.workshop.file("x.model")),
    }
    words = ["discourse", *options(case, known, 2), *language(case)]
    return [*words, *(_output(case, "out.jsonl") if rng.random() < 0.2 else []), "--", given]


def _srl(case: Case) -> list[str]:
    """The same with roles."""
    rng = case.rng
    said = random_text(rng, "en", 12) or "x"
    given = rng.choice(("hyp.txt", "-", case.odd_file(), f"The sale of {said}"))
    known: Options = {
        "--input": lambda case: case.rng.choice(
            ("text", "conllu", "trees", "jsonl", "conll", "zod")
        ),
        "-f": lambda case: case.rng.choice(("text", "jsonl", "conll", "zod")),
        "--color": lambda case: case.rng.choice(("auto", "always", "never")),
        "--model": lambda case: str(case.place.workshop.file("x.model")),
    }
    flags = rng.sample(("--nouns", "--verbs", "--lines"), rng.choice((0, 0, 1, 2)))
    words = ["srl", *flags, *options(case, known, 2), *language(case)]
    return [*words, *(_output(case, "out.jsonl") if rng.random() < 0.2 else []), "--", given]


def _others(case: Case) -> list[str]:
    rng = case.rng
    asked = rng.sample((*command_words.LANGS, "en", "de", "zh"), rng.randint(0, 3))
    return rng.choice(
        (
            ["languages", *asked, "-f", rng.choice(FORMATS)],
            ["sets", rng.choice((".", "hyp.txt", str(case.place.workshop.file("de-en"))))],
            [
                rng.choice(
                    (
                        "score",
                        "compare",
                        "explain",
                        "discourse",
                        "srl",
                        "meta",
                        "build",
                        "train",
                        "rerank",
                        "tune",
                        "zod",
                    )
                ),
                "--help",
            ],
            rng.choice((["--version"], ["--help"], ["build"], ["train"], ["build", "zod"])),
        )
    )


def _input(case: Case) -> str:
    return case.odd_file() if case.rng.random() < 0.4 else "hyp.txt"


def _output(case: Case, name: str) -> list[str]:
    odd = ("no/where", ".", "hyp.txt", "ref.txt")
    return ["-o", case.rng.choice(odd) if case.rng.random() < 0.1 else name]


def _build(case: Case) -> list[str]:
    rng = case.rng
    what = rng.choice(("counts", "frequencies", "synonyms", "lm", "tagger"))
    given = [str(case.place.workshop.file("text.conllu"))] if what == "tagger" else [_input(case)]
    own: dict[str, list[str]] = {
        "counts": ["--min-count", rng.choice(("1", "2", "0", "x"))],
        "frequencies": ["--min-words", "1", "--min-grams", rng.choice(("1", "20", "-1"))],
        "lm": ["-n", rng.choice(("1", "3", "6", "7")), *rng.choice(([], ["--discount-fallback"]))],
        "tagger": ["--iterations", rng.choice(("1", "2", "0"))],
    }
    suffix = ".arpa" if what == "lm" else f".{what}"
    words = ["build", what, *given, *language(case), *own.get(what, [])]
    return [*words, *_output(case, f"out{suffix}")]


def _meta(case: Case) -> list[str]:
    rng, shop = case.rng, case.place.workshop
    folder = rng.choice((str(shop.file("de-en")), str(shop.file("mt-metrics-eval")), "."))
    words = ["meta", folder, "-m", rng.choice(("chrf", "bleu", "tesla-m", "none"))]
    words += ["--samples", rng.choice(("10", "50", "0")), *options(case, _META, 3)]
    return words


_META: Options = {
    "--measure": lambda case: case.rng.choice(("consistency", "acc-eq", "spa", "pearson-sys")),
    "--test": lambda case: case.rng.choice(("permutation", "williams", "none", "bootstrap")),
    "--differences": None,
    "--pairs": lambda case: case.rng.choice(("de-en", "xx-yy")),
    "--refs": lambda case: case.rng.choice(("A", "refA", "Z")),
    "--human": lambda case: case.rng.choice(("mqm", "zod")),
    "--skip-bad": None,
    "--plot": lambda case: case.rng.choice(("a.svg", "a.html", "a.png", "a.x")),
    "--write-scores": lambda case: "scores",
    "-f": lambda case: case.rng.choice(FORMATS),
    "--seed": lambda case: case.rng.choice(("1", "-1")),
}


def _phrase_table(case: Case) -> list[str]:
    rng, shop = case.rng, case.place.workshop
    given = rng.choice((["bitext.tsv"], ["bitext.tmx"], ["text.en", "text.fr"]))
    files = [str(shop.file(name)) for name in given]
    if rng.random() < 0.3:
        files[-1] = case.odd_file()
    words = ["build", "phrase-table", *files, "--target", "en", "--pivot", rng.choice(("fr", "de"))]
    known: Options = {
        "--alignments": lambda case: str(shop.file("links.pharaoh")),
        "--max-words": lambda case: case.rng.choice(("1", "5", "100", "0")),
        "--max-phrase": lambda case: case.rng.choice(("1", "4", "8", "0")),
        "--min-count": lambda case: case.rng.choice(("1", "2", "100")),
        "--min-probability": lambda case: case.rng.choice(("0", "0.5", "1", "2")),
        "--top": lambda case: case.rng.choice(("0", "1", "-1")),
        "--key": lambda case: case.rng.choice(("lemma", "form")),
        "--iterations": lambda case: case.rng.choice(("1", "2", "0")),
        "--symmetrisation": lambda case: case.rng.choice(("union", "intersection", "zod")),
    }
    return [*words, *options(case, known, 3), *_output(case, "out.table")]


def _train_pem(case: Case) -> list[str]:
    rng, shop = case.rng, case.place.workshop
    given = str(shop.file("ratings.tsv")) if rng.random() < 0.7 else case.odd_file()
    files = ["--table", str(shop.file("pem.en-fr.table")), "--lm", str(shop.file("en.arpa"))]
    known: Options = {
        "--scale": lambda case: case.rng.choice(("1", "x")),
        "--controls": None,
        "--seed": lambda case: case.rng.choice(("1", "-1")),
        "--skip-bad": None,
        "--order": lambda case: case.rng.choice(("1", "4", "0")),
        "-f": lambda case: case.rng.choice(FORMATS),
    }
    words = ["train", "pem", "--ratings", given, "-l", "en", *files]
    return [*words, *options(case, known, 3), *_output(case, "out.model")]


def _train(case: Case) -> list[str]:
    rng = case.rng
    judged = str(case.place.workshop.file(rng.choice(("de-en", "cs-en", "mt-metrics-eval"))))
    words = ["train", rng.choice(("tesla-x", "tesla-f")), "--judgments", judged]
    known: Options = {
        "--learn": lambda case: case.rng.choice(("auto", "ranking", "regression")),
        "--margin": lambda case: case.rng.choice(("0", "0.25", "100", "-1")),
        "--skip-bad": None,
        "-l": lambda case: case.rng.choice(("en", "de")),
        "-f": lambda case: case.rng.choice(FORMATS),
    }
    return [*words, *options(case, known, 3), *_output(case, "out.model")]


QUICK: tuple[Command, ...] = (
    _score,
    _score,
    _score,
    _score,
    _compare,
    _explain,
    _rerank,
    _mbr,
    _stream,
    _tune,
    _analyze,
    _discourse,
    _srl,
    _others,
    _build,
)
SLOW: tuple[Command, ...] = (_meta, _meta, _phrase_table, _train, _train_pem)
