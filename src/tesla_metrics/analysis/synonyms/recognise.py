"""Which kind of file a dictionary is, told by how it begins."""

from .cilin import looks_like_cilin, parse_cilin
from .mythes import looks_like_mythes, parse_mythes
from .source import Source
from .tabbed import parse_tabbed
from .table import Synset

_START = 4096


def recognise(source: Source) -> tuple[str, list[Synset]]:
    """The name of the source for signatures (without its hash), and the synsets in it."""
    start = source.content[:_START]
    if looks_like_mythes(start):
        return f"mythes:{source.path.stem}", parse_mythes(source)
    if looks_like_cilin(start):
        return f"cilin:{source.path.name}", parse_cilin(source)
    return f"file:{source.path.name}", parse_tabbed(source)
