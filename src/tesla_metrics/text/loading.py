"""Load analysers by name and list the resources of a language."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import TeslaError, UsageError
from ..files.resource import read_resource
from ..optional import Plugin, find_plugins
from .analyzer import Analyzer
from .builtin_analyzer import get_shipped_tagger_path
from .compounds import load_shipped_splitter
from .frequencies import find_shipped_frequencies
from .language_tables import list_languages_with_tables
from .languages import find_language, get_shipped_languages
from .lemma_dictionaries import list_lemma_languages
from .lemmatizer import Lemmatizer
from .negation import has_negations
from .related_words import find_shipped_paraphrases
from .synonyms.load import get_shipped_synonyms_name
from .tagging.tagger import KIND, SETTINGS, VERSION
from .tokenizers import get_tokenizer


class OptionalAnalyzer(NamedTuple):
    """An optional analyser that needs another package."""

    language: str  # the main language of the analyser, for error messages
    modules: tuple[str, ...]  # modules that must be installed


# Name of the analyser, as written after `--analyzer` -> analyser.
OPTIONAL_ANALYZERS = {
    "jieba": OptionalAnalyzer("zh", ("jieba",)),
    "fugashi": OptionalAnalyzer("ja", ("fugashi", "unidic_lite")),
}
_BUILT_IN_NAMES = frozenset({"builtin", "spacy", "stanza", *OPTIONAL_ANALYZERS})
# Entry points of this group name functions (or classes) in other packages that are called with
# the code of a language and return its analyser.
_ENTRY_POINT_GROUP = "tesla_metrics.analyzers"


def load_analyzer(
    lang: str, spec: str | Analyzer = "builtin", *, compounds: str = "auto"
) -> Analyzer:
    """Load and return an analyser for a language.

    Parameters
    ----------
    lang : str
        Language code such as ``"en"``.
    spec : str or Analyzer, default="builtin"
        ``"builtin"``, ``"builtin:FILE.tagger"``, ``"spacy:PIPELINE"``, ``"stanza:LANG"``,
        ``"jieba"`` or ``"fugashi"``, or the name of an analyser of another installed package
        (an entry point of the group ``tesla_metrics.analyzers``). An object with the protocol
        `Analyzer` is returned as is.
    compounds : str, default="auto"
        ``"auto"`` (split compounds if the language has word counts), ``"none"``, or the path of
        a file of word counts.

    Returns
    -------
    Analyzer

    Raises
    ------
    UsageError
        If the analyser is unknown or is not for this language.
    ResourceError
        If the analyser or one of its files is missing or damaged.
    """
    if not isinstance(spec, str):
        _refuse_compounds(compounds, type(spec).__name__)
        return _check_analyzer(spec)
    kind, _, name = spec.partition(":")
    if spec == "builtin" or (kind == "builtin" and name):
        return _load_builtin(lang, name, compounds)
    if spec in OPTIONAL_ANALYZERS or (kind in ("spacy", "stanza") and name):
        _refuse_compounds(compounds, kind)
    if kind == "spacy" and name:
        from .adapters import SpacyAnalyzer

        return SpacyAnalyzer(name)
    if kind == "stanza" and name:
        from .adapters import StanzaAnalyzer

        return StanzaAnalyzer(name)
    if spec in OPTIONAL_ANALYZERS and spec not in find_language(lang).analyzers:
        raise UsageError(
            f"{spec} analyses {OPTIONAL_ANALYZERS[spec].language!r}, not {lang!r}: "
            "leave --analyzer out or give another language"
        )
    if spec == "jieba":
        from .adapters import JiebaAnalyzer

        return JiebaAnalyzer()
    if spec == "fugashi":
        from .adapters import FugashiAnalyzer

        return FugashiAnalyzer()
    if spec in _find_plugins():
        _refuse_compounds(compounds, spec)
        return _load_plugin(lang, _find_plugins()[spec])
    others = "".join(f", {name}" for name in get_plugin_names())
    raise UsageError(
        f"unknown analyser {spec!r}: give builtin, builtin:FILE.tagger, spacy:PIPELINE, "
        f"stanza:LANG{others}, jieba or fugashi (for example spacy:en_core_web_sm)"
    )


def get_plugin_names() -> list[str]:
    """Return the names of the analysers that other installed packages provide."""
    return list(_find_plugins())


def _find_plugins() -> dict[str, Plugin]:
    return find_plugins(_ENTRY_POINT_GROUP, "analyser", _BUILT_IN_NAMES)


def _load_plugin(lang: str, plugin: Plugin) -> Analyzer:
    factory = plugin.load()
    try:
        analyzer = factory(lang)
    except TeslaError:  # for example a language that it does not analyse
        raise
    except Exception as error:
        raise plugin.error(f"cannot be loaded ({type(error).__name__}: {error})") from error
    try:
        return _check_analyzer(analyzer)
    except UsageError as error:
        raise plugin.error(f"is unusable ({error})") from error


def _refuse_compounds(compounds: str, kind: str) -> None:
    """Raise a UsageError if compounds should be split by another than the built-in analyser."""
    if compounds not in ("auto", "none"):
        raise UsageError(
            f"only the built-in analyser splits compounds: leave --compounds out with {kind}"
        )


def _check_analyzer(analyzer: Analyzer) -> Analyzer:
    """Raise a UsageError if an object of the user does not implement `Analyzer`."""
    kind = type(analyzer).__name__
    for attribute in ("name", "preferred_tags", "analyze"):
        if not hasattr(analyzer, attribute):
            raise UsageError(
                f"{kind} is not an analyser: it has no {attribute!r}; give it 'name', "
                "'preferred_tags' and 'analyze', see docs/extend.md"
            )
    if analyzer.preferred_tags not in ("upos", "xpos"):
        raise UsageError(f"{kind}.preferred_tags is {analyzer.preferred_tags!r}, not upos or xpos")
    return analyzer


def _load_builtin(lang: str, tagger: str, compounds: str) -> Analyzer:
    """Load the built-in analyser, or the fallback analyser for languages without a tagger.

    `tagger` is the path of a tagger file; empty for the shipped tagger.
    """
    # Imported here, because input that is already analysed does not need taggers and lemmas.
    from .builtin_analyzer import BuiltinAnalyzer, FallbackAnalyzer, get_shipped_tagger_path
    from .compounds import load_shipped_splitter, load_splitter

    if compounds == "none":
        splitter = None
    elif compounds == "auto":
        splitter = load_shipped_splitter(lang)
    else:
        splitter = load_splitter(Path(compounds), lang)
    if tagger or find_language(lang).tagger:
        path = Path(tagger) if tagger else get_shipped_tagger_path(lang)
        return BuiltinAnalyzer(lang, path, splitter)
    if splitter is not None:
        raise UsageError(
            f"only nouns are split, and {lang!r} has no tagger to find them: "
            "leave --compounds out, or give --analyzer builtin:FILE.tagger"
        )
    return FallbackAnalyzer(lang)


class LanguageResources(NamedTuple):
    """The resources of a language, one row in the output of `tesla languages`.

    The names of the fields are the headings of the columns. The defaults are the values of
    languages that are not listed.
    """

    language: str
    tokenizer: str = "by script"
    tagger: str | None = None
    upos: float | None = None  # percentage of correct UPOS on held-out text
    function: float | None = None  # the same for the distinction of function and content words
    lemmas: str = "lower"
    synonyms: str = "none"
    compounds: str | None = "no"
    frequencies: bool = False  # this field and the next two: whether there is such a table
    paraphrases: bool = False
    negations: bool = False
    analyzers: str = "builtin"  # names of the available analysers


# The row of all languages that are not listed.
OTHER_LANGUAGES = LanguageResources("others")


def list_known_languages() -> tuple[str, ...]:
    """Return the codes of all languages with resources: main languages first, others by code."""
    shipped = get_shipped_languages()
    main_codes = [language.code for language in shipped if language.order]
    codes = (
        {language.code for language in shipped}
        | list_languages_with_tables()
        | list_lemma_languages()
    )
    return (*main_codes, *sorted(codes.difference(main_codes)))


def describe_language(lang: str) -> LanguageResources:
    """Return the resources of a language that are available on this machine."""
    tagger, upos, function = None, None, None
    if find_language(lang).tagger:
        resource = read_resource(get_shipped_tagger_path(lang), KIND, VERSION, SETTINGS)
        settings: dict[str, Any] = resource.settings
        accuracy = settings["held_out"]
        tagger = f"perceptron ({settings['labels']})"
        upos, function = accuracy["upos"], accuracy["function"]
    splitter = load_shipped_splitter(lang)
    return LanguageResources(
        language=lang,
        tokenizer=get_tokenizer(lang).name,
        tagger=tagger,
        upos=upos,
        function=function,
        lemmas=Lemmatizer(lang).name,
        synonyms=get_shipped_synonyms_name(lang),
        compounds=splitter.name if splitter else None,
        frequencies=find_shipped_frequencies(lang) is not None,
        paraphrases=find_shipped_paraphrases(lang) is not None,
        negations=has_negations(lang),
        analyzers=", ".join(["builtin", *_installed_extras(lang)]),
    )


def _installed_extras(lang: str) -> list[str]:
    """Return the names of the optional analysers of a language that are installed."""
    return [
        name
        for name in find_language(lang).analyzers
        if name in OPTIONAL_ANALYZERS and all(map(find_spec, OPTIONAL_ANALYZERS[name].modules))
    ]
