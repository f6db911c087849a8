"""MyThes, the thesauri of LibreOffice.

The first line names the encoding. An entry is `headword|n` and n lines `label|member|member...`.
What a line means differs between thesauri; see `_synsets`.
"""

import codecs
import re
from collections.abc import Iterable, Iterator

from .source import Source, fold, key
from .table import Synset

# Members marked so are no synonyms. The Spanish file spells Antónimo with a broken ó.
_NO_SYNONYM = re.compile(
    r"\|[^|\n]*\([^()|\n]*"
    r"(?:oberbegriff|unterbegriff|ant\S{1,4}n[iy]m|(?:generic|similar|related) term)"
    r"[^|\n]*",
    re.IGNORECASE,
)
# Other remarks: register, government, parts that may be left out.
_REMARK = re.compile(r"\([^()|\n]*\)")

_ENTRY = re.compile(r".*\|[0-9]+")
_MOST_LINES = 6  # digits of their number
# Python has others that make text of bytes, by escapes say, and take what is damaged.
_OF_TEXT = re.compile(r"utf-8|ascii|iso8859-\d+|koi8-.|cp\d+|tis-620|(?:big5|gb|euc|shift_?jis).*")

# Of the lines looked at, how many must show a trait for it to be the file's.
_MOST = 0.8
_LINES_LOOKED_AT = 1000
_MEMBERS_LOOKED_AT = 12

Line = tuple[str, str]


def looks_like_mythes(start: bytes) -> bool:
    """Whether a line that names an encoding comes first, and then an entry."""
    first, _, rest = start.partition(b"\n")
    entry = rest.partition(b"\n")[0].decode("latin-1").rstrip("\r")
    return _encoding(first) is not None and _ENTRY.fullmatch(entry) is not None


def parse_mythes(source: Source) -> list[Synset]:
    """The synsets; equal ones may come more than once."""
    encoding = _encoding(source.content.partition(b"\n")[0])
    if encoding is None:
        raise source.error(1, "no known encoding", "a MyThes file begins with its encoding's name")
    return list(_synsets(list(_lines(source, source.decode(encoding)))))


def _encoding(first: bytes) -> str | None:
    name = first.removeprefix(codecs.BOM_UTF8).decode("latin-1").strip().lower()
    try:
        found = codecs.lookup(name.removeprefix("microsoft-")).name
    except (LookupError, ValueError):
        return None
    return found if _OF_TEXT.fullmatch(found) else None


def _lines(source: Source, text: str) -> Iterator[Line]:
    """Headwords, each with a line of members (the label still before them)."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    index = 1
    while index < len(lines):
        head, _, size = lines[index].rpartition("|")
        if not size.isdecimal() or len(size) > _MOST_LINES:
            if lines[index].strip():
                raise source.error(index + 1, "no entry", "'word|number of lines' is wanted here")
            index += 1
            continue
        after = index + 1 + int(size)
        if after > len(lines):
            raise source.error(index + 1, "the entry's lines are missing", "fetch the file again")
        for line in lines[index + 1 : after]:
            yield head, line
        index = after


def _synsets(lines: list[Line]) -> Iterator[Synset]:
    """Read the lines as the thesaurus means them, which its entries for other words tell.

    German lines are whole synsets that name their headword. Where one does not, the headword
    came in by mistake (Forderung with the line of Förderung), so headwords are not needed.
    In the Czech and Spanish files a line and its headword are a synset: any two members are found
    in each other's entries (all of them, of those that have entries). In the French file only
    43 % of them are: a line lumps all senses of its headword together, and its members are
    synonyms of the headword alone. Each then makes a pair with it, which takes no more numbers.
    """
    members = _members(dict.fromkeys(line for _, line in lines))
    heads = dict.fromkeys(head for head, _ in lines)
    keys = {head: key(_REMARK.sub(" ", head) if "(" in head else head) for head in heads}
    named = sum(keys[head] in members[line] for head, line in lines)
    if named > _MOST * len(lines):
        yield from filter(None, map(frozenset, members.values()))
        return
    parsed = [(keys[head], members[line]) for head, line in lines]
    if _members_are_synonyms(parsed):
        yield from (frozenset((head, *line)) for head, line in parsed if head)
    else:
        for head, line in parsed:
            yield from (frozenset((head, member)) for member in line if head)


def _members(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The members of each line, without those that are no synonyms and without remarks."""
    whole = list(lines)
    text = _NO_SYNONYM.sub("", "\n".join(whole))
    # Remarks nest, so the innermost are taken away until there are none.
    removed = 1
    while removed:
        text, removed = _REMARK.subn(" ", text)
    # All at once rather than word by word (there are a million), and hence without `key`.
    text = fold(text).replace("\xa0", " ").replace("\t", " ")
    while "  " in text:
        text = text.replace("  ", " ")
    text = text.replace(" |", "|").replace("| ", "|")
    return {
        line: tuple(filter(None, plain.strip().split("|")[1:]))
        for line, plain in zip(whole, text.split("\n"), strict=True)
    }


def _members_are_synonyms(lines: list[tuple[str, tuple[str, ...]]]) -> bool:
    """Whether members of a line are mostly in each other's entries, where they have entries."""
    entries: dict[str, set[str]] = {}
    for head, members in lines:
        entries.setdefault(head, set()).update(members)
    linked = pairs = 0
    for head, line in lines[:: len(lines) // _LINES_LOOKED_AT + 1]:
        known = [word for word in line[:_MEMBERS_LOOKED_AT] if word in entries and word != head]
        for index, word in enumerate(known):
            for other in known[:index]:
                pairs += 1
                linked += other in entries[word] or word in entries[other]
    return linked >= _MOST * pairs
