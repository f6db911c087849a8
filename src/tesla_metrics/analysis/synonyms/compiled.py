"""Dictionaries compiled into our own container, which load many times faster."""

from collections.abc import Sequence
from pathlib import Path

from ...errors import UsageError
from ...files.header import malformed
from ...files.kinds import FileKind, tell_file
from ...files.resource import Resource, read_resource
from ...files.schema import LANGUAGE, SHA256, MisfitError, anything, record, text, whole
from ...languages.codes import UNDETERMINED
from ..language_tables import is_checked
from ..lazy import LazyTable
from .source import read_source
from .synonym_lines import line_finder
from .table import SynonymTable, Synset, decode, encode, number

KIND = "synonyms"
VERSION = 1
SETTINGS = record(
    {
        "source": text(),
        "language": LANGUAGE,
        "sha256": SHA256,
        "words": whole(1, 10**9),
        "synsets": whole(1, 10**9),
    },
    others=anything(),
)


def compile_synonyms(path: Path, lang: str) -> Resource:
    """Compile a MyThes, Cilin or tab-separated file; the same synsets come out."""
    if is_compiled(path):
        raise UsageError(f"{path} is compiled already; give the file it was made from")
    from .recognise import recognise  # who reads compiled ones needs none of it

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


def is_compiled(path: Path) -> bool:
    """Whether the file begins like one of ours; one that cannot be read does not."""
    try:
        return tell_file(path).kind is FileKind.RESOURCE
    except OSError:
        return False


def load_compiled(path: Path, languages: Sequence[str] = (UNDETERMINED,)) -> SynonymTable:
    """A compiled dictionary, under the name that its source has.

    One of another language than these is refused; one that does not say its own serves any, and
    texts of an unknown one take any.
    """
    resource = read_resource(path, KIND, VERSION, SETTINGS)
    settings = resource.settings
    own = settings["language"]
    if UNDETERMINED not in (own, *languages) and own not in languages:
        raise UsageError(
            f"{path} has {KIND} of {own!r}, but the texts are {languages[0]!r}: build a table of "
            f"{languages[0]!r} with 'tesla build {KIND}'"
        )
    name = f"{settings['source']}@{settings['sha256'][:8]}"
    try:
        if is_checked(resource):
            lazy = LazyTable(
                lambda: decode(resource.body, checked=True), line_finder(resource.body)
            )
            return SynonymTable(name, lazy, resource.digest, resource.body)
        numbers = decode(resource.body)
        if len(numbers) != settings["words"]:
            raise MisfitError(f"its body has {len(numbers)} words, not {settings['words']}")
    except MisfitError as error:
        raise malformed(path, error, KIND) from error
    return SynonymTable(name, numbers, resource.digest, resource.body)
