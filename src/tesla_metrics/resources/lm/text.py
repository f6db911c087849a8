"""Convert text to the words of a language model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import UsageError
from ...files.schema import LANGUAGE, anything, boolean, one_of, optional, record

# Reserved words: an unknown word, and the start and the end of a sentence.
UNKNOWN, START, END = "<unk>", "<s>", "</s>"
# Their ids in models that tesla-metrics trains are 0, 1 and 2, as in lmplz of KenLM.
SYMBOLS = (UNKNOWN, START, END)
UNKNOWN_ID, START_ID, END_ID = range(3)

# Some toolkits write <UNK>, which KenLM treats as <unk>.
UPPER_UNKNOWN = "<UNK>"
ALL_SYMBOLS = frozenset([*SYMBOLS, UPPER_UNKNOWN])


# Names of tokenisers in settings.
BUILT_IN, WHITE_SPACE = "builtin", "none"
# Schema of the text settings in a model file.
SETTINGS = record(
    {
        "language": optional(LANGUAGE),
        "tokenizer": one_of(BUILT_IN, WHITE_SPACE),
        "lower": boolean(),
    },
    other_fields=anything(),
)


@dataclass(frozen=True)
class TextSettings:
    """Settings of the conversion of text to words.

    language   language code; None: unknown
    tokenizer  `builtin`, or `none` to split at white space
    lower      whether words are converted to lower case
    """

    language: str | None = None
    tokenizer: str = WHITE_SPACE
    lower: bool = True

    def __post_init__(self) -> None:
        if self.tokenizer not in (BUILT_IN, WHITE_SPACE):
            raise UsageError(f"unknown tokeniser {self.tokenizer!r}: give builtin or none")
        if self.tokenizer == BUILT_IN and self.language is None:
            raise UsageError("the built-in tokeniser needs a language: give one, such as -l en")

    def words(self, text: str) -> list[str]:
        """Return the words of a line, including punctuation."""
        if self.tokenizer == BUILT_IN and self.language is not None:
            from ...text.tokenizers import get_tokenizer

            words = get_tokenizer(self.language).tokenize(text)
        else:
            words = text.split()
        if not self.lower or not words:
            return words
        return " ".join(words).lower().split(" ")

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as recorded in a model file."""
        return {"language": self.language, "tokenizer": self.tokenizer, "lower": self.lower}

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any]) -> "TextSettings":
        """Return the settings that a model file records."""
        return cls(settings["language"], settings["tokenizer"], settings["lower"])
