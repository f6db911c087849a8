"""Load synonym dictionaries: shipped tables, compiled files, thesauri, packages."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...errors import ResourceError, UsageError
from ...files.cache import load_or_compute
from ...files.compression import FileKind, detect_file_type
from ...files.lines import get_max_line_length
from ...files.long_runs import get_file_stamp
from ...files.resource import Resource, malformed_error, read_resource
from ...files.schema import LANGUAGE, SHA256, SchemaError, anything, integer, record, text
from ...native import load_native
from ..language_tables import LazyTable, find_shipped_table, is_checked
from ..languages import find_language
from ..languages.codes import UNDETERMINED
from ..script_conversion import UNCONVERTED_SCRIPT, ScriptConverter, load_script_converter
from .base import (
    SynonymDictionary,
    SynonymFile,
    Synonyms,
    check_line_lengths,
    read_synonym_file,
    read_unchecked_synonym_file,
)
from .table import (
    NO_SYNONYMS,
    ScriptedSynonyms,
    SynonymTable,
    Synset,
    decode_synsets,
    encode_synsets,
    number_synsets,
)


def create_line_finder(lines: bytes) -> Callable[[str], str | None] | None:
    """Return a function that finds a word in lines `word<TAB>text` and returns the text.

    The result is None if the native core is not available or the lines are not sorted. The
    returned function returns None for words that are missing.
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
    other_fields=anything(),
)


def compile_synonyms(path: Path, lang: str) -> Resource:
    """Compile a MyThes, Cilin or tab-separated file without changing its synsets."""
    if is_compiled(path):
        raise UsageError(f"{path} is already compiled; give the file that it was compiled from")
    from .thesauri import parse_thesaurus  # imported here, because compiled files do not need it

    file = read_synonym_file(path)
    name, synsets = parse_thesaurus(file)
    return build_synonym_resource(name, lang, file.sha256, synsets)


def build_synonym_resource(name: str, lang: str, sha256: str, synsets: list[Synset]) -> Resource:
    """Return the content of a compiled file with these synsets.

    `name` is the name for signatures, and `sha256` is the hash of the file that was compiled.
    """
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
    """Return whether a file is a compiled file of this package; False if it cannot be read."""
    try:
        return detect_file_type(path).kind is FileKind.RESOURCE
    except OSError:
        return False


def load_compiled(path: Path, languages: Sequence[str] = (UNDETERMINED,)) -> SynonymTable:
    """Load a compiled dictionary. Its name is the name of the file from which it was compiled.

    `languages` are the allowed languages, the first of which is the language of the texts. Other
    dictionaries are refused, unless the language of the dictionary or of the texts is undetermined.
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
            lazy_numbers = LazyTable(
                lambda: decode_synsets(resource.body, is_valid=True),
                create_line_finder(resource.body),
            )
            return SynonymTable(name, lazy_numbers, resource.digest, resource.body)
        numbers = decode_synsets(resource.body)
        if len(numbers) != settings["words"]:
            raise SchemaError(f"its body has {len(numbers)} words, not {settings['words']}")
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error
    return SynonymTable(name, numbers, resource.digest, resource.body)


def find_shipped_synonyms(lang: str) -> Path | None:
    """Return the path of the shipped table for a language; None if there is none.

    Some languages use the table of another language.
    """
    return find_shipped_table(KIND, find_language(lang).synonyms or lang)


def get_shipped_synonyms_name(lang: str) -> str:
    """Return the name of the shipped table for signatures, without loading the table."""
    path = find_shipped_synonyms(lang)
    if path is None:
        return NO_SYNONYMS.name
    return str(read_resource(path, KIND, VERSION, SETTINGS).settings["source"])


@lru_cache(maxsize=8)
def load_shipped_table(path: Path) -> SynonymTable:
    """Load a shipped table.

    Its name has no hash, since signatures contain the version of the package.
    """
    table = load_compiled(path)
    return replace(table, name=table.name.partition("@")[0])


# Environment variable with the folder that is searched first.
MYTHES_VARIABLE = "TESLA_MYTHES"

# Folders in which Linux distributions install MyThes thesauri.
MYTHES_FOLDERS = (Path("/usr/share/mythes"), Path("/usr/share/myspell/dicts"))


def find_mythes(lang: str) -> Path | None:
    """Find the installed MyThes thesaurus of a language; None if there is none.

    Symbolic links are resolved, so that a thesaurus always has the same name in signatures.
    """
    custom_folder = os.environ.get(MYTHES_VARIABLE)
    folders = [Path(custom_folder), *MYTHES_FOLDERS] if custom_folder else MYTHES_FOLDERS
    # The country with the same code as the language is preferred: es_ES before es_AR.
    patterns = (f"th_{lang}_{lang.upper()}*.dat", f"th_{lang}_*.dat", f"thes_{lang}.dat")
    for folder in folders:
        for pattern in patterns:
            for path in sorted(folder.glob(pattern)):
                if path.is_file():
                    return path.resolve()
    return None


def load_synonyms(lang: str, spec: str = "auto", script: str = UNCONVERTED_SCRIPT) -> Synonyms:
    """Load the synonym dictionary for a language.

    Parameters
    ----------
    lang : str
        Language code.
    spec : str, default="auto"
        ``"auto"`` (the shipped table, or no synonyms if there is none), ``"none"``, ``"wordnet"``
        (the shipped table, or an error if there is none), ``"cilin"`` (the package cilin),
        ``"mythes"`` (an installed thesaurus), ``"wn:LEXICON"`` (a lexicon of the package wn), or
        the path of a compiled, MyThes, Cilin or tab-separated file.
    script : str, default="as-is"
        With ``"simplified"`` or ``"traditional"``, Chinese words of both scripts are looked up in
        this script.

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
    conversion = load_script_converter(script, lang)
    dictionary = _load_dictionary(lang, spec)
    if conversion is None or dictionary is NO_SYNONYMS:
        return dictionary
    return _convert_dictionary(dictionary, conversion)


def _load_dictionary(lang: str, spec: str) -> SynonymDictionary:
    if spec == "none":
        return NO_SYNONYMS
    if spec in ("auto", "wordnet"):
        return _load_shipped_dictionary(lang, spec)
    if spec == "cilin":
        if not find_language(lang).is_chinese:
            raise UsageError(f"Cilin is Chinese, not '{lang}'; use 'auto', 'mythes' or a file")
        from .packages import load_cilin_package  # imported here, because it is rarely used

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
    return _load_file(path, get_file_stamp(path), lang)


def _load_shipped_dictionary(lang: str, spec: str) -> SynonymTable:
    """Load the shipped table; if there is none, return no synonyms (auto) or raise an error."""
    path = find_shipped_synonyms(lang)
    if path is not None:
        return load_shipped_table(path)
    if spec == "auto":
        return NO_SYNONYMS
    raise UsageError(
        f"no wordnet is shipped for '{lang}' ('tesla languages' lists those that have one); "
        "use 'auto', 'mythes', 'wn:LEXICON' or a file"
    )


@lru_cache(maxsize=4)
def _convert_dictionary(dictionary: SynonymDictionary, script: ScriptConverter) -> ScriptedSynonyms:
    return ScriptedSynonyms(dictionary, script)


@lru_cache(maxsize=8)
def _load_file(path: Path, _stamp: tuple[int, int], lang: str) -> SynonymTable:
    """Load a file. The result is cached by path and time stamp, so that changes are noticed."""
    if is_compiled(path):
        # The table is in this language, or in the language whose shipped table is used for it.
        return load_compiled(path, (lang, find_language(lang).synonyms or lang))
    file = read_unchecked_synonym_file(path)
    sha256 = file.sha256
    # The key includes the version of the package, since others may parse thesauri differently.
    cache_key = f"{KIND} {VERSION} {__version__} {sha256} {get_max_line_length()} "
    # The parsed thesaurus is cached in a file, because parsing takes a second or more.
    compiled = load_or_compute(
        cache_key.encode() + os.fsencode(path.name), lambda: _compile_file(file)
    )
    name, _, body = compiled.partition(b"\0")
    return SynonymTable(
        f"{os.fsdecode(name)}@{sha256[:8]}", decode_synsets(body, is_valid=True), lines=body
    )


def _compile_file(file: SynonymFile) -> bytes:
    """Return the name for signatures, a NUL byte, and the encoded words."""
    from .thesauri import parse_thesaurus

    check_line_lengths(file)
    name, synsets = parse_thesaurus(file)
    return os.fsencode(name) + b"\0" + encode_synsets(number_synsets(synsets))
