"""Load synonym dictionaries: shipped tables, compiled files, thesauri, packages."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...errors import ResourceError, UsageError
from ...files.cache import cached
from ...files.compression import FileKind, detect_file_type
from ...files.lines import max_line
from ...files.long_runs import file_stamp
from ...files.resource import Resource, malformed_error, read_resource
from ...files.schema import LANGUAGE, SHA256, SchemaError, anything, integer, record, text
from ...native import load_native
from ..language_tables import LazyTable, is_checked, shipped_table
from ..languages import find_language
from ..languages.codes import UNDETERMINED
from ..script_conversion import AS_IS, Script, load_script
from .base import SynonymDictionary, SynonymFile, Synonyms, check_lines, read_content, read_source
from .table import (
    NO_SYNONYMS,
    ScriptedSynonyms,
    SynonymTable,
    Synset,
    decode_synsets,
    encode_synsets,
    number_synsets,
)


def line_finder(lines: bytes) -> Callable[[str], str | None] | None:
    """Return a function that finds the text after a word.

    Returns None without the native core, or if the lines are not sorted.
    """
    native: Any = load_native()
    if native is None:
        return None
    try:
        table = native.SortedLines(lines)
    except ValueError:
        return None

    def find(word: str) -> str | None:
        try:
            value: str | None = table.find(word.encode())
        except UnicodeEncodeError:  # a lone surrogate is in no table
            return None
        return value

    return find


KIND = "synonyms"
VERSION = 1
SETTINGS = record(
    {
        "source": text(),
        "language": LANGUAGE,
        "sha256": SHA256,
        "words": integer(1, 10**9),
        "synsets": integer(1, 10**9),
    },
    others=anything(),
)


def compile_synonyms(path: Path, lang: str) -> Resource:
    """Compile a MyThes, Cilin or tab-separated file without changing its synsets."""
    if is_compiled(path):
        raise UsageError(f"{path} is already compiled; give the file that it was compiled from")
    from .thesauri import parse_thesaurus  # not needed for compiled files

    source = read_source(path)
    form, synsets = parse_thesaurus(source)
    return synonyms_resource(form, lang, source.sha256, synsets)


def synonyms_resource(name: str, lang: str, sha256: str, synsets: list[Synset]) -> Resource:
    """Return the content of a compiled file for parsed synsets."""
    numbers = number_synsets(synsets)
    settings = {
        "source": name,
        "language": lang,
        "sha256": sha256,
        "words": len(numbers),
        "synsets": len(set(synsets)),
    }
    return Resource(KIND, VERSION, settings, encode_synsets(numbers))


def is_compiled(path: Path) -> bool:
    """Return whether a file is one of our own compiled files; False if it cannot be read."""
    try:
        return detect_file_type(path).kind is FileKind.RESOURCE
    except OSError:
        return False


def load_compiled(path: Path, languages: Sequence[str] = (UNDETERMINED,)) -> SynonymTable:
    """Load a compiled dictionary; its name is that of its source.

    A dictionary of another language is refused, unless the language of the dictionary or of the
    texts is undetermined.
    """
    resource = read_resource(path, KIND, VERSION, SETTINGS)
    settings = resource.settings
    language = settings["language"]
    if UNDETERMINED not in (language, *languages) and language not in languages:
        raise UsageError(
            f"{path} has {KIND} of {language!r}, but the texts are {languages[0]!r}: build a table "
            f"of {languages[0]!r} with 'tesla build {KIND}'"
        )
    name = f"{settings['source']}@{settings['sha256'][:8]}"
    try:
        if is_checked(resource):
            lazy = LazyTable(
                lambda: decode_synsets(resource.body, checked=True), line_finder(resource.body)
            )
            return SynonymTable(name, lazy, resource.digest, resource.body)
        numbers = decode_synsets(resource.body)
        if len(numbers) != settings["words"]:
            raise SchemaError(f"its body has {len(numbers)} words, not {settings['words']}")
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error
    return SynonymTable(name, numbers, resource.digest, resource.body)


def shipped_synonyms(lang: str) -> Path | None:
    """Return the path of the shipped table for a language, which may be that of another one."""
    return shipped_table(KIND, find_language(lang).synonyms or lang)


def shipped_synonyms_name(lang: str) -> str:
    """Return the name of the shipped table for signatures, without loading the table."""
    path = shipped_synonyms(lang)
    if path is None:
        return NO_SYNONYMS.name
    return str(read_resource(path, KIND, VERSION, SETTINGS).settings["source"])


@lru_cache(maxsize=8)
def load_shipped(path: Path) -> SynonymTable:
    """Load a shipped table; its name has no hash, since signatures contain the package version."""
    table = load_compiled(path)
    return replace(table, name=table.name.partition("@")[0])


# Environment variable with a folder that is searched first.
MYTHES_VARIABLE = "TESLA_MYTHES"

MYTHES_FOLDERS = (Path("/usr/share/mythes"), Path("/usr/share/myspell/dicts"))


def find_mythes(lang: str) -> Path | None:
    """Find the installed MyThes thesaurus of a language; links are resolved for a unique name."""
    custom_folder = os.environ.get(MYTHES_VARIABLE)
    for folder in [Path(custom_folder), *MYTHES_FOLDERS] if custom_folder else MYTHES_FOLDERS:
        # The country of the same code first: es_ES before es_AR.
        names = (f"th_{lang}_{lang.upper()}*.dat", f"th_{lang}_*.dat", f"thes_{lang}.dat")
        for pattern in names:
            for path in sorted(folder.glob(pattern)):
                if path.is_file():
                    return path.resolve()
    return None


def load_synonyms(lang: str, spec: str = "auto", script: str = AS_IS) -> Synonyms:
    """Load the synonym dictionary for a language.

    Parameters
    ----------
    lang : str
        Language code such as "en".
    spec : str, default "auto"
        "auto" (the shipped table of the language, if there is one), "none", "wordnet" (the shipped
        table, or an error if there is none), "cilin" (the package), "mythes" (an installed
        thesaurus), "wn:LEXICON", or the path of a compiled, MyThes, Cilin or tab-separated file.
    script : {"as-is", "simplified", "traditional"}
        For Chinese: with one of the last two, words of both scripts are found.

    Returns
    -------
    Synonyms

    Raises
    ------
    UsageError
        If the dictionary is for another language.
    ResourceError
        If the dictionary is missing or damaged.
    """
    conversion = load_script(script, lang)
    dictionary = _load_by_spec(lang, spec)
    if conversion is None or dictionary is NO_SYNONYMS:
        return dictionary
    return _convert_dictionary(dictionary, conversion)


def _load_by_spec(lang: str, spec: str) -> SynonymDictionary:
    if spec == "none":
        return NO_SYNONYMS
    if spec in ("auto", "wordnet"):
        return _shipped(lang, spec)
    if spec == "cilin":
        if not find_language(lang).is_chinese:
            raise UsageError(f"Cilin is Chinese, not '{lang}'; use 'auto', 'mythes' or a file")
        from .packages import load_cilin_package  # imported here because it is rarely used

        return load_cilin_package()
    if spec.startswith("wn:"):
        from .packages import load_wordnet

        return load_wordnet(spec.removeprefix("wn:"))
    path = find_mythes(lang) if spec == "mythes" else Path(spec).absolute()
    if path is None:
        raise ResourceError(
            f"no MyThes thesaurus for '{lang}' was found; "
            f"install the Debian package mythes-{lang} or give --synonyms FILE"
        )
    return _load_file(path, file_stamp(path), lang)


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
def _convert_dictionary(dictionary: SynonymDictionary, script: Script) -> ScriptedSynonyms:
    return ScriptedSynonyms(dictionary, script)


@lru_cache(maxsize=8)
def _load_file(path: Path, _stamp: tuple[int, int], lang: str) -> SynonymTable:
    """Load a file, cached by path and time stamp so that changed files are read again."""
    if is_compiled(path):
        # In the language, or in the language whose table is used for it.
        return load_compiled(path, (lang, find_language(lang).synonyms or lang))
    source = read_content(path)
    sha256 = source.sha256
    # Includes the package version, since other versions may parse thesauri differently.
    cache_key = f"{KIND} {VERSION} {__version__} {sha256} {max_line()} "
    # Parsing a thesaurus takes a second or more; damaged files are not cached.
    compiled = cached(cache_key.encode() + os.fsencode(path.name), lambda: _compile_source(source))
    name, _, body = compiled.partition(b"\0")
    return SynonymTable(
        f"{os.fsdecode(name)}@{sha256[:8]}", decode_synsets(body, checked=True), lines=body
    )


def _compile_source(source: SynonymFile) -> bytes:
    """Return the name for signatures, a NUL byte, and the encoded words."""
    from .thesauri import parse_thesaurus

    check_lines(source)
    name, synsets = parse_thesaurus(source)
    return os.fsencode(name) + b"\0" + encode_synsets(number_synsets(synsets))
