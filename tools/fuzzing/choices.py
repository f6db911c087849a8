"""A metric with options, each within what the documentation gives."""

import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from tesla_metrics import Metric, make_metric

from .place import Place
from .words import LANGUAGES

PEERS = ("bleu", "chrf", "chrf++", "ter")
OURS = (
    *("tesla-x", "tesla-m", "maxsim", "tesla-b", "tesla-f", "tesla-celab", "tesla-celab-"),
    *("tesla-s", "pem"),
)
# What looks at texts by themselves.
ALONE = ("dicomer",)
# Of languages that have a dictionary inside.
_WITH_SYNONYMS = tuple("en de fr es cs zh ja th ru ar hi ko tr nl".split())

# docs/tesla-x.md: least and most.
_SHARES = (
    "lemma synonym synset function tag least character_alpha stand_in word_share number_penalty "
    "negation_penalty order_penalty"
).split()
_EXPONENTS = {"paraphrase": (0.1, 4.0), "spelling": (0.25, 8.0), "unknown": (0.25, 8.0)}


def random_metric(rng: random.Random, place: Place, name: str = "") -> Metric[Any]:
    """One of ours, for one of the place's languages."""
    name = name or rng.choice(("tesla-x", "tesla-x", *OURS))
    lang = _language(rng, place, name)
    place.ready(lang)
    options = _OPTIONS[name](rng, place, lang)
    if name != "tesla-f" and rng.random() < 0.15:
        options["lowercase"] = True
    metric = make_metric(name, lang=lang, **options)
    # Both cores have numbers for texts without a word, which are refused where summaries come in.
    object.__setattr__(metric, "of_documents", False)
    return metric


def _language(rng: random.Random, place: Place, name: str) -> str:
    if name in ("tesla-b", "tesla-f", "pem"):  # the small tables and models are English
        return "en"
    known = _WITH_SYNONYMS if name == "tesla-celab" else LANGUAGES
    return rng.choice([lang for lang in place.languages if lang in known])


def share(rng: random.Random) -> float:
    """From 0 to 1, the ends among them."""
    return rng.choice((0, 1, 0.5, 0.1, 0.9, round(rng.random(), 3)))


def _maybe(rng: random.Random, chance: float, **options: Callable[[], Any]) -> dict[str, Any]:
    return {name: make() for name, make in options.items() if rng.random() < chance}


def _analysis(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    options = _maybe(
        rng,
        0.1,
        synonyms=lambda: rng.choice(("none", "auto", str(place.workshop.file("own.tsv")))),
        tags=lambda: rng.choice(("auto", "upos", "xpos" if lang == "en" else "upos")),
        compounds=lambda: rng.choice(("auto", "none")),
        multi=lambda: rng.choice(("mean", "max")),
        alpha=lambda: share(rng),
    )
    options |= _chinese(rng, lang, jieba=True)
    if lang == "en" and options.get("tags") != "xpos" and rng.random() < 0.05:
        options["analyzer"] = f"builtin:{place.workshop.file('en.tagger')}"
    return options


def _chinese(rng: random.Random, lang: str, jieba: bool) -> dict[str, Any]:
    """What packages of others do for it, where they are installed: the rest of a round is the same
    without them.
    """
    script, words = rng.random() < 0.1, rng.random() < 0.03
    which = rng.choice(("simplified", "traditional"))
    options: dict[str, Any] = {}
    if lang == "zh" and script and find_spec("opencc"):
        options["script"] = which
    if lang == "zh" and words and jieba and find_spec("jieba"):
        options["analyzer"] = "jieba"
    return options


def _tesla_x(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    options = _analysis(rng, place, lang)
    if rng.random() < 0.4:
        chosen = rng.sample(_SHARES, rng.randint(1, 4))
        options |= {name: share(rng) for name in chosen}
        options |= {
            name: rng.choice((least, most, round(rng.uniform(least, most), 2)))
            for name, (least, most) in _EXPONENTS.items()
            if rng.random() < 0.3
        }
        options |= _maybe(
            rng, 0.3, order=lambda: rng.randint(1, 8), characters=lambda: rng.randint(1, 8)
        )
    english = lang == "en"
    shop = place.workshop
    tables = ["auto", "references", "none", *([str(shop.file("en.frequencies"))] * english)]
    options |= _maybe(rng, 0.2, frequencies=lambda: rng.choice(tables))
    others = ["auto", "none", *([str(shop.file("en.paraphrases"))] * english)]
    options |= _maybe(rng, 0.2, paraphrases=lambda: rng.choice(others))
    if rng.random() < 0.1:
        options["model"] = str(shop.file("x.model"))
    return options


def _order(rng: random.Random, usual: int) -> int:
    return rng.choice((1, 2, 3, 4, 5, 9)) if rng.random() < 0.3 else usual


def _maxsim(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    return {**_analysis(rng, place, lang), "order": _order(rng, 3)}


def _tesla_m(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    discounts = (1, 0.1, 0.25, 0.001, round(rng.uniform(0.01, 1), 3))
    return _maxsim(rng, place, lang) | _maybe(rng, 0.3, discount=lambda: rng.choice(discounts))


def _tesla_s(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    options = _tesla_m(rng, place, lang)
    graded = rng.random() < 0.4
    for none in ("order", "discount" if graded else "synonyms"):
        options.pop(none, None)
    if graded:
        options["similarity"] = "graded"
        options |= _maybe(
            rng, 0.2, frequencies=lambda: rng.choice(("auto", "references", "none")),
            paraphrases=lambda: rng.choice(("auto", "none")),
        )  # fmt: skip
    return options | _maybe(rng, 0.3, gap=lambda: rng.choice((0, 1, 4, 9, 100)))


def _tesla_b(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    tables = [str(place.workshop.file(f"en-{pivot}.table")) for pivot in ("fr", "de")]
    options = _tesla_m(rng, place, lang)
    options["tables"] = tuple(tables[: rng.choice((1, 1, 2))])
    return options | _maybe(rng, 0.3, prune=lambda: rng.choice((0, 0.5, 0.99)))


def _tesla_f(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    own = rng.choice(("f.model", "extended.model", "roles.model"))
    return {"model": str(place.workshop.file(own))}


def _pem(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    shop = place.workshop
    options = _maybe(
        rng, 0.3,
        prune=lambda: rng.choice((0, 0.5, 0.99)),
        least=lambda: rng.choice((0, 0.3, 1)),
    ) | {"order": _order(rng, 4)}  # fmt: skip
    if rng.random() < 0.7:  # else what ships
        tables = [str(shop.file(f"pem.en-{pivot}.table")) for pivot in ("fr", "de")]
        options["tables"] = tuple(tables[: rng.choice((1, 2))])
        options["lms"] = (str(shop.file(rng.choice(("en.arpa", "en.lm")))),)
    return options


def _celab_minus(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    order = _order(rng, 4)
    options: dict[str, Any] = {"order": order, **_chinese(rng, lang, jieba=False)}
    options |= _maybe(rng, 0.3, candidate_weight=lambda: rng.choice((0, 1, 0.25, 3, 1000)))
    if rng.random() < 0.3:
        weights = [rng.choice((0, 1, 0.5, 2, 100)) for _ in range(order)]
        options["weights"] = tuple(weights) if any(weights) else (1,) * order
    return options


def _celab(rng: random.Random, place: Place, lang: str) -> dict[str, Any]:
    own = [str(place.workshop.file("own.tsv"))]
    if lang == "zh":
        own.append(str(place.workshop.file("own.cilin")))
    options = _celab_minus(rng, place, lang)
    return options | _maybe(rng, 0.2, synonyms=lambda: rng.choice(["none", *own]))


_OPTIONS: dict[str, Callable[[random.Random, Place, str], dict[str, Any]]] = {
    "tesla-x": _tesla_x,
    "tesla-m": _tesla_m,
    "maxsim": _maxsim,
    "tesla-b": _tesla_b,
    "tesla-f": _tesla_f,
    "tesla-celab": _celab,
    "tesla-celab-": _celab_minus,
    "pem": _pem,
    "tesla-s": _tesla_s,
}


def random_peer(rng: random.Random, lang: str) -> tuple[str, dict[str, Any]]:
    """The name of a metric of sacreBLEU's, and its options by sacreBLEU's names."""
    name = rng.choice(PEERS)

    def flag() -> bool:
        return rng.random() < 0.5

    if name == "bleu":
        smooth = rng.choice(("exp", "floor", "add-k", "none"))
        options = _maybe(rng, 0.3, max_ngram_order=lambda: rng.randint(1, 6), lowercase=flag)
        options |= {"smooth_method": smooth} | _maybe(
            rng, 0.5 * (smooth in ("floor", "add-k")), smooth_value=lambda: rng.choice((0.1, 1, 2))
        )
        tokenizers = ("13a", "intl", "char", "none", "zh")
        return name, options | {"tokenize": rng.choice(tokenizers), "force": True}
    if name == "ter":
        names = ("normalized", "no_punct", "asian_support", "case_sensitive")
        return name, {one: True for one in names if flag()}
    options = _maybe(rng, 0.3, char_order=lambda: rng.randint(1, 8), beta=lambda: rng.randint(0, 3))
    return name, options | _maybe(rng, 0.3, lowercase=flag, whitespace=flag, eps_smoothing=flag)
