"""Analysers by name, as `--analyzer` takes them, or as objects."""

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


def load_analyzer(
    lang: str, spec: str | Analyzer = "builtin", *, compounds: str = "auto"
) -> Analyzer:
    """`builtin`, `builtin:FILE.tagger`, `spacy:PIPELINE`, `stanza:LANG`, `jieba` or `fugashi`.

    An object that follows the protocol `Analyzer` comes back as it is. `compounds` is auto (what
    the language has), none, or a file of counts.
    """
    if not isinstance(spec, str):
        _refuse_compounds(compounds, type(spec).__name__)
        return _checked(spec)
    kind, _, name = spec.partition(":")
    if spec == "builtin" or (kind == "builtin" and name):
        return _builtin(lang, name, compounds)
    if spec in EXTRAS or (kind in ("spacy", "stanza") and name):
        _refuse_compounds(compounds, kind)
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


def _refuse_compounds(compounds: str, kind: str) -> None:
    if compounds not in ("auto", "none"):
        raise UsageError(
            f"only the built-in analyser splits compounds: leave --compounds out with {kind}"
        )


def _checked(analyzer: Analyzer) -> Analyzer:
    kind = type(analyzer).__name__
    for attribute in ("name", "preferred_tags", "analyze"):
        if not hasattr(analyzer, attribute):
            raise UsageError(
                f"{kind} is no analyser: it has no {attribute!r}; give it 'name', "
                "'preferred_tags' and 'analyze', see docs/extend.md"
            )
    if analyzer.preferred_tags not in ("upos", "xpos"):
        raise UsageError(f"{kind}.preferred_tags is {analyzer.preferred_tags!r}, not upos or xpos")
    return analyzer


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
