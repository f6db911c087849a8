"""Tables that are taken apart when the first word is asked for."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class LazyTable(Mapping[str, V], Generic[V]):
    """What `make` makes, with no None in it; it makes the same whoever asks first.

    `find`, where it is given, finds single words without that: None of one that is not there.
    """

    def __init__(
        self,
        make: Callable[[], Mapping[str, V]],
        find: Callable[[str], V | None] | None = None,
    ) -> None:
        self._make: Callable[[], Mapping[str, V]] | None = make
        self._find = find
        self._made: Mapping[str, V] | None = None

    def __reduce__(self) -> Any:
        return _given, (self.made,)

    @property
    def made(self) -> Mapping[str, V]:
        """All of it."""
        # Without a lock, which a fork could find taken: two threads may both make it, the same.
        make = self._make
        if make is not None:
            self._made = make()
            self._make = self._find = None  # and what it was made of may go
        assert self._made is not None
        return self._made

    def get(self, word: str, default: Any = None) -> Any:
        found = self._one(word)
        return default if found is None else found

    def __getitem__(self, word: str) -> V:
        found = self._one(word)
        if found is None:
            raise KeyError(word)
        return found

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._one(word) is not None

    def _one(self, word: str) -> V | None:
        find = self._find
        return self.made.get(word) if find is None else find(word)

    def __iter__(self) -> Iterator[str]:
        return iter(self.made)

    def __len__(self) -> int:
        return len(self.made)


def _given(made: Mapping[str, V]) -> Mapping[str, V]:
    """What comes out of a pickle is taken apart already."""
    return made
