"""What is at hand for a language, without loading more than must be."""

from importlib.util import find_spec
from typing import Any, NamedTuple

from ..files.resource import read_resource
from .builtin import shipped_tagger
from .compounds import default_splitter
from .languages import BUILT_IN
from .lemmas import Lemmatizer
from .loading import EXTRAS
from .synonyms import load_synonyms
from .tagging.body import KIND, VERSION
from .tokenizers import get_tokenizer


class Inventory(NamedTuple):
    """One row of `tesla languages`; accuracies in percent, on text kept out of training."""

    language: str
    tokenizer: str
    tagger: str | None
    upos: float | None
    function: float | None
    lemmas: str
    synonyms: str
    compounds: str | None
    analyzers: str


def describe(lang: str) -> Inventory:
    """What a language has on this machine."""
    tagger, upos, function = None, None, None
    if lang in BUILT_IN:
        settings: dict[str, Any] = read_resource(shipped_tagger(lang), KIND, VERSION).settings
        accuracy = settings["held_out"]
        tagger = f"perceptron ({settings['labels']})"
        upos, function = accuracy["upos"], accuracy["function"]
    splitter = default_splitter(lang)
    return Inventory(
        lang,
        get_tokenizer(lang).name,
        tagger,
        upos,
        function,
        Lemmatizer(lang).name,
        load_synonyms(lang).name,
        splitter.name if splitter else None,
        ", ".join(["builtin", *_extras(lang)]),
    )


def _extras(lang: str) -> list[str]:
    """Other analysers of the language that are installed."""
    return [
        name
        for name, extra in EXTRAS.items()
        if lang in extra.languages and all(map(find_spec, extra.modules))
    ]
