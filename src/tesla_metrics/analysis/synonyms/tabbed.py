"""The user's own dictionary: one synset a line, members separated by tabs."""

from .source import Source, key
from .table import Synset


def parse_tabbed(source: Source) -> list[Synset]:
    """Every line that is not blank is a synset, be it of one word."""
    lines = source.decode().replace("\r\n", "\n").split("\n")
    synsets = (frozenset(filter(None, map(key, line.split("\t")))) for line in lines)
    return [synset for synset in synsets if synset]
