"""Cilin, the Chinese thesaurus: a code such as `Di15A04=`, then words, separated by spaces."""

import re

from .source import Source, key
from .table import Synset

_CODE = re.compile(r"[A-Z][a-z][0-9]{2}[A-Z][0-9]{2}[=#@](?=\s|$)")


def looks_like_cilin(start: bytes) -> bool:
    """Whether the first line that is not blank has a code and no tab.

    Where that one is damaged the others tell, so that it is found out.
    """
    lines = start.decode("utf-8", "replace").lstrip("\ufeff \r\n").split("\n")
    if "\t" in lines[0]:
        return False
    tabs = any("\t" in line for line in lines)
    return any(map(_CODE.match, lines[:1] if tabs else lines))


def parse_cilin(source: Source) -> list[Synset]:
    """Lines with the same code are one synset; the code's last sign is part of it."""
    members: dict[str, set[str]] = {}
    for index, line in enumerate(source.decode().split("\n"), 1):
        if not line.strip():
            continue
        code = _CODE.match(line)
        if code is None:
            raise source.error(index, "no Cilin code", "begin it with one such as 'Di15A04='")
        words = key(line[code.end() :]).split()
        if not words:
            raise source.error(index, "a code without words", "add its words or take it out")
        members.setdefault(code[0], set()).update(words)
    return [frozenset(words) for words in members.values()]
