"""What is at hand for a language, without loading more than must be."""

from importlib.util import find_spec
from typing import Any, NamedTuple

from ..files.resource import read_resource
from ..languages import find_language, shipped_languages
from .builtin import shipped_tagger
from .compounds import default_splitter
from .frequencies import shipped_frequencies
from .kin.paraphrases import shipped_paraphrases
from .language_tables import tabled_languages
from .lemmas import Lemmatizer
from .lemmas.dictionaries import lemma_languages
from .loading import EXTRAS
from .negations import knows_negations
from .synonyms.shipped import shipped_name
from .tagging.body import KIND, SETTINGS, VERSION
from .tokenizers import get_tokenizer


class Inventory(NamedTuple):
    """One row of `tesla languages`; accuracies in percent, on text kept out of training.

    Defaults are what any other language has.
    """

    language: str
    tokenizer: str = "by script"
    tagger: str | None = None
    upos: float | None = None
    function: float | None = None
    lemmas: str = "lower"
    synonyms: str = "none"
    compounds: str | None = "no"
    frequencies: bool = False
    paraphrases: bool = False
    negations: bool = False
    analyzers: str = "builtin"


OTHERS = Inventory("others")


def known_languages() -> tuple[str, ...]:
    """All that have anything, be it lemmas alone: those with most in their order, then by code."""
    own = shipped_languages()
    first = [language.code for language in own if language.place]
    every = {language.code for language in own} | tabled_languages() | lemma_languages()
    return (*first, *sorted(every.difference(first)))


def describe(lang: str) -> Inventory:
    """What a language has on this machine."""
    tagger, upos, function = None, None, None
    if find_language(lang).tagger:
        settings: dict[str, Any] = read_resource(
            shipped_tagger(lang), KIND, VERSION, SETTINGS
        ).settings
        accuracy = settings["held_out"]
        tagger = f"perceptron ({settings['labels']})"
        upos, function = accuracy["upos"], accuracy["function"]
    splitter = default_splitter(lang)
    return Inventory(
        language=lang,
        tokenizer=get_tokenizer(lang).name,
        tagger=tagger,
        upos=upos,
        function=function,
        lemmas=Lemmatizer(lang).name,
        synonyms=shipped_name(lang),
        compounds=splitter.name if splitter else None,
        frequencies=shipped_frequencies(lang) is not None,
        paraphrases=shipped_paraphrases(lang) is not None,
        negations=knows_negations(lang),
        analyzers=", ".join(["builtin", *_extras(lang)]),
    )


def _extras(lang: str) -> list[str]:
    """Other analysers of the language that are installed."""
    return [
        name
        for name in find_language(lang).analyzers
        if name in EXTRAS and all(map(find_spec, EXTRAS[name].modules))
    ]
