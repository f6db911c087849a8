"""What was made of texts, for as long as it fits."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

Value = TypeVar("Value")

# What plain Python makes of a text takes so much for each character, at the most: bags of
# characters by the n-gram.
_BYTES_A_CHARACTER = 500
_BYTES_A_TEXT = 500


class Remembered(Generic[Value]):
    """Values by text, bounded in bytes; when all is full, it is forgotten."""

    def __init__(
        self,
        most_bytes: int,
        a_character: int = _BYTES_A_CHARACTER,
        measure: Callable[[Value], int] | None = None,
    ) -> None:
        self._most, self._size, self._a_character = most_bytes, 0, a_character
        self._measure = measure  # bytes of a value, where that can be told
        self._values: dict[str, Value] = {}

    def all(
        self, texts: Sequence[str], make: Callable[[list[str]], Iterable[Value]]
    ) -> list[Value]:
        """The value of each text; `make` makes those that are not known, each once."""
        # What this call needs is its own: another thread may forget everything meanwhile.
        found = {text: self._values.get(text) for text in texts}
        fresh = [text for text, value in found.items() if value is None]
        for text, value in zip(fresh, make(fresh) if fresh else (), strict=True):
            found[text] = value
            self._keep(text, value)
        return [found[text] for text in texts]  # type: ignore[misc]

    def _keep(self, text: str, value: Value) -> None:
        size = _BYTES_A_TEXT + self._a_character * len(text)
        if self._measure is not None:
            size += self._measure(value)
        if self._size + size > self._most:
            self._values, self._size = {}, 0
        if size <= self._most:
            self._values[text] = value
            self._size += size
