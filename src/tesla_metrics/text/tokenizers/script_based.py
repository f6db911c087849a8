"""The tokeniser for languages without rules, which uses only the script of the text."""

import re

from .base import Tokenizer
from .patterns import PIECE_PATTERN, get_shape

_ACRONYM = re.compile(r"(?>(?:[^\W\d_]\.){2,})")


class ScriptTokenizer(Tokenizer):
    """Splits text at spaces and punctuation; scripts without spaces are split into characters."""

    def __init__(self, lang: str) -> None:
        super().__init__(f"script-{lang}")

    def tokenize_chunk(self, chunk: str) -> tuple[str, ...]:
        words: list[str] = []
        classes = get_shape(chunk)
        start = 0
        while start < len(chunk):
            match = PIECE_PATTERN.match(classes, start)
            assert match is not None
            end = match.end()
            if match.lastgroup == "word" and chunk[end - 1] == "." and end - start > 1:
                # The final dot is split off unless the word is an acronym.
                if not _ACRONYM.fullmatch(chunk[start:end]):
                    end -= 1
            elif classes[start] in ".-":  # repeated dots or hyphens are one word
                while classes[end : end + 1] == classes[start]:
                    end += 1
            words.append(chunk[start:end])
            start = end
        return tuple(words)
