"""Dictionaries compiled into our own container, which load many times faster."""

from pathlib import Path

from ...errors import ResourceError, UsageError
from ...files.resource import Resource, is_resource, read_resource
from .recognise import recognise
from .source import read_source
from .table import SynonymTable, Synset, decode, encode, number

KIND = "synonyms"
VERSION = 1


def compile_synonyms(path: Path, lang: str) -> Resource:
    """Compile a MyThes, Cilin or tab-separated file; the same synsets come out."""
    if is_resource(path):
        raise UsageError(f"{path} is compiled already; give the file it was made from")
    source = read_source(path)
    form, synsets = recognise(source)
    return synonyms_resource(form, lang, source.sha256, synsets)


def synonyms_resource(name: str, lang: str, sha256: str, synsets: list[Synset]) -> Resource:
    """The compiled file's content for synsets that are known already."""
    numbers = number(synsets)
    settings = {
        "source": name,
        "language": lang,
        "sha256": sha256,
        "words": len(numbers),
        "synsets": len(set(synsets)),
    }
    return Resource(KIND, VERSION, settings, encode(numbers))


def load_compiled(path: Path) -> SynonymTable:
    """A compiled dictionary, under the name that its source has."""
    resource = read_resource(path, KIND, VERSION)
    try:
        name = f"{resource.settings['source']}@{resource.settings['sha256'][:8]}"
        return SynonymTable(name, decode(resource.body))
    except (KeyError, ValueError) as error:
        raise ResourceError(
            f"{path} does not hold synonyms; build it anew with 'tesla build synonyms'"
        ) from error
