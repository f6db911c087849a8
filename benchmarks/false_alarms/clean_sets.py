"""A clean test set, and how a translation is made weaker without making the file suspicious."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

NO_SPACES = frozenset({"zh", "ja"})
STRENGTHS = ("equal", "strong", "medium", "weak")
# Chance of each edit per line, and the share of words that it drops at most.
_EDITS = {"equal": (0.0, 0.0), "strong": (0.15, 0.1), "medium": (0.5, 0.2), "weak": (0.9, 0.4)}
_PIECES = re.compile(r"[A-Za-z0-9@#{}\\/<>_.:-]+|\s+|..?", re.DOTALL)
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe00-\ufe0e\ufeff\ufffd]"
)


@dataclass(frozen=True)
class CleanSet:
    """Outputs, references and perhaps sources: lines with the same number mean the same."""

    origin: str
    domain: str
    lang: str
    outputs: tuple[tuple[str, ...], ...]
    references: tuple[tuple[str, ...], ...]
    source: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Check what would not be clean: other numbers of lines, empty or unusual ones."""
        sides = [*self.outputs, *self.references, *([self.source] if self.source else [])]
        if not self.outputs or not self.references or {len(side) for side in sides} != {len(self)}:
            raise ValueError(f"{self.domain} {self.lang}: numbers of lines differ")
        for line in (line for side in sides for line in side):
            if not is_clean(line):
                raise ValueError(f"{self.domain} {self.lang}: not a clean line: {line!r}")

    def __len__(self) -> int:
        """Number of segments."""
        return len(self.references[0])


def is_clean(line: str) -> bool:
    """Whether a line has text, is composed (NFC), and has no control or invisible characters."""
    if not line.strip() or line != line.strip():
        return False
    if line.isascii():
        return not _HIDDEN.search(line)
    hidden = set(_HIDDEN.findall(line))
    if hidden and not (hidden == {"\u200d"} and has_emoji(line)):
        return False
    return unicodedata.is_normalized("NFC", line)


def has_emoji(line: str) -> bool:
    """Whether a line has an emoji, which may be joined of several."""
    return any(ord(char) >= 0x1F000 for char in line)


def pieces(line: str, lang: str) -> list[str]:
    """Words, or one or two characters in languages without spaces."""
    return _PIECES.findall(line) if lang in NO_SPACES else line.split()


def _swapped(words: list[str], rng: Random) -> list[str]:
    """Two neighbours in the other order; a capital at the start stays at the start."""
    if len(words) < 4:
        return words
    at = rng.randrange(1, len(words) - 2)
    return [*words[:at], words[at + 1], words[at], *words[at + 2 :]]


def _dropped(words: list[str], share: float, rng: Random) -> list[str]:
    """Without some words in the middle; the first and the last one stay."""
    if len(words) < 3:
        return words
    middle = [word for word in words[1:-1] if rng.random() >= share]
    return [words[0], *middle, words[-1]]


def weakened(
    line: str, lang: str, strength: str, rng: Random, others: Sequence[str] = (), source: str = ""
) -> str:
    """A worse output: words dropped or in another order, wrong words, rarely untranslated ones.

    others  lines of the same language, from which wrong words come
    source  line from which at most one word stays untranslated
    """
    chance, share = _EDITS[strength]
    words = pieces(line, lang)
    if rng.random() < chance / 2:
        words = _swapped(words, rng)
    if rng.random() < chance:
        words = _dropped(words, rng.uniform(0, share), rng)
    if others and len(words) > 3 and rng.random() < chance / 2:
        donor = pieces(rng.choice(others), lang)[1:-1]
        if donor:
            words[rng.randrange(1, len(words) - 1)] = rng.choice(donor)
    if source and strength == "weak" and len(words) > 5 and rng.random() < 0.1:
        words[rng.randrange(1, len(words) - 1)] = rng.choice(source.split())
    text = ("" if lang in NO_SPACES else " ").join(words)
    text = unicodedata.normalize("NFC", text).strip()
    return text if is_clean(text) else line


def weakened_all(
    lines: Sequence[str], lang: str, strength: str, rng: Random, source: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Outputs for all lines; equal lines get equal outputs, as of a real system."""
    known: dict[tuple[str, str], str] = {}
    for at, line in enumerate(lines):
        original = source[at] if source else ""
        if (line, original) not in known:
            known[line, original] = weakened(line, lang, strength, rng, lines, original)
    return tuple(known[line, source[at] if source else ""] for at, line in enumerate(lines))


def different(
    output: tuple[str, ...], references: Sequence[tuple[str, ...]], lang: str
) -> tuple[str, ...]:
    """Not a mere copy of a reference, which deserves a warning: one line without a word."""
    if output not in references:
        return output
    glue = "" if lang in NO_SPACES else " "
    for at, line in enumerate(output):
        words = pieces(line, lang)
        for gone in range(1, len(words) - 1):
            text = glue.join([*words[:gone], *words[gone + 1 :]]).strip()
            changed = (*output[:at], text, *output[at + 1 :])
            if changed not in references:
                return changed
    return output


def length(rng: Random, most: int) -> int:
    """A number of lines: often few, at times many."""
    if most < 15:
        return rng.randint(1, most)
    low, high = rng.choice([(1, 15), (5, 60), (20, 200), (100, 600), (400, 3000)])
    return min(most, rng.randint(low, high))
