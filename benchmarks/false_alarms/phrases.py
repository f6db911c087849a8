"""Phrases of a language, read from its file, and segments made of them.

A file has sections; a line of a section has the same meaning in all languages and may have a second
wording after " | ". Exceptions: lines of `pattern`, `joins` (where _ is a space), `end` and `named`
are the language's own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

from clean_sets import NO_SPACES

FOLDER = Path(__file__).resolve().parent
OWN = ("pattern", "joins", "end", "named")
Wording = Callable[["Piece"], bool]  # whether a piece has its second wording


@dataclass(frozen=True)
class Piece:
    """A line of a section with what fills its slots, or a clause made of several lines."""

    section: str
    index: int
    name: int = 0
    city: int = 0
    numbers: tuple[int, int] = (1, 2)
    fills: tuple[tuple[str, str], ...] = ()
    picks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Segment:
    """Pieces of a line, what stands before and after them, and upper or lower case of all."""

    pieces: tuple[Piece, ...]
    before: str = ""
    after: str = ""
    case: str = ""


@dataclass(frozen=True)
class Language:
    """The sections of a language's file."""

    code: str
    sections: dict[str, tuple[tuple[str, ...], ...]]

    def line(self, section: str, index: int, second: bool = False) -> str:
        """A line of a section, in the first or the second wording."""
        lines = self.sections[section]
        wordings = lines[index % len(lines)]
        return wordings[-1] if second else wordings[0]

    def has(self, *sections: str) -> bool:
        """Whether the language has all these sections."""
        return all(section in self.sections for section in sections)


@cache
def languages() -> dict[str, Language]:
    """All languages by code; those lines that must agree in number do."""
    found = {path.stem: _read(path) for path in sorted(FOLDER.glob("*.txt"))}
    for code, language in found.items():
        for section, lines in language.sections.items():
            if section not in OWN and len(lines) != len(found["en"].sections[section]):
                raise ValueError(f"{code}: {section} has {len(lines)} lines")
    return found


def _read(path: Path) -> Language:
    sections: dict[str, list[tuple[str, ...]]] = {}
    section = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
            sections[section] = []
        else:
            text = line.replace("_", " ") if section == "joins" else line
            sections[section].append(tuple(text.split(" | ")))
    return Language(path.stem, {name: tuple(lines) for name, lines in sections.items()})


def upper(text: str, lang: str) -> str:
    """Upper case, by the rules of Turkish where it is Turkish."""
    return (text.replace("i", "İ") if lang == "tr" else text).upper()


def lower(text: str, lang: str) -> str:
    """Lower case, by the rules of Turkish where it is Turkish."""
    return (text.replace("I", "ı").replace("İ", "i") if lang == "tr" else text).lower()


def capitalized(text: str, lang: str) -> str:
    """With a capital at the start."""
    return upper(text[0], lang) + text[1:] if text[0].isalpha() else text


def render(segment: Segment, language: Language, wording: Wording) -> str:
    """The text of a segment."""
    glue = "" if language.code in NO_SPACES else " "
    text = glue.join(_text(piece, language, wording(piece)) for piece in segment.pieces)
    text = f"{segment.before}{text}{segment.after}".strip()
    if segment.case == "upper":
        return upper(text, language.code)
    return lower(text, language.code) if segment.case == "lower" else text


def _text(piece: Piece, language: Language, second: bool) -> str:
    if piece.section == "clause":
        return sentence(piece, language, second)
    if piece.section == "literal":
        return dict(piece.fills)["second" if second else "first"]
    slots = {
        "name": language.line("names", piece.name),
        "city": language.line("cities", piece.city),
        "n": str(piece.numbers[0]),
        "n2": str(piece.numbers[1]),
        **dict(piece.fills),
    }
    text = language.line(piece.section, piece.index, second)
    for slot, value in slots.items():
        text = text.replace(f"{{{slot}}}", value)
    return text


def sentence(piece: Piece, language: Language, second: bool) -> str:
    """A sentence of one or two clauses; picks has six numbers for each."""
    clauses = [
        clause(piece.picks[at : at + 6], language, second) for at in range(0, len(piece.picks), 6)
    ]
    text = clauses[0]
    for other in clauses[1:]:
        join = language.line("joins", piece.index)
        text = f"{text}{join}{other}"
    return capitalized(text, language.code) + language.line("end", 0)


def clause(picks: tuple[int, ...], language: Language, second: bool) -> str:
    """A clause: pattern, a name or a noun, which one, verb, place, time."""
    pattern, named, who, verb, where, when = picks
    if named:
        subject = language.line("named", 0).replace("{name}", language.line("names", who))
    else:
        subject = language.line("who", who, second)
    count = len(language.sections["pattern"])
    text = language.line("pattern", (pattern + second) % count)
    parts = {
        "who": subject,
        "vp": language.line("vp", verb, second),
        "where": language.line("where", where, second),
        "when": language.line("when", when, second),
    }
    for slot, value in parts.items():
        text = text.replace(f"{{{slot}}}", value)
    return text


def wording(share: float, salt: str) -> Wording:
    """Second wordings in a share of the pieces; equal pieces have equal wordings."""
    if share <= 0:
        return lambda piece: False
    return lambda piece: crc32(f"{salt} {piece!r}".encode()) < share * 2**32
