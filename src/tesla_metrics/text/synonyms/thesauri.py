"""Read thesauri from text files: MyThes, Cilin and tab-separated synsets."""

import codecs
import re
from collections.abc import Iterable, Iterator

from ...errors import ResourceError
from .base import SynonymFile, fold, word_key
from .table import Synset


def parse_tabbed(source: SynonymFile) -> list[Synset]:
    """Parse tab-separated synsets, one per non-blank line; a synset may have a single word."""
    lines = source.decode().replace("\r\n", "\n").split("\n")
    synsets = (frozenset(filter(None, map(word_key, line.split("\t")))) for line in lines)
    return [synset for synset in synsets if synset]


_CODE = re.compile(r"[A-Z][a-z][0-9]{2}[A-Z][0-9]{2}[=#@](?=\s|$)")


def looks_like_cilin(start: bytes) -> bool:
    """Return whether the first non-blank line has a Cilin code and no tab.

    If the first line is damaged, the other lines are checked, so that the damage is reported.
    """
    lines = start.decode("utf-8", "replace").lstrip("\ufeff \r\n").split("\n")
    if "\t" in lines[0]:
        return False
    tabs = any("\t" in line for line in lines)
    return any(map(_CODE.match, lines[:1] if tabs else lines))


def parse_cilin(source: SynonymFile) -> list[Synset]:
    """Parse Cilin; lines with the same code, including its last character, are one synset."""
    members: dict[str, set[str]] = {}
    for index, line in enumerate(source.decode().split("\n"), 1):
        if not line.strip():
            continue
        code = _CODE.match(line)
        if code is None:
            raise source.error(index, "no Cilin code", "begin it with one such as 'Di15A04='")
        words = word_key(line[code.end() :]).split()
        if not words:
            raise source.error(index, "a code without words", "add its words or take it out")
        members.setdefault(code[0], set()).update(words)
    return [frozenset(words) for words in members.values()]


# MyThes, the thesaurus format of LibreOffice.
#
# The first line names the encoding. An entry is `headword|n` and n lines `label|member|member...`.
# The meaning of a line differs between thesauri; see `_synsets`.

# Marks of members that are not synonyms. The Spanish file has a damaged ó in Antónimo.
_NO_SYNONYM = re.compile(
    r"\|[^|\n]*\([^()|\n]*"
    r"(?:oberbegriff|unterbegriff|ant\S{1,4}n[iy]m|(?:generic|similar|related) term)"
    r"[^|\n]*",
    re.IGNORECASE,
)
# Other remarks: register, government, optional parts.
_REMARK = re.compile(r"\([^()|\n]*\)")

_ENTRY = re.compile(r".*\|[0-9]+")
_MAX_COUNT_DIGITS = 6  # digits of the number of lines of an entry
# Other Python codecs, such as those for escapes, would accept damaged files.
_TEXT_ENCODINGS = re.compile(
    r"utf-8|ascii|iso8859-\d+|koi8-.|cp\d+|tis-620|(?:big5|gb|euc|shift_?jis).*"
)

# Minimum share of the sampled lines with a property to assume it for the file.
_MIN_SHARE = 0.8
_SAMPLED_LINES = 1000
_SAMPLED_MEMBERS = 12

Line = tuple[str, str]


def looks_like_mythes(start: bytes) -> bool:
    """Return whether the first line names an encoding and the second begins an entry."""
    first, _, rest = start.partition(b"\n")
    entry = rest.partition(b"\n")[0].decode("latin-1").rstrip("\r")
    return _encoding(first) is not None and _ENTRY.fullmatch(entry) is not None


def parse_mythes(source: SynonymFile) -> list[Synset]:
    """Parse a MyThes thesaurus; the result may contain equal synsets."""
    encoding = _encoding(source.content.partition(b"\n")[0])
    if encoding is None:
        raise source.error(1, "no known encoding", "a MyThes file begins with its encoding's name")
    return list(_synsets(list(_lines(source, source.decode(encoding)))))


def _encoding(first: bytes) -> str | None:
    name = first.removeprefix(codecs.BOM_UTF8).decode("latin-1").strip().lower()
    try:
        encoding = codecs.lookup(name.removeprefix("microsoft-")).name
    except (LookupError, ValueError):
        return None
    return encoding if _TEXT_ENCODINGS.fullmatch(encoding) else None


def _lines(source: SynonymFile, text: str) -> Iterator[Line]:
    """Yield pairs of a headword and a line of members, which begins with a label."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    index = 1
    while index < len(lines):
        head, _, size = lines[index].rpartition("|")
        if not size.isdecimal() or len(size) > _MAX_COUNT_DIGITS:
            if lines[index].strip():
                raise source.error(index + 1, "no entry", "expected 'word|number of lines' here")
            index += 1
            continue
        next_index = index + 1 + int(size)
        if next_index > len(lines):
            raise source.error(index + 1, "the entry's lines are missing", "fetch the file again")
        for line in lines[index + 1 : next_index]:
            yield head, line
        index = next_index


def _synsets(lines: list[Line]) -> Iterator[Synset]:
    """Convert lines to synsets; the meaning of a line is inferred from the other entries.

    German lines are complete synsets that contain their headword. If one does not, its headword
    is an error (Forderung with the line of Förderung), so headwords are not needed.
    In the Czech and Spanish files, a line and its headword are a synset: all pairs of members that
    have entries are found in each other's entries. In the French file, only 43 % of the pairs
    are: a line combines all senses of its headword, and its members are synonyms of the headword
    only. Each member then forms a pair with the headword, which needs no more synset numbers.
    """
    members = _members(dict.fromkeys(line for _, line in lines))
    heads = dict.fromkeys(head for head, _ in lines)
    keys = {head: word_key(_REMARK.sub(" ", head) if "(" in head else head) for head in heads}
    named = sum(keys[head] in members[line] for head, line in lines)
    if named > _MIN_SHARE * len(lines):
        yield from filter(None, map(frozenset, members.values()))
        return
    parsed = [(keys[head], members[line]) for head, line in lines]
    if _members_are_synonyms(parsed):
        yield from (frozenset((head, *line)) for head, line in parsed if head)
    else:
        for head, line in parsed:
            yield from (frozenset((head, member)) for member in line if head)


def _members(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the members of each line, without remarks and members that are not synonyms."""
    originals = list(lines)
    text = _NO_SYNONYM.sub("", "\n".join(originals))
    # Remarks can be nested, so the innermost ones are removed repeatedly.
    removed = 1
    while removed:
        text, removed = _REMARK.subn(" ", text)
    # The complete text is normalised at once instead of a million words with `word_key`.
    text = fold(text).replace("\xa0", " ").replace("\t", " ")
    while "  " in text:
        text = text.replace("  ", " ")
    text = text.replace(" |", "|").replace("| ", "|")
    return {
        line: tuple(filter(None, plain.strip().split("|")[1:]))
        for line, plain in zip(originals, text.split("\n"), strict=True)
    }


def _members_are_synonyms(lines: list[tuple[str, tuple[str, ...]]]) -> bool:
    """Return whether most members of a line that have entries are in each other's entries."""
    entries: dict[str, set[str]] = {}
    for head, members in lines:
        entries.setdefault(head, set()).update(members)
    linked = pairs = 0
    for head, line in lines[:: len(lines) // _SAMPLED_LINES + 1]:
        known = [word for word in line[:_SAMPLED_MEMBERS] if word in entries and word != head]
        for index, word in enumerate(known):
            for other in known[:index]:
                pairs += 1
                linked += other in entries[word] or word in entries[other]
    return linked >= _MIN_SHARE * pairs


_START_BYTES = 4096


def parse_thesaurus(source: SynonymFile) -> tuple[str, list[Synset]]:
    """Detect the format and return the name for signatures (without hash) and the synsets.

    A file in which no two words are synonyms is refused.
    """
    start = source.content[:_START_BYTES]
    if looks_like_mythes(start):
        name, synsets = f"mythes:{source.path.stem}", parse_mythes(source)
    elif looks_like_cilin(start):
        name, synsets = f"cilin:{source.path.name}", parse_cilin(source)
    else:
        name, synsets = f"file:{source.path.name}", parse_tabbed(source)
    if not any(len(synset) > 1 for synset in synsets):
        raise ResourceError(
            f"{source.path} has no two words that mean the same; write one synset per line, "
            "members separated by tabs, or fetch the file again"
        )
    return name, synsets
