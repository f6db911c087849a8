"""How text becomes a model's words: the same way when it is trained and when it scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import UsageError
from ..files.schema import LANGUAGE, anything, flag, one_of, optional, record

BUILT_IN, WHITE_SPACE = "builtin", "none"
# As a model's file records them.
SETTINGS = record(
    {
        "language": optional(LANGUAGE),
        "tokenizer": one_of(BUILT_IN, WHITE_SPACE),
        "lower": flag(),
    },
    others=anything(),
)


@dataclass(frozen=True)
class TextSettings:
    """Language, tokeniser (`builtin`, or `none` for words between white space), lower-casing."""

    language: str | None = None
    tokenizer: str = WHITE_SPACE
    lower: bool = True

    def __post_init__(self) -> None:
        if self.tokenizer not in (BUILT_IN, WHITE_SPACE):
            raise UsageError(f"unknown tokeniser {self.tokenizer!r}: give builtin or none")
        if self.tokenizer == BUILT_IN and self.language is None:
            raise UsageError("the built-in tokeniser goes by language: give one, such as -l en")

    def words(self, text: str) -> list[str]:
        """The words of a line, punctuation included."""
        if self.tokenizer == BUILT_IN and self.language is not None:
            from ..analysis.tokenizers import get_tokenizer

            words = get_tokenizer(self.language).tokenize(text)
        else:
            words = text.split()
        if not self.lower or not words:
            return words
        return " ".join(words).lower().split(" ")

    def facts(self) -> dict[str, Any]:
        """The settings as a model's file records them."""
        return {"language": self.language, "tokenizer": self.tokenizer, "lower": self.lower}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "TextSettings":
        """The settings that a model's file records."""
        return cls(facts["language"], facts["tokenizer"], facts["lower"])
