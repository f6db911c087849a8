"""Analysers by name, as `--analyzer` takes them."""

from pathlib import Path
from typing import NamedTuple

from ..errors import UsageError
from ..languages import find_language
from .analyzer import Analyzer


class Extra(NamedTuple):
    """An optional analyser that languages name."""

    language: str  # what it was made for; others may name it too
    modules: tuple[str, ...]  # what must be installed


EXTRAS = {
    "jieba": Extra("zh", ("jieba",)),
    "fugashi": Extra("ja", ("fugashi", "unidic_lite")),
}


def load_analyzer(lang: str, spec: str = "builtin", *, compounds: str = "auto") -> Analyzer:
    """`builtin`, `builtin:FILE.tagger`, `spacy:PIPELINE`, `stanza:LANG`, `jieba` or `fugashi`.

    `compounds` is auto (what the language has), none, or a file of counts.
    """
    kind, _, name = spec.partition(":")
    if spec == "builtin" or (kind == "builtin" and name):
        return _builtin(lang, name, compounds)
    named = kind in ("spacy", "stanza") and name
    if (named or spec in EXTRAS) and compounds not in ("auto", "none"):
        raise UsageError(
            f"only the built-in analyser splits compounds: leave --compounds out with {kind}"
        )
    if kind == "spacy" and name:
        from .adapters.spacy import SpacyAnalyzer

        return SpacyAnalyzer(name)
    if kind == "stanza" and name:
        from .adapters.stanza import StanzaAnalyzer

        return StanzaAnalyzer(name)
    if spec in EXTRAS and spec not in find_language(lang).analyzers:
        raise UsageError(
            f"{spec} analyses {EXTRAS[spec].language!r}, not {lang!r}: "
            "leave --analyzer out or give another language"
        )
    if spec == "jieba":
        from .adapters.jieba import JiebaAnalyzer

        return JiebaAnalyzer()
    if spec == "fugashi":
        from .adapters.fugashi import FugashiAnalyzer

        return FugashiAnalyzer()
    raise UsageError(
        f"unknown analyser {spec!r}: give builtin, builtin:FILE.tagger, spacy:PIPELINE, "
        "stanza:LANG, jieba or fugashi (for example spacy:en_core_web_sm)"
    )


def _builtin(lang: str, tagger: str, compounds: str) -> Analyzer:
    # Imported here: analysed input needs neither taggers nor lemmas.
    from .builtin import BuiltinAnalyzer, shipped_tagger
    from .compounds import default_splitter, load_splitter
    from .fallback import FallbackAnalyzer

    if compounds == "none":
        splitter = None
    elif compounds == "auto":
        splitter = default_splitter(lang)
    else:
        splitter = load_splitter(Path(compounds), lang)
    if tagger or find_language(lang).tagger:
        path = Path(tagger) if tagger else shipped_tagger(lang)
        return BuiltinAnalyzer(lang, path, splitter)
    if splitter is not None:
        raise UsageError(
            f"only nouns are split, and {lang!r} has no tagger to find them: "
            "leave --compounds out, or give --analyzer builtin:FILE.tagger"
        )
    return FallbackAnalyzer(lang)
