"""Which rolesets words have: a table of frames, such as one can make of PropBank's.

A roleset a line, columns apart by tabs: the roleset, its name, and the words that have it, apart by
blanks, each with its kind: `n:acquisition v:acquire`. What else there is in a line is left alone,
and so is a first line that begins with `roleset`.
"""

from ..errors import InputError
from ..files.lines import display_name, read_lines
from .model import NOUN, VERB

_KINDS = {"n": NOUN, "v": VERB}
_HEAD = "roleset"
Inventory = dict[tuple[str, str], list[str]]


def read_inventory(path: str) -> Inventory:
    """The rolesets of each word, by its kind; words of other kinds and of several parts are left
    out.
    """
    found: Inventory = {}
    for number, line in enumerate(read_lines(path), 1):
        roleset, *others = line.split("\t")
        if number == 1 and roleset == _HEAD:
            continue
        if len(others) < 2 or not roleset or " " in roleset:
            raise InputError(
                f"{display_name(path)}, line {number} is no roleset: give its sense (sell.01), a "
                "name and its words (n:sale v:sell), apart by tabs"
            )
        for alias in others[1].split():
            letter, _, form = alias.partition(":")
            if letter in _KINDS and form and "_" not in form:
                own = found.setdefault((_KINDS[letter], form.lower()), [])
                if roleset not in own:
                    own.append(roleset)
    return found
