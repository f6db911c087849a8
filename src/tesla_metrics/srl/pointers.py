"""Propositions as NomBank and PropBank are released: a line each, with pointers into trees.

    NomBank     wsj/00/wsj_0003.mrg 5 14 acquisition 01 12:2-ARG1 14:0-rel 16:1-ARGM-TMP
    PropBank    wsj/00/wsj_0003.mrg 5 9 gold acquire.01 vp--a 0:2*8:1-ARG0 9:0-rel 10:1,13:1-ARG1
    unified     nw/wsj/00/wsj_0003.parse 5 9 gold acquire acquire.01 ----- 9:0-rel 10:1-ARG1

A file, a tree of it and a terminal (both from 0, traces counted), the lemma and the sense, then
pointers with their labels. `14:0` is terminal 14 and `12:2` the node two levels above terminal 12.
`*` joins a trace and what it stands for, `,` and `;` join the pieces of what is no constituent.
What fields there are is told by how many stand before the first pointer.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import InputError
from ..files.lines import display_name, iterate_lines

RELATION, SUPPORT = "rel", "Support"
# LINK-SLC says why two places are one, which the joined pointers say already.
_LINK = "LINK"
_POINTED = re.compile(r"([0-9]{1,6}:[0-9]{1,6}(?>(?:[*,;][0-9]{1,6}:[0-9]{1,6})*))-(\S+)")
# No lemma, sense or inflection begins so: a pointer that is malformed.
_LIKE_POINTED = re.compile(r"\d+:\d")
_NUMBER = re.compile(r"[0-9]{1,6}")
# The role alone: no part of a word (-H0), preposition (ARG2-to) or mark (ARG1-PRD, ARG0-REF).
_ROLE = re.compile(r"ARG[0-9A]|ARGM(?:-[A-Z]{2,5}(?![A-Z0-9]))?")
_LONGEST = 60  # characters of a line in errors


class TreePointer(NamedTuple):
    """A node of a tree: so many levels above a terminal."""

    terminal: int
    height: int

    def __str__(self) -> str:
        return f"{self.terminal}:{self.height}"


class PointedRole(NamedTuple):
    """A label and where its words are, in the order in which pointers are written."""

    label: str
    pointers: tuple[TreePointer, ...]


class Proposition(NamedTuple):
    """A line: a predicate of a tree of a file, and what its roles point to; `rel` is among them."""

    file: str
    tree: int
    terminal: int
    lemma: str
    roleset: str
    roles: tuple[PointedRole, ...]

    @property
    def document(self) -> str:
        """The name of the file without folders and endings: wsj_0003."""
        return re.split(r"[.@]", self.file.rpartition("/")[2])[0].lower()

    @property
    def section(self) -> int | None:
        """Of the Wall Street Journal: 0 to 24."""
        found = re.fullmatch(r"wsj_(\d\d)\d\d", self.document)
        return int(found[1]) if found else None


def read_propositions(path: str) -> Iterator[tuple[str, Proposition]]:
    """Those of a file, each with where it stands; a malformed one is refused."""
    for number, line in enumerate(iterate_lines(path), 1):
        if line.strip():
            where = f"{display_name(path)}, line {number}"
            yield where, parse_proposition(line, where)


def parse_proposition(line: str, where: str = "the line") -> Proposition:
    """One line; `where` is what errors call it."""
    fields = line.split()
    count = next((at for at, one in enumerate(fields) if _POINTED.fullmatch(one)), len(fields))
    for field in fields[3:count]:
        if _LIKE_POINTED.match(field):
            _pointed(field, where)
    if count == len(fields) or count not in (5, 6, 7):
        raise InputError(
            f"{where} is no proposition of NomBank or PropBank, {_shown(line)}: give file, tree, "
            "terminal, lemma, sense and pointers (14:0-rel 12:2-ARG1)"
        )
    file, tree, terminal = fields[:3]
    for name, value in (("tree", tree), ("terminal", terminal)):
        if not _NUMBER.fullmatch(value):
            raise InputError(f"{where} has {value!r} for the number of its {name}: mend it")
    roles = tuple(_pointed(field, where) for field in fields[count:])
    if sum(role.label == RELATION for role in roles) != 1:
        raise InputError(f"{where} must point to one predicate (14:0-rel): mend it")
    kept = tuple(role for role in roles if role.label)
    return Proposition(file, int(tree), int(terminal), *_sense(fields[3:count]), kept)


def _sense(fields: list[str]) -> tuple[str, str]:
    """Lemma and roleset: `acquisition 01`, `gold acquire.01 vp--a`, `gold acquire-v acquire.01 -`.

    The lemma is the frame's, as all that is learnt from has it.
    """
    if len(fields) == 2:
        return fields[0], f"{fields[0]}.{fields[1]}"
    roleset = fields[-2]
    return roleset.rpartition(".")[0] or roleset, roleset


def _pointed(field: str, where: str) -> PointedRole:
    found = _POINTED.fullmatch(field)
    if found is None:
        raise InputError(f"{where} has {_shown(field)} where a pointer should be: 12:2-ARG1, say")
    pairs = (one.split(":") for one in re.split("[*,;]", found[1]))
    return PointedRole(
        _label(found[2], where), tuple(TreePointer(int(at), int(high)) for at, high in pairs)
    )


def _label(written: str, where: str) -> str:
    """The role itself; nothing of a link."""
    head = written.partition("-")[0]
    if head.lower() in (RELATION, SUPPORT.lower()):
        return RELATION if head.lower() == RELATION else SUPPORT
    if head == _LINK:
        return ""
    role = _ROLE.match(written)
    if role is None:
        raise InputError(f"{where} has the label {_shown(written)}: ARG0, ARGM-TMP, rel, Support")
    return role[0]


def _shown(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")
