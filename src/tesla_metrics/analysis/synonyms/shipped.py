"""The tables of synonyms that come with the package: what `auto` means, the same everywhere."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ...files.resource import read_resource
from ...languages import find_language
from ..language_tables import shipped_table
from .compiled import KIND, SETTINGS, VERSION, load_compiled
from .table import NO_SYNONYMS, SynonymTable


def shipped_synonyms(lang: str) -> Path | None:
    """The table of a language, or of the one whose table serves it too."""
    return shipped_table(KIND, find_language(lang).synonyms or lang)


def shipped_name(lang: str) -> str:
    """What signatures call it, without loading all of it."""
    path = shipped_synonyms(lang)
    if path is None:
        return NO_SYNONYMS.name
    return str(read_resource(path, KIND, VERSION, SETTINGS).settings["source"])


@lru_cache(maxsize=8)
def load_shipped(path: Path) -> SynonymTable:
    """Its name has no hash: the file belongs to the package, whose version is in the signature."""
    table = load_compiled(path)
    return replace(table, name=table.name.partition("@")[0])
