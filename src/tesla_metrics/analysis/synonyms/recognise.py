"""Which kind of file a dictionary is, told by how it begins."""

from ...errors import ResourceError
from .cilin import looks_like_cilin, parse_cilin
from .mythes import looks_like_mythes, parse_mythes
from .source import Source
from .tabbed import parse_tabbed
from .table import Synset

_START = 4096


def recognise(source: Source) -> tuple[str, list[Synset]]:
    """The name of the source for signatures (without its hash), and the synsets in it.

    A file without two words that mean the same is none of these, whatever it is.
    """
    start = source.content[:_START]
    if looks_like_mythes(start):
        name, synsets = f"mythes:{source.path.stem}", parse_mythes(source)
    elif looks_like_cilin(start):
        name, synsets = f"cilin:{source.path.name}", parse_cilin(source)
    else:
        name, synsets = f"file:{source.path.name}", parse_tabbed(source)
    if not any(len(synset) > 1 for synset in synsets):
        raise ResourceError(
            f"{source.path} has no two words that mean the same; write a synset a line, members "
            "separated by tabs, or fetch the file again"
        )
    return name, synsets
