"""Find, read and lazily decode tables of a language."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from ..errors import UsageError
from ..files.resource import DATA_FOLDER, Resource, build_command, read_resource
from ..files.schema import Shape

_DATA = DATA_FOLDER


@cache  # the installed files do not change while the program runs
def shipped_table(kind: str, lang: str) -> Path | None:
    """Return the path of the table that ships with the package, if there is one."""
    path = _DATA / kind / f"{lang}.{kind}"
    return path if path.is_file() else None


def languages_with_tables() -> frozenset[str]:
    """Return the codes of the languages that have a shipped table."""
    return frozenset(path.stem for path in _DATA.glob("*/*.*"))


def is_checked(resource: Resource) -> bool:
    """Return whether a resource is identical to a shipped one and hence known to be valid.

    tools/list_checked.py validates the shipped files and lists their checksums.
    """
    return resource.digest in _checked()


@cache
def _checked() -> frozenset[str]:
    return frozenset((_DATA / "checked.txt").read_text(encoding="utf-8").split()[::2])


def read_table(path: Path, kind: str, version: int, settings: Shape, lang: str) -> Resource:
    """Read and check a table; refuse a table of another language."""
    resource = read_resource(path, kind, version, settings)
    language = resource.settings["language"]
    if language != lang:
        raise UsageError(
            f"{path} has {kind} of {language!r}, but the texts are {lang!r}: build a table of "
            f"{lang!r} with {build_command(kind)}"
        )
    return resource


V = TypeVar("V")


class LazyTable(Mapping[str, V], Generic[V]):
    """A mapping that is created by `make` on first use.

    `make` must be deterministic, and no value may be None. The optional function `find` looks up
    single words without creating the mapping; it returns None for missing words.
    """

    def __init__(
        self,
        make: Callable[[], Mapping[str, V]],
        find: Callable[[str], V | None] | None = None,
    ) -> None:
        self._make: Callable[[], Mapping[str, V]] | None = make
        self._find = find
        self._mapping: Mapping[str, V] | None = None

    def __reduce__(self) -> Any:
        return _identity, (self.mapping,)

    @property
    def mapping(self) -> Mapping[str, V]:
        """The complete mapping, created on first access."""
        # No lock, since a fork could inherit a locked one: two threads may create equal mappings.
        make = self._make
        if make is not None:
            self._mapping = make()
            self._make = self._find = None  # releases the data that the mapping was created from
        assert self._mapping is not None
        return self._mapping

    def get(self, word: str, default: Any = None) -> Any:
        value = self._look_up(word)
        return default if value is None else value

    def __getitem__(self, word: str) -> V:
        value = self._look_up(word)
        if value is None:
            raise KeyError(word)
        return value

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._look_up(word) is not None

    def _look_up(self, word: str) -> V | None:
        find = self._find
        return self.mapping.get(word) if find is None else find(word)

    def __iter__(self) -> Iterator[str]:
        return iter(self.mapping)

    def __len__(self) -> int:
        return len(self.mapping)


def _identity(mapping: Mapping[str, V]) -> Mapping[str, V]:
    """Return the mapping: pickles contain the decoded mapping."""
    return mapping
