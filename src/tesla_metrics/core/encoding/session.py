"""The `Session`, which owns analysers, tables and caches; the size of each cache is bounded."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from os import fspath
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar, cast

from ...errors import UsageError
from ...files.long_runs import get_file_stamp
from ...native import ForkSafeLock, load_native

Value = TypeVar("Value")

# Estimated memory of the codes of a text in plain Python: per character, and per text. They are
# upper bounds; bags of character n-grams need most.
_BYTES_PER_CHARACTER = 500
_BYTES_PER_TEXT = 500


class TextCache(Generic[Value]):
    """Cache of values by text, bounded in bytes; it is cleared when it is full.

    The size of a value is estimated from the length of its text. `measure_bytes`, if it is not
    None, returns the additional size of a value in bytes.
    """

    def __init__(
        self,
        max_bytes: int,
        bytes_per_character: int = _BYTES_PER_CHARACTER,
        measure_bytes: Callable[[Value], int] | None = None,
    ) -> None:
        self._max_bytes, self._bytes_per_character = max_bytes, bytes_per_character
        self._used_bytes = 0
        self._measure_bytes = measure_bytes
        self._values: dict[str, Value] = {}

    def get_all(
        self, texts: Sequence[str], compute_values: Callable[[list[str]], Iterable[Value]]
    ) -> list[Value]:
        """Return the value of each text; `compute_values` computes the missing ones, each once."""
        # Hold the values of this call here: another thread may clear the cache meanwhile.
        values = {text: self._values.get(text) for text in texts}
        missing_texts = [text for text, value in values.items() if value is None]
        new_values = compute_values(missing_texts) if missing_texts else ()
        for text, value in zip(missing_texts, new_values, strict=True):
            values[text] = value
            self._store(text, value)
        return [values[text] for text in texts]  # type: ignore[misc]

    def _store(self, text: str, value: Value) -> None:
        entry_bytes = _BYTES_PER_TEXT + self._bytes_per_character * len(text)
        if self._measure_bytes is not None:
            entry_bytes += self._measure_bytes(value)
        if self._used_bytes + entry_bytes > self._max_bytes:
            self._values, self._used_bytes = {}, 0
        if entry_bytes <= self._max_bytes:
            self._values[text] = value
            self._used_bytes += entry_bytes


T = TypeVar("T")

# Maximum number of values that one function makes, for example tables of 8 languages; the least
# recently used value is dropped.
_MAX_VALUES_PER_FUNCTION = 8
DEFAULT_MEMORY_BYTES = 40 << 20


class Session:
    """Owner of analysers, tables and caches, which any number of metrics can share.

    Metrics that are created without a session share a default one.

    Parameters
    ----------
    core : {"auto", "native", "python"}, default "auto"
        Implementation to use. "auto" uses the native core if it was built and the environment
        variable TESLA_PURE is not set.
    memory : int, default 40 MiB
        Maximum size in bytes of each cache: words, codes of references, analyses.

    Raises
    ------
    UsageError
        If `core` is unknown or `memory` is not a positive integer.
    """

    def __init__(self, *, core: str = "auto", memory: int = DEFAULT_MEMORY_BYTES) -> None:
        if core not in ("auto", "native", "python"):
            raise UsageError(f"core {core!r}: choose auto, native or python")
        if not isinstance(memory, int) or memory < 1:
            raise UsageError(f"memory {memory!r}: give a number of bytes")
        self.native: ModuleType | None = None if core == "python" else load_native(core)
        self.memory = memory
        self.loading_lock = ForkSafeLock()  # only one thread loads at a time
        # For each function that makes values: its values by their arguments.
        self._caches: dict[Hashable, OrderedDict[Hashable, Any]] = {}

    @property
    def core(self) -> str:
        """The implementation in use, "native" or "python", as printed in signatures."""
        return "python" if self.native is None else "native"

    def once(self, make: Callable[..., T], *key: Hashable) -> T:
        """Return `compute_values(*key)`, computed once per key as long as the value is cached.

        Parameters
        ----------
        make : callable
            Function that creates the value; part of the cache key.
        *key : hashable
            Arguments of `compute_values`.

        Returns
        -------
        object
            The cached value.
        """
        return self._get_or_make(make, key, lambda: make(*key))

    def of_file(self, load: Callable[..., T], path: str | Path, *more: Hashable) -> T:
        """Return `load(path, *more)` for the current content of the file.

        Parameters
        ----------
        load : callable
            Function that reads the file; part of the cache key.
        path : str or Path
            File to read. If it changes, it is read again.
        *more : hashable
            Further arguments of `load`.

        Returns
        -------
        object
            The cached value.
        """
        name = fspath(path)  # strings compare faster than paths
        return self._get_or_make(
            load, (name, get_file_stamp(name), *more), lambda: load(Path(name), *more)
        )

    def _get_or_make(self, function: Hashable, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of `function` and `key`; call `compute_values` if it is not cached."""
        with self.loading_lock.lock:
            entries = self._caches.setdefault(function, OrderedDict())
            if key not in entries:
                entries[key] = make()
                if len(entries) > _MAX_VALUES_PER_FUNCTION:
                    entries.popitem(last=False)
            entries.move_to_end(key)
            value: T = entries[key]
            return value


class SessionProperty(Generic[T]):
    """Property that is computed on first access, under the lock of the object's session.

    `cached_property` is not used: before Python 3.12 it has a separate lock, and two threads that
    load different properties could deadlock.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __get__(self, instance: Any, owner_class: type) -> T:
        if instance is None:  # accessed on the class, for example by `help`
            return self  # type: ignore[return-value]
        with instance.session.loading_lock.lock:
            attributes = vars(instance)
            if self._make.__name__ not in attributes:
                attributes[self._make.__name__] = self._make(instance)
            # Later accesses find the instance attribute and do not call this method.
            return cast(T, attributes[self._make.__name__])


_default: Session | None = None


def default_session() -> Session:
    """Return the session that metrics use if none is passed."""
    global _default
    if _default is None:
        _default = Session()
    return _default
