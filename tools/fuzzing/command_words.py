"""Command lines: what the help gives, with values that are right, or odd."""

import random
from collections.abc import Callable

from .choices import ALONE, OURS, PEERS
from .command_files import Case

ODD_VALUES = (
    "", " ", "-1", "0", "1", "2", "1.5", "0.5", "nan", "inf", "-inf", "1e400", "1e-400", "9" * 25,
    "٣", "0x10", "1_0", "x", "en", "..", ".", "*", "%s", "{}", "a\nb", "=", "a=b", ",", "1,2", "'",
    "é", "-", "--", "none", "auto", "true", "雨", "hyp.txt", "missing.txt", "de-en", "pt-br", "xx",
)  # fmt: skip
LANGS = ("en-us", "eng_Latn", "zh_TW", "en-de", "und", "xx", "en-cz", "x" * 40, "EN", "é")
FORMATS = ("text", "json", "tsv", "latex", "markdown")


def _number(*values: str) -> Callable[[Case], str]:
    return lambda case: case.rng.choice(values)


_SHARE = _number("0", "1", "0.5", "0.9", "1.1")
_ORDER = _number("1", "2", "4", "0", "9")
Options = dict[str, Callable[[Case], str] | None]

# Values are those that the help allows, or nearly so.
SHOWING: Options = {
    "--segments": None,
    "--worst": _number("1", "3", "100", "0"),
    "--best": _number("1", "2"),
    "-w": _number("0", "2", "10", "40"),
    "-b": None,
    "-v": None,
    "-ci": None,
}
WORKING: Options = {
    "-f": lambda case: case.rng.choice(FORMATS),
    "-j": _number("1", "2", "3"),
    "-q": None,
    "--strict": None,
    "--samples": _number("1", "20", "100", "0"),
    "--level": _number("0.5", "0.95", "0.999", "1", "0"),
    "--seed": _number("0", "1", "99999", "-3"),
    "--skip-empty-references": None,
}
READING: Options = {
    "--input": lambda case: case.rng.choice(
        ("text", "conllu", "tsv", "csv", "jsonl", "sgml", "wmt-xml")
    ),
    "--columns": lambda case: case.rng.choice(
        ("hyp=hyp,ref=ref", "hyp=1,ref=3", "hyp=hyp", "hyp=99,ref=1", "hyp=hyp,hyp=other,ref=ref")
    ),
    "--header": None,
    "--no-header": None,
}
ANALYSIS: Options = {
    "--synonyms": lambda case: case.rng.choice(("auto", "none", "wordnet", _own(case))),
    "--tags": lambda case: case.rng.choice(("upos", "xpos", "auto")),
    "--compounds": lambda case: case.rng.choice(("auto", "none", _own(case))),
}
_WORDS: Options = {
    **ANALYSIS,
    "-lc": None,
    "--order": _ORDER,
    "--alpha": _SHARE,
    "--multi": lambda case: case.rng.choice(("mean", "max")),
}
_CELAB: Options = {
    "--order": _ORDER,
    "--weights": lambda case: case.rng.choice(("1,1,1,1", "1", "0,0,0,0", "1,,1,1")),
    "--candidate-weight": _SHARE,
}
_ROUGE: Options = {
    "--rouge-measure": lambda case: case.rng.choice(("f1", "recall", "precision", "f2")),
    "--multi": _WORDS["--multi"],
}
PARAMETERS: dict[str, Options] = {
    "tesla-x": {
        **_WORDS,
        "--frequencies": lambda case: case.rng.choice(("auto", "none", "references", _own(case))),
        "--paraphrases": lambda case: case.rng.choice(("auto", "none", _own(case))),
        "--model": lambda case: case.rng.choice((_shop(case, "x.model"), _own(case))),
        "--constant": lambda case: case.rng.choice(("lemma=0.5", "least=2", "x=1", "lemma")),
    },
    "tesla-m": {**_WORDS, "--discount": _number("0.1", "1", "0")},
    "maxsim": _WORDS,
    "tesla-b": {**_WORDS, "--prune": _SHARE},
    "tesla-f": {"--lm": lambda case: case.rng.choice((_shop(case, "en.arpa"), _own(case)))},
    "pem": {
        "--order": _ORDER,
        "--prune": _SHARE,
        "--least-ngram": _SHARE,
        "--table": lambda case: case.rng.choice((_shop(case, "pem.en-fr.table"), _own(case))),
        "--lm": lambda case: case.rng.choice((_shop(case, "en.lm"), _own(case))),
    },
    "tesla-celab": {**_CELAB, "--synonyms": ANALYSIS["--synonyms"]},
    "tesla-celab-": _CELAB,
    "tesla-s": {
        "-lc": None,
        "--alpha": _SHARE,
        "--discount": _number("0.1", "1", "0"),
        "--gap": _number("0", "4", "101"),
        "--similarity": lambda case: case.rng.choice(("equal", "graded", "near")),
        "--multi": _WORDS["--multi"],
    },
    "dicomer": {"--model": lambda case: _own(case)},
    "rouge-2": _ROUGE,
    "rouge-l": _ROUGE,
    "bleu": {
        "--tokenize": lambda case: case.rng.choice(("13a", "char", "zh", "none", "ja-mecab")),
        "--smooth-method": lambda case: case.rng.choice(("exp", "floor", "add-k", "none")),
        "-sv": _number("0.1", "2"),
    },
    "chrf": {"-cw": _number("0", "2"), "--chrf-lowercase": None, "-cc": _number("1", "6")},
    "chrf++": {"--chrf-whitespace": None, "--chrf-beta": _number("0", "2")},
    "ter": {"--ter-normalized": None, "--ter-no-punct": None, "--ter-asian-support": None},
}
# What a metric cannot do without.
_NEEDED = {"tesla-b": ("--table", "en-fr.table"), "tesla-f": ("--model", "f.model")}
OUTPUTS = ("out.tsv", "out.csv", "out.jsonl", "out.txt", "no/where.tsv", ".", "hyp.txt", "all.tsv")


def _shop(case: Case, name: str) -> str:
    return str(case.place.workshop.file(name))


def _own(case: Case) -> str:
    """A file of the workshop, seldom the one that is wanted."""
    names = (
        "en.frequencies", "en.paraphrases", "en.synonyms", "x.model", "f.model", "en-fr.table",
        "pem.model", "en.arpa", "de.counts", "own.tsv", "en.tagger", "en.lm", "packed.table",
    )  # fmt: skip
    return _shop(case, case.rng.choice(names))


def options(case: Case, known: Options, most: int) -> list[str]:
    """Some of them; now and then one has an odd value, or none."""
    words: list[str] = []
    for name in case.rng.sample(list(known), case.rng.randint(0, min(most, len(known)))):
        value = known[name]
        words.append(name)
        if value is not None:
            odd = case.rng.random() < 0.15
            words.append(case.rng.choice(ODD_VALUES) if odd else value(case))
    return words


def spoilt(rng: random.Random, words: list[str]) -> list[str]:
    """A word too many, too few, twice, or in another place."""
    if rng.random() < 0.8 or len(words) < 2:
        return words
    place, other = rng.randrange(1, len(words)), rng.randrange(1, len(words))
    what = rng.randrange(4)
    if what == 0:
        return words[:place] + words[place + 1 :]
    if what == 1:
        return [*words[:place], rng.choice((*ODD_VALUES, "--strange", "-z")), *words[place:]]
    if what == 2:
        return [*words[:place], words[other], *words[place:]]
    words[place], words[other] = words[other], words[place]
    return words


def language(case: Case) -> list[str]:
    """Mostly that of the texts."""
    chance = case.rng.random()
    if chance < 0.05:
        return []
    return ["-l", case.lang if chance < 0.9 else case.rng.choice(LANGS)]


def metrics(case: Case) -> list[str]:
    """One or several, or the default, with options of theirs and what they need."""
    chosen = case.rng.sample((*OURS, *ALONE, *PEERS), case.rng.choice((0, 1, 1, 2)))
    words = ["-m", *chosen] if chosen else []
    for name in chosen:
        if name in _NEEDED and case.rng.random() < 0.9:
            flag, file = _NEEDED[name]
            words += [flag, _shop(case, file)]
    if case.rng.random() < 0.6:
        words += options(case, PARAMETERS[case.rng.choice(chosen or ["tesla-x"])], 2)
    if case.rng.random() < 0.05:
        words += ["-m", case.rng.choice(("comet", "zod", "tesla-x,bleu", "BLEU"))]
    return words


def texts(case: Case, systems: int) -> list[str]:
    """Files of systems and of references: lines, tables or markup."""
    rng = case.rng
    chance = rng.random()
    if chance < 0.15:
        names = "hyp=hyp,hyp=other,ref=ref"
        return [rng.choice(("all.tsv", "all.csv")), "--columns", names]
    if chance < 0.2:
        return ["all.jsonl"]
    if chance < 0.25:
        return ["hyp.sgm", "-r", "ref.sgm", "--input", "sgml"]
    files = ["hyp.txt", "other.txt"][:systems]
    references = ["ref.txt", "ref2.txt"][: rng.choice((1, 1, 2))]
    if rng.random() < 0.3:
        files[-1] = case.odd_file()
    if rng.random() < 0.1:
        references[-1] = case.odd_file()
    return [*files, "-r", *references]
