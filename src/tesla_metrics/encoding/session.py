"""A session owns what scoring needs and keeps: analysers, tables, codes, and how much of each."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from os import fspath
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar, cast

from .._core.native import load_native
from ..errors import UsageError
from ..files.stamp import stamp
from ..forks import Guard

T = TypeVar("T")

# Things of a kind: eight languages at once, say. What is over is forgotten, the oldest first.
_MOST = 8
MEMORY = 40 << 20


class Session:
    """Made once, used for any number of metrics; who does not care uses the default one.

    core    native or python; auto: native where it was built and TESLA_PURE is not set
    memory  bytes that each thing that is kept may take: words, codes of references, analyses
    """

    def __init__(self, *, core: str = "auto", memory: int = MEMORY) -> None:
        if core not in ("auto", "native", "python"):
            raise UsageError(f"core {core!r}: choose auto, native or python")
        if not isinstance(memory, int) or memory < 1:
            raise UsageError(f"memory {memory!r}: give a number of bytes")
        self.native: ModuleType | None = None if core == "python" else load_native(core)
        self.memory = memory
        self.loading = Guard()  # one thing at a time
        self._things: dict[Hashable, OrderedDict[Hashable, Any]] = {}

    @property
    def core(self) -> str:
        """What signatures say."""
        return "python" if self.native is None else "native"

    def once(self, make: Callable[..., T], *key: Hashable) -> T:
        """`make(*key)`, the same thing for the same key as long as it is kept."""
        return self._kept(make, key, lambda: make(*key))

    def of_file(self, load: Callable[..., T], path: str | Path, *more: Hashable) -> T:
        """`load(path, *more)`, as the file is now: a changed one is read again."""
        name = fspath(path)  # paths take longer to compare
        return self._kept(load, (name, stamp(name), *more), lambda: load(Path(name), *more))

    def _kept(self, kind: Hashable, key: Hashable, make: Callable[[], T]) -> T:
        with self.loading.lock:
            own = self._things.setdefault(kind, OrderedDict())
            if key not in own:
                own[key] = make()
                if len(own) > _MOST:
                    own.popitem(last=False)
            own.move_to_end(key)
            thing: T = own[key]
            return thing


class Loaded(Generic[T]):
    """A property of what has a session, made when first needed, one thing at a time.

    Not `cached_property`: before Python 3.12 that has a lock of its own, and who loads one thing
    while another is loaded may wait for the other for ever.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __get__(self, owner: Any, kind: type) -> T:
        if owner is None:  # the class is asked, by `help` say
            return self  # type: ignore[return-value]
        with owner.session.loading.lock:
            kept = vars(owner)
            if self._make.__name__ not in kept:
                kept[self._make.__name__] = self._make(owner)
            # Found there from now on, without coming here.
            return cast(T, kept[self._make.__name__])


_default: Session | None = None


def default_session() -> Session:
    """The one that metrics use where none is given."""
    global _default
    if _default is None:
        _default = Session()
    return _default
