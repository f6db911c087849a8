"""Words as the native core takes them: equal things have equal numbers."""

from collections.abc import Hashable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from ..matching.bags import Words

if TYPE_CHECKING:
    from .._core import _native


def native_words(native: ModuleType, *groups: Sequence[Words]) -> "list[list[_native.Words]]":
    """Each group's words, numbered together; a tag of None becomes -1, which equals nothing."""
    lemmas: dict[Hashable, int] = {}
    tags: dict[Hashable, int] = {None: -1}
    return [
        [
            native.Words(
                [lemmas.setdefault(lemma, len(lemmas)) for lemma in words.lemmas],
                [tags.setdefault(tag, len(tags)) for tag in words.tags],
                [list(synsets) for synsets in words.synsets],
                words.function,
            )
            for words in group
        ]
        for group in groups
    ]
