"""Read thesauri from text files: MyThes, Cilin and tab-separated synsets."""

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from ...errors import ResourceError
from .base import SynonymFile, fold_case_and_width, normalize_word
from .table import Synset


def parse_tabbed(source: SynonymFile) -> list[Synset]:
    """Parse tab-separated synsets, one per non-blank line. A synset may have a single word."""
    lines = source.decode().replace("\r\n", "\n").split("\n")
    synsets = (frozenset(filter(None, map(normalize_word, line.split("\t")))) for line in lines)
    return [synset for synset in synsets if synset]


# Cilin, a Chinese thesaurus: lines of a code and words

_CILIN_CODE = re.compile(r"[A-Z][a-z][0-9]{2}[A-Z][0-9]{2}[=#@](?=\s|$)")


def looks_like_cilin(start: bytes) -> bool:
    """Return whether a text begins like Cilin: its first line has a Cilin code and no tab.

    In a text without tabs, the code may be in any line, so that a damaged first line of Cilin is
    reported as damaged.
    """
    lines = start.decode("utf-8", "replace").lstrip("\ufeff \r\n").split("\n")
    if "\t" in lines[0]:
        return False
    has_tabs = any("\t" in line for line in lines)
    return any(map(_CILIN_CODE.match, lines[:1] if has_tabs else lines))


def parse_cilin(source: SynonymFile) -> list[Synset]:
    """Parse Cilin. The words of all lines with the same code are a synset."""
    words_by_code: dict[str, set[str]] = {}
    for line_number, line in enumerate(source.decode().split("\n"), 1):
        if not line.strip():
            continue
        code = _CILIN_CODE.match(line)
        if code is None:
            raise source.error(line_number, "no Cilin code", "begin it with one such as 'Di15A04='")
        words = normalize_word(line[code.end() :]).split()
        if not words:
            raise source.error(line_number, "a code without words", "add its words or take it out")
        words_by_code.setdefault(code[0], set()).update(words)
    return [frozenset(words) for words in words_by_code.values()]


# MyThes, the thesaurus format of LibreOffice
#
# The first line is the name of the encoding. An entry is a line `headword|n` and n lines
# `label|member|member...`. Which of these words are synonyms differs between thesauri; see
# `_convert_to_synsets`.

# Members with a remark that says that they are not synonyms. In the Spanish file, the ó of Antónimo
# is damaged.
_NON_SYNONYM = re.compile(
    r"\|[^|\n]*\([^()|\n]*"
    r"(?:oberbegriff|unterbegriff|ant\S{1,4}n[iy]m|(?:generic|similar|related) term)"
    r"[^|\n]*",
    re.IGNORECASE,
)
# Other remarks: style, grammar, optional parts.
_REMARK = re.compile(r"\([^()|\n]*\)")

_MYTHES_ENTRY = re.compile(r".*\|[0-9]+")
_MAX_COUNT_DIGITS = 6  # maximum number of digits of n in `headword|n`
# Allowed encodings. Other codecs of Python, such as unicode_escape, would accept damaged files.
_TEXT_ENCODINGS = re.compile(
    r"utf-8|ascii|iso8859-\d+|koi8-.|cp\d+|tis-620|(?:big5|gb|euc|shift_?jis).*"
)

# If at least this share of the sampled lines has a property, all lines of the file have it.
_MIN_SHARE = 0.8
_SAMPLED_LINES = 1000
_SAMPLED_MEMBERS = 12  # per line

# A headword and a line of its members.
EntryLine = tuple[str, str]


def looks_like_mythes(start: bytes) -> bool:
    """Return whether the first line is the name of an encoding and the second begins an entry."""
    first_line, second_line = (start + b"\n\n").split(b"\n")[:2]
    entry = second_line.decode("latin-1").rstrip("\r")
    return _parse_encoding(first_line) is not None and _MYTHES_ENTRY.fullmatch(entry) is not None


def parse_mythes(source: SynonymFile) -> list[Synset]:
    """Parse a MyThes thesaurus. The result may contain equal synsets."""
    encoding = _parse_encoding(source.content.partition(b"\n")[0])
    if encoding is None:
        raise source.error(1, "no known encoding", "a MyThes file begins with its encoding's name")
    lines = list(_split_entries(source, source.decode(encoding)))
    return list(_convert_to_synsets(lines))


def _parse_encoding(first_line: bytes) -> str | None:
    """Return the encoding that the first line of a MyThes file names; None if it is not allowed."""
    name = first_line.removeprefix(codecs.BOM_UTF8).decode("latin-1").strip().lower()
    try:
        encoding = codecs.lookup(name.removeprefix("microsoft-")).name
    except (LookupError, ValueError):
        return None
    return encoding if _TEXT_ENCODINGS.fullmatch(encoding) else None


def _split_entries(source: SynonymFile, text: str) -> Iterator[EntryLine]:
    """Yield each headword with each line of its members; lines begin with a label."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    index = 1
    while index < len(lines):
        headword, _, n_members = lines[index].rpartition("|")
        if not n_members.isdecimal() or len(n_members) > _MAX_COUNT_DIGITS:
            if lines[index].strip():
                raise source.error(index + 1, "no entry", "expected 'word|number of lines' here")
            index += 1
            continue
        next_index = index + 1 + int(n_members)
        if next_index > len(lines):
            raise source.error(index + 1, "the entry's lines are missing", "fetch the file again")
        for line in lines[index + 1 : next_index]:
            yield headword, line
        index = next_index


def _convert_to_synsets(lines: list[EntryLine]) -> Iterator[Synset]:
    """Convert lines to synsets. There are three kinds of thesauri, which are distinguished here.

    1. Most lines contain their headword (German). Each line is a synset. The headword is not
       needed: if a line does not contain it, the headword is wrong (Forderung with the line of
       Förderung).
    2. The members of a line are synonyms of each other (Czech, Spanish): all pairs of members that
       have entries are found in each other's entries. A line and its headword are a synset.
    3. The members are synonyms of the headword, but not of each other (French: only 43 % of the
       pairs are found), because a line combines all senses of its headword. The headword and each
       member are a synset.
    """
    members_by_line = _parse_members(dict.fromkeys(line for _, line in lines))
    keys = {}
    for headword in dict.fromkeys(headword for headword, _ in lines):
        plain_headword = _REMARK.sub(" ", headword) if "(" in headword else headword
        keys[headword] = normalize_word(plain_headword)
    n_with_headword = sum(keys[headword] in members_by_line[line] for headword, line in lines)
    if n_with_headword > _MIN_SHARE * len(lines):
        yield from filter(None, map(frozenset, members_by_line.values()))
        return
    entries = [(keys[headword], members_by_line[line]) for headword, line in lines]
    if _are_members_synonyms(entries):
        yield from (frozenset((headword, *members)) for headword, members in entries if headword)
    else:
        for headword, members in entries:
            yield from (frozenset((headword, member)) for member in members if headword)


def _parse_members(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the members of each line, without remarks and members that are not synonyms."""
    line_list = list(lines)
    text = _NON_SYNONYM.sub("", "\n".join(line_list))
    # Remarks can be nested, so the innermost remarks are removed until there are none.
    n_removed = 1
    while n_removed:
        text, n_removed = _REMARK.subn(" ", text)
    # The complete text is normalised at once. `normalize_word` is slower for a million words.
    text = fold_case_and_width(text).replace("\xa0", " ").replace("\t", " ")
    while "  " in text:
        text = text.replace("  ", " ")
    text = text.replace(" |", "|").replace("| ", "|")
    members_by_line = {}
    for line, normalized_line in zip(line_list, text.split("\n"), strict=True):
        _label, *members = normalized_line.strip().split("|")
        members_by_line[line] = tuple(filter(None, members))
    return members_by_line


def _are_members_synonyms(entries: list[tuple[str, tuple[str, ...]]]) -> bool:
    """Return whether the members of a line are usually synonyms of each other.

    `entries` are pairs of a headword and members. Two members of a line are synonyms if the entry
    of one of them has the other. Members without an entry are ignored.
    """
    members_by_headword: dict[str, set[str]] = {}
    for headword, members in entries:
        members_by_headword.setdefault(headword, set()).update(members)
    n_synonyms = n_pairs = 0
    for headword, members in entries[:: len(entries) // _SAMPLED_LINES + 1]:
        words = [
            word
            for word in members[:_SAMPLED_MEMBERS]
            if word in members_by_headword and word != headword
        ]
        for word, other in combinations(words, 2):
            n_pairs += 1
            n_synonyms += other in members_by_headword[word] or word in members_by_headword[other]
    return n_synonyms >= _MIN_SHARE * n_pairs


_HEADER_BYTES = 4096  # number of bytes by which the format is detected


def parse_thesaurus(source: SynonymFile) -> tuple[str, list[Synset]]:
    """Detect the format of a file; return its name for signatures (without hash) and its synsets.

    An error is raised if no two words are synonyms.
    """
    start = source.content[:_HEADER_BYTES]
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
