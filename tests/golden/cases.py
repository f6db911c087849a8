"""Which scores are golden: metrics with options, over texts and given analyses.

Texts of `CORPORA` lie beside the repository. All others are in it: texts written for these tests
(`written`, one file a language) and odd ones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

# Those over analysed words; the others are told apart by what `lang` alone gives.
ANALYSED = ("tesla-x", "tesla-m", "maxsim")
CELAB = ("tesla-celab", "tesla-celab-")
PEERS = ("bleu", "chrf", "chrf++", "ter")
ROUGES = ("rouge-1", "rouge-2", "rouge-su4", "rouge-l")
LANGUAGES = ("en", "de", "fr", "es", "cs", "ru", "zh")
TABLES = {
    "en": ("en-fr.table", "en-de.table"),
    "de": ("de-en.table",),
    "fr": ("fr-en.table",),
    "cs": ("cs-en.table",),
}
LMS = {"en": ("en.arpa",), "de": ("de.arpa",)}
# What needs the shared corpora.
CORPORA = ("corpus", "references", "documents", "paragraphs")
# Languages with own texts, and how many of their segments a matrix compares with each other.
WRITTEN = (*LANGUAGES, "ja")
WRITTEN_ROWS = 8

SEGMENTS, FEWER = 200, 60
# TESLA-X in plain Python takes a hundredth of a second a segment, and thrice that in Chinese;
# given analyses are plain Python's in either case.
GRADED = {"zh": 30}
GRADED_SEGMENTS, GRADED_GIVEN = 100, 30
# TER takes sacreBLEU its time, most of all where every character is a word.
TER = {"zh": 4}
TER_SEGMENTS = 25
ROWS, COLUMNS = 12, 10
DOCUMENTS = 12

# Each by itself; what they are is read in the docstrings of the classes.
TESLA_X: list[dict[str, Any]] = [
    {"tags": "upos"}, {"order": 1}, {"order": 4}, {"alpha": 0.5}, {"alpha": 0},
    {"frequencies": "none"}, {"frequencies": "references"}, {"paraphrases": "none"},
    {"synonyms": "none"}, {"synonyms": "wordnet"},
    {"lemma": 0.7}, {"synonym": 0.9}, {"synset": 0.3}, {"paraphrase": 1.5}, {"tag": 0.0},
    {"function": 0.6}, {"spelling": 3.0}, {"unknown": 0.5}, {"least": 0.0}, {"least": 0.5},
    {"characters": 6}, {"characters": 1}, {"character_alpha": 0.9}, {"stand_in": 0},
    {"stand_in": 1.0}, {"word_share": 1}, {"word_share": 0.0},
    {"model": "tesla-x.model"},
    {"model": "tesla-x.model", "lemma": 0.6, "order": 1},
]  # fmt: skip
TESLA_M: list[dict[str, Any]] = [
    {"tags": "upos"}, {"tags": "xpos"}, {"order": 1}, {"order": 5}, {"alpha": 0.3},
    {"discount": 1.0}, {"discount": 0.25}, {"synonyms": "none"},
    {"synonyms": "wordnet"},
]  # fmt: skip
MAXSIM: list[dict[str, Any]] = [{"order": 2}, {"alpha": 0.9}, {"synonyms": "none"}]
CELABS: list[dict[str, Any]] = [
    {"order": 1}, {"order": 6}, {"candidate_weight": 0}, {"candidate_weight": 1.5},
    {"weights": (1, 2, 3, 4)}, {"order": 2, "weights": (0, 1)},
]  # fmt: skip
OPTIONS = {"tesla-x": TESLA_X, "tesla-m": TESLA_M, "maxsim": MAXSIM}


@dataclass(frozen=True)
class Case:
    """One call of `score` or `matrix`."""

    metric: str
    lang: str
    data: str = "corpus"
    size: int = SEGMENTS
    analysed: bool = False
    matrix: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def needs_corpora(self) -> bool:
        """Whether its texts are not in the repository."""
        return self.data in CORPORA

    @property
    def name(self) -> str:
        """Says all of it."""
        kind = ["given"] * self.analysed + ["matrix"] * self.matrix
        options = [f"{key}={_shown(value)}" for key, value in self.options.items()]
        return " ".join([self.metric, self.lang, self.data, *kind, *options])


def all_cases() -> list[Case]:
    """Every one, under a name of its own; language by language, so that each is loaded once."""
    groups = (
        _languages(), _tables(), _several_references(), _matrices(), _odd(), _options(),
        _thesauri(), _chinese(), _summaries(), _coherence(), _paraphrases(),
        _written_languages(), _written_references(), _written_matrices(), _written_given(),
        _written_options(), _written_english(),
    )  # fmt: skip
    return sorted(chain(*groups), key=lambda case: case.lang)


def _options_of(metric: str, lang: str) -> dict[str, Any]:
    """What makes a score the same on every machine: thesauri are there or not."""
    if metric == "tesla-b":
        return {"tables": TABLES[lang], **_options_of("tesla-m", lang)}
    if metric == "tesla-f":
        return {"model": f"tesla-f.{lang}.model", "tables": TABLES[lang], "lms": LMS.get(lang, ())}
    dictionary = metric in (*ANALYSED, "tesla-celab") and lang != "en"
    return {"synonyms": "none"} if dictionary else {}


def _case(metric: str, lang: str, size: int = SEGMENTS, **rest: Any) -> Case:
    if metric == "ter":
        size = min(size, TER.get(lang, TER_SEGMENTS))
    if metric == "tesla-x":
        most = GRADED_GIVEN if rest.get("analysed") else GRADED_SEGMENTS
        size = min(size, GRADED.get(lang, most))
    options = {**_options_of(metric, lang), **rest.pop("options", {})}
    return Case(metric, lang, size=size, options=options, **rest)


def _languages() -> Iterator[Case]:
    for lang in LANGUAGES:
        for metric in (*ANALYSED, *CELAB, *PEERS):
            yield _case(metric, lang)
    for lang in ("en", "de", "fr", "cs"):
        for metric in (*ANALYSED, *CELAB, "chrf"):
            yield _case(metric, lang, FEWER if lang != "en" else SEGMENTS, analysed=True)
    for lang in ("cs", "zh"):
        for metric in (*ANALYSED, *CELAB):
            yield _case(metric, lang, 5, data="paragraphs")


def _tables() -> Iterator[Case]:
    for lang in TABLES:
        for metric in ("tesla-b", "tesla-f"):
            yield _case(metric, lang)
            yield _case(metric, lang, FEWER, analysed=True)
    more: list[dict[str, Any]] = [
        {"tables": ("en-fr.table",)}, {"prune": 0}, {"prune": 0.5}, {"order": 2}, {"order": 5},
        {"alpha": 0.5, "discount": 0.5}, {"tags": "upos"}, {"synonyms": "none"},
    ]  # fmt: skip
    for options in more:
        yield _case("tesla-b", "en", FEWER, options=options)


def _several_references() -> Iterator[Case]:
    for metric in (*ANALYSED, "tesla-b", "tesla-f", *CELAB, *PEERS):
        yield _case(metric, "de", 40, data="references")
    for metric in (*ANALYSED, "tesla-b"):
        yield _case(metric, "de", 40, data="references", options={"multi": "max"})
        for multi in ("mean", "max"):
            rest = {"data": "references", "analysed": True, "options": {"multi": multi}}
            yield _case(metric, "de", 10, **rest)


def _matrices() -> Iterator[Case]:
    for lang in ("en", "de", "zh"):
        for metric in (*ANALYSED, *CELAB, *PEERS):
            if (metric, lang) != ("ter", "zh"):
                rows = ROWS // 4 if (metric, lang) == ("tesla-x", "zh") else ROWS
                yield _case(metric, lang, rows, matrix=True)
    for lang in TABLES:
        for metric in ("tesla-b", "tesla-f"):
            yield _case(metric, lang, ROWS, matrix=True)
            yield _case(metric, lang, ROWS, matrix=True, analysed=True)
        for metric in (*ANALYSED, "tesla-celab"):
            rows = ROWS // 4 if metric == "tesla-x" else ROWS
            yield _case(metric, lang, rows, matrix=True, analysed=True)
    for metric in ANALYSED:
        yield _case(metric, "en", matrix=True, data="odd")
    for options in ({"model": "tesla-x.model"}, {"frequencies": "references"}):
        yield _case("tesla-x", "en", ROWS, matrix=True, options=options)


def _odd() -> Iterator[Case]:
    for metric in (*ANALYSED, "tesla-b", "tesla-f", *CELAB, *PEERS):
        for lang in ("en", "de"):
            for data in ("odd", "surrogates", "long"):
                if data == "surrogates" and metric in ("tesla-b", "tesla-f"):
                    continue  # phrase tables could not be asked for such words
                if data == "long" and metric == "ter":
                    continue  # 16 seconds
                yield _case(metric, lang, data=data)
                if metric not in PEERS:
                    yield _case(metric, lang, data=data, analysed=True)
    for lang in ("zh", "ja", "ar", "th", "ko", "hi", "und"):
        for metric in (*ANALYSED, *CELAB, "chrf"):
            yield _case(metric, lang, data="odd")
    for metric in (*ANALYSED, "tesla-b", "tesla-f", *CELAB, *PEERS):
        yield _case(metric, "en", data="conllu", analysed=True)
    for metric in ANALYSED:
        yield _case(metric, "en", data="odd", options={"synonyms": "en.synonyms.tsv"})
        for options in ({"tags": "upos"}, {"tags": "xpos"}, {"synonyms": "en.synonyms.tsv"}):
            yield _case(metric, "en", data="conllu", analysed=True, options=options)


def _options() -> Iterator[Case]:
    for metric, several in OPTIONS.items():
        for options in several:
            yield _case(metric, "en", 40, options=options)
    for penalty in ("number_penalty", "negation_penalty", "order_penalty"):
        yield _case("tesla-x", "en", data="odd", options={penalty: 0.9})
    for options in ({"tags": "upos"}, {"least": 0.0}, {"model": "tesla-x.model"}):
        yield _case("tesla-x", "en", 40, analysed=True, options=options)
    for lang in ("de", "fr", "cs"):
        yield _case("tesla-x", lang, 40, options={"model": "tesla-x.model"})
        for options in ({"frequencies": "references"}, {"frequencies": "none"}):
            yield _case("tesla-x", lang, 40, options=options)
    yield _case("tesla-x", "ru", FEWER, options={"frequencies": "none"})
    for metric in (*ANALYSED, *CELAB):
        yield _case(metric, "de", FEWER, options={"compounds": "none"})
    for metric in CELAB:
        for lang in ("en", "zh"):
            for options in CELABS:
                yield _case(metric, lang, FEWER, options=options)
    for tokenize in ("char", "intl", "none"):
        yield _case("bleu", "en", FEWER, options={"tokenize": tokenize})


def _thesauri() -> Iterator[Case]:
    for lang in ("de", "fr", "es", "cs"):
        for metric in (*ANALYSED, "tesla-celab"):
            yield _case(metric, lang, 40, options={"synonyms": "mythes"})
    for metric in ANALYSED:
        yield _case(metric, "de", FEWER, analysed=True, options={"synonyms": "mythes"})
    yield _case("tesla-b", "fr", FEWER, options={"synonyms": "mythes"})
    yield _case("tesla-celab", "en", FEWER, options={"synonyms": "wordnet"})


def _chinese() -> Iterator[Case]:
    options: list[dict[str, Any]] = [
        {"synonyms": "cilin"},
        {"synonyms": "cilin", "script": "simplified"},
    ]
    for own in options:
        for metric in (*ANALYSED, "tesla-celab"):
            yield _case(metric, "zh", 20, options=own)
    # The corpus is simplified already, the odd lines are of both scripts.
    for metric in (*ANALYSED, *CELAB):
        for script in ("simplified", "traditional"):
            yield _case(metric, "zh", data="odd", options={"script": script})
    for metric in ANALYSED:
        yield _case(metric, "zh", 20, options={"analyzer": "jieba", "synonyms": "cilin"})


def _summaries() -> Iterator[Case]:
    for lang in ("en", "de", "zh"):
        for metric in ("tesla-s", *ROUGES):
            yield _case(metric, lang, FEWER)
    for lang in ("cs", "zh"):
        for metric in ("tesla-s", *ROUGES):
            yield _case(metric, lang, 5, data="paragraphs")
    several: list[dict[str, Any]] = [
        {"gap": 0}, {"gap": 9}, {"alpha": 1.0}, {"discount": 1.0}, {"similarity": "graded"},
        {"similarity": "graded", "gap": 1},
    ]  # fmt: skip
    for options in several:
        yield _case("tesla-s", "en", 20, options=options)
    for metric in ROUGES:
        yield _case(metric, "en", 20, options={"measure": "recall"})
    for metric in ("tesla-s", "rouge-2"):
        for multi in ("mean", "max"):
            yield _case(metric, "de", 20, data="references", options={"multi": multi})
        for data in ("odd", "surrogates"):
            yield _case(metric, "en", data=data)
    yield _case("tesla-s", "en", 20, analysed=True)
    yield _case("tesla-s", "en", data="odd", options={"similarity": "graded"})
    yield _case("tesla-s", "en", ROWS, matrix=True)


def _coherence() -> Iterator[Case]:
    """By what ships, and by small models that nobody has trained."""
    for data in ("documents", "long"):
        for options in ({}, {"model": "dicomer.model"}):
            yield _case("dicomer", "en", DOCUMENTS, data=data, options=options)
        yield _case("cremer", "en", DOCUMENTS, data=data, options={"model": "cremer.model"})
    yield _case("cremer", "en", DOCUMENTS, analysed=True, options={"model": "cremer.model"})
    yield _case("cremer", "en", DOCUMENTS, matrix=True, options={"model": "cremer.model"})


def _paraphrases() -> Iterator[Case]:
    yield _case("pem", "en", FEWER)
    yield _case("pem", "en", 20, analysed=True)
    yield _case("pem", "en", ROWS, matrix=True)
    for data in ("odd", "surrogates"):
        yield _case("pem", "en", data=data)
    for options in ({"prune": 0.3}, {"least": 0.05}, {"order": 2}):
        yield _case("pem", "en", 20, options=options)


def _written(metric: str, lang: str, data: str = "written", **rest: Any) -> Case:
    """Over own texts, with the synonyms that ship."""
    options: dict[str, Any] = {}
    if metric in ("tesla-b", "tesla-f"):
        options = _options_of(metric, lang)
        options.pop("synonyms", None)
    if (metric, lang) == ("bleu", "ja"):
        options = {"tokenize": "char"}  # the default needs a package
    return Case(metric, lang, data, options={**options, **rest.pop("options", {})}, **rest)


def _of_language(lang: str) -> list[str]:
    """All metrics of translations and summaries that can be had for a language."""
    tables = ["tesla-b", "tesla-f"] if lang in TABLES else []
    return [*ANALYSED, *CELAB, "tesla-s", *tables, *PEERS, *ROUGES]


def _written_languages() -> Iterator[Case]:
    for lang in WRITTEN:
        for metric in _of_language(lang):
            yield _written(metric, lang)


def _written_references() -> Iterator[Case]:
    """Two sets of references, the second with gaps."""
    for lang in WRITTEN:
        for metric in _of_language(lang):
            yield _written(metric, lang, "written-references")
    for lang in ("en", "de"):
        for metric in (*ANALYSED, "tesla-b", "tesla-s", "rouge-2"):
            yield _written(metric, lang, "written-references", options={"multi": "max"})


def _written_matrices() -> Iterator[Case]:
    for lang in WRITTEN:
        for metric in _of_language(lang):
            yield _written(metric, lang, size=WRITTEN_ROWS, matrix=True)
    for metric in (*ANALYSED, "tesla-b", "tesla-celab"):
        yield _written(metric, "de", size=WRITTEN_ROWS, matrix=True, analysed=True)


def _written_given() -> Iterator[Case]:
    """Given analyses; those of CoNLL-U files are among the odd ones."""
    for lang in TABLES:
        for metric in (*ANALYSED, *CELAB, "tesla-s", "tesla-b", "tesla-f", "chrf"):
            yield _written(metric, lang, analysed=True)
    for metric in (*ANALYSED, "tesla-b", "tesla-celab"):
        yield _written(metric, "de", "written-references", analysed=True)


def _written_options() -> Iterator[Case]:
    for metric, several in OPTIONS.items():
        for options in several:
            yield _written(metric, "en", options=options)
    for penalty in ("number_penalty", "negation_penalty", "order_penalty"):
        for lang in ("en", "de"):
            yield _written("tesla-x", lang, options={penalty: 0.9})
    for lang in ("de", "fr", "cs", "zh"):
        for options in ({"frequencies": "none"}, {"frequencies": "references"}):
            yield _written("tesla-x", lang, options=options)
    for metric in (*ANALYSED, *CELAB):
        yield _written(metric, "de", options={"compounds": "none"})
    for metric in (*ANALYSED, "tesla-celab"):
        yield _written(metric, "en", options={"synonyms": "en.synonyms.tsv"})
        for script in ("simplified", "traditional"):
            yield _written(metric, "zh", options={"script": script})
    for options in CELABS:
        for lang in ("en", "zh"):
            yield _written("tesla-celab", lang, options=options)
    for tokenize in ("char", "intl", "none"):
        yield _written("bleu", "en", options={"tokenize": tokenize})


def _written_english() -> Iterator[Case]:
    """Metrics that are English only, and options of summaries, of phrase tables and of pem."""
    coherence = {"model": "cremer.model"}
    for options in ({}, {"model": "dicomer.model"}):
        yield _written("dicomer", "en", "written-documents", options=options)
    yield _written("cremer", "en", "written-documents", options=coherence)
    yield _written("cremer", "en", "written-documents", matrix=True, options=coherence)
    yield _written("pem", "en")
    yield _written("pem", "en", analysed=True)
    yield _written("pem", "en", size=WRITTEN_ROWS, matrix=True)
    several: dict[str, list[dict[str, Any]]] = {
        "pem": [{"prune": 0.3}, {"least": 0.05}, {"order": 2}],
        "tesla-s": [
            {"gap": 0}, {"gap": 9}, {"alpha": 1.0}, {"discount": 1.0}, {"similarity": "graded"},
        ],
        "tesla-b": [
            {"tables": ("en-fr.table",)}, {"prune": 0.5}, {"order": 2}, {"tags": "upos"},
            {"synonyms": "none"},
        ],
        **{metric: [{"measure": "recall"}] for metric in ROUGES},
    }  # fmt: skip
    for metric, own in several.items():
        for options in own:
            yield _written(metric, "en", options=options)


def _shown(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)
