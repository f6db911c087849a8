"""Find and read the data tables of a language, and decode them when they are needed."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from ..errors import UsageError
from ..files.resource import DATA_FOLDER, Resource, get_build_command, read_resource
from ..files.schema import Schema

_DATA_ROOT = DATA_FOLDER


@cache  # the installed files do not change while the program runs
def find_shipped_table(kind: str, lang: str) -> Path | None:
    """Return the path of a table that ships with the package; None if there is none."""
    path = _DATA_ROOT / kind / f"{lang}.{kind}"
    return path if path.is_file() else None


def list_languages_with_tables() -> frozenset[str]:
    """Return the codes of the languages that have a shipped table."""
    return frozenset(path.stem for path in _DATA_ROOT.glob("*/*.*"))


def is_checked(resource: Resource) -> bool:
    """Return whether a resource is known to be valid, because it is identical to a shipped file.

    tools/list_checked.py validates the shipped files and lists their checksums.
    """
    return resource.digest in _checked()


@cache
def _checked() -> frozenset[str]:
    """Return the checksums of the shipped files; each is followed by a file name in the list."""
    return frozenset((_DATA_ROOT / "checked.txt").read_text(encoding="utf-8").split()[::2])


def read_table(path: Path, kind: str, version: int, settings: Schema, lang: str) -> Resource:
    """Read a table; raise a UsageError if its language is not `lang`."""
    resource = read_resource(path, kind, version, settings)
    language = resource.settings["language"]
    if language != lang:
        raise UsageError(
            f"{path} has {kind} of {language!r}, but the texts are {lang!r}: build a table of "
            f"{lang!r} with {get_build_command(kind)}"
        )
    return resource


ValueT = TypeVar("ValueT")


class LazyTable(Mapping[str, ValueT], Generic[ValueT]):
    """A mapping that is created when it is used for the first time.

    `create` creates the mapping; it must be deterministic, and no value may be None. If `look_up`
    is not None, it looks up single words without creating the mapping, and returns None for missing
    words.
    """

    def __init__(
        self,
        create: Callable[[], Mapping[str, ValueT]],
        look_up: Callable[[str], ValueT | None] | None = None,
    ) -> None:
        self._make: Callable[[], Mapping[str, ValueT]] | None = create
        self._find = look_up
        self._mapping: Mapping[str, ValueT] | None = None

    def __reduce__(self) -> Any:
        return _return_mapping, (self.mapping,)

    @property
    def mapping(self) -> Mapping[str, ValueT]:
        """The complete mapping, created on first access."""
        # There is no lock, since a forked process could inherit it locked. Hence two threads may
        # both create the mapping.
        make = self._make
        if make is not None:
            self._mapping = make()
            self._make = self._find = None  # releases the encoded data
        assert self._mapping is not None
        return self._mapping

    def get(self, word: str, default: Any = None) -> Any:
        value = self._look_up(word)
        return default if value is None else value

    def __getitem__(self, word: str) -> ValueT:
        value = self._look_up(word)
        if value is None:
            raise KeyError(word)
        return value

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._look_up(word) is not None

    def _look_up(self, word: str) -> ValueT | None:
        find = self._find
        return self.mapping.get(word) if find is None else find(word)

    def __iter__(self) -> Iterator[str]:
        return iter(self.mapping)

    def __len__(self) -> int:
        return len(self.mapping)


def _return_mapping(mapping: Mapping[str, ValueT]) -> Mapping[str, ValueT]:
    """Return the mapping; unpickling a `LazyTable` calls this function."""
    return mapping
