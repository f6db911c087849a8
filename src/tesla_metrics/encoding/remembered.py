"""What was made of texts, for as long as it fits."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

Value = TypeVar("Value")

# Objects of Python for a character of the text, as measured for words and bags of characters.
_BYTES_A_CHARACTER = 100
_BYTES_A_TEXT = 500


class Remembered(Generic[Value]):
    """Values by text, bounded in bytes; when all is full, it is forgotten."""

    def __init__(self, most_bytes: int) -> None:
        self._most, self._size = most_bytes, 0
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
        size = _BYTES_A_TEXT + _BYTES_A_CHARACTER * len(text)
        if self._size + size > self._most:
            self._values, self._size = {}, 0
        if size <= self._most:
            self._values[text] = value
            self._size += size
