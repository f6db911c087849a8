"""Where trees come from: our own parser, or whatever users hand over."""

from .given import OtherTrees
from .tree import TreeSource


def tree_source(lang: str, given: object | None = None, core: str = "auto") -> TreeSource:
    """Any object with `trees(sentences)`; where none is given our own parser of the language."""
    return OtherTrees(given) if given is not None else own_trees(lang, core)


def own_trees(lang: str, core: str = "auto") -> TreeSource:
    """The parser that is shipped."""
    from .parser import Parser, shipped_parser

    return Parser.load(shipped_parser(lang), core)


def source_name(trees: TreeSource) -> str:
    """What signatures call it; our own parsers have a hash."""
    name = str(getattr(trees, "name", type(trees).__name__))
    return f"{name}@{trees.short_hash}" if hasattr(trees, "short_hash") else name
