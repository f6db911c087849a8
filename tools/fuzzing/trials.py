"""What is done with a resource: a few texts are scored with it, natively and in plain Python."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from tesla_metrics import Pem, TeslaB, TeslaCelab, TeslaCelabMinus, TeslaF, TeslaM, TeslaX
from tesla_metrics.resources.contextual.adapter_file import read_adapter
from tesla_metrics.resources.lm import load_language_model

from .faults import check
from .place import Place
from .scores import agreed

# They have the words of the small files in them, and others.
HYPOTHESES = ["The physician reads a letter.", "a farmer sell ship quickly 12", "", "Kapitän zod"]
REFERENCES = ["The doctor did not read letters.", "The farmer sells the boat.", "boat", "Captain"]
GERMAN = (
    ["Der Kapitän kaufte Milchkühe.", "Regenschirm", "Schiffe"],
    ["Die Milch der Kühe.", "Regen und Schirm", "Schiff Bauer"],
)
CHINESE = (["买雨伞的人", "黄牛", "人物"], ["买伞的士", "牛牛", "人"])


def _score(place: Place, metric: Any) -> tuple[float, ...]:
    place.ready(metric.lang)
    return agreed(place, metric, HYPOTHESES, REFERENCES)


def tagger(place: Place, path: Path) -> Any:
    return _score(place, TeslaM(lang="en", analyzer=f"builtin:{path}", synonyms="none"))


def shipped_tagger(place: Place, path: Path) -> Any:
    metric = TeslaM(lang=language(path), analyzer=f"builtin:{path}", synonyms="none")
    return _score(place, metric)


def synonyms(place: Place, path: Path) -> Any:
    """In a language without a tagger, which would have to be loaded for each of them."""
    words = _score(place, TeslaM(lang="und", synonyms=str(path)))
    return words, _score(place, TeslaCelab(lang="und", synonyms=str(path)))


def chinese(place: Place, path: Path) -> Any:
    place.ready("zh")
    return agreed(place, TeslaCelab(lang="zh", synonyms=str(path)), *CHINESE)


def counts(place: Place, path: Path) -> Any:
    place.ready("de")
    return agreed(place, TeslaCelabMinus(lang="de", compounds=str(path)), *GERMAN)


def frequencies(place: Place, path: Path) -> Any:
    return _score(place, TeslaX(lang="en", frequencies=str(path)))


def any_frequencies(place: Place, path: Path) -> Any:
    return _score(place, TeslaX(lang=language(path), frequencies=str(path), paraphrases="none"))


def paraphrases(place: Place, path: Path) -> Any:
    return _score(place, TeslaX(lang="en", paraphrases=str(path)))


def any_paraphrases(place: Place, path: Path) -> Any:
    return _score(place, TeslaX(lang=language(path), paraphrases=str(path), frequencies="none"))


def table(place: Place, path: Path) -> Any:
    return _score(place, TeslaB(lang="en", tables=(str(path),), prune=0))


def pem_table(place: Place, path: Path) -> Any:
    models = (str(place.workshop.file("en.arpa")),)
    return _score(place, Pem(lang="en", tables=(str(path),), lms=models, prune=0))


def tesla_x(place: Place, path: Path) -> Any:
    return _score(place, TeslaX(lang="en", model=str(path)))


def tesla_f(place: Place, path: Path) -> Any:
    shop = place.workshop
    tables, models = (str(shop.file("en-fr.table")),), (str(shop.file("en.arpa")),)
    return _score(place, TeslaF(lang="en", model=str(path), tables=tables, lms=models))


def pem(place: Place, path: Path) -> Any:
    shop = place.workshop
    tables, models = (str(shop.file("pem.en-fr.table")),), (str(shop.file("en.arpa")),)
    return _score(place, Pem(lang="en", model=str(path), tables=tables, lms=models))


def language_model(place: Place, path: Path) -> Any:
    """Probabilities are at most 1, those of one sentence and of many the same."""
    model = load_language_model(path)
    sentences = [model.text.words(text) for text in (*HYPOTHESES, *REFERENCES)]
    found = model.log10_all(sentences)
    for sentence, value in zip(sentences, found, strict=True):
        one = model.log10(sentence)
        check(not math.isnan(value) and value <= 1e-6, f"log10 P of {sentence} is {value}")
        near = one == value or abs(one - value) <= 1e-6
        check(near, f"log10 P of {sentence} is {one} alone and {value} among others")
    return found


def language(path: Path) -> str:
    """What the header says, if it says anything that can be read."""
    try:
        facts = json.loads(path.read_bytes().split(b"\n", 2)[1])
        found = facts["settings"]["language"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return "en"
    return found if found in ("en", "de", "fr", "es", "cs", "zh") else "en"


def adapter(place: Place, path: Path) -> Any:
    """What was learnt for an encoder, which is not there itself: features without one."""
    found = read_adapter(path)
    rows = np.linspace(0, 1, 5)[:, None].repeat(found.head.weights.size, axis=1)
    scores = found.head.compute_scores(rows, np.zeros(5)).tolist()
    check(all(0 <= score <= 1 for score in scores), f"scores of {scores}")
    return found.encoder, found.lang, scores
